import type { StateFips } from '../context.ts'
import { countyPredictors } from '../score/ideological-lean/estimate.ts'
import { readPlaces } from '../score/ideological-lean/places.ts'
import { readFloridaPrecincts, readTexasPrecincts } from '../score/ideological-lean/precincts.ts'
import { readTallies } from '../score/ideological-lean/two-party-vote.ts'
import { countyTallies, leanScore } from '../score/ideological-lean.ts'
import type { Check, Checker, ValidationContext } from './check.ts'
import { type MeasuredVote, measuredVote } from './ideological-lean/measured-vote.ts'
import { errorAcross, errorLeavingOut, type ModelError } from './ideological-lean/model-error.ts'

const dimension = 'ideological-lean'

export const check: Checker = async (context) => {
  const { sources, blockGroups } = context
  const california = await readTallies(sources, '06')
  const florida = await readTallies(sources, '12')
  const texas = await readTallies(sources, '48')
  const precincts = [...(await readFloridaPrecincts(sources, florida)), ...(await readTexasPrecincts(sources, texas))]
  const measured = measuredVote(context, california, precincts)
  const scores = context.centreScores(dimension)

  const counties = countyTallies([california, florida, texas])
  const every = countyPredictors(context, await readPlaces(sources), counties, new Set(blockGroups.county))
  const of = (state: StateFips) => every.filter(({ county }) => county.startsWith(state))
  const toFlorida = errorAcross(of('06'), of('12'), measured)
  const toCalifornia = errorAcross(of('12'), of('06'), measured)
  const withinTexas = errorLeavingOut(of('48'), measured)
  return [
    agreement(context, measured, scores, '06', 'block group, California'),
    agreement(context, measured, scores, '12', 'containing precinct, Florida'),
    agreement(context, measured, scores, '48', 'containing precinct, Texas'),
    modelCheck('county and city model, fitted on Florida, judged on California', toCalifornia, 4.5),
    modelCheck('county and city model, fitted on California, judged on Florida', toFlorida, 5.4),
    // The trial's own formula reaches 6.75 on these precincts; the county alone 10.6.
    modelCheck('county and city model on Texas counties left out of the fit', withinTexas, null),
    countyAlone('California', toCalifornia, 8.8),
    countyAlone('Florida', toFlorida, 8.7),
    countyAlone('Texas', withinTexas, null),
  ]
}

/** Built scores at block-group centres against the published two-party share of what contains them. */
function agreement(
  { blockGroups }: ValidationContext,
  measured: MeasuredVote,
  scores: Uint8Array,
  state: StateFips,
  what: string,
): Check {
  let hits = 0
  let n = 0
  for (let b = 0; b < blockGroups.count; b++) {
    if (blockGroups.state[b] !== state || Number.isNaN(measured.share[b])) continue
    n++
    if (Math.abs(scores[b] - leanScore(measured.share[b])) <= 2) hits++
  }
  const check = `score within 2 of the two-party share of the ${what}`
  return { dimension, check, statistic: 'hit rate', value: hits / n, n, trial: null, reached: hits >= 0.97 * n }
}

function modelCheck(check: string, { points, countyPoints, n }: ModelError, trial: number | null): Check {
  // To the digit that the trial was given in; without one, at least a third better than the county alone.
  const reached = trial === null ? points <= (2 / 3) * countyPoints : Math.round(10 * points) <= 10 * trial
  return { dimension, check, statistic: 'mean absolute error, points', value: points, n, trial, reached }
}

function countyAlone(state: string, { countyPoints, n }: ModelError, trial: number | null): Check {
  const check = `county's share everywhere, ${state}, to compare the model with`
  return { dimension, check, statistic: 'mean absolute error, points', value: countyPoints, n, trial, reached: null }
}
