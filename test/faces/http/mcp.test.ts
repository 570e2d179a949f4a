import { describe, expect, it } from 'vitest'
import type { AppOptions } from '../../../src/faces/http/app.ts'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { asking, bearer, EXPIRED, libraryFixture, TOKEN, twoKeys } from './fixtures/app.ts'
import { keyFixture } from './fixtures/keys.ts'

const mcp = mcpHandler(libraryFixture, { version: '9.8.7', tools: 'all' })
const PAGE = 'https://page.example'

const SENT = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }

/** Calls the walkability tool. `url` may name another host. */
async function call(options: AppOptions, headers: Record<string, string> = {}, url = '/mcp', body = walkability()) {
  return asking({ mcp, ...options })(url, { method: 'POST', headers: { ...SENT, ...headers }, body })
}

function walkability(more: object = {}) {
  const params = { name: 'vibe_walkability', arguments: { lat: 30, lon: -97, ...more } }
  return JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
}

describe('/mcp', () => {
  it('responds with 404 unless it is configured', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await asking()('/mcp', { method })
      expect([status, body]).toEqual([404, '{"detail":"Not Found"}'])
    }
  })

  it('responds to tool calls', async () => {
    const { status, headers, body } = await call({})
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    const structuredContent = { result: { score: 255, description: 'Pedestrian priority.' } }
    expect(JSON.parse(body)).toMatchObject({ id: 7, result: { structuredContent } })
  })

  it('responds with 405 to methods other than POST', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await asking({ mcp })('/mcp', { method })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })

  it('responds with 413 to a body of more than 2 MiB', async () => {
    const { status, body } = await call({}, {}, '/mcp', walkability().padEnd(3 * 2 ** 20))
    expect([status, body]).toEqual([413, '{"detail":"Request body too large"}'])
  })

  it('responds with 500 without internal details when the handler fails', async () => {
    const errors: unknown[] = []
    const error = new Error('SECRET')
    const { status, body } = await call({
      mcp: () => Promise.reject(error),
      log: (_line, _, error) => errors.push(error),
    })
    expect([status, body, errors]).toEqual([500, '{"detail":"Internal Server Error"}', [error]])
  })
})

describe('the host of a request to /mcp', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST'])('may be %s', async (host) => {
    expect((await call({}, {}, `http://${host}/mcp`)).status).toBe(200)
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    'evil.example:8080',
    '127.0.0.2',
    '[::2]',
    '0.0.0.0',
    'localhost.',
  ])('may not be %s, with or without a key', async (host) => {
    for (const options of [{}, { keys: twoKeys }]) {
      const { status, body } = await call(options, bearer(TOKEN).headers, `http://${host}/mcp`)
      expect([status, body]).toEqual([403, '{"detail":"Host not allowed"}'])
    }
  })

  it('must be one of the configured hosts, if a list is given', async () => {
    const hosts = ['scores.example']
    expect((await call({ hosts }, {}, 'https://scores.example/mcp')).status).toBe(200)
    expect((await call({ hosts }, { Origin: 'https://scores.example' }, 'https://scores.example/mcp')).status).toBe(200)
    expect((await call({ hosts }, {}, 'http://localhost/mcp')).body).toBe('{"detail":"Host not allowed"}')
    expect((await call({ hosts: [] }, {}, 'http://localhost/mcp')).status).toBe(403)
  })
})

describe('the origin of a request to /mcp', () => {
  it.each(['http://localhost', 'http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:3000'])(
    'may be %s',
    async (Origin) => {
      expect((await call({}, { Origin })).status).toBe(200)
    },
  )

  it.each([PAGE, 'null', '', 'http://localhost.evil.example', 'http://evil.example/localhost', 'localhost', 'file://'])(
    'may not be %j',
    async (Origin) => {
      for (const options of [{}, { keys: twoKeys }, { cors: ['https://another.example'] }]) {
        const { status, body } = await call(options, { Origin, ...bearer(TOKEN).headers })
        expect([status, body]).toEqual([403, '{"detail":"Origin not allowed"}'])
      }
    },
  )

  it('may be one of the CORS origins', async () => {
    for (const cors of [[PAGE], ['*']]) {
      const { status, headers } = await call({ cors }, { Origin: PAGE })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, cors[0]])
    }
  })
})

describe('/mcp with keys', () => {
  it.each<[string, Record<string, string>, string, string]>([
    ['without a key', {}, 'Not authenticated', 'Bearer'],
    ['with an unknown key', bearer('x').headers, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['with an expired key', bearer(EXPIRED).headers, 'API key expired', 'Bearer error="invalid_token"'],
  ])('responds with 401 to a call %s', async (_, sent, detail, challenge) => {
    for (const body of [walkability(), '{']) {
      const answer = await call({ keys: twoKeys }, sent, '/mcp', body)
      expect([answer.status, answer.body]).toEqual([401, JSON.stringify({ detail })])
      expect(answer.headers.get('www-authenticate')).toBe(challenge)
    }
  })

  it('is subject to the same limits as the other paths', async () => {
    const keys = knownKeys([keyFixture(TOKEN, { monthly: 2 })])
    const ask = asking({ mcp, keys })
    const init = { method: 'POST', body: walkability(), headers: { ...SENT, ...bearer(TOKEN).headers } }
    expect((await ask('/v1/dimensions', bearer(TOKEN))).headers.get('ratelimit')).toContain('r=1;')
    const answer = await ask('/mcp', init)
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=0;')])
    const refused = await ask('/mcp', init)
    expect([refused.status, refused.body]).toEqual([429, '{"detail":"Monthly quota exceeded"}'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('counts each place of a batch against the monthly quota', async () => {
    const keys = knownKeys([keyFixture(TOKEN, { monthly: 100 })])
    const ask = asking({ mcp, keys })
    const batch = (count: number) => {
      const points = Array.from({ length: count }, () => ({ lat: 1, lon: 1 }))
      const params = { name: 'scores_batch', arguments: { points, dimensions: ['fire'] } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      return ask('/mcp', { method: 'POST', headers: { ...SENT, ...bearer(TOKEN).headers }, body })
    }
    expect((await batch(30)).headers.get('ratelimit')).toContain('r=70;')
    const refused = await batch(71)
    expect(JSON.parse(refused.body).result ?? JSON.parse(refused.body).error).not.toHaveProperty('structuredContent')
    expect(refused.body).toContain('Monthly quota exceeded')
    expect((await batch(69)).headers.get('ratelimit')).toContain('r=0;')
  })
})
