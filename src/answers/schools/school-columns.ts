import KDBush from 'kdbush'
import { BundleError } from '../../base/errors.ts'
import * as shape from '../../data/bundle/check-shape.ts'
import { ascending, checked, checkedTexts, summed } from '../../data/bundle/checked.ts'
import { columnIn, TextColumn } from '../../data/bundle/columns.ts'
import type { ElementType } from '../../data/bundle/format.ts'
import { once } from '../../data/bundle/once.ts'
import { type Bundle, metaOf } from '../../data/bundle/read.ts'
import { levelsServed, schoolLevels } from './level.ts'

const words = shape.words
const whole = shape.int(0)
const state = shape.matching(/^[A-Z]{2}$/)

/** A set of directories is kept as the bits of a number. */
export const MOST_DIRECTORIES = 30

/** Stands for the number in the words of a figure. */
export const FIGURE = '#'

/** What the bundle of the schools says beside its columns. */
export const schoolsMeta = shape.object({
  /** Postal codes, by number. */
  states: shape.array(state, 0, 255),
  /** The lists that the schools come from, by number. */
  directories: shape.array(
    shape.object({
      name: words,
      year: shape.int(),
      states: shape.array(state),
      /** What else to know of the list, in a sentence. */
      note: shape.optional(words),
      /** Schools, and for how many of them each fact is known. */
      schools: whole,
      known: shape.object({ students: whole, teachers: whole, race: whole, sex: whole, rating: whole }),
      /** Numbers of the schemes that its schools are rated by. */
      schemes: shape.array(whole),
    }),
    1,
    MOST_DIRECTORIES,
  ),
  /** What schools are rated by, by number; `figure` in words with `FIGURE` for the number: `overall score of #`. */
  schemes: shape.array(
    shape.object({ source: words, year: shape.int(), figure: words, digits: shape.int(0, 6) }),
    0,
    255,
  ),
  /** Students per full-time-equivalent teacher of a state and level. */
  ratios: shape.array(shape.object({ state, level: shape.oneOf(...schoolLevels), ratio: shape.number(0) })),
})
export type SchoolsMeta = shape.Of<typeof schoolsMeta>
export type DirectoryMeta = SchoolsMeta['directories'][number]
export type SchemeMeta = SchoolsMeta['schemes'][number]

/** Units of the index in a degree: 0.11 m. */
export const INDEX_SCALE = 1e6

/** Places per leaf of the index: of 4 to 24, 16 gave the most searches per second at 24,000 schools. */
const NODE_SIZE = 16

/** Counts of students of the schools that have them, in the order of their columns. */
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

/** Schools to a block of the columns that no search needs. */
export const SCHOOLS_IN_BLOCK = 128

/** ZIP+4 of a school that has none. */
export const NO_ZIP4 = 0xffff

/**
 * The schools of a bundle, one row each, by nces_id; so the schools of an LEA are adjacent. Codes are 0 for "not known"
 * unless said otherwise, counts -1.
 */
export interface SchoolColumns {
  readonly meta: SchoolsMeta
  readonly size: number
  /** KDBush over lon, lat in Int32, `INDEX_SCALE` to a degree; its numbers are rows. */
  readonly index: KDBush
  /** Degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Row of `leas`. */
  readonly lea: Uint32Array
  /** The last five digits of the nces_id. */
  readonly number: Uint32Array
  /** The nces_id as a number, ascending. */
  readonly id: Float64Array
  readonly name: TextColumn
  /** What no search needs, read when it is first asked for. */
  readonly street: () => TextColumn
  readonly phone: () => TextColumn
  readonly website: () => TextColumn
  /** Row of `cities`. */
  readonly city: Uint32Array
  readonly cities: TextColumn
  /** Number of `meta.states`; every school has one. */
  readonly state: Uint8Array
  /** Five digits. */
  readonly zip: Uint32Array
  /** Four digits, or `NO_ZIP4`. */
  readonly zip4: Uint16Array
  /** Number of `schoolLevels` + 1. */
  readonly level: Uint8Array
  /** Grade + 2. */
  readonly lowest: Uint8Array
  readonly highest: Uint8Array
  /** Bits of `levelsServed`. */
  readonly served: Uint8Array
  readonly rating: Uint8Array
  /** Number of `meta.schemes` + 1. */
  readonly scheme: Uint8Array
  /** The scheme's figure; 0 where there is no scheme. */
  readonly figure: Float32Array
  readonly students: Int32Array
  /** Hundredths of a full-time equivalent. */
  readonly teachers: Int32Array
  /** Number of `meta.directories`; every school has one. */
  readonly directory: Uint8Array
  /** 1 for programs without a campus, such as those for the ill at home or in custody. */
  readonly program: Uint8Array
  /** Rows of the schools with counts by race and sex, ascending. */
  readonly groupRow: Uint32Array
  /** Their counts, in the order of `studentGroups`, one school after another. */
  readonly groups: Int32Array
  readonly leas: {
    readonly size: number
    /** Seven digits as a number, ascending. */
    readonly id: Uint32Array
    readonly name: TextColumn
    /** Its first school; one more element for the end of the last. */
    readonly first: Uint32Array
    /** Its schools in alphabetical order, counted from its first. */
    readonly order: Uint16Array
  }
}

/**
 * The schools in a bundle, checked: no number in them leads outside a column.
 * @throws BundleError naming the first section that does not fit
 */
export function schoolColumns(bundle: Bundle): SchoolColumns {
  const meta = metaOf(bundle, schoolsMeta, 'schools')
  const number = summed(bundle, 'school.number', 'u32')
  const size = number.length
  const column = <T extends ElementType>(name: string, type: T, least: number, most: number) =>
    checked(bundle, name, columnIn(bundle, name, type, SCHOOLS_IN_BLOCK, size), size, least, most)
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
  checked(bundle, 'groups.row', groupRow, groupRow.length, 0, size - 1)
  ascending(bundle, 'groups.row', groupRow)
  const program = programsIn(bundle, size)
  for (const { schemes } of meta.directories)
    for (const known of schemes)
      if (known >= meta.schemes.length)
        throw new BundleError(
          `${bundle.file} names rating scheme ${known}, expected fewer than ${meta.schemes.length}.`,
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
    program,
    groupRow,
    groups: checked(
      bundle,
      'groups.count',
      bundle.section('groups.count', 'i32'),
      studentGroups.length * groupRow.length,
      -1,
      0x7fffffff,
    ),
    leas,
  }
}

/** A bundle of before 2026-11 does not mark them. */
function programsIn(bundle: Bundle, size: number): Uint8Array {
  const program = new Uint8Array(size)
  if (!bundle.sections.some(({ name }) => name === 'program.row')) return program
  const rows = bundle.section('program.row', 'u32')
  for (const row of checked(bundle, 'program.row', rows, rows.length, 0, size - 1)) program[row] = 1
  return program
}

function leasIn(bundle: Bundle, schools: number): SchoolColumns['leas'] {
  const id = summed(bundle, 'lea.id', 'u32')
  const size = id.length
  checked(bundle, 'lea.id', id, size, 0, 9_999_999)
  ascending(bundle, 'lea.id', id)
  const first = checked(bundle, 'lea.first', summed(bundle, 'lea.first', 'u32'), size + 1, 0, schools)
  ascending(bundle, 'lea.first', first)
  if (first[0] !== 0 || first[size] !== schools)
    throw new BundleError(
      `${bundle.file} gives its LEAs the schools ${first[0]} to ${first[size]}, expected 0 to ${schools}.`,
    )
  const order = checked(bundle, 'lea.order', bundle.section('lea.order', 'u16'), schools, 0, 0xffff)
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

/** The LEA of every school, and its whole number. */
function numbered(bundle: Bundle, { size, id: leaId, first }: SchoolColumns['leas'], number: Uint32Array) {
  checked(bundle, 'school.number', number, number.length, 0, 99_999)
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

/** The places of the schools, and an index over them: that is made in less time than it takes to come over a line. */
function placesIn(bundle: Bundle, size: number): { index: KDBush; lat: Float64Array; lon: Float64Array } {
  const units = (name: string, most: number) =>
    checked(bundle, name, summed(bundle, name, 'i32'), size, -most * INDEX_SCALE, most * INDEX_SCALE)
  const x = units('school.lon', 180)
  const y = units('school.lat', 90)
  const index = new KDBush(size, NODE_SIZE, Int32Array)
  for (let row = 0; row < size; row++) index.add(x[row], y[row])
  const degrees = (column: Int32Array) => Float64Array.from(column, (units) => units / INDEX_SCALE)
  return { index: index.finish(), lat: degrees(y), lon: degrees(x) }
}

function servedBy(level: Uint8Array, lowest: Uint8Array, highest: Uint8Array): Uint8Array {
  // There are few combinations and many schools.
  const known = new Map<number, number>()
  return level.map((code, row) => {
    const key = (code << 16) | (lowest[row] << 8) | highest[row]
    let bits = known.get(key)
    if (bits === undefined) {
      bits = levelsServed(code === 0 ? null : schoolLevels[code - 1], gradeOf(lowest[row]), gradeOf(highest[row]))
      known.set(key, bits)
    }
    return bits
  })
}

/** The grade of a code; null where none is known. */
export function gradeOf(code: number): number | null {
  return code === 0 ? null : code - 2
}
