import { batch, computed, signal } from '@preact/signals'
import type { Geometry, Position } from 'geojson'
import type { BestArea, Box } from '../engine/engine.ts'
import type { LatLon } from '../library.ts'
import { boxOfView, pictureView, wholeCoverage } from '../map/picture-view.ts'
import { choose } from '../places.ts'
import { type Camera, camera, fiveDecimals, panelOpen, untouched } from '../view.ts'
import type { ChosenArea } from './area-link.ts'
import { drawnArea } from './area-link.ts'

/** The area whose summary is shown. */
export const area = signal<ChosenArea | null>(null)
/** Corners of the area that is being drawn, degrees; null while nothing is drawn. */
export const corners = signal<readonly (readonly [lon: number, lat: number])[] | null>(null)
/** The outline of the area whose summary is shown, where only its name was known. */
export const learnedOutline = signal<Geometry | null>(null)
/** The box whose best areas are listed; null: there is no list. */
export const listing = signal<Box | null>(null)
/** Areas that were found for the conditions. */
export const found = signal<readonly BestArea[]>([])

/**
 * A place was clicked, or chosen with Enter: a corner of the area that is being drawn, or else the place to look at.
 * Kept to 1e-5 degrees, as a link holds corners; that is 1.1 m, finer than anybody points.
 */
export function pick(at: LatLon): void {
  const [lat, lon] = [fiveDecimals(at.lat), fiveDecimals(at.lon)]
  if (corners.peek() === null) choose({ lat, lon })
  else corners.value = [...corners.peek()!, [lon, lat]]
}

/** Sums up what was drawn. Three corners are needed. */
export function finishDrawing(): void {
  const drawn = corners.peek() ?? []
  if (drawn.length < 3) return
  batch(() => {
    corners.value = null
    panelOpen.value = true
    area.value = drawnArea(drawn.map(([lon, lat]) => [lon, lat]))
  })
}

/** What the map draws of areas. */
export const areaGeometries = computed<readonly Geometry[]>(() => {
  const own = area.value && (area.value.outline ?? learnedOutline.value)
  const drawn = corners.value?.map((corner) => [...corner]) ?? []
  return [
    ...found.value.flatMap(({ outline }) => outline ?? []),
    ...(own ? [own] : []),
    ...(drawn.length > 0 ? [lineOf(drawn)] : []),
  ]
})

/** Of the corners so far; closed from the third one on. */
function lineOf(corners: Position[]): Geometry {
  if (corners.length === 1) return { type: 'Point', coordinates: corners[0] }
  return { type: 'LineString', coordinates: corners.length > 2 ? [...corners, corners[0]] : corners }
}

/** The box that the map shows. */
export function shownBox(): Box {
  const { width, height } = document.querySelector('.map')!.getBoundingClientRect()
  const at: Camera = camera.peek() === untouched ? wholeCoverage(width, height) : camera.peek()
  // The picture has whole zooms, MapLibre any.
  const scale = 2 ** (Math.round(at.zoom) - at.zoom)
  return boxOfView(pictureView(at, width * scale, height * scale))
}
