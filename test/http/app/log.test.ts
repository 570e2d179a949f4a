import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownKeys } from '../../../src/http/keys/known-keys.ts'
import type { RequestLine } from '../../../src/http/service.ts'
import { asking, bearer, EXPIRED, everyEndpoint, madeKey, requestOf, TOKEN, twoKeys } from './made-app.ts'

const lines: RequestLine[] = []
const ask = asking({
  keys: twoKeys,
  log: (line) => {
    lines.push(line)
  },
})

async function lineOf(path: string, init?: RequestInit): Promise<RequestLine> {
  lines.length = 0
  const { status, headers } = await ask(path, init)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ status, id: headers.get('x-request-id') })
  expect(Object.keys(lines[0])).toEqual(['id', 'method', 'path', 'status', 'ms', 'key'])
  expect(lines[0].ms).toBeGreaterThanOrEqual(0)
  return lines[0]
}

describe('the line of a request', () => {
  it.each(everyEndpoint)('%s', async (_, endpoint) => {
    const [path, init] = requestOf(endpoint)
    const { method } = endpoint
    const without = path.split('?')[0]
    const key = `name-${TOKEN}`
    expect(await lineOf(path, { ...init, ...bearer(TOKEN) })).toMatchObject({ method, path: without, status: 200, key })
    expect(await lineOf(path, init)).toMatchObject({ method, path: without, status: 401, key: null })
    expect(await lineOf(path, { ...init, ...bearer(EXPIRED) })).toMatchObject({ status: 401, key: null })
    expect(await lineOf(path, { method: 'PUT' })).toMatchObject({ method: 'PUT', status: 405, key: null })
  })

  it.each([
    ['/', 302],
    ['/health', 200],
    ['/docs', 200],
    ['/metrics', 200],
    ['/nowhere', 404],
    ['/v1/scores/batch', 405],
  ])('%s', async (path, status) => {
    expect(await lineOf(`${path}?SECRET`, { headers: { 'X-Request-Id': 'mine' } })).toEqual({
      ...{ id: 'mine', method: 'GET', path, status, key: null },
      ms: expect.any(Number),
    })
    expect(await lineOf(path, { method: 'HEAD' })).toMatchObject({ method: 'HEAD', path, status })
  })

  it('is one for a body that is too large, for many places, and for a request that is refused by its limits', async () => {
    const post = (body: string) => lineOf('/v1/scores/batch', { ...bearer(TOKEN), method: 'POST', body })
    expect((await post(' '.repeat(3 * 2 ** 20))).status).toBe(413)
    const points = Array.from({ length: 1000 }, () => ({ lat: 1, lon: 1 }))
    expect((await post(JSON.stringify({ points }))).status).toBe(200)
    const limited: RequestLine[] = []
    const keys = knownKeys([madeKey(TOKEN, { monthly: 0 })])
    await asking({ keys, log: (line) => limited.push(line) })('/v1/dimensions', bearer(TOKEN))
    expect(limited).toMatchObject([{ status: 429, key: `name-${TOKEN}` }])
  })

  it('has a path of at most 200 characters', async () => {
    expect((await lineOf(`/${'x'.repeat(10_000)}`)).path).toBe(`/${'x'.repeat(199)}`)
    expect((await lineOf(`/${'%F0%9F%98%80'.repeat(1000)}`)).path?.length).toBeLessThanOrEqual(200)
  })

  it('gives the query to those who must log what was asked, and no error', async () => {
    const given: unknown[] = []
    const path = '/v1/risk/flood?lat=1&lon=2'
    const ask = asking({ log: (_, query, error) => given.push(query, error) })
    await ask(path)
    await ask('/v1/dimensions#?a=1')
    expect(given).toEqual(['?lat=1&lon=2', undefined, '', undefined])
  })

  it('has nothing of a token or of the query, whatever they are', async () => {
    let keys = twoKeys
    const written: unknown[] = []
    const get = asking({ keys: { find: (token) => keys.find(token) }, log: (line) => written.push(line) })
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/).map((text) => `Q${text}`)
    const endpoints = fc.constantFrom(...everyEndpoint)
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.boolean(), endpoints, async (token, asked, known, [, endpoint]) => {
        written.length = 0
        const key = madeKey(token, { id: 'an-id', name: 'a-name' })
        keys = knownKeys(known ? [key] : [])
        const [path, init] = requestOf(endpoint, endpoint.method === 'POST' ? { more: asked } : {})
        const query = `${path.includes('?') ? '&' : '?'}lat=${asked}&${asked}=1&api_key=${token}`
        const { status } = await get(path + query, { ...init, ...bearer(token) })
        await get(`/nowhere?${query}`, { headers: { Authorization: token, 'X-Api-Key': token, Cookie: asked } })
        expect(status === 401).toBe(!known)
        expect(written).toHaveLength(2)
        const text = JSON.stringify(written)
        for (const hidden of [token, asked, key.hash]) expect(text).not.toContain(hidden)
      }),
      { numRuns: 500 },
    )
  })
})
