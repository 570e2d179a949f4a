import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/endpoints/table.ts'
import { asking, bearer, requestOf, TOKEN, twoKeys } from './made-app.ts'

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
  .map((pairs) => pairs.map(([name, given]) => `${name}=${given}`).join('&'))
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
  .map((given) => given.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))
const body = fc.oneof(
  text,
  fc.json({ maxDepth: 5 }),
  fc.json().map((points) => `{"points":[${points}]}`),
)

describe('any request', () => {
  it('with a key is answered 200, 404, 405 or 422, in JSON', async () => {
    await fc.assert(
      fc.asyncProperty(path, query, async (path, query) => {
        const answer = await ask(`${path}?${query}`, bearer(TOKEN))
        if (isRoot(path)) return
        expect([200, 404, 405, 422]).toContain(answer.status)
        expect(() => JSON.parse(answer.body)).not.toThrow()
      }),
      { numRuns: 2000, examples: [['/v1/vibe/walkability', 'lat=1&lon=2']] },
    )
  })

  it('with any method, header and body is answered 200, 401, 404, 405 or 422, in JSON', async () => {
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
      { numRuns: 2000 },
    )
  })

  it('with a body of a few fields is answered 200 or 422, an entry for each place', async () => {
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
      { numRuns: 1000 },
    )
  })
})

/** `/v1/..` is `/`, which leads to the documentation. */
function isRoot(path: string): boolean {
  return new URL(`http://localhost${path}`).pathname === '/'
}

function parsed(json: string): unknown {
  return JSON.parse(json)
}

/** Lone surrogates have no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
