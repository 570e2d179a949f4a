import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walkable } from '../../../data-build/score/walkability/score.ts'
import { walkability } from '../../../src/answers/dimensions/walkability.ts'
import { reading } from './reading.ts'

const rank = fc.double({ min: 0, max: 1, noNaN: true })

describe('the raw walkability of a place', () => {
  const none = { day: 0, walkIndex: 0, olderHomes: 0, schools: 0, destinations: 0, onFoot: 0, gate: 1 }

  it('gives the daytime population a weight of two', () => {
    // 0.5⁴ = 0.0625 is less than the ranks of older homes (0.3) and schools (0.2), so it replaces neither. The sum is
    // (2·0.5 + 1.5·0.4 + 0.3 + 0.2) / 7.5.
    expect(walkable({ ...none, day: 0.5, walkIndex: 0.4, olderHomes: 0.3, schools: 0.2 })).toBeCloseTo(2.1 / 7.5, 12)
  })

  it('uses stores instead of people if few people are counted', () => {
    // The rank of people counts twice: once as 0.8, because the larger of 0.2 and 0.8 counts, and once as 0.2. The last
    // 0.8 counts for the stores themselves.
    expect(walkable({ ...none, day: 0.2, destinations: 0.8 })).toBeCloseTo((0.8 + 0.2 + 2 * 0.0016 + 0.8) / 7.5, 12)
  })

  it('is 1 in the densest places even without old homes or schools', () => {
    expect(walkable({ ...none, day: 1, walkIndex: 1, destinations: 1, onFoot: 1 })).toBe(1)
  })

  it('is 0 in places without people, regardless of the tract shares', () => {
    expect(walkable({ ...none, walkIndex: 1, olderHomes: 1, schools: 1, gate: 0 })).toBe(0)
  })

  it('ranges from 0 to 1, and never decreases as the daytime population increases', () => {
    const inputs = fc.record({ walkIndex: rank, olderHomes: rank, schools: rank, destinations: rank, onFoot: rank })
    fc.assert(
      fc.property(rank, rank, inputs, (a, b, others) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const low = walkable({ ...others, day: less, gate: Math.min(1, 3 * less) })
        const high = walkable({ ...others, day: more, gate: Math.min(1, 3 * more) })
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1 + 1e-12)
        expect(high).toBeGreaterThanOrEqual(low - 1e-12)
      }),
    )
  })
})

describe('the description of walkability', () => {
  it('mentions people before the shares of the census tract', () => {
    const text = walkability.describe(
      reading(214, { day_people_km2: 5012, walk_index: 15.96, older_homes_pct: 45.2, schools_within_mile: 3 }),
    )
    expect(text).toBe(
      'Very walkable: about 13,000 people per square mile (5,000 per km²) around by day, 45% of homes built before 1980, EPA walkability index 16 of 20 (2018-24).',
    )
  })

  it('omits unknown facts', () => {
    expect(walkability.describe(reading(20, { walk_index: 3.21 }))).toBe(
      'Car dependent: EPA walkability index 3.2 of 20 (2018-24).',
    )
    expect(walkability.describe(reading(20, {}, 'estimate'))).toBe('Car dependent (estimate) (2018-24).')
  })
})
