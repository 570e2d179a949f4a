import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, finding } from '../check.ts'

/**
 * Limits for a dimension whose figures are not available everywhere, or whose scale gives many places the same score.
 */
interface Exception {
  /** Score that is common because of a cap in the specification. */
  readonly capped?: number
  /** Maximum percentage of people without a score; null for no target. */
  readonly missing?: number | null
  /** Maximum percentage of people with the same score; null for no target. */
  readonly common?: number | null
}

const exceptions: Readonly<Record<string, Exception>> = {
  'air-quality': { missing: 5 },
  'insurance-coverage': { capped: 255 },
  flood: { common: null },
  fire: { missing: null },
}

/** Reports how residents are distributed over the scores. A scale is useless if most places have the same score. */
export function distribution(context: BuiltContext): Check[] {
  const { population } = context.blockGroups
  return dimensions.flatMap(({ id }) => {
    const exception = exceptions[id] ?? {}
    return getDistribution(id, context.centerScores(id), population, exception)
  })
}

/** Reports the percentage of residents with the most common score and the percentage without a score. */
export function getDistribution(
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
