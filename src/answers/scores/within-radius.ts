import { DISC_POINTS, fillDisc } from '../../base/geo/disc.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import { wordsFor } from '../dimensions/words.ts'
import type { OfficialMap, ScoreBand } from './answers.ts'
import { mapAt } from './reading.ts'
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
  const map = mapAt(data, loaded, data.scoreAt(loaded, center), center)
  if (map.mapped === undefined) return map
  const spots = getSpots()
  const counts = new Map<string | null, number>()
  let anyMap: OfficialMap = map
  for (const spot of spots) {
    const there = mapAt(data, loaded, data.scoreAt(loaded, spot), spot)
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

/** Share of the people beyond each end of an interval. */
const BEYOND = 0.1

/**
 * Returns the interval of a place that could be anywhere in a circle. Returns null if there is no data, or if intervals
 * were not measured.
 */
export function intervalWithin(
  data: ScoredData,
  loaded: LoadedDimension,
  spots: readonly Spot[],
  { score, p10, p90 }: ScoreBand,
): Interval | null {
  if (p10 === null || p90 === null) return null
  const lows: Weighted[] = []
  const highs: Weighted[] = []
  for (const spot of spots) {
    const interval = data.intervalAt(loaded, data.scoreAt(loaded, spot), spot)
    if (interval === null) continue
    const weight = data.geography.densityAt(spot.lon, spot.lat) || 0
    lows.push({ value: interval.low, weight })
    highs.push({ value: interval.high, weight })
  }
  if (lows.length === 0) return null
  const center = score === 0 ? p10 : score
  return {
    low: Math.min(quantile(lows, BEYOND), p10, center),
    high: Math.max(quantile(highs, 1 - BEYOND), p90, center),
  }
}

interface Weighted {
  readonly value: number
  readonly weight: number
}

/**
 * Returns the lowest value such that at least this share of the weight is at or below the value. If the total weight is
 * 0, all values have equal weight.
 */
function quantile(values: Weighted[], share: number): number {
  values.sort((a, b) => a.value - b.value)
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { value, weight } of values) {
    sum += total === 0 ? 1 / values.length : weight / total
    // The tolerance allows for rounding errors in the sum.
    if (sum >= share - 1e-9) return value
  }
  return values[values.length - 1].value
}

/** Returns spots spread evenly over a circle, without spots outside the coverage area. */
export function spotsWithin({ geography }: ScoredData, { lat, lon, radius }: Circle): Spot[] {
  const lats = new Float64Array(DISC_POINTS)
  const lons = new Float64Array(DISC_POINTS)
  fillDisc(lat, lon, radius, lats, lons)
  return Array.from(lats, (spotLat, i) => ({
    lat: spotLat,
    lon: lons[i],
    zone: geography.zoneAt(lons[i], spotLat),
    blockGroup: -1,
  })).filter(({ zone }) => zone > 0)
}
