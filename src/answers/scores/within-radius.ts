import { DISC_POINTS, fillDisc } from '../../base/geo/disc.ts'
import type { Basis } from '../dimensions/dimension.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import { type Estimated, wordsFor } from '../dimensions/words.ts'
import type { OfficialMap, ScoreBand } from './answers.ts'
import { mapAt, readingAt } from './reading.ts'
import type { ScoredData } from './scored-data.ts'

/** Area of a roughly located place. The radius is in meters. */
interface Circle {
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

/**
 * Returns the official map's zones at some spots of a circle. A circle counts as mapped if its center is mapped, or if
 * at least half of the spots are mapped. Returns an empty object for dimensions without official maps.
 *
 * @param getSpots returns the spots; only called for dimensions with maps
 */
export function mapWithin(
  data: ScoredData,
  loaded: LoadedDimension,
  center: Spot,
  getSpots: () => readonly Spot[],
): OfficialMap {
  const mapOf = (spot: Spot) => mapAt(data, loaded, spot, readingAt(data, loaded, data.scoreAt(loaded, spot), spot))
  const map = mapOf(center)
  if (map.mapped === undefined) return map
  const spots = getSpots()
  const counts = new Map<string | null, number>()
  let anyMap: OfficialMap = map
  for (const spot of spots) {
    const there = mapOf(spot)
    if (!anyMap.mapped) anyMap = there
    const zone = there.zone ?? null
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  const zones = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([zone, count]) => ({ zone, share: Math.round((count / spots.length) * 1000) / 1000 }))
  const { mapped, map_date } = 2 * (counts.get(null) ?? 0) <= spots.length ? anyMap : map
  return { mapped, zone: zones.length === 1 ? zones[0].zone : null, zones, map_date }
}

/**
 * Says how much of a circle is more hazardous than a band, which leaves out a tenth of the residents at each end.
 * Returns null if no spot is more hazardous than the band, or for dimensions without zones.
 *
 * @param low lower end of the band
 */
export function worseThanBand(
  data: ScoredData,
  loaded: LoadedDimension,
  getSpots: () => readonly Spot[],
  low: number,
): string | null {
  const { ladder, getZone } = loaded.dimension
  if (getZone === undefined) return null
  const spots = getSpots()
  const usual = wordsFor(ladder, low)
  const scores = spots.map((spot) => data.scoreAt(loaded, spot))
  const worse = scores.filter((score) => score > 0 && score < low && wordsFor(ladder, score) !== usual)
  if (worse.length === 0) return null
  const worst = wordsFor(ladder, Math.min(...worse)).toLowerCase()
  const between = worst === wordsFor(ladder, Math.max(...worse)).toLowerCase() ? ':' : ', up to'
  return `${Math.round((100 * worse.length) / spots.length)}% of the land in this circle is worse${between} ${worst}.`
}

/**
 * Says on how much of a circle there is a hazard that the score labels do not tell. Returns a sentence per hazard, the
 * most widespread first.
 */
export function hazardsWithin(
  data: ScoredData,
  loaded: LoadedDimension,
  getSpots: () => readonly Spot[],
): readonly string[] {
  const { dimension } = loaded
  if (dimension.hazards === undefined) return []
  const spots = getSpots()
  const counts = new Map<string, number>()
  for (const spot of spots) {
    const score = data.scoreAt(loaded, spot)
    if (score === 0) continue
    data.findBlockGroup(spot)
    for (const hazard of dimension.hazards({ score, fact: loaded.factsAt(spot), note: loaded.note(spot) }))
      counts.set(hazard, (counts.get(hazard) ?? 0) + 1)
  }
  const widestFirst = [...counts].sort(([, a], [, b]) => b - a)
  return widestFirst.map(([hazard, count]) =>
    count === spots.length
      ? `${hazard[0].toUpperCase()}${hazard.slice(1)}.`
      : `On ${Math.round((100 * count) / spots.length)}% of the land in this circle, ${hazard}.`,
  )
}

/** Share of the people beyond each end of an interval. */
const BEYOND = 0.1

/**
 * Returns the interval of a place that could be anywhere in a circle. The interval contains the band and the interval
 * at the center, so that a roughly located place never looks more certain than an exact one. Returns null if there is
 * no data, or if intervals were not measured.
 */
export function intervalWithin(
  data: ScoredData,
  loaded: LoadedDimension,
  center: Spot,
  spots: readonly WeightedSpot[],
  { score, p10, p90 }: ScoreBand,
): Interval | null {
  if (p10 === null || p90 === null || loaded.intervals === null) return null
  const lows = new Float64Array(256)
  const highs = new Float64Array(256)
  let total = 0
  for (const spot of spots) {
    const interval = data.intervalAt(loaded, data.scoreAt(loaded, spot), spot)
    if (interval === null) continue
    lows[interval.low] += spot.weight
    highs[interval.high] += spot.weight
    total += spot.weight
  }
  if (total === 0) return null
  const middle = score === 0 ? p10 : score
  const atCenter = data.intervalAt(loaded, score, center) ?? { low: middle, high: middle }
  return {
    low: Math.min(quantile(lows, BEYOND * total), p10, atCenter.low),
    high: Math.max(quantile(highs, (1 - BEYOND) * total), p90, atCenter.high),
  }
}

/** Returns the weakest basis of the scores in a circle, and how much of the circle is estimated. */
export function basisWithin(
  data: ScoredData,
  loaded: LoadedDimension,
  center: Spot,
  spots: readonly Spot[],
): { readonly basis: Basis | null; readonly estimated: Estimated } {
  const bases = new Set<Basis>()
  for (const spot of [center, ...spots]) {
    const basis = data.basisAt(loaded, data.scoreAt(loaded, spot), spot)
    if (basis !== null) bases.add(basis)
    if (loaded.onlyBasis !== null && bases.size > 0) break
  }
  const basis = WEAKEST_FIRST.find((basis) => bases.has(basis)) ?? null
  return { basis, estimated: basis !== 'estimate' ? 'none' : bases.size === 1 ? 'all' : 'some' }
}

const WEAKEST_FIRST: readonly Basis[] = ['estimate', 'modeled', 'measured']

/**
 * Returns the lowest value at which the total weight of this value and all lower values reaches `weight`.
 *
 * @param weights weight of each value, 0-255
 */
function quantile(weights: Float64Array, weight: number): number {
  // The tolerance allows for rounding errors in the sum.
  const enough = weight * (1 - 1e-9)
  let sum = 0
  for (let value = 0; value < weights.length; value++) {
    sum += weights[value]
    if (sum >= enough) return value
  }
  return weights.length - 1
}

/** Spot of a circle, weighted by population density. */
export interface WeightedSpot extends Spot {
  readonly weight: number
}

/** Added to each weight, so that all spots have equal weight if nobody lives in a circle. */
const UNINHABITED = 1e-9

/** Returns spots spread evenly over a circle, without spots outside the coverage area. */
export function spotsWithin({ geography }: ScoredData, { lat, lon, radius }: Circle): WeightedSpot[] {
  const lats = new Float64Array(DISC_POINTS)
  const lons = new Float64Array(DISC_POINTS)
  fillDisc(lat, lon, radius, lats, lons)
  return Array.from(lats, (spotLat, i) => ({
    lat: spotLat,
    lon: lons[i],
    zone: geography.zoneAt(lons[i], spotLat),
    blockGroup: -1,
    weight: (geography.densityAt(lons[i], spotLat) || 0) + UNINHABITED,
  })).filter(({ zone }) => zone > 0)
}
