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
  it('quotes index and schools with one digit', () => {
    const text = walkability.describe(reading(214, { walk_index: 15.96, schools_km2: 0.44 }))
    expect(text).toBe('Very walkable: EPA walkability index 16.0 of 20, 0.4 public schools per km².')
  })

  it('leaves out what is not known', () => {
    expect(walkability.describe(reading(20, { walk_index: 3.21 }))).toBe(
      'Car dependent: EPA walkability index 3.2 of 20.',
    )
    expect(walkability.describe(reading(20, {}, 'estimate'))).toBe('Car dependent (estimate).')
  })
})
