import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { getPoints, nearestCenter } from '../../geography/center-index.ts'
import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import { judgedAir } from '../../score/air-quality/judged.ts'
import { readByTract } from '../../score/by-tract.ts'
import { judgedFire } from '../../score/fire/judged.ts'
import { judgedFlood } from '../../score/flood/judged.ts'
import { judgedVotes } from '../../score/ideological-lean/judged.ts'
import { hazardsIn, readProximities, scoreOfHazard } from '../../score/industrial-proximity/score.ts'
import { readHazardSites } from '../../score/industrial-proximity/sites.ts'
import { insuranceScore } from '../../score/insurance-coverage/score.ts'
import { judgedFood } from '../../score/liveliness/judged.ts'
import { readNoiseMap } from '../../score/noise-levels/score.ts'
import { ageScore } from '../../score/population-profile/score.ts'
import type { BuiltContext } from '../built-context.ts'
import { basisAtCenters, type Judge, judgedByRank, judgedCenters, onScale } from './judged.ts'

/** The judge of each dimension. */
export const judges: Readonly<Record<DimensionId, Judge>> = {
  'urban-rural': schoolLocales,
  privacy: (context) => neighbors(context, 'privacy'),
  walkability,
  'visual-appeal': (context) => neighbors(context, 'visual-appeal'),
  'dog-friendliness': (context) => neighbors(context, 'dog-friendliness'),
  liveliness: judgedFood,
  'noise-levels': noiseMap,
  'air-quality': judgedAir,
  'industrial-proximity': heldOutSites,
  'insurance-coverage': laterSurvey,
  'ideological-lean': judgedVotes,
  'population-profile': earlierSurvey,
  flood: judgedFlood,
  fire: judgedFire,
}

/** Uses the 12 locale classes that the Department of Education assigns to public schools, from large city to remote. */
async function schoolLocales(context: BuiltContext) {
  const rows = await readRecords(context.sources, 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz', {
    locale: number({ heading: 'LOCALE' }),
    ...coordinates('LATCODE', 'LONGCODE', false),
  })
  const schools = rows.filter(({ lat, lon, locale }) => locale > 0 && !Number.isNaN(lat) && !Number.isNaN(lon))
  const places = getPoints(schools)
  const scores = context.scores('urban-rural', places.lat, places.lon)
  const truth = onScale(
    schools.map(({ locale }) => locale),
    scores,
  )
  const nearest = nearestCenter(context.blockGroups, places)
  return {
    by: `locale codes of ${schools.length.toLocaleString('en-US')} public schools (NCES 2014-15), which enter no score`,
    of: 'errors',
    scores: schools.flatMap((_, i) =>
      truth[i] > 0 ? [{ blockGroup: nearest[i], basis: 'modeled' as const, score: scores[i], truth: truth[i] }] : [],
    ),
  } as const
}

/** Uses EPA's walkability index of the tract, which is also one of the score's five inputs. */
async function walkability(context: BuiltContext) {
  const scores = context.centerScores('walkability')
  return judgedByRank({
    by: "EPA's walkability index of the census tract, one of five inputs of the score",
    figures: context.eji('E_WLKIND'),
    scores,
    basisOf: basisAtCenters(context, 'walkability'),
  })
}

/** Uses the share of people exposed to 55 dB(A) or more on the national map. */
async function noiseMap(context: BuiltContext) {
  const { share } = await readNoiseMap(context)
  return judgedByRank({
    by: 'share of people at 55 dB(A) or more in the census tract, National Transportation Noise Map 2018',
    figures: share,
    sign: -1,
    scores: context.centerScores('noise-levels'),
    basisOf: basisAtCenters(context, 'noise-levels'),
  })
}

/** Compares scores computed without chemical-risk sites with the proximity of these sites. */
async function heldOutSites(context: BuiltContext) {
  const hazards = await hazardsIn(context, await readHazardSites(context.sources))
  const { risk_management_proximity: proximity } = await readProximities(context)
  const scores = hazards(context.centers, 'without risk management').map((hazard) => Math.round(scoreOfHazard(hazard)))
  return judgedByRank({
    by: "EPA's proximity of chemical-risk sites, left out of the scores that it judged",
    figures: proximity,
    sign: -1,
    scores,
    basisOf: () => 'estimate',
  })
}

/** Uses the survey that the scores are computed from, but from one year later. */
async function laterSurvey(context: BuiltContext) {
  const { dep_index_fraction_insured: insured } = await readByTract(context, {
    path: 'oeps/dep_index_2023_acs2019_2023_tract2020.csv.gz',
    tract: 'census_tract_id_2020',
    year: 2020,
    columns: { dep_index_fraction_insured: number({ null: 'NA', min: 0, max: 1 }) },
  })
  const people = context.eji('E_TOTPOP')
  const truth = insured.map((share, b) => insuranceScore(100 - 100 * share, people[b]))
  return {
    by: 'the census survey of 2019-23, a year after that of the score',
    of: 'errors',
    scores: judgedCenters(context, 'insurance-coverage', truth),
  } as const
}

/** Compares scores with the ages in the survey from four years earlier. */
async function earlierSurvey(context: BuiltContext) {
  const shares = { EP_AGE17: new Map<string, number>(), EP_AGE65: new Map<string, number>() }
  for (const path of SVI) {
    const rows = await readRecords(context.sources, path, {
      tract: text({ heading: 'FIPS', required: true }),
      EP_AGE17: number({ null: -999 }),
      EP_AGE65: number({ null: -999 }),
    })
    for (const { tract, ...row } of rows)
      for (const name of ['EP_AGE17', 'EP_AGE65'] as const) shares[name].set(tract.padStart(11, '0'), row[name])
  }
  const under18 = context.byTract2010(shares.EP_AGE17)
  const over65 = context.byTract2010(shares.EP_AGE65)
  const [groupQuarters, renters, uninsured] = ['E_GROUPQ', 'E_RENTER', 'E_UNINSUR'].map((name) => context.eji(name))
  const truth = under18.map((children, b) =>
    ageScore({
      under18: children,
      over65: over65[b],
      groupQuarters: groupQuarters[b],
      renters: renters[b],
      uninsured: uninsured[b],
    }),
  )
  return {
    by: 'the census survey of 2014-18, four years before that of the score',
    of: 'errors',
    scores: judgedCenters(context, 'population-profile', truth),
  } as const
}

const SVI = [
  'cdc/SVI2018_California_tract.csv.gz',
  'cdc/SVI2018_Texas_tract.csv.gz',
  'census/SVI2018_Florida_tract.csv.gz',
]

/**
 * Compares block groups with their neighbors in the same census tract. Used for dimensions without independent
 * reference data.
 */
async function neighbors(context: BuiltContext, dimension: DimensionId) {
  const { tract2020 } = context.blockGroups
  const scores = context.centerScores(dimension)
  const next = new Float64Array(scores.length).fill(Number.NaN)
  for (let b = 0; b < scores.length; b++) {
    const other = tract2020[b + 1] === tract2020[b] ? b + 1 : tract2020[b - 1] === tract2020[b] ? b - 1 : -1
    if (other >= 0 && scores[other] > 0) next[b] = scores[other]
  }
  return {
    by: 'differences between neighboring block groups of a census tract; no outside data says what is true',
    of: 'inputs',
    scores: judgedCenters(context, dimension, next),
  } as const
}
