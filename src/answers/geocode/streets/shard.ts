import { BundleError } from '../../../base/errors.ts'
import { ByteReader } from '../../../data/bundle/bytes.ts'
import { hashOfBytes } from '../parse/vocabulary.ts'
import type { ShardMeta, ShardSections } from './shard-file.ts'

/** Bits of `rangeFlags`, and of the flags in the file. */
export const RIGHT = 1
export const DESCENDING = 2
export const ODD = 4
export const EVEN = 8
/** The side of the edge has several ranges with the same name, so each range covers an unknown part of the side. */
export const PART_OF_SIDE = 16
export const NEW_ZIP = 32
export const HAS_PREFIX = 64

/** Bits of a point's flags in the file. */
export const POINT_NEW_ZIP = 1
export const POINT_NEW_CITY = 2
export const POINT_HAS_EXTRA = 4
export const POINT_HAS_PREFIX = 8
export const POINT_ROUGH = 16

/**
 * Streets of a county, grouped by name. Streets with the same name, such as `N MAIN ST` and `MAIN AVE`, are
 * consecutive.
 */
export interface NamedStreets {
  readonly meta: ShardMeta
  /** ASCII names in the order of their character codes, without separators. */
  readonly nameBytes: Uint8Array
  /** Offset of each name's first byte, followed by the end of the last name. */
  readonly nameFirst: Uint32Array
  /** Hash table of name indices plus 1, with linear probing. See `nameIndex`. */
  readonly nameSlots: Uint32Array
  /**
   * First street of each name, followed by the end of the last name's streets. The other `First` columns have the same
   * layout.
   */
  readonly streetFirst: Uint32Array
  readonly streetName: Uint32Array
  /** Directionals encoded by `directionsByte`. */
  readonly streetDirections: Uint8Array
  readonly streetSuffix: Uint8Array
}

/**
 * Streets of a county in typed arrays. The ranges and points of a street are consecutive. Each range is on an edge,
 * which is a line from one intersection to the next. String indices are positions in the lists of the meta section plus
 * 1, or 0 if there is no string.
 */
export interface Shard extends NamedStreets {
  readonly rangeFirst: Uint32Array
  readonly pointFirst: Uint32Array
  readonly rangeEdge: Uint32Array
  readonly rangeLow: Uint32Array
  readonly rangeHigh: Uint32Array
  readonly rangeFlags: Uint8Array
  readonly rangeZip: Uint16Array
  readonly rangePrefix: Uint16Array
  readonly pointNumber: Uint32Array
  readonly pointZip: Uint16Array
  readonly pointCity: Uint16Array
  readonly pointExtra: Uint16Array
  readonly pointPrefix: Uint16Array
  /** Coordinates in 1e-6 degrees. */
  readonly pointLon: Int32Array
  readonly pointLat: Int32Array
  /** 1 if the source of the point is often off by half a block. */
  readonly pointRough: Uint8Array
  readonly edgeFirst: Uint32Array
  readonly vertexLon: Int32Array
  readonly vertexLat: Int32Array
  /** ZIP numbers as used in `rangeZip` and `pointZip`. */
  readonly zipNumber: ReadonlyMap<string, number>
  /** Size in memory, in bytes. */
  readonly bytes: number
}

/**
 * Decodes a shard and checks every count and index.
 *
 * @throws {BundleError} when the sections do not fit together
 */
export function decodeShard(sections: ShardSections): Shard {
  const arrays = { ...decodeNames(sections), ...decodeEdges(sections) }
  const { meta } = sections
  const bytes = Object.values(arrays).reduce((sum, array) => sum + ('byteLength' in array ? array.byteLength : 0), 0)
  return { ...arrays, zipNumber: new Map(meta.zips.map((zip, i) => [zip, i + 1])), bytes }
}

/**
 * Decodes everything but the edges.
 *
 * @throws {BundleError} when the sections do not fit together
 */
export function decodeNames(sections: ShardSections) {
  const { meta, section } = sections
  const { reader, refuse } = getReaders(sections)
  const names = readNames(reader('names'), section('letters'), meta, refuse)
  const streets = readStreets(reader('streets'), meta, refuse)
  const ranges = readRanges(reader('ranges'), meta, refuse)
  const points = readPoints(reader('points'), meta, refuse)
  return { meta, ...names, ...streets, ...ranges, ...points }
}

function decodeEdges(sections: ShardSections) {
  const { reader, refuse } = getReaders(sections)
  return readEdges(reader('edges'), sections.meta, refuse)
}

function getReaders({ meta, file, section }: ShardSections) {
  const refuse = (problem: string): never => {
    throw new BundleError(
      `${file} has ${problem}, which contradicts its metadata; add the streets of this county again.`,
    )
  }
  const reader = (name: string) => {
    const bytes = section(name)
    // Every element takes at least one byte. This check comes first so that a wrong count cannot allocate more than the
    // file can fill.
    const most = {
      streets: meta.streets,
      ranges: meta.ranges,
      points: meta.points,
      edges: meta.vertices,
      names: meta.names,
    }
    if (bytes.length < (most[name as keyof typeof most] ?? 0)) refuse(`a section '${name}' of ${bytes.length} bytes`)
    return new ByteReader(bytes, () => refuse(`a section '${name}' that ends inside a number`))
  }
  return { reader, refuse }
}

type Refuse = (problem: string) => never

function readNames(lengths: ByteReader, nameBytes: Uint8Array, { names }: ShardMeta, refuse: Refuse) {
  const nameFirst = new Uint32Array(names + 1)
  for (let name = 0; name < names; name++) {
    const length = lengths.varint()
    if (length === 0 || length > nameBytes.length - nameFirst[name]) refuse(`a name of ${length} letters`)
    nameFirst[name + 1] = nameFirst[name] + length
  }
  if (!lengths.finished || nameFirst[names] !== nameBytes.length) refuse(`names of ${nameBytes.length} letters`)
  return { nameBytes, nameFirst, nameSlots: getSlots(nameBytes, nameFirst) }
}

function getSlots(nameBytes: Uint8Array, nameFirst: Uint32Array): Uint32Array {
  const names = nameFirst.length - 1
  let size = 2
  while (size < 2 * names) size *= 2
  const slots = new Uint32Array(size)
  for (let name = 0; name < names; name++) {
    let slot = hashOfBytes(nameBytes, nameFirst[name], nameFirst[name + 1]) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = name + 1
  }
  return slots
}

function readStreets(from: ByteReader, meta: ShardMeta, refuse: Refuse) {
  const { streets, names, suffixes } = meta
  const streetFirst = new Uint32Array(names + 1)
  const streetName = new Uint32Array(streets)
  const streetDirections = new Uint8Array(streets)
  const streetSuffix = new Uint8Array(streets)
  const rangeFirst = new Uint32Array(streets + 1)
  const pointFirst = new Uint32Array(streets + 1)
  let name = 0
  for (let street = 0; street < streets; street++) {
    const step = from.varint()
    if (step > 1 || name + step >= names) refuse('a street without a name')
    name += step
    streetFirst[name + 1] = street + 1
    streetName[street] = name
    streetDirections[street] = from.byte()
    streetSuffix[street] = from.byte()
    if (streetDirections[street] > 80 || streetSuffix[street] > suffixes.length) refuse('a street with unknown words')
    const ranges = from.varint()
    const points = from.varint()
    // Checked at every step because sums that wrap around 2^32 could be correct at the end by accident.
    if (ranges > meta.ranges - rangeFirst[street] || points > meta.points - pointFirst[street])
      refuse('more ranges or points than expected')
    rangeFirst[street + 1] = rangeFirst[street] + ranges
    pointFirst[street + 1] = pointFirst[street] + points
  }
  if (!from.finished || (streets > 0 && name !== names - 1) || (streets === 0 && names > 0))
    refuse('names without streets')
  if (rangeFirst[streets] !== meta.ranges || pointFirst[streets] !== meta.points)
    refuse('ranges or points without streets')
  return { streetFirst, streetName, streetDirections, streetSuffix, rangeFirst, pointFirst }
}

function readRanges(from: ByteReader, meta: ShardMeta, refuse: Refuse) {
  const { ranges, edges } = meta
  const rangeEdge = new Uint32Array(ranges)
  const rangeLow = new Uint32Array(ranges)
  const rangeHigh = new Uint32Array(ranges)
  const rangeFlags = new Uint8Array(ranges)
  const rangeZip = new Uint16Array(ranges)
  const rangePrefix = new Uint16Array(ranges)
  let edge = 0
  let low = 0
  let zip = 0
  for (let range = 0; range < ranges; range++) {
    const flags = from.byte()
    edge += from.signedVarint()
    low += from.signedVarint()
    const high = low + from.varint()
    if (flags & NEW_ZIP) zip = from.varint()
    const prefix = flags & HAS_PREFIX ? from.varint() : 0
    if (edge < 0 || edge >= edges || low < 0 || high > MAX_NUMBER) refuse('a range outside its bounds')
    if (zip > meta.zips.length || prefix > meta.prefixes.length) refuse('a range with an unknown ZIP or prefix')
    rangeEdge[range] = edge
    rangeLow[range] = low
    rangeHigh[range] = high
    rangeFlags[range] = flags
    rangeZip[range] = zip
    rangePrefix[range] = prefix
  }
  if (!from.finished) refuse('further ranges')
  return { rangeEdge, rangeLow, rangeHigh, rangeFlags, rangeZip, rangePrefix }
}

function readPoints(from: ByteReader, meta: ShardMeta, refuse: Refuse) {
  const { points, unit = 1 } = meta
  const pointNumber = new Uint32Array(points)
  const pointZip = new Uint16Array(points)
  const pointCity = new Uint16Array(points)
  const pointExtra = new Uint16Array(points)
  const pointPrefix = new Uint16Array(points)
  const pointLon = new Int32Array(points)
  const pointLat = new Int32Array(points)
  const pointRough = new Uint8Array(points)
  let number = 0
  let zip = 0
  let city = 0
  let lon = 0
  let lat = 0
  for (let point = 0; point < points; point++) {
    const flags = from.byte()
    number += from.signedVarint()
    if (flags & POINT_NEW_ZIP) zip = from.varint()
    if (flags & POINT_NEW_CITY) city = from.varint()
    const extra = flags & POINT_HAS_EXTRA ? from.varint() : 0
    const prefix = flags & POINT_HAS_PREFIX ? from.varint() : 0
    lon += unit * from.signedVarint()
    lat += unit * from.signedVarint()
    if (number < 0 || number > MAX_NUMBER || !isPlace(lon, lat)) refuse('a point outside its bounds')
    if (zip > meta.zips.length || city > meta.cities.length) refuse('a point with an unknown ZIP or city')
    if (extra > meta.extras.length || prefix > meta.prefixes.length) refuse('a point with unknown words')
    pointNumber[point] = number
    pointZip[point] = zip
    pointCity[point] = city
    pointExtra[point] = extra
    pointPrefix[point] = prefix
    pointLon[point] = lon
    pointLat[point] = lat
    pointRough[point] = flags & POINT_ROUGH ? 1 : 0
  }
  if (!from.finished) refuse('further points')
  return { pointNumber, pointZip, pointCity, pointExtra, pointPrefix, pointLon, pointLat, pointRough }
}

function readEdges(from: ByteReader, { edges, vertices }: ShardMeta, refuse: Refuse) {
  if (edges > vertices) refuse(`${edges} edges of ${vertices} vertices`)
  const edgeFirst = new Uint32Array(edges + 1)
  const vertexLon = new Int32Array(vertices)
  const vertexLat = new Int32Array(vertices)
  let lon = 0
  let lat = 0
  let vertex = 0
  for (let edge = 0; edge < edges; edge++) {
    const end = vertex + from.varint()
    if (end < vertex + 2 || end > vertices) refuse('an edge with too few or too many vertices')
    for (; vertex < end; vertex++) {
      lon += from.signedVarint()
      lat += from.signedVarint()
      if (!isPlace(lon, lat)) refuse('a vertex outside the world')
      vertexLon[vertex] = lon
      vertexLat[vertex] = lat
    }
    edgeFirst[edge + 1] = vertex
  }
  if (!from.finished || vertex !== vertices) refuse('further edges')
  return { edgeFirst, vertexLon, vertexLat }
}

const MAX_NUMBER = 999_999_999

function isPlace(lon: number, lat: number): boolean {
  return lon >= -180e6 && lon <= 180e6 && lat >= -90e6 && lat <= 90e6
}

/**
 * Returns the street that a row belongs to. `first` contains the first row of each street, followed by the number of
 * rows.
 */
export function getOwner(first: Uint32Array, row: number): number {
  let low = 0
  let high = first.length - 1
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (first[middle] <= row) low = middle
    else high = middle
  }
  return low
}
