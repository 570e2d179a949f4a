import { effect, signal } from '@preact/signals'
import { camera, dimension, dots } from '../view.ts'
import { cameraOf } from './camera-of.ts'
import type { ScoredPoints } from './scored-rows.ts'

/** How many points of a file are on the map. */
export const pointsOnMap = signal(0)

let stop = () => {}

/** Puts the scored rows of a file on the map, which looks at them; their colours follow the dimension that is shown. */
export function showOnMap({ lat, lon, scores }: ScoredPoints): void {
  stop()
  if (scores[dimension.value] === undefined) dimension.value = Object.keys(scores)[0] ?? dimension.value
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
