import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getPercentile } from '../../../data-build/geography/percentile.ts'

const sample = fc.tuple(
  fc.oneof(
    fc.integer({ min: -1e7, max: 1e7 }).map((millionths) => millionths / 1e6),
    fc.constantFrom(0, 1, 2), // repeated values, to produce ties
    fc.constant(Number.NaN),
  ),
  fc.oneof({ weight: 5, arbitrary: fc.double({ min: 0.1, max: 100, noNaN: true }) }, fc.constant(0)),
)

const percentileOfRows = (rows: readonly (readonly [value: number, weight: number])[]) =>
  getPercentile(
    rows.map(([value]) => value),
    rows.map(([, weight]) => weight),
  )

describe('percentileOf()', () => {
  it('returns the mid-rank of each value for a small number of values', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 200 }), (rows) => {
        const percentile = percentileOfRows(rows)
        for (const [value, weight] of rows) {
          if (Number.isNaN(value)) expect(percentile(value)).toBeNaN()
          else if (weight > 0) expect(percentile(value)).toBeCloseTo(midRank(rows, value), 9)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('approximates the mid-rank of many values to 1/255 plus the weight of ties', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 600, maxLength: 1500 }), (rows) => {
        const percentile = percentileOfRows(rows)
        const known = rows.filter(([value, weight]) => weight > 0 && !Number.isNaN(value))
        const total = known.reduce((sum, [, weight]) => sum + weight, 0)
        const heaviest = Math.max(...known.map(([value]) => weightAt(known, value))) / total
        for (const [value] of known.slice(0, 50))
          expect(Math.abs(percentile(value) - midRank(rows, value))).toBeLessThan(1 / 255 + heaviest + 1e-9)
        const ends = known.map(([value]) => value).sort((a, b) => a - b)
        expect(percentile(ends[0])).toBeCloseTo(midRank(rows, ends[0]), 9)
        expect(percentile(ends.at(-1)!)).toBeCloseTo(midRank(rows, ends.at(-1)!), 9)
      }),
      { numRuns: 20 },
    )
  })

  it('never decreases, and returns 0 below and 1 above all values', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 900 }), (rows) => {
        fc.pre(rows.some(([value, weight]) => weight > 0 && !Number.isNaN(value)))
        const percentile = percentileOfRows(rows)
        let before = 0
        for (let value = -10; value <= 10; value += 0.05) {
          const own = percentile(value)
          expect(own).toBeGreaterThanOrEqual(before)
          expect(own).toBeLessThanOrEqual(1)
          before = own
        }
        expect([percentile(-11), percentile(11)]).toEqual([0, 1])
      }),
      { numRuns: 50 },
    )
  })

  it('returns NaN if no value has weight', () => {
    expect(getPercentile([], [])(3)).toBeNaN()
    expect(getPercentile([Number.NaN, 4], [10, 0])(4)).toBeNaN()
  })
})

type Row = readonly [value: number, weight: number]

/** Returns the share of the weight below a value, plus half of the value's own weight. */
function midRank(rows: readonly Row[], value: number): number {
  const known = rows.filter(([v, weight]) => weight > 0 && !Number.isNaN(v))
  const total = known.reduce((sum, [, weight]) => sum + weight, 0)
  const below = known.reduce((sum, [v, weight]) => (v < value ? sum + weight : sum), 0)
  return (below + weightAt(known, value) / 2) / total
}

function weightAt(rows: readonly Row[], value: number): number {
  return rows.reduce((sum, [v, weight]) => (v === value ? sum + weight : sum), 0)
}
