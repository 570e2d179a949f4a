import { logistic, logit } from '../ideological-lean/votes.ts'

/**
 * Weights for the chance that a home is in FEMA's 1% zone, by its surroundings.
 *
 * The coast weights were fitted to the hurricane evacuation zones A to C of eight Florida counties, with each county
 * left out in turn. Their level was fitted to the share of homes with flood insurance in the coastal counties of
 * Florida and Texas. The river weights were fitted to FEMA's zones in Dallas and checked with Long Beach and the flood
 * flags of Superfund sites.
 */
const coast = {
  /** Log odds at the open sea, at sea level, on a coast with hurricanes. */
  base: 3.12,
  /** Log odds per square root of the height above the sea in meters. */
  height: -1.7,
  /** Log odds per logarithm of the distance to any sea water in km. */
  water: -0.17,
  /** Log odds per logarithm of the distance to the open sea in km. */
  open: -0.72,
  /** Log odds of a place on an island, or with water on all sides, on a coast with hurricanes. */
  surrounded: 1.25,
  /** Log odds of coasts without hurricanes. */
  calm: -2,
} as const
/**
 * Distance in km added to the distance to any sea water before taking the logarithm. It equals the accuracy of the
 * shoreline.
 */
const WATER_OFFSET = 0.2
/** Distance in km added to the distance to the open sea before taking the logarithm. */
const OPEN_OFFSET = 0.5
/** Minimum hurricanes per year for a coast to count as a hurricane coast. */
const HURRICANE_COAST = 0.1
/** Share of water within 3 km at which a place begins to count as surrounded by water. */
const SOME_WATER = 0.4
/** Share of water within 3 km at which a place fully counts as surrounded. */
const MUCH_WATER = 0.7
/**
 * Maximum height in meters assumed for islands and spits on a coast with hurricanes, because they consist of sand or
 * reef. A greater mean height means that the tract also includes land on the mainland.
 */
const HIGHEST_SAND = 2.5

const inland = {
  /**
   * Chance for a tract that a river zone touches and that has no open water. With at least 10% water, the chance is
   * twice as high.
   */
  river: 0.05,
  /** Log odds per standard deviation by which the tract is higher than its surroundings. */
  position: -0.7,
  /** Change in log odds per unit of log height. The term is zero at a height of 20 m. */
  height: -0.4,
  /** Log odds per logarithm of the standard deviation of the surrounding heights; zero at 5 m. */
  relief: -0.25,
  /** Log odds per logarithm of a valley's depth, if river zones touch all tracts of the valley. */
  valley: 0.8,
} as const
/** Depth in meters below the surrounding tracts at which a tract begins to count as a valley. */
const VALLEY_FROM = 5
/** Additional depth in meters at which `valley` is multiplied by ln 2. */
const VALLEY_DEPTH = 10
/** Minimum chance (0-1) on land. */
const RAREST = 0.003

/** Height, surrounding sea water and hurricanes of a place, from which its chance of a coastal flood is computed. */
export interface CoastalPlace {
  /** Height of the land above the sea in meters. */
  readonly height: number
  /** Distance in km to any sea water. */
  readonly waterKm: number
  /** Distance in km to the open sea. */
  readonly openKm: number
  /** Share (0-1) of sea water within 3 km. */
  readonly water: number
  readonly onIsland: boolean
  /** Hurricanes per year. */
  readonly hurricanes: number
}

/** Returns the chance (0-1) of a coastal flood, or NaN if the height or the hurricanes are unknown. */
export function coastalChance(place: CoastalPlace): number {
  const storms = stormClass(place.hurricanes)
  const surrounded = surroundedClass(place.water, place.onIsland)
  if (Number.isNaN(place.height)) return Number.NaN
  if (!(place.waterKm < Number.POSITIVE_INFINITY)) return Number.isNaN(storms) ? Number.NaN : 0
  const isSand = surrounded > 0.5 && storms > 0.5
  const height = Math.max(0, isSand ? Math.min(HIGHEST_SAND, place.height) : place.height)
  return logistic(
    coast.base +
      coast.height * Math.sqrt(height) +
      coast.water * Math.log(WATER_OFFSET + place.waterKm) +
      coast.open * Math.log(OPEN_OFFSET + place.openKm) +
      coast.surrounded * surrounded * storms +
      coast.calm * (1 - storms),
  )
}

function stormClass(hurricanes: number): number {
  return Math.min(1, hurricanes / HURRICANE_COAST)
}

/** Returns how much sea water surrounds a place, 0-1. Islands are surrounded. */
export function surroundedClass(water: number, onIsland: boolean): number {
  return onIsland ? 1 : Math.min(1, Math.max(0, (water - SOME_WATER) / (MUCH_WATER - SOME_WATER)))
}

/** An inland tract. Its heights are from `LandHeights`. */
export interface InlandTract {
  /** Chance of a river flood based on the zones that touch the tract, as returned by `riverChance`. */
  readonly river: number
  readonly height: number
  readonly position: number
  readonly relief: number
  readonly trust: number
}

/**
 * Returns the chance (0-1) of a river flood for a tract, given whether a river zone touches it (0 or 1) and its share
 * of water.
 */
export function riverChance(touched: number, water: number): number {
  return inland.river * touched * (1 + (water >= 0 ? waterClass(water) : 0))
}

/**
 * Returns the chance (0-1) of a river flood, given the tract's height relative to its surroundings. Returns NaN if the
 * chance from `riverChance` is unknown.
 */
export function inlandChance({ river, height, position, relief, trust }: InlandTract): number {
  if (Number.isNaN(river)) return Number.NaN
  const tilt =
    inland.position * position +
    inland.height * Math.log((1 + Math.max(0, height)) / 21) +
    inland.relief * Math.log((1 + relief) / 6)
  return logistic(logit(river, RAREST) + (Number.isNaN(tilt) ? 0 : trust * tilt))
}

/**
 * Returns the log odds that a valley adds to the chance of a river flood.
 * @param aboveAround meters above the surrounding tracts, negative in a valley
 * @param zonesNearby share (0-1) of the surrounding places that a river zone touches
 */
export function valleyOdds(aboveAround: number, zonesNearby: number): number {
  const depth = -aboveAround - VALLEY_FROM
  return depth > 0 && zonesNearby > 0 ? inland.valley * zonesNearby * Math.log1p(depth / VALLEY_DEPTH) : 0
}

/** Maps a water share to a class from 0 to 1: 0 up to 0.1%, 1 from 10%, logarithmic in between. NaN stays NaN. */
export function waterClass(share: number): number {
  return Math.min(1, Math.max(0, (Math.log10(share) + 3) / 2))
}

/** Returns the chance that at least one of two independent floods reaches a home. */
export function either(a: number, b: number): number {
  return 1 - (1 - a) * (1 - b)
}

/** Chance for a place on a lake in an unpopulated area. */
const ON_LAKE = 0.9
/**
 * Distance in km from the edge of a lake outline: this far inside, the lake counts fully; this far outside, it does not
 * count. The change is gradual because outlines are generalized.
 */
export const LAKE_SHORE = 0.5
/** Minimum people per km² (σ 1 km) for a place to be on land, regardless of the lake outline. */
export const SETTLED = 100

/**
 * Returns the chance (0-1) that a place is in a lake's pool, from its depth in km inside the outline (negative outside)
 * and the surrounding people per km².
 */
export function lakeChance(depthKm: number, people: number): number {
  const onWater = Math.min(1, Math.max(0, (depthKm / LAKE_SHORE + 1) / 2))
  return ON_LAKE * onWater * Math.max(0, 1 - people / SETTLED)
}
