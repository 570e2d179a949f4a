import { type NumberColumn, number, readRecords, text } from '../../read/csv.ts'
import { rankCorrelation } from '../../statistics.ts'
import { type Checker, type Finding, meanScores, spearman, type ValidationContext } from '../../validate/check.ts'
import { asExpected, campuses, castro, prisons, retirementTowns } from '../../validate/known-places.ts'

const dimension = 'population-profile'

export const check: Checker = async (context) => [
  await medianAge(context),
  asExpected(context, dimension, 'university campuses at 1-15', campuses),
  asExpected(context, dimension, 'the Castro, San Francisco, at 99', castro),
  asExpected(context, dimension, 'prisons at 75-115', prisons),
  asExpected(context, dimension, 'retirement towns at 255', retirementTowns),
]

/**
 * Compares the mean score of a county's residents with the county's median age, computed from age bands that the score
 * does not use.
 */
async function medianAge(context: ValidationContext): Promise<Finding> {
  const counts = Object.fromEntries(bands.map((name) => [name, number({ required: true, min: 0 })]))
  const rows = await readRecords(context.sources, 'oeps/oeps_C_Latest_06_12_48.csv.gz', {
    ...(counts as Record<(typeof bands)[number], NumberColumn>),
    county: text({ heading: 'HEROP_ID', required: true, pattern: /^050US\d{5}$/ }),
  })
  const means = meanScores(context, dimension, (b) => context.blockGroups.county[b])
  const ranks = rankCorrelation(
    rows.map((row) => computeMedian(bands.map((name) => row[name]))),
    rows.map(({ county }) => means.get(county.slice(5)) ?? Number.NaN),
  )
  const check = 'mean score of counties against their median age (ACS 2014-18)'
  return { check, ...spearman(ranks, { trial: 0.82, reached: ranks.rho >= 0.82 }) }
}

/** Age bands in years. */
const bands = ['Age0_4', 'Age5_14', 'Age15_44', 'Age45_49', 'Age50_54', 'Age55_59', 'Age60_64', 'AgeOv65'] as const

/** Lower bounds of the bands in years. The last bound is the assumed age of the oldest people. */
const bounds = [0, 5, 15, 45, 50, 55, 60, 65, 90] as const

/** Returns the median age, interpolated within its band. */
export function computeMedian(people: readonly number[]): number {
  let remaining = people.reduce((sum, count) => sum + count, 0) / 2
  for (let i = 0; i < people.length; i++) {
    if (remaining <= people[i] && people[i] > 0)
      return bounds[i] + ((bounds[i + 1] - bounds[i]) * remaining) / people[i]
    remaining -= people[i]
  }
  return Number.NaN
}
