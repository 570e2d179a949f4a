import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScoreCounts } from '../../../src/answers/areas/score-counts.ts'

it('quantile() returns the quantiles of the sorted scores of all residents', () => {
  const people = fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  fc.assert(
    fc.property(people, fc.constantFrom(0.1, 0.25, 0.5, 0.9, 1), (groups, share) => {
      const counts = countsOf(groups)
      const each = groups.flatMap(([score, weight]) => Array<number>(score === 0 ? 0 : weight).fill(score))
      each.sort((a, b) => a - b)
      return counts.quantile(share) === (each[Math.ceil(share * each.length - 1e-9) - 1] ?? null)
    }),
  )
})

it('quantile() returns null if no resident has a score', () => {
  expect(countsOf([]).quantile(0.5)).toBeNull()
  expect(countsOf([[0, 5]]).quantile(0.5)).toBeNull()
})

it('mean() returns the weighted mean of the listed places only', () => {
  const scores = Uint8Array.of(9, 200, 100, 0)
  expect(new ScoreCounts().of(scores, Float64Array.of(1, 3), Uint32Array.of(2, 1)).mean()).toBe(175)
})

it('withoutData() and shareBelow() are exact for thousands of places', () => {
  const length = 5003
  const scores = Uint8Array.from({ length: 256 }, (_, at) => at)
  const places = Uint32Array.from({ length }, (_, at) => (at * 7919) % 256)
  const weights = Float64Array.from({ length }, (_, at) => 1 + (at % 13))
  const counts = new ScoreCounts().of(scores, weights, places)
  const sumOf = (wanted: (score: number) => boolean) =>
    places.reduce((sum, score, at) => sum + (wanted(score) ? weights[at] : 0), 0)
  expect(counts.withoutData()).toBe(sumOf((score) => score === 0) / sumOf(() => true))
  for (const limit of [1, 2, 100, 255, 256])
    expect(counts.shareBelow(limit)).toBe(sumOf((score) => score > 0 && score < limit) / sumOf((score) => score > 0))
})

describe('a score band', () => {
  it('trims as close to a tenth of the weight as possible at each end, like a brute-force search', () => {
    const weights = fc.array(fc.tuple(fc.integer({ min: 1, max: 255 }), fc.integer({ min: 1, max: 40 })), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(weights, fc.nat(50), (pairs, withoutData) => {
        const [low, high] = countsOf([[0, withoutData], ...pairs]).band(0.1)!
        const total = pairs.reduce((sum, [, weight]) => sum + weight, 0)
        // Weights are multiplied by ten so that all numbers are whole.
        const off = (isOut: (score: number) => boolean) =>
          Math.abs(10 * pairs.reduce((sum, [score, weight]) => sum + (isOut(score) ? weight : 0), 0) - total)
        const scores = [...new Set(pairs.map(([score]) => score))].sort((a, b) => a - b)
        const least = (ends: readonly number[], offOf: (end: number) => number) =>
          ends.reduce((best, end) => (offOf(end) < offOf(best) ? end : best))
        expect(low).toBe(least(scores, (end) => off((score) => score < end)))
        expect(high).toBe(least(scores.slice().reverse(), (end) => off((score) => score > end)))
        expect(low).toBeLessThanOrEqual(high)
      }),
    )
    expect(countsOf([[0, 5]]).band(0.1)).toBeNull()
  })

  it('collapses to one score if little more than a tenth of the weight has another score', () => {
    const bandOf = (few: number) =>
      countsOf([
        [255, 88],
        [130, few],
      ]).band(0.1)
    expect(bandOf(12)).toEqual([255, 255])
    expect(bandOf(30)).toEqual([130, 255])
  })
})

function countsOf(groups: readonly (readonly [score: number, weight: number])[]): ScoreCounts {
  return new ScoreCounts().of(
    Uint8Array.from(groups, ([score]) => score),
    Float64Array.from(groups, ([, weight]) => weight),
  )
}
