import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParquetPlan } from '../../../src/batch/parquet/plan.ts'
import { spans } from '../../../src/batch/parquet/row-groups.ts'

/** Spans as row counts of their row groups. */
function cut(rows: readonly number[], threads: number, from = 0): number[][] {
  const rowGroups = rows.map((count) => ({ rows: count, copied: [], chunks: [] }))
  return [...spans({ rowGroups } as unknown as ParquetPlan, from, threads)].map((span) =>
    rows.slice(span.from, span.to),
  )
}

const repeated = (count: number, rows: number) => new Array<number>(count).fill(rows)
const sum = (rows: readonly number[]) => rows.reduce((all, one) => all + one, 0)

describe('spans of row groups', () => {
  it('give each thread as many rows, of about 800,000 at most', () => {
    for (const threads of [1, 2])
      expect(cut(repeated(16, 250_000), threads).map(sum)).toEqual([
        750_000, 500_000, 750_000, 750_000, 500_000, 750_000,
      ])
    expect(cut(repeated(10, 250_000), 2).map(sum)).toEqual([500_000, 750_000, 500_000, 750_000])
    expect(cut(repeated(3, 250_000), 3).map(sum)).toEqual(repeated(3, 250_000))
    // Many threads: three million rows in all at a time.
    const ofMany = cut(repeated(160, 100_000), 16).map(sum)
    expect([ofMany.length, Math.min(...ofMany), Math.max(...ofMany)]).toEqual([96, 100_000, 200_000])
  })

  it('are a row group each where those are large', () => {
    expect(cut([10_000_000, 9_000_000, 5], 2)).toEqual([[10_000_000], [9_000_000], [5]])
    expect(cut([10_000_000], 4)).toEqual([[10_000_000]])
  })

  it('hold not too many row groups, which take memory beside their rows', () => {
    for (const span of cut(repeated(10_000, 3), 2)) expect(span.length).toBeLessThan(1000)
  })

  it('hold every row group once, in order, from any on', () => {
    const counts = fc.array(fc.oneof(fc.nat(50), fc.nat(300_000), fc.nat(9_000_000)), { maxLength: 60 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 40 }), fc.nat(70), (rows, threads, from) => {
        const found = cut(rows, threads, from)
        expect(found.flat()).toEqual(rows.slice(from))
        for (const span of found) {
          expect(span.length).toBeGreaterThan(0)
          // Beside the last row group a span is at most half of it longer than those of equal rows.
          if (span.length > 1) expect(sum(span.slice(0, -1))).toBeLessThan(1.6 * 2 ** 20)
        }
      }),
    )
  })
})
