import type { Box } from './box.ts'

/** The union of several boxes. */
export class Boxes {
  constructor(readonly all: readonly Box[]) {}

  /** Checks whether a point, in degrees, is in any of the boxes. */
  has(lon: number, lat: number): boolean {
    for (const { west, south, east, north } of this.all)
      if (lon >= west && lon <= east && lat >= south && lat <= north) return true
    return false
  }

  /** Checks whether the boxes together cover every point of `box`. */
  holds(box: Box): boolean {
    return isCovered(box, this.all, 0)
  }

  /** Returns these boxes plus `more`, without boxes that are inside another box. */
  with(more: readonly Box[]): Boxes {
    const kept: Box[] = []
    for (const box of [...this.all, ...more])
      if (!kept.some((other) => isWithin(box, other)))
        kept.splice(0, kept.length, ...kept.filter((other) => !isWithin(other, box)), box)
    return new Boxes(kept)
  }
}

/**
 * Checks whether the boxes starting at index `from` cover `box`. Subtracts the first overlapping box from `box`, then
 * checks the remaining pieces (at most four) against the later boxes.
 */
function isCovered(box: Box, others: readonly Box[], from: number): boolean {
  const { west, south, east, north } = box
  for (let i = from; i < others.length; i++) {
    const { west: w, south: s, east: e, north: n } = others[i]
    if (west > e || east < w || south > n || north < s) continue
    const left = Math.max(west, w)
    const right = Math.min(east, e)
    const remainder: Box[] = []
    if (west < w) remainder.push({ west, south, east: w, north })
    if (east > e) remainder.push({ west: e, south, east, north })
    if (south < s) remainder.push({ west: left, south, east: right, north: s })
    if (north > n) remainder.push({ west: left, south: n, east: right, north })
    return remainder.every((piece) => isCovered(piece, others, i + 1))
  }
  return false
}

/** Rounds a box outward to 6 decimals (about 0.1 m), so that the result contains the original box. */
export function roundedOut({ west, south, east, north }: Box): Box {
  const down = (degrees: number) => Math.floor(degrees * 1e6) / 1e6
  return { west: down(west), south: down(south), east: -down(-east), north: -down(-north) }
}

/**
 * Returns the bounding box of flat rings or lines [lon, lat, lon, lat, …]. If there are no coordinates, west is greater
 * than east.
 */
export function readBox(rings: Iterable<ArrayLike<number>>): Box {
  let west = 180
  let south = 90
  let east = -180
  let north = -90
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i])
      east = Math.max(east, ring[i])
      south = Math.min(south, ring[i + 1])
      north = Math.max(north, ring[i + 1])
    }
  return { west, south, east, north }
}

/**
 * Returns the overlap of two boxes. If they do not overlap, west is greater than east, or south is greater than north.
 */
export function intersection(a: Box, b: Box): Box {
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  }
}

/** Checks whether a box lies entirely within another. */
export function isWithin(box: Box, other: Box): boolean {
  return box.west >= other.west && box.south >= other.south && box.east <= other.east && box.north <= other.north
}
