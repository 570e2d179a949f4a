import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import type { RequestLine } from '../../../src/faces/http/log.ts'
import { type Asking, asking, bearer, EXPIRED, everyEndpoint, requestOf, TOKEN, twoKeys } from './fixtures/app.ts'
import { keyFixture } from './fixtures/keys.ts'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly help: string
  readonly type: string
  readonly samples: Sample[]
}

const WALK = '/v1/vibe/walkability'
const DURATION = 'vicinage_http_request_duration_seconds'

async function metricsOf(ask: Asking): Promise<Map<string, Family>> {
  const { status, headers, body } = await ask('/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return families(body)
}

/** Returns the request counts of a path by `METHOD status`. */
function countsOf(metrics: Map<string, Family>, path: string): Record<string, number> {
  const samples = metrics.get('vicinage_http_requests_total')!.samples.filter(({ labels }) => labels.path === path)
  return Object.fromEntries(samples.map(({ labels, value }) => [`${labels.method} ${labels.status}`, value]))
}

describe('/metrics', () => {
  it('counts responses by method, path and status', async () => {
    const ask = asking({ version: '9.8.7' })
    for (const query of ['?lat=1&lon=2', '?lat=1&lon=3', '']) await ask(WALK + query)
    await ask(`${WALK}?lat=1&lon=2`, { method: 'HEAD' })
    await ask(WALK, { method: 'POST' })
    await ask('/v1/explain/flood?lat=1&lon=2')
    await ask('/v1/explain/hail?lat=1&lon=2')
    await ask('/v1/explain/fire', { method: 'DELETE' })
    await ask('/v1/scores/batch', { method: 'POST', body: ' '.repeat(3 * 2 ** 20) })
    await ask('/nowhere')
    const metrics = await metricsOf(ask)
    expect(countsOf(metrics, WALK)).toEqual({ 'GET 200': 2, 'GET 422': 1, 'HEAD 200': 1, 'POST 405': 1 })
    expect(countsOf(metrics, '/v1/explain/{dimension}')).toEqual({ 'GET 200': 1, 'GET 422': 1, 'DELETE 405': 1 })
    expect(countsOf(metrics, '/v1/scores/batch')).toEqual({ 'POST 413': 1 })
    expect(countsOf(metrics, 'none')).toEqual({ 'GET 404': 1 })
    expect(metrics.get('vicinage_info')!.samples).toMatchObject([{ labels: { version: '9.8.7' }, value: 1 }])
  })

  it('contains histograms whose cumulative buckets end at the request count', async () => {
    const ask = asking()
    for (let i = 0; i < 20; i++) await ask(`${WALK}?lat=1&lon=${i}`)
    const metrics = await metricsOf(ask)
    const counts = metrics.get('vicinage_http_requests_total')!.samples
    expect(counts.length).toBeGreaterThan(0)
    for (const { labels, value } of counts) {
      const ofThis = metrics.get(DURATION)!.samples.filter((sample) => {
        const { le: _, ...others } = sample.labels
        return JSON.stringify(others) === JSON.stringify(labels)
      })
      const buckets = ofThis.filter(({ name }) => name === `${DURATION}_bucket`)
      const bounds = buckets.map(({ labels }) => Number(labels.le.replace('+Inf', 'Infinity')))
      expect(bounds).toEqual([...bounds].sort((a, b) => a - b))
      expect(bounds.at(-1)).toBe(Number.POSITIVE_INFINITY)
      const grown = buckets.map((bucket) => bucket.value)
      expect(grown).toEqual([...grown].sort((a, b) => a - b))
      expect(grown.at(-1)).toBe(value)
      expect(ofThis.find(({ name }) => name === `${DURATION}_count`)?.value).toBe(value)
      const sum = ofThis.find(({ name }) => name === `${DURATION}_sum`)!.value
      expect(sum > 0 && sum < 60).toBe(true)
    }
  })

  it('reveals neither keys nor queries', async () => {
    const tokens = ['SECRET-known', 'SECRET-expired', 'SECRET-used-up']
    const limits = [{}, { expires: 1 }, { rate: { requests: 1, seconds: 60 } }]
    const keys = tokens.map((token, i) => keyFixture(token, limits[i]))
    const ask = asking({ keys: knownKeys(keys) })
    for (const token of [...tokens, tokens[2], 'SECRET-unknown']) {
      await ask(`${WALK}?lat=31.4159&lon=-97.2653&SECRET=1`, bearer(token))
      await ask('/v1/explain/SECRET?lat=31.4159&lon=-97.2653', bearer(token))
      await ask('/v1/schools/school/314159265358', bearer(token))
      await ask('/SECRET/31.4159', bearer(token))
      await ask(WALK, { headers: { 'X-Request-Id': 'SECRET', 'User-Agent': 'SECRET' }, method: 'SECRET' })
    }
    const { body } = await ask('/metrics')
    // Sums of seconds may contain these digits by chance.
    expect(body.replace(/^\w+_sum\{.*$/gm, '')).not.toMatch(/SECRET|31\.?4159|97\.2653|name-/i)
    for (const { id } of keys) expect(body).not.toContain(id)
    expect(countsOf(families(body), WALK)).toMatchObject({ 'GET 200': 2, 'GET 401': 2, 'GET 429': 1, 'other 405': 5 })
  })

  it('does not grow with unknown methods and paths', async () => {
    const ask = asking()
    await ask('/nowhere', { method: 'X' })
    await ask(WALK, { method: 'X' })
    await metricsOf(ask)
    const seriesOf = async () => (await ask('/metrics')).body.split('\n').length
    const before = await seriesOf()
    for (let i = 0; i < 200; i++) {
      await ask(`/nowhere${i}`, { method: `X${i}` })
      await ask(`${WALK}?${i}`, { method: `get${i}"\\`.replace(/["\\]/g, '') })
    }
    expect(await seriesOf()).toBe(before)
  })

  it('counts each app separately', async () => {
    const [one, other] = [asking(), asking()]
    await one(`${WALK}?lat=1&lon=1`)
    expect(countsOf(await metricsOf(other), WALK)).toEqual({})
    expect(countsOf(await metricsOf(one), WALK)).toEqual({ 'GET 200': 1 })
  })
})

/**
 * Parses the Prometheus text format 0.0.4 strictly: HELP and TYPE come first in each family, its samples are together,
 * and no sample comes twice.
 */
function families(text: string): Map<string, Family> {
  expect(text.endsWith('\n')).toBe(true)
  const byName = new Map<string, Family>()
  const seen = new Set<string>()
  let name = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-z_]+) (.+)$/.exec(line)
    const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    if (help !== null) {
      name = help[1]
      if (byName.has(name)) throw new Error(`${name} comes twice`)
      byName.set(name, { help: help[2], type: '', samples: [] })
    } else if (type !== null) {
      if (type[1] !== name) throw new Error(`${line} does not follow its HELP`)
      byName.set(name, { ...byName.get(name)!, type: type[2] })
    } else {
      const family = byName.get(name)
      const sample = /^([a-z_]+)(?:\{([^{}]*(?:\{\w+\}[^{}]*)*)\})? (\S+)$/.exec(line)
      if (sample === null || family === undefined || family.type === '') throw new Error(`cannot read ${line}`)
      const end = family.type === 'histogram' ? /^_(bucket|sum|count)$/ : /^$/
      if (!sample[1].startsWith(name) || !end.test(sample[1].slice(name.length))) throw new Error(`${line} in ${name}`)
      const key = `${sample[1]}{${sample[2]}}`
      if (seen.has(key)) throw new Error(`${key} comes twice`)
      seen.add(key)
      const value = Number(sample[3])
      if (Number.isNaN(value)) throw new Error(`no number in ${line}`)
      family.samples.push({ name: sample[1], labels: labelsOf(sample[2] ?? ''), value })
    }
  }
  return byName
}

function labelsOf(text: string): Record<string, string> {
  if (!/^(?:[a-z_]+="[^"\\\n]*"(?:,|$))*$/.test(text)) throw new Error(`no labels: ${text}`)
  return Object.fromEntries(Array.from(text.matchAll(/([a-z_]+)="([^"]*)"/g), (match) => [match[1], match[2]]))
}

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

describe('the log line of a request', () => {
  it.each(everyEndpoint)('to %s contains method, path, status and the name of the key', async (_, endpoint) => {
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
  ])('to %s contains the path without the query', async (path, status) => {
    expect(await lineOf(`${path}?SECRET`, { headers: { 'X-Request-Id': 'mine' } })).toEqual({
      ...{ id: 'mine', method: 'GET', path, status, key: null },
      ms: expect.any(Number),
    })
    expect(await lineOf(path, { method: 'HEAD' })).toMatchObject({ method: 'HEAD', path, status })
  })

  it('is written once for a large body, for many places, and for a request over its limits', async () => {
    const post = (body: string) => lineOf('/v1/scores/batch', { ...bearer(TOKEN), method: 'POST', body })
    expect((await post(' '.repeat(3 * 2 ** 20))).status).toBe(413)
    const points = Array.from({ length: 1000 }, () => ({ lat: 1, lon: 1 }))
    expect((await post(JSON.stringify({ points }))).status).toBe(200)
    const limited: RequestLine[] = []
    const keys = knownKeys([keyFixture(TOKEN, { monthly: 0 })])
    await asking({ keys, log: (line) => limited.push(line) })('/v1/dimensions', bearer(TOKEN))
    expect(limited).toMatchObject([{ status: 429, key: `name-${TOKEN}` }])
  })

  it('contains at most 200 characters of the path', async () => {
    expect((await lineOf(`/${'x'.repeat(10_000)}`)).path).toBe(`/${'x'.repeat(199)}`)
    expect((await lineOf(`/${'%F0%9F%98%80'.repeat(1000)}`)).path?.length).toBeLessThanOrEqual(200)
  })

  it('is passed to the logger together with the query, and without an error', async () => {
    const given: unknown[] = []
    const path = '/v1/risk/flood?lat=1&lon=2'
    const ask = asking({ log: (_, query, error) => given.push(query, error) })
    await ask(path)
    await ask('/v1/dimensions#?a=1')
    expect(given).toEqual(['?lat=1&lon=2', undefined, '', undefined])
  })

  it('contains nothing from the token or the query', async () => {
    let keys = twoKeys
    const written: unknown[] = []
    const get = asking({ keys: { find: (token) => keys.find(token) }, log: (line) => written.push(line) })
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/).map((text) => `Q${text}`)
    const endpoints = fc.constantFrom(...everyEndpoint)
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.boolean(), endpoints, async (token, asked, known, [, endpoint]) => {
        written.length = 0
        const key = keyFixture(token, { id: 'an-id', name: 'a-name' })
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
