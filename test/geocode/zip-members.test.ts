import fc from 'fast-check'
import { distance } from 'geokdbush'
import { describe, expect, it } from 'vitest'
import { medianOf, populationOf, type Residents, reachOf } from '../../data-build/geocode/population.ts'
import type { ZipSpot } from '../../data-build/geocode/zip-areas.ts'
import { zipMembers } from '../../data-build/geocode/zip-members.ts'

const COUNTY = '48901'
const resident = (lat: number, lon: number, people: number, spread = 0): Residents => ({
  ...{ lat, lon, people, spread, county: COUNTY },
})
const meters = (a: { lat: number; lon: number }, b: { lat: number; lon: number }) =>
  1000 * distance(a.lon, a.lat, b.lon, b.lat)

describe('the median of people', () => {
  it('is as near to them as any point of a fine grid', () => {
    const coordinate = (from: number) => fc.double({ min: from, max: from + 0.2, noNaN: true })
    const people = fc.integer({ min: 1, max: 3000 })
    const villages = fc.array(fc.tuple(coordinate(30), coordinate(-98), people), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(villages, (rows) => {
        const members = rows.map(([lat, lon, count]) => resident(lat, lon, count))
        const away = (at: { lat: number; lon: number }) =>
          members.reduce((sum, one) => sum + one.people * meters(at, one), 0) / populationOf(members)
        let best = Infinity
        for (let i = 0; i <= 40; i++)
          for (let j = 0; j <= 40; j++) best = Math.min(best, away({ lat: 30 + i * 0.005, lon: -98 + j * 0.005 }))
        return away(medianOf(members)!) < best + 200
      }),
      { numRuns: 100 },
    )
  })

  it('is nowhere where no one lives', () => expect(medianOf([resident(30, -98, 0)])).toBeNull())
})

describe('the reach of people', () => {
  it('holds nine tenths of those in a disc, and 200 m more', () => {
    // Of a uniform disc of 10 km nine tenths are within √0.9 of it; seven parts know it to some 10 %.
    const disc = Array.from({ length: 2000 }, (_, i) => {
      const away = 0.09 * Math.sqrt((i + 0.5) / 2000)
      const angle = i * 2.399963
      return resident(30 + away * Math.sin(angle), -98 + (away * Math.cos(angle)) / Math.cos(Math.PI / 6), 10, 50)
    })
    expect((reachOf(disc, resident(30, -98, 0)) - 200) / (0.09 * 111_195 * Math.sqrt(0.9))).toBeCloseTo(1, 1)
    expect(reachOf([resident(30, -98, 10, 1000)], resident(30, -98, 0))).toBeCloseTo(950, -1)
  })
})

describe('the people of ZIPs', () => {
  const spot = (zip: string, lon: number, land: number, ...counties: string[]): ZipSpot => ({
    ...{ zip, state: 'TX', cityName: '', counties, center: { lat: 30, lon }, land, members: [] },
  })
  const centers = Array.from({ length: 21 }, (_, i) => resident(30, -98 + i * 0.01, 1000))
  const ranges = new Map(
    ['78901', '78902', '78903'].map((zip) => [zip, new Map([[zip === '78903' ? '48902' : COUNTY, 300]])] as const),
  )
  const land = Math.PI * 5000 ** 2

  it('are those near it, shared between two that are as near, all of them once', () => {
    const spots = [spot('78901', -97.95, land, COUNTY), spot('78902', -97.85, land, COUNTY)]
    const members = zipMembers(spots, centers, ranges)
    const peopleAt = (zip: number, lon: number) =>
      members.get(spots[zip])!.find((one) => Math.abs(one.lon - lon) < 1e-9)?.people ?? 0
    expect([peopleAt(0, -98), peopleAt(0, -97.9), peopleAt(1, -97.9), peopleAt(0, -97.8)]).toEqual([
      expect.closeTo(1000, 1),
      expect.closeTo(500, 3),
      expect.closeTo(500, 3),
      0,
    ])
    expect(populationOf(members.get(spots[0])!)).toBeCloseTo(populationOf(members.get(spots[1])!), 3)
    const all = spots.reduce((sum, one) => sum + populationOf(members.get(one)!), 0)
    // Shares below a fiftieth are left out.
    expect(all / 21_000).toBeGreaterThan(0.98)
    expect(all / 21_000).toBeLessThanOrEqual(1)
  })

  it('are more where it has more land or more streets, and none in counties without its streets', () => {
    const shareOf = (first: ZipSpot, ...others: ZipSpot[]) =>
      populationOf(zipMembers([first, ...others], centers, ranges).get(first)!)
    const [left, right] = [spot('78901', -97.95, land, COUNTY), spot('78902', -97.85, land, COUNTY)]
    expect(shareOf(spot('78901', -97.95, 2 * land, COUNTY), right)).toBeGreaterThan(shareOf(left, right))
    const many = new Map([...ranges, ['78901', new Map([[COUNTY, 3000]])] as const])
    expect(populationOf(zipMembers([left, right], centers, many).get(left)!)).toBeGreaterThan(shareOf(left, right))
    expect(shareOf(spot('78903', -97.9, land, '48902'), left, right)).toBe(0)
  })

  it('go to the nearest ZIP of their county, however far', () => {
    const far = spot('78901', -90, land, COUNTY)
    expect(populationOf(zipMembers([far, spot('78903', -97.9, land, '48902')], centers, ranges).get(far)!)).toBe(21_000)
  })
})
