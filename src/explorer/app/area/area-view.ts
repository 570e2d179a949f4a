import { batch, computed, signal } from '@preact/signals'
import type { Geometry, Position } from 'geojson'
import type { BestArea, Box } from '../engine/engine.ts'
import type { LatLon } from '../library.ts'
import { boxOfView, pictureView, wholeCoverage } from '../map/picture-view.ts'
import { choose } from '../places.ts'
import { type Camera, camera, fiveDecimals, panelOpen, untouched } from '../view.ts'
import type { ChosenArea } from './area-link.ts'
import { drawnArea } from './area-link.ts'

/** Area whose summary is shown. */
export const area = signal<ChosenArea | null>(null)
/** Corners in degrees of the area being drawn; null while nothing is being drawn. */
export const corners = signal<readonly (readonly [lon: number, lat: number])[] | null>(null)
/** Outline of the summarized area, loaded if the area was chosen without an outline. */
export const learnedOutline = signal<Geometry | null>(null)
/** Box whose best areas are listed; null if there is no list. */
export const listing = signal<Box | null>(null)
/** Areas that match the conditions. */
export const listedAreas = signal<readonly BestArea[]>([])

/**
 * Handles a click or Enter on a place: adds a corner to the area being drawn, otherwise chooses the place. Coordinates
 * are rounded to 1e-5 degrees (1.1 m), as in links, which is more precise than anyone can click.
 */
export function pick(at: LatLon): void {
  const lat = fiveDecimals(at.lat)
  const lon = fiveDecimals(at.lon)
  if (corners.peek() === null) choose({ lat, lon })
  else corners.value = [...corners.peek()!, [lon, lat]]
}

/** Summarizes the drawn area. Does nothing if there are fewer than three corners. */
export function finishDrawing(): void {
  const drawn = corners.peek() ?? []
  if (drawn.length < 3) return
  batch(() => {
    corners.value = null
    panelOpen.value = true
    area.value = drawnArea(drawn.map(([lon, lat]) => [lon, lat]))
  })
}

/** Geometries for the map to draw: the listed areas, the summarized area and the area being drawn. */
export const areaGeometries = computed<readonly Geometry[]>(() => {
  const outline = area.value && (area.value.outline ?? learnedOutline.value)
  const drawn = corners.value?.map((corner) => [...corner]) ?? []
  return [
    ...listedAreas.value.flatMap(({ outline }) => outline ?? []),
    ...(outline ? [outline] : []),
    ...(drawn.length > 0 ? [getLine(drawn)] : []),
  ]
})

/** Returns the line through the corners drawn so far, closed once there are three corners. */
function getLine(corners: Position[]): Geometry {
  if (corners.length === 1) return { type: 'Point', coordinates: corners[0] }
  return { type: 'LineString', coordinates: corners.length > 2 ? [...corners, corners[0]] : corners }
}

/** Returns the bounding box of the visible map. */
export function shownBox(): Box {
  const { width, height } = document.querySelector('.map')!.getBoundingClientRect()
  const at: Camera = camera.peek() === untouched ? wholeCoverage(width, height) : camera.peek()
  // `pictureView` only supports integer zooms, while MapLibre also has fractional zooms.
  const scale = 2 ** (Math.round(at.zoom) - at.zoom)
  return boxOfView(pictureView(at, width * scale, height * scale))
}
