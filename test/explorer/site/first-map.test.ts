import { readFileSync } from 'node:fs'
import type { LineString, Position } from 'geojson'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DrawnBaseMap, readBaseMap } from '../../../src/data/base-map.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { getFirstMap } from '../../../src/explorer/site/first-map.ts'

let base: DrawnBaseMap
beforeAll(async () => {
  base = readBaseMap(await readBundle(new Uint8Array(readFileSync('dist-data/base-map.bundle')), 'base-map.bundle'))
})

describe('the first map', () => {
  it('contains every interstate, at most half a kilometer off its course, and no other roads', () => {
    const roads = getFirstMap(base).ground.features
    const interstates = base.roads.features.filter(({ properties }) => properties.kind === 'interstate')
    expect(roads.map(({ properties }) => properties)).toEqual(
      interstates.map(() => ({ part: 'roads', kind: 'interstate' })),
    )
    const degrees = ([x, y]: Position, [otherX, otherY]: Position) => Math.hypot(x - otherX, y - otherY)
    for (const [i, { geometry }] of interstates.entries()) {
      const { coordinates } = roads[i].geometry as LineString
      for (const end of [0, -1])
        expect(degrees(coordinates.at(end)!, geometry.coordinates.at(end)!)).toBeLessThan(0.001)
      for (const point of geometry.coordinates)
        expect(Math.min(...coordinates.map((kept) => degrees(kept, point)))).toBeLessThan(0.0055)
    }
  })

  it("labels the states and every city of 15,000 people, in less than a tenth of the base map's size", () => {
    const { labels, ...rest } = getFirstMap(base)
    const names = labels.features.map(({ properties }) => properties?.name)
    const expected = base.labels.features.filter(
      ({ properties: { kind, people } }) => kind === 'state' || (kind === 'city' && people >= 15_000),
    )
    expect(names).toEqual(expected.map(({ properties }) => properties.name))
    for (const name of ['California', 'Austin', 'Coral Gables', 'Palo Alto']) expect(names).toContain(name)
    const size = (sources: object) => JSON.stringify(sources).length
    expect(size({ labels, ...rest })).toBeLessThan(size(base) / 10)
  })
})
