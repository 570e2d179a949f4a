import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceTransform } from '../../../data-build/geography/distance-transform.ts'

describe('the distance transform', () => {
  it('matches a search of all marked cells', () => {
    const cell = fc.tuple(fc.nat(11), fc.nat(8))
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        (marks, dx) => {
          const size = { width: 12, height: 9, dx, dy: 0.46 }
          const marked = new Uint8Array(108)
          for (const [x, y] of marks) marked[y * 12 + x] = 1
          const distance = distanceTransform(marked, size)
          for (let y = 0; y < 9; y++)
            for (let x = 0; x < 12; x++) {
              const nearest = Math.min(...marks.map(([a, b]) => Math.hypot((a - x) * dx, (b - y) * 0.46)))
              expect(distance[y * 12 + x]).toBeCloseTo(nearest, 4)
            }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is infinite if no cell is marked', () => {
    const distance = distanceTransform(new Uint8Array(6), { width: 3, height: 2, dx: 1, dy: 1 })
    expect([...distance]).toEqual(Array(6).fill(Number.POSITIVE_INFINITY))
  })
})
