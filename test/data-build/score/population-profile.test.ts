import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BuildContext } from '../../../data-build/context.ts'
import {
  type AgeMix,
  ageAxis,
  ageScore,
  countInmates,
  scorer,
} from '../../../data-build/score/population-profile/score.ts'
import { computeMedian } from '../../../data-build/score/population-profile/validate.ts'
import { populationProfile } from '../../../src/answers/dimensions/population-profile.ts'
import { reading } from './reading.ts'

function mix(under18: number, over65: number, rest: Partial<AgeMix> = {}): AgeMix {
  return { under18, over65, groupQuarters: 0, renters: 40, uninsured: 8, ...rest }
}

describe('the residents of institutions', () => {
  it('include the group quarters of prisons and large hospitals, but not of campuses and barracks', () => {
    const tracts: Record<string, number[]> = {
      // The five tracts are a prison that was not surveyed, a prison with its own tract, a campus, barracks, and a
      // suburb.
      E_AGE65: [4, 1.5, 0.3, 0.2, 14],
      E_GROUPQ: [60, 99, 99, 40, 1],
      E_UNINSUR: [Number.NaN, 3, 2, Number.NaN, 9],
    }
    const context = {
      blockGroups: { population: Float64Array.of(1000, 2000, 3000, 4000, 5000) },
      eji: (column: string) => Float64Array.from(tracts[column]),
    } as unknown as BuildContext
    expect([...countInmates(context)]).toEqual([600, 1980, 0, 0, 0])
  })
})

describe('the age score of an age mix', () => {
  it('is 128 for 22% children and 17% seniors', () => {
    expect(ageScore(mix(22, 17))).toBe(128)
  })

  it('is 255 at 60% seniors or more, and 1 for students alone', () => {
    expect(ageScore(mix(5, 60))).toBe(255)
    expect(ageScore(mix(0, 95))).toBe(255)
    expect(ageScore(mix(0, 0.3, { groupQuarters: 100, renters: 100, uninsured: 2 }))).toBe(1)
  })

  it('is 99 if a quarter of the residents are young professionals', () => {
    // Seniors -.12; young adults .6 · (6.7/24) · (5.1/8) = .10678; u = .5 - .22678/2
    expect(ageAxis(mix(16.4, 11.9))).toBeCloseTo(-0.22678, 4)
    expect(ageScore(mix(16.4, 11.9))).toBe(99)
  })

  it('counts inmates of an institution as adults, not as young adults', () => {
    const inmates = { groupQuarters: 100, renters: Number.NaN, uninsured: Number.NaN }
    // y' = 97.2 - 55 < 65, so only the few seniors count: t = -.4 · 14.2/17
    expect(ageAxis(mix(0, 2.8, inmates))).toBeCloseTo(-0.334118, 5)
    expect(ageScore(mix(0, 2.8, inmates))).toBe(86)
    expect(ageScore(mix(0, 0.2, inmates))).toBe(1)
  })

  it('distinguishes campuses from prisons by the share of seniors, regardless of renters', () => {
    const quarters = { groupQuarters: 96.5, uninsured: 1 }
    for (const renters of [0, 25, 100, Number.NaN]) {
      expect(ageScore(mix(1.4, 0.2, { ...quarters, renters })), `campus, ${renters}% renters`).toBe(1)
      expect(ageScore(mix(0.5, 1.4, { ...quarters, renters })), `prison, ${renters}% renters`).toBe(81)
    }
  })

  it('is 0 if the ages are unknown', () => {
    expect(ageScore(mix(Number.NaN, Number.NaN))).toBe(0)
    expect(ageScore(mix(20, Number.NaN))).toBe(0)
  })

  it('never decreases when seniors replace people of working age', () => {
    const percent = fc.double({ min: 0, max: 50, noNaN: true })
    fc.assert(
      fc.property(percent, percent, percent, (children, seniors, more) => {
        const older = Math.min(100 - children, seniors + more)
        expect(ageScore(mix(children, older))).toBeGreaterThanOrEqual(ageScore(mix(children, seniors)))
      }),
    )
  })
})

describe('age columns by block group', () => {
  it('contain the shares used in the description', async () => {
    const columns: Record<string, Float64Array> = {
      E_TOTPOP: Float64Array.of(1500, 1500),
      E_AGE17: Float64Array.of(22, Number.NaN),
      E_AGE65: Float64Array.of(17, Number.NaN),
      E_GROUPQ: Float64Array.of(1, Number.NaN),
      E_RENTER: Float64Array.of(40, Number.NaN),
      E_UNINSUR: Float64Array.of(9, Number.NaN),
    }
    const context = { blockGroups: { count: 2 }, eji: (column: string) => columns[column] } as unknown as BuildContext
    const { blockGroups } = await scorer.prepare(context)
    expect(blockGroups && Array.from(blockGroups.score)).toEqual([128, 0])
    expect(blockGroups?.facts.working_age_pct[0]).toBe(61)
    expect(blockGroups?.facts.under18_pct[1]).toBeNaN()
    expect(Object.keys(blockGroups?.facts ?? {})).toEqual(scorer.facts.map(({ id }) => id))
  })
})

describe('the description of the population profile', () => {
  it('does not call a place without children a mix of ages', () => {
    expect(populationProfile.describe(reading(142, { under18_pct: 4, over65_pct: 22 }))).toMatch(
      /^Mostly adults, few children: 4%/,
    )
    expect(populationProfile.describe(reading(142, { under18_pct: 9, over65_pct: 22 }))).toMatch(/^A mix of ages: 9%/)
  })

  it('contains three age shares that add up to 100%', () => {
    expect(populationProfile.describe(reading(128, { under18_pct: 22, over65_pct: 17, group_quarters_pct: 1 }))).toBe(
      'A mix of ages, balanced: 22% under 18, 61% aged 18-64, 17% 65 or over in this census tract (survey of 2018-22).',
    )
    expect(populationProfile.describe(reading(255, { under18_pct: 30.5, over65_pct: 69.5 }))).toContain(
      ' 0% aged 18-64',
    )
  })

  it('mentions group quarters if many people live in them', () => {
    const facts = { under18_pct: 0, over65_pct: 0.4, group_quarters_pct: 99.6 }
    expect(populationProfile.describe(reading(1, facts))).toContain('About 100% live in dormitories')
  })

  it('omits unknown ages, and states whether it is an estimate', () => {
    expect(populationProfile.describe(reading(240, {}, 'estimate'))).toBe(
      'Predominantly senior (estimate) (survey of 2018-22).',
    )
  })
})

describe('the median age computed from age bands', () => {
  it('is interpolated linearly within the age band', () => {
    // Of 100 people, 30 are below 15. The 50th is 20 of 40 into 15-44.
    expect(computeMedian([10, 20, 40, 5, 5, 5, 5, 10])).toBeCloseTo(30, 10)
    expect(computeMedian([0, 0, 0, 0, 0, 0, 0, 0])).toBeNaN()
  })
})
