import { number, readRecords, text } from '../../read/csv.ts'
import { rankCorrelation, reachesRho } from '../../statistics.ts'
import { type Checker, type Finding, meanScores, spearman, type ValidationContext } from '../../validate/check.ts'
import { asExpected, densePlaces, estates } from '../../validate/known-places.ts'

const dimension = 'privacy'

export const check: Checker = async (context) => [
  await againstMultiUnit(context, 'California', '06', -0.646),
  await againstMultiUnit(context, 'Texas', '48', -0.622),
  await againstMultiUnit(context, 'Florida', '12', null),
  asExpected(context, dimension, 'estates that score at least 159', estates),
  asExpected(context, dimension, 'apartment quarters that score at most 99', densePlaces),
]

/** Compares scores with the share of homes in buildings of ten or more units (SVI 2018) by 2010 tract. */
async function againstMultiUnit(
  context: ValidationContext,
  name: string,
  fips: string,
  trial: number | null,
): Promise<Finding> {
  const { state, tract2010 } = context.blockGroups
  const count = number({ null: -999, min: 0 })
  const path = `${name === 'Florida' ? 'census' : 'cdc'}/SVI2018_${name}_tract.csv.gz`
  const rows = await readRecords(context.sources, path, {
    FIPS: text({ required: true }),
    E_HU: count,
    E_MUNIT: count,
  })
  const mean = meanScores(context, dimension, (b) => (state[b] === fips ? tract2010[b] : null))
  const inhabited = rows.filter(({ E_HU }) => E_HU > 0)
  const ranks = rankCorrelation(
    inhabited.map(({ FIPS }) => mean.get(FIPS.padStart(11, '0')) ?? Number.NaN),
    inhabited.map(({ E_HU, E_MUNIT }) => E_MUNIT / E_HU),
  )
  const check = `share of homes in large apartment buildings (CDC SVI 2018), ${name}, tracts`
  const reached = trial === null ? null : reachesRho(-ranks.rho, ranks.n, -trial)
  return { check, ...spearman(ranks, { trial, reached }) }
}
