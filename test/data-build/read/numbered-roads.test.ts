import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readNumberedRoads } from '../../../data-build/read/numbered-roads.ts'
import type { RoadLine } from '../../../data-build/read/roads.ts'
import { folderFixture } from './fixtures/folder.ts'

const road = (type: string, route: string, name: string, coordinates: readonly (readonly number[])[]) => ({
  type: 'Feature',
  properties: { type, route, name, state: 'TX' },
  geometry: { type: 'LineString', coordinates },
})

async function read(features: readonly object[], others: readonly RoadLine[] = []) {
  const collection = JSON.stringify({ type: 'FeatureCollection', features })
  const folder = folderFixture({ 'roads/highways_I_US_State_TX.geojson.gz': gzipSync(collection) })
  return (await readNumberedRoads(folder, others)).map(({ route, access, line }) => ({
    route,
    access,
    line: [...line],
  }))
}

const east = (lat: number) => [
  [-97, lat],
  [-96.9, lat],
]

it('numbered roads are named by class and number, without business routes', async () => {
  const features = [
    road('SR', '8', 'State Loop 8', east(30)),
    road('US', '75', 'N US Hwy 75', east(31)),
    road('SR', '7', 'State Hwy 7', east(32)),
    road('SR', '121H', 'State Hwy 121H Bus', east(33)),
  ]
  expect((await read(features)).map(({ route, access }) => [route, access])).toEqual([
    ['US75', 'limited'],
    ['SL8', 'limited'],
    ['SH7', 'open'],
  ])
})

it('a road with two numbers is drawn once, under the higher class', async () => {
  const features = [road('SR', '5', 'State Hwy 5', east(30.0005)), road('US', '1', 'US Hwy 1', east(30))]
  expect((await read(features)).map(({ route }) => route)).toEqual(['US1'])
  const known = { state: 'TX', route: '10', interstate: true, drawn: true, aadt: null }
  const line = Float64Array.of(-97, 30, -96.9, 30)
  expect(await read(features, [{ ...known, line }])).toEqual([])
})

it('a numbered road is not split where it crosses another road', async () => {
  const north = [
    [-96.95, 29.95],
    [-96.95, 30.05],
  ]
  const roads = await read([road('US', '1', 'US Hwy 1', east(30)), road('SR', '7', 'State Hwy 7', north)])
  expect(roads[1].line).toEqual(north.flat())
})

it('a numbered road is not drawn where it runs along another road', async () => {
  const joins = [
    [-96.9, 30.0005],
    [-96.95, 30.0005],
    [-96.95, 30.05],
  ]
  const [, own] = await read([road('US', '1', 'US Hwy 1', east(30)), road('SR', '7', 'State Hwy 7', joins)])
  expect(Math.min(...own.line.filter((_, i) => i % 2 === 1))).toBeLessThan(30.01)
  expect(own.line.slice(-2)).toEqual([-96.95, 30.05])
  expect(own.line).not.toContain(-96.9)
})

it('the list of numbered roads is empty if the files are missing', async () => {
  expect(await readNumberedRoads(folderFixture({}), [])).toEqual([])
})
