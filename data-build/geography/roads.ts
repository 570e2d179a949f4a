import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { Line } from '../read/feature.ts'
import type { RoadLine } from '../read/roads.ts'
import { groupBy } from '../statistics.ts'

/** Maximum distance in meters between lines of a route that count as the same road. */
const BESIDE = 1500
/** Minimum length in meters of a segment that can be removed as a shortcut. */
const SHORT = 1500
/**
 * A place counts as between the ends of a segment if the way from one end through the place to the other is shorter
 * than this multiple of the segment's length.
 */
const DETOUR = 1.2
/** A place between the ends must also be farther than this fraction of the segment's length from both ends. */
const APART = 0.2

/** Groups roads by route, in the order in which routes first appear. */
export function getRoutes(roads: readonly RoadLine[]): readonly (readonly RoadLine[])[] {
  return [...groupBy(roads, ({ state, route }) => `${state} ${route}`).values()]
}

/**
 * Removes shortcuts: straight segments between traffic counts that are not consecutive along the route. A shortcut runs
 * next to a line that the source itself draws, or past another place on the route. If it were kept, the same stretch of
 * road would be counted twice.
 */
export function withoutChords(roads: readonly RoadLine[]): readonly RoadLine[] {
  return getRoutes(roads).flatMap((members) => {
    const segments = members.map(getSegments)
    const remaining = segmentsLeft(segments.flat())
    return members.flatMap((road, m) => linesLeft(segments[m], remaining).map((line) => ({ ...road, line })))
  })
}

/** Returns the lines formed by the remaining segments of a road. */
function linesLeft(segments: readonly Segment[], remaining: ReadonlySet<Segment>): Line[] {
  const lines: number[][] = []
  let open = false
  for (const segment of segments) {
    const { lon, lat, dx, dy } = segment
    if (remaining.has(segment)) {
      if (!open) lines.push([lon, lat])
      lines[lines.length - 1].push(lon + dx, lat + dy)
    }
    open = remaining.has(segment)
  }
  return lines.map((points) => Float64Array.from(points))
}

/** A straight segment from one vertex of a road to the next, in degrees. */
interface Segment {
  readonly road: RoadLine
  readonly lon: number
  readonly lat: number
  readonly dx: number
  readonly dy: number
  readonly meters: number
}

function getSegments(road: RoadLine): Segment[] {
  const { line } = road
  const segments: Segment[] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const lon = line[i]
    const lat = line[i + 1]
    const dx = line[i + 2] - lon
    const dy = line[i + 3] - lat
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
  // Longest segments are removed first. If two segments each pass over the other's ends, the shorter segment remains.
  const remaining = new Set([...drawn, ...joined.sort((a, b) => b.meters - a.meters)])
  for (const segment of joined) {
    if (segment.meters < SHORT) break
    for (const other of remaining) {
      if (!isBetween(segment, other.lon, other.lat)) continue
      remaining.delete(segment)
      break
    }
  }
  return remaining
}

/**
 * Checks whether a place is between the ends of a segment: the way from end to end through the place is hardly longer
 * than the segment, and the place is not near either end.
 */
function isBetween({ lon, lat, dx, dy, meters }: Segment, x: number, y: number): boolean {
  const cos = Math.cos((lat * Math.PI) / 180)
  const from = Math.hypot((x - lon) * cos, y - lat) * METERS_PER_DEGREE
  const to = Math.hypot((lon + dx - x) * cos, lat + dy - y) * METERS_PER_DEGREE
  return from + to < DETOUR * meters && Math.min(from, to) > APART * meters
}

function metersTo({ lon, lat, dx, dy }: Segment, x: number, y: number): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  const px = (x - lon) * cos
  const py = y - lat
  const sx = dx * cos
  const squaredLength = sx * sx + dy * dy
  const along = squaredLength > 0 ? Math.min(1, Math.max(0, (px * sx + py * dy) / squaredLength)) : 0
  return Math.hypot(px - along * sx, py - along * dy) * METERS_PER_DEGREE
}
