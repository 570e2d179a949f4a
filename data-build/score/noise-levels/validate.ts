import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { readNumberedRoads } from '../../read/numbered-roads.ts'
import { type RoadLine, readRoadLines, readTollways, readTrafficCounts, type TrafficCount } from '../../read/roads.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { auc, quantile, rankCorrelation, weightedMean } from '../../statistics.ts'
import {
  type Checker,
  type Finding,
  finding,
  scoresAt,
  spearman,
  type ValidationContext,
} from '../../validate/check.ts'
import { flightEnergy } from './aviation.ts'
import { type RoadPair, roadPairs } from './road-pairs.ts'
import { type RunwayDirection, readRunwayDirections } from './runways.ts'
import { readNoiseMap } from './score.ts'
import { fitAssumedTraffic, interstateCounts, peopleNearby } from './traffic.ts'

const dimension = 'noise-levels'
/** Decibels by which a day-night level exceeds the 24-hour mean with a typical share of night flights. */
const NIGHT_WEIGHTING = 3.5
const DNL_65 = 65 - NIGHT_WEIGHTING

/** Distance in km from the end of the longest runway to DNL 65 along its axis, in the method's trial. */
const trialDistances: Readonly<Record<string, number>> = { AUS: 2.6, MIA: 3.0, DFW: 3.4, SFO: 4.0, LAX: 5.3 }

/**
 * Compares freeways with places next to them, airports with their contours, roads with diesel soot, and the level of
 * the score with the sum of the sources.
 */
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
  const airport = context.eji('E_AIRPRT')
  // Block groups in tracts that are at least half within a mile of an airport, and block groups in tracts that are not
  // near an airport.
  const near = aviation.filter((_, b) => airport[b] >= 50)
  const far = aviation.filter((_, b) => airport[b] === 0)
  const gaps = compositeGaps(scores, road, rail, aviation)
  const gap = quantile(gaps, 0.5)
  const soot = 'rank correlation of road noise with diesel soot (EJI E_DSLPM, not an input)'
  const nearFar =
    'aviation noise of tracts mostly within a mile of an airport against tracts without one (EJI E_AIRPRT, not an input)'
  const sum = 'composite of the score against the sum of the three sources'
  return [
    ...(await pairChecks(context)),
    ...(await trafficChecks(context)),
    ...(await mapChecks(context, scores)),
    ...(await axisChecks(context)),
    ...(await contourChecks(context)),
    finding('people above DNL 65 of flights', 'people', above, total),
    finding('people whose flights are below 50 dB(A)', 'percent', quiet, total),
    { check: soot, ...spearman(diesel, { trial: 0.642, reached: diesel.rho >= 0.642 }) },
    finding(nearFar, 'AUC', auc(near, far), near.length + far.length),
    finding(sum, 'median absolute difference, dB', gap, gaps.length, { reached: gap <= 0.5 }),
  ]
}

function factAtCenters(context: ValidationContext, fact: string): Float64Array {
  const { lat, lon } = context.blockGroups
  return Float64Array.from(lat, (_, b) => context.fact(dimension, fact, lat[b], lon[b]))
}

/**
 * Returns the percentage of a block group's residents whose level is below 50 dB. Levels are stored in whole decibels,
 * so a level of 50 counts half.
 */
function percentBelow50(level: number): number {
  if (Number.isNaN(level) || level === 50) return level
  return level < 50 ? 100 : 0
}

/**
 * Returns absolute differences in dB between the level that the score stands for and the sum of the sources. Skips
 * places where the score is at an end of its scale or a source is unknown.
 */
function compositeGaps(scores: Uint8Array, ...sources: readonly Float64Array[]): number[] {
  const gaps: number[] = []
  scores.forEach((score, b) => {
    const energy = sources.reduce((sum, levels) => sum + 10 ** (levels[b] / 10), 0)
    if (score <= 1 || score === 255 || Number.isNaN(energy)) return
    gaps.push(Math.abs(85 - (45 * (score - 1)) / 254 - 10 * Math.log10(energy)))
  })
  return gaps
}

/**
 * Compares scores on freeways with scores 500 m away, using the available lines of each state and San Francisco's
 * official lines.
 */
async function pairChecks(context: ValidationContext): Promise<readonly Finding[]> {
  const roads = await readRoadLines(context.sources)
  const all = roads.map((road) => road.line)
  const official = await readShapefile(context.sources, 'roads/tiger_sf_2017_06075_roads.tar.gz', {
    properties: ['MTFCC'],
  })
  // S1100: roads with limited access.
  const limited = official.features.filter(({ properties }) => properties.MTFCC === 'S1100')
  const groups: readonly (readonly [string, readonly RoadPair[]])[] = [
    ['freeways of San Francisco (official lines, not an input)', roadPairs(limited.flatMap(({ lines }) => lines))],
    ...['CA', 'TX', 'FL'].map((state) => {
      const drawn = roads.filter((road: RoadLine) => road.state === state && road.drawn)
      return [
        `interstates of ${state}`,
        roadPairs(
          drawn.map((road) => road.line),
          all,
        ),
      ] as const
    }),
  ]
  const numbered = [...(await readTollways(context.sources)), ...(await readNumberedRoads(context.sources, roads))]
  const others = [...all, ...numbered.map((road) => road.line)]
  const listed = (['TX', 'FL'] as const).map((of) => {
    const louder = freeways[of].map((route) => {
      const routeLines = numbered.filter((road) => road.state === of && road.route === route).map(({ line }) => line)
      return [route, getPairChecks(context, route, roadPairs(routeLines, others))[1].value] as const
    })
    const six = louder.filter(([, decibels]) => decibels >= 6)
    const names = louder.map(([route, decibels]) => `${route} ${decibels.toFixed(1)}`).join(', ')
    const check = `freeways of ${of} other than interstates, at least 6 dB louder than 500 m beside them: ${names}`
    return finding(check, 'count', six.length, louder.length, { reached: six.length >= 10 })
  })
  return [...groups.flatMap(([name, pairs]) => getPairChecks(context, name, pairs)), ...listed]
}

const freeways = {
  TX: ['US75', 'SH183', 'US290', 'SL1', 'NDT', 'SH121', 'SH114', 'SH360', 'SL8', 'SL12', 'US59', 'US281'],
  FL: ['SH408', 'SH417', 'SH429', 'SH528', 'SH589', 'SH618', 'SH826', 'SH836', 'SH869', 'SH874', 'SH821', 'SH91'],
} as const

/** Compares levels with the National Transportation Noise Map, which is used where roads have no lines. */
async function mapChecks(context: ValidationContext, scores: Uint8Array): Promise<readonly Finding[]> {
  const { state } = context.blockGroups
  const { share } = await readNoiseMap(context)
  return coveredStates.map(({ fips, name }) => {
    const members = [...share.keys()].filter((b) => state[b] === fips && share[b] >= 0 && scores[b] > 0)
    const ranks = rankCorrelation(
      members.map((b) => -scores[b]),
      members.map((b) => share[b]),
    )
    const map = 'the share of people at 55 dB(A) and more, National Transportation Noise Map'
    return { check: `level against ${map}, ${name} (an input: agreement, not proof)`, ...spearman(ranks) }
  })
}

function getPairChecks(context: ValidationContext, name: string, pairs: readonly RoadPair[]): readonly Finding[] {
  const [on, off] = (['on', 'off'] as const).map((place) =>
    scoresAt(
      context,
      dimension,
      pairs.map((pair) => pair[place]),
    ),
  )
  const gaps: number[] = []
  on.forEach((score, i) => {
    if (score > 0 && off[i] > 0) gaps.push((45 * (off[i] - score)) / 254)
  })
  const louder = (100 * gaps.filter((gap) => gap > 0).length) / gaps.length
  const by = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const share = `${name} louder than 500 m beside them`
  const difference = `${name} against 500 m beside them`
  return [
    finding(share, 'percent of pairs', louder, gaps.length, { trial: 97, reached: louder >= 93 }),
    finding(difference, 'mean difference, dB', by, gaps.length, { trial: 9.7, reached: by >= 6 }),
  ]
}

/** Compares the assumed traffic of interstates with counts that it was not fitted to. */
async function trafficChecks(context: ValidationContext): Promise<readonly Finding[]> {
  const lines = await readRoadLines(context.sources)
  const counts = await readTrafficCounts(context.sources)
  const nearby = peopleNearby(context.blockGroups)
  const california = interstateCounts(lines, counts, nearby)
  const sanDiego = (count: TrafficCount) => count.county === 'SD'
  const getError = (name: string, judged: readonly TrafficCount[], fitted: typeof california) => {
    const assumed = fitAssumedTraffic(fitted)
    const gaps = judged.map(({ lon, lat, aadt }) => Math.abs(10 * Math.log10(assumed(nearby(lon, lat)) / aadt)))
    return finding(
      `assumed traffic of interstates against ${name}`,
      'median error, dB',
      quantile(gaps, 0.5),
      gaps.length,
    )
  }
  const elsewhere = california.filter((count) => !sanDiego(count))
  const texas = counts.filter(({ state, route }) => state === 'TX' && /^\d/.test(route))
  return [
    getError('counts in San Diego County, left out', california.filter(sanDiego), elsewhere),
    getError('counts in six Texas districts', texas, california),
  ]
}

/**
 * Computes the distance to DNL 65 along the axis of the longest runway, at the end where the contour extends farther
 * over land.
 */
async function axisChecks(context: ValidationContext): Promise<readonly Finding[]> {
  const directions = await readRunwayDirections(context.sources)
  return Object.entries(trialDistances).map(([airport, trial]) => {
    const airportDirections = directions.filter((direction) => direction.airport === airport)
    const longest = Math.max(...airportDirections.map((direction) => direction.length))
    // Directions within 1 m of the maximum length count as longest, because the two directions of one runway differ by
    // rounding.
    const ends = airportDirections.filter((direction) => direction.length > longest - 1)
    const value = Math.max(...ends.map((end) => contourDistance(context, end)))
    const reached = Math.abs(value / trial - 1) <= 0.2
    const check = `DNL 65 along the axis of the longest runway at ${airport}`
    return finding(check, 'km from its end', value, ends.length, { trial, reached })
  })
}

/** Returns the distance in km from a runway's end outward to the last consecutive point above DNL 65. */
function contourDistance(context: ValidationContext, end: RunwayDirection): number {
  const metersPerLon = METERS_PER_DEGREE * Math.cos((end.lat * Math.PI) / 180)
  for (let meters = 0; meters < 20_000; meters += 50) {
    const lat = end.lat - (end.north * meters) / METERS_PER_DEGREE
    const lon = end.lon - (end.east * meters) / metersPerLon
    // There are no figures over the sea, so the contour ends at the shore.
    if (!(context.fact(dimension, 'aviation_db', lat, lon) >= DNL_65)) return meters / 1000
  }
  return 20
}

/** Grid spacing in meters for measuring areas. */
const GRID = 60
/** Distance in meters from an airport to the edge of the grid. */
const AROUND = 15_000

/**
 * Compares flights alone with noise studies: San Diego's CNEL 65-70 band (94.7 million square feet in the airport
 * authority's contours, published by SANGIS) and the box around Austin's DNL 65 contour (11,540 by 33,909 feet, the
 * extent of the city's noise contour layer). Neither study states its year. Fleets were louder at the time.
 */
async function contourChecks(context: ValidationContext): Promise<readonly Finding[]> {
  const directions = await readRunwayDirections(context.sources)
  const sanDiego = contourGrid(directions.filter(({ airport }) => airport === 'SAN'))
  const austin = contourGrid(directions.filter(({ airport }) => airport === 'AUS'))
  const band = sanDiego.filter(({ dnl }) => dnl >= 65 && dnl < 70).length * (GRID / 1000) ** 2
  const loud = austin.filter(({ dnl }) => dnl >= 65)
  const extent = (of: (cell: { x: number; y: number }) => number) =>
    (Math.max(...loud.map(of)) - Math.min(...loud.map(of)) + GRID) / 1000
  const wide = extent(({ x }) => x)
  const high = extent(({ y }) => y)
  return [
    finding('area of CNEL 65-70 of flights at San Diego (published: 8.8)', 'km²', band, 1),
    finding('DNL 65 of flights at Austin from west to east (published: 3.5)', 'km', wide, 1),
    finding('DNL 65 of flights at Austin from south to north (published: 10.3)', 'km', high, 1),
  ]
}

/**
 * Returns day-night levels of flights on a grid around an airport's first runway, with coordinates in meters east and
 * north of the runway.
 */
function contourGrid(directions: readonly RunwayDirection[]): readonly { x: number; y: number; dnl: number }[] {
  const [{ lat, lon }] = directions
  const cells: { x: number; y: number }[] = []
  for (let y = -AROUND; y <= AROUND; y += GRID) for (let x = -AROUND; x <= AROUND; x += GRID) cells.push({ x, y })
  const east = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const energy = flightEnergy(directions, {
    size: cells.length,
    lat: Float64Array.from(cells, ({ y }) => lat + y / METERS_PER_DEGREE),
    lon: Float64Array.from(cells, ({ x }) => lon + x / east),
  })
  return cells.map((cell, i) => ({ ...cell, dnl: 10 * Math.log10(energy[i]) + NIGHT_WEIGHTING }))
}
