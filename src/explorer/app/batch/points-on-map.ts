import { effect, signal } from '@preact/signals'
import { isDimensionId } from '../catalog.ts'
import { readBox } from '../library.ts'
import { fitting } from '../map/picture-view.ts'
import { type Camera, camera, dimension, dots, showScore } from '../view.ts'
import type { ScoredPoints } from './scored-rows.ts'

/** Number of rows from a file that are shown on the map. */
export const pointsOnMap = signal(0)

let stop = () => {}

/** Shows the scored rows of a file on the map and moves the camera there. Their colors follow the current dimension. */
export function showOnMap({ lat, lon, scores }: ScoredPoints): void {
  stop()
  // The dots are colored by the score that the map shows. If the file does not contain this score, shows one that it
  // does contain.
  showScore(
    scores[dimension.value] === undefined
      ? (Object.keys(scores).find(isDimensionId) ?? dimension.value)
      : dimension.value,
  )
  stop = effect(() => {
    const shown = scores[dimension.value]
    dots.value = Array.from(lat, (_, i) => ({ lat: lat[i], lon: lon[i], score: shown?.[i] || null }))
  })
  pointsOnMap.value = lat.length
  const seen = getCamera({ lat, lon, scores }, document.querySelector('.map'))
  if (seen !== null) camera.value = seen
}

export function clearMap(): void {
  stop()
  stop = () => {}
  dots.value = []
  pointsOnMap.value = 0
}

const MARGIN = 48 // pixels at each edge
const CLOSEST = 14
/** Points closer to a pole are treated as if they were at this latitude, because maps cut off the poles. */
const MAX_LAT = 85

/**
 * Returns the center and zoom that show all points with data, or all points if no point has data. Returns null if there
 * are no points.
 *
 * @param size size of the map in pixels
 */
export function getCamera(
  { lat, lon, scores }: ScoredPoints,
  size: { readonly clientWidth: number; readonly clientHeight: number } | null,
): Camera | null {
  const columns = Object.values(scores)
  const hasData = (i: number) => columns.some((column) => column[i] > 0)
  const all = Array.from(lat.keys())
  const withData = all.filter(hasData)
  const shown = withData.length > 0 ? withData : all
  if (shown.length === 0) return null
  const box = readBox(shown.map((i) => [lon[i], Math.min(MAX_LAT, Math.max(-MAX_LAT, lat[i]))]))
  const width = Math.max(1, (size?.clientWidth || 800) - 2 * MARGIN)
  const height = Math.max(1, (size?.clientHeight || 500) - 2 * MARGIN)
  const at = fitting(box, width, height)
  return { ...at, zoom: Math.max(0, Math.min(CLOSEST, at.zoom)) }
}
