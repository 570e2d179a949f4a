import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Library } from '../../../src/library/contract/endpoint.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import { runs } from '../../support/runs.ts'
import { asking, bearer, libraryFixture, requestOf, TOKEN, twoKeys } from './fixtures/app.ts'

const ask = asking({ keys: twoKeys })

const trick = fc.constantFrom(
  ...['%', '%%', '%0', '%00', '%zz', '%FF', '%C0%80', '%ED%A0%80', '%EF%BB%BF', '%2525', '%26', '%3D', '%2B', '+'],
  ...['&', '&&', '=', ';', '?', '#', '/', '//', '..', '\\', '[]', '.', ',', ':', '*', '(', '__proto__', 'constructor'],
  ...['-0', '1e999', 'nan', 'inf', '0x10', '1_0', '９', '😀', '\u0301', '\u202e', 'null', 'undefined', '{}', "'", '"'],
)
const names = fc.constantFrom(
  ...new Set(endpoints.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
  ...['__proto__', 'constructor', 'toString', ''],
)
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(trick, fc.string({ maxLength: 5 })), { maxLength: 6 }).map((a) => a.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: fc.oneof(fc.double(), fc.integer()).map(String) },
  {
    weight: 1,
    arbitrary: fc.tuple(trick, fc.integer({ min: 1, max: 15_000 })).map(([one, n]) => one.repeat(n).slice(0, n)),
  },
)
const value = fc.oneof(text, text.map(encoded))
const query = fc
  .array(fc.tuple(fc.oneof(names, text), value), { maxLength: 8 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))
const path = fc.oneof(
  fc.constantFrom(...endpoints.map((endpoint) => requestOf(endpoint)[0].split('?')[0])),
  fc
    .tuple(fc.constantFrom('/v1/explain/', '/v1/schools/school/', '/v1/', '/'), value)
    .map(([start, rest]) => start + rest),
)
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'x')
const header = fc
  .oneof(
    text,
    text.map((rest) => `Bearer ${rest}`),
    fc.constant(`bearer ${TOKEN}`),
    fc.constant(`Bearer ${TOKEN}`),
  )
  .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))
const body = fc.oneof(
  text,
  fc.json({ maxDepth: 5 }),
  fc.json().map((points) => `{"points":[${points}]}`),
)

describe('a request', () => {
  it('with a key gets a 200, 404, 405 or 422 response in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(path, query, async (path, query) => {
        const answer = await ask(`${path}?${query}`, bearer(TOKEN))
        if (isRoot(path)) return
        expect([200, 404, 405, 422]).toContain(answer.status)
        expect(() => JSON.parse(answer.body)).not.toThrow()
      }),
      { numRuns: runs(2000, 400), examples: [['/v1/vibe/walkability', 'lat=1&lon=2']] },
    )
  })

  it('with any method, headers and body gets a 200, 401, 404, 405 or 422 response in JSON', async () => {
    const headers = fc.record({ Authorization: header, 'X-Request-Id': header, 'Content-Type': header, Origin: header })
    await fc.assert(
      fc.asyncProperty(method, path, query, headers, body, async (method, path, query, headers, body) => {
        const sent = method === 'GET' || method === 'HEAD' ? {} : { body }
        const answer = await ask(`${path}?${query}`, { method, headers, ...sent })
        if (isRoot(path)) return
        expect([200, 401, 404, 405, 422]).toContain(answer.status)
        if (method === 'HEAD') expect(answer.body).toBe('')
        else expect(() => JSON.parse(answer.body)).not.toThrow()
      }),
      { numRuns: runs(2000, 400) },
    )
  })

  it('for a batch gets a 200 response with an entry for each place, or a 422 response', async () => {
    const points = fc.array(fc.oneof(fc.json().map(parsed), fc.record({ lat: fc.double(), lon: fc.double() })))
    const field = fc.json().map(parsed)
    const fields = fc.record(
      { points: fc.oneof(points, field), dimensions: field, descriptions: field },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fields, async (fields) => {
        const answer = await ask('/v1/scores/batch', { ...bearer(TOKEN), method: 'POST', body: JSON.stringify(fields) })
        expect([200, 422]).toContain(answer.status)
        const { results } = JSON.parse(answer.body)
        if (answer.status === 200) expect(results).toHaveLength((fields.points as unknown[]).length)
      }),
      { numRuns: runs(1000, 300) },
    )
  })
})

/** Returns whether a path such as `/v1/..` is normalized to `/`, which redirects to the documentation. */
function isRoot(path: string): boolean {
  return new URL(`http://localhost${path}`).pathname === '/'
}

function parsed(json: string): unknown {
  return JSON.parse(json)
}

/** Percent-encodes a string, with U+FFFD in place of lone surrogates, which have no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** A library whose scores repeat the coordinate and whose geocoder repeats the question. */
const echo: Library = {
  ...libraryFixture,
  score: (dimension, { lat, lon }) => ({ score: 1, description: `${dimension} ${lat} ${lon}` }),
  tools: {
    ...libraryFixture.tools,
    geocodeSingle: (question) => ({ lat: null, lon: null, message: JSON.stringify(question) }),
  },
}
const get = asking({}, echo)
const WALK = '/v1/vibe/walkability'

describe('the query string', () => {
  it.each<[string, string, string]>([
    ['the last of repeated parameters wins', 'lat=1&lat=2&lon=3&lat=4', '4 3'],
    ['the last wins even if its name is encoded', 'lat=1&lon=3&l%61t=4', '4 3'],
    ['unknown parameters are ignored', 'lat=1&lon=2&units=km&x&=5&=', '1 2'],
    ['names of Object.prototype are unknown parameters', '__proto__=1&constructor=2&toString=3&lat=1&lon=2', '1 2'],
    [
      'names of Object.prototype are unknown parameters beside an encoded value',
      '__proto__=1&constructor=2&hasOwnProperty=%33&lat=1&lon=2',
      '1 2',
    ],
    ['a plus is a space', 'lat=+1+&lon=+-2', '1 -2'],
    ['%20 is a space', 'lat=%201%20&lon=2', '1 2'],
    ['%2B is a plus', 'lat=%2B1&lon=%2b2', '1 2'],
    ['an encoded minus and decimal point are decoded', 'lat=%2D1%2E5&lon=2', '-1.5 2'],
    ['empty pairs are ignored', '&&lat=1&&&lon=2&&', '1 2'],
    ['empty pairs are ignored beside an encoded value', '&&lat=%31&&&lon=2&&', '1 2'],
    ['an encoded name is decoded', '%6C%61%74=1&lon=2', '1 2'],
    ['a fragment is ignored', 'lat=1&lon=2#&lat=3', '1 2'],
    ['white space around a number is ignored', 'lat=%091%0D%0A&lon=%C2%A02', '1 2'],
    ['an unknown parameter of 15 kB is ignored', `lat=1&x=${'y'.repeat(15_000)}&lon=2`, '1 2'],
    ['5,000 unknown pairs are ignored', `lat=1${'&x=1'.repeat(5000)}&lon=2`, '1 2'],
  ])('is parsed as follows: %s', async (_, query, point) => {
    const { status, body } = await get(`${WALK}?${query}`)
    expect(body).toBe(`{"result":{"score":1,"description":"walkability ${point}"}}`)
    expect(status).toBe(200)
  })

  it.each<[string, string, string]>([
    ['the last of two values, which is empty', 'lat=1&lat=&lon=1', ''],
    ['the last of two values, which has no =', 'lat=1&lon=1&lat', ''],
    ['a value with = in it', 'lat=1=2&lon=1', '1=2'],
    ['a semicolon, which does not separate parameters', 'lat=1;lon=2&lon=1', '1;lon=2'],
    ['a question mark', 'lat=1?&lon=1', '1?'],
    ['a percent sign without digits', 'lat=1%&lon=1', '1%'],
    ['a percent sign with one digit', 'lat=%3&lon=1', '%3'],
    ['a percent sign with letters', 'lat=%zz&lon=1', '%zz'],
    ['a value that is encoded twice', 'lat=%2531&lon=1', '%31'],
    ['bytes that are not UTF-8', 'lat=%FF1&lon=1', '�1'],
    ['an encoded surrogate', 'lat=%ED%A0%80&lon=1', '���'],
    ['an overlong zero', 'lat=%C0%80&lon=1', '��'],
    ['a truncated UTF-8 sequence', 'lat=1%E2%82&lon=1', '1�'],
    ['NUL', 'lat=%001&lon=1', '\u00001'],
    ['a byte order mark', 'lat=%EF%BB%BF1&lon=1', '\ufeff1'],
    ['a value of 15 kB', `lat=${'1'.repeat(15_000)}x&lon=1`, `${'1'.repeat(15_000)}x`],
  ])('is rejected with an error that contains the decoded value: %s', async (_, query, input) => {
    const { status, body } = await get(`${WALK}?${query}`)
    expect(status).toBe(422)
    expect(JSON.parse(body)).toMatchObject({ detail: [{ type: 'float_parsing', loc: ['query', 'lat'], input }] })
  })

  it.each<[string, string]>([
    ['another case', 'LAT=1&lon=2'],
    ['brackets', 'lat[]=1&lon=2'],
    ['a leading dot', '.lat=1&lon=2'],
    ['a space', '+lat=1&lon=2'],
    ['a second question mark', '?lat=1&lon=2'],
    ['a second question mark and an encoded value', '?lat=1&lon=%32'],
    ['a semicolon', 'x;lat=1&lon=2'],
    ['an encoded ampersand', 'x%26lat=1&lon=2'],
    ['an encoded equals sign', 'lat%3D1&lon=2'],
    ['JSON in it', '{"lat":1}&lon=2'],
    ['a name of Object.prototype', '__proto__[lat]=1&constructor.lat=1&lon=2'],
    ['a fragment before it', 'lon=2#&lat=1'],
    ['a fragment before it and an encoded value', 'lon=%32#&lat=1'],
  ])('does not set lat if its name has %s', async (_, query) => {
    const { body } = await get(`${WALK}?${query}`)
    expect(body).toBe('{"detail":[{"type":"missing","loc":["query","lat"],"msg":"Field required","input":null}]}')
  })

  it('passes decoded values to the library', async () => {
    const asked = async (query: string) =>
      JSON.parse(JSON.parse((await get(`/v1/tools/geocode-single?${query}`)).body).message)
    expect(await asked('address=1+Main+St%2C+Austin&country=us')).toEqual({
      address: '1 Main St, Austin',
      country: 'us',
    })
    expect(await asked('address=Ca%C3%B1on+%F0%9F%98%80')).toEqual({ address: 'Cañon 😀' })
    expect(await asked('address=Cañon 😀')).toEqual({ address: 'Cañon 😀' })
    expect(await asked('address=a%26b%3Dc%23d')).toEqual({ address: 'a&b=c#d' })
    expect(await asked('address=<script>')).toEqual({ address: '<script>' })
    const longest = '😀'.repeat(300)
    expect(await asked(`address=${encodeURIComponent(longest)}`)).toEqual({ address: longest })
  })

  it('is ignored for a POST request', async () => {
    const path = '/v1/scores/batch?points=1'
    expect(JSON.parse((await get(path, { method: 'POST', body: '{}' })).body).detail).toMatchObject([
      { type: 'missing', loc: ['body', 'points'] },
    ])
  })
})

describe('the request path', () => {
  it.each([
    '/v1/vibe/walk%61bility',
    '/%76%31/vibe/walkability',
    '/v1/vibe/../vibe/walkability',
    '/v1/vibe/./walkability',
    '/v1/%2e%2e/v1/vibe/walkability',
  ])('%s is routed to the endpoint', async (path) => {
    expect((await get(`${path}?lat=1&lon=2`)).body).toContain('walkability 1 2')
  })

  it.each([
    '/v1/vibe/walkability/',
    '//v1/vibe/walkability',
    '/v1//vibe/walkability',
    '/v1/vibe%2Fwalkability',
    '/v1/vibe/walkability%20',
    '/v1/vibe/walkability%00',
    '/v1/vibe/walkability;x=1',
    '/v1/vibe/walkability%3Flat=1&lon=2',
    '/v1/vibe/Walkability',
    '/v1/vibe/walk%2561bility',
    '/v1/vibe/walkability/x',
    '/v1/vibe',
    '/v1',
    '/V1/vibe/walkability',
    '/vibe/walkability',
    '/v1/vibe/__proto__',
    '/v1/vibe/constructor',
    '/v1/vibe/:dimension',
    '/v1/explain',
    '/v1/explain/',
    '/v1/explain/flood/',
    '/v1/schools/school/',
    '/v1/%',
    '/v1/%zz',
    '/v1/%FF',
    '/%F0%9F%98%80',
    '/*',
    `/${'a'.repeat(15_000)}`,
    `${'/a'.repeat(5000)}`,
  ])('%.40s gets a 404 response', async (path) => {
    const { status, body } = await get(`http://localhost${path}${path.includes('?') ? '' : '?lat=1&lon=2'}`)
    expect([status, body]).toEqual([404, '{"detail":"Not Found"}'])
  })

  it.each<[string, string]>([
    ['4808940003%332', '480894000332'],
    ['%34%38%30%38%39%34%30%30%30%33%33%32', '480894000332'],
  ])('may contain encoded parameters: %s', async (sent, id) => {
    const { status, body } = await get(`/v1/schools/school/${sent}`)
    expect([status, JSON.parse(body).nces_id]).toEqual([200, id])
  })

  it.each<[string, string]>([
    ['480894000332%0A', '480894000332\n'],
    ['480894000332%20', '480894000332 '],
    ['480894%2F000332', '480894/000332'],
    ['48089400033%D9%A3', '48089400033٣'],
    ['%00', '\0'],
    ['%FF', '%FF'],
    ['%25', '%'],
    ['%2531', '%31'],
    ['__proto__', '__proto__'],
    [':nces_id', ':nces_id'],
    ['1'.repeat(15_000), '1'.repeat(15_000)],
  ])('is rejected with an error that contains the decoded parameter: %.20s', async (sent, input) => {
    const { status, body } = await get(`/v1/schools/school/${sent}`)
    expect(status).toBe(422)
    expect(JSON.parse(body)).toMatchObject({
      detail: [{ type: 'string_pattern_mismatch', loc: ['path', 'nces_id'], input }],
    })
  })

  it('contains parameters that the query cannot override', async () => {
    const { body } = await get('/v1/explain/hail?dimension=flood&lat=1&lon=2')
    expect(JSON.parse(body).detail).toMatchObject([{ loc: ['path', 'dimension'], input: 'hail' }])
    expect((await get('/v1/explain/flood?dimension=hail&lat=1&lon=2')).status).toBe(200)
  })
})

it('numbers and booleans in the query are passed to the library, however their bytes are encoded', async () => {
  let question: Parameters<Library['schools']['schoolRatings']>[0] | undefined
  const schoolRatings: Library['schools']['schoolRatings'] = (asked) => {
    question = asked
    return libraryFixture.schools.schoolRatings(asked)
  }
  const answerTo = asking({}, { ...libraryFixture, schools: { ...libraryFixture.schools, schoolRatings } })
  const sent = { lat: ' 12.5e-1\t', lon: '\u00a0-0.5', limit: '+05.0', same_district: 'oN' }
  const bytesOf = (text: string) => Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16))
  const encoded = (text: string) => bytesOf(text).map((byte) => `%${byte.padStart(2, '0')}`)
  for (const written of [(text: string) => encoded(text).join(''), encodeURIComponent]) {
    question = undefined
    const query = Object.entries(sent).map(([name, text]) => `${name}=${written(text)}`)
    expect((await answerTo(`/v1/schools/search/school-ratings?${query.join('&')}`)).status).toBe(200)
    expect(question).toMatchObject({ lat: 1.25, lon: -0.5, limit: 5, same_district: true })
  }
})
