import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/endpoints/table.ts'
import { asking, twoKeys } from './made-app.ts'

const get = asking({ keys: twoKeys, version: '9.8.7' })

describe('the paths about the service, without a key', () => {
  it('/health says ok', async () => {
    const { status, headers, body } = await get('/health')
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', '{"status":"ok"}'])
  })

  it('/openapi.json has every endpoint under its path and method', async () => {
    const { status, headers, body } = await get('/openapi.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    const document = JSON.parse(body)
    expect(document.openapi).toMatch(/^3\.1\./)
    for (const { method, path } of endpoints) expect(document.paths[path]).toHaveProperty(method.toLowerCase())
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('/openapi.json asks for a key only where one is asked for', async () => {
    const open = JSON.parse((await asking()('/openapi.json')).body)
    expect(open.security).toEqual([])
    expect(open.components.securitySchemes).toBeUndefined()
    expect(open.paths['/v1/risk/flood'].get.responses).not.toHaveProperty('401')
  })

  it('/docs is a page that may load nothing but its style', async () => {
    const { status, headers, body } = await get('/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy')!.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join(' ')).not.toMatch(/unsafe|\*|https?:|data:/)
    expect(body).toMatch(/^<!doctype html>/i)
    const text = body.replaceAll('<wbr>', '')
    for (const { path } of endpoints) expect(text).toContain(path)
    expect(body).not.toMatch(/<script|<style|\bstyle=|\bon\w+=|<(img|iframe|object|embed)/i)
    const loaded = Array.from(body.matchAll(/<link[^>]*href="([^"]*)"/g), (match) => match[1])
    expect(loaded.map((href) => new URL(href, 'http://localhost/docs').pathname)).toEqual(['/docs.css'])
  })

  it('/docs.css is its style, and loads nothing', async () => {
    const { status, headers, body } = await get('/docs.css')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(body).not.toMatch(/url\(|@import/)
  })

  it('/ leads to /docs', async () => {
    const { status, headers, body } = await get('/')
    expect([status, headers.get('location'), body]).toEqual([302, '/docs', ''])
  })

  it.each(['/health', '/openapi.json', '/docs', '/docs.css', '/metrics', '/'])(
    '%s answers HEAD without a body, and other methods with 405',
    async (path) => {
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, head.body]).toEqual([path === '/' ? 302 : 200, ''])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await get(path, { method })
        expect([status, headers.get('allow'), body]).toEqual([405, 'GET, HEAD', '{"detail":"Method Not Allowed"}'])
      }
    },
  )

  it.each(['/docs/', '/docs.cssx', '/docsXcss', '/openapi_json', '/healthz', '/favicon.ico', '/robots.txt', '/mcp'])(
    '%s does not exist',
    async (path) => {
      expect((await get(path)).status).toBe(404)
      expect((await get(path, { method: 'POST' })).status).toBe(404)
    },
  )
})
