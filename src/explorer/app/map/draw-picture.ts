import type { Remote } from 'comlink'
import { listedAreas } from '../area/area-view.ts'
import type { Engine } from '../engine/engine.ts'
import {
  ALL_NAMES,
  drawLayers,
  getPixel,
  getZoom,
  groundBelow,
  type LatLon,
  type PictureView,
  type Scheme,
  type Sources,
  STREETS_FROM,
} from '../library.ts'
import { chosenPlaces } from '../places.ts'
import { scheme } from '../screen.ts'
import { pins } from '../view.ts'
import { getLetter } from '../words.ts'
import { chosenSources, layersAbove, OPACITY } from './layers.ts'
import { boxOfView, placeAt, type TileInPicture } from './picture-view.ts'
import { loadSchoolNames } from './school-names.ts'
import { shieldIcons } from './shields.ts'

/** A tile with the pictures loaded for it so far. */
export interface DrawnTile extends TileInPicture {
  readonly pictures: readonly CanvasImageSource[]
}

/** Loads the names, the known streets and the schools of a close view. */
export async function getCloseUp(engine: Remote<Engine>, view: PictureView): Promise<Sources> {
  const box = boxOfView(view)
  const zoom = getZoom(view)
  const isClose = zoom >= STREETS_FROM
  const [near, streets, schools] = await Promise.all([
    engine.nearLabels(box, zoom >= ALL_NAMES),
    isClose ? engine.streetCourses(box) : null,
    isClose ? loadSchoolNames(engine, placeAt(view, view.width / 2, view.height / 2)) : null,
  ])
  return { near, ...(streets !== null && { streets }), ...(schools !== null && { schools }) }
}

/**
 * Adds the sources of a close view to the sources of the base map. Streets of the base map take precedence over the
 * less exact streets drawn through known house numbers.
 */
export function withCloseUp(ground: Sources, closeUp: Sources): Sources {
  const hasStreets = ground.streets !== undefined && ground.streets.features.length > 0
  return { ...ground, ...closeUp, ...(hasStreets ? { streets: ground.streets } : {}) }
}

/**
 * Draws what the page shows onto a canvas, without WebGL. Used for browsers without WebGL, for the first picture, and
 * for pictures of views that differ from the map, such as the printed map.
 */
export function drawPicture(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  ground: Sources,
  tiles: readonly DrawnTile[],
  colors: Scheme = scheme.value,
): void {
  drawLayers(pen, view, groundBelow(colors), ground)
  pen.globalAlpha = OPACITY
  for (const { left, top, size, pictures } of tiles) {
    pen.imageSmoothingEnabled = size <= 256
    // Rounds to whole pixels because the seams of translucent tiles would show otherwise.
    const x = Math.round(left)
    const y = Math.round(top)
    const width = Math.round(left + size) - x
    const height = Math.round(top + size) - y
    for (const picture of pictures) pen.drawImage(picture, x, y, width, height)
  }
  const chosen = Object.entries(chosenSources).map(([id, { value }]) => [id, value] as const)
  const sources = { ...ground, ...Object.fromEntries(chosen) }
  drawLayers(pen, view, layersAbove(colors), sources, shieldIcons(pen))
  drawMarks(pen, ({ lat, lon }) => getPixel(view, lon, lat), colors)
}

/** Draws the chosen places, the listed areas and the schools. `at` converts a place to picture pixels. */
export function drawMarks(
  pen: CanvasRenderingContext2D,
  at: (place: LatLon) => readonly [x: number, y: number],
  colors: Scheme,
): void {
  // Draws in reverse order so that the first schools in the list are on top.
  for (const pin of pins.value.toReversed()) mark(pen, at(pin), colors.text, colors.land, String(pin.rating ?? '–'))
  for (const [i, area] of listedAreas.value.entries()) mark(pen, at(area), colors.second, colors.land, String(i + 1))
  const grounds = [colors.accent, colors.second, colors.third, colors.fourth]
  const places = chosenPlaces.value
  for (const [i, chosen] of places.entries())
    mark(pen, at(chosen), grounds[i], colors.land, places.length === 1 ? '' : getLetter(i))
}

function mark(
  pen: CanvasRenderingContext2D,
  [x, y]: readonly [x: number, y: number],
  ground: string,
  ink: string,
  letter: string,
): void {
  pen.beginPath()
  pen.arc(x, y, 11, 0, 2 * Math.PI)
  pen.fillStyle = ground
  pen.fill()
  pen.strokeStyle = ink
  pen.lineWidth = 2
  pen.stroke()
  pen.font = 'bold 12px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = ink
  pen.fillText(letter || '•', x, y)
}
