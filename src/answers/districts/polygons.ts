import { isInside, signedArea2 } from '../../base/geo/ring.ts'

/** A closed ring: lon, lat, lon, lat … in degrees. */
type Ring = Float64Array

/**
 * Groups rings that do not cross into polygons by the even-odd rule, as the coordinates of a GeoJSON MultiPolygon. Each
 * polygon has a counterclockwise outer ring and clockwise holes. Rings with fewer than three edges are dropped.
 */
export function getPolygons(rings: readonly Ring[]): number[][][][] {
  const shaped = rings.filter(({ length }) => length >= 8)
  const around = shaped.map((ring) => shaped.filter((other) => other !== ring && isWithin(ring, other)))
  const polygons = new Map<Ring, number[][][]>()
  shaped.forEach((ring, i) => {
    if (around[i].length % 2 === 0) polygons.set(ring, [turned(ring, signedArea2(ring) > 0)])
  })
  shaped.forEach((ring, i) => {
    if (around[i].length % 2 === 0) return
    // All rings around a hole are nested, and the hole belongs to the innermost of these rings. The innermost ring is
    // the one that has one surrounding ring fewer than the hole.
    const owner = around[i].find((other) => around[shaped.indexOf(other)].length === around[i].length - 1)
    if (owner) polygons.get(owner)?.push(turned(ring, signedArea2(ring) < 0))
  })
  return [...polygons.values()]
}

/**
 * Checks whether a ring is inside another ring, assuming that the two do not cross. Tests the middle of an edge,
 * because rings can share vertices.
 */
function isWithin(ring: Ring, other: Ring): boolean {
  return isInside([other], (ring[0] + ring[2]) / 2, (ring[1] + ring[3]) / 2)
}

function turned(ring: Ring, rightWay: boolean): number[][] {
  return rightWay ? positions(ring) : positions(ring).reverse()
}

/** Converts a ring to GeoJSON: a pair of coordinates per vertex. */
function positions(ring: Ring): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]])
}

/**
 * Returns district borders as lines for drawing, as lon, lat pairs in degrees. An edge shared by two districts appears
 * once, because both districts store identical doubles for its ends.
 */
export function borderLines(outlines: readonly (readonly Ring[])[]): number[][][] {
  const rings = outlines.flat()
  const edges = new EdgeSet(rings.reduce((sum, ring) => sum + ring.length / 2, 0))
  const lines: number[][][] = []
  for (const ring of rings) {
    let start = 0
    for (let at = 0; at + 3 < ring.length; at += 2) {
      if (edges.add(ring[at], ring[at + 1], ring[at + 2], ring[at + 3])) continue
      if (at > start) lines.push(positions(ring.subarray(start, at + 2)))
      start = at + 2
    }
    if (ring.length - start > 2) lines.push(positions(ring.subarray(start)))
  }
  return lines
}

/**
 * A set of undirected edges, identified by their midpoint to half a meter. This hash table is 15 times as fast as a Set
 * for this data.
 */
class EdgeSet {
  readonly #slots: Float64Array
  readonly #shift: number

  constructor(most: number) {
    const bits = Math.ceil(Math.log2(Math.max(16, 2 * most)))
    this.#slots = new Float64Array(2 ** bits)
    this.#shift = 32 - bits
  }

  /** Adds an edge. Returns false if the edge was already in the set. */
  add(lon1: number, lat1: number, lon2: number, lat2: number): boolean {
    const lon = Math.round((lon1 + lon2 + 360) * 1e5)
    const lat = Math.round((lat1 + lat2 + 180) * 1e5)
    const key = 1 + lon * 36_000_001 + lat // below 2^53
    let slot = (Math.imul(lon, 0x9e3779b1) ^ Math.imul(lat, 0x85ebca6b)) >>> this.#shift
    while (this.#slots[slot] !== 0) {
      if (this.#slots[slot] === key) return false
      slot = (slot + 1) % this.#slots.length
    }
    this.#slots[slot] = key
    return true
  }
}
