import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridContains } from '../../../src/answers/areas/polygon-grid.ts'
import { polygonRegion } from '../../../src/answers/areas/region.ts'
import { readBox } from '../../../src/base/geo/boxes.ts'

type Ring = readonly (readonly [number, number])[]

function judge([lon, lat]: readonly [number, number], rings: readonly Ring[]): boolean {
  return booleanPointInPolygon([lon, lat], {
    type: 'Polygon',
    coordinates: rings.map((ring) => ring.map((at) => [...at])),
  })
}

/** Builds a grid over rings. Places that the grid cannot decide are passed to `judge` and counted. */
function gridOf(rings: readonly Ring[]) {
  const box = readBox(rings.map((ring) => ring.flat()))
  let left = 0
  const contains = gridContains(
    rings.map((ring) => Float64Array.from(ring.flat())),
    box,
    (lon, lat) => {
      left++
      return judge([lon, lat], rings)
    },
  )
  return { box, contains, left: () => left }
}

const whole = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
const real = fc.tuple(
  fc.double({ min: -97.8, max: -97.7, noNaN: true }),
  fc.double({ min: 30.2, max: 30.3, noNaN: true }),
)

describe.each([
  [
    'corners of a lattice',
    whole,
    fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })).map(([x, y]) => [x / 2, y / 2] as const),
  ],
  ['corners anywhere', real, real],
] as const)('a grid over a polygon with %s', (_, corner, place) => {
  it('contains the same points as turf, even if rings cross themselves, touch or repeat corners', () => {
    const ring = fc.array(corner, { minLength: 3, maxLength: 40 }).map((corners) => [...corners, corners[0]])
    fc.assert(
      fc.property(
        fc.array(ring, { minLength: 1, maxLength: 3 }),
        fc.array(place, { minLength: 20, maxLength: 20 }),
        (rings, places) => {
          const { box, contains } = gridOf(rings)
          fc.pre(box.west < box.east && box.south < box.north)
          return [...places, ...rings[0]].every((at) => contains(at[0], at[1]) === judge(at, rings))
        },
      ),
    )
  })
})

it('a polygon grid classifies points correctly next to an edge that runs through reference points', () => {
  const rings: readonly Ring[] = [
    [
      [5, 2],
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [5, 2],
    ],
  ]
  const { contains } = gridOf(rings)
  for (const lat of [0.3, 0.4, 0.5, 1.1, 1.2, 1.3]) expect(contains(1, lat), String(lat)).toBe(judge([1, lat], rings))
  expect(contains(1, 0.5)).toBe(true)
})

/** Returns a ring of teeth that cross the whole box, upright or slanted. */
function comb(teeth: number, slant: number): Ring {
  const corners = Array.from({ length: teeth }, (_, i) => {
    const lon = -110 + (i / teeth) * 10
    return (i % 2 === 0 ? [lon, 26] : [lon + slant, 36]) as [number, number]
  })
  return [...corners, corners[0]]
}

it.each([
  ['upright', 0],
  ['slanting', 10],
])('a polygon grid over a comb of %s teeth seldom checks edges one by one', (_, slant) => {
  const rings = [comb(2000, slant)]
  const { contains, left } = gridOf(rings)
  const before = left()
  const places = Array.from(
    { length: 400 },
    (_, i) => [-110 + ((i * 0.618) % 1) * (10 + slant), 26 + ((i * 0.755) % 1) * 10] as const,
  )
  expect(places.filter((at) => contains(at[0], at[1]) !== judge(at, rings))).toEqual([])
  expect(places.filter((at) => judge(at, rings)).length).toBeGreaterThan(50)
  expect(left() - before).toBeLessThan(5)
})

it('a polygon grid of many polygons covers the union of the polygons', () => {
  const star = Array.from(
    { length: 301 },
    (_, i) => [4 * Math.cos(i * 2.4) - 97, 4 * Math.sin(i * 2.4) + 30] as [number, number],
  )
  const polygons = [
    [[...star, star[0]]],
    ...Array.from({ length: 60 }, (_, i): Ring[] => {
      const [lon, lat] = [-101 + (i % 10), 26 + Math.floor(i / 10)]
      return [
        [
          [lon, lat],
          [lon + 0.6, lat],
          [lon + 0.6, lat + 1.4],
          [lon, lat + 1.4],
          [lon, lat],
        ],
      ]
    }),
  ]
  const region = polygonRegion({ type: 'MultiPolygon', coordinates: polygons })
  const places = Array.from(
    { length: 3000 },
    (_, i) => [-101.5 + (i % 100) / 10, 25.5 + Math.floor(i / 100) / 4] as const,
  )
  const isInside = (at: readonly [number, number]) => polygons.some((rings) => judge(at, rings))
  expect(places.filter((at) => region.contains(at[0], at[1]) !== isInside(at))).toEqual([])
  expect(places.some(isInside)).toBe(true)
})
