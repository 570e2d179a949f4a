import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPoints } from '../../../data-build/geography/center-index.ts'
import { isDogPark, nearestPoint } from '../../../data-build/score/dog-friendliness/places.ts'
import { type DogSigns, dogRaw, room } from '../../../data-build/score/dog-friendliness/score.ts'
import { dogFriendliness } from '../../../src/answers/dimensions/dog-friendliness.ts'
import { greatCircleKm, reading } from './reading.ts'

const unknown = Number.NaN

describe('dogRaw', () => {
  type Place = Readonly<Record<Exclude<keyof DogSigns, 'parkMean'>, number>>
  const suburb: Place = {
    walkability: 0.4,
    parkAccess: 80,
    parkKm: unknown,
    greener: 0,
    greenness: 0.2,
    homes: 300,
    quiet: 0.7,
    dogParkKm: unknown,
  }
  const rawOf = (place: Place) => {
    const columns = Object.fromEntries(Object.entries(place).map(([name, value]) => [name, Float32Array.of(value)]))
    return dogRaw({ ...(columns as unknown as Omit<DogSigns, 'parkMean'>), parkMean: 0.3 }, 0)
  }

  it('weights parks by three, and penalizes a lack of greenness or quiet only in the lowest third', () => {
    expect(rawOf(suburb)).toBeCloseTo((0.4 + 3 * 0.8 + 0.6 + 1 + 1) / 7, 6)
    expect(rawOf({ ...suburb, quiet: 0.34 })).toBe(rawOf(suburb))
    expect(rawOf({ ...suburb, quiet: 0.25 })).toBeCloseTo(rawOf(suburb) - 0.25 / 7, 6)
  })

  it('uses the mean park access if park access is unknown', () => {
    expect(rawOf({ ...suburb, parkAccess: unknown })).toBeCloseTo(rawOf(suburb) - (3 * 0.3) / 7, 6)
  })

  it('returns a higher value if a listed park is within walking distance, and a lower value if it is farther away', () => {
    expect(rawOf({ ...suburb, parkKm: 0 })).toBeCloseTo(rawOf(suburb) + (3 * 0.65 * 0.7) / 7, 6)
    expect(rawOf({ ...suburb, parkKm: 4 })).toBeLessThan(rawOf(suburb))
  })

  it('adds 0.12 at a dog park, less with distance, and never subtracts', () => {
    expect(rawOf({ ...suburb, dogParkKm: 0 })).toBeCloseTo(rawOf(suburb) + 0.12, 6)
    expect(rawOf({ ...suburb, dogParkKm: 2 })).toBeCloseTo(rawOf(suburb) + 0.12 / Math.E, 6)
  })

  it('weights walkability no more than parks, greenness, room or quiet', () => {
    const gain = (from: Partial<Place>, to: Partial<Place>) =>
      rawOf({ ...suburb, ...to }) - rawOf({ ...suburb, ...from })
    const walks = gain({ walkability: 0 }, { walkability: 1 })
    expect(gain({ parkAccess: 0 }, { parkAccess: 100 })).toBeGreaterThanOrEqual(walks)
    expect(gain({ greenness: 0 }, { greenness: 1 })).toBeGreaterThanOrEqual(walks - 1e-6)
    expect(gain({ quiet: 0 }, { quiet: 1 })).toBeGreaterThanOrEqual(walks - 1e-6)
    expect(gain({ homes: 9000 }, { homes: 1 })).toBeGreaterThanOrEqual(walks - 1e-6)
  })
})

describe('room()', () => {
  it('returns 1 up to 4 homes per acre and 0 from 20 homes per acre', () => {
    expect([0, 1000, 5000, 20_000].map(room)).toEqual([1, 1, 0, 0])
    expect(room(Math.sqrt(1000 * 5000))).toBeCloseTo(0.5, 12)
  })
})

describe('isDogPark', () => {
  it('recognizes a dog park by its type or by whole words of its name', () => {
    expect(isDogPark('SUNNY CIRCLE', 'NEIGHBORHOOD PARK / DOG PARK')).toBe(true)
    expect(isDogPark('RIVERSIDE PAW PARK', 'NEIGHBORHOOD PARK / PLAYGROUND')).toBe(true)
    expect(isDogPark('HOLOPAW PARK', 'NEIGHBORHOOD PARK')).toBe(false)
    expect(isDogPark('DOG LAKE ROAD', 'NATURE PARK')).toBe(false)
    expect(isDogPark('BARKLEY SQUARE', 'NEIGHBORHOOD PARK')).toBe(false)
  })
})

describe('nearestPoint', () => {
  it('matches great-circle distances to 0.1%, and returns NaN beyond the maximum distance', () => {
    const near = fc.record({
      lat: fc.double({ min: 28, max: 28.4, noNaN: true }),
      lon: fc.double({ min: -82, max: -81.6, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(near, { minLength: 1, maxLength: 8 }), near, (points, place) => {
        const km = nearestPoint(getPoints(points), getPoints([place]), 12)[0]
        const truth = Math.min(...points.map((point) => greatCircleKm(point, place)))
        if (Number.isNaN(km)) expect(truth).toBeGreaterThan(12 * 0.999)
        else expect(Math.abs(km - truth)).toBeLessThan(0.001 * truth + 1e-4)
      }),
    )
  })
})

it('nearestPoint skips points closer than the minimum distance', () => {
  const points = { lat: Float64Array.of(28, 28.01), lon: Float64Array.of(-82, -82) }
  const at = { lat: Float64Array.of(28), lon: Float64Array.of(-82) }
  expect(nearestPoint(points, at, 5)[0]).toBe(0)
  expect(nearestPoint(points, at, 5, 0.05)[0]).toBeCloseTo(1.112, 3)
})

describe('the description of dog friendliness', () => {
  it('begins with parks, then describes the neighborhood', () => {
    const facts = { park_km: 0.48, park_access_pct: 99.6, dog_park_km: 1.93, homes_km2: 770, quieter_pct: 64.4 }
    expect(dogFriendliness.describe(reading(220, facts, 'estimate'))).toBe(
      'Very good for dogs (estimate): nearest listed park 0.3 miles (0.5 km), every home of this census tract is near a park, listed dog park 1.2 miles (1.9 km) away (parks, room and quiet of 2018-24).',
    )
  })

  it('states that a place is in a park, not 0 feet from it', () => {
    const words = dogFriendliness.describe(reading(250, { park_km: 0, dog_park_km: 0 }))
    expect(words).toContain('in a listed park')
    expect(words).toContain('in a listed dog park')
    expect(words).not.toMatch(/\b0 (feet|m)\b/)
  })

  it('omits unknown and distant places', () => {
    expect(dogFriendliness.describe(reading(60, { park_km: 5 }, 'estimate'))).toBe(
      'Fair for dogs (estimate) (parks, room and quiet of 2018-24).',
    )
  })
})
