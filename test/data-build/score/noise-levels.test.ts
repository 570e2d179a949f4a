import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDistance } from '../../../data-build/geography/line-distance.ts'
import { decayOfLine, energyOfTraffic } from '../../../data-build/score/noise-levels/roads.ts'
import {
  getLevel,
  noiseScore,
  railEnergy,
  scorer,
  streetEnergy,
  tractTrafficEnergy,
} from '../../../data-build/score/noise-levels/score.ts'
import { streetPeople } from '../../../data-build/score/noise-levels/traffic.ts'
import { noiseLevels } from '../../../src/answers/dimensions/noise-levels.ts'
import { countryFixture, viewOf } from './noise-country.ts'

describe('the noise score for a level', () => {
  it('is 1 at 85 dB or more, 128 at 62.5 dB, and 255 at 40 dB or less', () => {
    expect(noiseScore(85)).toBe(1)
    expect(noiseScore(97)).toBe(1)
    expect(noiseScore(62.5)).toBe(128)
    expect(noiseScore(40)).toBe(255)
    expect(noiseScore(35)).toBe(255)
  })

  it('is 255 if there is no audible noise', () => {
    expect(noiseScore(12)).toBe(255)
    expect(noiseScore(getLevel(0))).toBe(255)
  })
})

describe('street noise', () => {
  it('is 45 dB at 1,000 people per square mile', () => {
    expect(getLevel(streetEnergy(1000 / 2.589988))).toBeCloseTo(45, 6)
    expect(streetEnergy(Number.NaN)).toBe(0)
  })

  it('is 54 dB at a traffic proximity of 1,000 if the whole tract is near a busy road', () => {
    expect(getLevel(tractTrafficEnergy(1000, 100))).toBeCloseTo(54, 6)
    expect(getLevel(tractTrafficEnergy(1000, 10))).toBeCloseTo(44, 6)
    expect(tractTrafficEnergy(1000, Number.NaN)).toBe(0)
  })
})

describe('rail noise', () => {
  it('decreases by 15 dB per tenfold distance from 400 m, and ends at 5 km', () => {
    expect(getLevel(railEnergy(0, 0))).toBeCloseTo(49 - 15 * Math.log10(400 / 110), 6)
    expect(getLevel(railEnergy(3000, 0))).toBeCloseTo(49 - 15 * Math.log10(Math.hypot(3000, 400) / 110), 6)
    expect(railEnergy(5000, 0)).toBe(0)
    expect(railEnergy(Number.POSITIVE_INFINITY, Number.NaN)).toBe(0)
  })

  it('is the louder of two estimates: from the nearest line, and from the share of the tract near tracks', () => {
    expect(getLevel(railEnergy(4900, 50))).toBeCloseTo(38 - 10 * Math.log10(2), 6)
    expect(getLevel(railEnergy(0, 50))).toBeCloseTo(49 - 15 * Math.log10(400 / 110), 6)
  })
})

describe('the noise scorer on a simulated state', () => {
  it('adds the energy of the three sources, and raises quiet sources to 30 dB', async () => {
    const { context, view } = countryFixture()
    const values = (await scorer.prepare(context))(view)
    const score = values.score()
    const facts = Object.fromEntries(Object.entries(values.facts).map(([id, column]) => [id, column()]))
    const [town, lonely] = [0, 1]
    // The point is in one block group with 4,000 people by night and 2,000 by day. Its tract has a traffic proximity of
    // 400 and is entirely near a highway.
    const perSquareMile = (3000 / (2 * Math.PI)) * 2.589988
    const streets = 10 ** ((15 + 10 * Math.log10(perSquareMile)) / 10)
    // At 477 people per km², the sound energy of the road is a weighted mean: 0.809 of the value in open land and 0.191
    // of the value behind rows of houses. An interstate with 200,000 vehicles a day, 1 km away, is louder than the
    // tract's traffic.
    const road =
      streets + energyOfTraffic(200_000, true) * (0.809 * decayOfLine(false)[100] + 0.191 * decayOfLine(true)[100])
    expect(facts.road_db[town]).toBeCloseTo(10 * Math.log10(road), 2)
    expect(facts.assumed_traffic[town]).toBe(0)
    expect(facts.rail_db[town]).toBeCloseTo(49 - 15 * Math.log10(400 / 110), 3)
    // The east-west runway is 5 km north of the town.
    expect(facts.aviation_db[town]).toBeLessThan(45)
    expect(facts.aviation_db[town]).toBeGreaterThan(30)
    const sum = ['road_db', 'rail_db', 'aviation_db'].reduce((energy, id) => energy + 10 ** (facts[id][town] / 10), 0)
    expect(score[town]).toBeCloseTo(1 + (254 * (85 - 10 * Math.log10(sum))) / 45, 2)
    expect(facts.rail_db[lonely]).toBe(30)
    expect(facts.aviation_db[lonely]).toBe(30)
    expect(score[lonely]).toBe(255)
  })

  it('declares an estimate, facts in whole decibels, and the finest cells for road and aviation noise', () => {
    expect(scorer.basis).toBe('estimate')
    expect(scorer.surfaceFacts.map(({ id, cell, step, offset }) => [id, cell, step, offset])).toEqual([
      ['road_db', 7.5, 1, 30],
      ['rail_db', 15, 1, 30],
      ['aviation_db', 7.5, 1, 30],
      ['assumed_traffic', 15, 20, 0],
      ['by_tract_only', 15, 20, 0],
      ['assumed_flights', 15, 20, 0],
    ])
  })
})

describe('the description of noise levels', () => {
  const say = (score: number, facts: Readonly<Record<string, number>>, basis: 'estimate' | 'modeled' = 'estimate') =>
    noiseLevels.describe({ score, basis, fact: (id) => facts[id] ?? Number.NaN })

  it('begins with plain words, then states the level of the score and of each source', () => {
    // 85 - 45·135/254 = 61.08
    expect(say(136, { road_db: 57.6, rail_db: 33, aviation_db: 52.2 })).toBe(
      'Noticeable noise: estimated 61 dB on average over 24 hours (road 58 dB, rail 33 dB, aviation 52 dB, data of 2018-22).',
    )
  })

  it('never states a source as louder than the total, even after rounding', () => {
    // 85 - 45·167/254 = 55.41
    expect(say(168, { road_db: 55.6, rail_db: 33, aviation_db: 31 })).toContain(
      'estimated 55 dB on average over 24 hours (road 55 dB,',
    )
  })

  it('does not call a modeled level an estimate', () => {
    expect(say(128, { road_db: 50, rail_db: 33, aviation_db: 62 }, 'modeled')).toBe(
      'Noticeable noise: 63 dB on average over 24 hours (road 50 dB, rail 33 dB, aviation 62 dB, data of 2018-22).',
    )
  })

  it('contains "or less" and "or more" at the ends of the scale', () => {
    expect(say(255, { road_db: 38, rail_db: 30, aviation_db: 30 })).toBe(
      'Nature sounds only: estimated 40 dB or less on average over 24 hours (road 38 dB, rail under 30 dB, aviation under 30 dB, data of 2018-22).',
    )
    expect(say(1, { road_db: 60 })).toContain('Extreme noise: estimated 85 dB or more')
  })

  it('omits unknown sources', () => {
    expect(say(128, { rail_db: 33 })).toBe(
      'Noticeable noise: estimated 63 dB on average over 24 hours (rail 33 dB, data of 2018-22).',
    )
    expect(say(128, {})).toBe('Noticeable noise: estimated 63 dB on average over 24 hours (data of 2018-22).')
  })

  it('states what traffic is assumed, and that it is louder beside rail tracks', () => {
    expect(say(128, { road_db: 60, assumed_traffic: 80 })).toContain('Highway traffic is assumed.')
    expect(say(128, { road_db: 60, assumed_traffic: 40 })).not.toContain('assumed')
    expect(say(90, { aviation_db: 69, assumed_flights: 100 })).toContain('Military flights are assumed.')
    expect(say(190, { aviation_db: 30, assumed_flights: 100 })).not.toContain('assumed')
    expect(say(128, { rail_db: 40 })).toContain('Beside rail tracks it is louder.')
  })
})

describe('the distance to railroads', () => {
  const lines = [Float64Array.of(-98, 30, -97.9, 30.05, -97.7, 30), Float64Array.of(-98.2, 30.2, -98.2, 30.2)]
  const toRails = lineDistance(lines, 5)
  const rails = (lon: number, lat: number) => 1000 * toRails(lon, lat)

  it('matches the distance to densely spaced points on the lines', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 29.9, max: 30.25, noNaN: true }),
        fc.double({ min: -98.3, max: -97.6, noNaN: true }),
        (lat, lon) => {
          const nearest = nearestOf(lines, lat, lon)
          const distance = rails(lon, lat)
          if (nearest > 5005) expect(distance).toBeGreaterThan(5000)
          else if (nearest < 4995) expect(Math.abs(distance - nearest)).toBeLessThan(20)
        },
      ),
      { seed: 3, numRuns: 200 },
    )
  })

  it('is 0 on a line', () => {
    expect(rails(-97.95, 30.025)).toBeCloseTo(0, 3)
  })
})

describe('the population around streets', () => {
  it('matches a plain kernel sum over all block groups', () => {
    const lat = Float64Array.from({ length: 60 }, (_, i) => 30 + ((i * 37) % 60) / 600)
    const lon = Float64Array.from({ length: 60 }, (_, i) => -98 + ((i * 23) % 60) / 600)
    const people = Float64Array.from(lat, (_, i) => 500 + 20 * i)
    const view = viewOf([30.05, 30.02, 30.9], [-97.95, -98.02, -97.9])
    const density = streetPeople({ lat, lon } as never, people)(view)
    for (let i = 0; i < view.size; i++) {
      let sum = 0
      for (let b = 0; b < 60; b++) {
        const cos = Math.cos((lat[b] * Math.PI) / 180)
        const km = Math.hypot((lat[b] - view.lat[i]) * 111.195, (lon[b] - view.lon[i]) * 111.195 * cos)
        if (km < 3.3) sum += (people[b] * Math.exp((-km * km) / 2)) / (2 * Math.PI)
      }
      expect(density[i]).toBeCloseTo(sum, 6)
    }
    expect(density[0]).toBeGreaterThan(0)
    expect(density[2]).toBe(0)
  })
})

function nearestOf(lines: readonly Float64Array[], lat: number, lon: number): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  let nearest = Number.POSITIVE_INFINITY
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      for (let t = 0; t <= 1; t += 1 / 2048) {
        const x = (line[i] + t * (line[i + 2] - line[i]) - lon) * cos
        const y = line[i + 1] + t * (line[i + 3] - line[i + 1]) - lat
        nearest = Math.min(nearest, Math.hypot(x, y) * 111_195)
      }
    }
  }
  return nearest
}
