import { describe, expect, it } from 'vitest'
import type { RatedDistrict } from '../../../data-build/districts/read-districts.ts'
import { districtFixture, found, judged, opened, type Point, rectangle } from './fixtures/districts.ts'

/** Size of a 10-arc-second cell, in degrees. */
const cell = 1 / 360

describe('the search for districts at a point', () => {
  it('returns all districts that share an edge or a corner at the point', () => {
    const squares = [
      districtFixture('4800001', rectangle(-98, 30, -97, 31)),
      districtFixture('4800002', rectangle(-97, 30, -96, 31)),
      districtFixture('4800003', rectangle(-97, 31, -96, 32)),
    ]
    const districts = opened(squares)
    expect(found(districts, -97.5, 30.5)).toEqual(['4800001'])
    expect(found(districts, -97, 30.5)).toEqual(['4800001', '4800002'])
    expect(found(districts, -97, 31)).toEqual(['4800001', '4800002', '4800003'])
    expect(found(districts, -97.5, 31.5)).toEqual([])
    expect(districts.most).toBe(3)
    expectAgreement(districts, squares)
  })

  it('handles an island in a district hole and another district in a hole of the island', () => {
    const nested = [
      districtFixture(
        '4800001',
        rectangle(-98, 30, -97, 31),
        rectangle(-97.8, 30.2, -97.2, 30.8),
        rectangle(-97.6, 30.4, -97.4, 30.6),
      ),
      districtFixture('4800002', rectangle(-97.8, 30.2, -97.2, 30.8), rectangle(-97.6, 30.4, -97.4, 30.6)),
    ]
    const districts = opened(nested)
    expect(found(districts, -97.9, 30.5)).toEqual(['4800001'])
    expect(found(districts, -97.7, 30.5)).toEqual(['4800002'])
    expect(found(districts, -97.5, 30.5)).toEqual(['4800001'])
    expect(found(districts, -97.6, 30.5)).toEqual(['4800001', '4800002'])
    expectAgreement(districts, nested)
  })

  it('returns three districts at the point where they meet', () => {
    const meeting: Point = [-97.123457, 30.456791]
    const three = [
      districtFixture('4800001', [meeting, [-98, 30], [-96.3, 29.7]]),
      districtFixture('4800002', [meeting, [-96.3, 29.7], [-96.9, 31.1]]),
      districtFixture('4800003', [meeting, [-96.9, 31.1], [-98, 30]]),
    ]
    const districts = opened(three)
    expect(found(districts, ...meeting)).toEqual(['4800001', '4800002', '4800003'])
    expectAgreement(districts, three)
  })

  it('is exact for edges on cell borders', () => {
    const onCells = [
      districtFixture('4800001', rectangle(-97, 30, -97 + 20 * cell, 30 + 20 * cell)),
      districtFixture('4800002', rectangle(-97 + 20 * cell, 30, -97 + 21 * cell, 30 + 20 * cell)),
      districtFixture('4800003', rectangle(-97 + 16 * cell, 30 + 20 * cell, -97 + 32 * cell, 30 + 36 * cell)),
    ]
    expectAgreement(opened(onCells), onCells)
  })

  it('finds districts much smaller than a cell', () => {
    const small = [
      districtFixture('4800001', rectangle(-97.00001, 30.00001, -97, 30.00002)),
      districtFixture('4800002', [
        [-96.99999, 30.00001],
        [-96.999989, 30.000011],
        [-96.99998, 30.00001],
      ]),
    ]
    const districts = opened(small)
    expect(found(districts, -97.000005, 30.000015)).toEqual(['4800001'])
    expectAgreement(districts, small)
  })

  it('is exact for level, steep and slanted slivers a millionth of a degree wide and a degree long', () => {
    const slivers = [
      districtFixture('4800001', [
        [-97, 30],
        [-96, 30.000001],
        [-96, 30.000002],
        [-97, 30.000001],
      ]),
      districtFixture('4800002', [
        [-97.5, 30],
        [-97.499999, 31],
        [-97.499998, 31],
        [-97.499999, 30],
      ]),
      districtFixture('4800003', [
        [-97, 30.5],
        [-96.2, 31.4],
        [-96.2, 31.400001],
      ]),
      // This edge rises so little that it counts as horizontal, although it may cross into another row of cells.
      districtFixture('4800004', [
        [-97, 31.6 - 1e-9],
        [-96, 31.6 + 1e-9],
        [-96.5, 31.7],
      ]),
    ]
    expectAgreement(opened(slivers), slivers)
  })

  it('applies the even-odd rule to overlapping parts and to rings that touch or cross themselves', () => {
    const knots = [
      districtFixture('4800001', [
        [-97, 30],
        [-96.8, 30.2],
        [-96.6, 30],
        [-96.6, 30.4],
        [-96.8, 30.2],
        [-97, 30.4],
      ]),
      districtFixture('4800002', [
        [-96, 30],
        [-95.6, 30.4],
        [-95.6, 30],
        [-96, 30.4],
      ]),
      districtFixture('4800003', rectangle(-96, 31, -95.5, 31.5), rectangle(-95.7, 31.2, -95.2, 31.7)),
      districtFixture('4800004', rectangle(-97, 31, -96.5, 31.5), rectangle(-97, 31, -96.5, 31.5)),
    ]
    const districts = opened(knots)
    expect(found(districts, -95.6, 31.3)).toEqual([])
    expect(found(districts, -95.6, 31.1)).toEqual(['4800003'])
    expect(found(districts, -96.7, 31.2)).toEqual([])
    expect(found(districts, -96.7, 31.5)).toEqual(['4800004'])
    expectAgreement(districts, knots)
  })

  it('is exact for rings with hundreds of edges, and checks only edges at the latitude of the point', () => {
    const star = (spikes: number, lon: number): Point[] =>
      Array.from({ length: spikes * 2 }, (_, i) => {
        const far = i % 2 === 0 ? 0.4 : 0.1
        const angle = (i * Math.PI) / spikes
        return [lon + far * Math.cos(angle), 30 + far * Math.sin(angle)]
      })
    // Edge counts from one below a multiple of sixteen to two above.
    const stars = [15, 16, 17, 18, 31, 32, 33, 34, 400].map((edges, i) =>
      districtFixture(String(4800001 + i), star(200, -97 - i).slice(0, edges)),
    )
    expectAgreement(opened(stars), stars, 4)
  })

  it('handles rings with one or two points', () => {
    const thin = [
      districtFixture('4800001', [[-97, 30]]),
      districtFixture('4800002', [
        [-96, 30],
        [-95.7, 30.1],
      ]),
    ]
    const districts = opened(thin)
    expect(found(districts, -95.7, 30.1)).toEqual(['4800002'])
    expectAgreement(districts, thin)
  })

  it('returns the districts at the corners of the coordinate range', () => {
    const corners = [
      districtFixture('4800001', rectangle(-180, -90, -179.9, -89.9)),
      districtFixture('4800002', rectangle(179.9, 89.9, 180, 90)),
      districtFixture('4800003', rectangle(-180, 89.9, -179.9, 90)),
    ]
    const districts = opened(corners)
    expect(found(districts, -180, -90)).toEqual(['4800001'])
    expect(found(districts, 180, 90)).toEqual(['4800002'])
    expect(found(districts, -180, 90)).toEqual(['4800003'])
    expect(found(districts, 180, -90)).toEqual([])
    expectAgreement(districts, corners)
  })

  it('returns nothing for invalid coordinates', () => {
    const strips = [rectangle(-180, 0, 180, 1), rectangle(1, -90, 2, 90)]
    const districts = opened([districtFixture('4800001', ...strips)], 120)
    for (const [lon, lat] of [
      [180, 0.5],
      [-180, 0.5],
      [1.5, 90],
      [1.5, -90],
    ])
      expect(found(districts, lon, lat)).toEqual(['4800001'])
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 180.000001, -1e300]) {
      expect(found(districts, wrong, 0.5)).toEqual([])
      expect(found(districts, 1.5, wrong)).toEqual([])
    }
  })
})

/**
 * Compares the districts with turf at every vertex, along each edge (cut into `parts`), at distances from 2e-14° to
 * 0.01° from these points, and on a grid over all districts.
 */
function expectAgreement(districts: Parameters<typeof found>[0], made: readonly RatedDistrict[], parts = 16): void {
  const judge = judged(made)
  const check = (lon: number, lat: number) => {
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return
    const answer = found(districts, lon, lat).join()
    const expected = judge(lon, lat).join()
    if (answer !== expected) expect(answer, `${lon}, ${lat}`).toBe(expected)
  }
  expect(made.length).toBe(districts.count)
  for (const ring of made.flatMap(({ rings }) => rings))
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const next = (i + 2) % ring.length
      for (let part = 0; part < parts; part++) {
        const lon = ring[i] + ((ring[next] - ring[i]) * part) / parts
        const lat = ring[i + 1] + ((ring[next + 1] - ring[i + 1]) * part) / parts
        check(lon, lat)
        for (const far of [2e-14, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, cell, 0.01])
          for (const [x, y] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
            [0.7, 0.4],
            [-0.3, 0.9],
          ])
            check(lon + x * far, lat + y * far)
      }
    }
  const all = made.flatMap(({ rings }) =>
    rings.flatMap((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [ring[i * 2], ring[i * 2 + 1]])),
  )
  const [west, east] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))]
  const [south, north] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y))]
  for (let x = -1; x <= 41; x++)
    for (let y = -1; y <= 41; y++) check(west + ((east - west) * x) / 40, south + ((north - south) * y) / 40)
}
