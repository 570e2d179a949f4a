import { kmPerDegree } from '../../geography/center-index.ts'
import { readFacilities, readRunways } from '../../read/faa.ts'
import { auc, quantile, rankCorrelation, weightedMean } from '../../statistics.ts'
import type { Check, Checker, ValidationContext } from '../../validate/check.ts'
import { type RunwayDirection, runwayDirections } from './aviation.ts'

const dimension = 'noise-levels'
/** dB: what a day-night level is above the 24-hour mean, with a usual share of flights at night. */
const NIGHT_WEIGHTING = 3.5
const DNL_65 = 65 - NIGHT_WEIGHTING
const METERS_PER_DEGREE = 1000 * kmPerDegree

/** km from the end of the longest runway to DNL 65 along its axis in the method's trial. */
const trialDistances: Readonly<Record<string, number>> = { AUS: 2.6, MIA: 3.0, DFW: 3.4, SFO: 4.0, LAX: 5.3 }

/** Airport contours, people in them, roads against diesel soot, and whether the sources make up the composite. */
export const check: Checker = async (context) => {
  const { population } = context.blockGroups
  const road = factAtCenters(context, 'road_db')
  const rail = factAtCenters(context, 'rail_db')
  const aviation = factAtCenters(context, 'aviation_db')
  const scores = context.centerScores(dimension)
  const total = population.reduce((sum, people) => sum + people, 0)
  const above = population.reduce((sum, people, b) => sum + (aviation[b] >= DNL_65 ? people : 0), 0)
  const quiet = weightedMean(aviation.map(percentBelow50), population)
  const diesel = rankCorrelation(road, context.eji('E_DSLPM'))
  const airports = nearAirports(context, aviation)
  const gaps = compositeGaps(scores, road, rail, aviation)
  return [
    ...(await axisChecks(context)),
    line('people above DNL 65 of flights', 'people', above, total, 102_000, Math.abs(above / 102_000 - 1) <= 0.1),
    line('people whose flights are below 50 dB(A)', 'per cent', quiet, total, 97.3, Math.abs(quiet - 97.3) <= 0.2),
    line(
      'rank correlation of road noise with diesel soot (EJI E_DSLPM, not an input)',
      'Spearman rho',
      diesel.rho,
      diesel.n,
      0.642,
      diesel.rho >= 0.642,
    ),
    line(
      'aviation noise of tracts mostly within a mile of an airport against tracts without one (EJI E_AIRPRT, not an input)',
      'AUC',
      auc(airports.near, airports.far),
      airports.near.length + airports.far.length,
      null,
      null,
    ),
    line(
      'composite of the score against the sum of the three sources',
      'median absolute difference, dB',
      quantile(gaps, 0.5),
      gaps.length,
      null,
      quantile(gaps, 0.5) <= 0.5,
    ),
  ]
}

function line(
  check: string,
  statistic: string,
  value: number,
  n: number,
  trial: number | null,
  reached: boolean | null,
): Check {
  return { dimension, check, statistic, value, n, trial, reached }
}

function factAtCenters(context: ValidationContext, fact: string): Float64Array {
  const { lat, lon } = context.blockGroups
  return Float64Array.from(lat, (_, b) => context.fact(dimension, fact, lat[b], lon[b]))
}

/** Levels are stored in whole dB: half of those that say 50 are below it. */
function percentBelow50(level: number): number {
  if (Number.isNaN(level) || level === 50) return level
  return level < 50 ? 100 : 0
}

/** Aviation levels of block groups whose tract is at least half, or not at all, within a mile of an airport. */
function nearAirports(context: ValidationContext, aviation: Float64Array): Record<'near' | 'far', Float64Array> {
  const share = context.eji('E_AIRPRT')
  return { near: aviation.filter((_, b) => share[b] >= 50), far: aviation.filter((_, b) => share[b] === 0) }
}

/** Absolute differences in dB where the score is inside its scale and every source is known. */
function compositeGaps(scores: Uint8Array, ...sources: readonly Float64Array[]): number[] {
  const gaps: number[] = []
  scores.forEach((score, b) => {
    const energy = sources.reduce((sum, levels) => sum + 10 ** (levels[b] / 10), 0)
    if (score <= 1 || score === 255 || Number.isNaN(energy)) return
    gaps.push(Math.abs(85 - (45 * (score - 1)) / 254 - 10 * Math.log10(energy)))
  })
  return gaps
}

/** Distance to DNL 65 along the axis of the longest runway, at the end where it reaches farther over land. */
async function axisChecks(context: ValidationContext): Promise<readonly Check[]> {
  const facilities = await readFacilities(context.sources, 'faa/NfdcFacilities.CA_TX_FL.xls.gz')
  const directions = runwayDirections(facilities, await readRunways(context.sources, 'faa/NfdcRunways.CA_TX_FL.xls.gz'))
  return Object.entries(trialDistances).map(([airport, trial]) => {
    const own = directions.filter((direction) => direction.airport === airport)
    const longest = Math.max(...own.map((direction) => direction.length))
    // 1 m: the two directions of one runway differ by rounding.
    const ends = own.filter((direction) => direction.length > longest - 1)
    const value = Math.max(...ends.map((end) => contourDistance(context, end)))
    const reached = Math.abs(value - trial) <= 0.5
    return line(
      `DNL 65 along the axis of the longest runway at ${airport}`,
      'km from its end',
      value,
      ends.length,
      trial,
      reached,
    )
  })
}

/** km outward from a runway's end to the last point in a row that is above DNL 65. */
function contourDistance(context: ValidationContext, end: RunwayDirection): number {
  const metersPerLon = METERS_PER_DEGREE * Math.cos((end.lat * Math.PI) / 180)
  for (let meters = 0; meters < 20_000; meters += 50) {
    const lat = end.lat - (end.north * meters) / METERS_PER_DEGREE
    const lon = end.lon - (end.east * meters) / metersPerLon
    // Over the sea there are no figures: the contour ends at the shore.
    if (!(context.fact(dimension, 'aviation_db', lat, lon) >= DNL_65)) return meters / 1000
  }
  return 20
}
