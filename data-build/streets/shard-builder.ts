import { parseStreet, type StreetName } from '../../src/answers/geocode/parse/street.ts'
import {
  DESCENDING,
  EVEN,
  HAS_PREFIX,
  NEW_ZIP,
  ODD,
  PART_OF_SIDE,
  POINT_HAS_EXTRA,
  POINT_HAS_PREFIX,
  POINT_NEW_CITY,
  POINT_NEW_ZIP,
  POINT_ROUGH,
  RIGHT,
} from '../../src/answers/geocode/streets/shard.ts'
import { SHARD_KIND, SHARD_VERSION, type ShardMeta } from '../../src/answers/geocode/streets/shard-file.ts'
import { directionsByte, type NumberKey, numberKey } from '../../src/answers/geocode/streets/street-text.ts'
import { zipFitsState } from '../../src/base/all-states.ts'
import { ByteWriter } from '../../src/data/bundle/bytes.ts'
import type { BundleSource } from '../../src/data/bundle/header.ts'
import { writeBundle } from '../../src/data/bundle/write.ts'
import type { SkippedRows } from '../../src/library/user-data/streets.ts'
import { compare } from '../statistics.ts'

/** A range of house numbers along one side of an edge, as written in a file. */
export interface RangeRow {
  /** Name of the street as written. */
  readonly street: string
  readonly side: 'left' | 'right'
  /** House number at the start of the line. */
  readonly from: string
  /** House number at the end of the line. */
  readonly to: string
  /** Whether the file says that the range has both odd and even numbers. */
  readonly bothParities: boolean
  readonly zip: string
  /** ID of the edge. Rows of the same edge share an ID. */
  readonly edge: string
  /** Vertices as lon, lat, lon, lat … in 1e-6 degrees, from the start of the line. */
  readonly line: Int32Array
}

/** Address point, as written in a file. */
export interface PointRow {
  /** Street name as written, or already parsed. */
  readonly street: string | StreetName
  readonly number: string | NumberKey
  readonly zip: string
  /** City in the spelling of `normalizeCity`, or '' if the file has no city. */
  readonly city: string
  /** Longitude and latitude in 1e-6 degrees. */
  readonly lon: number
  readonly lat: number
  /** Whether the source's points are often off by half a block. */
  readonly isRough?: boolean
}

interface Range {
  readonly street: number
  readonly edge: number
  readonly low: number
  readonly high: number
  readonly flags: number
  readonly zip: string
  readonly prefix: string
}

interface Point {
  readonly street: number
  readonly key: NumberKey
  readonly zip: string
  readonly city: string
  readonly lon: number
  readonly lat: number
  readonly isRough: boolean
}

/** A built shard: the bytes of its file, and statistics. */
export interface BuiltShard {
  readonly bytes: Uint8Array
  readonly meta: ShardMeta
}

/**
 * Collects the ranges and points of a county and packs them into a shard. The same rows always produce the same bytes.
 */
export class ShardBuilder {
  readonly skipped: SkippedRows = { unnamed: 0, unnumbered: 0, misplaced: 0, repeated: 0 }
  /** Number of ZIPs removed because they are not in the state, such as 99999. Their rows are kept without a ZIP. */
  foreignZips = 0
  readonly #state: string
  readonly #streets: StreetName[] = []
  readonly #streetOf = new Map<string, number>()
  /** Index in `#streets` by name as written, or null for an unusable name. */
  readonly #read = new Map<string, number | null>()
  readonly #edges: Int32Array[] = []
  readonly #edgeOf = new Map<string, number>()
  readonly #ranges: Range[] = []
  readonly #points: Point[] = []

  readonly #unit: number

  /**
   * @param state two-letter code
   * @param unit unit of point coordinates in 1e-6 degrees
   */
  constructor(state: string, unit = 1) {
    this.#state = state
    this.#unit = unit
  }

  addRange({ street: written, side, from, to, bothParities, zip, edge, line }: RangeRow): void {
    const street = this.#street(written)
    if (street === null) return
    const first = numberKey(from)
    const last = numberKey(to)
    if (first === null || last === null || first.prefix !== last.prefix || first.value + last.value === 0) {
      this.skipped.unnumbered++
      return
    }
    if (line.length < 4) {
      this.skipped.misplaced++
      return
    }
    const isOdd = first.value % 2 === 1
    const mixed = bothParities || isOdd !== (last.value % 2 === 1)
    this.#ranges.push({
      street,
      edge: this.#edge(edge, line),
      low: Math.min(first.value, last.value),
      high: Math.max(first.value, last.value),
      flags:
        (side === 'right' ? RIGHT : 0) | (first.value > last.value ? DESCENDING : 0) | (mixed ? 0 : isOdd ? ODD : EVEN),
      zip: this.#zip(zip),
      prefix: first.prefix,
    })
  }

  addPoint({ street: written, number, zip, city, lon, lat, isRough = false }: PointRow): void {
    const street = typeof written === 'string' ? this.#street(written) : this.#getNumber(written)
    if (street === null) return
    const key = typeof number === 'string' ? numberKey(number) : number
    if (key === null || key.value === 0) {
      this.skipped.unnumbered++
      return
    }
    const whole = (degrees: number) => Math.round(degrees / this.#unit) * this.#unit
    this.#points.push({ street, key, zip: this.#zip(zip), city, lon: whole(lon), lat: whole(lat), isRough })
  }

  /**
   * @param id ID such as `streets-30059`
   * @param county 5-digit FIPS code
   */
  async finish(id: string, county: string, sources: readonly BundleSource[]): Promise<BuiltShard> {
    const { meta, sections } = this.sections(county)
    return { bytes: await writeBundle({ kind: SHARD_KIND, id, meta: { ...meta }, sources, sections }), meta }
  }

  /** Returns the contents of a shard for use in another file. */
  sections(county: string): { readonly meta: ShardMeta; readonly sections: { name: string; data: Uint8Array }[] } {
    const used = new Set([...this.#ranges, ...this.#points].map(({ street }) => street))
    const streets = getOrder(this.#streets, used)
    const ranges = this.#sortedRanges(streets.place)
    const points = this.#sortedPoints(streets.place)
    const zips = getWords([...ranges, ...points].map(({ zip }) => zip))
    const cities = getWords(points.map(({ city }) => city))
    const prefixes = getWords([...ranges.map(({ prefix }) => prefix), ...points.map(({ key }) => key.prefix)])
    const extras = getWords(points.map(({ key }) => key.extra))
    const suffixes = getWords(streets.order.map((street) => this.#streets[street].suffix))
    const names = [...new Set(streets.order.map((street) => this.#streets[street].street))]
    const edges = this.#packEdges(ranges)
    const meta: ShardMeta = {
      version: SHARD_VERSION,
      state: this.#state,
      county,
      zips: zips.list,
      cities: cities.list,
      suffixes: suffixes.list,
      prefixes: prefixes.list,
      extras: extras.list,
      names: names.length,
      streets: streets.order.length,
      ranges: ranges.length,
      points: points.length,
      edges: edges.count,
      vertices: edges.vertices,
      ...(this.#unit === 1 ? {} : { unit: this.#unit }),
    }
    const lengths = new ByteWriter()
    for (const name of names) lengths.varint(name.length)
    const sections = [
      { name: 'letters', data: new TextEncoder().encode(names.join('')) },
      { name: 'names', data: lengths.finish() },
      { name: 'streets', data: this.#packStreets(streets.order, suffixes, ranges, points) },
      { name: 'ranges', data: packRanges(ranges, edges.number, zips, prefixes) },
      { name: 'points', data: packPoints(points, this.#unit, { zips, cities, extras, prefixes }) },
      { name: 'edges', data: edges.bytes },
    ]
    return { meta, sections }
  }

  #street(written: string): number | null {
    let street = this.#read.get(written)
    if (street === undefined) {
      street = this.#getNumber(parseStreet(written))
      this.#read.set(written, street)
    }
    if (street === null) this.skipped.unnamed++
    return street
  }

  #getNumber(name: StreetName): number | null {
    if (!/^[ -~]{1,100}$/.test(name.street)) return null
    const key = `${name.street}|${name.predirectional}|${name.suffix}|${name.postdirectional}`
    const street = this.#streetOf.get(key)
    if (street !== undefined) return street
    this.#streetOf.set(key, this.#streets.length)
    return this.#streets.push(name) - 1
  }

  /** Returns the number of an edge. Rows belong to the same edge only if they have the same line. */
  #edge(id: string, line: Int32Array): number {
    const key = `${id} ${line.length} ${line[0]} ${line[1]} ${line.at(-2)} ${line.at(-1)}`
    const edge = this.#edgeOf.get(key)
    if (edge !== undefined) return edge
    this.#edgeOf.set(key, this.#edges.length)
    return this.#edges.push(line) - 1
  }

  #zip(zip: string): string {
    if (zip === '') return ''
    if (/^\d{5}$/.test(zip) && zip !== '99999' && zipFitsState(zip, this.#state)) return zip
    this.foreignZips++
    return ''
  }

  #sortedRanges(place: Uint32Array): Range[] {
    const order = (a: Range, b: Range) =>
      place[a.street] - place[b.street] ||
      compare(a.zip, b.zip) ||
      compare(a.prefix, b.prefix) ||
      a.low - b.low ||
      a.high - b.high ||
      a.edge - b.edge ||
      a.flags - b.flags
    const sorted = this.#ranges.sort(order)
    const kept = sorted.filter((range, i) => i === 0 || order(range, sorted[i - 1]) !== 0)
    this.skipped.repeated += sorted.length - kept.length
    // Counts the ranges with the same street name on each side of an edge.
    const sides = new Map<string, number>()
    const getSide = ({ street, edge, flags }: Range) => `${street} ${edge} ${flags & RIGHT}`
    for (const range of kept) sides.set(getSide(range), (sides.get(getSide(range)) ?? 0) + 1)
    return kept.map((range) =>
      sides.get(getSide(range)) === 1 ? range : { ...range, flags: range.flags | PART_OF_SIDE },
    )
  }

  /**
   * Keeps one point per address. If an address has several points (units, buildings), keeps the point nearest to their
   * mean.
   */
  #sortedPoints(place: Uint32Array): Point[] {
    const byAddress = (a: Point, b: Point) =>
      place[a.street] - place[b.street] ||
      compare(a.zip, b.zip) ||
      compare(a.key.prefix, b.key.prefix) ||
      a.key.value - b.key.value ||
      compare(a.key.extra, b.key.extra) ||
      compare(a.city, b.city)
    const sorted = this.#points.sort((a, b) => byAddress(a, b) || a.lon - b.lon || a.lat - b.lat)
    const kept: Point[] = []
    for (let first = 0, end = 1; end <= sorted.length; end++) {
      if (end < sorted.length && byAddress(sorted[first], sorted[end]) === 0) continue
      kept.push(findMiddle(sorted.slice(first, end)))
      first = end
    }
    this.skipped.repeated += sorted.length - kept.length
    return kept
  }

  #packStreets(
    order: readonly number[],
    suffixes: Words,
    ranges: readonly Range[],
    points: readonly Point[],
  ): Uint8Array {
    const rangesOf = countBy(ranges, this.#streets.length)
    const pointsOf = countBy(points, this.#streets.length)
    const to = new ByteWriter()
    order.forEach((street, i) => {
      const { street: name, predirectional, suffix, postdirectional } = this.#streets[street]
      to.varint(i > 0 && name !== this.#streets[order[i - 1]].street ? 1 : 0)
      to.byte(directionsByte(predirectional, postdirectional))
      to.byte(suffixes.number(suffix))
      to.varint(rangesOf[street])
      to.varint(pointsOf[street])
    })
    return to.finish()
  }

  /** Sorts edges by the ranges that use them, so that most edges begin where the previous edge ended. */
  #packEdges(ranges: readonly Range[]) {
    const number = new Map<number, number>()
    const to = new ByteWriter()
    let vertices = 0
    let lon = 0
    let lat = 0
    for (const { edge } of ranges) {
      if (number.has(edge)) continue
      number.set(edge, number.size)
      const line = this.#edges[edge]
      to.varint(line.length / 2)
      vertices += line.length / 2
      for (let at = 0; at < line.length; at += 2) {
        to.signedVarint(line[at] - lon)
        to.signedVarint(line[at + 1] - lat)
        lon = line[at]
        lat = line[at + 1]
      }
    }
    return { number, bytes: to.finish(), count: number.size, vertices }
  }
}

/** Sorted strings. A string's number is its index plus 1. The empty string has number 0. */
interface Words {
  readonly list: string[]
  number(word: string): number
}

function getWords(words: readonly string[]): Words {
  const list = [...new Set(words)].filter((word) => word !== '').sort()
  const numbers = new Map(list.map((word, i) => [word, i + 1]))
  return { list, number: (word) => numbers.get(word) ?? 0 }
}

/** Sorts the streets in use by name, and returns the position of each. */
function getOrder(
  streets: readonly StreetName[],
  used: ReadonlySet<number>,
): { readonly order: readonly number[]; readonly place: Uint32Array } {
  const order = [...used].sort(
    (a, b) =>
      compare(streets[a].street, streets[b].street) ||
      compare(streets[a].suffix, streets[b].suffix) ||
      compare(streets[a].predirectional, streets[b].predirectional) ||
      compare(streets[a].postdirectional, streets[b].postdirectional),
  )
  const place = new Uint32Array(streets.length)
  order.forEach((street, i) => {
    place[street] = i
  })
  return { order, place }
}

function packRanges(
  ranges: readonly Range[],
  edges: ReadonlyMap<number, number>,
  zips: Words,
  prefixes: Words,
): Uint8Array {
  const to = new ByteWriter()
  let edge = 0
  let low = 0
  let zip = 0
  for (const range of ranges) {
    const nextZip = zips.number(range.zip)
    const prefix = prefixes.number(range.prefix)
    const nextEdge = edges.get(range.edge) ?? 0
    to.byte(range.flags | (nextZip === zip ? 0 : NEW_ZIP) | (prefix === 0 ? 0 : HAS_PREFIX))
    to.signedVarint(nextEdge - edge)
    to.signedVarint(range.low - low)
    to.varint(range.high - range.low)
    if (nextZip !== zip) to.varint(nextZip)
    if (prefix !== 0) to.varint(prefix)
    edge = nextEdge
    low = range.low
    zip = nextZip
  }
  return to.finish()
}

/** The strings of a shard that its points refer to by number. */
interface PointWords {
  readonly zips: Words
  readonly cities: Words
  readonly extras: Words
  readonly prefixes: Words
}

function packPoints(
  points: readonly Point[],
  unit: number,
  { zips, cities, extras, prefixes }: PointWords,
): Uint8Array {
  const to = new ByteWriter()
  let number = 0
  let zip = 0
  let city = 0
  let lon = 0
  let lat = 0
  for (const point of points) {
    const nextZip = zips.number(point.zip)
    const nextCity = cities.number(point.city)
    const extra = extras.number(point.key.extra)
    const prefix = prefixes.number(point.key.prefix)
    to.byte(
      (nextZip === zip ? 0 : POINT_NEW_ZIP) |
        (nextCity === city ? 0 : POINT_NEW_CITY) |
        (extra === 0 ? 0 : POINT_HAS_EXTRA) |
        (prefix === 0 ? 0 : POINT_HAS_PREFIX) |
        (point.isRough ? POINT_ROUGH : 0),
    )
    to.signedVarint(point.key.value - number)
    if (nextZip !== zip) to.varint(nextZip)
    if (nextCity !== city) to.varint(nextCity)
    if (extra !== 0) to.varint(extra)
    if (prefix !== 0) to.varint(prefix)
    to.signedVarint((point.lon - lon) / unit)
    to.signedVarint((point.lat - lat) / unit)
    number = point.key.value
    zip = nextZip
    city = nextCity
    lon = point.lon
    lat = point.lat
  }
  return to.finish()
}

function findMiddle(points: readonly Point[]): Point {
  if (points.length < 3) return points[0]
  const lon = points.reduce((sum, point) => sum + point.lon, 0) / points.length
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length
  const away = (point: Point) => Math.hypot(point.lon - lon, point.lat - lat)
  return points.reduce((best, point) => (away(point) < away(best) ? point : best))
}

function countBy(rows: readonly { readonly street: number }[], streets: number): Uint32Array {
  const counts = new Uint32Array(streets)
  for (const { street } of rows) counts[street]++
  return counts
}
