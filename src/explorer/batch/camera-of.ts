import type { Points } from './scored-rows.ts'

/** Pixels of the world at zoom 0, as MapLibre counts it. */
const WORLD = 512
const MARGIN = 48 // pixels at each edge
const CLOSEST = 14

/**
 * The middle and the zoom that show all points with data; all points where none has any. Null where there are none.
 *
 * @param size of the map, pixels
 */
export function cameraOf(
  { lat, lon, scores }: Points,
  size: { readonly clientWidth: number; readonly clientHeight: number } | null,
): { lat: number; lon: number; zoom: number } | null {
  const columns = Object.values(scores)
  const hasData = (i: number) => columns.some((column) => column[i] > 0)
  const all = Array.from(lat.keys())
  const some = all.filter(hasData)
  const seen = some.length > 0 ? some : all
  if (seen.length === 0) return null
  const [west, east] = span(seen, (i) => lon[i] / 360)
  const [south, north] = span(seen, (i) => mercator(lat[i]))
  const width = Math.max(1, (size?.clientWidth || 800) - 2 * MARGIN)
  const height = Math.max(1, (size?.clientHeight || 500) - 2 * MARGIN)
  // Points on one spot have no extent: the zoom is infinite before it is bounded.
  const zoom = Math.log2(Math.min(width / (east - west), height / (north - south)) / WORLD)
  return {
    lat: latitude((south + north) / 2),
    lon: ((west + east) / 2) * 360,
    zoom: Math.max(0, Math.min(CLOSEST, zoom)),
  }
}

function span(rows: readonly number[], of: (row: number) => number): [least: number, most: number] {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    least = Math.min(least, of(row))
    most = Math.max(most, of(row))
  }
  return [least, most]
}

/** Northing in Web Mercator, of a world of height 1; poles are cut off where maps end. */
function mercator(lat: number): number {
  const radians = (Math.min(85, Math.max(-85, lat)) * Math.PI) / 180
  return Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}

function latitude(northing: number): number {
  return (2 * Math.atan(Math.exp(northing * 2 * Math.PI)) - Math.PI / 2) * (180 / Math.PI)
}
