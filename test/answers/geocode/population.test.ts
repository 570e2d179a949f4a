import fc from 'fast-check'
import { distance } from 'geokdbush'
import { describe, expect, it } from 'vitest'
import type { Center } from '../../../data-build/geocode/place-files.ts'
import { computeMedian, findReach, getPopulation } from '../../../data-build/geocode/population.ts'

const COUNTY = '48901'
const resident = (lat: number, lon: number, people: number): Center => ({ lat, lon, people, county: COUNTY })
const meters = (a: { lat: number; lon: number }, b: { lat: number; lon: number }) =>
  1000 * distance(a.lon, a.lat, b.lon, b.lat)

describe('the median location of people', () => {
  it('is about as close to the residents as the best point of a fine grid', () => {
    const coordinate = (from: number) => fc.double({ min: from, max: from + 0.2, noNaN: true })
    const people = fc.integer({ min: 1, max: 3000 })
    const villages = fc.array(fc.tuple(coordinate(30), coordinate(-98), people), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(villages, (rows) => {
        const members = rows.map(([lat, lon, count]) => resident(lat, lon, count))
        const away = (at: { lat: number; lon: number }) =>
          members.reduce((sum, one) => sum + one.people * meters(at, one), 0) / getPopulation(members)
        let best = Infinity
        for (let i = 0; i <= 40; i++)
          for (let j = 0; j <= 40; j++) best = Math.min(best, away({ lat: 30 + i * 0.005, lon: -98 + j * 0.005 }))
        return away(computeMedian(members)!) < best + 200
      }),
      { numRuns: 100 },
    )
  })

  it('is null if there are no residents', () => expect(computeMedian([resident(30, -98, 0)])).toBeNull())
})

describe('the radius around residents', () => {
  it('covers 90% of the residents of a disc, plus 200 m', () => {
    // In a uniform disc with a radius of 10 km, 90% of the points are within √0.9 of the radius.
    const disc = Array.from({ length: 2000 }, (_, i) => {
      const away = 0.09 * Math.sqrt((i + 0.5) / 2000)
      const angle = i * 2.399963
      return resident(30 + away * Math.sin(angle), -98 + (away * Math.cos(angle)) / Math.cos(Math.PI / 6), 10)
    })
    expect((findReach(disc, resident(30, -98, 0)) - 200) / (0.09 * 111_195 * Math.sqrt(0.9))).toBeCloseTo(1, 1)
  })
})
