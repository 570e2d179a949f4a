import { directionTo } from '../../base/geo/direction.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { type Ground, regionOfGround } from './area.ts'
import { type AreaAnswer, type AreaData, type AreaLike, resolveGround } from './area-answer.ts'
import type { FoundArea } from './find.ts'
import { type Region, refuse } from './region.ts'

/** The area that limits a search or ranking, or a list of areas that are combined. */
export type WithinAreas = AreaLike | readonly AreaLike[]

/** Maximum number of areas in a list. Limited because every place is tested against each area. */
const MAX_AREAS = 50

/** Grounds (regions or sets of block groups) of one area or several areas. */
interface ResolvedWithin {
  readonly grounds: readonly Ground[]
  /** `approximate` if the boundary of any area is approximate. */
  readonly boundary: AreaAnswer['boundary']
}

/** Returns the distance and direction to a point. `center` is undefined if `within` is not a circle. */
export function fromCenter(
  center: Point | undefined,
  { lat, lon }: Point,
): Pick<FoundArea, 'distance_meters' | 'direction'> {
  if (center === undefined) return {}
  return {
    distance_meters: Math.round(metersBetween(center.lat, center.lon, lat, lon)),
    direction: directionTo(center.lat, center.lon, lat, lon),
  }
}

/** Returns the grounds of one area or a list. Throws the same errors as `Vicinage.area`. */
export function resolveWithin(data: AreaData, within: WithinAreas): ResolvedWithin {
  const areas = isList(within) ? within : [within]
  if (areas.length === 0 || areas.length > MAX_AREAS)
    refuse(`A list of areas must have 1 to ${MAX_AREAS} areas, not ${areas.length}`, null)
  const resolved = Array.from(areas, (area) => resolveGround(data, area))
  return {
    grounds: resolved.map(({ ground }) => ground),
    boundary: resolved.some(({ boundary }) => boundary === 'approximate') ? 'approximate' : 'exact',
  }
}

/**
 * Returns the region of one area, or the combined region of a list of areas. Throws the same errors as `Vicinage.area`.
 */
export function regionWithin(
  data: AreaData,
  within: WithinAreas,
): { readonly region: Region; readonly boundary: AreaAnswer['boundary'] } {
  const { grounds, boundary } = resolveWithin(data, within)
  return { region: union(grounds.map((ground) => regionOfGround(data.geography, ground))), boundary }
}

function isList(within: WithinAreas): within is readonly AreaLike[] {
  return Array.isArray(within)
}

function union(regions: readonly Region[]): Region {
  if (regions.length === 1) return regions[0]
  const boxes = regions.map(({ box }) => box)
  const edges = regions.reduce((sum, region) => sum + (region.edges ?? Number.NaN), 0)
  return {
    box: {
      west: Math.min(...boxes.map(({ west }) => west)),
      south: Math.min(...boxes.map(({ south }) => south)),
      east: Math.max(...boxes.map(({ east }) => east)),
      north: Math.max(...boxes.map(({ north }) => north)),
    },
    parts: regions.flatMap(({ box, parts }) => parts ?? [box]),
    // The spans of a region without `edges` are only approximate. If there is such a region, omit `edges`, so that a
    // search tests each cell instead of using spans.
    ...(Number.isNaN(edges) ? {} : { edges }),
    contains: (lon, lat) => regions.some((region) => containsPoint(region, lon, lat)),
    containsAround: (lon, lat, meters) =>
      regions.some((region) => containsPoint(region, lon, lat) && region.containsAround?.(lon, lat, meters) === true),
    spansAt: (lats, budget) => {
      const spans = regions.map((region) => region.spansAt(lats, budget))
      return Array.from(lats, (_, line) => merged(spans.map((ofRegion) => ofRegion[line])))
    },
  }
}

/**
 * Checks whether a region contains a point. The point may be outside the region's box, which `contains` does not allow.
 */
export function containsPoint({ box, contains }: Region, lon: number, lat: number): boolean {
  return lon >= box.west && lon <= box.east && lat >= box.south && lat <= box.north && contains(lon, lat)
}

/** Merges lists of intervals along a parallel (west, east, west, east …) so that no intervals overlap. */
function merged(stretches: readonly (readonly number[])[]): number[] {
  const pairs = stretches.flatMap((flat) =>
    Array.from({ length: flat.length >> 1 }, (_, i) => [flat[2 * i], flat[2 * i + 1]] as const),
  )
  pairs.sort(([a], [b]) => a - b)
  const all: number[] = []
  for (const [west, east] of pairs) {
    if (all.length > 0 && west <= all[all.length - 1]) all[all.length - 1] = Math.max(all[all.length - 1], east)
    else all.push(west, east)
  }
  return all
}
