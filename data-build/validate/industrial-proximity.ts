import { readHazardSites } from '../score/industrial-proximity/hazard-sites.ts'
import { hazardsIn, readProximities } from '../score/industrial-proximity.ts'
import type { Check, Checker, ValidationContext } from './check.ts'
import { industrialPlaces, knownMisses, type NamedPlace, residentialPlaces } from './industrial-places.ts'
import { auc, rankCorrelation } from './statistics.ts'

const dimension = 'industrial-proximity'

/** Judges the score by named places, and the method by a sign of industry that is held out of it. */
export const check: Checker = async (context) => [
  namedPlaces(context),
  await heldOut(context),
  ...knownMisses.map((place) => miss(context, place)),
]

function namedPlaces(context: ValidationContext): Check {
  const industrial = scoresAt(context, industrialPlaces)
  const residential = scoresAt(context, residentialPlaces)
  return {
    dimension,
    check: 'well-known industrial places score below well-known residential ones',
    statistic: 'AUC',
    value: auc(residential, industrial),
    n: industrial.length + residential.length,
    trial: 0.995,
    reached: auc(residential, industrial) >= 0.98, // other places than the trial's: one pair in a hundred is one place
  }
}

async function heldOut(context: ValidationContext): Promise<Check> {
  const hazards = await hazardsIn(context, await readHazardSites(context.sources))
  const { riskProximity } = await readProximities(context)
  const { rho, n } = rankCorrelation(hazards(context.centres, 'without risk management'), riskProximity)
  const check = 'hazard sum without risk-management sites against their proximity, block groups'
  return { dimension, check, statistic: 'Spearman rho', value: rho, n, trial: 0.49, reached: rho >= 0.49 }
}

function miss(context: ValidationContext, place: NamedPlace): Check {
  const check = `known miss: ${place[0]}, industrial but not seen as such`
  const [value] = scoresAt(context, [place])
  return { dimension, check, statistic: 'score', value, n: 1, trial: null, reached: null }
}

function scoresAt(context: ValidationContext, places: readonly NamedPlace[]): Uint8Array {
  const lat = Float64Array.from(places, (place) => place[1])
  const lon = Float64Array.from(places, (place) => place[2])
  return context.scores(dimension, lat, lon)
}
