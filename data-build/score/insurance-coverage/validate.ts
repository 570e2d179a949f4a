import { number } from '../../read/csv.ts'
import { rankCorrelation, weightedMean } from '../../statistics.ts'
import { type Checker, type Finding, finding, hitRate, spearman, type ValidationContext } from '../../validate/check.ts'
import { readByTract } from '../by-tract.ts'
import { insuranceScore } from './score.ts'

const dimension = 'insurance-coverage'
const states = [
  { fips: '06', name: 'California', uninsured: 7.07 },
  { fips: '48', name: 'Texas', uninsured: 17.56 },
  { fips: '12', name: 'Florida', uninsured: 12.31 },
] as const

export const check: Checker = async (context) => {
  const { blockGroups } = context
  const scores = context.centerScores(dimension)
  const insured = Float64Array.from(blockGroups.lat, (lat, b) =>
    context.fact(dimension, 'insured_pct', lat, blockGroups.lon[b]),
  )
  return [
    ...states.map(({ fips, name }) => agreement(context, scores, fips, name)),
    ...states.map((state) => meanUninsured(context, insured, state)),
    await laterSurvey(context, insured),
  ]
}

/** Compares the built score with the formula applied to the tract's published figure. */
function agreement({ blockGroups, eji }: ValidationContext, scores: Uint8Array, fips: string, name: string): Finding {
  const uninsured = eji('E_UNINSUR')
  const people = eji('E_TOTPOP')
  const inState = [...scores.keys()].filter((b) => blockGroups.state[b] === fips)
  const hits = inState.filter((b) => Math.abs(scores[b] - insuranceScore(uninsured[b], people[b])) <= 1)
  const check = `score within 1 of the formula on the tract's published figure, ${name}`
  return { check, ...hitRate(hits.length, inState.length, 0.99) }
}

function meanUninsured(
  { blockGroups, eji }: ValidationContext,
  insured: Float64Array,
  { fips, name, uninsured }: (typeof states)[number],
): Finding {
  const surveyed = eji('E_TOTPOP')
  const counted = new Map<string, number>()
  blockGroups.tract2020.forEach((tract, b) => {
    counted.set(tract, (counted.get(tract) ?? 0) + blockGroups.population[b])
  })
  // Divides the tract's surveyed people among its block groups in proportion to their census counts.
  const weights = Float64Array.from(blockGroups.population, (population, b) => {
    const census = counted.get(blockGroups.tract2020[b]) ?? 0
    return blockGroups.state[b] === fips && census > 0 ? (surveyed[b] * population) / census : 0
  })
  const value = 100 - weightedMean(insured, weights)
  const n = insured.reduce((count, share, b) => (weights[b] > 0 && !Number.isNaN(share) ? count + 1 : count), 0)
  const check = `mean percent uninsured, weighted by people, ${name}`
  return finding(check, '%', value, n, { trial: uninsured, reached: Math.abs(value - uninsured) <= 0.1 })
}

/** Compares scores with the following year's survey, which was tabulated independently and is not used by the score. */
async function laterSurvey(context: ValidationContext, insured: Float64Array): Promise<Finding> {
  const { dep_index_fraction_insured: later } = await readByTract(context, {
    path: 'oeps/dep_index_2023_acs2019_2023_tract2020.csv.gz',
    tract: 'census_tract_id_2020',
    year: 2020,
    columns: { dep_index_fraction_insured: number({ null: 'NA', min: 0, max: 1 }) },
  })
  return { check: 'percent insured against the survey of 2019-23', ...spearman(rankCorrelation(insured, later)) }
}
