import { ByteReader } from '../bundle/bytes.ts'
import type { Bundle } from '../bundle/read.ts'
import { BundleError } from '../errors.ts'

type Refuse = (found: string) => never

/** Rings of all districts, each closed: the last vertex repeats the first. */
export interface Outlines {
  /** lon, lat of every vertex in degrees, exactly the doubles of the published file. */
  readonly coordinates: Float64Array
  /** First vertex of every ring; one more element than rings. */
  readonly ringStart: Uint32Array
  /** First ring of every district; one more element than districts. */
  readonly districtStart: Uint32Array
}

/** Unit of the steps from vertex to vertex, degrees: published files have six decimals, but for one percent of their vertices. */
export const UNIT = 1e-6

/** `outline.exact` of a coordinate that is in `outline.raw`. */
export const RAW = 255

/** Vertices per vertex that is spelled out: a limit on what copying can make of a short file. */
export const MAXIMUM_REPEATS = 16

/**
 * The outlines in the sections `outline.*` of a bundle, as data-build/districts/encode-outlines.ts writes them:
 * - `rings`: rings per district; `vertices`: vertices per ring.
 * - `runs`, numbers of 7 bits per byte, low ones first: per ring, in turn, how many vertices are spelled out and, until the
 *   ring is full, a copy of vertices before it: 2 · length + 1 when copied forwards (+ 0 backwards), and how far back the first lies.
 * - `steps`, numbers likewise: of each vertex spelled out, lon and lat less those of the vertex before, in units, zigzag.
 * - `exact`, a byte per coordinate spelled out: how many doubles lie between it and its multiple of the unit, zigzag, or `RAW`.
 * - `raw`: the coordinates that are not a multiple of the unit.
 *
 * Opening checks the counts; the vertices wait for the first call of the function that it gives, which few programs that ask
 * for one place ever make.
 *
 * @throws BundleError, here or from that function, where a number leads outside its section, or a vertex off the globe.
 */
export function outlinesIn(bundle: Bundle, districts: number): () => Outlines {
  const refuse = (found: string): never => {
    throw new BundleError(`${bundle.file} has broken district outlines: ${found}.`)
  }
  const sections = {
    runs: bundle.section('outline.runs', 'u8'),
    steps: bundle.section('outline.steps', 'u8'),
    exact: bundle.section('outline.exact', 'u8'),
    raw: bundle.section('outline.raw', 'f64'),
    ringStart: starts(bundle.section('outline.vertices', 'u32'), refuse),
    districtStart: starts(bundle.section('outline.rings', 'u32'), refuse),
  }
  const { districtStart, ringStart, exact } = sections
  const rings = ringStart.length - 1
  if (districtStart.length - 1 !== districts)
    refuse(`outlines of ${districtStart.length - 1} districts, expected ${districts}`)
  if (districtStart[districts] !== rings) refuse(`${rings} rings, expected ${districtStart[districts]}`)
  if (ringStart[rings] > (exact.length / 2) * MAXIMUM_REPEATS)
    refuse(
      `${ringStart[rings]} vertices of which ${exact.length / 2} are spelled out, expected one in ${MAXIMUM_REPEATS} at least`,
    )
  let decoded: Outlines | undefined
  return () => {
    decoded ??= decode(sections, refuse)
    return decoded
  }
}

interface Sections extends Omit<Outlines, 'coordinates'> {
  readonly runs: Uint8Array
  readonly steps: Uint8Array
  readonly exact: Uint8Array
  readonly raw: Float64Array
}

function decode({ exact, raw, ringStart, districtStart, ...packed }: Sections, refuse: Refuse): Outlines {
  const runs = new ByteReader(packed.runs, (found) => refuse(`runs that ${found}`))
  const steps = new ByteReader(packed.steps, (found) => refuse(`steps that ${found}`))
  const coordinates = new Float64Array(ringStart[ringStart.length - 1] * 2)
  const units = [0, 0]
  let spelled = 0
  let raws = 0
  let vertex = 0
  for (let ring = 1; ring < ringStart.length; ring++) {
    const end = ringStart[ring]
    while (vertex < end) {
      const fresh = runs.varint()
      if (fresh > end - vertex || fresh * 2 > exact.length - spelled) refuse(`a run of ${fresh} vertices too many`)
      for (let at = vertex * 2; at < (vertex + fresh) * 2; at++) {
        const axis = at & 1
        units[axis] += steps.signedVarint()
        const apart = exact[spelled++]
        const value = apart === RAW ? raw[raws++] : doubleFrom(units[axis] * UNIT, apart)
        const limit = axis === 0 ? 180 : 90
        if (!(value >= -limit && value <= limit)) refuse(`a vertex at ${value}, expected ${limit} degrees at most`)
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
        refuse(`a copy of ${length} vertices from vertex ${from}, where ${end - vertex} are wanted at vertex ${vertex}`)
      for (let source = from; source !== last + direction; source += direction, vertex++) {
        coordinates[vertex * 2] = coordinates[source * 2]
        coordinates[vertex * 2 + 1] = coordinates[source * 2 + 1]
      }
      units[0] = Math.round(coordinates[vertex * 2 - 2] / UNIT)
      units[1] = Math.round(coordinates[vertex * 2 - 1] / UNIT)
    }
  }
  if (spelled !== exact.length || raws !== raw.length || !steps.finished || !runs.finished)
    refuse('numbers left over after the last vertex')
  return { coordinates, ringStart, districtStart }
}

const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)

/** The double that lies `apart` (zigzag, below 255) doubles further from zero. */
function doubleFrom(value: number, apart: number): number {
  if (apart === 0) return value
  double[0] = value
  const low = halves[0] + (apart & 1 ? -(apart + 1) / 2 : apart / 2)
  if (low < 0) halves[1]--
  else if (low > 0xffffffff) halves[1]++
  halves[0] = low
  return double[0]
}

/** Running sums, from 0. */
function starts(counts: Uint32Array, refuse: Refuse): Uint32Array {
  const sums = new Uint32Array(counts.length + 1)
  let sum = 0
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i]
    sums[i + 1] = sum
  }
  return sum < 2 ** 31 ? sums : refuse(`${sum} rings or vertices, expected fewer than 2^31`)
}
