import Flatbush from 'flatbush'
import { BundleError, NotLoadedError } from '../../base/errors.ts'
import { type Box, boxAround, readBox } from '../../base/geo/box.ts'
import { type OtherPlace, withinTime } from '../../base/geo/direction.ts'
import { coveredState } from '../../base/states.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { TextColumn } from '../../data/bundle/columns.ts'
import { onceOf } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import { Borders } from '../districts/borders.ts'
import { nearestBorder } from '../districts/nearest-border.ts'
import { type Outlines, outlinesIn, type StoredOutlines } from '../districts/outlines.ts'
import { normalizeCity } from '../geocode/parse/tokens.ts'
import type { PlaceOutlines } from '../geocode/reverse.ts'
import { getRegion, type Region } from './region.ts'

/** Kinds of areas with outlines: ZIP codes as ZIP Code Tabulation Areas, and cities as census places. */
export type OutlinedKind = 'zip' | 'city'

/** Unit of the package's outlines in degrees, about a meter. */
export const AREA_UNIT = 1e-5
/** Unit of the boxes of blocks in degrees. */
export const BOX_UNIT = 1e-4
/** Number of people of areas for which the census has none. */
export const NOT_COUNTED = 0xffffffff

export interface AreasMeta {
  /** Number of ZIP codes, which come first. */
  readonly zips: number
  /** Unit in degrees. Most coordinates are multiples of it. */
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
  /** Number of ZIP codes. Their numbers come before those of cities. */
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

  /** @throws {BundleError} if the bundle is of another kind or edition, or its sections do not fit each other */
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
        `${file} has ${this.count} areas, ${zips} of them ZIPs, ${lengths.join(' and ')} counts and names and a unit of ${unit}, expected as many of each.`,
      )
    for (const [i, code] of this.#codes.entries()) this.#numbers.set(getKey(code, i < zips ? 'zip' : 'city'), i)
    this.#outlines = outlinesIn(bundle, this.count, unit)
    this.#boxes = blockBoxes(file, bundle.section('box', 'i32'), this.#outlines, zips)
  }

  /** Returns the number of a ZIP code, or of a city by its 7-digit GEOID; -1 if its outline is not known. */
  find(kind: OutlinedKind, code: string): number {
    return this.#numbers.get(getKey(Number(code), kind)) ?? -1
  }

  /**
   * Returns the number of a city, the first if several have the name; -1 if there is no outline with that name.
   *
   * @param name name as `normalizeCity` writes it
   * @param state two-letter code in capitals
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

  /** Returns the number of people of a ZIP code or city, 2020 census; null if it is not known. */
  people(number: number): number | null {
    return this.#people[number] === NOT_COUNTED ? null : this.#people[number]
  }

  /**
   * Returns the number of the ZIP code or city that contains a point; -1 if there is none. On a shared border, returns
   * the first.
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
   * Returns the number of the ZIP code or city that contains each of many points. Checks the area of the previous point
   * first, because consecutive points are mostly in the same area, and areas of a kind do not overlap.
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
   * Returns the closed rings of an area: lon, lat, lon, lat … in degrees. The inside follows the even-odd rule. Throws
   * as `at` does.
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

  /** Returns the region of an area. Throws as `at` does. */
  region(number: number): Region {
    const region = this.#regions.get(number) ?? getRegion([this.rings(number)])
    this.#regions.set(number, region)
    return region
  }

  /** Yields the outlines of a kind that may be in a box, in no particular order. Throws as `at` does. */
  *outlinesIn(kind: OutlinedKind, { west, south, east, north }: Box): Iterable<Outlines> {
    const { index, blocks } = this.#boxes[kind]
    for (const i of index?.search(west, south, east, north) ?? []) yield this.#block(blocks[i]).outlines
  }

  /**
   * Returns the nearest point that is in another ZIP code or city than the place, or outside all of them. Returns null
   * if there is none within the limit. Throws as `at` does.
   */
  edge(kind: OutlinedKind, lat: number, lon: number, limit: number, timeout = 60_000): OtherPlace | null {
    const here = this.at(kind, lon, lat)
    const isOther = withinTime((x, y) => this.at(kind, x, y) !== here, timeout)
    let nearest = null as OtherPlace | null
    for (let reach = Math.min(500, limit); ; reach = Math.min(4 * reach, limit)) {
      for (const outlines of this.outlinesIn(kind, boxAround(lon, lat, reach)))
        nearest = nearestBorder(outlines, lat, lon, isOther, nearest?.meters ?? reach) ?? nearest
      if (nearest !== null || reach === limit) return nearest
    }
  }

  /** Returns the numbers of the blocks of outlines that answers about places in a box need. */
  blocksIn({ west, south, east, north }: Box): number[] {
    return Object.values(this.#boxes).flatMap(({ index, blocks }) =>
      (index?.search(west, south, east, north) ?? []).map((i) => blocks[i]),
    )
  }

  /** Returns the numbers of cities by name. `San Buenaventura (Ventura)` is listed under both names. */
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
        'The outlines of ZIPs and cities are not loaded here: load the place first, `await vicinage.load({ box, geocoder: true })`.',
        'place_not_loaded',
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

/** Opens the outlines of a bundle on first use. */
export function openOutlines(bundle: Bundle): () => OutlinedPlaces {
  return onceOf(bundle, () => new OutlinedPlaces(bundle))
}

interface UnpackedBlock {
  readonly members: readonly number[]
  readonly outlines: Outlines
  readonly borders: Borders
  /** West, south, east and north of each member. */
  readonly boxes: Float64Array
}

/** Boxes around blocks of outlines, with the index of each block in `blocks`; null if there are none. */
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
