import type { Position } from 'geojson'
import type { LatLon } from '../geo/distance.ts'
import type { DrawnBaseMap, RoadKind } from './base-map.ts'
import { drawText, ink, lineHeight, type Picture, paper, textWidth } from './legend-strip.ts'
import { type View, worldX, worldY } from './mercator.ts'

/** Pixels across, with the edges. */
const ROADS: Readonly<Record<RoadKind, number>> = { interstate: 7, 'us-highway': 5, 'state-highway': 5 }
const EDGE = 1
/** Pixels of a dot of a name, and around a name. */
const [DOT, MARGIN] = [2, 6]
/** So many names of cities, the largest first, have room in a picture. */
const MOST_NAMES = 9

/** Draws roads and names of cities on a picture of scores, in the two colors that its legend has beside them. */
export function drawGround(picture: Picture, view: View, { roads, labels }: DrawnBaseMap): void {
  const at = ([lon, lat]: Position) => pixelOf(view, lon, lat)
  const within = (x: number, y: number, margin: number) =>
    x >= -margin && y >= -margin && x <= view.width + margin && y <= view.height + margin
  // The edges of all first, so that roads join where they cross.
  for (const [color, less] of [
    [ink, 0],
    [paper, 2 * EDGE],
  ] as const)
    for (const { geometry, properties } of roads.features)
      drawLine(picture, view.height, geometry.coordinates.map(at), ROADS[properties.kind] - less, color)
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  const cities = labels.features.filter(({ properties }) => properties.kind === 'city')
  for (const { geometry, properties } of cities.toSorted((a, b) => a.properties.rank - b.properties.rank)) {
    const [x, y] = at(geometry.coordinates)
    const [wide, high] = [(textWidth(properties.name) * DOT) / 2 + MARGIN, (lineHeight * DOT) / 2 + MARGIN]
    if (!within(x, y, 0) || x < wide || y < high || x > view.width - wide || y > view.height - high) continue
    if (taken.some(([l, t, r, b]) => x - wide < r && x + wide > l && y - high < b && y + high > t)) continue
    taken.push([x - wide, y - high, x + wide, y + high])
    drawName(picture, properties.name, Math.round(x - wide + MARGIN), Math.round(y - high + MARGIN))
    if (taken.length === MOST_NAMES) return
  }
}

/** Pixels across of the rings of a mark, the outermost first. */
const MARK = [30, 24, 16, 8]

/** A target on a place. */
export function drawMark(picture: Picture, view: View, { lat, lon }: LatLon): void {
  const at = pixelOf(view, lon, lat)
  for (const [i, across] of MARK.entries()) drawLine(picture, view.height, [at, at], across, i % 2 === 0 ? paper : ink)
}

function pixelOf(view: View, lon: number, lat: number): readonly [x: number, y: number] {
  return [(worldX(lon) - view.left) / view.stepX, (worldY(lat) - view.top) / view.stepY]
}

/** Dark letters on a light ground of their own shape. */
function drawName(picture: Picture, name: string, left: number, top: number): void {
  for (const [color, more] of [
    [paper, DOT],
    [ink, 0],
  ] as const)
    drawText(name, (x, y) => fillBox(picture, left + x * DOT - more, top + y * DOT - more, DOT + 2 * more, color))
}

/** A line with round ends and joints, down to the row `bottom`. */
function drawLine(
  picture: Picture,
  bottom: number,
  points: readonly (readonly [x: number, y: number])[],
  across: number,
  color: number,
): void {
  const reach = across / 2
  for (let i = 1; i < points.length; i++) {
    const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]]
    const [dx, dy] = [x2 - x1, y2 - y1]
    const length2 = dx * dx + dy * dy
    const [top, last] = [
      Math.max(0, Math.floor(Math.min(y1, y2) - reach)),
      Math.min(bottom - 1, Math.ceil(Math.max(y1, y2) + reach)),
    ]
    const [left, right] = [
      Math.max(0, Math.floor(Math.min(x1, x2) - reach)),
      Math.min(picture.width - 1, Math.ceil(Math.max(x1, x2) + reach)),
    ]
    for (let y = top; y <= last; y++)
      for (let x = left; x <= right; x++) {
        // The nearest point of the segment to the pixel.
        const part = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length2))
        if (Math.hypot(x - x1 - part * dx, y - y1 - part * dy) <= reach) picture.pixels[y * picture.width + x] = color
      }
  }
}

function fillBox({ width, pixels }: Picture, left: number, top: number, side: number, color: number): void {
  for (let y = top; y < top + side; y++) pixels.fill(color, y * width + left, y * width + left + side)
}
