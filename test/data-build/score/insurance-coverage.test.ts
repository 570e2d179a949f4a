import { describe, expect, it } from 'vitest'
import type { BuildContext } from '../../../data-build/context.ts'
import { insuranceScore, scorer } from '../../../data-build/score/insurance-coverage/score.ts'
import type { Reading } from '../../../src/answers/dimensions/dimension.ts'
import { insuranceCoverage } from '../../../src/answers/dimensions/insurance-coverage.ts'

describe('the insurance score for a percent uninsured', () => {
  it('is 1 if nobody is insured, and 255 if at least 90% are insured', () => {
    expect(insuranceScore(100, 4000)).toBe(1)
    expect(insuranceScore(10, 4000)).toBe(255)
    expect(insuranceScore(0, 4000)).toBe(255)
  })

  it('increases linearly, with 128 at 45% insured and 227 at 80%', () => {
    expect(insuranceScore(55, 4000)).toBe(128)
    // 1 + 254 · 80/90 = 226.8
    expect(insuranceScore(20, 4000)).toBe(227)
  })

  it('is 0 for an unknown percentage or fewer than 100 residents', () => {
    expect(insuranceScore(Number.NaN, 4000)).toBe(0)
    expect(insuranceScore(5, 99)).toBe(0)
    expect(insuranceScore(5, Number.NaN)).toBe(0)
    expect(insuranceScore(5, 100)).toBe(255)
  })
})

describe('insurance columns by block group', () => {
  it('contain the percent insured for places with a score', async () => {
    const columns: Record<string, Float64Array> = {
      E_UNINSUR: Float64Array.of(17.6, Number.NaN, 3),
      E_TOTPOP: Float64Array.of(3000, 2500, 12),
    }
    const context = { blockGroups: { count: 3 }, eji: (column: string) => columns[column] } as unknown as BuildContext
    const { blockGroups, polygons } = await scorer.prepare(context)
    // 1 + 254 · 82.4/90 = 233.55
    expect(blockGroups && Array.from(blockGroups.score)).toEqual([234, 0, 0])
    expect(blockGroups?.facts.insured_pct[0]).toBeCloseTo(82.4, 4)
    expect(blockGroups?.facts.insured_pct[1]).toBeNaN()
    expect(blockGroups?.basis).toEqual(['measured', 'measured', 'measured'])
    expect(polygons).toEqual([])
  })

  it('encode every percentage from 50 to 100 in one byte', () => {
    const [{ offset, step }] = scorer.facts
    expect(offset).toBeLessThan(50)
    expect(offset + 254 * step).toBeGreaterThanOrEqual(100)
  })
})

describe('the description of insurance coverage', () => {
  const reading = (score: number, insured: number, basis: Reading['basis'] = 'measured'): Reading => ({
    score,
    basis,
    fact: (id) => (id === 'insured_pct' ? insured : Number.NaN),
  })

  it('contains the percent insured of the census tract', () => {
    expect(insuranceCoverage.describe(reading(255, 97.2))).toBe(
      'Very high coverage: about 97% of the people of this census tract have health insurance (survey of 2018-22).',
    )
    expect(insuranceCoverage.describe(reading(180, 63.999996))).toContain('64%')
  })

  it('omits an unknown percentage, and states whether it is an estimate', () => {
    expect(insuranceCoverage.describe(reading(230, Number.NaN))).toBe(
      'High coverage of health insurance (survey of 2018-22).',
    )
    expect(insuranceCoverage.describe(reading(210, 75, 'estimate'))).toContain('estimate')
  })
})
