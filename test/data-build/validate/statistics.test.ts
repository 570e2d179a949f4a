import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  auc,
  quantile,
  rankCorrelation,
  reachesRho,
  reachesShare,
  weightedMean,
} from '../../../data-build/statistics.ts'

describe('rank correlation', () => {
  it('is 1 for any increasing relation and -1 for any decreasing relation', () => {
    expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toEqual({ rho: 1, n: 4 })
    expect(rankCorrelation([1, 2, 3, 4], [5, 3, 2, -8])).toEqual({ rho: -1, n: 4 })
  })

  it('assigns ties the mean of their ranks', () => {
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: covariance 4.5, variances 4.5 and 5.
    expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4]).rho).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12)
  })

  it('equals 1 - 6 Σd² / (n³ - n) without ties', () => {
    // Ranks differ by 1, -1, 2, 0, -2.
    expect(rankCorrelation([2, 1, 5, 4, 3], [1, 2, 3, 4, 5]).rho).toBeCloseTo(1 - (6 * 10) / 120, 12)
  })

  it('ignores pairs that contain NaN', () => {
    expect(rankCorrelation([1, Number.NaN, 2, 3], [1, 2, Number.NaN, 3])).toEqual({ rho: 1, n: 2 })
  })
})

describe('the area under the curve', () => {
  it('is the share of correctly ordered pairs, counting ties as halves', () => {
    expect(auc([3, 4], [1, 2])).toBe(1)
    expect(auc([1, 2], [3, 4])).toBe(0)
    // 3 beats 1 and 2 and ties with 3. 1 ties with 1 and loses twice. That makes 2.5 + 0.5 of 6.
    expect(auc([3, 1], [1, 2, 3])).toBe(0.5)
  })

  it('ignores NaN', () => {
    expect(auc([3, Number.NaN], [1, Number.NaN, 2])).toBe(1)
  })

  it('matches a count over all pairs', () => {
    const list = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(list, list, (a, b) => {
        const wins = a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0) as number))
        const expected = wins.reduce((sum, win) => sum + win, 0) / wins.length
        expect(auc(a, b)).toBeCloseTo(expected, 10)
      }),
    )
  })
})

describe('a quantile', () => {
  it('is interpolated between sorted values', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([10, 0], 0.25)).toBe(2.5)
    expect(quantile([7], 0.9)).toBe(7)
    expect(quantile([3, 1, 2], 0)).toBe(1)
    expect(quantile([3, 1, 2], 1)).toBe(3)
  })

  it('ignores NaN, and is NaN for an empty list', () => {
    expect(quantile([Number.NaN, 1, 3], 0.5)).toBe(2)
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('a weighted mean', () => {
  it('uses the weights, and ignores NaN together with its weight', () => {
    expect(weightedMean([1, 3], [3, 1])).toBe(1.5)
    expect(weightedMean([1, Number.NaN, 3], [1, 100, 1])).toBe(2)
  })
})

describe('a target with a tolerance for sampling noise', () => {
  it('is met within one standard error of a correlation', () => {
    // At 0.6 with 403 pairs, the standard error is 0.64 / 20 = 0.032.
    expect(reachesRho(0.57, 403, 0.6)).toBe(true)
    expect(reachesRho(0.56, 403, 0.6)).toBe(false)
    expect(reachesRho(0.9, 4, 0.6)).toBe(true)
  })

  it('is met within two standard errors of a share', () => {
    // At a share of 0.9 with 900 trials, the standard error is 0.01.
    expect(reachesShare(0.881, 900, 0.9)).toBe(true)
    expect(reachesShare(0.879, 900, 0.9)).toBe(false)
    expect(reachesShare(1, 14, 1)).toBe(true)
    expect(reachesShare(13 / 14, 14, 1)).toBe(false)
  })
})
