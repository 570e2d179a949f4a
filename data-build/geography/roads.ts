import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { Line } from '../read/feature.ts'
import type { RoadLine } from '../read/roads.ts'
import { groupBy } from '../statistics.ts'

/** Meters: a line of the same route this near is the same road. */
const BESIDE = 1500
/** Meters: shorter segments are believed. */
const SHORT = 1500
/** Of a segment's length: a place that makes it no longer than this, and is this far from its ends, is between them. */
const DETOUR = 1.2
const APART = 0.2

/** Roads by route, in the order in which routes come first. */
export function routesOf(roads: readonly RoadLine[]): readonly (readonly RoadLine[])[] {
  return [...groupBy(roads, ({ state, route }) => `${state} ${route}`).values()]
}

/**
 * Leaves out the parts of roads that join places of a route which do not follow each other: those beside the road where
 * it is drawn, and those that pass over another place of the route. Else one road would be two.
 */
export function withoutChords(roads: readonly RoadLine[]): readonly RoadLine[] {
  return routesOf(roads).flatMap((members) => {
    const segments = members.map(segmentsOf)
    const left = segmentsLeft(segments.flat())
    return members.flatMap((road, m) => linesLeft(segments[m], left).map((line) => ({ ...road, line })))
  })
}

/** The lines that the segments of a road make without those that are not left. */
function linesLeft(segments: readonly Segment[], left: ReadonlySet<Segment>): Line[] {
  const lines: number[][] = []
  let open = false
  for (const segment of segments) {
    const { lon, lat, dx, dy } = segment
    if (left.has(segment)) {
      if (!open) lines.push([lon, lat])
      lines[lines.length - 1].push(lon + dx, lat + dy)
    }
    open = left.has(segment)
  }
  return lines.map((points) => Float64Array.from(points))
}

/** The straight way from one vertex of a road to the next, degrees. */
interface Segment {
  readonly road: RoadLine
  readonly lon: number
  readonly lat: number
  readonly dx: number
  readonly dy: number
  readonly meters: number
}

function segmentsOf(road: RoadLine): Segment[] {
  const { line } = road
  const segments: Segment[] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [lon, lat] = [line[i], line[i + 1]]
    const [dx, dy] = [line[i + 2] - lon, line[i + 3] - lat]
    const meters = Math.hypot(dx * Math.cos((lat * Math.PI) / 180), dy) * METERS_PER_DEGREE
    segments.push({ road, lon, lat, dx, dy, meters })
  }
  return segments
}

function segmentsLeft(segments: readonly Segment[]): ReadonlySet<Segment> {
  const drawn = segments.filter(({ road }) => road.drawn)
  const joined = segments.filter(({ road, lon, lat, dx, dy }) => {
    return !road.drawn && !drawn.some((other) => metersTo(other, lon + dx / 2, lat + dy / 2) < BESIDE)
  })
  // The longest first, so that of two segments over each other's ends one is left.
  const left = new Set([...drawn, ...joined.sort((a, b) => b.meters - a.meters)])
  for (const segment of joined) {
    if (segment.meters < SHORT) break
    for (const other of left) {
      if (!isBetween(segment, other.lon, other.lat)) continue
      left.delete(segment)
      break
    }
  }
  return left
}

/** Whether the way over a place is hardly longer than the segment, the place being well apart from both ends. */
function isBetween({ lon, lat, dx, dy, meters }: Segment, x: number, y: number): boolean {
  const cos = Math.cos((lat * Math.PI) / 180)
  const from = Math.hypot((x - lon) * cos, y - lat) * METERS_PER_DEGREE
  const to = Math.hypot((lon + dx - x) * cos, lat + dy - y) * METERS_PER_DEGREE
  return from + to < DETOUR * meters && Math.min(from, to) > APART * meters
}

function metersTo({ lon, lat, dx, dy }: Segment, x: number, y: number): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  const [px, py, sx] = [(x - lon) * cos, y - lat, dx * cos]
  const squaredLength = sx * sx + dy * dy
  const along = squaredLength > 0 ? Math.min(1, Math.max(0, (px * sx + py * dy) / squaredLength)) : 0
  return Math.hypot(px - along * sx, py - along * dy) * METERS_PER_DEGREE
}
