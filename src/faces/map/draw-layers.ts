import type { Feature, Geometry, Position } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { keptBy } from '../../data/bundle/once.ts'
import type { Sources } from './ground-style.ts'
import { worldX, worldY } from './mercator.ts'
import { compile } from './style-expression.ts'

/** Part of the web-mercator world that a picture shows. */
export interface PictureView {
  /** Zoom of the XYZ scheme: the world is 256 · 2^zoom pixels wide. */
  readonly zoom: number
  /** Horizontal position of the picture's left edge in the world, in pixels. */
  readonly left: number
  /** Vertical position of the picture's upper edge in the world, in pixels. */
  readonly top: number
  readonly width: number
  readonly height: number
}

export const TILE = 256 // pixels

/** Converts to MapLibre's zoom, which is for tiles of 512 pixels. */
export function getZoom({ zoom }: PictureView): number {
  return zoom - 1
}

export function getPixel({ zoom, left, top }: PictureView, lon: number, lat: number): [x: number, y: number] {
  const side = TILE * 2 ** zoom
  return [worldX(lon) * side - left, worldY(lat) * side - top]
}

/** Drawing interface: the part of a canvas that layers need. Colors are CSS colors. */
export interface Pen {
  globalAlpha: number
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: string
  lineJoin: string
  font: string
  textAlign: string
  textBaseline: string
  fillRect(left: number, top: number, width: number, height: number): void
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number): void
  fill(rule?: 'evenodd'): void
  stroke(): void
  setLineDash(lengths: number[]): void
  measureText(text: string): { readonly width: number }
  strokeText(text: string, x: number, y: number): void
  fillText(text: string, x: number, y: number): void
}

/** Returns an icon by name: its size, and a function that draws it around the pen's position. */
export type Icons = (name: string) => {
  readonly width: number
  readonly height: number
  draw(x: number, y: number): void
}

/**
 * Draws layers of a MapLibre style without WebGL: first areas, lines and circles in order, then names, from the last
 * layer to the first. Names that would overlap other names or cross the edge are omitted. A name along a line is drawn
 * horizontally at the middle of the line.
 */
export function drawLayers(
  pen: Pen,
  view: PictureView,
  layers: readonly LayerSpecification[],
  sources: Sources,
  icons?: Icons,
): void {
  const zoom = getZoom(view)
  const shown = layers.filter(({ minzoom = 0, maxzoom = 30 }) => zoom >= minzoom && zoom < maxzoom)
  const featuresByLayer = new Map<string, readonly Feature[]>()
  const getFeatures = (layer: LayerSpecification) => {
    if (!('source' in layer) || typeof layer.source !== 'string') return []
    if (!featuresByLayer.has(layer.source))
      featuresByLayer.set(
        layer.source,
        (sources[layer.source]?.features ?? []).filter(({ geometry }) => isInView(view, geometry)),
      )
    const isIncluded = compile(layer.filter ?? true)
    const key = byFeature(layer, zoom, `${layer.type}-sort-key`, 0)
    const kept = featuresByLayer.get(layer.source)!.filter((feature) => isIncluded(feature, Math.floor(zoom)))
    return key.isConstant ? kept : kept.toSorted((a, b) => Number(key.of(a)) - Number(key.of(b)))
  }
  for (const layer of shown) if (layer.type !== 'symbol') drawShapes(pen, view, layer, getFeatures(layer))
  const hasRoom = roomIn(view)
  for (const layer of shown.toReversed())
    if (layer.type === 'symbol') drawSymbols(pen, view, { layer, features: getFeatures(layer) }, hasRoom, icons)
  pen.globalAlpha = 1
}

/** Returns a layer's property as a function of the feature. */
function byFeature<T>(layer: LayerSpecification, zoom: number, name: string, fallback: T) {
  const { paint, layout } = layer as { paint?: Record<string, unknown>; layout?: Record<string, unknown> }
  const property = paint?.[name] ?? layout?.[name] ?? fallback
  const value = compile(property)
  return { isConstant: !Array.isArray(property), of: (feature: Feature) => value(feature, zoom) as T }
}

function drawShapes(pen: Pen, view: PictureView, layer: LayerSpecification, features: readonly Feature[]): void {
  const { type } = layer
  const property = <T>(name: string, fallback: T) => byFeature(layer, getZoom(view), `${type}-${name}`, fallback).of
  const color = property('color', '#000000')
  const opacity = property('opacity', 1)
  if (type === 'background') {
    pen.fillStyle = (layer.paint as Record<string, unknown>)['background-color']
    pen.fillRect(0, 0, view.width, view.height)
  } else if (type === 'fill')
    for (const feature of features) {
      pen.globalAlpha = opacity(feature)
      pen.fillStyle = color(feature)
      pen.beginPath()
      trace(pen, view, feature.geometry)
      pen.fill('evenodd')
    }
  else if (type === 'circle') {
    const radius = property('radius', 5)
    const edge = property('stroke-color', '#000000')
    const width = property('stroke-width', 0)
    for (const feature of features)
      for (const [lon, lat] of getPoints(feature.geometry)) {
        pen.globalAlpha = opacity(feature)
        pen.fillStyle = color(feature)
        pen.strokeStyle = edge(feature)
        pen.lineWidth = width(feature)
        pen.beginPath()
        pen.arc(...getPixel(view, lon, lat), radius(feature), 0, 2 * Math.PI)
        pen.fill()
        if (width(feature) > 0) pen.stroke()
      }
  } else if (type === 'line') {
    const width = property('width', 1)
    const cap = property('cap', 'butt')
    const join = property('join', 'miter')
    const dashes = (layer.paint as { 'line-dasharray'?: number[] })['line-dasharray'] ?? []
    // Consecutive features with the same color, width and opacity share one path.
    let last = ''
    for (const feature of features) {
      const lineColor = color(feature)
      const lineWidth = width(feature)
      const alpha = opacity(feature)
      const look = [lineColor, lineWidth, alpha].join()
      if (look !== last) {
        if (last !== '') pen.stroke()
        pen.strokeStyle = lineColor
        pen.lineWidth = lineWidth
        pen.globalAlpha = alpha
        pen.lineCap = cap(feature)
        pen.lineJoin = join(feature)
        pen.setLineDash(dashes.map((length) => length * lineWidth))
        last = look
        pen.beginPath()
      }
      trace(pen, view, feature.geometry)
    }
    if (last !== '') pen.stroke()
    pen.setLineDash([])
  }
}

type HasRoom = (x: number, y: number, width: number, height: number) => boolean

/**
 * Returns a function that reserves a box around a point, unless the box overlaps a reserved box or crosses the edge of
 * the picture.
 */
function roomIn(view: PictureView): HasRoom {
  const reserved: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  return (x, y, width, height) => {
    const left = x - width / 2
    const top = y - height / 2
    const right = x + width / 2
    const bottom = y + height / 2
    if (left < 0 || top < 0 || right > view.width || bottom > view.height) return false
    if (reserved.some(([l, t, r, b]) => left < r && right > l && top < b && bottom > t)) return false
    reserved.push([left, top, right, bottom])
    return true
  }
}

const LINE_HEIGHT = 1.2
/** Minimum distance in pixels between two labels of the same street. */
const APART = 250

/** Draws the names and icons of features where there is room. */
function drawSymbols(
  pen: Pen,
  view: PictureView,
  { layer, features }: { readonly layer: LayerSpecification; readonly features: readonly Feature[] },
  hasRoom: HasRoom,
  icons: Icons | undefined,
): void {
  const property = <T>(name: string, fallback: T) => byFeature(layer, getZoom(view), name, fallback).of
  const { layout = {} } = layer as { layout?: Record<string, unknown> }
  const isAlongLines = layout['symbol-placement'] === 'line'
  const text = property('text-field', '')
  const icon = property('icon-image', '')
  const size = property('text-size', 16)
  const padding = property('text-padding', 2)
  const ems = property('text-max-width', 10)
  const color = property('text-color', '#000000')
  const opacity = property('text-opacity', 1)
  const halo = property('text-halo-color', '')
  const haloWidth = property('text-halo-width', 0)
  const [, down] = (layout['text-offset'] ?? [0, 0]) as [number, number]
  const isBelow = layout['text-anchor'] === 'top'
  const [firstFont] = layout['text-font'] as string[]
  const kind = firstFont === 'bold' || firstFont === 'italic' ? firstFont : ''
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  const drawnNames: (readonly [name: string, x: number, y: number])[] = []
  for (const feature of features) {
    const points = isAlongLines ? getLines(feature.geometry)[0] : getPoints(feature.geometry)
    const [x, top] = getPixel(view, ...(points[points.length >> 1] as [number, number]))
    // A street consists of many lines, so a name is not drawn again near an earlier copy.
    const isNear = drawnNames.some(
      ([name, left, above]) => name === text(feature) && Math.hypot(left - x, above - top) < APART,
    )
    if (isAlongLines && isNear) continue
    const fontSize = size(feature)
    pen.font = `${kind} ${fontSize}px system-ui, sans-serif`
    const name = icon(feature)
    const image = name === '' ? null : (icons?.(name) ?? null)
    if (name !== '' && image === null) continue
    const lines = image === null ? wrapped(pen, text(feature), ems(feature) * fontSize) : [text(feature)]
    const labelWidth = image?.width ?? Math.max(...lines.map((line) => pen.measureText(line).width))
    const labelHeight = image?.height ?? lines.length * LINE_HEIGHT * fontSize
    const y = top + down * fontSize + (isBelow ? labelHeight / 2 : 0)
    const margin = 2 * (image === null ? padding(feature) : 2)
    if (!hasRoom(x, y, labelWidth + margin, labelHeight + margin)) continue
    drawnNames.push([text(feature), x, top])
    image?.draw(x, y)
    pen.globalAlpha = opacity(feature)
    for (const [i, line] of lines.entries()) {
      const middle = y + (i - (lines.length - 1) / 2) * LINE_HEIGHT * fontSize + (image === null ? 0 : 1)
      if (haloWidth(feature) > 0) {
        pen.strokeStyle = halo(feature)
        pen.lineWidth = 2 * haloWidth(feature)
        pen.strokeText(line, x, middle)
      }
      pen.fillStyle = color(feature)
      pen.fillText(line, x, middle)
    }
  }
}

/** Breaks a name into as many lines of similar width as it needs. */
function wrapped(pen: Pen, name: string, maxWidth: number): string[] {
  const whole = pen.measureText(name).width
  const target = whole / Math.ceil(whole / maxWidth)
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const line = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length === 0 || pen.measureText(line).width > 1.1 * target) lines.push(word)
    else lines[lines.length - 1] = line
  }
  return lines
}

/**
 * Converts a geometry to world coordinates and caches the result: the x and y of the points of each line, and the
 * bounding box.
 */
const inWorld = keptBy((geometry: Geometry) => {
  const lines = getLines(geometry).map((line) =>
    Float64Array.from(line.flatMap(([lon, lat]) => [worldX(lon), worldY(lat)])),
  )
  const box = { west: 1, south: 0, east: 0, north: 1 }
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      box.west = Math.min(box.west, line[i])
      box.east = Math.max(box.east, line[i])
      box.north = Math.min(box.north, line[i + 1])
      box.south = Math.max(box.south, line[i + 1])
    }
  return { lines, box }
})

/**
 * Margin around the picture in pixels. Features in the margin are drawn too, because half of a line's width can reach
 * into the picture. The margin is larger than half the width of the widest line.
 */
const MARGIN = 10

function isInView({ zoom, left, top, width, height }: PictureView, geometry: Geometry): boolean {
  const side = TILE * 2 ** zoom
  const { west, south, east, north } = inWorld(geometry).box
  if (east * side - left < -MARGIN || west * side - left > width + MARGIN) return false
  return south * side - top >= -MARGIN && north * side - top <= height + MARGIN
}

function trace(pen: Pen, { zoom, left, top }: PictureView, geometry: Geometry): void {
  const side = TILE * 2 ** zoom
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return
  for (const line of inWorld(geometry).lines) {
    pen.moveTo(line[0] * side - left, line[1] * side - top)
    for (let i = 2; i < line.length; i += 2) pen.lineTo(line[i] * side - left, line[i + 1] * side - top)
  }
}

function getLines(geometry: Geometry): readonly Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates]
  if (geometry.type === 'Polygon' || geometry.type === 'MultiLineString') return geometry.coordinates
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [getPoints(geometry)]
}

function getPoints(geometry: Geometry): Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates]
  return geometry.type === 'MultiPoint' ? geometry.coordinates : []
}
