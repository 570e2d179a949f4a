import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ring } from '../../data-build/read/feature.ts'
import { noRepairs, repairPolygons } from '../../data-build/read/repair.ts'

const ring = (...points: readonly (readonly [number, number])[]): Ring => Float64Array.from(points.flat())
const square = ring([0, 0], [4, 0], [4, 4], [0, 4], [0, 0])
const clockwiseHole = ring([1, 1], [1, 2], [2, 2], [2, 1], [1, 1])

describe('repairing', () => {
  it('leaves a good polygon as it is', () => {
    const repairs = noRepairs()
    expect(repairPolygons([[square, clockwiseHole]], repairs)).toEqual([[square, clockwiseHole]])
    expect(repairs).toEqual(noRepairs())
  })

  it('closes, turns, and drops repeated and infinite points, counting each', () => {
    const repairs = noRepairs()
    const bad = ring([0, 0], [0, 0], [0, 4], [Number.NaN, 1], [4, 4], [4, 4], [4, 0])
    const [[fixed]] = repairPolygons([[bad]], repairs)
    expect([...fixed]).toEqual([0, 0, 4, 0, 4, 4, 0, 4, 0, 0])
    expect(repairs).toEqual({ closed: 1, points: 3, rings: 0, reversed: 1 })
  })

  it('drops rings that enclose nothing, and the holes of a dropped outer ring', () => {
    const repairs = noRepairs()
    const flat = ring([0, 0], [1, 1], [2, 2], [0, 0])
    const two = ring([0, 0], [1, 0], [0, 0])
    const point = ring([3, 3], [3, 3], [3, 3], [3, 3])
    const kept = repairPolygons([[flat, clockwiseHole], [square, two], [point], [new Float64Array(0)], []], repairs)
    expect(kept).toEqual([[square]])
    expect(repairs.rings).toBe(5)
  })

  it('keeps a figure of eight, whose signed area is 0', () => {
    const eight = ring([0, 0], [2, 2], [2, 0], [0, 2], [0, 0])
    expect(repairPolygons([[eight]])).toEqual([[eight]])
  })

  it('changes no point in or out by the even-odd rule', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
    const points = fc.array(point, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(points, (corners) => {
        const open = ring(...corners)
        const repaired = repairPolygons([[open]])
        // Quarter points never lie on a corner's row, so the crossing count is exact.
        for (let x = 0.26; x < 12; x += 1.5)
          for (let y = 0.25; y < 12; y += 1.5) {
            const before = crossings(open, x, y) % 2
            const after = repaired.flat().reduce((sum, part) => sum + crossings(part, x, y), 0) % 2
            if (before !== after) return false
          }
        return true
      }),
    )
  })
})

/** Crossings of a ray to the right with the ring, its last point joined to its first. */
function crossings(flat: Ring, x: number, y: number): number {
  const n = flat.length / 2
  let count = 0
  for (let i = 0, j = n - 1; i < n; j = i++) {
    const [xi, yi, xj, yj] = [flat[2 * i], flat[2 * i + 1], flat[2 * j], flat[2 * j + 1]]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) count++
  }
  return count
}
