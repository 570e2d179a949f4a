import { number, readCsv, text } from '../../read/csv.ts'
import { rankCorrelation, reachesRho } from '../../statistics.ts'
import { type Checker, type Finding, scoresAt, type ValidationContext } from '../../validate/check.ts'
import { densePlaces, estates, type KnownPlace } from '../../validate/known-places.ts'

const dimension = 'privacy'

export const check: Checker = async (context) => [
  await againstMultiUnit(context, 'California', '06', -0.646),
  await againstMultiUnit(context, 'Texas', '48', -0.622),
  await againstMultiUnit(context, 'Florida', '12', null),
  places(context, estates, 'estates that score at least 159', (score) => score >= 159),
  places(context, densePlaces, 'apartment quarters that score at most 99', (score) => score > 0 && score <= 99),
]

/** Share of homes in buildings of ten or more units (SVI 2018), by 2010 tract. */
async function againstMultiUnit(
  context: ValidationContext,
  name: string,
  fips: string,
  trial: number | null,
): Promise<Finding> {
  const { columns } = await readCsv(
    context.sources,
    `${name === 'Florida' ? 'census' : 'cdc'}/SVI2018_${name}_tract.csv.gz`,
    {
      FIPS: text({ required: true }),
      E_HU: number({ null: -999, min: 0 }),
      E_MUNIT: number({ null: -999, min: 0 }),
    },
  )
  const share = new Map<string, number>()
  columns.FIPS.forEach((tract, i) => {
    if (columns.E_HU[i] > 0) share.set(tract.padStart(11, '0'), columns.E_MUNIT[i] / columns.E_HU[i])
  })
  const mean = meanScores(context, fips)
  const tracts = [...share.keys()]
  const { rho, n } = rankCorrelation(
    tracts.map((tract) => mean.get(tract) ?? Number.NaN),
    tracts.map((tract) => share.get(tract) ?? Number.NaN),
  )
  return {
    check: `share of homes in large apartment buildings (CDC SVI 2018), ${name}, tracts`,
    statistic: 'Spearman rho',
    value: rho,
    n,
    trial,
    reached: trial === null ? null : reachesRho(-rho, n, -trial),
  }
}

/** Mean score of the people of each 2010 tract. */
function meanScores(context: ValidationContext, fips: string): ReadonlyMap<string, number> {
  const { state, tract2010, population } = context.blockGroups
  const sums = new Map<string, { score: number; people: number }>()
  context.centerScores(dimension).forEach((score, b) => {
    if (state[b] !== fips || score === 0 || population[b] === 0) return
    const sum = sums.get(tract2010[b]) ?? { score: 0, people: 0 }
    sums.set(tract2010[b], { score: sum.score + score * population[b], people: sum.people + population[b] })
  })
  return new Map([...sums].map(([tract, { score, people }]) => [tract, score / people]))
}

function places(
  context: ValidationContext,
  known: readonly KnownPlace[],
  check: string,
  passes: (score: number) => boolean,
): Finding {
  const scores = scoresAt(context, dimension, known)
  const value = scores.filter(passes).length / known.length
  return { check, statistic: 'hit rate', value, n: known.length, trial: 1, reached: value === 1 }
}
