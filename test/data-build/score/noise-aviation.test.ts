import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facility, Runway } from '../../../data-build/read/faa.ts'
import { aviationNoise, flightEnergy } from '../../../data-build/score/noise-levels/aviation.ts'
import {
  arrivalExposure,
  departureExposure,
  distanceOfLevel,
  lateralAttenuation,
} from '../../../data-build/score/noise-levels/flights.ts'
import {
  airlinerMovements,
  militaryDirections,
  type RunwayDirection,
  runwayDirections,
} from '../../../data-build/score/noise-levels/runways.ts'
import { getLevel } from '../../../data-build/score/noise-levels/score.ts'
import { viewOf } from './noise-country.ts'

/** Degrees per meter at the equator. */
const meter = 1 / 111_195

describe('the noise of one flight', () => {
  it('equals the published 86 dB below an arrival at 305 m', () => {
    const along = (15 - 305) / Math.tan(Math.PI / 60)
    expect(getLevel(arrivalExposure(along, 0, 3000))).toBeCloseTo(86, 9)
  })

  it('decreases by 22 dB per tenfold distance below a departure before the tracks spread, and is higher at full thrust', () => {
    // 1,200 m after lift-off (0.6 of 3,000 m), the aircraft is 108 m high and 0.6 of the 9 dB remain.
    expect(getLevel(departureExposure(3000, 0, 3000))).toBeCloseTo(92 - 22 * Math.log10(108 / 305) + 5.4, 9)
  })

  it('is spread over seven tracks for departures farther out', () => {
    // 11,500 m after lift-off and 13,300 m after the start, the aircraft is 1,035 m high and σ = 0.128 · 13,300 - 420
    // m.
    const sigma = 0.128 * 13_300 - 420
    const energyOf = (aside: number) => {
      const loss = lateralAttenuation(1035, aside)
      return 10 ** ((92 - 22 * Math.log10(Math.hypot(1035, aside) / 305) - loss) / 10)
    }
    const sides = 0.222 * energyOf(0.71 * sigma) + 0.106 * energyOf(1.43 * sigma) + 0.031 * energyOf(2.14 * sigma)
    const sum = 0.282 * energyOf(0) + 2 * sides
    expect(getLevel(departureExposure(13_300, 0, 3000))).toBeCloseTo(getLevel(sum), 6)
  })

  it('is spread for arrivals farther than 6 km from touchdown', () => {
    const nextTo = (along: number) =>
      getLevel(arrivalExposure(along, 0, 3000)) - getLevel(arrivalExposure(along, 700, 3000))
    expect(nextTo(-5000)).toBeGreaterThan(nextTo(-20_000) + 6)
  })

  it('includes the takeoff roll and the ground loss beside the runway', () => {
    const lost = 1.137 + 9.72
    const direct = 22 * Math.log10(2000 / 305)
    expect(getLevel(departureExposure(500, 2000, 3000))).toBeCloseTo(101 - direct - lost, 9)
    expect(getLevel(arrivalExposure(500, -2000, 3000))).toBeCloseTo(84 - direct - lost, 9)
  })

  it('follows SAE AIR 5662 beside the track', () => {
    expect(lateralAttenuation(0, 914)).toBeCloseTo(10.857, 9)
    expect(lateralAttenuation(0, 0)).toBe(0)
    expect(lateralAttenuation(1000, 100)).toBe(0)
    // 45°, 500 m: G = 1.089 (1 - e^-1.37), A = 1.137 - 1.0305 + 9.72 e^-6.39
    expect(lateralAttenuation(500, 500)).toBeCloseTo(0.81228 * 0.122815, 4)
  })

  it('is continuous at lift-off and at the end of full thrust', () => {
    for (const aside of [0, 300, 1500]) {
      const before = getLevel(departureExposure(1799.9, aside, 3000))
      expect(Math.abs(getLevel(departureExposure(1800.1, aside, 3000)) - before)).toBeLessThan(0.02)
      const near = getLevel(departureExposure(4799.9, aside, 3000))
      expect(Math.abs(getLevel(departureExposure(4800.1, aside, 3000)) - near)).toBeLessThan(0.02)
    }
  })

  it('decreases to a given level at the computed distance', () => {
    const meters = distanceOfLevel(60, 15)
    expect(60 - 22 * Math.log10(meters / 305)).toBeCloseTo(15, 9)
  })
})

describe('the noise of all flights of a day', () => {
  // 500 flights a day are audible to the ends of their tracks.
  const runway = eastWest(500)
  const levelsAt = (lat: readonly number[], lon: readonly number[]) =>
    Array.from(aviationNoise(runway, viewOf(lat, lon)).energy, getLevel)

  it('is summed by energy', () => {
    const level = getLevel(flightEnergy(runway, viewOf([0], [-5000 * meter]))[0])
    const flight = arrivalExposure(-5000, 0, 3000) + departureExposure(-5000, 0, 3000)
    const back = arrivalExposure(8000, 0, 3000) + departureExposure(8000, 0, 3000)
    expect(level).toBeCloseTo(10 * Math.log10((500 * (flight + back)) / 86_400), 2)
  })

  it('decreases with every step along the axis, in both directions', () => {
    const steps = Array.from({ length: 180 }, (_, i) => 200 * (i + 1))
    for (const place of [(d: number) => -d * meter, (d: number) => (3000 + d) * meter]) {
      const levels = levelsAt(
        steps.map(() => 0),
        steps.map(place),
      )
      for (let i = 1; i < levels.length; i++) expect(levels[i]).toBeLessThan(levels[i - 1])
    }
  })

  it('decreases with every step across the runway', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 3000, noNaN: true }), fc.constantFrom(-1, 1), (along, side) => {
        const steps = Array.from({ length: 60 }, (_, i) => 100 * (i + 1))
        const levels = levelsAt(
          steps.map((d) => side * d * meter),
          steps.map(() => along * meter),
        )
        for (let i = 1; i < levels.length; i++) expect(levels[i]).toBeLessThan(levels[i - 1])
      }),
      { seed: 7, numRuns: 30 },
    )
  })

  it('is the same on both sides and at both ends of the runway', () => {
    const [a, b, c] = levelsAt([0.02, -0.02, 0.02], [-0.03, -0.03, 3000 * meter + 0.03])
    expect(a).toBeCloseTo(b, 9)
    expect(a).toBeCloseTo(c, 3)
  })

  it('does not depend on other points in the view', () => {
    const together = levelsAt([0.02, 0.4], [-0.03, -0.1])
    expect(levelsAt([0.02], [-0.03])[0]).toBe(together[0])
  })

  it('fades out continuously', () => {
    const levels = levelsAt([0, 0, 0], [-25_000 * meter, -39_990 * meter, -43_001 * meter])
    expect(levels[0]).toBeGreaterThan(20)
    expect(levels[1]).toBeLessThan(10)
    expect(levels[2]).toBe(Number.NEGATIVE_INFINITY)
  })

  it('includes aircraft on the ground between runways', () => {
    const north = eastWest(500).map((direction) => ({ ...direction, lat: 2000 * meter }))
    const between = viewOf([1000 * meter], [1500 * meter])
    const both = [...runway, ...north]
    const flights = getLevel(flightEnergy(both, between)[0])
    const all = getLevel(aviationNoise(both, between).energy[0])
    expect(all).toBeGreaterThan(flights + 3)
    expect(all).toBeGreaterThan(65)
    expect(all).toBeLessThan(75)
  })

  it('is returned with the share that comes from assumed movements', () => {
    const assumed = eastWest(500).map((direction) => ({ ...direction, airport: 'MIL', assumed: true }))
    const view = viewOf([0.02], [-0.03])
    expect(aviationNoise(runway, view).assumed[0]).toBe(0)
    const { energy, assumed: part } = aviationNoise([...runway, ...assumed], view)
    expect(part[0] / energy[0]).toBeCloseTo(0.5, 6)
  })
})

/** Makes a 3,000 m runway that runs east from the point 0, 0 and is used in both directions. */
function eastWest(flights: number): readonly RunwayDirection[] {
  const runway = { airport: 'TST', lat: 0, north: 0, length: 3000, flights, assumed: false }
  return [
    { ...runway, lon: 0, east: 1 },
    { ...runway, lon: 3000 * meter, east: -1 },
  ]
}

const NONE = Number.NaN
const none = { commercial: NONE, commuter: NONE, airTaxi: NONE, gaLocal: NONE, gaItinerant: NONE, military: NONE }

describe('runwayDirections()', () => {
  it('counts movements of small aircraft as fractions of airliner movements', () => {
    const year = { commercial: 3650, commuter: 1000, airTaxi: 1000, gaLocal: 3650, gaItinerant: 3650, military: 365 }
    expect(airlinerMovements(year)).toBeCloseTo(10 + (0.35 * 2000) / 365 + 0.5 + 0.2 + 0.7, 9)
    expect(airlinerMovements(none)).toBe(0)
  })

  it('divides flights among ends of runways at least 0.6 times as long as the longest, for arrivals and departures', () => {
    const strip = [surveyed('09/27', 10_000), surveyed('18/36', 6000), surveyed('04/22', 5999), surveyed('H1', 60)]
    const directions = runwayDirections([airport({ commercial: 36_500 })], strip)
    expect(directions.map((direction) => direction.flights)).toEqual([12.5, 12.5, 12.5, 12.5])
  })

  it('omits closed airports, airports without movements, and runways of 300 m or less', () => {
    const runways = [surveyed('09/27', 10_000)]
    expect(runwayDirections([{ ...airport({ commercial: 365 }), status: 'CP' }], runways)).toEqual([])
    expect(runwayDirections([airport({})], runways)).toEqual([])
    expect(runwayDirections([airport({ commercial: 365 })], [surveyed('09/27', 984)])).toEqual([])
    expect(runwayDirections([airport({ commercial: 365 })], [surveyed('09/27', 985)])).toHaveLength(2)
  })

  it("places a runway without surveyed ends at the airport's reference point, along its heading", () => {
    const [east, west] = runwayDirections([airport({ commercial: 365 })], [unsurveyed('09/27', 10_000, 90)])
    expect(east.east).toBeCloseTo(1, 6)
    expect(east.lat).toBeCloseTo(30, 9)
    expect((east.lon + west.lon) / 2).toBeCloseTo(-98, 9)
    expect(east.length).toBeCloseTo(3048, 0)
    expect(west.east).toBeCloseTo(-1, 6)
  })

  it('derives an unknown heading from the runway name, and omits the runway ALL/WAY', () => {
    // Runway 18 has a magnetic heading of 180°. At 98° W, the true heading is 2° more: 182°, or -178°.
    const [south] = runwayDirections([airport({ commercial: 365 })], [unsurveyed('18/36', 5000)])
    expect((Math.atan2(south.east, south.north) * 180) / Math.PI).toBeCloseTo(-178, 3)
    expect(runwayDirections([airport({ commercial: 365 })], [unsurveyed('ALL/WAY', 5000)])).toEqual([])
  })
})

describe('military airfields', () => {
  it('are assigned assumed movements on their long open runways', () => {
    const from = { lat: 24.57, lon: -81.7 }
    const to = { lat: 24.57, lon: -81.67 }
    const directions = militaryDirections([
      { ident: 'KNQX', lengthFt: 10_000, from, to },
      { ident: 'KNQX', lengthFt: 5000, from, to },
      { ident: 'KXYZ', lengthFt: 10_000, from, to },
    ])
    expect(directions.map(({ airport, assumed }) => [airport, assumed])).toEqual([
      ['NQX', true],
      ['NQX', true],
    ])
    // There are 30,000 movements a year, each as loud as 30 airliners. Half are arrivals, and half of those come from
    // each end.
    expect(directions[0].flights).toBeCloseTo((30_000 * 30) / 365 / 4, 9)
  })
})

function airport(operations: Partial<Facility['operations']>): Facility {
  const place = { siteNumber: '1.*A', locationId: 'TST', state: 'TX', status: 'O', lat: 30, lon: -98 }
  return { ...place, operations: { ...none, ...operations } }
}

function surveyed(runwayId: string, lengthFt: number): Runway {
  const ends = { base: { lat: 30, lon: -98 }, reciprocal: { lat: 30, lon: -97.97 } }
  return { siteNumber: '1.*A', runwayId, lengthFt, alignment: Number.NaN, ...ends }
}

function unsurveyed(runwayId: string, lengthFt: number, alignment = Number.NaN): Runway {
  return { siteNumber: '1.*A', runwayId, lengthFt, alignment, base: null, reciprocal: null }
}
