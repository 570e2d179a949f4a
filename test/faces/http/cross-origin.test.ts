import { describe, expect, it } from 'vitest'
import { asking, bearer, everyEndpoint, requestOf, TOKEN, twoKeys } from './fixtures/app.ts'

const PAGE = 'https://page.example'
const OTHER = 'https://other.example'
const from = (origin: string, more: Record<string, string> = {}) => ({ Origin: origin, ...more })
const preflight = (origin: string, method = 'GET') => ({
  method: 'OPTIONS',
  headers: from(origin, {
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,content-type',
  }),
})
const listOf = (text: string | null) => (text ?? '').toLowerCase().split(/, ?/).sort()
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe.each(everyEndpoint)('the endpoint %s', (_, endpoint) => {
  const [path, init] = requestOf(endpoint)
  const asked = (origin: string) => ({ ...init, headers: { ...bearer(TOKEN).headers, Origin: origin } })

  it('sends no CORS headers by default', async () => {
    const get = asking({ keys: twoKeys })
    for (const request of [asked(PAGE), { ...init, headers: from(PAGE) }, preflight(PAGE), { method: 'PATCH' }]) {
      const { status, headers } = await get(path, request)
      expect(corsOf(headers)).toEqual([])
      expect(headers.has('vary')).toBe(false)
      if (request.method === 'OPTIONS') expect(status).toBe(405)
    }
  })

  it('supports pages of the configured origins, including preflight requests without a key', async () => {
    const get = asking({ keys: twoKeys, cors: [PAGE, 'https://second.example'] })
    const before = await get(path, preflight(PAGE, endpoint.method))
    expect([before.status, before.body]).toEqual([204, ''])
    expect(before.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(listOf(before.headers.get('access-control-allow-methods'))).toEqual(['get', 'post'])
    expect(listOf(before.headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['authorization', 'content-type']),
    )
    expect(Number(before.headers.get('access-control-max-age'))).toBeGreaterThan(0)
    expect(listOf(before.headers.get('vary'))).toContain('origin')

    const { status, headers } = await get(path, asked(PAGE))
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, PAGE])
    expect(listOf(headers.get('vary'))).toContain('origin')
    expect(headers.get('content-type')).toBe('application/json')
  })
})

const FLOOD = '/v1/risk/flood?lat=1&lon=2'

describe('pages of another origin', () => {
  const get = asking({ keys: twoKeys, cors: [PAGE] })

  it('may read errors and rate limit headers', async () => {
    for (const [path, status, how] of [
      [FLOOD, 401, {}],
      ['/v1/risk/flood', 422, bearer(TOKEN).headers],
      ['/nowhere', 404, {}],
      ['/health', 200, {}],
    ] as const) {
      const answer = await get(path, { headers: from(PAGE, how) })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, PAGE])
      expect(listOf(answer.headers.get('access-control-expose-headers'))).toEqual([
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'x-ratelimit-cost',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'x-request-id',
        'x-vicinage-data',
        'x-vicinage-data-version',
      ])
    }
  })

  it.each([OTHER, 'null', 'https://page.example.evil.example', 'http://page.example', 'HTTPS://PAGE.EXAMPLE', '*', ''])(
    'cannot read anything if the origin is %j',
    async (origin) => {
      for (const request of [{ headers: from(origin, bearer(TOKEN).headers) }, preflight(origin)]) {
        const { headers } = await get(FLOOD, request)
        expect(headers.has('access-control-allow-origin')).toBe(false)
        expect(listOf(headers.get('vary'))).toContain('origin')
      }
    },
  )

  it('may never send the credentials of the browser', async () => {
    for (const cors of [[PAGE], ['*']]) {
      for (const request of [{ headers: from(PAGE) }, preflight(PAGE)]) {
        expect((await asking({ cors })(FLOOD, request)).headers.has('access-control-allow-credentials')).toBe(false)
      }
    }
  })

  it('are all allowed if the configured origin is *', async () => {
    const open = asking({ cors: ['*'] })
    for (const request of [{ headers: from(OTHER) }, preflight(OTHER), {}]) {
      const { status, headers } = await open(FLOOD, request)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(status).toBeLessThan(300)
    }
  })

  it('are not allowed if the list of origins is empty', async () => {
    const { status, headers } = await asking({ cors: [] })(FLOOD, { headers: from(PAGE) })
    expect([status, headers.has('access-control-allow-origin')]).toEqual([200, false])
  })

  it('receive a 405 response to an OPTIONS request that is not a preflight request', async () => {
    const { status, headers } = await get(FLOOD, { method: 'OPTIONS' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('send preflight requests that are logged and counted', async () => {
    const lines: unknown[] = []
    const logged = asking({ cors: [PAGE], log: (line) => lines.push([line.method, line.path, line.status]) })
    const { headers } = await logged(FLOOD, {
      ...preflight(PAGE),
      headers: { ...preflight(PAGE).headers, 'X-Request-Id': 'a' },
    })
    expect(headers.get('x-request-id')).toBe('a')
    expect(lines).toEqual([['OPTIONS', '/v1/risk/flood', 204]])
    expect((await logged('/metrics')).body).toContain('method="OPTIONS",path="none",status="204"} 1\n')
  })
})
