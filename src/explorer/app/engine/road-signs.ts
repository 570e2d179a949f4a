import type { Feature, FeatureCollection, Point, Position } from 'geojson'
import { type DrawnBaseMap, getLat, getLon, ROAD_KINDS, type RoadKind, worldX, worldY } from '../library.ts'

export interface RoadSignProperties {
  readonly number: string
  readonly kind: RoadKind
  /** First integer zoom at which the map shows the sign. */
  readonly from: number
}
export type RoadSigns = FeatureCollection<Point, RoadSignProperties>

/** Base map with its road signs. */
export interface Ground extends DrawnBaseMap {
  readonly signs: RoadSigns
}

/** First integer zoom for which signs are selected. */
const FIRST_ZOOM = 5
/** Last integer zoom for which signs are selected. Closer views show the same signs farther apart. */
const LAST_ZOOM = 12
/**
 * Distance in pixels between two signs of a road at an integer zoom. As the map zooms in, the distance nearly doubles,
 * until signs are added at the next integer zoom.
 */
const SPACING = 130
/** Minimum length in pixels of a road that gets signs. */
const MIN_LENGTH = 60
/** Width of the world in pixels at MapLibre's zoom 0. */
const WORLD = 512
/** Maximum number of characters on a sign. */
const MAX_CHARACTERS = 4

/** Returns the number on a road's signs from its name: `35E` for `I-35E`, `101` for `CA 101`. */
export function roadNumber(name: string): string {
  // The road data omits the first letter of A1A, Florida's coast road.
  return name === 'FL 1A' ? 'A1A' : name.replace(/^[A-Z]+[- ]/, '')
}

/**
 * Places signs on roads, evenly spaced at every zoom. A road is stored as many pieces of a few points, usually twice,
 * once for each direction, so signs cannot be spaced along the whole road. Instead, signs are placed one by one,
 * starting in the middle of the longest pieces, and skipped if another sign of the same road is near.
 */
export function roadSigns(roads: DrawnBaseMap['roads']): RoadSigns {
  const pieces = new Map<string, Piece[]>()
  for (const { properties, geometry } of roads.features) {
    const { name, kind } = properties
    if (roadNumber(name).length > MAX_CHARACTERS || geometry.coordinates.length < 2) continue
    const same = pieces.get(name)
    if (same === undefined) pieces.set(name, [getPiece(kind, geometry.coordinates)])
    else same.push(getPiece(kind, geometry.coordinates))
  }
  const features = [...pieces].flatMap(([name, ofRoad]) => getSigns(roadNumber(name), ofRoad))
  const rank = ({ properties: { kind, from } }: Sign) => 100 * ROAD_KINDS.indexOf(kind) + from
  return { type: 'FeatureCollection', features: features.sort((a, b) => rank(a) - rank(b)) }
}

type Sign = Feature<Point, RoadSignProperties>

/** A line in world coordinates, in which the world has width 1. */
interface Piece {
  readonly kind: RoadKind
  /** x and y of each point. */
  readonly points: Float64Array
  readonly length: number
}

function getPiece(kind: RoadKind, line: readonly Position[]): Piece {
  const points = Float64Array.from(line.flatMap(([lon, lat]) => [worldX(lon), worldY(lat)]))
  let length = 0
  for (let i = 2; i < points.length; i += 2)
    length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1])
  return { kind, points, length }
}

function getSigns(number: string, pieces: Piece[]): Sign[] {
  pieces.sort((a, b) => b.length - a.length)
  const whole = pieces.reduce((sum, { length }) => sum + length, 0)
  const signs: { readonly x: number; readonly y: number; readonly kind: RoadKind; readonly from: number }[] = []
  for (let from = FIRST_ZOOM; from <= LAST_ZOOM; from++) {
    const pixel = 1 / (WORLD * 2 ** from)
    if (whole < MIN_LENGTH * pixel) continue
    const spacing = SPACING * pixel
    for (const { kind, points, length } of pieces) {
      const toEachSide = Math.floor(length / 2 / spacing)
      for (let i = -toEachSide; i <= toEachSide; i++) {
        const [x, y] = pointAt(points, length / 2 + i * spacing)
        // Uses less than the spacing, because the straight line between two signs is shorter than the road between
        // them.
        const isNear = (sign: { readonly x: number; readonly y: number }) =>
          Math.abs(sign.x - x) < spacing && Math.hypot(sign.x - x, sign.y - y) < 0.8 * spacing
        if (!signs.some(isNear)) signs.push({ x, y, kind, from })
      }
    }
  }
  return signs.map(({ x, y, kind, from }) => ({
    type: 'Feature',
    properties: { number, kind, from },
    geometry: { type: 'Point', coordinates: [getLon(x), getLat(y)] },
  }))
}

/** Returns the point on a line at a distance from its start. */
function pointAt(points: Float64Array, distance: number): readonly [x: number, y: number] {
  let remaining = distance
  let i = 2
  for (; i < points.length - 2; i += 2) {
    const step = Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1])
    if (remaining <= step) break
    remaining -= step
  }
  const step = Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1])
  const part = step === 0 ? 0 : Math.min(1, remaining / step)
  return [points[i - 2] + part * (points[i] - points[i - 2]), points[i - 1] + part * (points[i + 1] - points[i - 1])]
}
