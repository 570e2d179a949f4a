import { beforeAll, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { asking } from './fixtures/app.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

const within = { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }
const states = { west: -125, south: 24, east: -79, north: 42 }
const where = { walkability: { min: 30 } }
const LEAN = 'ideological-lean'

async function post(body: unknown) {
  const { status, body: text } = await asking({}, vicinage)('/v1/find', { method: 'POST', body: JSON.stringify(body) })
  return { status, answer: JSON.parse(text) as Record<string, unknown> }
}

it('POST /v1/find returns the same answer as find() of the library', async () => {
  expect(await post({ where, within, limit: 3, rank_by: 'size', outline: true })).toEqual({
    status: 200,
    answer: vicinage.find({ where, within, limit: 3, rank_by: 'size', outline: true }),
  })
})

it.each([
  ['a request without conditions', { within }, ['body', 'where'], 'missing'],
  ['an unknown dimension', { where: { charm: {} }, within }, ['body', 'where', 'charm'], 'value_error'],
  ['a dimension about residents', { where: { [LEAN]: { min: 3 } }, within }, ['body', 'where', LEAN], 'value_error'],
  ['too many areas', { where, within, limit: 51 }, ['body', 'limit'], 'less_than_equal'],
  ['an area of all states', { where, within: states }, ['body', 'within'], 'limit_exceeded'],
])('POST /v1/find rejects %s', async (_, body, loc, type) => {
  const { status, answer } = await post(body)
  expect({ status, answer }).toMatchObject({ status: 422, answer: { detail: [{ loc, type }] } })
})

it('POST /v1/find responds with 404 for an unknown area and for a dimension that is not in the data', async () => {
  expect(await post({ where, within: { county: '48999' } })).toMatchObject({ status: 404 })
  expect(await post({ where: { flood: { min: 1 } }, within })).toMatchObject({ status: 404 })
})
