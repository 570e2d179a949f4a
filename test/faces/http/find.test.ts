import { beforeAll, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { asking } from './fixtures/app.ts'

let made: Vicinage
beforeAll(async () => {
  made = await openVicinage({ data: await folderFixture() })
})

const within = { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }
const states = { west: -125, south: 24, east: -79, north: 42 }
const where = { walkability: { min: 30 } }
const LEAN = 'ideological-lean'

async function post(body: unknown) {
  const { status, body: text } = await asking({}, made)('/v1/find', { method: 'POST', body: JSON.stringify(body) })
  return { status, answer: JSON.parse(text) as Record<string, unknown> }
}

it('answers as the library', async () => {
  expect(await post({ where, within, limit: 3, rank_by: 'size', outline: true })).toEqual({
    status: 200,
    answer: made.find({ where, within, limit: 3, rank_by: 'size', outline: true }),
  })
})

it.each([
  ['no conditions', { within }, ['body', 'where'], 'missing'],
  ['a dimension that is none', { where: { charm: {} }, within }, ['body', 'where', 'charm'], 'value_error'],
  ['residents', { where: { [LEAN]: { min: 3 } }, within }, ['body', 'where', LEAN], 'value_error'],
  ['too many areas', { where, within, limit: 51 }, ['body', 'limit'], 'less_than_equal'],
  ['all states', { where, within: states }, ['body', 'within'], 'limit_exceeded'],
])('refuses %s', async (_, body, loc, type) => {
  const { status, answer } = await post(body)
  expect({ status, answer }).toMatchObject({ status: 422, answer: { detail: [{ loc, type }] } })
})

it('is not found where the name, or the data, are not there', async () => {
  expect(await post({ where, within: { county: '48999' } })).toMatchObject({ status: 404 })
  expect(await post({ where: { flood: { min: 1 } }, within })).toMatchObject({ status: 404 })
})
