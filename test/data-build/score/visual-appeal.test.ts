import { describe, expect, it } from 'vitest'
import {
  appeal,
  meanRank,
  onAirfields,
  regionalMean,
  sumOfKnown,
} from '../../../data-build/score/visual-appeal/score.ts'
import { visualAppeal } from '../../../src/answers/dimensions/visual-appeal.ts'
import { reading } from './reading.ts'

const unknown = Number.NaN

describe('sumOfKnown', () => {
  it('adds known values, and returns unknown if all are unknown', () => {
    const sums = sumOfKnown([Float64Array.of(1, unknown, unknown), Float64Array.of(2, 5, unknown)])
    expect([...sums]).toEqual([3, 5, unknown])
  })
})

describe('meanRank', () => {
  it('returns the weighted mean of known ranks, and 0.5 if none is known', () => {
    const means = meanRank([Float32Array.of(0.25, unknown, unknown), Float32Array.of(0.75, 1, unknown)], [3, 1])
    expect([...means]).toEqual([0.375, 1, 0.5])
  })
})

describe('appeal', () => {
  it('reduces the distance to the middle rank to 30% without residents, and not at all from 50 people per km²', () => {
    const values = appeal(Float32Array.of(1, 1, 1, 1), Float32Array.of(0, 25, 50, 5000))
    ;[0.65, 0.825, 1, 1].forEach((value, i) => {
      expect(values[i]).toBeCloseTo(value, 6)
    })
  })
})

describe('onAirfields', () => {
  it('subtracts 0.4 on an airliner runway, a third of that at 800 m and nothing far away', () => {
    const ranks = onAirfields(Float32Array.of(0.6, 0.6, 0.6, 0.6), Float32Array.of(0, 0.8, 3, Number.POSITIVE_INFINITY))
    ;[0.2, 0.453, 0.6, 0.6].forEach((value, i) => {
      expect(ranks[i]).toBeCloseTo(value, 3)
    })
  })
})

describe('regionalMean', () => {
  it('matches a direct sum over all pairs within half a percent of the spread', () => {
    const count = 300
    const lat = Float64Array.from({ length: count }, (_, i) => 30 + ((i * 7919) % 997) / 800)
    const lon = Float64Array.from({ length: count }, (_, i) => -97 + ((i * 104_729) % 1009) / 800)
    const population = Float64Array.from({ length: count }, (_, i) => (i * 31) % 2000)
    const value = Float64Array.from({ length: count }, (_, i) => (i % 9 === 0 ? unknown : lat[i] - 30 + (i % 5) / 10))
    const means = regionalMean({ lat, lon, population }, value)
    for (let b = 0; b < count; b += 13) {
      let sum = 0
      let weight = 0
      for (let k = 0; k < count; k++) {
        const north = (lat[k] - lat[b]) * 111.195
        const east = (lon[k] - lon[b]) * 111.195 * Math.cos((lat[b] * Math.PI) / 180)
        const near = population[k] * Math.exp(-(north ** 2 + east ** 2) / 1250)
        if (Number.isNaN(value[k])) continue
        sum += near * value[k]
        weight += near
      }
      expect(Math.abs(means[b] - sum / weight)).toBeLessThan(0.01)
    }
  })

  it('returns unknown if no value is known', () => {
    const alone = { lat: Float64Array.of(30), lon: Float64Array.of(-97), population: Float64Array.of(5) }
    expect(regionalMean(alone, Float64Array.of(unknown))[0]).toBeNaN()
  })
})

describe('the description of visual appeal', () => {
  it('begins with the strongest causes, and states that it is an estimate and does not judge beauty', () => {
    const facts = { green_rank: 82, industry_rank: 12, mobile_rank: 55, rail_rank: 31.6, park_rank: 60 }
    expect(visualAppeal.describe(reading(140, facts, 'estimate'))).toBe(
      'Average surroundings (estimate): more land near industry and airports than 88% of homes, greener than 82%, railroads nearer than 68% (green, industry and rail of 2018-24; beauty is not seen).',
    )
  })

  it('ends with the arguments against the score, after a "but"', () => {
    const told = (score: number, facts: Readonly<Record<string, number>>) =>
      visualAppeal.describe(reading(score, facts, 'estimate')).replace(/ \(green, industry.*/, '')
    expect(told(60, { mobile_rank: 94, green_rank: 8, rail_rank: 30 })).toBe(
      'Below-average surroundings (estimate): less green than 92% of homes, railroads nearer than 70%, but fewer mobile homes around than 94%',
    )
    expect(told(230, { mobile_rank: 100, green_rank: 80, rail_rank: 5 })).toBe(
      'Far above-average surroundings (estimate): no mobile homes nearby, greener than 80% of homes, but railroads nearer than 95%',
    )
    expect(told(16, { industry_rank: 0, rail_rank: 7 })).toBe(
      'Far below-average surroundings (estimate): more land near industry and airports than nearly all homes, railroads nearer than 93% of homes',
    )
  })

  it('omits unknown facts', () => {
    expect(visualAppeal.describe(reading(10, { industry_rank: 2 }, 'estimate'))).toBe(
      'Far below-average surroundings (estimate): more land near industry and airports than 98% of homes (green, industry and rail of 2018-24; beauty is not seen).',
    )
    expect(visualAppeal.describe(reading(128, {}, 'estimate'))).toBe(
      'Average surroundings (estimate) (green, industry and rail of 2018-24; beauty is not seen).',
    )
  })
})
