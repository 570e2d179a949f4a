import { effect } from '@preact/signals'
import type { MapLibreEvent, Map as MapLibreMap } from 'maplibre-gl'
import { coverageBox } from '../../states.ts'
import { camera, untouched } from '../view.ts'

/** Farther than this the map jumps: a flight would ask for tiles that nobody looks at. */
const LONGEST_FLIGHT = 2500 // ms

/** `camera` follows the map, and the map follows what others set it to. Returns what ends that. */
export function followCamera(map: MapLibreMap): () => void {
  const fitCoverage = () => {
    if (camera.peek() !== untouched) return
    const { west, south, east, north } = coverageBox
    map.fitBounds([west, south, east, north], { padding: 12, animate: false })
  }
  const moved = ({ originalEvent }: MapLibreEvent) => {
    if (camera.peek() === untouched && originalEvent === undefined) return
    if (isThere(map)) return
    const { lat, lng } = map.getCenter()
    camera.value = { lat: rounded(lat), lon: rounded(lng), zoom: Math.round(map.getZoom() * 100) / 100 }
  }
  map.on('resize', fitCoverage)
  map.on('moveend', moved)
  const end = effect(() => {
    const { lat, lon, zoom } = camera.value
    if (camera.value === untouched) fitCoverage()
    // A reader who asked for less motion is taken there at once: flyTo sees to that.
    else if (!isThere(map)) map.flyTo({ center: [lon, lat], zoom, maxDuration: LONGEST_FLIGHT })
  })
  return () => {
    end()
    map.off('resize', fitCoverage)
    map.off('moveend', moved)
  }
}

/** Whether the map shows the camera's place and zoom, to the pixel. */
function isThere(map: MapLibreMap): boolean {
  const { lat, lon, zoom } = camera.peek()
  if (Math.abs(map.getZoom() - zoom) > 0.01) return false
  const at = map.project([lon, lat])
  const middle = map.project(map.getCenter())
  return Math.hypot(at.x - middle.x, at.y - middle.y) < 1
}

/** Degrees to 1e-6, which is 11 cm: less than a pixel of the closest view. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
