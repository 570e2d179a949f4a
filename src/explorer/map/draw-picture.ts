import type { Geometry, Position } from 'geojson'
import type { Box } from '../../geo/box.ts'
import type { LatLon } from '../../geo/distance.ts'
import type { RoadKind } from '../../map/base-map.ts'
import { rampOf } from '../../map/ramp.ts'
import { areaGeometries } from '../area/area-view.ts'
import { dimensionOf } from '../catalog.ts'
import type { NearLabels } from '../engine/near-labels.ts'
import type { Ground } from '../engine/road-signs.ts'
import type { Scheme } from '../scheme.ts'
import { scheme } from '../screen.ts'
import { chosenPlaces, dimension, dots, opacity, pins } from '../view.ts'
import { letterOf } from '../words.ts'
import {
  CASING,
  COUNTY_NAMES,
  citiesAt,
  lakeOpacity,
  PARKS_FROM,
  RIVERS,
  riverWidth,
  roadStyles,
  roadWidth,
  SIGN_PADDING,
  SIGNS_FROM,
} from './ground.ts'
import { outlines, reaches } from './layers.ts'
import { type PictureView, pixelOf, type TileInPicture, zoomOf } from './picture-view.ts'
import { drawShield, SHIELD_HEIGHT, shieldInk, shieldWidth } from './shields.ts'
import { isStreetDrawn } from './streets.ts'

/** A tile with its pictures, as far as they are there. */
export interface DrawnTile extends TileInPicture {
  readonly pictures: readonly ImageBitmap[]
}

/** Draws what the page shows onto a canvas: the map for browsers without WebGL. */
export function drawPicture(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  base: Ground | null,
  near: NearLabels | null,
  tiles: readonly DrawnTile[],
  colors: Scheme = scheme.value,
): void {
  const zoom = zoomOf(view)
  pen.globalAlpha = 1
  pen.fillStyle = colors.outside
  pen.fillRect(0, 0, view.width, view.height)
  for (const [layer, color] of [
    ['sea', colors.sea],
    ['neighbors', colors.outside],
    ['land', colors.land],
  ] as const) {
    pen.fillStyle = color
    fillAll(pen, view, base?.[layer].features ?? [])
  }
  pen.globalAlpha = opacity.value / 100
  for (const { left, top, size, pictures } of tiles) {
    pen.imageSmoothingEnabled = size <= 256
    for (const picture of pictures) pen.drawImage(picture, left, top, size, size)
  }
  pen.globalAlpha = 1
  if (zoom >= PARKS_FROM) {
    pen.setLineDash([4, 2])
    strokeAll(pen, view, base?.parks.features ?? [], colors.parkEdge, 1.2)
    pen.setLineDash([])
  }
  pen.globalAlpha = lakeOpacity(zoom)
  pen.fillStyle = colors.water
  fillAll(pen, view, base?.lakes.features ?? [])
  pen.globalAlpha = 1
  if (zoom >= RIVERS[0] && zoom < RIVERS[1])
    strokeAll(pen, view, base?.rivers.features ?? [], colors.river, riverWidth(zoom))
  strokeAll(pen, view, base?.land.features ?? [], colors.river, 1)
  const lines = [...(base?.states.features ?? []), ...(zoom >= 6 ? (base?.counties.features ?? []) : [])]
  strokeAll(pen, view, lines, colors.border, 0.7)
  const streets = (base?.streets.features ?? []).filter(({ properties }) => isStreetDrawn(properties.kind, zoom))
  strokeAll(pen, view, streets, colors.road, 0.7)
  const roads = (base?.roads.features ?? []).filter(({ properties }) => zoom >= roadStyles[properties.kind].from)
  drawRoads(pen, view, roads, colors)
  strokeAll(pen, view, asShapes(areaGeometries.value), colors.second, 2.5)
  strokeAll(pen, view, outlines.value, colors.accent, 2.5)
  const isBlock = ({ type }: Geometry) => type === 'MultiLineString'
  strokeAll(pen, view, asShapes(reaches.value.filter((reach) => !isBlock(reach))), colors.accent, 2)
  strokeAll(pen, view, asShapes(reaches.value.filter(isBlock)), colors.accent, 6)
  drawDots(pen, view, colors)
  drawLabels(pen, view, base, near, colors)
  drawMarks(pen, ({ lat, lon }) => pixelOf(view, lon, lat), colors)
}

function asShapes(geometries: readonly Geometry[]): { readonly geometry: Geometry }[] {
  return geometries.map((geometry) => ({ geometry }))
}

type Roads = Ground['roads']['features']

/** The edges of all first, so that roads join where they cross; the greater ones last. */
function drawRoads(pen: CanvasRenderingContext2D, view: PictureView, roads: Roads, colors: Scheme): void {
  const zoom = zoomOf(view)
  const kinds = (Object.keys(roadStyles) as RoadKind[]).reverse()
  pen.lineCap = 'round'
  for (const [color, more] of [
    [colors.roadEdge, 2 * CASING],
    [colors.road, 0],
  ] as const)
    for (const kind of kinds) {
      const same = roads.filter(({ properties }) => properties.kind === kind)
      strokeAll(pen, view, same, color, roadWidth(kind, zoom) + more)
    }
  pen.lineCap = 'butt'
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

/** Names and signs in the order of their weight; what would lie upon another, or beyond the edge, is left out. */
function drawLabels(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  base: Ground | null,
  near: NearLabels | null,
  { text, halo, park }: Scheme,
): void {
  const zoom = zoomOf(view)
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  const takes = (x: number, y: number, wide: number, high: number) => {
    if (x < wide || y < high || x > view.width - wide || y > view.height - high) return false
    if (taken.some(([l, t, r, b]) => x - wide < r && x + wide > l && y - high < b && y + high > t)) return false
    taken.push([x - wide, y - high, x + wide, y + high])
    return true
  }
  const write = (name: string, [lon, lat]: Position, pixels: number, color: string) => {
    pen.font = `${pixels}px system-ui, sans-serif`
    const [x, y] = pixelOf(view, lon, lat)
    if (!takes(x, y, pen.measureText(name).width / 2 + 4, 10)) return
    pen.strokeStyle = halo
    pen.lineWidth = 3
    pen.strokeText(name, x, y)
    pen.fillStyle = color
    pen.fillText(name, x, y)
  }
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  const labels = (base?.labels.features ?? []).toSorted((a, b) => a.properties.rank - b.properties.rank)
  const most = citiesAt(zoom)
  for (const { properties, geometry } of labels)
    if (properties.kind === 'city' && properties.rank < most) write(properties.name, geometry.coordinates, 13, text)
  if (zoom >= COUNTY_NAMES[0] && zoom < COUNTY_NAMES[1])
    for (const { properties, geometry } of labels)
      if (properties.kind === 'county') write(properties.name, geometry.coordinates, 11, text)
  for (const { properties, geometry } of base?.signs.features ?? []) {
    const { number, kind, from } = properties
    if (zoom < SIGNS_FROM || zoom < roadStyles[kind].from || zoom < from) continue
    const [x, y] = pixelOf(view, ...(geometry.coordinates as [number, number]))
    const width = shieldWidth(number.length)
    if (!takes(x, y, width / 2 + SIGN_PADDING, SHIELD_HEIGHT / 2 + SIGN_PADDING)) continue
    pen.save()
    pen.translate(Math.round(x - width / 2), Math.round(y - SHIELD_HEIGHT / 2))
    drawShield(pen, kind, number.length)
    pen.restore()
    pen.font = 'bold 10.5px system-ui, sans-serif'
    pen.fillStyle = shieldInk(kind)
    pen.fillText(number, x, y + 1)
  }
  if (zoom >= PARKS_FROM)
    for (const { properties, geometry } of labels)
      if (properties.kind === 'park') write(properties.name, geometry.coordinates, 12, park)
  for (const { properties, geometry } of near?.features ?? [])
    if (properties.from <= zoom)
      write(properties.name, geometry.coordinates, 11.5, properties.kind === 'park' ? park : text)
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
    if (!isInView(view, geometry)) continue
    trace(pen, view, geometry)
    pen.stroke()
  }
}

function fillAll(
  pen: CanvasRenderingContext2D,
  view: PictureView,
  shapes: readonly { readonly geometry: Geometry }[],
): void {
  for (const { geometry } of shapes) {
    if (!isInView(view, geometry)) continue
    trace(pen, view, geometry)
    pen.fill('evenodd')
  }
}

/** Degrees, of what was drawn before. */
const boxes = new WeakMap<Geometry, Box>()

function isInView(view: PictureView, geometry: Geometry): boolean {
  let box = boxes.get(geometry)
  if (box === undefined) {
    box = boxOf(geometry)
    boxes.set(geometry, box)
  }
  const [left, top] = pixelOf(view, box.west, box.north)
  const [right, bottom] = pixelOf(view, box.east, box.south)
  return right >= -MARGIN && left <= view.width + MARGIN && bottom >= -MARGIN && top <= view.height + MARGIN
}

/** Pixels: half of the widest line, and more. */
const MARGIN = 10

function boxOf(geometry: Geometry): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const line of linesOf(geometry))
    for (const [lon, lat] of line) {
      box.west = Math.min(box.west, lon)
      box.east = Math.max(box.east, lon)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  return box
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
  if (geometry.type === 'MultiLineString') return geometry.coordinates
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
}
