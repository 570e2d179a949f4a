import { afterEach, describe, expect, it } from 'vitest'
import { endChildren, startService } from './child-service.ts'

afterEach(endChildren)

describe('vicinage serve', () => {
  it('serves the explorer under /explore/', async () => {
    const { url, err } = await startService(['--no-auth'])
    expect(err()).toContain(`a map at ${url}/explore/`)
    const page = await fetch(`${url}/explore?a=1`)
    expect([page.status, page.url]).toEqual([200, `${url}/explore/?a=1`])
    expect(await page.text()).toMatch(/^<!doctype html>/i)
    const { length } = await (await fetch(`${url}/explore/data/manifest.json`)).text()
    const head = await fetch(`${url}/explore/data/manifest.json`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'identity' },
    })
    const headers = Object.fromEntries(head.headers)
    expect([head.status, headers]).toEqual([200, { ...headers, 'content-length': expect.any(String) }])
    expect(Number(headers['content-length'])).toBeGreaterThanOrEqual(length)
    const part = await fetch(`${url}/explore/data/flood.bundle`, { headers: { Range: 'bytes=0-15' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 16])
  })

  it('does not serve the explorer with --no-explore', async () => {
    const { url, err } = await startService(['--no-auth', '--no-explore'])
    expect(err()).not.toContain('explore')
    expect((await fetch(`${url}/explore/`)).status).toBe(404)
  })
})
