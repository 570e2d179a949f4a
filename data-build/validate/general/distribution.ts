import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, finding } from '../check.ts'

/** Where a dimension has figures, and what its scale makes common by its nature. */
interface Exception {
  /** A score that the specification's own cap makes common. */
  readonly capped?: number
  /** Highest percentage of people without a score; null: no target. */
  readonly missing?: number | null
  /** Highest percentage of people on one score; null: no target. */
  readonly common?: number | null
}

const exceptions: Readonly<Record<string, Exception>> = {
  'air-quality': { missing: 5 },
  'insurance-coverage': { capped: 255 },
  flood: { common: null },
  fire: { missing: null },
}

/** How the people are spread over the scores: nobody is served by a scale on which most places are alike. */
export function distribution(context: BuiltContext): Check[] {
  const { population } = context.blockGroups
  return dimensions.flatMap(({ id }) => {
    const exception = exceptions[id] ?? {}
    return distributionOf(id, context.centerScores(id), population, exception)
  })
}

/** Percent of people on the most common score, and on none. */
export function distributionOf(
  dimension: string,
  scores: Uint8Array,
  population: Float64Array,
  { capped, missing = 1, common = 30 }: Exception = {},
): Check[] {
  const people = new Float64Array(256)
  for (let b = 0; b < scores.length; b++) people[scores[b]] += population[b]
  const total = people.reduce((sum, count) => sum + count, 0)
  const largest = people.reduce(
    (most, count, score) => (score === 0 || score === capped ? most : Math.max(most, count)),
    0,
  )
  const line = (check: string, count: number, most: number | null): Check => {
    const value = (100 * count) / total
    return {
      dimension,
      ...finding(check, '% of people', value, total, { reached: most === null ? null : value <= most }),
    }
  }
  const aside = capped === undefined ? '' : ` other than ${capped}, the scale's own cap`
  return [
    line(`people on the most common score${aside}`, largest, common),
    line('people without a score', people[0], missing),
  ]
}
