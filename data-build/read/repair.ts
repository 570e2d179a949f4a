import type { Polygon, Ring } from './feature.ts'

export interface Repairs {
  /** Rings whose last point was not the first. */
  closed: number
  /** Points that were not finite, or equal to the point before. */
  points: number
  /** Rings of fewer than three corners or with all corners on one line; with an outer ring its holes go. */
  rings: number
  /** Rings turned round: outer rings run counter-clockwise, holes clockwise. */
  reversed: number
}

/**
 * Polygons fit for a scanline: closed rings that enclose something, outer rings counter-clockwise and holes clockwise.
 * Rings may still cross themselves: even-odd and nonzero filling take that as it is, so it is not cut apart.
 * `repairs` is added to when given.
 */
export function repairPolygons(polygons: readonly Polygon[], repairs: Repairs = noRepairs()): readonly Polygon[] {
  const kept: Polygon[] = []
  for (const rings of polygons) {
    const outer = rings.length > 0 ? repairRing(rings[0], true, repairs) : undefined
    if (!outer) {
      repairs.rings += Math.max(0, rings.length - 1)
      continue
    }
    const holes = rings.slice(1).map((ring) => repairRing(ring, false, repairs))
    kept.push([outer, ...holes.filter((hole) => hole !== undefined)])
  }
  return kept
}

/** A count to start from. */
export function noRepairs(): Repairs {
  return { closed: 0, points: 0, rings: 0, reversed: 0 }
}

function repairRing(ring: Ring, counterClockwise: boolean, repairs: Repairs): Ring | undefined {
  const cleaned = closedRing(withoutIdlePoints(ring, repairs), repairs)
  if (cleaned.length < 8 || liesOnOneLine(cleaned)) {
    repairs.rings++
    return undefined
  }
  const area = signedArea(cleaned)
  // A figure of eight may have area 0 and no direction.
  if (area === 0 || area > 0 === counterClockwise) return cleaned
  repairs.reversed++
  return reversedRing(cleaned)
}

function withoutIdlePoints(ring: Ring, repairs: Repairs): Ring {
  const out = new Float64Array(ring.length)
  let length = 0
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const x = ring[i]
    const y = ring[i + 1]
    const repeated = length > 0 && x === out[length - 2] && y === out[length - 1]
    if (repeated || !Number.isFinite(x) || !Number.isFinite(y)) {
      repairs.points++
      continue
    }
    out[length++] = x
    out[length++] = y
  }
  return length === ring.length ? ring : out.slice(0, length)
}

function closedRing(ring: Ring, repairs: Repairs): Ring {
  const length = ring.length
  if (length === 0 || (ring[0] === ring[length - 2] && ring[1] === ring[length - 1])) return ring
  repairs.closed++
  const closed = new Float64Array(length + 2)
  closed.set(ring)
  closed[length] = ring[0]
  closed[length + 1] = ring[1]
  return closed
}

function liesOnOneLine(ring: Ring): boolean {
  const x0 = ring[0]
  const y0 = ring[1]
  const dx = ring[2] - x0
  const dy = ring[3] - y0
  for (let i = 4; i < ring.length; i += 2) if (dx * (ring[i + 1] - y0) !== dy * (ring[i] - x0)) return false
  return true
}

/** Twice the area, positive when counter-clockwise; taken from the first point so that degrees keep their digits. */
function signedArea(ring: Ring): number {
  let twice = 0
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1])
  }
  return twice
}

function reversedRing(ring: Ring): Ring {
  const out = new Float64Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = ring[ring.length - 2 - i]
    out[i + 1] = ring[ring.length - 1 - i]
  }
  return out
}
