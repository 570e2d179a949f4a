import KDBush from 'kdbush'
import { BundleError } from '../../base/errors.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { ascending, checked, checkedTexts, summed } from '../../data/bundle/checked.ts'
import { columnIn, TextColumn } from '../../data/bundle/columns.ts'
import type { ElementType } from '../../data/bundle/format.ts'
import { once } from '../../data/bundle/once.ts'
import { type Bundle, getMeta } from '../../data/bundle/read.ts'
import { levelsServed, schoolLevels } from './level.ts'
import { schoolKinds } from './school-kind.ts'

const words = shape.words
const whole = shape.int(0)
const state = shape.matching(/^[A-Z]{2}$/)

/** Maximum number of directories, because a set of directories is stored as bits of a number. */
export const MAX_DIRECTORIES = 30

/** Placeholder for the number in the description of a rating figure. */
export const FIGURE = '#'

/** Metadata of the schools bundle. */
export const schoolsMeta = shape.object({
  /** Postal codes of the states, indexed by state number. */
  states: shape.array(state, 0, 255),
  /** Source directories of the schools, by number. */
  directories: shape.array(
    shape.object({
      name: words,
      year: shape.int(),
      states: shape.array(state),
      /** Remark about the directory, as a sentence. */
      note: shape.optional(words),
      /** Number of schools, and the number of schools for which each fact is known. */
      schools: whole,
      known: shape.object({ students: whole, teachers: whole, race: whole, sex: whole, rating: whole }),
      /** Numbers of the rating schemes used in this directory. */
      schemes: shape.array(whole),
    }),
    1,
    MAX_DIRECTORIES,
  ),
  /** Rating schemes, by number. `figure` contains `FIGURE` in place of the number: `overall score of #`. */
  schemes: shape.array(
    shape.object({ source: words, year: shape.int(), figure: words, digits: shape.int(0, 6) }),
    0,
    255,
  ),
  /** Students per full-time-equivalent teacher, by state and level. */
  ratios: shape.array(shape.object({ state, level: shape.oneOf(...schoolLevels), ratio: shape.number(0) })),
})
export type SchoolsMeta = shape.Of<typeof schoolsMeta>
export type DirectoryMeta = SchoolsMeta['directories'][number]
export type SchemeMeta = SchoolsMeta['schemes'][number]

/** Index units per degree; one unit is 0.11 m. */
export const INDEX_SCALE = 1e6

/** Points per leaf of the index. Among sizes from 4 to 24, 16 was the fastest for 24,000 schools. */
const NODE_SIZE = 16

/** Student groups, in column order. Only some schools have counts by group. */
export const studentGroups = [
  'white',
  'asian',
  'black',
  'hispanic',
  'pacificIslander',
  'nativeAmerican',
  'twoOrMore',
  'male',
  'female',
] as const

/** Letter grades from agencies, best first. */
export const agencyLetters: readonly AgencyLetter[] = ['A', 'B', 'C', 'D', 'F']
/** Letter grade from an agency; A is best. */
export type AgencyLetter = 'A' | 'B' | 'C' | 'D' | 'F'

/** Number of schools per block in the columns that searches do not need. */
export const SCHOOLS_IN_BLOCK = 128

/** ZIP+4 value of a school with an unknown ZIP+4. */
export const NO_ZIP4 = 0xffff

/**
 * The schools of a bundle, one row per school. Rows are sorted by nces_id, which keeps the schools of an LEA (local
 * education agency, a school district) together. Unless noted otherwise, code 0 and count -1 mean unknown.
 */
export interface SchoolColumns {
  readonly meta: SchoolsMeta
  readonly size: number
  /** KDBush over lon, lat as Int32 in units of `INDEX_SCALE` per degree. Its IDs are row numbers. */
  readonly index: KDBush
  /** Coordinates in degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Row in `leas`. */
  readonly lea: Uint32Array
  /** Last five digits of the nces_id. */
  readonly number: Uint32Array
  /** The nces_id as a number, ascending. */
  readonly id: Float64Array
  readonly name: TextColumn
  /** Columns that searches do not need, read on first use. */
  readonly street: () => TextColumn
  readonly phone: () => TextColumn
  readonly website: () => TextColumn
  /** Row in `cities`. */
  readonly city: Uint32Array
  readonly cities: TextColumn
  /** Index into `meta.states`; set for every school. */
  readonly state: Uint8Array
  /** Five-digit ZIP code as a number. */
  readonly zip: Uint32Array
  /** ZIP+4 digits as a number, or `NO_ZIP4`. */
  readonly zip4: Uint16Array
  /** Index into `schoolLevels`, plus 1. */
  readonly level: Uint8Array
  /** Code of the lowest grade, plus 2. */
  readonly lowest: Uint8Array
  /** Code of the highest grade, plus 2. */
  readonly highest: Uint8Array
  /** Bits returned by `levelsServed`. */
  readonly served: Uint8Array
  readonly rating: Uint8Array
  /** Index into `meta.schemes`, plus 1. */
  readonly scheme: Uint8Array
  /** Number that the rating scheme publishes; 0 without a scheme. */
  readonly figure: Float32Array
  readonly students: Int32Array
  /** Full-time-equivalent teachers in hundredths. */
  readonly teachers: Int32Array
  /** Index into `meta.directories`; set for every school. */
  readonly directory: Uint8Array
  /** Index into `schoolKinds`. */
  readonly kind: Uint8Array
  /** Index into `agencyLetters`, plus 1. */
  readonly letter: Uint8Array
  /** Rows of the schools with counts by race and sex, ascending. */
  readonly groupRow: Uint32Array
  /** Counts in the order of `studentGroups`, school by school. */
  readonly groups: Int32Array
  readonly leas: {
    readonly size: number
    /** Seven-digit LEA ID as a number, ascending. */
    readonly id: Uint32Array
    readonly name: TextColumn
    /** First school of each LEA, plus one element for the end. */
    readonly first: Uint32Array
    /** Schools of each LEA in alphabetical order, as offsets from its first school. */
    readonly order: Uint16Array
  }
}

/**
 * Reads the schools of a bundle and checks that every row number and index in it exists.
 *
 * @throws {BundleError} naming the first invalid section
 */
export function schoolColumns(bundle: Bundle): SchoolColumns {
  const meta = getMeta(bundle, schoolsMeta, 'schools')
  const number = summed(bundle, 'school.number', 'u32')
  const size = number.length
  const column = <T extends ElementType>(name: string, type: T, least: number, most: number) =>
    checked(bundle, name, columnIn(bundle, name, type, SCHOOLS_IN_BLOCK, size), { length: size, least, most })
  const codes = (name: string, most: number) => column(name, 'u8', 0, most)
  const text = (name: string) =>
    checkedTexts(bundle, name, size, new TextColumn(bundle, name, { rows: SCHOOLS_IN_BLOCK, size }))

  const leas = leasIn(bundle, size)
  const cities = checkedTexts(bundle, 'city', bundle.section('city.ends', 'u32').length)
  const { index, lat, lon } = placesIn(bundle, size)
  const level = codes('school.level', schoolLevels.length)
  const lowest = codes('school.lowest', 16)
  const highest = codes('school.highest', 16)
  const scheme = codes('school.scheme', meta.schemes.length)
  const groupRow = bundle.section('groups.row', 'u32')
  checked(bundle, 'groups.row', groupRow, { length: groupRow.length, most: size - 1 })
  ascending(bundle, 'groups.row', groupRow)
  for (const { schemes } of meta.directories)
    for (const scheme of schemes)
      if (scheme >= meta.schemes.length)
        throw new BundleError(
          `${bundle.file} refers to rating scheme ${scheme}, expected a number below ${meta.schemes.length}.`,
        )
  return {
    meta,
    size,
    index,
    lat,
    lon,
    ...numbered(bundle, leas, number),
    number,
    name: text('school.name'),
    street: once(() => text('school.street')),
    phone: once(() => text('school.phone')),
    website: once(() => text('school.website')),
    city: column('school.city', 'u32', 0, cities.length),
    cities,
    state: codes('school.state', meta.states.length - 1),
    zip: column('school.zip', 'u32', 0, 99_999),
    zip4: column('school.zip4', 'u16', 0, NO_ZIP4),
    level,
    lowest,
    highest,
    served: servedBy(level, lowest, highest),
    rating: codes('school.rating', 10),
    scheme,
    figure: column('school.figure', 'f32', -1e9, 1e9),
    students: column('school.students', 'i32', -1, 0x7fffffff),
    teachers: column('school.teachers', 'i32', -1, 0x7fffffff),
    directory: codes('school.directory', meta.directories.length - 1),
    kind: kindsIn(bundle, size),
    letter: lettersIn(bundle, size),
    groupRow,
    groups: checked(bundle, 'groups.count', bundle.section('groups.count', 'i32'), {
      length: studentGroups.length * groupRow.length,
      least: -1,
      most: 0x7fffffff,
    }),
    leas,
  }
}

/**
 * Returns the kind of each school. Bundles from early November 2026 only mark programs, and older bundles mark nothing.
 */
function kindsIn(bundle: Bundle, size: number): Uint8Array {
  const kinds = new Uint8Array(size)
  if (!has(bundle, 'program.row')) return kinds
  const rows = bundle.section('program.row', 'u32')
  checked(bundle, 'program.row', rows, { length: rows.length, most: size - 1 })
  if (!has(bundle, 'program.kind')) {
    for (const row of rows) kinds[row] = PROGRAM
    return kinds
  }
  const stored = bundle.section('program.kind', 'u8')
  checked(bundle, 'program.kind', stored, { length: rows.length, most: schoolKinds.length - 1 })
  rows.forEach((row, i) => {
    kinds[row] = stored[i]
  })
  return kinds
}

const PROGRAM = schoolKinds.indexOf('program')

/** Returns the agency's letter grade for each school. Bundles built before December 2026 have no letter grades. */
function lettersIn(bundle: Bundle, size: number): Uint8Array {
  if (!has(bundle, 'school.letter')) return new Uint8Array(size)
  return checked(bundle, 'school.letter', bundle.section('school.letter', 'u8'), {
    length: size,
    most: agencyLetters.length,
  })
}

function has(bundle: Bundle, section: string): boolean {
  return bundle.sections.some(({ name }) => name === section)
}

function leasIn(bundle: Bundle, schools: number): SchoolColumns['leas'] {
  const id = summed(bundle, 'lea.id', 'u32')
  const size = id.length
  checked(bundle, 'lea.id', id, { length: size, most: 9_999_999 })
  ascending(bundle, 'lea.id', id)
  const first = checked(bundle, 'lea.first', summed(bundle, 'lea.first', 'u32'), { length: size + 1, most: schools })
  ascending(bundle, 'lea.first', first)
  if (first[0] !== 0 || first[size] !== schools)
    throw new BundleError(
      `${bundle.file} gives its LEAs the schools ${first[0]} to ${first[size]}, expected 0 to ${schools}.`,
    )
  const order = checked(bundle, 'lea.order', bundle.section('lea.order', 'u16'), { length: schools, most: 0xffff })
  const seen = new Uint8Array(schools)
  for (let lea = 0; lea < size; lea++)
    for (let i = first[lea]; i < first[lea + 1]; i++) {
      const row = first[lea] + order[i]
      if (row >= first[lea + 1] || seen[row]++)
        throw new BundleError(
          `${bundle.file} has ${order[i]} in the order of LEA ${id[lea]}, expected each school once.`,
        )
    }
  return { size, id, name: checkedTexts(bundle, 'lea.name', size), first, order }
}

/** Returns the LEA and the full nces_id of each school. */
function numbered(bundle: Bundle, { size, id: leaId, first }: SchoolColumns['leas'], number: Uint32Array) {
  checked(bundle, 'school.number', number, { length: number.length, most: 99_999 })
  const lea = new Uint32Array(number.length)
  const id = new Float64Array(number.length)
  for (let i = 0; i < size; i++)
    for (let row = first[i]; row < first[i + 1]; row++) {
      lea[row] = i
      id[row] = leaId[i] * 100_000 + number[row]
    }
  ascending(bundle, 'school.number', id)
  return { lea, id }
}

/** Returns the coordinates of the schools and an index over them. Building the index is faster than downloading it. */
function placesIn(bundle: Bundle, size: number): { index: KDBush; lat: Float64Array; lon: Float64Array } {
  const units = (name: string, most: number) =>
    checked(bundle, name, summed(bundle, name, 'i32'), {
      length: size,
      least: -most * INDEX_SCALE,
      most: most * INDEX_SCALE,
    })
  const x = units('school.lon', 180)
  const y = units('school.lat', 90)
  const index = new KDBush(size, NODE_SIZE, Int32Array)
  for (let row = 0; row < size; row++) index.add(x[row], y[row])
  const degrees = (column: Int32Array) => Float64Array.from(column, (units) => units / INDEX_SCALE)
  return { index: index.finish(), lat: degrees(y), lon: degrees(x) }
}

function servedBy(level: Uint8Array, lowest: Uint8Array, highest: Uint8Array): Uint8Array {
  // Cache the results, because most schools share a few combinations of level and grades.
  const rowOfCode = new Map<number, number>()
  return level.map((code, row) => {
    const key = (code << 16) | (lowest[row] << 8) | highest[row]
    let bits = rowOfCode.get(key)
    if (bits === undefined) {
      bits = levelsServed(code === 0 ? null : schoolLevels[code - 1], getGrade(lowest[row]), getGrade(highest[row]))
      rowOfCode.set(key, bits)
    }
    return bits
  })
}

/** Decodes a grade. Returns null if unknown. */
export function getGrade(code: number): number | null {
  return code === 0 ? null : code - 2
}
