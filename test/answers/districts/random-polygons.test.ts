import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../support/runs.ts'
import { districtFixture, found, judged, opened, type Point } from './fixtures/districts.ts'

/**
 * Polygons on a coarse grid share vertices, edges and cell borders far more often than random ones.
 */
const steps = [1 / 360, 1 / 720, 0.003171, 0.01]
const origins: readonly Point[] = [
  [-97.3, 30.1],
  [-122, 37],
  [0, 0],
  [-180, -90],
  [179.8, 89.8],
]
const place = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
const ring = fc.array(place, { minLength: 1, maxLength: 9 })
const polygons = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { maxLength: 5 })
const offsets = fc.constantFrom(0, 0, 0.5, 1e-12, -1e-9, 1e-6, -1e-4, 0.0314, 0.25)
const point = fc.tuple(place, offsets, offsets)

it('random polygons on a grid contain the same points as in turf', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...steps),
      fc.constantFrom(...origins),
      fc.constantFrom(3, 10, 15),
      polygons,
      fc.array(point, { minLength: 60, maxLength: 60 }),
      (step, [west, south], cell, shapes, points) => {
        const at = ([x, y]: readonly [number, number]): Point => [west + x * step, south + y * step]
        const made = shapes.map((rings, i) =>
          districtFixture(String(4800000 + i), ...rings.map((each) => each.map(at))),
        )
        const districts = opened(made, cell)
        const judge = judged(made)
        for (const [[x, y], dx, dy] of points) {
          const [lon, lat] = at([x + dx, y + dy])
          if (Math.abs(lon) > 180 || Math.abs(lat) > 90) continue
          expect(found(districts, lon, lat)).toEqual(judge(lon, lat))
        }
      },
    ),
    { numRuns: runs(300, 100), seed: 20 },
  )
})

const lon = fc.double({ min: -1, max: 1, noNaN: true })
const lat = fc.double({ min: -0.5, max: 0.5, noNaN: true })
const rings = (x: typeof lon, y: typeof lat) =>
  fc.array(fc.array(fc.tuple(x, y), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })

it('outlines with arbitrary doubles as vertices are stored bit for bit', () => {
  fc.assert(
    fc.property(rings(lon, lat), (shapes) => {
      const made = shapes.map((each, i) => districtFixture(String(1200000 + i), each))
      const districts = opened(made, 60)
      // toEqual distinguishes 0 from -0.
      made.forEach((district, i) => {
        expect(districts.outline(i)).toEqual(district.rings)
      })
    }),
    { numRuns: runs(300, 100), seed: 21 },
  )
})

it('polygons with arbitrary doubles as vertices contain the same points as in turf', () => {
  // Products below 1e-308 underflow to 0. This includes turf's cross products, so turf would place every point on the
  // edge.
  const sizeable = (values: typeof lon) => values.map((value) => (Math.abs(value) < 1e-100 ? 0 : value))
  const [x, y] = [sizeable(lon), sizeable(lat)]
  fc.assert(
    fc.property(rings(x, y), fc.array(fc.tuple(x, y), { maxLength: 30 }), (shapes, points) => {
      const made = shapes.map((each, i) => districtFixture(String(1200000 + i), each))
      const districts = opened(made, 60)
      const judge = judged(made)
      for (const [px, py] of [...points, ...shapes.flat()])
        expect(found(districts, px, py), `${px}, ${py}`).toEqual(judge(px, py))
    }),
    { numRuns: runs(300, 100), seed: 22 },
  )
})
