import { BundleError } from '../../base/errors.ts'
import { ByteReader } from '../../data/bundle/bytes.ts'
import type { SectionArrays } from '../../data/bundle/format.ts'
import type { Bundle } from '../../data/bundle/read.ts'

type Refuse = (problem: string) => never

/** Rings of all districts. Each ring is closed: its last vertex repeats the first. */
export interface Outlines {
  /** Longitude and latitude of each vertex in degrees, as the exact doubles of the published file. */
  readonly coordinates: Float64Array
  /** First vertex of each ring, plus one element for the end. */
  readonly ringStart: Uint32Array
  /** First ring of each district, plus one element for the end. */
  readonly districtStart: Uint32Array
}

/** Unit, in degrees, of the steps between vertices. In published files, 99% of the vertices have six decimals. */
export const UNIT = 1e-6

/** Value in `outline.exact` for a coordinate that is stored in `outline.raw`. */
export const RAW = 255

/** Maximum number of vertices, copies included, per literal vertex. Limits the memory that a short file can use. */
export const MAXIMUM_REPEATS = 16

/** Name of the bundle's block list for outlines. */
export const OUTLINES = 'outlines'

/** The loaded outlines of a bundle. */
export interface StoredOutlines {
  /** Index of the block that contains each district. */
  readonly block: Uint16Array
  /** 1 for each loaded block. */
  readonly loaded: Uint8Array
  /** Districts of each block, ascending. */
  readonly members: readonly (readonly number[])[]
  /** Unpacks the districts of a loaded block, in the order of `members`. Every call unpacks the block again. */
  readonly inBlock: (block: number) => Outlines
  /** Returns all outlines, unpacked by the first call. Districts that are not loaded have no rings. */
  readonly all: () => Outlines
}

/**
 * Reads the outlines in the sections `outline.*` of a bundle, as written by data-build/districts/encode-outlines.ts:
 * - `block`: block of each district; `rings`: rings per district; `vertices`: vertices per ring.
 *
 * Each block contains some districts, in numerical order, with these parts:
 * - `runs`: varints (7 bits per byte, low bits first). Each ring alternates between literal vertices and copies of
 *   earlier vertices of the block until it is complete. Literal vertices are stored as their number. A copy is stored
 *   as 2 · length + 1 if copied forward, or 2 · length if copied backward, followed by the distance back to its first
 *   vertex.
 * - `steps`: encoded like `runs`. For each literal vertex, the difference in lon and lat from the vertex before it, in
 *   units, zigzag.
 * - `exact`: a byte per literal coordinate. The byte is the number of doubles between the coordinate and its multiple
 *   of the unit, zigzag, or `RAW`.
 * - `raw`: coordinates that are not a multiple of the unit.
 *
 * Opening checks the counts. Vertices are only unpacked by the first call of `all`, because most programs that look up
 * single places never need them.
 *
 * @param unit degrees
 * @throws {BundleError} here or from the returned functions, if a number points outside its section or a vertex is out
 * of range
 */
export function outlinesIn(bundle: Bundle, districts: number, unit = UNIT): StoredOutlines {
  const refuse = (problem: string): never => {
    throw new BundleError(`${bundle.file} has broken district outlines: ${problem}.`)
  }
  const list = bundle.blocks.find(({ name }) => name === OUTLINES)
  const numbers = list?.numbers ?? new Uint32Array(0)
  const block = bundle.section('outline.block', 'u16')
  const rings = bundle.section('outline.rings', 'u32')
  const ringStart = starts(bundle.section('outline.vertices', 'u32'), refuse)
  const districtStart = starts(rings, refuse)
  if (rings.length !== districts || block.length !== districts)
    refuse(`outlines of ${rings.length} districts in ${block.length} places, expected ${districts}`)
  if (districtStart[districts] !== ringStart.length - 1)
    refuse(`${ringStart.length - 1} rings, expected ${districtStart[districts]}`)
  const loaded = new Uint8Array(list?.count ?? 0)
  for (const number of numbers) loaded[number] = 1
  for (let i = 0; i < districts; i++)
    if (block[i] >= loaded.length) refuse(`district ${i} in block ${block[i]} of ${loaded.length}`)
  const members = Array.from(loaded, (): number[] => [])
  for (let district = 0; district < districts; district++) members[block[district]].push(district)

  const part = <T extends 'u8' | 'f64'>(name: string, type: T, i: number) => {
    const section = bundle.section(name, type)
    const { [i]: from, [i + 1]: to } = list?.starts.get(name) ?? refuse(`'${name}' is not in blocks`)
    return section.subarray(from, to) as SectionArrays[T]
  }
  const inBlock = (number: number): Outlines => {
    const i = numbers.indexOf(number)
    const blockMembers = members[number]
    const packed = {
      runs: part('outline.runs', 'u8', i),
      steps: part('outline.steps', 'u8', i),
      exact: part('outline.exact', 'u8', i),
      raw: part('outline.raw', 'f64', i),
    }
    const starts = getStarts(blockMembers, { ringStart, districtStart })
    const vertices = starts.ringStart[starts.ringStart.length - 1]
    if (vertices > (packed.exact.length / 2) * MAXIMUM_REPEATS)
      refuse(
        `${vertices} vertices of which only ${packed.exact.length / 2} are stored in full, expected at least one ` +
          `in ${MAXIMUM_REPEATS}`,
      )
    return { ...starts, coordinates: decodeBlock(packed, starts.ringStart, unit, refuse) }
  }
  let decoded: Outlines | undefined
  const decode = (): Outlines => {
    // Unpacking a block checks its counts, so unpack all blocks before allocating memory for their vertices.
    const unpacked = Array.from(numbers, (number) => ({ number, rings: inBlock(number) }))
    const allDistricts = Array.from({ length: districts }, (_, district) => district)
    const all = getStarts(allDistricts, { ringStart, districtStart }, (district) => loaded[block[district]] === 1)
    const coordinates = new Float64Array(all.ringStart[all.ringStart.length - 1] * 2)
    for (const { number, rings } of unpacked) {
      members[number].forEach((district, i) => {
        const from = rings.districtStart[i]
        const to = rings.districtStart[i + 1]
        const vertices = rings.coordinates.subarray(rings.ringStart[from] * 2, rings.ringStart[to] * 2)
        coordinates.set(vertices, all.ringStart[all.districtStart[district]] * 2)
      })
    }
    return { ...all, coordinates }
  }
  return {
    block,
    loaded,
    members,
    inBlock,
    all: () => {
      decoded ??= decode()
      return decoded
    },
  }
}

type Starts = Omit<Outlines, 'coordinates'>

/** Returns the ring and vertex offsets of some districts. Unknown districts get no rings. */
function getStarts(
  members: readonly number[],
  { ringStart, districtStart }: Starts,
  isKnown = (_: number) => true,
): Starts {
  const vertices = [0]
  const rings = [0]
  for (const district of members) {
    if (isKnown(district))
      for (let ring = districtStart[district]; ring < districtStart[district + 1]; ring++)
        vertices.push(vertices[vertices.length - 1] + ringStart[ring + 1] - ringStart[ring])
    rings.push(vertices.length - 1)
  }
  return { ringStart: Uint32Array.from(vertices), districtStart: Uint32Array.from(rings) }
}

interface PackedBlock {
  readonly runs: Uint8Array
  readonly steps: Uint8Array
  readonly exact: Uint8Array
  readonly raw: Float64Array
}

function decodeBlock(
  { exact, raw, ...packed }: PackedBlock,
  ringStart: Uint32Array,
  unit: number,
  refuse: Refuse,
): Float64Array {
  const runs = new ByteReader(packed.runs, (problem) => refuse(`runs that ${problem}`))
  const steps = new ByteReader(packed.steps, (problem) => refuse(`steps that ${problem}`))
  const coordinates = new Float64Array(ringStart[ringStart.length - 1] * 2)
  const units = [0, 0]
  let spelled = 0
  let raws = 0
  let vertex = 0
  for (let ring = 0; ring + 1 < ringStart.length; ring++) {
    const end = ringStart[ring + 1]
    while (vertex < end) {
      const fresh = runs.varint()
      if (fresh > end - vertex || fresh * 2 > exact.length - spelled)
        refuse(`a run of ${fresh} vertices, which is too long`)
      for (let at = vertex * 2; at < (vertex + fresh) * 2; at++) {
        const axis = at & 1
        units[axis] += steps.signedVarint()
        const apart = exact[spelled++]
        const value = apart === RAW ? raw[raws++] : doubleFrom(units[axis] * unit, apart)
        const limit = axis === 0 ? 180 : 90
        if (!(value >= -limit && value <= limit)) refuse(`a vertex at ${value}, expected at most ${limit} degrees`)
        coordinates[at] = value
      }
      vertex += fresh
      if (vertex === end) break
      const copy = runs.varint()
      const length = Math.floor(copy / 2)
      const direction = copy % 2 === 1 ? 1 : -1
      const from = vertex - runs.varint()
      const last = from + direction * (length - 1)
      if (length === 0 || length > end - vertex || Math.min(from, last) < 0 || Math.max(from, last) >= vertex)
        refuse(
          `a copy of ${length} vertices from vertex ${from} at vertex ${vertex}, expected 1 to ${end - vertex} earlier vertices`,
        )
      for (let source = from; source !== last + direction; source += direction, vertex++) {
        coordinates[vertex * 2] = coordinates[source * 2]
        coordinates[vertex * 2 + 1] = coordinates[source * 2 + 1]
      }
      units[0] = Math.round(coordinates[vertex * 2 - 2] / unit)
      units[1] = Math.round(coordinates[vertex * 2 - 1] / unit)
    }
  }
  if (spelled !== exact.length || raws !== raw.length || !steps.finished || !runs.finished)
    refuse('numbers left over after the last vertex')
  return coordinates
}

const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)

/**
 * Steps from `value` to another double. A positive number of steps leads away from zero, a negative number toward zero.
 * `apart` is the zigzag encoding of the number of steps, below 255.
 */
function doubleFrom(value: number, apart: number): number {
  if (apart === 0) return value
  double[0] = value
  const low = halves[0] + (apart & 1 ? -(apart + 1) / 2 : apart / 2)
  if (low < 0) halves[1]--
  else if (low > 0xffffffff) halves[1]++
  halves[0] = low
  return double[0]
}

/** Returns running sums, starting from 0. */
function starts(counts: Uint32Array, refuse: Refuse): Uint32Array {
  const sums = new Uint32Array(counts.length + 1)
  let sum = 0
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i]
    sums[i + 1] = sum
  }
  return sum < 2 ** 31 ? sums : refuse(`${sum} rings or vertices, expected fewer than 2^31`)
}
