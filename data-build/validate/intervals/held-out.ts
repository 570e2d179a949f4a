import { CLASSES, Intervals } from '../../../src/answers/dimensions/intervals.ts'
import { COVERAGE, type FitOptions, fitIntervals } from './fit.ts'
import type { Judged, JudgedScore } from './judged.ts'

/** Number of parts that the counties are split into. Each part is withheld once. */
const PARTS = 5
/** Minimum number of cases for a class's coverage to be reported. */
const ENOUGH = 100

/** Performance of intervals in counties that were not used to fit them. */
export interface HeldOut {
  /** Share of the truths inside the intervals. */
  readonly coverage: number
  /** Coverage per class of places; NaN without cases. */
  readonly byClass: readonly number[]
  /** Number of cases per class of places. */
  readonly countOf: ArrayLike<number>
  /** Lowest coverage among classes with at least 100 cases; NaN if there is none. */
  readonly lowest: number
  /** Mean width in points. Each basis is weighted by its share of people. */
  readonly width: number
  /** Width in points of intervals that have the same width everywhere and cover 80%. */
  readonly oneWidth: number
  readonly n: number
}

export interface HeldOutOptions extends FitOptions {
  readonly countyOf: (blockGroup: number) => string
  /** Returns the share of people whose score has the given basis. */
  readonly shareOf: (basis: JudgedScore['basis']) => number
}

/** Fits intervals while withholding each part of the counties in turn, and evaluates them on the withheld part. */
export function heldOut({ scores, by, of }: Judged, options: HeldOutOptions): HeldOut {
  const { classOf, countyOf, shareOf } = options
  const counties = [...new Set(scores.map(({ blockGroup }) => countyOf(blockGroup)))].sort()
  const partOf = new Map(counties.map((county, i) => [county, (i * 7919) % PARTS]))
  const counts = new Map<string, number>()
  for (const { basis } of scores) counts.set(basis, (counts.get(basis) ?? 0) + 1)
  const getWeight = (basis: JudgedScore['basis']) => shareOf(basis) / counts.get(basis)!
  const inside = new Float64Array(CLASSES)
  const all = new Float64Array(CLASSES)
  let width = 0
  let weights = 0
  for (let part = 0; part < PARTS; part++) {
    const isOut = ({ blockGroup }: JudgedScore) => partOf.get(countyOf(blockGroup)) === part
    const tables = fitIntervals(
      scores.filter((score) => !isOut(score)),
      options,
    )
    const intervals = new Intervals({ by, of, tables })
    for (const { blockGroup, basis, score, truth } of scores.filter(isOut)) {
      const placeClass = classOf(blockGroup)
      const ends = intervals.endsOf(basis)
      if (ends === undefined) continue
      const low = ends.low[placeClass * 256 + score]
      const high = ends.high[placeClass * 256 + score]
      all[placeClass]++
      if (truth >= low && truth <= high) inside[placeClass]++
      width += getWeight(basis) * (high - low)
      weights += getWeight(basis)
    }
  }
  const byClass = Array.from(all, (n, placeClass) => inside[placeClass] / n)
  const judgedClasses = byClass.filter((_, placeClass) => all[placeClass] >= ENOUGH)
  const n = all.reduce((sum, count) => sum + count, 0)
  return {
    coverage: inside.reduce((sum, count) => sum + count, 0) / n,
    byClass,
    countOf: all,
    lowest: judgedClasses.length === 0 ? Number.NaN : Math.min(...judgedClasses),
    width: width / weights,
    oneWidth: getOneWidth(scores, getWeight),
    n,
  }
}

/** Returns the width of a symmetric interval that contains 80% of the truths. */
function getOneWidth(scores: readonly JudgedScore[], weightOf: (basis: JudgedScore['basis']) => number): number {
  const errors = scores.map(({ score, truth, basis }) => ({ error: Math.abs(truth - score), weight: weightOf(basis) }))
  errors.sort((a, b) => a.error - b.error)
  let remaining = COVERAGE * errors.reduce((sum, { weight }) => sum + weight, 0)
  for (const { error, weight } of errors) {
    remaining -= weight
    if (remaining <= 0) return 2 * error
  }
  return 0
}

/**
 * Minimum and maximum coverage to aim for in a class. Aiming for more or less than `COVERAGE` lets the intervals reach
 * `COVERAGE` in counties that were not used to fit them.
 */
const TARGETS = [0.77, 0.92] as const

/**
 * Returns the coverage to aim for in each class, so that withheld counties reach the intended coverage. Counties
 * differ, so a class with few counties needs a higher target.
 */
export function sharesToCover({ byClass, coverage, countOf }: HeldOut): number[] {
  return byClass.map((classCoverage, placeClass) => {
    const missing = COVERAGE - (countOf[placeClass] >= ENOUGH ? classCoverage : coverage)
    return Math.min(TARGETS[1], Math.max(TARGETS[0], COVERAGE + missing))
  })
}
