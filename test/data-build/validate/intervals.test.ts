import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { fitIntervals } from '../../../data-build/validate/intervals/fit.ts'
import { heldOut, sharesToCover } from '../../../data-build/validate/intervals/held-out.ts'
import { type JudgedScore, onScale } from '../../../data-build/validate/intervals/judged.ts'
import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import { Intervals } from '../../../src/answers/dimensions/intervals.ts'

const random = seededRandom(51)

/** Makes scores for nine place classes. The error is uniform between -`spread` and `spread` points. */
function judgedBy(spread: (placeClass: number, score: number) => number, count = 9000): JudgedScore[] {
  return Array.from({ length: count }, (_, blockGroup) => {
    const score = 1 + Math.floor(random() * 255)
    const error = Math.round((2 * random() - 1) * spread(blockGroup % 9, score))
    const truth = Math.max(1, Math.min(255, score + error))
    return { blockGroup, basis: 'modeled', score, truth }
  })
}

function intervalAt(intervals: Intervals, score: number, basis: Basis, placeClass: number) {
  const ends = intervals.endsOf(basis)
  return ends === undefined
    ? null
    : { low: ends.low[placeClass * 256 + score], high: ends.high[placeClass * 256 + score] }
}

const classOf = (blockGroup: number) => blockGroup % 9
const options = {
  classOf,
  countyOf: (blockGroup: number) => String(blockGroup % 37),
  shareOf: () => 1,
}

describe('fitted intervals', () => {
  it('contain the true value of held-out counties in about 80% of cases, and in over 72% in every class', () => {
    const judged = { by: 'chance', of: 'errors', scores: judgedBy((placeClass) => 10 + 5 * placeClass) } as const
    const wanted = sharesToCover(heldOut(judged, options))
    const { coverage, lowest, n } = heldOut(judged, { ...options, wanted })
    expect(n).toBe(9000)
    expect(coverage).toBeGreaterThan(0.77)
    expect(coverage).toBeLessThan(0.83)
    expect(lowest).toBeGreaterThan(0.72)
  })

  it('are narrow for small errors and wide for large errors', () => {
    const scores = judgedBy((placeClass, score) => (placeClass === 0 ? 5 : score < 128 ? 20 : 60))
    const intervals = new Intervals({ by: 'chance', of: 'errors', tables: fitIntervals(scores, { classOf }) })
    const widthAt = (score: number, placeClass: number) => {
      const { low, high } = intervalAt(intervals, score, 'modeled', placeClass)!
      return high - low
    }
    expect(widthAt(100, 0)).toBeLessThan(16)
    expect(widthAt(60, 4)).toBeGreaterThan(24)
    expect(widthAt(60, 4)).toBeLessThan(46)
    expect(widthAt(180, 4)).toBeGreaterThan(75)
    expect(intervalAt(intervals, 100, 'estimate', 0)).toBeNull()
  })

  it('contain the score itself, even if the true value is always elsewhere', () => {
    const scores = Array.from({ length: 900 }, (_, blockGroup): JudgedScore => {
      return { blockGroup, basis: 'estimate', score: 1 + (blockGroup % 255), truth: 128 }
    })
    for (const zones of [false, true]) {
      const tables = fitIntervals(scores, { classOf, zones })
      const intervals = new Intervals({ by: 'chance', of: 'errors', tables })
      for (let score = 1; score < 256; score++) {
        const { low, high } = intervalAt(intervals, score, 'estimate', 3)!
        expect(low).toBeLessThanOrEqual(score)
        expect(high).toBeGreaterThanOrEqual(score)
      }
    }
  })

  it('extend to the score of a flood zone if it contains one in seven homes', () => {
    const scores = Array.from({ length: 9000 }, (_, blockGroup): JudgedScore => {
      return { blockGroup, basis: 'estimate', score: 225, truth: random() < 1 / 7 ? 45 : 255 }
    })
    const intervals = new Intervals({
      by: 'chance',
      of: 'errors',
      tables: fitIntervals(scores, { classOf, zones: true }),
    })
    expect(intervalAt(intervals, 225, 'estimate', 0)).toEqual({ low: 45, high: 255 })
  })

  it('use the cases of similar classes for a class without cases', () => {
    const scores = judgedBy(() => 30).filter(({ blockGroup }) => classOf(blockGroup) !== 7)
    const intervals = new Intervals({ by: 'chance', of: 'errors', tables: fitIntervals(scores, { classOf }) })
    const { low, high } = intervalAt(intervals, 128, 'modeled', 7)!
    expect(high - low).toBeGreaterThan(36)
    expect(high - low).toBeLessThan(62)
  })
})

describe('reference figures, converted to the score scale,', () => {
  it('preserve their order and are spread like the scores', () => {
    const scores = [10, 250, 90, 120, 0, 200]
    expect([...onScale([1, 9, 3, 4, 5, 8], scores)]).toEqual([10, 250, 90, 120, Number.NaN, 200])
    expect([...onScale([1, 9, 3, Number.NaN, 5, 8], scores, -1)]).toEqual([250, 10, 200, Number.NaN, Number.NaN, 90])
  })

  it('all get the middle score if they are equal', () => {
    const [a, b, c] = onScale([5, 5, 5], [10, 100, 200])
    expect([a, b, c]).toEqual([100, 100, 100])
  })
})
