import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighborhoodsBundle } from '../../../data-build/neighborhoods/neighborhoods-bundle.ts'
import type { NamedArea } from '../../../data-build/neighborhoods/read-neighborhoods.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { neighborhoodBundles } from '../../../src/answers/geocode/wanted-bundles.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { openFile } from '../../library/fixtures/folder.ts'

const rectangle = (west: number, south: number, east: number, north: number) =>
  Float64Array.of(west, south, east, south, east, north, west, north, west, south)

/** Two neighborhoods side by side, the second with a hole, and a small one inside the first. */
const areas: readonly NamedArea[] = [
  {
    name: 'West End',
    city: 'Town',
    state: 'TX',
    lat: 30.05,
    lon: -97.95,
    polygons: [[rectangle(-98, 30, -97.9, 30.1)]],
  },
  {
    name: 'East End',
    city: 'Town',
    state: 'TX',
    lat: 30.01,
    lon: -97.85,
    polygons: [[rectangle(-97.9, 30, -97.8, 30.1), rectangle(-97.87, 30.04, -97.83, 30.06)]],
  },
  {
    name: 'Old Market',
    city: 'Town',
    state: 'TX',
    lat: 30.05,
    lon: -97.95,
    polygons: [[rectangle(-97.96, 30.04, -97.94, 30.06)]],
  },
]

const points: readonly NamedArea[] = [
  { name: 'Palm Grove', city: null, state: 'FL', lat: 26, lon: -80.2, polygons: [] },
  { name: 'Cypress Bend', city: null, state: 'FL', lat: 26.01, lon: -80.2, polygons: [] },
]

const made = (rows: readonly NamedArea[], id = 'neighborhoods') =>
  new Neighborhoods(memoryBundle(neighborhoodsBundle(id, rows, [])))

describe('neighborhoods with outlines', () => {
  const neighborhoods = made(areas)

  it('are found by point, the smallest first, and exclude their holes', () => {
    const at = (lon: number, lat: number) => neighborhoods.at(lon, lat)?.name ?? null
    expect([at(-97.99, 30.01), at(-97.95, 30.05), at(-97.81, 30.09), at(-97.85, 30.05), at(-97.7, 30)]).toEqual([
      'West End',
      'Old Market',
      'East End',
      null,
      null,
    ])
    expect(neighborhoods.at(-97.81, 30.09)).toEqual({
      name: 'East End',
      city: 'Town',
      state: 'TX',
      lat: 30.01,
      lon: -97.85,
    })
  })

  it('match a brute-force point-in-polygon search', () => {
    const wrong: unknown[] = []
    const coordinate = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true })
    fc.assert(
      fc.property(coordinate(-98.05, -97.75), coordinate(29.95, 30.15), (lon, lat) => {
        const holding = areas.filter(({ polygons }) =>
          polygons.some((rings) => {
            const coordinates = rings.map((ring) => Array.from({ length: 5 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]))
            return booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates })
          }),
        )
        const found = neighborhoods.at(lon, lat)?.name
        if (holding.length === 0 ? found !== undefined : found !== holding.at(-1)?.name) wrong.push([lon, lat, found])
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('populated places known only as points', () => {
  it('are found within one kilometer of a point, the nearest first', () => {
    const places = made(points, 'neighborhoods-gnis')
    const at = (lat: number) => places.at(-80.2, lat)?.name ?? null
    // One kilometer is 0.009° of latitude.
    expect([at(26.001), at(26.0049), at(26.0051), at(26.0185), at(26.0195)]).toEqual([
      'Palm Grove',
      'Palm Grove',
      'Cypress Bend',
      'Cypress Bend',
      null,
    ])
    expect(places.at(-80.2, 26.001)?.city).toBeNull()
  })

  it('are not found if the list of places is empty', () => {
    expect(made([]).at(-80, 26)).toBeNull()
    expect(made([]).count).toBe(0)
  })
})

describe('the built neighborhoods', () => {
  it('include well-known places', async () => {
    const bundles = await Promise.all(neighborhoodBundles.map((id) => openFile(dataFolder(), `${id}.bundle`)))
    const all = bundles.map((bundle) => new Neighborhoods(bundle!))
    const at = (lat: number, lon: number) => {
      const found = all.flatMap((neighborhoods) => neighborhoods.at(lon, lat) ?? [])[0]
      return found ? `${found.name}, ${found.city}` : null
    }
    expect([
      at(37.7599, -122.4148),
      at(30.305, -97.729),
      at(34.0983, -118.3267),
      at(29.743, -95.391),
      at(32.711, -117.16),
      at(25.708, -80.407),
      at(37.74, -119.59), // Yosemite Valley
    ]).toEqual([
      'Mission, San Francisco',
      'Hyde Park, Austin',
      'Hollywood, Los Angeles',
      'Neartown - Montrose, Houston',
      'Gaslamp Quarter, San Diego',
      'Kendale Lakes, null',
      null,
    ])
  })
})

describe('a damaged neighborhoods bundle', () => {
  it('is rejected with a one-sentence error', () => {
    const content = neighborhoodsBundle('neighborhoods', areas, [])
    const short = content.sections.map((section) =>
      section.name === 'lon' ? { name: 'lon', data: Int32Array.of(1) } : section,
    )
    expect(() => new Neighborhoods(memoryBundle({ ...content, sections: short }))).toThrow(
      "neighborhoods.bundle has 1 entries in section 'lon', expected 3.",
    )
    expect(() => new Neighborhoods(memoryBundle({ ...content, kind: 'schools' }))).toThrow("expected 'neighborhoods'")
  })
})
