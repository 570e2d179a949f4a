import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walkable } from '../../data-build/score/walkability/score.ts'
import { walkability } from '../../src/dimensions/walkability.ts'
import { reading } from './reading.ts'

const rank = fc.double({ min: 0, max: 1, noNaN: true })

describe('walkable', () => {
  it('weighs day-time people twice', () => {
    // 0.5⁴ = 0.0625 is below both shares: (2·0.5 + 0.4 + 0.3 + 0.2) / 5
    expect(walkable(0.5, 0.4, 0.3, 0.2, 1)).toBeCloseTo(0.38, 12)
  })

  it('asks the densest places neither for old homes nor for schools', () => {
    expect(walkable(1, 1, 0, 0, 1)).toBe(1)
    // 0.9⁴ = 0.6561: (1.8 + 0.5 + 0.6561 + 0.7) / 5
    expect(walkable(0.9, 0.5, 0.1, 0.7, 1)).toBeCloseTo(0.73122, 10)
  })

  it('is nothing where nobody is, whatever the tract says', () => {
    expect(walkable(0, 1, 1, 1, 0)).toBe(0)
  })

  it('stays within 0 and 1 and grows with day-time people', () => {
    fc.assert(
      fc.property(rank, rank, rank, rank, rank, (a, b, index, homes, schools) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const low = walkable(less, index, homes, schools, Math.min(1, 3 * less))
        const high = walkable(more, index, homes, schools, Math.min(1, 3 * more))
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1 + 1e-12)
        expect(high).toBeGreaterThanOrEqual(low - 1e-12)
      }),
    )
  })
})

describe('describe', () => {
  it('puts people before the records of the tract', () => {
    const text = walkability.describe(
      reading(214, { day_people_km2: 5012, walk_index: 15.96, older_homes_pct: 45.2, schools_within_mile: 3 }),
    )
    expect(text).toBe(
      'Very walkable: about 13,000 people per square mile (5,000 per km²) around by day (neighborhood mean). This census tract: 45 % of homes built before 1980, EPA walkability index 16 of 20.',
    )
  })

  it('leaves out what is not known', () => {
    expect(walkability.describe(reading(20, { walk_index: 3.21 }))).toBe(
      'Car dependent. This census tract: EPA walkability index 3.2 of 20.',
    )
    expect(walkability.describe(reading(20, {}, 'estimate'))).toBe('Car dependent (estimate).')
  })
})
