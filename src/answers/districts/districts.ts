import { BundleError, NotLoadedError } from '../../base/errors.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import type { Boxes } from '../../base/geo/boxes.ts'
import { type OtherPlace, withinTime } from '../../base/geo/direction.ts'
import { assertBoxLoaded, assertPlaceLoaded } from '../../base/geo/loaded-boxes.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { checked } from '../../data/bundle/checked.ts'
import { getRow, TextColumn } from '../../data/bundle/columns.ts'
import { checkLength } from '../../data/bundle/paths.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import { rasterIn, rasterMeta } from '../../data/raster/in-bundle.ts'
import type { PagedRaster } from '../../data/raster/paged-raster.ts'
import { findValuesIn } from '../../data/raster/raster-values.ts'

import { Borders } from './borders.ts'
import { nearestBorder } from './nearest-border.ts'
import { outlinesIn, type StoredOutlines } from './outlines.ts'

/** District types, indexed by their number in a bundle. */
export const DISTRICT_TYPES = ['Unified', 'Elementary', 'Secondary'] as const

/** Rating column value of a district without a rating. */
export const NO_RATING = 255

/** Subject of `NotLoadedError` messages. */
const SUBJECT = 'The school district data'
/** Option that loads the data, as named in `NotLoadedError` messages. */
const OPTION = 'schools: true'

const districtsMeta = shape.object({ cells: rasterMeta })

/**
 * School districts, numbered from 0 to `count` - 1 in ascending order of geoid. Finds the districts that contain a
 * point and describes them.
 *
 * A raster maps each cell to a set of districts. Each district in the set either contains the whole cell or has a
 * border that touches the cell. A point is only tested against the edges of districts whose border touches its cell, so
 * most points need a single lookup. Results are exact: they equal turf's booleanPointInPolygon over the published
 * polygons.
 */
export class Districts {
  readonly count: number
  /** Maximum number of districts returned by `at`, which is the required length of `out`. */
  readonly most: number
  readonly #cells: PagedRaster
  /**
   * Index in `#members` of the first member of each set. The members of set s are at `setStart[s]` to
   * `setStart[s + 1] - 1`.
   */
  readonly #setStart: Uint32Array
  /** Members of all sets. Each member is 2 · district, plus 1 if the district border touches the cell. */
  readonly #members: Uint32Array
  readonly #outlines: StoredOutlines
  #borders: Borders | null = null
  #scratch: Int32Array | undefined
  readonly #geoids: Uint32Array
  readonly #columns: Columns

  /** @throws {BundleError} if the bundle is of a different type or its sections are inconsistent */
  constructor(
    bundle: Bundle,
    /** Boxes for which the blocks are in memory; null if everything is in memory. */
    private readonly loaded: Boxes | null = null,
  ) {
    this.#cells = rasterIn(bundle, 'cells', getMeta(bundle, districtsMeta, 'districts').cells)
    this.#setStart = bundle.section('set.start', 'u32')
    this.#members = bundle.section('set.members', 'u32')
    this.#geoids = bundle.section('geoid', 'u32')
    this.count = this.#geoids.length
    this.#columns = getColumns(bundle, this.count)
    checkGeoids(bundle.file, this.#geoids)
    this.most = checkSets(bundle.file, this.#setStart, this.#members, this.#cells.highest(), this.count)
    this.#outlines = outlinesIn(bundle, this.count)
  }

  /**
   * Writes the numbers of the districts that contain the point to `out`, in ascending order, and returns their count. A
   * point on a border is in the districts on both sides. Returns 0 if a coordinate is out of range or not finite.
   * Allocates nothing, except that the first point near a border unpacks the borders (20 to 45 ms).
   *
   * @param lon degrees
   * @param lat degrees
   * @throws {BundleError} if unpacking finds broken borders
   * @throws {NotLoadedError} if the place is not in memory
   */
  at(lon: number, lat: number, out: Int32Array): number {
    if (this.loaded !== null) assertPlaceLoaded(this.loaded, lon, lat, SUBJECT, OPTION)
    const members = this.#members
    const setStart = this.#setStart
    const set = this.#cells.at(lon, lat)
    const end = setStart[set + 1]
    let count = 0
    for (let i = setStart[set]; i < end; i++) {
      const member = members[i]
      const district = member >>> 1
      if ((member & 1) === 0 || (this.#borders ?? this.#unpack()).contains(district, lon, lat)) out[count++] = district
    }
    return count
  }

  /** Returns the 7-digit identifier of a district. */
  geoid(index: number): string {
    this.#checkIndex(index)
    return String(this.#geoids[index]).padStart(7, '0')
  }

  /** Returns the number of the district with this identifier, or -1. */
  indexOf(geoid: string): number {
    return /^\d{7}$/.test(geoid) ? getRow(this.#geoids, Number(geoid)) : -1
  }

  /** Returns the district in the response format of the HTTP endpoints. */
  describe(index: number): District {
    const { name, type, state, lowestGrade, highestGrade, rating, ratingYear, ratingSummary } = this.#columns
    const geoid = this.geoid(index)
    const rated = rating[index] !== NO_RATING
    return {
      geoid,
      name: name.at(index) ?? geoid,
      sd_type: DISTRICT_TYPES[type[index]],
      state_fp: String(state[index]).padStart(2, '0'),
      lograde: lowestGrade.at(index),
      higrade: highestGrade.at(index),
      rating: rated ? rating[index] : null,
      rating_summary: rated ? ratingSummary.at(index) : null,
      rating_year: rated ? ratingYear[index] : null,
    }
  }

  /** Returns the outline blocks needed for answers about places in a box. */
  outlineBlocksIn(box: Box): Set<number> {
    return this.getOutlineBlocks(this.#membersIn(box).flatMap((member) => ((member & 1) === 1 ? [member >>> 1] : [])))
  }

  /** Returns the blocks that hold the outlines of these districts. */
  getOutlineBlocks(districts: Iterable<number>): Set<number> {
    return new Set(Array.from(districts, (district) => this.#outlines.block[district]))
  }

  /** Returns the districts that touch the cells of a box. */
  districtsIn(box: Box): Set<number> {
    return new Set(this.#membersIn(box).map((member) => member >>> 1))
  }

  #membersIn(box: Box): number[] {
    return [...findValuesIn(this.#cells, box)].flatMap((set) => [
      ...this.#members.subarray(this.#setStart[set], this.#setStart[set + 1]),
    ])
  }

  /**
   * Returns the closed rings of a district for maps as lon, lat, lon, lat … in degrees. Fill the rings by the even-odd
   * rule.
   */
  outline(index: number): Float64Array[] {
    this.#checkIndex(index)
    if (this.loaded !== null && this.#outlines.loaded[this.#outlines.block[index]] === 0)
      throw new NotLoadedError(
        `The outline of district ${this.geoid(index)} is not loaded.`,
        'place_not_loaded',
        'First load a place on its border with `await vicinage.load({ box })`.',
      )
    const { coordinates, districtStart, ringStart } = this.#outlines.all()
    const rings: Float64Array[] = []
    for (let ring = districtStart[index]; ring < districtStart[index + 1]; ring++)
      rings.push(coordinates.slice(ringStart[ring] * 2, ringStart[ring + 1] * 2))
    return rings
  }

  /**
   * Returns the nearest point whose districts differ from the districts of the place, or null if there is no such point
   * within the limit. Points without a district, such as the open sea, are skipped, because they are in no other
   * district. The distance to the published outlines is exact to the centimeter.
   *
   * @param limit meters
   * @param timeout milliseconds
   */
  edge(lat: number, lon: number, limit: number, timeout = 60_000): OtherPlace | null {
    const here = this.#namesAt(lon, lat)
    // Points that are not loaded cannot be tested. If the search reached such a point, the box check below throws.
    const isOther = (x: number, y: number) => {
      if (this.loaded?.has(x, y) === false) return false
      const there = this.#namesAt(x, y)
      return there !== '' && there !== here
    }
    const isOtherInTime = withinTime(isOther, timeout)
    let border: OtherPlace | null = null
    // Near a coast, most borders have no other district beyond them. Try a short distance first, so that only a few of
    // these borders have to be tested.
    for (let reach = Math.min(2000, limit); ; reach = Math.min(3 * reach, limit)) {
      border = nearestBorder(this.#outlines.all(), lat, lon, isOtherInTime, reach)
      if (border !== null || reach === limit) break
    }
    if (this.loaded !== null)
      assertBoxLoaded(this.loaded, boxAround(lon, lat, border?.meters ?? limit), SUBJECT, OPTION)
    return border
  }

  /** Returns the districts at a point as one string, for comparison. */
  #namesAt(lon: number, lat: number): string {
    this.#scratch ??= new Int32Array(this.most)
    return this.#scratch.subarray(0, this.at(lon, lat, this.#scratch)).join()
  }

  #unpack(): Borders {
    this.#borders = new Borders(this.#outlines.all())
    return this.#borders
  }

  #checkIndex(index: number): void {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count))
      throw new RangeError(`There is no district ${index}; they are numbered from 0 to ${this.count - 1}.`)
  }
}

type Columns = ReturnType<typeof getColumns>

function getColumns(bundle: Bundle, count: number) {
  const columns = {
    name: new TextColumn(bundle, 'name'),
    type: bundle.section('type', 'u8'),
    state: bundle.section('state', 'u8'),
    lowestGrade: new TextColumn(bundle, 'grade.lowest'),
    highestGrade: new TextColumn(bundle, 'grade.highest'),
    rating: bundle.section('rating', 'u8'),
    ratingYear: bundle.section('rating.year', 'u16'),
    ratingSummary: new TextColumn(bundle, 'rating.summary'),
  }
  for (const [name, { length }] of Object.entries(columns)) checkLength(bundle, name, length, count)
  checked(bundle, 'type', columns.type, { length: count, most: DISTRICT_TYPES.length - 1 })
  return columns
}

function checkGeoids(file: string, geoids: Uint32Array): void {
  for (let i = 0; i < geoids.length; i++)
    if (geoids[i] > 9_999_999 || (i > 0 && geoids[i] <= geoids[i - 1]))
      throw new BundleError(`${file} has district ${i} at geoid ${geoids[i]}, expected ascending geoids of 7 digits.`)
}

/** Checks the sets of districts and returns the size of the largest set. */
function checkSets(file: string, start: Uint32Array, members: Uint32Array, highest: number, count: number): number {
  if (highest + 1 >= start.length || start[1] !== 0)
    throw new BundleError(
      `${file} has ${start.length - 1} sets, expected one for each number up to ${highest} in its cells, of which the ` +
        'first is empty.',
    )
  let most = 0
  for (let set = 0; set + 1 < start.length; set++) {
    if (start[set] > start[set + 1] || start[set + 1] > members.length)
      throw new BundleError(
        `${file} has set ${set} from member ${start[set]} to ${start[set + 1]}, expected ascending numbers up to ` +
          `${members.length}.`,
      )
    for (let i = start[set]; i < start[set + 1]; i++)
      if (members[i] >>> 1 >= count || (i > start[set] && members[i] >>> 1 <= members[i - 1] >>> 1))
        throw new BundleError(
          `${file} refers to district ${members[i] >>> 1} in set ${set}, expected ascending numbers below ${count}.`,
        )
    most = Math.max(most, start[set + 1] - start[set])
  }
  return most
}

/** A school district. */
export interface District {
  /** 7-digit identifier, called `lea_id` in school requests and answers. */
  readonly geoid: string
  /** District name. */
  readonly name: string
  /**
   * `Unified`, `Elementary` or `Secondary`. Only this field tells which level the district teaches: a `Secondary`
   * district may have the grades `KG` to `12`.
   */
  readonly sd_type: string
  /** 2-digit state FIPS code. */
  readonly state_fp: string
  /**
   * Lowest grade in the Census Bureau's file, such as `KG`; null if the file has none. Read `sd_type` for the level.
   */
  readonly lograde: string | null
  /** Highest grade in the Census Bureau's file, such as `12`; null if the file has none. */
  readonly higrade: string | null
  /** Rating, 1-10, where 10 is best; null if unavailable. */
  readonly rating: number | null
  /** Rating in words, and how it was computed. */
  readonly rating_summary: string | null
  /** Calendar year of the rating. */
  readonly rating_year: number | null
}
