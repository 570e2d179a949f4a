import Flatbush from 'flatbush'
import { BundleError, NotLoadedError } from '../../base/errors.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import { readBox } from '../../base/geo/boxes.ts'
import { type OtherPlace, withinTime } from '../../base/geo/direction.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS } from '../../base/geo/distance.ts'
import { coveredState } from '../../base/states.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { TextColumn } from '../../data/bundle/columns.ts'
import { onceOf } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import type { Geography } from '../../data/geography.ts'
import { Borders } from '../districts/borders.ts'
import { nearestBorder } from '../districts/nearest-border.ts'
import { type Outlines, outlinesIn, type StoredOutlines } from '../districts/outlines.ts'
import { normalizeCity } from '../geocode/parse/tokens.ts'
import type { PlaceOutlines } from '../geocode/reverse.ts'
import type { EdgeLimits } from '../scores/edge-functions.ts'
import { nearestOther } from '../scores/nearest-other.ts'
import { getRegion, type Region } from './region.ts'

/** Kinds of areas with outlines. ZIP codes use ZIP Code Tabulation Areas, and cities use census places. */
export type OutlinedKind = 'zip' | 'city'

/** Coordinate unit in degrees (about a meter) of the outlines that the package contains. */
export const AREA_UNIT = 1e-5
/** Coordinate unit of the block bounding boxes in degrees. */
export const BOX_UNIT = 1e-4
/** Population value of areas without a census count. */
export const NOT_COUNTED = 0xffffffff

export interface AreasMeta {
  /** Number of ZIP codes, which are numbered before the cities. */
  readonly zips: number
  /**
   * Coordinate unit in degrees. Most coordinates are multiples of this unit. For the other coordinates, the exact
   * values are stored separately.
   */
  readonly unit: number
  readonly upgraded?: string
}

const areasMeta = shape.object({ zips: shape.int(0), unit: shape.number(), upgraded: shape.optional(shape.string) })

/**
 * Outlines of ZIP codes and cities, by number. They are stored in blocks of neighboring areas, each of which is
 * unpacked on first use.
 */
export class OutlinedPlaces implements PlaceOutlines {
  readonly count: number
  /** Number of ZIP codes, which are numbered before the cities. */
  readonly zips: number
  readonly #codes: Uint32Array
  readonly #people: Uint32Array
  readonly #names: TextColumn
  readonly #numbers = new Map<number, number>()
  readonly #outlines: StoredOutlines
  readonly #boxes: Readonly<Record<OutlinedKind, BlockBoxes>>
  readonly #blocks: (UnpackedBlock | undefined)[] = []
  readonly #regions = new Map<number, Region>()
  #named: ReadonlyMap<string, number> | undefined

  /** @throws {BundleError} if the bundle is of a different type or edition, or its sections are inconsistent */
  constructor(bundle: Bundle) {
    const { file } = bundle
    const { zips, unit } = getMeta(bundle, areasMeta, 'areas')
    this.#codes = bundle.section('code', 'u32')
    this.#people = bundle.section('people', 'u32')
    this.#names = new TextColumn(bundle, 'name')
    this.count = this.#codes.length
    this.zips = zips
    const lengths = [this.#people.length, this.#names.length]
    if (zips > this.count || lengths.some((length) => length !== this.count) || !(unit > 0 && unit <= 1))
      throw new BundleError(
        `${file} has ${this.count} areas (${zips} of them ZIPs), ${lengths.join(' and ')} populations and names respectively, and a unit of ${unit}, expected one population and one name per area, and a unit above 0 and at most 1.`,
      )
    for (const [i, code] of this.#codes.entries()) this.#numbers.set(getKey(code, i < zips ? 'zip' : 'city'), i)
    this.#outlines = outlinesIn(bundle, this.count, unit)
    this.#boxes = blockBoxes(file, bundle.section('box', 'i32'), this.#outlines, zips)
  }

  /** Returns the number of a ZIP code, or of a city by its 7-digit GEOID; -1 if its outline is unknown. */
  find(kind: OutlinedKind, code: string): number {
    return this.#numbers.get(getKey(Number(code), kind)) ?? -1
  }

  /**
   * Returns the number of a city, or the first number if several cities have the name; -1 if no outline has that name.
   *
   * @param name name as normalized by `normalizeCity`
   * @param state uppercase two-letter code
   */
  cityNamed(name: string, state: string): number {
    this.#named ??= this.#namesOfCities()
    return this.#named.get(`${name}, ${state}`) ?? -1
  }

  /** Returns the code of an area: `78704`, `4805000`. */
  code(number: number): string {
    return String(this.#codes[number]).padStart(number < this.zips ? 5 : 7, '0')
  }

  /** Returns the name of a city. */
  name(number: number): string | null {
    return this.#names.at(number)
  }

  /** Returns the population of a ZIP code or city, 2020 census; null if unknown. */
  people(number: number): number | null {
    return this.#people[number] === NOT_COUNTED ? null : this.#people[number]
  }

  /**
   * Returns the number of the ZIP code or city that contains a point, or -1. On a shared border, returns the first
   * match.
   *
   * @throws {NotLoadedError} if the outlines near the point are not in memory
   */
  at(kind: OutlinedKind, lon: number, lat: number): number {
    const { index, blocks } = this.#boxes[kind]
    let nearest = -1
    if (index === null) return nearest
    for (const i of index.search(lon, lat, lon, lat)) {
      const { members, boxes, borders } = this.#block(blocks[i])
      for (let m = 0; m < members.length; m++)
        if (
          lon >= boxes[4 * m] &&
          lat >= boxes[4 * m + 1] &&
          lon <= boxes[4 * m + 2] &&
          lat <= boxes[4 * m + 3] &&
          (nearest < 0 || members[m] < nearest) &&
          borders.contains(m, lon, lat)
        )
          nearest = members[m]
    }
    return nearest
  }

  /**
   * Returns the number of the ZIP code or city that contains each point. Checks the previous point's area first,
   * because consecutive points are mostly in the same area. If it contains the point, no other area has to be checked,
   * because areas of a kind do not overlap.
   */
  atAll(kind: OutlinedKind, lon: Float64Array, lat: Float64Array): Int32Array {
    const numbers = new Int32Array(lon.length).fill(-1)
    for (let i = 0, last = -1, member = -1; i < lon.length; i++) {
      const block = last < 0 ? null : this.#block(this.#outlines.block[last])
      if (block?.borders.contains(member, lon[i], lat[i]) !== true) {
        last = this.at(kind, lon[i], lat[i])
        member = last < 0 ? -1 : this.#outlines.members[this.#outlines.block[last]].indexOf(last)
      }
      numbers[i] = last
    }
    return numbers
  }

  zipAt(lon: number, lat: number): string | null {
    const number = this.at('zip', lon, lat)
    return number < 0 ? null : this.code(number)
  }

  cityAt(lon: number, lat: number): { readonly code: string; readonly name: string } | null {
    const number = this.at('city', lon, lat)
    return number < 0 ? null : { code: this.code(number), name: this.name(number) ?? '' }
  }

  /**
   * Returns the closed rings of an area as lon, lat, lon, lat … in degrees. The inside follows the even-odd rule.
   * Throws the same errors as `at`.
   */
  rings(number: number): Float64Array[] {
    const { members, outlines } = this.#block(this.#outlines.block[number])
    const { coordinates, ringStart, districtStart } = outlines
    const member = members.indexOf(number)
    return Array.from({ length: districtStart[member + 1] - districtStart[member] }, (_, i) => {
      const ring = districtStart[member] + i
      return coordinates.subarray(ringStart[ring] * 2, ringStart[ring + 1] * 2)
    })
  }

  /** Returns the region of an area. Throws the same errors as `at`. */
  region(number: number): Region {
    const region = this.#regions.get(number) ?? getRegion([this.rings(number)])
    this.#regions.set(number, region)
    return region
  }

  /** Yields the outlines of a kind that may overlap a box, in no particular order. Throws the same errors as `at`. */
  *outlinesIn(kind: OutlinedKind, { west, south, east, north }: Box): Iterable<Outlines> {
    const { index, blocks } = this.#boxes[kind]
    for (const i of index?.search(west, south, east, north) ?? []) yield this.#block(blocks[i]).outlines
  }

  /**
   * Returns the nearest point on land that is in a different ZIP code or city, or outside all cities. Returns null if
   * no such point is within the limit. Points that have neither a ZIP code nor a city are skipped, because nobody lives
   * there. Throws the same errors as `at`.
   */
  edge(
    kind: OutlinedKind,
    lat: number,
    lon: number,
    geography: Geography,
    { limit, timeout = 60_000 }: EdgeLimits,
  ): OtherPlace | null {
    const here = this.at(kind, lon, lat)
    /**
     * Whether the search skipped a border because the point just beyond it is in the water. Land that counts may lie
     * farther out.
     */
    let isSkipped = false
    const isOther = withinTime((x, y) => {
      const there = this.at(kind, x, y)
      if (there === here) return false
      const counts =
        geography.zoneAt(x, y) > 0 && (kind === 'zip' ? there >= 0 : this.#mayCount(there, x, y, geography))
      if (!counts && (kind === 'city' || there >= 0)) isSkipped = true
      return counts
    }, timeout)
    let border = null as OtherPlace | null
    for (let reach = Math.min(500, limit); ; reach = Math.min(4 * reach, limit)) {
      for (const outlines of this.outlinesIn(kind, boxAround(lon, lat, reach)))
        border = nearestBorder(outlines, lat, lon, isOther, border?.meters ?? reach) ?? border
      if (border !== null || reach === limit) break
    }
    if (!isSkipped) return border
    // Beyond a border in the water, the land begins at a shore, which has no outline. Search the raster cells instead.
    const isOtherLand = (x: number, y: number) => geography.zoneAt(x, y) > 0 && isOther(x, y)
    const most = border?.meters ?? limit
    const land = nearestOther(lat, lon, geography.zoneRaster.perDegree, isOtherLand, most)
    const meters = land === null ? most : metersBetween(lat, lon, land.lat, land.lon)
    return land === null || meters >= most ? border : { ...land, meters }
  }

  /** Checks whether a point is in a city or people may live there. Outlines of ZIP codes also contain water. */
  #mayCount(city: number, lon: number, lat: number, geography: Geography): boolean {
    return city >= 0 || (this.at('zip', lon, lat) >= 0 && !isByOpenWater(geography, lon, lat))
  }

  /** Returns the numbers of the outline blocks needed for answers about places in a box. */
  blocksIn({ west, south, east, north }: Box): number[] {
    return Object.values(this.#boxes).flatMap(({ index, blocks }) =>
      (index?.search(west, south, east, north) ?? []).map((i) => blocks[i]),
    )
  }

  /** Returns a map from city name to number. `San Buenaventura (Ventura)` is listed under both names. */
  #namesOfCities(): ReadonlyMap<string, number> {
    const named = new Map<string, number>()
    for (let number = this.zips; number < this.count; number++) {
      const [, usual, other] = /^([^(]*)(?:\(([^)]*)\))?/.exec(this.name(number) ?? '') ?? []
      const state = coveredState(this.code(number).slice(0, 2))?.postal
      for (const name of [usual, other]) {
        const key = `${normalizeCity(name ?? '')}, ${state}`
        if (name?.trim() && !named.has(key)) named.set(key, number)
      }
    }
    return named
  }

  #block(number: number): UnpackedBlock {
    const cached = this.#blocks[number]
    if (cached !== undefined) return cached
    if (this.#outlines.loaded[number] === 0)
      throw new NotLoadedError(
        'The outlines of ZIPs and cities are not loaded here.',
        'place_not_loaded',
        'Load the place first with `await vicinage.load({ box, geocoder: true })`.',
      )
    const members = this.#outlines.members[number]
    const outlines = this.#outlines.inBlock(number)
    const { coordinates, ringStart, districtStart } = outlines
    const boxes = members.flatMap((_, i) => {
      const from = ringStart[districtStart[i]]
      const to = ringStart[districtStart[i + 1]]
      const { west, south, east, north } = readBox([coordinates.subarray(from * 2, to * 2)])
      return [west, south, east, north]
    })
    const block = { members, outlines, borders: new Borders(outlines), boxes: Float64Array.from(boxes) }
    this.#blocks[number] = block
    return block
  }
}

/** Distance from the shore in meters up to which bays are in the coverage area. The sea is covered up to 150 m. */
const COVERED_WATER = 320
/** Numbers of rings and directions that are searched for open water. */
const RINGS = 3
const RAYS = 16

/**
 * Checks whether a place outside the coverage area (open water or another state) is within 320 m of a point, so that
 * the point itself may be in the water. At the sea, only 150 m of water is covered, so the check also returns true for
 * land up to 170 m from the shore.
 */
function isByOpenWater(geography: Geography, lon: number, lat: number): boolean {
  const perLon = METERS_PER_DEGREE * Math.cos(lat * RADIANS)
  for (let ring = RINGS; ring > 0; ring--)
    for (let ray = 0; ray < RAYS; ray++) {
      const away = (COVERED_WATER * ring) / RINGS
      const angle = (2 * Math.PI * ray) / RAYS
      const x = lon + (away * Math.cos(angle)) / perLon
      if (geography.zoneAt(x, lat + (away * Math.sin(angle)) / METERS_PER_DEGREE) === 0) return true
    }
  return false
}

/** Opens the outlines of a bundle on first use. */
export function openOutlines(bundle: Bundle): () => OutlinedPlaces {
  return onceOf(bundle, () => new OutlinedPlaces(bundle))
}

interface UnpackedBlock {
  readonly members: readonly number[]
  readonly outlines: Outlines
  readonly borders: Borders
  /** West, south, east and north of each area in `members`. */
  readonly boxes: Float64Array
}

/**
 * Bounding boxes of outline blocks, and the number of the block for each box; `index` is null if there are no blocks.
 */
interface BlockBoxes {
  readonly blocks: readonly number[]
  readonly index: Flatbush | null
}

function blockBoxes(
  file: string,
  box: Int32Array,
  { members }: StoredOutlines,
  zips: number,
): Record<OutlinedKind, BlockBoxes> {
  if (box.length !== 4 * members.length)
    throw new BundleError(`${file} has ${box.length / 4} boxes of blocks, expected ${members.length}.`)
  const boxesOf = (kind: OutlinedKind): BlockBoxes => {
    const isKind = (numbers: readonly number[]) =>
      numbers.some((number) => (kind === 'zip' ? number < zips : number >= zips))
    const blocks = Array.from(members.keys()).filter((block) => isKind(members[block]))
    if (blocks.length === 0) return { blocks, index: null }
    const index = new Flatbush(blocks.length)
    for (const block of blocks) {
      const [west, south, east, north] = box.subarray(4 * block, 4 * block + 4)
      index.add(west * BOX_UNIT, south * BOX_UNIT, east * BOX_UNIT, north * BOX_UNIT)
    }
    index.finish()
    return { blocks, index }
  }
  return { zip: boxesOf('zip'), city: boxesOf('city') }
}

function getKey(code: number, kind: OutlinedKind): number {
  return kind === 'zip' ? code : code + 1e6
}
