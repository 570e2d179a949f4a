import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestOther } from '../../../src/answers/scores/nearest-other.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'

const PER_DEGREE = 1800 // cells of 2 arc-seconds, 62 m high

/** Returns the distance to the nearest cell by measuring the distance to every cell. */
function nearestOf(cells: readonly [number, number][], lat: number, lon: number): number {
  const between = (value: number, low: number) => Math.min(Math.max(value, low), low + 1 / PER_DEGREE)
  const distances = cells.map(([x, y]) =>
    metersBetween(lat, lon, between(lat, y / PER_DEGREE - 90), between(lon, x / PER_DEGREE - 180)),
  )
  return Math.min(...distances)
}

describe('nearestOther()', () => {
  it('returns the nearest matching cell at any latitude', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        fc.uniqueArray(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
          minLength: 1,
          maxLength: 5,
          selector: String,
        }),
        (lat, lon, offsets) => {
          const [x, y] = [Math.floor((lon + 180) * PER_DEGREE), Math.floor((lat + 90) * PER_DEGREE)]
          const cells = offsets.map(([dx, dy]): [number, number] => [x + dx, y + dy])
          const keys = new Set(cells.map(String))
          const cellAt = (atLon: number, atLat: number) =>
            [Math.floor((atLon + 180) * PER_DEGREE), Math.floor((atLat + 90) * PER_DEGREE)].join()
          const isOther = (atLon: number, atLat: number) => keys.has(cellAt(atLon, atLat))
          const expected = nearestOf(cells, lat, lon)
          const nearest = nearestOther(lat, lon, PER_DEGREE, isOther, 5000)!
          expect(nearest.meters).toBeCloseTo(expected, 6)
          expect(keys).toContain(cellAt(nearest.lon, nearest.lat))
          const [nearestX, nearestY] = cellAt(nearest.lon, nearest.lat).split(',').map(Number)
          expect(nearestOf([[nearestX, nearestY]], lat, lon)).toBeCloseTo(expected, 6)
          if (expected > 1) {
            expect(nearestOther(lat, lon, PER_DEGREE, isOther, expected - 0.5)).toBeNull()
            expect(nearestOther(lat, lon, PER_DEGREE, isOther, expected + 0.5)).toEqual(nearest)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('returns the cell of the place itself if it matches, or the direction and center of another cell', () => {
    const everywhere = () => true
    expect(nearestOther(30.0001, -97.0001, PER_DEGREE, everywhere, 100)).toMatchObject({ meters: 0 })
    // The cell north of the cell that contains the place.
    const north = nearestOther(30.0001, -96.9999, PER_DEGREE, (_, lat) => lat > 30 + 1 / PER_DEGREE, 100)!
    expect(north.direction).toBe('north')
    expect(north.lat).toBeCloseTo(30 + 1.5 / PER_DEGREE, 9)
    expect(north.lon).toBeCloseTo(-97 + 0.5 / PER_DEGREE, 9)
    expect(north.meters).toBeCloseTo((1 / PER_DEGREE - 0.0001) * 111_195, 0)
    expect(nearestOther(30, -97, PER_DEGREE, () => false, 300)).toBeNull()
  })
})
