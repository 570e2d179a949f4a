import { effect, signal } from '@preact/signals'
import { latOf, lonOf, worldX, worldY } from '../../map/mercator.ts'
import { isDimensionId } from '../catalog.ts'
import { camera, dimension, dots } from '../view.ts'
import type { ScoredPoints } from './scored-rows.ts'

/** How many points of a file are on the map. */
export const pointsOnMap = signal(0)

let stop = () => {}

/** Puts the scored rows of a file on the map, which looks at them; their colors follow the dimension that is shown. */
export function showOnMap({ lat, lon, scores }: ScoredPoints): void {
  stop()
  if (scores[dimension.value] === undefined)
    dimension.value = Object.keys(scores).find(isDimensionId) ?? dimension.value
  stop = effect(() => {
    const shown = scores[dimension.value]
    dots.value = Array.from(lat, (_, i) => ({ lat: lat[i], lon: lon[i], score: shown?.[i] || null }))
  })
  pointsOnMap.value = lat.length
  const seen = cameraOf({ lat, lon, scores }, document.querySelector('.map'))
  if (seen !== null) camera.value = seen
}

export function clearMap(): void {
  stop()
  stop = () => {}
  dots.value = []
  pointsOnMap.value = 0
}

/** Pixels of the world at zoom 0, as MapLibre counts it. */
const WORLD = 512
const MARGIN = 48 // pixels at each edge
const CLOSEST = 14
/** Poles are cut off where maps end. */
const MOST_LAT = 85

/**
 * The middle and the zoom that show all points with data; all points where none has any. Null where there are none.
 *
 * @param size of the map, pixels
 */
export function cameraOf(
  { lat, lon, scores }: ScoredPoints,
  size: { readonly clientWidth: number; readonly clientHeight: number } | null,
): { lat: number; lon: number; zoom: number } | null {
  const columns = Object.values(scores)
  const hasData = (i: number) => columns.some((column) => column[i] > 0)
  const all = Array.from(lat.keys())
  const some = all.filter(hasData)
  const seen = some.length > 0 ? some : all
  if (seen.length === 0) return null
  const [left, right] = span(seen, (i) => worldX(lon[i]))
  const [top, bottom] = span(seen, (i) => worldY(Math.min(MOST_LAT, Math.max(-MOST_LAT, lat[i]))))
  const width = Math.max(1, (size?.clientWidth || 800) - 2 * MARGIN)
  const height = Math.max(1, (size?.clientHeight || 500) - 2 * MARGIN)
  // Points on one spot have no extent: the zoom is infinite before it is bounded.
  const zoom = Math.log2(Math.min(width / (right - left), height / (bottom - top)) / WORLD)
  return {
    lat: latOf((top + bottom) / 2),
    lon: lonOf((left + right) / 2),
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
