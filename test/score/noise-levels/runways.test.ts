import { describe, expect, it } from 'vitest'
import type { Facility, Runway } from '../../../data-build/read/faa.ts'
import { airlinerMovements, runwayDirections } from '../../../data-build/score/noise-levels/runway-ends.ts'

const none = { commercial: null, commuter: null, airTaxi: null, gaLocal: null, gaItinerant: null, military: null }

describe('runways with traffic', () => {
  it("weighs movements against an airliner's", () => {
    const year = { commercial: 3650, commuter: 1000, airTaxi: 1000, gaLocal: 3650, gaItinerant: 3650, military: 365 }
    expect(airlinerMovements(year)).toBeCloseTo(10 + (0.35 * 2000) / 365 + 0.5 + 0.2 + 0.7, 9)
    expect(airlinerMovements(none)).toBe(0)
  })

  it('spreads them over runways of at least 0.6 of the longest, both ends, arrivals and departures', () => {
    const strip = [surveyed('09/27', 10_000), surveyed('18/36', 6000), surveyed('04/22', 5999), surveyed('H1', 60)]
    const directions = runwayDirections([airport({ commercial: 36_500 })], strip)
    expect(directions.map((direction) => direction.flights)).toEqual([12.5, 12.5, 12.5, 12.5])
  })

  it('leaves out closed airports, airports without movements and runways of 300 m or less', () => {
    const runways = [surveyed('09/27', 10_000)]
    expect(runwayDirections([{ ...airport({ commercial: 365 }), status: 'CP' }], runways)).toEqual([])
    expect(runwayDirections([airport({})], runways)).toEqual([])
    expect(runwayDirections([airport({ commercial: 365 })], [surveyed('09/27', 984)])).toEqual([])
    expect(runwayDirections([airport({ commercial: 365 })], [surveyed('09/27', 985)])).toHaveLength(2)
  })

  it('lays a runway without surveyed ends through the reference point, by its heading', () => {
    const [east, west] = runwayDirections([airport({ commercial: 365 })], [unsurveyed('09/27', 10_000, 90)])
    expect(east.east).toBeCloseTo(1, 6)
    expect(east.lat).toBeCloseTo(30, 9)
    expect((east.lon + west.lon) / 2).toBeCloseTo(-98, 9)
    expect(east.length).toBeCloseTo(3048, 0)
    expect(west.east).toBeCloseTo(-1, 6)
  })

  it('takes the heading from the name when nothing better is known, and nothing from ALL/WAY', () => {
    // Runway 18 at 98° W: 180° magnetic, 2° true further.
    const [south] = runwayDirections([airport({ commercial: 365 })], [unsurveyed('18/36', 5000, null)])
    expect((Math.atan2(south.east, south.north) * 180) / Math.PI).toBeCloseTo(-178, 3)
    expect(runwayDirections([airport({ commercial: 365 })], [unsurveyed('ALL/WAY', 5000, null)])).toEqual([])
  })
})

function airport(operations: Partial<Facility['operations']>): Facility {
  const place = {
    siteNumber: '1.*A',
    type: 'AIRPORT',
    locationId: 'TST',
    name: 'TEST',
    state: 'TX',
    use: 'PU',
    status: 'O',
  }
  return { ...place, lat: 30, lon: -98, operations: { ...none, ...operations } }
}

function surveyed(runwayId: string, lengthFt: number): Runway {
  const end = (id: string, lon: number) => ({ id, position: { lat: 30, lon }, trueAlignment: null })
  const ends = { base: end('09', -98), reciprocal: end('27', -97.97) }
  return { siteNumber: '1.*A', runwayId, state: 'TX', lengthFt, widthFt: 100, ...ends }
}

function unsurveyed(runwayId: string, lengthFt: number, trueAlignment: number | null): Runway {
  const base = { id: '', position: null, trueAlignment }
  const reciprocal = { id: '', position: null, trueAlignment: null }
  return { siteNumber: '1.*A', runwayId, state: 'TX', lengthFt, widthFt: 100, base, reciprocal }
}
