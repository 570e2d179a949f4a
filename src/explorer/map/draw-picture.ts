import type { Geometry, Position } from 'geojson'
import type { DrawnBaseMap, RoadKind } from '../../map/base-map.ts'
import { rampOf } from '../../map/ramp.ts'
import { areaGeometries } from '../area/area-view.ts'
import { dimensionOf } from '../catalog.ts'
import type { LatLon } from '../engine/engine.ts'
import { type Scheme, scheme } from '../screen.ts'
import { chosenPlaces, dimension, dots, opacity, pins } from '../view.ts'
import { letterOf } from '../words.ts'
import { circle, outlines } from './layers.ts'
import { type PictureView, pixelOf, type TileInPicture } from './picture-view.ts'

/** A tile with its pictures, as far as they are there. */
export interface DrawnTile extends TileInPicture {
  readonly pictures: readonly ImageBitmap[]
}

/** Draws what the page shows onto a canvas: the map for browsers without WebGL. */
export function drawPicture(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  base: DrawnBaseMap | null,
  tiles: readonly DrawnTile[],
): void {
  const colors = scheme.value
  pen.globalAlpha = 1
  pen.fillStyle = colors.outside
  pen.fillRect(0, 0, view.width, view.height)
  for (const [layer, color] of [
    ['land', colors.land],
    ['lakes', colors.water],
  ] as const) {
    pen.fillStyle = color
    for (const { geometry } of base?.[layer].features ?? []) {
      trace(pen, view, geometry)
      pen.fill('evenodd')
    }
  }
  pen.globalAlpha = opacity.value / 100
  for (const { left, top, size, pictures } of tiles) {
    pen.imageSmoothingEnabled = size <= 256
    for (const picture of pictures) pen.drawImage(picture, left, top, size, size)
  }
  pen.globalAlpha = 1
  if (view.zoom >= 6) strokeAll(pen, view, base?.rivers.features ?? [], colors.water, 1)
  const roads = (base?.roads.features ?? []).filter(({ properties }) => isDrawn(properties.kind, view.zoom))
  strokeAll(pen, view, roads, colors.road, 1.2)
  const lines = [...(base?.states.features ?? []), ...(view.zoom >= 7 ? (base?.counties.features ?? []) : [])]
  strokeAll(pen, view, lines, colors.border, 0.7)
  strokeAll(
    pen,
    view,
    areaGeometries.value.map((geometry) => ({ geometry })),
    colors.second,
    2.5,
  )
  strokeAll(pen, view, outlines.value, colors.accent, 2.5)
  const circles = chosenPlaces.value.flatMap((chosen) =>
    chosen.radius ? [{ geometry: circle(chosen, chosen.radius) }] : [],
  )
  strokeAll(pen, view, circles, colors.accent, 2)
  drawDots(pen, view, colors)
  drawLabels(pen, view, base, colors)
  drawMarks(pen, ({ lat, lon }) => pixelOf(view, lon, lat), colors)
}

function isDrawn(kind: RoadKind, zoom: number): boolean {
  return zoom >= (kind === 'interstate' ? 6 : 9)
}

function drawDots(pen: CanvasRenderingContext2D, view: PictureView, { land, text }: Scheme): void {
  const colors = rampOf(dimensionOf(dimension.value))
  pen.strokeStyle = text
  pen.lineWidth = 0.5
  for (const { lat, lon, score } of dots.value) {
    const at = 4 * (score ?? 0)
    pen.fillStyle = score ? `rgb(${colors[at]}, ${colors[at + 1]}, ${colors[at + 2]})` : land
    pen.beginPath()
    pen.arc(...pixelOf(view, lon, lat), 3.5, 0, 2 * Math.PI)
    pen.fill()
    pen.stroke()
  }
}

/** The larger the city, the sooner; one that would lie upon another, or beyond the edge, is left out. */
function drawLabels(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  base: DrawnBaseMap | null,
  { text, halo }: Scheme,
): void {
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  const most = 12 * 2.3 ** (view.zoom - 4)
  pen.font = '13px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  const cities = (base?.labels.features ?? []).filter(
    ({ properties }) => properties.kind === 'city' && properties.rank < most,
  )
  for (const { properties, geometry } of cities.sort((a, b) => a.properties.rank - b.properties.rank)) {
    const [x, y] = pixelOf(view, geometry.coordinates[0], geometry.coordinates[1])
    const half = pen.measureText(properties.name).width / 2 + 4
    if (x < half || y < 10 || x > view.width - half || y > view.height - 10) continue
    const box = [x - half, y - 10, x + half, y + 10] as const
    if (taken.some(([l, t, r, b]) => box[0] < r && box[2] > l && box[1] < b && box[3] > t)) continue
    taken.push(box)
    pen.strokeStyle = halo
    pen.lineWidth = 3
    pen.strokeText(properties.name, x, y)
    pen.fillStyle = text
    pen.fillText(properties.name, x, y)
  }
}

/** The chosen places and the schools. `at`: pixels of the picture. */
export function drawMarks(
  pen: CanvasRenderingContext2D,
  at: (place: LatLon) => readonly [x: number, y: number],
  colors: Scheme,
): void {
  for (const pin of pins.value) mark(pen, at(pin), colors.text, colors.land, String(pin.rating ?? '–'))
  const grounds = [colors.accent, colors.second, colors.third, colors.fourth]
  const places = chosenPlaces.value
  for (const [i, one] of places.entries())
    mark(pen, at(one), grounds[i], colors.land, places.length === 1 ? '' : letterOf(i))
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

function strokeAll(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  shapes: readonly { readonly geometry: Geometry }[],
  color: string,
  width: number,
): void {
  pen.strokeStyle = color
  pen.lineWidth = width
  for (const { geometry } of shapes) {
    trace(pen, view, geometry)
    pen.stroke()
  }
}

function trace(pen: CanvasRenderingContext2D, view: PictureView, geometry: Geometry): void {
  pen.beginPath()
  for (const line of linesOf(geometry))
    line.forEach(([lon, lat], i) => {
      const [x, y] = pixelOf(view, lon, lat)
      if (i === 0) pen.moveTo(x, y)
      else pen.lineTo(x, y)
    })
}

function linesOf(geometry: Geometry): readonly Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates]
  if (geometry.type === 'Polygon') return geometry.coordinates
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
}
