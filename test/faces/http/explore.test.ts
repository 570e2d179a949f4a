import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createExplorer } from '../../../src/explorer/site/serve-site.ts'
import type { ExplorerFile } from '../../../src/explorer/site/site-files.ts'
import { createApp } from '../../../src/faces/http/app.ts'
import type { Explorer } from '../../../src/faces/http/explorer.ts'
import type { RequestLine } from '../../../src/faces/http/log.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { type Asking, asking, bearer, EXPIRED, libraryFixture, twoKeys } from './fixtures/app.ts'

const POLICY = "default-src 'none'; script-src 'self'"
const page = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>page</title>`
const script = 'const words = "long enough to be compressed" // '.repeat(50)
const bundle = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) % 251)

const bytesOf = (text: string) => new TextEncoder().encode(text)

const folder = emptyFolder()
async function fileOf(name: string, bytes: Uint8Array | null): Promise<ExplorerFile> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  if (bytes !== null) await writeFile(path, bytes)
  return { name, path, read: async () => bytes }
}

let index: ExplorerFile
let explorer: Explorer
let get: Asking
beforeAll(async () => {
  index = await fileOf('index.html', bytesOf(page))
  explorer = await createExplorer([
    index,
    await fileOf('page.js', bytesOf(script)),
    await fileOf('data/manifest.json', bytesOf('{}')),
    { ...(await fileOf('data/flood.bundle', bundle)), version: 'a1' },
    await fileOf('main-7EFS2WPR.js', bytesOf(script)),
    await fileOf('data/fire.bundle', null),
  ])
  get = asking({ explorer })
})

/** Returns an answer with its body as bytes, which `asking` would read as text. */
async function bytesFrom(path: string, headers: Record<string, string> = {}) {
  const response = await createApp(libraryFixture, { explorer }).fetch(
    new Request(`http://localhost${path}`, { headers }),
  )
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('/explore', () => {
  it('responds with 404 unless it is configured', async () => {
    for (const ask of [asking(), asking({ explorer: null })])
      for (const path of ['/explore', '/s', '/explore/', '/explore/page.js']) expect((await ask(path)).status).toBe(404)
  })

  it('redirects to its folder with a relative URL that preserves the query', async () => {
    for (const [path, location] of [
      ['/explore', 'explore/'],
      ['/explore?at=30.5,-97', 'explore/?at=30.5,-97'],
      ['/s?score=flood&place=29.76,-95.37', 'explore/s?score=flood&place=29.76,-95.37'],
    ]) {
      const { status, headers } = await get(path)
      expect([status, headers.get('location')]).toEqual([308, location])
    }
  })

  it.each([
    ['/explore/', 'text/html; charset=utf-8', page],
    ['/explore/index.html', 'text/html; charset=utf-8', page],
    ['/explore/page.js', 'text/javascript; charset=utf-8', script],
    ['/explore/page.js?v=1', 'text/javascript; charset=utf-8', script],
    ['/explore/data/manifest.json', 'application/json', '{}'],
  ])('serves %s with its content type, length, ETag and content security policy', async (path, type, text) => {
    const { status, headers, body } = await get(path)
    expect([status, body]).toEqual([200, text])
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-length')).toBe(`${text.length}`)
    expect(headers.get('etag')).toMatch(/^"[\w-]{10,}"$/)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-security-policy')).toBe(`${POLICY}; frame-ancestors 'none'`)
  })

  it.each([
    ['/explore/main-7EFS2WPR.js', true],
    ['/explore/data/flood.bundle?v=a1', true],
    ['/explore/data/flood.bundle?v=a2', false],
    ['/explore/data/flood.bundle', false],
    ['/explore/?v=a1', false],
  ])('serves %s as immutable: %s', async (path, isKept) => {
    for (const range of [{}, { Range: 'bytes=0-9' }]) {
      const { headers } = await get(path, { headers: range })
      expect(headers.get('cache-control')).toBe(isKept ? 'public, max-age=31536000, immutable' : 'no-cache')
    }
  })

  it('does not serve a file as immutable after it was replaced on disk', async () => {
    const file = await fileOf('data/noise.bundle', bundle)
    const own = asking({ explorer: await createExplorer([index, { ...file, version: 'a1' }]) })
    const kept = async () => (await own('/explore/data/noise.bundle?v=a1')).headers.get('cache-control')
    expect(await kept()).toContain('immutable')
    await writeFile(
      file.path!,
      bundle.map((byte) => byte + 1),
    )
    expect(await kept()).toBe('no-cache')
  })

  it.each([
    ['for an earlier ETag', { Range: 'bytes=0-9', 'If-Range': '"old"' }, 200],
    ['for a weak ETag', { Range: 'bytes=0-9', 'If-Range': 'W/TAG' }, 200],
    ['for a date', { Range: 'bytes=0-9', 'If-Range': 'Sat, 21 Nov 2026 00:00:00 GMT' }, 200],
    ['for the current ETag', { Range: 'bytes=0-9', 'If-Range': 'TAG' }, 206],
    ['in another unit', { Range: 'items=0-9' }, 200],
    ['in bytes', { Range: 'bytes=0-9' }, 206],
  ])('responds to a range request %s with %s', async (_, conditions, status) => {
    const path = '/explore/data/flood.bundle'
    const tag = (await get(path)).headers.get('etag')!
    const headers = Object.fromEntries(
      Object.entries(conditions).map(([name, text]) => [name, text.replace('TAG', tag)]),
    )
    const answer = await bytesFrom(path, headers)
    expect([answer.status, answer.bytes.length]).toEqual([status, status === 206 ? 10 : bundle.length])
  })

  it('responds to HEAD with the headers of GET', async () => {
    for (const path of ['/explore/', '/explore/page.js', '/explore/data/flood.bundle']) {
      const [head, whole] = [await get(path, { method: 'HEAD' }), await get(path)]
      expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', expect.any(String)])
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'content-security-policy'])
        expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
  })

  it.each([
    '/explore/page.jsx',
    '/explore/PAGE.JS',
    '/explore/data/',
    '/explore/data',
    '/explore//page.js',
    '/explore/./page.js/',
    '/explore/data/fire.bundle',
    '/explore/..%2fpackage.json',
    '/explore/data/..%2f..%2f..%2fpackage.json',
    '/explore/%2e%2e/%2e%2e/package.json',
    '/explore/..\\package.json',
    '/explore/page.js%00',
    '/explore/%',
    '/explore/toString',
    '/explore/__proto__',
    '/explorer/',
  ])('responds with 404 to %s', async (path) => {
    const { status, body } = await get(path)
    expect([status, body]).toEqual([404, '{"detail":"Not Found"}'])
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('responds with 405 to %s', async (method) => {
    for (const path of ['/explore', '/explore/', '/explore/data/flood.bundle']) {
      const { status, headers } = await get(path, { method })
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
    expect((await get('/explore/nothing', { method })).status).toBe(404)
  })

  it('requires no key and counts toward no limit', async () => {
    const ask = asking({ keys: twoKeys, explorer })
    for (const init of [{}, bearer(EXPIRED), bearer('unknown')]) {
      const { status, headers } = await ask('/explore/', init)
      expect(status).toBe(200)
      expect([...headers.keys()].filter((name) => /ratelimit/i.test(name))).toEqual([])
    }
    expect((await ask('/v1/vibe/walkability?lat=1&lon=1')).status).toBe(401)
  })

  it('is logged with the path of the file, but counted under one path for all files', async () => {
    const lines: RequestLine[] = []
    const ask = asking({ explorer, log: (line) => lines.push(line) })
    for (const name of ['', 'page.js', 'data/flood.bundle', 'nothing', 'nothing/else']) await ask(`/explore/${name}`)
    expect(lines.map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/explore/ 200',
      '/explore/page.js 200',
      '/explore/data/flood.bundle 200',
      '/explore/nothing 404',
      '/explore/nothing/else 404',
    ])
    const { body } = await ask('/metrics')
    expect(body).toContain('requests_total{method="GET",path="/explore/{file}",status="200"} 3\n')
    expect(body).toContain('requests_total{method="GET",path="none",status="404"} 2\n')
    expect(body).not.toMatch(/flood|page\.js|nothing/)
  })

  it('may be framed only by the configured origins', async () => {
    const origins = ['https://a.example', 'https://b.example:8443']
    for (const [embed, ancestors] of [
      [[], "'none'"],
      [origins, origins.join(' ')],
      [['*'], '*'],
    ] as const) {
      const { headers } = await asking({ explorer: await createExplorer([index], embed) })('/explore/')
      expect(headers.get('content-security-policy')).toBe(`${POLICY}; frame-ancestors ${ancestors}`)
    }
  })

  it('serves a file that is loaded on demand, and does not reveal the reason if loading fails', async () => {
    let failures = 0
    const read = async () => {
      if (++failures < 2) throw new Error('EIO of /secret/place')
      return bytesOf(script)
    }
    const broken = await createExplorer([index, { name: 'page.js', path: null, read }])
    const errors: unknown[] = []
    const ask = asking({ explorer: broken, log: (_, __, error) => errors.push(error) })
    const { status, body } = await ask('/explore/page.js')
    expect([status, body]).toEqual([500, '{"detail":"Internal Server Error"}'])
    expect(String(errors[0])).toContain('EIO')
    const answer = await ask('/explore/page.js')
    expect([answer.body, answer.headers.get('content-type')]).toEqual([script, 'text/javascript; charset=utf-8'])
  })
})

describe('a request for a cached explorer file', () => {
  it('gets a 304 response while the file is unchanged', async () => {
    for (const path of ['/explore/page.js', '/explore/data/flood.bundle']) {
      const tag = (await get(path)).headers.get('etag')!
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const { status, headers, body } = await get(path, { headers: { 'If-None-Match': known } })
        expect([status, body, headers.get('etag'), headers.get('content-type')]).toEqual([304, '', tag, null])
      }
      expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    }
  })

  it('gets a new ETag when the bytes of the file have changed', async () => {
    const before = (await get('/explore/page.js')).headers.get('etag')
    await fileOf('page.js', bytesOf(`${script} `))
    expect((await get('/explore/page.js')).headers.get('etag')).not.toBe(before)
    await fileOf('page.js', bytesOf(script))
  })
})

describe('the content encoding of an explorer file', () => {
  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br', null],
    ['', null],
  ])('without a compressed copy, for a client that accepts %j, is %s', async (accepted, encoding) => {
    const { headers, bytes } = await bytesFrom('/explore/page.js', { 'Accept-Encoding': accepted })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(new TextDecoder().decode(encoding === 'gzip' ? gunzipSync(bytes) : bytes)).toBe(script)
  })

  it.each([
    ['gzip, deflate, br', {}, 'br'],
    ['gzip', {}, 'gzip'],
    ['br', { Range: 'bytes=0-9' }, null],
  ])('with a compressed copy, for a client that accepts %j and sends %j, is %s', async (accepted, more, encoding) => {
    await fileOf('main-7EFS2WPR.js.br', brotliCompressSync(script))
    const { headers, bytes } = await bytesFrom('/explore/main-7EFS2WPR.js', { 'Accept-Encoding': accepted, ...more })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    if (encoding === 'br') expect(brotliDecompressSync(bytes).toString()).toBe(script)
    if (encoding === null) expect(new TextDecoder().decode(bytes)).toBe(script.slice(0, 10))
  })

  it('is not set for bundles, which are already compressed', async () => {
    const { headers, bytes } = await bytesFrom('/explore/data/flood.bundle', { 'Accept-Encoding': 'br, gzip' })
    expect(headers.get('content-encoding')).toBe(null)
    expect(bytes).toEqual(bundle)
  })
})

describe('a range request for a bundle', () => {
  const part = async (range: string, more = {}) => bytesFrom('/explore/data/flood.bundle', { Range: range, ...more })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-999', 0, 1000],
    ['bytes=10-19', 10, 20],
    ['bytes=990-', 990, 1000],
    ['bytes=990-5000', 990, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=-5000', 0, 1000],
  ])('with %s gets a 206 response with the requested bytes', async (range, start, end) => {
    const { status, headers, bytes } = await part(range)
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/1000`])
    expect(headers.get('content-length')).toBe(`${end - start}`)
    expect(bytes).toEqual(bundle.slice(start, end))
  })

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=999999999999999-'])(
    'with %s gets a 416 response',
    async (range) => {
      const { status, headers, bytes } = await part(range)
      expect([status, headers.get('content-range'), bytes.length]).toEqual([416, 'bytes */1000', 0])
    },
  )
})
