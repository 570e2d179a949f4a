import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { apiPage, apiPageStyle, curl } from '../../../src/faces/http/api-page.ts'
import { type OpenApiDocument, type Operation, openApiDocument } from '../../../src/faces/http/openapi.ts'
import { asking, twoKeys } from './fixtures/app.ts'

const document = openApiDocument({ version: '0.1.0', auth: true })
const page = apiPage(document)
const attack = `<img src=x onerror=alert(1)>"' onload='&lt;\``

describe('the HTTP API page', () => {
  it('shows every operation, parameter, error, header and schema', () => {
    const text = textOf(page)
    for (const [path, item] of Object.entries(document.paths)) {
      expect(text).toContain(path)
      for (const operation of Object.values(item) as Operation[]) {
        expect(page).toContain(`id="${operation.operationId}"`)
        for (const { name, description } of operation.parameters ?? []) {
          expect(text).toContain(name)
          expect(text).toContain(description.replaceAll('`', ''))
        }
      }
    }
    for (const name of Object.keys(document.components.responses)) expect(page).toContain(`id="error-${name}"`)
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
    for (const name of Object.keys(document.components.headers)) expect(text).toContain(name)
  })

  it('loads nothing from other hosts and runs no script', () => {
    expect(page).not.toMatch(/<script|<style|<iframe|<img|<form| style=| on\w+=|https?:|\/\/|javascript:/i)
    expect(apiPageStyle).not.toMatch(/url\(|@import|https?:|\/\//)
    const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link!)
    expect(new Set(links.filter((link) => !link.startsWith('#')))).toEqual(new Set(['docs.css', 'openapi.json']))
  })

  it('is well-formed, with headings in order and no broken links', () => {
    expect(misplaced(page)).toEqual([])
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g)) expect(ids).toContain(target)
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  it('states that no key is required if the service has no keys', () => {
    const open = apiPage(openApiDocument({ version: '0.1.0', auth: false }))
    expect(open).toContain('No key is required.')
    expect(open).not.toMatch(/VICINAGE_KEY|Authorization|error-LimitExceeded|RateLimit/)
    expect(page).toContain('Authorization: Bearer $VICINAGE_KEY')
    expect(misplaced(open)).toEqual([])
  })

  it('escapes all text from the document', () => {
    const hostile = apiPage(attacked(document) as OpenApiDocument)
    expect(hostile.split('&lt;img src=x').length).toBeGreaterThan(500)
    expect(hostile).not.toMatch(/<img/i)
    expect(misplaced(hostile)).toEqual([])
  })

  it('displays text with enough contrast in light and dark mode', () => {
    const palettes = apiPageStyle.split('prefers-color-scheme: dark').map((part) => colors(part.split('}')[0]!))
    expect(palettes).toHaveLength(2)
    for (const palette of palettes)
      for (const ground of ['ground', 'panel'])
        for (const text of ['text', 'soft', 'link'])
          expect(contrast(palette[text]!, palette[ground]!), `${text} on ${ground}`).toBeGreaterThan(4.5)
  })
})

describe('the curl commands on the page', () => {
  it('send the example requests of the document', () => {
    const { get } = document.paths['/v1/schools/search/school-by-district']!
    expect(argumentsOf(curl('/v1/schools/search/school-by-district', get!, true))).toEqual([
      'here/v1/schools/search/school-by-district?lea_id=4808940&level=middle,high&limit=5',
      '-H',
      'Authorization: Bearer secret',
    ])
    const { post } = document.paths['/v1/scores/batch']!
    const [url, ...more] = argumentsOf(curl('/v1/scores/batch', post!, false))
    expect(url).toBe('here/v1/scores/batch')
    expect(more.slice(0, 3)).toEqual(['-H', 'Content-Type: application/json', '-d'])
    expect(JSON.parse(more[3]!)).toEqual(post!.requestBody!.content['application/json']!.example)
  })

  it('quote hostile examples for the shell', () => {
    const value = `'"; echo $(id) \`id\` \\ & | %\n{x}`
    const { get } = document.paths['/v1/explain/{dimension}']!
    const parameters = get!.parameters!.map((parameter) => ({ ...parameter, example: value }))
    const content = { 'application/json': { schema: {}, example: { value } } }
    const operation = { ...get!, parameters, requestBody: { required: true, content } }
    const [url, , , , body] = argumentsOf(curl('/v1/explain/{dimension}', operation, false))
    const asked = new URL(url!.replace('here', 'http://localhost'))
    expect(decodeURIComponent(asked.pathname)).toBe(`/v1/explain/${value}`)
    expect(asked.searchParams.get('lat')).toBe(value)
    expect(JSON.parse(body!)).toEqual({ value })
  })

  /** Returns the arguments that a shell passes to curl. */
  function argumentsOf(command: string): string[] {
    const env = { ...process.env, VICINAGE_URL: 'here', VICINAGE_KEY: 'secret' }
    const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`
    return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
  }
})

/** Returns tags that are closed but not open, are never closed, or have an attribute that no template writes. */
function misplaced(html: string): string[] {
  const open: string[] = []
  const wrong: string[] = []
  for (const [tag, close, name, attributes] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi)) {
    if (
      !/^(?: (?:href|id|class|lang|charset|name|content|rel|scope|tabindex|aria-[a-z]+)="[^"<]*")*$/.test(attributes!)
    )
      wrong.push(tag)
    if (close === '') {
      if (!['meta', 'link', 'br'].includes(name!)) open.push(name!)
    } else if (open.pop() !== name) wrong.push(tag)
  }
  return [...wrong, ...open]
}

function textOf(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return html.replace(/<[^>]*>/g, '').replace(/&(\w+|#39);/g, (_, name: string) => entities[name]!)
}

/** Returns the document with an attack in every text and in the names of fields, headers and paths. */
function attacked(part: unknown, key = ''): unknown {
  if (typeof part === 'string') return key === '$ref' ? part : `${part}${attack}`
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((item) => attacked(item, key))
  const named = key === 'properties' || key === 'headers' || key === 'paths' || key === 'result'
  return Object.fromEntries(
    Object.entries(part).map(([name, item]) => [named ? `${name}${attack}` : name, attacked(item, name)]),
  )
}

function colors(rules: string): Record<string, string> {
  return Object.fromEntries([...rules.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
}

/** Returns the contrast ratio of two colors `#rrggbb` by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const get = asking({ keys: twoKeys, version: '9.8.7' })

describe('paths that require no key:', () => {
  it('/health responds with ok', async () => {
    const { status, headers, body } = await get('/health')
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', '{"status":"ok"}'])
  })

  it('/openapi.json returns the OpenAPI document, which requires a key only if the service does', async () => {
    const { status, headers, body } = await get('/openapi.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(body).toBe(JSON.stringify(document))
    const open = (await asking({ version: '9.8.7' })('/openapi.json')).body
    expect(open).toBe(JSON.stringify(openApiDocument({ version: '0.1.0', auth: false })))
  })

  it('/docs returns a page that may load only its stylesheet', async () => {
    const { status, headers, body } = await get('/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy')!.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.join(' ')).not.toMatch(/unsafe|\*|https?:|data:/)
    expect(page).toMatch(/^<!doctype html>/i)
    expect(body).toBe(page)
  })

  it('/docs.css returns the stylesheet of /docs', async () => {
    const { status, headers, body } = await get('/docs.css')
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/css; charset=utf-8', apiPageStyle])
  })

  it('/ redirects to /docs', async () => {
    const { status, headers, body } = await get('/')
    expect([status, headers.get('location'), body]).toEqual([302, 'docs', ''])
  })

  it.each(['/health', '/openapi.json', '/docs', '/docs.css', '/metrics', '/'])(
    '%s responds to HEAD without a body, and to other methods with 405',
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
    '%s responds with 404',
    async (path) => {
      expect((await get(path)).status).toBe(404)
      expect((await get(path, { method: 'POST' })).status).toBe(404)
    },
  )
})
