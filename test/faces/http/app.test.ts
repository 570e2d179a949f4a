import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { AppOptions } from '../../../src/faces/http/app.ts'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import { memoryLimits } from '../../../src/faces/http/limits.ts'
import { BusyError } from '../../../src/faces/http/pool.ts'
import { callEndpoint, type Endpoint, getCost, getValues } from '../../../src/library/contract/endpoint.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import * as entry from '../../library/contract/error-entries.ts'
import {
  asking,
  bearer,
  EXPIRED,
  everyEndpoint,
  failing,
  libraryFixture,
  requestOf,
  TOKEN,
  twoKeys,
} from './fixtures/app.ts'
import { keyFixture } from './fixtures/keys.ts'

const json = 'application/json'
const needed = (parameters: readonly { required: boolean }[]) => parameters.some(({ required }) => required)

/** Returns the methods of a path. A path with both GET and POST has one endpoint for each. */
function methodsOf({ path }: Pick<Endpoint, 'path'>): readonly ('GET' | 'POST')[] {
  return (['GET', 'POST'] as const).filter((method) =>
    endpoints.some((other) => other.path === path && other.method === method),
  )
}

describe.each(everyEndpoint)('the endpoint %s', (_, endpoint) => {
  const [path, init] = requestOf(endpoint)
  const examples = Object.fromEntries(endpoint.parameters.map(({ name, example }) => [name, example]))
  const get = asking({ keys: twoKeys })
  const withKey = { ...init, ...bearer(TOKEN) }

  it('responds with 200 and the same bytes as the library', async () => {
    const { status, headers, body } = await get(path, withKey)
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: json })
    expect(body).toBe(JSON.stringify(callEndpoint(endpoint, libraryFixture, examples)))
    for (const name of headers.keys()) expect(name).not.toMatch(/ratelimit|retry|www-auth|access-control/)
  })

  it('requires no key if the service has no keys', async () => {
    expect((await asking()(path, init)).status).toBe(200)
    expect((await asking()(path, { ...init, ...bearer('of nobody') })).status).toBe(200)
  })

  it.each<[string, HeadersInit, string, string]>([
    ['no header', {}, 'Not authenticated', 'Bearer'],
    ['an empty header', { Authorization: '' }, 'Not authenticated', 'Bearer'],
    ['a header of white space', { Authorization: '   ' }, 'Not authenticated', 'Bearer'],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }, 'Not authenticated', 'Bearer'],
    ['no scheme', { Authorization: TOKEN }, 'Not authenticated', 'Bearer'],
    ['no token', { Authorization: 'Bearer' }, 'Not authenticated', 'Bearer'],
    ['a space in place of a token', { Authorization: 'Bearer  ' }, 'Not authenticated', 'Bearer'],
    ['no space before the token', { Authorization: `Bearer${TOKEN}` }, 'Not authenticated', 'Bearer'],
    ['an unknown token', { Authorization: 'bearer x' }, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['a token in another case', bearer(TOKEN.toUpperCase()).headers, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['a token with spaces', bearer(`${TOKEN} x`).headers, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['two schemes', bearer(`Bearer ${TOKEN}`).headers, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['a token of 8,000 letters', bearer('a'.repeat(8000)).headers, 'Invalid API key', 'Bearer error="invalid_token"'],
    ['an expired token', bearer(EXPIRED).headers, 'API key expired', 'Bearer error="invalid_token"'],
  ])('responds with 401 to %s, whether or not the request is valid', async (_, headers, detail, challenge) => {
    const wrong =
      endpoint.method === 'GET' ? requestOf(endpoint, { lat: 'x' }) : ([path, { ...init, body: '{' }] as const)
    for (const [asked, how] of [[path, init] as const, wrong]) {
      const answer = await get(asked, { ...how, headers })
      expect(answer.body).toBe(`{"detail":"${detail}"}`)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe(challenge)
      expect(answer.headers.get('content-type')).toBe(json)
    }
  })

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the authorization scheme as %s', async (scheme) => {
    for (const space of [' ', '   ']) {
      expect((await get(path, { ...init, headers: { Authorization: `${scheme}${space}${TOKEN}` } })).status).toBe(200)
    }
  })

  it('supports asynchronous keys and limits', async () => {
    const limits = memoryLimits()
    const later = asking({
      keys: { find: async (token) => twoKeys.find(token) },
      limits: {
        ...limits,
        take: async (key) => limits.take(key),
        takeMore: async (...more) => limits.takeMore(...more),
      },
    })
    expect((await later(path, withKey)).body).toBe((await get(path, withKey)).body)
    expect((await later(path, { ...init, ...bearer('x') })).body).toBe('{"detail":"Invalid API key"}')
    expect((await later(path, { ...init, ...bearer(EXPIRED) })).body).toBe('{"detail":"API key expired"}')
  })

  it('does not accept a key in the query', async () => {
    const more = `${path.includes('?') ? '&' : '?'}api_key=${TOKEN}&key=${TOKEN}&token=${TOKEN}&access_token=${TOKEN}&Authorization=Bearer%20${TOKEN}`
    expect((await get(path + more, init)).body).toBe('{"detail":"Not authenticated"}')
  })

  it('responds with 405 to other methods, even without a key', async () => {
    const known = methodsOf(endpoint)
    const allow = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get ']) {
      const name = method.trim()
      if ((known as readonly string[]).includes(name) || name === 'get') continue
      const answer = await get(path, { method: name })
      expect(answer.body).toBe('{"detail":"Method Not Allowed"}')
      expect([name, answer.status, answer.headers.get('allow')]).toEqual([name, 405, allow])
      expect(answer.headers.get('content-type')).toBe(json)
    }
  })

  it('responds to HEAD as to GET, but without a body', async () => {
    if (endpoint.method === 'GET') {
      const { status, headers, body } = await get(path, { ...withKey, method: 'HEAD' })
      expect([status, headers.get('content-type'), body]).toEqual([200, json, ''])
      const refused = await get(path, { method: 'HEAD' })
      expect([refused.status, refused.headers.get('www-authenticate'), refused.body]).toEqual([401, 'Bearer', ''])
    } else if (!methodsOf(endpoint).includes('GET')) {
      const refused = await get(path, { method: 'HEAD' })
      expect([refused.status, refused.headers.get('allow'), refused.body]).toEqual([405, 'POST', ''])
    }
  })

  it('responds with 422 to a request without parameters, or with 200 if no parameter is required', async () => {
    const nothing = Object.fromEntries(Object.keys(examples).map((name) => [name, undefined]))
    const { status, body, headers } = await get(requestOf(endpoint, nothing)[0], {
      ...withKey,
      ...(endpoint.method === 'POST' ? { body: '{}' } : {}),
    })
    expect([status, headers.get('content-type')]).toEqual([needed(endpoint.parameters) ? 422 : 200, json])
    if (status === 422) {
      const required = endpoint.parameters.filter((one) => one.required && one.in !== 'path')
      const missing = required.map((one) => ({
        type: 'missing',
        loc: [one.in, one.name],
        msg: 'Field required',
        input: null,
      }))
      expect(JSON.parse(body).detail.filter((one: { loc: string[] }) => one.loc[0] !== 'path')).toEqual(missing)
    }
  })

  const { scores: cost, milliseconds } = getCost(endpoint, getValues(endpoint, examples))
  it.each<[string, AppOptions, string]>([
    [
      'the rate',
      { keys: knownKeys([keyFixture(TOKEN, { rate: { requests: 1, seconds: 60 } })]) },
      'Rate limit exceeded',
    ],
    ['the month', { keys: knownKeys([keyFixture(TOKEN, { monthly: 2 * cost })]) }, 'Monthly quota exceeded'],
  ])(
    'responds with 429 when the limit of %s is used up, and sends limit headers with every response',
    async (which, options, detail) => {
      const limited = asking(options)
      const limit = which === 'the rate' ? 1 : 2 * cost
      const answers = [await limited(path, withKey), await limited(path, withKey), await limited(path, withKey)]
      expect(answers[0].status).toBe(200)
      expect(answers[0].headers.get('x-ratelimit-cost')).toBe(cost === 1 ? null : `${cost}`)
      expect(answers[0].headers.get('x-ratelimit-remaining')).toBe(`${which === 'the rate' ? 0 : limit - cost}`)
      const refused = answers[2]
      expect(refused.body).toBe(`{"detail":"${detail}"}`)
      expect([refused.status, refused.headers.get('content-type')]).toEqual([429, json])
      const seconds = Number(refused.headers.get('retry-after'))
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= (which === 'the rate' ? 60 : 31 * 86_400)).toBe(
        true,
      )
      for (const { headers } of answers) {
        const window = which === 'the rate' ? '"rate";q=1;w=60' : `"month";q=${limit};w=`
        expect(headers.get('ratelimit-policy')).toContain(window)
        expect(headers.get('ratelimit')).toMatch(which === 'the rate' ? /^"rate";r=0;t=\d+$/ : /^"month";r=\d+;t=\d+$/)
        expect(headers.get('x-ratelimit-limit')).toBe(`${limit}`)
        expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
        expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(1_700_000_000)
      }
      expect(answers[0].headers.has('retry-after')).toBe(false)
      const wrong = await limited(path, { ...withKey, ...bearer('of nobody') })
      expect([wrong.status, wrong.headers.has('ratelimit')]).toEqual([401, false])
    },
  )

  it('uses a worker thread if it may take more than 5 ms, and responds with 503 if all threads are busy', async () => {
    const close = async () => {}
    for (const keys of [{}, { keys: twoKeys }]) {
      const beside = asking({
        ...keys,
        pool: { run: async () => ({ head: { status: 200 }, body: new TextEncoder().encode('"by a thread"') }), close },
      })
      expect((await beside(path, withKey)).body === '"by a thread"').toBe(milliseconds > 5)
      const busy = asking({ ...keys, pool: { run: () => Promise.reject(new BusyError()), close } })
      const { status, headers, body } = await busy(path, withKey)
      expect([status, headers.get('retry-after')]).toEqual(milliseconds > 5 ? [503, '1'] : [200, null])
      if (status === 503) expect(body).toBe('{"detail":"Service busy"}')
    }
  })

  it.each<[string, unknown]>([
    ['an error', new TypeError('SECRET at /srv/SECRET/data.bundle')],
    ['an error named NotFoundError', Object.assign(new Error('SECRET'), { name: 'NotFoundError', detail: 'SECRET' })],
    ['a text', 'SECRET'],
    ['nothing', undefined],
  ])('responds with 500 without internal details when the library throws %s', async (_, thrown) => {
    const logged: unknown[] = []
    const broken = asking({ keys: twoKeys, log: (line, _, error) => logged.push(line.status, error) }, failing(thrown))
    const { status, headers, body } = await broken(path, withKey)
    expect([status, body, headers.get('content-type')]).toEqual([500, '{"detail":"Internal Server Error"}', json])
    expect(JSON.stringify([...headers])).not.toContain('SECRET')
    expect(logged).toEqual([500, thrown])
  })

  it.each([new Error('SECRET'), 'SECRET'])(
    'responds with 500 when keys or limits throw or reject: %s',
    async (error) => {
      const fails = () => {
        throw error
      }
      const failsLater = () => Promise.reject(error)
      const limits = (take: () => never | Promise<never>) => ({ take, takeMore: take, close: async () => {} })
      for (const options of [
        { keys: { find: fails } },
        { keys: { find: failsLater } },
        { keys: twoKeys, limits: limits(fails) },
        { keys: twoKeys, limits: limits(failsLater) },
      ]) {
        const logged: unknown[] = []
        const failing = asking({ ...options, log: ({ key }, _, error) => logged.push(key, error) })
        const answer = await failing(path, withKey)
        expect([answer.status, answer.body]).toEqual([500, '{"detail":"Internal Server Error"}'])
        expect(logged).toEqual(['limits' in options ? `name-${TOKEN}` : null, error])
        const counted = `method="${endpoint.method}",path="${endpoint.path}",status="500"} 1\n`
        expect((await failing('/metrics')).body).toContain(counted)
      }
    },
  )
})

describe('a 404 response', () => {
  const get = asking({ keys: twoKeys })

  it('requires no key on a path that does not exist, for any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, body } = await get('/v1/vibe/charm', { method })
      expect([status, body]).toEqual([404, '{"detail":"Not Found"}'])
    }
  })

  it.each([
    ['/v1/schools/school/000000000000', 'School not found'],
    ['/v1/schools/search/school-by-district?lea_id=0000000', 'School district not found'],
  ])('is sent for an unknown school or district: %s', async (path, detail) => {
    const { status, body, headers } = await get(path, bearer(TOKEN))
    expect([status, body]).toEqual([404, `{"detail":"${detail}"}`])
    expect(headers.get('content-type')).toBe(json)
    expect((await get(path)).status).toBe(401)
  })

  it('includes limit headers if the request was counted', async () => {
    const limited = asking({ keys: knownKeys([keyFixture(TOKEN, { monthly: 9 })]) })
    expect((await limited('/v1/schools/school/000000000000', bearer(TOKEN))).headers.get('ratelimit')).toContain('r=8;')
    expect((await limited('/v1/vibe/walkability', bearer(TOKEN))).headers.get('ratelimit')).toContain('r=7;')
    expect((await limited('/v1/nothing', bearer(TOKEN))).headers.has('ratelimit')).toBe(false)
  })
})

describe('X-Request-Id', () => {
  const get = asking({ keys: twoKeys })
  const idOf = async (id: string, path: string, init: RequestInit = {}) =>
    (await get(path, { ...init, headers: { ...init.headers, 'X-Request-Id': id } })).headers.get('x-request-id')
  const requests: [string, RequestInit][] = [
    ['/v1/risk/flood?lat=30&lon=-97', bearer(TOKEN)],
    ['/v1/risk/flood?lat=30&lon=-97', {}],
    ['/v1/risk/flood', bearer(TOKEN)],
    ['/v1/risk/flood', { method: 'POST' }],
    ['/nothing', {}],
    ['/health', {}],
    ['/docs', {}],
    ['/', {}],
  ]

  it.each(requests)('is echoed if it is well-formed: %s %o', async (path, init) => {
    for (const id of ['a', '0f8fad5b-d9cb-469f-a165-70867728950e', 'A.b_c-1', 'x'.repeat(64)]) {
      expect(await idOf(id, path, init)).toBe(id)
    }
  })

  it.each(requests)('is replaced if it is malformed: %s %o', async (path, init) => {
    for (const id of ['', 'a b', 'a,b', '<script>', 'x'.repeat(65), 'é', 'a"b', '{}', '../x']) {
      expect(await idOf(id, path, init)).toMatch(/^[0-9a-f]{8}-\d+$/)
    }
  })

  it('is different for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, async () => (await get('/health')).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(100)
  })
})

const ask = asking({ keys: twoKeys })
const get = (path: string) => ask(path, bearer(TOKEN))

const WALK = '/v1/vibe/walkability'
const NEAR = '/v1/schools/search/school-ratings?lat=30&lon=-97'
const ADDRESS = '/v1/tools/geocode-single?address='
const LONG = '😀'.repeat(301)
const SCHOOL = '/v1/schools/school/'
const digits = (count: number) => String.raw`^\\d{${count}}$`
const LEVELS = "'elementary', 'middle' or 'high'"
const ids = dimensions.map(({ id }) => `'${id}'`)
const DIMENSIONS = `${ids.slice(0, -1).join(', ')} or ${ids.at(-1)}`

// test/library/contract/check.test.ts checks the text of every error type. These tests check the ways in which input
// can be sent.
describe('the exact body of a 422 response', () => {
  it.each<[row: string, path: string, detail: string]>([
    ['a missing parameter', `${WALK}?lon=1`, entry.missing('query lat')],
    ['a text in place of a number', `${WALK}?lat=abc&lon=1`, entry.notFloat('query lat', 'abc')],
    ['an empty text', `${WALK}?lat=&lon=1`, entry.notFloat('query lat', '')],
    ['a name without =', `${WALK}?lat&lon=1`, entry.notFloat('query lat', '')],
    ['a space at the end', `${NEAR}&same_district=true+`, entry.notBoolean('query same_district', 'true ')],
    ['301 characters outside the BMP', ADDRESS + LONG, entry.tooLong('300 characters', 'query address', LONG)],
    ['an unknown item in a list', `${NEAR}&level=middle,senior`, entry.notListed(LEVELS, 'query level 1', 'senior')],
    ['a path parameter with a pattern', `${SCHOOL}48`, entry.notMatching(digits(12), 'path nces_id', '48')],
    [
      'a path parameter from a list',
      '/v1/explain/zzz?lat=1&lon=1',
      entry.notListed(DIMENSIONS, 'path dimension', 'zzz'),
    ],
    [
      'path and query parameters, in the order of declaration',
      '/v1/explain/zzz?lon=181&x=1&lat=a',
      [
        entry.notListed(DIMENSIONS, 'path dimension', 'zzz'),
        entry.notFloat('query lat', 'a'),
        entry.above('180.0', 'query lon', '181'),
      ].join(),
    ],
  ])('reports %s', async (_, path, detail) => {
    const { status, headers, body } = await get(path)
    expect(body).toBe(`{"detail":[${detail}]}`)
    expect([status, headers.get('content-type')]).toEqual([422, 'application/json'])
  })
})
