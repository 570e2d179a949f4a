import { MAXIMUM_REPEATS, OUTLINES, RAW, UNIT } from '../../src/answers/districts/outlines.ts'
import { ByteWriter, zigzag } from '../../src/data/bundle/bytes.ts'
import { type BlockContent, getBlocks } from '../../src/data/bundle/columns.ts'
import type { SectionContent } from '../../src/data/bundle/write.ts'
import type { Ring } from '../read/feature.ts'

/** Minimum number of vertices to copy. A shorter copy costs as much as the vertices themselves. */
const SHORTEST_COPY = 3
/**
 * Maximum number of earlier occurrences to try for a copy. This is more than the number of districts that meet at one
 * vertex.
 */
const TRIES = 32

/** Number of districts per block. */
const DISTRICTS_IN_BLOCK = 16

/**
 * Encodes district outlines as the bundle sections described in src/answers/districts/outlines.ts. Every coordinate is
 * kept to the last bit. A border that was written out for one district of a block is copied for its neighbors in the
 * block.
 * @param unit grid size in degrees
 * @param firstOfKind index of the first district of the second kind; no block mixes the two kinds
 */
export function outlineSections(
  districts: readonly (readonly Ring[])[],
  unit = UNIT,
  firstOfKind = districts.length,
): { sections: SectionContent[]; blocks: BlockContent[] } {
  const order = Array.from(districts.keys()).sort((a, b) => getMorton(districts[a]) - getMorton(districts[b]) || a - b)
  const kinds = [order.filter((i) => i < firstOfKind), order.filter((i) => i >= firstOfKind)]
  const blocks = kinds.flatMap((ofKind, kind) =>
    Array.from(
      {
        length:
          kind === 0 ? getBlocks(ofKind.length, DISTRICTS_IN_BLOCK) : Math.ceil(ofKind.length / DISTRICTS_IN_BLOCK),
      },
      (_, block) => ofKind.slice(block * DISTRICTS_IN_BLOCK, (block + 1) * DISTRICTS_IN_BLOCK),
    ),
  )
  const number = new Uint16Array(districts.length)
  blocks.forEach((members, block) => {
    for (const district of members) number[district] = block
  })
  // Within a block, districts are sorted by index.
  const encoded = blocks.map((members) =>
    encodeRings(
      members.sort((a, b) => a - b).flatMap((i) => districts[i]),
      unit,
    ),
  )
  return {
    sections: [
      { name: 'outline.block', data: number },
      { name: 'outline.rings', data: Uint32Array.from(districts, (of) => of.length) },
      { name: 'outline.vertices', data: Uint32Array.from(districts.flat(), (ring) => ring.length / 2) },
    ],
    blocks: [
      {
        name: OUTLINES,
        sections: [
          { name: 'outline.runs', parts: encoded.map(({ runs }) => runs) },
          { name: 'outline.steps', parts: encoded.map(({ steps }) => steps) },
          { name: 'outline.exact', parts: encoded.map(({ exact }) => exact) },
          { name: 'outline.raw', parts: encoded.map(({ raw }) => raw) },
        ],
      },
    ],
  }
}

/** Returns the position of a district's first vertex on a Z-order curve, which mostly keeps neighbors together. */
function getMorton(rings: readonly Ring[]): number {
  const [lon, lat] = rings[0] ?? [0, 0]
  let code = 0
  for (let bit = 12; bit >= 0; bit--) {
    const x = (Math.floor((lon + 180) * 20) >> bit) & 1
    const y = (Math.floor((lat + 90) * 20) >> bit) & 1
    code = code * 4 + y * 2 + x
  }
  return code
}

function encodeRings(rings: readonly Ring[], unit: number) {
  const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const coordinates = new Float64Array(vertices * 2)
  const numbers = new KnownVertices(coordinates, unit)
  const runs = new ByteWriter()
  const steps = new ByteWriter()
  const exact: number[] = []
  const raw: number[] = []
  let start = 0
  for (const ring of rings) {
    coordinates.set(ring, start * 2)
    const end = start + ring.length / 2
    let vertex = start
    while (vertex < end) {
      const first = vertex
      let copy = null
      while (vertex < end && copy === null) {
        const longest = Math.min(end - vertex, (exact.length / 2) * MAXIMUM_REPEATS - vertex)
        copy = numbers.longestCopy(vertex, longest)
        if (copy === null) spell(vertex++)
      }
      runs.varint(vertex - first)
      if (copy === null) break
      runs.varint(copy.length * 2 + (copy.forwards ? 1 : 0))
      runs.varint(vertex - copy.from)
      for (const last = vertex + copy.length; vertex < last; vertex++) numbers.add(vertex)
    }
    start = end
  }
  return { runs: runs.finish(), steps: steps.finish(), exact: Uint8Array.from(exact), raw: Float64Array.from(raw) }

  function spell(vertex: number): void {
    for (let at = vertex * 2; at < vertex * 2 + 2; at++) {
      const count = units(coordinates[at], unit)
      steps.signedVarint(count - (vertex === 0 ? 0 : units(coordinates[at - 2], unit)))
      const apart = zigzag(doublesBetween(count * unit, coordinates[at]))
      exact.push(apart < RAW ? apart : RAW)
      if (apart >= RAW) raw.push(coordinates[at])
    }
    numbers.add(vertex)
  }
}

/** Finds earlier occurrences of vertices, using chains of vertices with the same hash, latest first. */
class KnownVertices {
  readonly #latest: Int32Array
  readonly #before: Int32Array

  constructor(
    private readonly coordinates: Float64Array,
    private readonly unit: number,
  ) {
    this.#latest = new Int32Array(1 << Math.ceil(Math.log2(coordinates.length + 2))).fill(-1)
    this.#before = new Int32Array(coordinates.length / 2)
  }

  add(vertex: number): void {
    const hash = this.#hash(vertex)
    this.#before[vertex] = this.#latest[hash]
    this.#latest[hash] = vertex
  }

  /**
   * Returns the longest sequence of known vertices that equals the vertices from `vertex` on, in the same or the
   * opposite direction. Returns null if no sequence is long enough to be worth copying.
   */
  longestCopy(vertex: number, longest: number) {
    let best: { from: number; length: number; forwards: boolean } | null = null
    if (longest < SHORTEST_COPY) return best
    let from = this.#latest[this.#hash(vertex)]
    for (let tries = 0; from >= 0 && tries < TRIES; tries++, from = this.#before[from])
      for (const direction of [-1, 1]) {
        const length = this.#equal(from, direction, vertex, longest)
        if (length >= SHORTEST_COPY && length > (best?.length ?? 0)) best = { from, length, forwards: direction > 0 }
      }
    return best
  }

  #equal(from: number, direction: number, vertex: number, longest: number): number {
    const { coordinates } = this
    let length = 0
    while (length < longest) {
      const source = (from + direction * length) * 2
      const at = (vertex + length) * 2
      if (source < 0 || source >= vertex * 2) break
      if (!Object.is(coordinates[source], coordinates[at])) break
      if (!Object.is(coordinates[source + 1], coordinates[at + 1])) break
      length++
    }
    return length
  }

  #hash(vertex: number): number {
    const x = Math.imul(units(this.coordinates[vertex * 2], this.unit), 0x9e3779b1)
    const y = Math.imul(units(this.coordinates[vertex * 2 + 1], this.unit), 0x85ebca77)
    return ((x ^ (y >>> 15) ^ (y << 7)) >>> 5) & (this.#latest.length - 1)
  }
}

/** Rounds degrees to a whole number of units. Never returns -0, which the decoder cannot produce. */
function units(degrees: number, unit: number): number {
  return Math.round(degrees / unit) + 0
}

const double = new Float64Array(1)
const bits = new BigInt64Array(double.buffer)

/**
 * Returns the number of representable doubles from the first value to the second, positive if the second is farther
 * from zero. If the signs differ, the result is huge.
 */
function doublesBetween(from: number, to: number): number {
  double[0] = from
  const start = bits[0]
  double[0] = to
  return Number(bits[0] - start)
}
