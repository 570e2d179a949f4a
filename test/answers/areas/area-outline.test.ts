import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: [] })

const outlineOf = (area: Parameters<typeof vicinage.area>[0]) => vicinage.area(area, { outline: true }).outline

/** Returns points spread evenly over the box of an area and its surroundings, by a sequence with low discrepancy. */
function pointsAround(area: string, count: number) {
  const { west, south, east, north } = vicinage.area(area).box
  const across = (part: number, low: number, high: number) => low + (1.2 * part - 0.1) * (high - low)
  return Array.from({ length: count }, (_, i) => ({
    lon: across((i * 0.7548776662466927) % 1, west, east),
    lat: across((i * 0.5698402909980532) % 1, south, north),
  }))
}

type Reversed = ReturnType<typeof vicinage.reverse>

describe('the outline of an area', () => {
  it.each<[area: string, isIn: (at: Reversed, point: { lat: number; lon: number }) => boolean]>([
    ['Hyde Park, Austin', ({ neighborhood, city }) => neighborhood === 'Hyde Park' && city === 'Austin'],
    ['78704', ({ zip }) => zip === '78704'],
    ['Austin, TX', ({ city, in_city }) => city === 'Austin' && in_city === true],
    ['Key West, FL', ({ city, in_city }) => city === 'Key West' && in_city === true],
    ['Austin ISD', (_, point) => vicinage.schools.districts(point).districts.some(({ geoid }) => geoid === '4808940')],
  ])('of %s contains the same points as other functions place there', (area, isIn) => {
    const outline = outlineOf(area)!
    let inside = 0
    for (const { lat, lon } of pointsAround(area, 1000)) {
      const found = vicinage.reverse({ lat, lon })
      // Points on the open sea are in no covered state, so they have no names.
      if (found.state === null) continue
      const expected = isIn(found, { lat, lon })
      inside += Number(expected)
      if (booleanPointInPolygon([lon, lat], outline) !== expected) throw new Error(`${lat}, ${lon}`)
    }
    expect(inside).toBeGreaterThan(100)
  })

  it('has closed rings without repeated positions, and is wound as RFC 7946 requires', () => {
    for (const area of ['Hyde Park, Austin', 'Austin, TX']) {
      for (const rings of outlineOf(area)!.coordinates) {
        rings.forEach((ring, i) => {
          expect(ring[0]).toEqual(ring.at(-1))
          let area2 = 0
          for (const [at, [lon, lat]] of ring.slice(1).entries()) {
            expect([lon, lat]).not.toEqual(ring[at])
            area2 += ring[at]![0]! * lat! - lon! * ring[at]![1]!
          }
          expect(area2 > 0).toBe(i === 0)
        })
      }
    }
  })

  it('is an area with the same land', () => {
    for (const area of ['Hyde Park, Austin', '78704', 'Mesquite, TX'])
      expect(vicinage.area(outlineOf(area)!).land_km2).toBe(vicinage.area(area).land_km2)
  })

  it('is null for a circle, a box and census areas, and absent unless requested', () => {
    const { box } = vicinage.area('78704')
    for (const area of [
      { lat: 30.3, lon: -97.7, radius: 500 },
      box,
      'Travis County, TX',
      'TX',
      { tract: '48453000302' },
    ])
      expect(outlineOf(area)).toBeNull()
    expect(vicinage.area('78704')).not.toHaveProperty('outline')
    expect(() => vicinage.area('78704', { outline: 'yes' as never })).toThrow(/outline/)
  })
})
