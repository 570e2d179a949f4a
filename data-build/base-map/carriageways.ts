import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import { type Line, pairs } from '../read/feature.ts'

/** Maximum distance in meters between the two carriageways of a road. */
const BESIDE = 500
/**
 * Minimum length in meters at which a detour is drawn. A detour leaves another line of the same road and rejoins it.
 * Shorter detours are omitted.
 */
const LEAST = 1500
/** Maximum spacing in meters of the points along a line at which its distance to the other lines is measured. */
const STEP = 250
/** Maximum distance in meters over which the end of a road is extended to a road straight ahead. */
const MEETS = 1200
/** Cosine of 60 degrees, the maximum turn at which a road counts as straight ahead. */
const AHEAD = 0.5

type Point = readonly [lon: number, lat: number]

/**
 * Merges the two carriageways of a road into one line. Drawn separately, generalized carriageways would cross each
 * other and drift apart.
 */
export function oneCarriageway(lines: readonly Line[]): Line[] {
  const kept: Line[] = []
  const longestFirst = lines
    .flatMap(splitAtTurns)
    .map((points) => ({ points, meters: getLength(points) }))
    .sort((a, b) => b.meters - a.meters)
  for (const { points } of longestFirst) {
    if (kept.length === 0) {
      kept.push(getLine(points))
      continue
    }
    const dense = densified(points)
    const beside = dense.map((point) => nearestOn(kept, point))
    const isApart = (i: number) => beside[i].meters > BESIDE
    const parts: Line[] = []
    for (let from = 0; from < dense.length; from++) {
      if (!isApart(from)) continue
      let to = from
      while (to + 1 < dense.length && isApart(to + 1)) to++
      const part = dense.slice(Math.max(0, from - 1), to + 2)
      const isBulge = from > 0 && to + 1 < dense.length && beside[from - 1].line === beside[to + 1].line
      if (!isBulge || getLength(part) >= LEAST) parts.push(getLine(part))
      from = to
    }
    kept.push(...parts)
  }
  return kept
}

/** Extends the ends of a line to lines that they nearly meet, either beside them or straight ahead. */
export function joinedEnds(line: Line, others: readonly Line[]): Line {
  const points: Point[] = pairs(line)
  const meeting = (end: Point, before: Point): Point[] => {
    const { meters, at } = nearestOn(others, end)
    const isMet = meters < BESIDE || (meters < MEETS && headingFor(before, end, at) > AHEAD)
    return meters > 0 && isMet ? [at] : []
  }
  return getLine([...meeting(points[0], points[1]), ...points, ...meeting(points.at(-1)!, points.at(-2)!)])
}

/** Returns the cosine of the turn at `end` on the way from `before` to `at`: 1 means straight ahead, -1 means back. */
function headingFor(before: Point, end: Point, at: Point): number {
  const cos = Math.cos((end[1] * Math.PI) / 180)
  const x = (end[0] - before[0]) * cos
  const y = end[1] - before[1]
  const onX = (at[0] - end[0]) * cos
  const onY = at[1] - end[1]
  return (x * onX + y * onY) / (Math.hypot(x, y) * Math.hypot(onX, onY))
}

/** Splits a line where it turns back, because one carriageway ends there and the other begins. */
function splitAtTurns(line: Line): Point[][] {
  const parts: Point[][] = [[]]
  const points = pairs(line)
  points.forEach((point, i) => {
    parts.at(-1)!.push(point)
    if (i === 0 || i === points.length - 1) return
    const before = points[i - 1]
    const after = points[i + 1]
    if (headingFor(before, point, after) < 0) parts.push([point])
  })
  return parts
}

function densified(points: readonly Point[]): Point[] {
  return points.flatMap((point, i) => {
    if (i === 0) return [point]
    const [x, y] = points[i - 1]
    const steps = Math.ceil(getLength([points[i - 1], point]) / STEP)
    return Array.from({ length: steps }, (_, step): Point => {
      const share = (step + 1) / steps
      return [x + share * (point[0] - x), y + share * (point[1] - y)]
    })
  })
}

function getLength(points: readonly Point[]): number {
  let meters = 0
  for (let i = 1; i < points.length; i++) meters += apart(points[i - 1], points[i])
  return meters
}

function apart([x, y]: Point, [toX, toY]: Point): number {
  return Math.hypot((toX - x) * Math.cos((y * Math.PI) / 180), toY - y) * METERS_PER_DEGREE
}

function nearestOn(lines: readonly Line[], point: Point) {
  let meters = Number.POSITIVE_INFINITY
  let at = point
  let nearest = lines[0]
  const cos2 = Math.cos((point[1] * Math.PI) / 180) ** 2
  for (const line of lines)
    for (let i = 0; i + 3 < line.length; i += 2) {
      const dx = line[i + 2] - line[i]
      const dy = line[i + 3] - line[i + 1]
      const squared = dx * dx * cos2 + dy * dy
      const along = (point[0] - line[i]) * dx * cos2 + (point[1] - line[i + 1]) * dy
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, along / squared))
      const on: Point = [line[i] + share * dx, line[i + 1] + share * dy]
      const away = apart(point, on)
      if (away < meters) [meters, at, nearest] = [away, on, line]
    }
  return { meters, at, line: nearest }
}

function getLine(points: readonly Point[]): Line {
  return Float64Array.from(points.flat())
}
