import { type Ring, simplified } from '../read/feature.ts'

/** Length of a degree of longitude relative to a degree of latitude, at 30° N. */
const NARROWER = 0.866

/**
 * Simplifies outlines on a grid. Shared borders are cut where a third area meets them, and each piece is simplified
 * once, so that neighbors have no gaps or overlaps. Rings that vanish are dropped. If all rings of an area vanish, its
 * original rings are kept.
 *
 * @param tolerance maximum distance of a dropped vertex from the outline, in degrees of latitude
 * @param unit grid size in degrees
 */
export function simplifiedOutlines(
  areas: readonly (readonly Ring[])[],
  tolerance: number,
  unit: number,
): readonly (readonly Ring[])[] {
  const vertices = new Vertices()
  const numbered = areas.map((rings) => rings.map((ring) => vertices.getNumbers(ring)))
  const isJunction = getJunctions(numbered.flat(), vertices.count)
  const simplifiedPieces = new Map<string, readonly number[]>()

  /**
   * Returns the grid points of a piece of an outline. The piece lies between two junctions and is always simplified in
   * the same direction, so that both neighbors get the same points.
   */
  const getPiece = (piece: readonly number[]): readonly number[] => {
    const last = piece.length - 1
    const turned = (vertices.order(piece[0], piece[last]) || vertices.order(piece[1], piece[last - 1])) > 0
    const line = turned ? piece.toReversed() : piece
    const key = `${line[0]} ${line[1]} ${line[last]} ${line.length}`
    const points = simplifiedPieces.get(key) ?? vertices.simplified(line, tolerance)
    simplifiedPieces.set(key, points)
    return turned ? points.toReversed() : points
  }
  const getRing = (ring: readonly number[]): Ring => {
    const first = getStart(ring, isJunction, vertices)
    const turned = [...ring.slice(first, -1), ...ring.slice(0, first + 1)]
    const kept: number[] = []
    for (let from = 0, to = 1; to < turned.length; to++) {
      if (to + 1 < turned.length && isJunction[turned[to]] === 0) continue
      kept.push(...getPiece(turned.slice(from, to + 1)))
      from = to
    }
    return vertices.onGrid(kept, unit)
  }
  return numbered.map((rings, area) => {
    const kept = rings.map(getRing).filter(({ length }) => length >= 8)
    return kept.length > 0 ? kept : areas[area]
  })
}

/**
 * Numbers the vertices of all outlines. Vertices at the same position share a number, so that shared borders can be
 * recognized.
 */
class Vertices {
  readonly #numbers = new Map<number, Map<number, number>>()
  readonly #lon: number[] = []
  readonly #lat: number[] = []

  get count(): number {
    return this.#lon.length
  }

  getNumbers(ring: Ring): readonly number[] {
    const numbers: number[] = []
    for (let i = 0; i < ring.length; i += 2) {
      const number = this.#getNumber(ring[i], ring[i + 1])
      if (numbers.at(-1) !== number) numbers.push(number)
    }
    return numbers
  }

  #getNumber(lon: number, lat: number): number {
    const column = this.#numbers.get(lon) ?? new Map<number, number>()
    this.#numbers.set(lon, column)
    const number = column.get(lat) ?? this.#lon.push(lon) - 1
    if (number >= this.#lat.length) this.#lat.push(lat)
    column.set(lat, number)
    return number
  }

  order(a: number, b: number): number {
    return this.#lon[a] - this.#lon[b] || this.#lat[a] - this.#lat[b]
  }

  /**
   * Simplifies a line. A closed line is simplified in two halves, split at the vertex farthest from its first vertex.
   */
  simplified(line: readonly number[], tolerance: number): readonly number[] {
    const flat = Float64Array.from(line.flatMap((i) => [this.#lon[i] * NARROWER, this.#lat[i]]))
    const half = line[0] === line.at(-1) ? farthest(flat) : 0
    const parts = half > 0 ? [flat.subarray(0, 2 * half + 2), flat.subarray(2 * half)] : [flat]
    const kept: number[] = []
    let at = 0
    for (const part of parts) {
      const simple = simplified(part, tolerance)
      for (let i = 0; i < simple.length; i += 2) {
        while (flat[2 * at] !== simple[i] || flat[2 * at + 1] !== simple[i + 1]) at++
        if (kept.at(-1) !== line[at] || i > 0) kept.push(line[at])
      }
    }
    return kept
  }

  /** Returns the vertex positions rounded to the grid, without consecutive duplicates. */
  onGrid(numbers: readonly number[], unit: number): Ring {
    const flat: number[] = []
    for (const number of numbers) {
      const [lon, lat] = [this.#lon[number], this.#lat[number]].map((degrees) => Math.round(degrees / unit) * unit)
      if (flat.at(-2) !== lon || flat.at(-1) !== lat) flat.push(lon, lat)
    }
    return Float64Array.from(flat)
  }
}

function farthest(line: Float64Array): number {
  let best = 0
  let at = 0
  for (let i = 1; i < line.length / 2; i++) {
    const away = Math.hypot(line[2 * i] - line[0], line[2 * i + 1] - line[1])
    if (away > best) [best, at] = [away, i]
  }
  return at
}

/**
 * Returns one element per vertex: 1 for junctions, where outlines meet so that the vertex has more than two neighbors,
 * and 0 for all other vertices.
 */
function getJunctions(rings: readonly (readonly number[])[], count: number): Uint8Array {
  const neighbor = new Int32Array(count).fill(-1)
  const two = new Int32Array(count).fill(-1)
  const isJunction = new Uint8Array(count)
  const meet = (vertex: number, other: number) => {
    if (neighbor[vertex] === other || two[vertex] === other) return
    if (neighbor[vertex] < 0) neighbor[vertex] = other
    else if (two[vertex] < 0) two[vertex] = other
    else isJunction[vertex] = 1
  }
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      meet(ring[i], ring[i + 1])
      meet(ring[i + 1], ring[i])
    }
  return isJunction
}

/**
 * Returns the index at which to cut a ring first. This is a junction if the ring has one, otherwise the westernmost
 * vertex, which is the same in all areas that share the ring.
 */
function getStart(ring: readonly number[], isJunction: Uint8Array, vertices: Vertices): number {
  const junction = ring.findIndex((vertex) => isJunction[vertex] === 1)
  if (junction >= 0) return Math.min(junction, ring.length - 2)
  let first = 0
  for (let i = 1; i + 1 < ring.length; i++) if (vertices.order(ring[i], ring[first]) < 0) first = i
  return first
}
