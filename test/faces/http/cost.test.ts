import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/faces/http/app.ts'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import type { PoolTask, RequestPool } from '../../../src/faces/http/pool.ts'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { toolSets } from '../../../src/faces/mcp/tools.ts'
import { LONGEST } from '../../../src/library/contract/endpoint.ts'
import { placesCost } from '../../../src/library/contract/place-cost.ts'
import { asking, bearer, libraryFixture, TOKEN } from './fixtures/app.ts'
import { keyFixture } from './fixtures/keys.ts'

const BATCH = '/v1/scores/batch'

/** Returns a pool that answers at once and records its tasks. */
function recordingPool() {
  const tasks: PoolTask[] = []
  const pool: RequestPool = {
    async run(task) {
      tasks.push(task)
      return { head: { status: 200 }, body: new TextEncoder().encode('"by a thread"') }
    },
    async close() {},
  }
  return { tasks, pool }
}

const batchOf = (count: number, radius?: number) => ({
  method: 'POST',
  body: JSON.stringify({
    points: Array.from({ length: count }, (_, at) => ({ lat: 30 + at / 1000, lon: -97, radius })),
    dimensions: ['fire'],
  }),
})

describe('a batch', () => {
  it.each([
    [1, undefined, 1],
    [10, 150, 10],
    [10, 151, 20],
    [10, 2500, 20],
    [10, 10_000, 30],
    [10, 50_000, 100],
    [10, 50_001, 200],
    [1, '2500', 2],
  ])('with %i places and a radius of %s m counts %i against the monthly quota', async (count, radius, scores) => {
    const ask = asking({ keys: knownKeys([keyFixture(TOKEN, { monthly: 1000 })]) })
    const { status, headers } = await ask(BATCH, { ...bearer(TOKEN), ...batchOf(count, radius as number) })
    expect(status).toBe(200)
    expect(headers.get('x-ratelimit-remaining')).toBe(`${1000 - scores}`)
  })

  it.each([
    [1501, 2500],
    [751, 10_000],
    [121, 50_000],
    [31, 10_000_000],
    [31, '1e7'],
  ])(
    'with %i places and a radius of %s m is rejected, and counts as 1 against the monthly quota',
    async (count, radius) => {
      const ask = asking({ keys: knownKeys([keyFixture(TOKEN, { monthly: 1000 })]) })
      const refused = await ask(BATCH, { ...bearer(TOKEN), ...batchOf(count, radius as number) })
      expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([422, '999'])
      expect(JSON.parse(refused.body).detail).toMatchObject([{ type: 'limit_exceeded', loc: ['body', 'points'] }])
      const answered = await ask(BATCH, { ...bearer(TOKEN), ...batchOf(1, radius as number) })
      expect(answered.status).toBe(200)
    },
  )

  it.each([
    [30, undefined, false],
    [40, undefined, true],
    [2, 2500, false],
    [3, 2500, true],
    [1, 50_000, true],
  ])('with %i places and a radius of %s m uses a worker thread: %s', async (count, radius, isLong) => {
    const { tasks, pool } = recordingPool()
    const { body } = await asking({ pool })(BATCH, batchOf(count, radius))
    expect([tasks.map(({ kind }) => kind), body === '"by a thread"']).toEqual([isLong ? ['values'] : [], isLong])
  })
})

it('places cost the same over HTTP and MCP, and the error for too many places names the argument', () => {
  const circles = (count: number) => Array.from({ length: count }, () => ({ radius: 1e7 }))
  expect(placesCost(circles(15), 'places')).toEqual({ scores: 300, milliseconds: LONGEST })
  expect(() => placesCost(circles(16), 'places')).toThrow(
    expect.objectContaining({ code: 'limit_exceeded', detail: [expect.objectContaining({ loc: ['body', 'places'] })] }),
  )
  for (const tool of toolSets.core.filter(({ name }) => name === 'scores' || name === 'compare')) {
    const input = { places: circles(10).map((circle) => ({ ...circle, lat: 30, lon: -97 })) }
    expect(tool.prepare(libraryFixture, input).cost).toEqual(placesCost(circles(10), 'places'))
  }
})

it('a body over 64 KB is parsed by a worker thread', async () => {
  const { tasks, pool } = recordingPool()
  await asking({ pool })('/v1/find', { method: 'POST', body: ' '.repeat(65_537) })
  expect(tasks.map(({ kind }) => kind)).toEqual(['body'])
})

it.each([
  ['levels', '['.repeat(2_000_000), 'More than 100 levels'],
  ['keys', `{${'"a":1,'.repeat(200_000)}`, 'More than 1,000 keys in an object'],
  ['levels after a long list', `[${'1,'.repeat(100_000)}${'['.repeat(100)}`, 'More than 100 levels'],
])('a body with too many %s is rejected while it arrives, without a worker thread', async (_, body, sentence) => {
  const { tasks, pool } = recordingPool()
  const { status, body: answer } = await asking({ pool })('/v1/find', { method: 'POST', body })
  expect([status, tasks]).toEqual([422, []])
  expect(answer).toContain(sentence)
})

it.each([
  ['a request for a place with a small radius', '/v1/scores?lat=30&lon=-97&radius=2000', false],
  ['a request for a place with a large radius', '/v1/scores?lat=30&lon=-97&radius=20000', true],
  ['a request for a large circle', '/v1/scores/around?lat=30&lon=-97&radius=20000', true],
  ['a request for an explanation in a large circle', '/v1/explain/flood?lat=30&lon=-97&radius=20000', true],
  ['a request for an exact place', '/v1/scores?lat=30&lon=-97', false],
])('%s uses a worker thread only if it is slow', async (_, path, isLong) => {
  const { tasks, pool } = recordingPool()
  await asking({ pool })(path)
  expect(tasks).toHaveLength(isLong ? 1 : 0)
})

describe('MCP', () => {
  const place = { lat: 30.27, lon: -97.74 }
  const ask = async (body: string, pool: RequestPool | null) => {
    const mcp = mcpHandler(libraryFixture, { version: '1', tools: 'core' })
    const app = createApp(libraryFixture, { mcp, pool })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return app.request('http://localhost/mcp', { method: 'POST', body, headers })
  }
  const call = (name: string, input: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })

  it.each<[string, string, boolean]>([
    ['an area', call('area', { area: 'Austin, TX' }), true],
    ['a search', call('find', { where: { walkability: { min: 200 } }, within: 'Austin, TX' }), true],
    ['a ranking', call('rank', { dimension: 'walkability', of: 'zip' }), true],
    ['a map', call('map', { dimension: 'walkability', ...place }), true],
    ['scores of many places', call('scores', { places: Array(100).fill(place) }), true],
    ['scores of a large circle', call('scores', { places: [{ ...place, radius: 60_000 }] }), true],
    ['a long body', call('scores', { places: [{ ...place, label: 'x'.repeat(66_000) }] }), true],
    ['scores of a place', call('scores', { places: [place] }), false],
    ['refused arguments', call('area', { area: 7 }), false],
    ['a list of tools', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), false],
    ['invalid JSON', '{', false],
  ])('uses a worker thread for %s only if it is slow', async (_, body, isLong) => {
    const { tasks, pool } = recordingPool()
    const response = await ask(body, pool)
    expect([tasks.map(({ kind }) => kind), (await response.text()) === '"by a thread"']).toEqual([
      isLong ? ['mcp'] : [],
      isLong,
    ])
  })

  it.each([
    ['deep', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`, 'More than 100 levels'],
    ['wide', `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":1`)}}`, 'More than 1,000 keys in an object'],
  ])('rejects arguments that are too %s before they are parsed', async (_, input, sentence) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"scores","arguments":${input}}}`
    const response = await ask(body, null)
    expect([response.status, (await response.json()).error.message]).toEqual([400, `Invalid Request: ${sentence}`])
  })
})
