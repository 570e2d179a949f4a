import { coveredStates } from '../../base/states.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { THIRDS } from '../../data/crowding.ts'
import { BASES, type Basis } from './dimension.ts'

/** 80% interval of the true score, 1-255, both ends included. */
export interface Interval {
  /** Low end, less than or equal to the score. */
  readonly low: number
  /** High end, greater than or equal to the score. */
  readonly high: number
}

/** Data against which a dimension's intervals were measured. */
export interface IntervalSource {
  /**
   * Name of the data that the scores were compared with: `NCES locale codes of 30,600 public schools, which no score
   * uses`.
   */
  readonly by: string
  /**
   * `errors`: the intervals come from errors against data that was not used for the scores, or was deliberately held
   * out. `inputs`: the intervals come from the variation of the inputs between neighborhoods, because no outside data
   * shows the true score.
   */
  readonly of: 'errors' | 'inputs'
}

/** Scores at which the ends of intervals are stored. Ends at other scores are interpolated. */
export const KNOTS: readonly number[] = Array.from({ length: 17 }, (_, i) => Math.round(1 + (254 * i) / 16))

/** Number of place classes: thirds by nearby population in each covered state. */
export const CLASSES = coveredStates.length * THIRDS

const ends = shape.array(shape.int(1, 255), KNOTS.length, KNOTS.length)

/** Bundle format of a dimension's intervals, written by `data:validate`. */
export const intervalsMeta = shape.object({
  by: shape.words,
  of: shape.oneOf('errors', 'inputs'),
  /** One table for each basis that could be validated. */
  tables: shape.array(
    shape.object({
      basis: shape.oneOf('measured', 'modeled', 'estimate'),
      /** Low ends of the intervals at the knots, per class of `crowdingClasses`. */
      low: shape.array(ends, CLASSES, CLASSES),
      /** High ends of the intervals at the knots, per class of `crowdingClasses`. */
      high: shape.array(ends, CLASSES, CLASSES),
    }),
  ),
})

export type IntervalsMeta = shape.Of<typeof intervalsMeta>

/** Intervals of a dimension's scores, by basis, place class and score. */
export class Intervals {
  readonly source: IntervalSource
  readonly #tables: ReadonlyMap<Basis, Ends>
  #byBasis: Uint32Array | undefined

  constructor({ by, of, tables }: IntervalsMeta) {
    this.source = Object.freeze({ by, of })
    this.#tables = new Map(
      tables.map(({ basis, low, high }) => [basis, { low: expanded(low, Math.min), high: expanded(high, Math.max) }]),
    )
  }

  /**
   * Returns the ends of all intervals, indexed by basis, class and score: `(basis << 12) | (class << 8) | score`, where
   * the basis is 1 measured, 2 modeled, 3 estimate. The low end is in the lower half of each element. An element is 0
   * if no intervals were measured for its basis.
   */
  get byBasis(): Uint32Array {
    this.#byBasis ??= this.#joined()
    return this.#byBasis
  }

  #joined(): Uint32Array {
    const all = new Uint32Array(BASES.length << 12)
    BASES.forEach((basis, at) => {
      const table = basis === null ? undefined : this.#tables.get(basis)
      table?.low.forEach((low, place) => {
        all[(at << 12) | place] = low | (table.high[place] << 16)
      })
    })
    return all
  }

  /** Returns the ends of all intervals for a basis, or undefined if no intervals were measured for the basis. */
  endsOf(basis: Basis): Ends | undefined {
    return this.#tables.get(basis)
  }
}

/** Interval ends, 256 per place class, indexed by score. */
export interface Ends {
  readonly low: Uint8Array
  readonly high: Uint8Array
}

/** Interpolates between the knots. `clamp` (`Math.min` or `Math.max`) keeps the score inside its interval. */
function expanded(classes: readonly (readonly number[])[], clamp: (end: number, score: number) => number): Uint8Array {
  const ends = new Uint8Array(classes.length * 256)
  classes.forEach((knots, placeClass) => {
    for (let score = 1; score < 256; score++) ends[placeClass * 256 + score] = clamp(endAt(knots, score), score)
  })
  return ends
}

/** Returns the end at a score (1-255), interpolated between its values at the knots. */
export function endAt(knots: readonly number[], score: number): number {
  const next = Math.max(
    1,
    KNOTS.findIndex((knot) => knot >= score),
  )
  const from = KNOTS[next - 1]
  const to = KNOTS[next]
  return Math.round(knots[next - 1] + ((knots[next] - knots[next - 1]) * (score - from)) / (to - from))
}
