import type KDBush from 'kdbush'
import { NotLoadedError } from '../../base/errors.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import { metersBetween } from '../../base/geo/distance.ts'
import { getRow, ROWS, type TextColumn } from '../../data/bundle/columns.ts'
import type { Bundle } from '../../data/bundle/read.ts'
import { type AboutSchools, aboutSchools, describeRating } from './about-schools.ts'
import type { SchoolDetail, SchoolListing, SchoolSearchResponse, SchoolSummary } from './answers.ts'
import { type LevelFilter, levelBits, type SchoolLevel, schoolLevels } from './level.ts'
import { ANY_LEVEL, campusesOnly, NearestSchools } from './nearest.ts'
import {
  agencyLetters,
  getGrade,
  INDEX_SCALE,
  NO_ZIP4,
  SCHOOLS_IN_BLOCK,
  type SchoolColumns,
  schoolColumns,
  studentGroups,
} from './school-columns.ts'
import { schoolKinds } from './school-kind.ts'

/** Level and limit of a school search. */
export interface SchoolFilter {
  /** Levels to search for. Schools that serve any of the levels match. If undefined or empty, all schools match. */
  readonly levels?: readonly LevelFilter[] | undefined
  /** Maximum number of schools, 1-50. */
  readonly limit: number
}

/** Number and mean rating of an area's campuses, by level. Programs without a campus are not counted. */
export type SchoolsByLevel = {
  readonly [Level in LevelFilter]: {
    /** Number of schools with a campus that serve the level. */
    readonly schools: number
    /** Number of schools that serve the level and have a rating. */
    readonly rated: number
    /** Mean rating, 1-10, to a tenth; null if no school is rated. */
    readonly mean_rating: number | null
  }
}

/** Campuses to count. */
interface CampusFilter extends Pick<SchoolFilter, 'levels'> {
  readonly among: readonly string[] | null
  readonly minRating?: number | undefined
  readonly maxDistance?: number | undefined
}

function tenth(meters: number): number {
  return Math.round(meters * 10) / 10
}

/** Number of the kind `campus`. */
const CAMPUS = schoolKinds.indexOf('campus')

/** Number of nearest schools loaded for a place, overall and for each level. */
export const NEAREST_LOADED = 10

// Minimum number of cells per side of the box that `blocksNear` divides.
const MIN_CELLS = 4
// Maximum number of cells per side. Cells are about 2 km wide unless this would exceed the maximum.
const MAX_CELLS = 32
const CELL_METERS = 2000

/** The schools in memory, and the searches over them. */
export class Schools {
  readonly #columns: SchoolColumns
  readonly #nearest: NearestSchools
  /** Look-ups for the names and IDs of schools and districts. Decoded strings are cached. */
  readonly #names: (row: number) => string | null
  readonly #leaNames: (lea: number) => string | null
  readonly #ids: (row: number) => string
  readonly #leaIds: (lea: number) => string
  readonly #ratios: ReadonlyMap<string, number>
  /** Remarks about each set of directories, keyed by the set. Each bit of the key stands for a directory. */
  readonly #about = new Map<number, AboutSchools>()
  readonly #allDirectories: number
  /** Number of campuses, keyed by the level bits of the search. */
  readonly #campusCounts = new Map<number, number>()
  /** Blocks of rows in memory; null if all blocks are in memory. */
  readonly #blocks: ReadonlySet<number> | null

  /**
   * @param bundle bundle of type `schools`; this object takes ownership of its sections
   * @throws {BundleError} when the bundle is of a different type or contains an invalid reference
   */
  constructor(bundle: Bundle) {
    const blocks = bundle.blocks.find(({ name }) => name === ROWS)
    this.#blocks = blocks === undefined || blocks.numbers.length === blocks.count ? null : new Set(blocks.numbers)
    const columns = schoolColumns(bundle)
    const { meta, size, leas } = columns
    this.#columns = columns
    this.#nearest = new NearestSchools(columns.index, INDEX_SCALE, columns.served, columns.kind)
    this.#names = memoizedTexts(columns.name)
    this.#leaNames = memoizedTexts(leas.name)
    this.#ids = memoized(size, (row) => digits(columns.id[row], 12))
    this.#leaIds = memoized(leas.size, (lea) => digits(leas.id[lea], 7))
    this.#ratios = new Map(meta.ratios.map(({ state, level, ratio }) => [`${state} ${level}`, ratio]))
    this.#allDirectories = 2 ** meta.directories.length - 1
  }

  /** Number of schools. */
  get size(): number {
    return this.#columns.size
  }

  /**
   * Returns the schools nearest to a place, nearest first. Ties are ordered by nces_id. `distance_meters` is the
   * great-circle distance on a sphere with the mean earth radius, 6,371,008.8 m, rounded to 0.1 m.
   *
   * @param lon degrees, -180 to 180
   * @param lat degrees, -90 to 90
   * @param filter `among`: IDs of the LEAs (school districts) to search, or null for all LEAs; an LEA without schools
   * adds nothing. `campuses`: whether to exclude programs without a campus, schools that are not open yet and repeated
   * entries
   */
  nearest(
    lon: number,
    lat: number,
    {
      levels,
      limit,
      among,
      campuses = false,
      minRating,
    }: SchoolFilter & {
      readonly among: readonly string[] | null
      readonly campuses?: boolean
      readonly minRating?: number | undefined
    },
  ): SchoolSearchResponse {
    const search = this.#nearest
    const bits = campuses ? campusesOnly(getBits(levels)) : getBits(levels)
    const { rating } = this.#columns
    const accepts =
      minRating === undefined
        ? null
        : (row: number) => {
            this.#assertLoaded(row)
            return rating[row] >= minRating
          }
    const count =
      among === null
        ? search.search(lon, lat, limit, bits, accepts)
        : search.searchAmong(this.#getRuns(among), { lon, lat }, limit, bits, accepts)
    const schools: SchoolSummary[] = []
    let directories = 0
    for (let rank = 0; rank < count; rank++) {
      const row = search.found[rank]
      directories |= 1 << this.#columns.directory[row]
      schools.push(this.#summary(row, tenth(search.meters(rank))))
    }
    return this.#answer(schools, directories)
  }

  /**
   * Returns the number of campuses that `nearest` would return without a limit, or null if the ratings of some campuses
   * are not in memory.
   *
   * @param maxDistance meters
   */
  countCampuses(lon: number, lat: number, { levels, among, minRating = 0, maxDistance }: CampusFilter): number | null {
    if (minRating > 0 && this.#blocks !== null) return null
    const bits = campusesOnly(getBits(levels))
    const columns = this.#columns
    if (among === null && minRating === 0 && maxDistance === undefined) {
      const counted = this.#campusCounts.get(bits) ?? this.#nearest.count(bits)
      this.#campusCounts.set(bits, counted)
      return counted
    }
    const isNear = (row: number) =>
      maxDistance === undefined || tenth(metersBetween(lat, lon, columns.lat[row], columns.lon[row])) <= maxDistance
    const accepts = (row: number) => columns.rating[row] >= minRating && isNear(row)
    return this.#nearest.count(bits, accepts, among === null ? undefined : this.#getRuns(among))
  }

  /**
   * Returns the schools of a district without distances, sorted by name, then by nces_id. Sorting ignores accents and
   * case, and compares numbers by value. If more than `limit` schools match, `additional_info` begins with the number
   * of all matching schools. If only entries without a campus match a search for campuses, `additional_info` says how
   * many there are.
   *
   * @param leaId 7 digits
   * @param filter `campuses`: whether to exclude programs without a campus, schools that are not open yet and repeated
   * entries
   * @returns null if no school belongs to the LEA
   */
  ofDistrict(
    leaId: string,
    { levels, limit, campuses = false }: SchoolFilter & { readonly campuses?: boolean },
  ): SchoolSearchResponse | null {
    const lea = this.#getLea(leaId)
    if (lea < 0) return null
    const { leas, served, directory, kind } = this.#columns
    const bits = getBits(levels)
    const first = leas.first[lea]
    const schools: SchoolSummary[] = []
    let directories = 0
    let total = 0
    let omitted = 0
    for (let i = first; i < leas.first[lea + 1]; i++) {
      const row = first + leas.order[i]
      if (((served[row] | ANY_LEVEL) & bits) === 0) continue
      if (campuses && kind[row] !== CAMPUS) {
        omitted++
        continue
      }
      if (++total > limit) continue
      directories |= 1 << directory[row]
      schools.push(this.#summary(row, null))
    }
    const answer = this.#answer(schools, directories)
    const remark =
      total > limit
        ? `The first ${limit} of ${total} schools by name.`
        : total === 0 && omitted > 0
          ? `Left out: ${omitted} ${omitted === 1 ? 'entry' : 'entries'} without a campus of their own, such as programs in custody or at home.`
          : null
    if (remark === null) return answer
    const { additional_info } = answer
    return { ...answer, additional_info: additional_info === null ? remark : `${remark} ${additional_info}` }
  }

  /** Returns the answer for a search without matches. */
  none(): SchoolSearchResponse {
    return this.#answer([], 0)
  }

  /**
   * Returns the full record of a school, or null if no school has this ID.
   *
   * @param ncesId 12 digits
   */
  school(ncesId: string): SchoolDetail | null {
    const columns = this.#columns
    const row = this.#getRow(ncesId)
    if (row < 0) return null
    const level = levelAt(columns, row)
    const state = columns.meta.states[columns.state[row]]
    const rating = columns.rating[row]
    const scheme = columns.meta.schemes[columns.scheme[row] - 1]
    const students = countOrNull(columns.students[row])
    const teachers = columns.teachers[row] < 0 ? null : columns.teachers[row] / 100
    const average = level === null ? undefined : this.#ratios.get(`${state} ${level}`)
    return {
      ...this.#summary(row, null),
      address: addressAt(columns, row),
      phone: columns.phone().at(row),
      website: columns.website().at(row),
      total_students: students,
      total_teachers: teachers,
      student_teacher_ratio: students && teachers ? tenths(students / teachers) : null,
      average_student_teacher_ratio: average === undefined ? null : tenths(average),
      ...groupsAt(columns, row),
      rating_source: rating > 0 && scheme ? scheme.source : null,
      rating_description:
        rating > 0 && scheme
          ? describeRating(rating, columns.figure[row], scheme, {
              level,
              state,
              letter: this.listing(ncesId).agency_letter,
            })
          : null,
    }
  }

  /**
   * Counts the campuses of a region by level. A school that serves several levels counts for each of them. Like
   * `nearestCampuses`, leaves out programs without a campus, schools that are not open yet and repeated entries.
   */
  inRegion({ box, contains }: { readonly box: Box; contains(lon: number, lat: number): boolean }): SchoolsByLevel {
    const { index, lat, lon, served, rating, kind } = this.#columns
    const levels = Object.keys(levelBits) as LevelFilter[]
    const sums = levels.map(() => ({ schools: 0, rated: 0, sum: 0 }))
    for (const row of rowsIn(index, box)) {
      if (kind[row] !== CAMPUS || !contains(lon[row], lat[row])) continue
      levels.forEach((level, i) => {
        if ((served[row] & levelBits[level]) === 0) return
        sums[i].schools++
        this.#assertLoaded(row)
        if (rating[row] === 0) return
        sums[i].rated++
        sums[i].sum += rating[row]
      })
    }
    const answers = levels.map((level, i) => {
      const { schools, rated, sum } = sums[i]
      return [level, { schools, rated, mean_rating: rated === 0 ? null : Math.round((sum / rated) * 10) / 10 }] as const
    })
    return Object.fromEntries(answers) as unknown as SchoolsByLevel
  }

  /**
   * Returns the calendar year of a school's rating, or null if the school is unrated or does not exist.
   *
   * @param ncesId 12 digits
   */
  ratingYear(ncesId: string): number | null {
    const { meta, rating, scheme } = this.#columns
    const row = this.#getRow(ncesId)
    if (row >= 0) this.#assertLoaded(row)
    return row < 0 || rating[row] === 0 ? null : (meta.schemes[scheme[row] - 1]?.year ?? null)
  }

  /**
   * Returns the kind and the agency's letter grade of a school. For a school that does not exist, returns `campus`
   * without a letter.
   */
  listing(ncesId: string): SchoolListing {
    const row = this.#getRow(ncesId)
    if (row < 0) return { kind: 'campus', agency_letter: null }
    const { kind, letter, rating } = this.#columns
    const rated = rating[row] === 0 ? 0 : letter[row]
    return { kind: schoolKinds[kind[row]], agency_letter: agencyLetters[rated - 1] ?? null }
  }

  /**
   * Returns the blocks of rows that contain, for any point in a box, the `count` nearest schools overall and at each
   * level. The box is divided into cells. Let d be the distance from the center of a cell to the farthest of the
   * `count` schools nearest to the center, and r the distance from the center to a corner. Then the nearest schools of
   * every point in the cell are within d + 2r of the center.
   */
  blocksNear(box: Box, count: number): Set<number> {
    const { served, lat, lon, index, size } = this.#columns
    const wanted = [ANY_LEVEL, ...Object.values(levelBits)]
    const search = this.#nearest
    const blocks = new Set<number>()
    for (const cell of getCells(box))
      for (const bits of wanted) {
        // Search only campuses. Campuses are sparser than all schools, so the radius is large enough for both kinds of
        // search.
        const nearby = search.search(cell.lon, cell.lat, count, campusesOnly(bits))
        const reach = nearby < count ? Number.POSITIVE_INFINITY : search.meters(nearby - 1) + 2 * cell.meters
        const rows =
          nearby < count
            ? Array.from({ length: size }, (_, row) => row)
            : rowsIn(index, boxAround(cell.lon, cell.lat, reach))
        for (const row of rows)
          if (
            ((served[row] | ANY_LEVEL) & bits) !== 0 &&
            metersBetween(cell.lat, cell.lon, lat[row], lon[row]) <= reach
          )
            blocks.add(Math.floor(row / SCHOOLS_IN_BLOCK))
      }
    return blocks
  }

  #assertLoaded(row: number): void {
    if (this.#blocks === null || this.#blocks.has(Math.floor(row / SCHOOLS_IN_BLOCK))) return
    throw new NotLoadedError(
      `School ${this.#ids(row)} is not loaded.`,
      'place_not_loaded',
      `Load its place first with \`await vicinage.load({ box, schools: true })\`; this also loads the ${NEAREST_LOADED} nearest schools of each level.`,
    )
  }

  /** Returns the row of a school, or -1 if the school does not exist. */
  #getRow(ncesId: string): number {
    return /^\d{12}$/.test(ncesId) ? getRow(this.#columns.id, Number(ncesId)) : -1
  }

  #summary(row: number, meters: number | null): SchoolSummary {
    this.#assertLoaded(row)
    const columns = this.#columns
    const lea = columns.lea[row]
    const rating = columns.rating[row]
    return {
      nces_id: this.#ids(row),
      name: this.#names(row) ?? '',
      lea_id: this.#leaIds(lea),
      lea_name: this.#leaNames(lea),
      level: levelAt(columns, row),
      lowest_grade: getGrade(columns.lowest[row]),
      highest_grade: getGrade(columns.highest[row]),
      rating: rating === 0 ? null : rating,
      lat: columns.lat[row],
      lon: columns.lon[row],
      distance_meters: meters,
    }
  }

  #answer(schools: SchoolSummary[], directories: number): SchoolSearchResponse {
    const set = schools.length === 0 ? this.#allDirectories : directories
    let about = this.#about.get(set)
    if (about === undefined) {
      const { meta } = this.#columns
      about = aboutSchools(
        meta.directories.filter((_, i) => set & (1 << i)),
        meta.schemes,
      )
      this.#about.set(set, about)
    }
    const { data_source, data_vintage, additional_info } = about
    return { schools, data_source, data_vintage, additional_info }
  }

  /** Returns the first and end row of each LEA that has schools. Repeated IDs are counted once. */
  #getRuns(leaIds: readonly string[]): number[] {
    const { first } = this.#columns.leas
    const runs: number[] = []
    leaIds.forEach((id, i) => {
      const lea = leaIds.indexOf(id) === i ? this.#getLea(id) : -1
      if (lea >= 0) runs.push(first[lea], first[lea + 1])
    })
    return runs
  }

  #getLea(leaId: string): number {
    return /^\d{7}$/.test(leaId) ? getRow(this.#columns.leas.id, Number(leaId)) : -1
  }
}

function rowsIn(index: KDBush, { west, south, east, north }: Box): number[] {
  return index.range(west * INDEX_SCALE, south * INDEX_SCALE, east * INDEX_SCALE, north * INDEX_SCALE)
}

/** Returns the cells of a box, each with its center in degrees and the distance from the center to the corners. */
function getCells({ west, south, east, north }: Box): { lon: number; lat: number; meters: number }[] {
  const across = metersBetween(south, west, north, east) / CELL_METERS
  const side = Math.min(MAX_CELLS, Math.max(MIN_CELLS, Math.ceil(across)))
  const width = (east - west) / side
  const height = (north - south) / side
  return Array.from({ length: side * side }, (_, i) => {
    const lon = west + ((i % side) + 0.5) * width
    const lat = south + (Math.floor(i / side) + 0.5) * height
    const corner = (up: number) => metersBetween(lat, lon, lat + (up * height) / 2, lon + width / 2)
    return { lon, lat, meters: Math.max(corner(1), corner(-1)) }
  })
}

function getBits(levels: readonly LevelFilter[] | undefined): number {
  let bits = 0
  for (const level of levels ?? []) bits |= levelBits[level]
  return bits === 0 ? ANY_LEVEL : bits
}

function levelAt({ level }: SchoolColumns, row: number): SchoolLevel | null {
  return level[row] === 0 ? null : schoolLevels[level[row] - 1]
}

/** Formats the known parts as `street, city, ST zip`. Returns null if both street and city are unknown. */
function addressAt({ meta, street, city, cities, state, zip, zip4 }: SchoolColumns, row: number): string | null {
  const place = city[row] === 0 ? null : cities.at(city[row] - 1)
  const line = street().at(row)
  if (line === null && place === null) return null
  const plus = zip4[row] === NO_ZIP4 ? '' : `-${digits(zip4[row], 4)}`
  const region = meta.states[state[row]] + (zip[row] === 0 ? '' : ` ${digits(zip[row], 5)}${plus}`)
  return [line, place, region].filter((part) => part !== null).join(', ')
}

function groupsAt({ groupRow, groups }: SchoolColumns, row: number) {
  const at = getRow(groupRow, row)
  const count = (group: (typeof studentGroups)[number]) =>
    at < 0 ? null : countOrNull(groups[at * studentGroups.length + studentGroups.indexOf(group)])
  return {
    students_white: count('white'),
    students_asian: count('asian'),
    students_black: count('black'),
    students_hispanic: count('hispanic'),
    students_pacific_islander: count('pacificIslander'),
    students_native_american: count('nativeAmerican'),
    students_two_or_more: count('twoOrMore'),
    students_male: count('male'),
    students_female: count('female'),
  }
}

function countOrNull(count: number): number | null {
  return count < 0 ? null : count
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}

function memoizedTexts(column: TextColumn): (row: number) => string | null {
  return memoized(column.length, (row) => column.at(row))
}

/** Memoizes `make` per row. */
function memoized<T extends string | null>(size: number, make: (row: number) => T): (row: number) => T {
  const values = new Array<T | undefined>(size)
  return (row) => {
    const value = values[row]
    if (value !== undefined) return value
    const created = make(row)
    values[row] = created
    return created
  }
}
