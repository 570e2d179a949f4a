import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dogRaw, isDogPark, isTrailhead, nearestPoint } from '../../data-build/score/dog-friendliness/score.ts'
import { dogFriendliness } from '../../src/dimensions/dog-friendliness.ts'
import { reading } from './reading.ts'

const unknown = Number.NaN

describe('dogRaw', () => {
  it('is the mean of walkability and park access', () => {
    expect(dogRaw(0.4, 80, unknown, unknown)).toBeCloseTo(0.6, 12)
  })

  it('falls back on walkability where park access is null', () => {
    expect(dogRaw(0.4, unknown, unknown, unknown)).toBeCloseTo(0.4, 12)
  })

  it('adds 0.12 at a dog park and 0.03 at a trailhead, fading with distance', () => {
    expect(dogRaw(0, 0, 0, 0)).toBeCloseTo(0.15, 12)
    expect(dogRaw(0, 0, 2, unknown)).toBeCloseTo(0.12 / Math.E, 12)
    expect(dogRaw(0, 0, unknown, 1.5)).toBeCloseTo(0.03 / Math.E, 12)
  })

  it('never takes away for a distance', () => {
    const km = fc.double({ min: 0, max: 12, noNaN: true })
    fc.assert(
      fc.property(km, km, (park, trail) => {
        expect(dogRaw(0.3, 50, park, trail)).toBeGreaterThanOrEqual(dogRaw(0.3, 50, unknown, unknown))
      }),
    )
  })
})

describe('isDogPark', () => {
  it('goes by kind or by whole words of the name', () => {
    expect(isDogPark('SUNNY CIRCLE', 'NEIGHBORHOOD PARK / DOG PARK')).toBe(true)
    expect(isDogPark('RIVERSIDE PAW PARK', 'NEIGHBORHOOD PARK / PLAYGROUND')).toBe(true)
    expect(isDogPark('HOLOPAW PARK', 'NEIGHBORHOOD PARK')).toBe(false)
    expect(isDogPark('DOG LAKE ROAD', 'NATURE PARK')).toBe(false)
    expect(isDogPark('BARKLEY SQUARE', 'NEIGHBORHOOD PARK')).toBe(false)
  })
})

describe('isTrailhead', () => {
  it('takes trails and trailheads, not walking paths', () => {
    expect(isTrailhead('NATURE PARK / MULTI-USE TRAILHEAD')).toBe(true)
    expect(isTrailhead('NATURE PARK / MULTI-USE TRAIL')).toBe(true)
    expect(isTrailhead('NEIGHBORHOOD PARK / WALKING PATH')).toBe(false)
  })
})

describe('nearestPoint', () => {
  it('agrees with great circles to a per mille and is null beyond reach', () => {
    const near = fc.record({
      lat: fc.double({ min: 28, max: 28.4, noNaN: true }),
      lon: fc.double({ min: -82, max: -81.6, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(near, { minLength: 1, maxLength: 8 }), near, (points, place) => {
        const lat = Float64Array.from(points, (point) => point.lat)
        const lon = Float64Array.from(points, (point) => point.lon)
        const at = { lat: Float64Array.of(place.lat), lon: Float64Array.of(place.lon) }
        const km = nearestPoint({ lat, lon }, at, 12)[0]
        const truth = Math.min(...points.map((point) => greatCircleKm(point, place)))
        if (Number.isNaN(km)) expect(truth).toBeGreaterThan(12 * 0.999)
        else expect(Math.abs(km - truth)).toBeLessThan(0.001 * truth + 1e-4)
      }),
    )
  })
})

/** Haversine on the sphere of radius 6,371.0 km. */
function greatCircleKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = Math.PI / 180
  const up = Math.sin(((a.lat - b.lat) * radians) / 2) ** 2
  const across = Math.sin(((a.lon - b.lon) * radians) / 2) ** 2
  return 12_742 * Math.asin(Math.sqrt(up + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * across))
}

describe('describe', () => {
  it('names the recorded places', () => {
    const text = dogFriendliness.describe(
      reading(220, { park_access_pct: 99.6, dog_park_km: 1.24, trailhead_km: 2.96 }, 'estimate'),
    )
    expect(text).toBe(
      'Estimate: very good for dogs; 100 % of the area within a mile of a park; recorded dog park 1.2 km away; trailhead 3.0 km away.',
    )
  })

  it('leaves out unknown and far places', () => {
    expect(dogFriendliness.describe(reading(60, { trailhead_km: 7 }, 'estimate'))).toBe('Estimate: fair for dogs.')
  })
})
