import { type SchoolLevel, schoolLevels } from '../../src/answers/schools/level.ts'
import {
  agencyLetters,
  INDEX_SCALE,
  MAX_DIRECTORIES,
  NO_ZIP4,
  SCHOOLS_IN_BLOCK,
  type SchoolsMeta,
  studentGroups,
} from '../../src/answers/schools/school-columns.ts'
import { schoolKinds } from '../../src/answers/schools/school-kind.ts'
import {
  type BlockContent,
  differences,
  getBlocks,
  ROWS,
  rowParts,
  textParts,
  textSections,
} from '../../src/data/bundle/columns.ts'
import type { BundleContent, SectionContent } from '../../src/data/bundle/write.ts'
import type { PackedContent } from '../pack/blocks.ts'
import { SourceError } from '../read/source-error.ts'
import { unusualKinds } from './kinds.ts'
import type { RatedSchool, RatingScheme, School, SchoolDirectory } from './school.ts'

/** Students per full-time-equivalent teacher in the schools of a state and level. */
interface AverageRatio {
  /** Two-letter state code. */
  readonly state: string
  readonly level: SchoolLevel
  readonly ratio: number
}

/** Input of the schools bundle. */
export interface SchoolsContent {
  /** Schools in any order. */
  readonly schools: readonly RatedSchool[]
  /** Names of the district polygons by LEA id. They take precedence over the schools' own `leaName`. */
  readonly districtNames: ReadonlyMap<string, string>
  readonly averageRatios: readonly AverageRatio[]
  /**
   * All directories that schools refer to. Other directories are dropped. If there are no schools, all directories are
   * kept.
   */
  readonly directories: readonly SchoolDirectory[]
  /** All rating schemes that schools refer to. */
  readonly ratingSchemes: readonly RatingScheme[]
  /** Published files that the content was built from. */
  readonly sources: BundleContent['sources']
}

/**
 * Creates the schools bundle, with one row per school in the order of their nces_ids. The schools of an LEA are
 * therefore adjacent, and their order by name takes only two bytes per school. Locations are stored as differences from
 * the previous location, which are small.
 * @throws {SourceError} naming the first invalid school: an id is malformed or repeated, a location is not on Earth, or
 * a directory or scheme is missing
 */
export function schoolsBundle(content: SchoolsContent): PackedContent {
  const schools = content.schools.toSorted((a, b) => (a.ncesId < b.ncesId ? -1 : a.ncesId > b.ncesId ? 1 : 0))
  const used = content.directories.filter(({ id }) => schools.some(({ directory }) => directory === id))
  const directories = used.length > 0 ? used : content.directories
  const { ratingSchemes } = content
  checkSchools(schools, content.directories, ratingSchemes)

  const states = [...new Set(schools.map(({ state }) => state))].sort()
  const cities = [...new Set(schools.flatMap(({ city }) => city || []))].sort()
  const stateNumber = numbers(states)
  const cityNumber = numbers(cities)
  const directoryNumber = numbers(directories.map(({ id }) => id))
  const schemeNumber = numbers(ratingSchemes.map(({ id }) => id))
  const unusual = unusualKinds(schools)
  const bytes = (value: (school: RatedSchool) => number) => Uint8Array.from(schools, value)

  return {
    kind: 'schools',
    id: 'schools',
    meta: {
      states,
      directories: directories.map((directory) => directoryMeta(directory, schools, schemeNumber)),
      schemes: ratingSchemes.map(({ source, year, figure, digits }) => ({ source, year, figure, digits })),
      ratios: content.averageRatios.map(({ state, level, ratio }) => ({ state, level, ratio })),
    } satisfies SchoolsMeta,
    sources: content.sources,
    // Columns that searches read are stored whole. Columns that are only shown in answers are stored in blocks.
    sections: [
      { name: 'school.lon', data: steps(units(schools, 'lon')) },
      { name: 'school.lat', data: steps(units(schools, 'lat')) },
      ...leaSections(schools, content.districtNames),
      { name: 'school.number', data: steps(Uint32Array.from(schools, ({ ncesId }) => Number(ncesId.slice(7)))) },
      ...textSections('city', cities),
      { name: 'school.state', data: bytes(({ state }) => stateNumber.get(state)!) },
      { name: 'school.level', data: bytes(({ level }) => (level === null ? 0 : schoolLevels.indexOf(level) + 1)) },
      { name: 'school.lowest', data: bytes(({ lowestGrade }) => (lowestGrade ?? -2) + 2) },
      { name: 'school.highest', data: bytes(({ highestGrade }) => (highestGrade ?? -2) + 2) },
      { name: 'school.directory', data: bytes(({ directory }) => directoryNumber.get(directory)!) },
      { name: 'program.row', data: Uint32Array.from(unusual.keys()) },
      { name: 'program.kind', data: Uint8Array.from(unusual.values(), (kind) => schoolKinds.indexOf(kind)) },
      {
        name: 'school.letter',
        data: bytes(({ figure }) => (figure?.letter ? agencyLetters.indexOf(figure.letter) + 1 : 0)),
      },
    ],
    blocks: [
      {
        name: ROWS,
        sections: [
          ...(['name', 'street', 'phone', 'website'] as const).flatMap((text) =>
            textParts(
              `school.${text}`,
              schools.map((school) => school[text]),
              SCHOOLS_IN_BLOCK,
            ),
          ),
          ...rowParts(
            {
              'school.city': Uint32Array.from(schools, ({ city }) => (city ? cityNumber.get(city)! + 1 : 0)),
              'school.zip': Uint32Array.from(schools, ({ zip }) => Number(zip?.slice(0, 5) ?? 0)),
              'school.zip4': Uint16Array.from(schools, ({ zip }) => Number(zip?.slice(6) || NO_ZIP4)),
              'school.rating': bytes(({ rating }) => rating ?? 0),
              'school.scheme': bytes(({ figure }) => (figure ? schemeNumber.get(figure.scheme)! + 1 : 0)),
              'school.figure': Float32Array.from(schools, ({ figure }) => figure?.value ?? 0),
              'school.students': Int32Array.from(schools, ({ students }) => students ?? -1),
              'school.teachers': Int32Array.from(schools, ({ teachers }) =>
                teachers === null ? -1 : Math.round(teachers * 100),
              ),
            },
            SCHOOLS_IN_BLOCK,
          ),
          ...groupParts(schools),
        ],
      },
    ],
  }
}

function numbers(values: readonly string[]): ReadonlyMap<string, number> {
  return new Map(values.map((value, i) => [value, i]))
}

/** Returns the latitudes or longitudes of all schools as integers. */
function units(schools: readonly School[], axis: 'lat' | 'lon'): Int32Array {
  return Int32Array.from(schools, (school) => Math.round(school[axis] * INDEX_SCALE))
}

/** Replaces each element with its difference from the previous element. */
function steps<T extends Int32Array | Uint32Array>(column: T): T {
  return differences(column, column.length)
}

function leaSections(schools: readonly School[], districtNames: ReadonlyMap<string, string>): SectionContent[] {
  const first = schools.flatMap(({ leaId }, row) => (row > 0 && schools[row - 1].leaId === leaId ? [] : [row]))
  const ends = [...first.slice(1), schools.length]
  const order = new Uint16Array(schools.length)
  const keys = schools.map(({ name }) => nameKey(name))
  first.forEach((start, lea) => {
    const rows = Array.from({ length: ends[lea] - start }, (_, i) => start + i)
    rows.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b))
    rows.forEach((row, i) => {
      order[start + i] = row - start
    })
  })
  const names = first.map((start, lea) => {
    const namedSchool = schools.slice(start, ends[lea]).find(({ leaName }) => leaName !== null)
    return districtNames.get(schools[start].leaId) ?? namedSchool?.leaName ?? null
  })
  return [
    { name: 'lea.id', data: steps(Uint32Array.from(first, (row) => Number(schools[row].leaId))) },
    { name: 'lea.first', data: steps(Uint32Array.from([...first, schools.length])) },
    { name: 'lea.order', data: order },
    ...textSections('lea.name', names),
  ]
}

function groupParts(schools: readonly School[]): BlockContent['sections'] {
  const blocks = Array.from({ length: getBlocks(schools.length, SCHOOLS_IN_BLOCK) }, (_, block) =>
    schools
      .slice(block * SCHOOLS_IN_BLOCK, (block + 1) * SCHOOLS_IN_BLOCK)
      .flatMap(({ groups }, i) =>
        groups && Object.values(groups).some(isKnown) ? [{ row: block * SCHOOLS_IN_BLOCK + i, groups }] : [],
      ),
  )
  return [
    { name: 'groups.row', parts: blocks.map((block) => Uint32Array.from(block, ({ row }) => row)) },
    {
      name: 'groups.count',
      parts: blocks.map((block) =>
        Int32Array.from(block.flatMap(({ groups }) => studentGroups.map((group) => groups[group] ?? -1))),
      ),
    },
  ]
}

function directoryMeta(
  { id, name, year, note }: SchoolDirectory,
  schools: readonly RatedSchool[],
  schemeNumber: ReadonlyMap<string, number>,
): SchoolsMeta['directories'][number] {
  const listed = schools.filter(({ directory }) => directory === id)
  const rated = listed.filter(({ rating }) => rating !== null)
  const count = (holds: (school: RatedSchool) => boolean) => listed.filter(holds).length
  return {
    name,
    year,
    states: [...new Set(listed.map(({ state }) => state))].sort(),
    ...(note === undefined ? {} : { note }),
    schools: listed.length,
    known: {
      students: count(({ students }) => isKnown(students)),
      teachers: count(({ teachers }) => isKnown(teachers)),
      race: count(({ groups }) => groups !== null && getRace(groups).some(isKnown)),
      sex: count(({ groups }) => isKnown(groups?.male) || isKnown(groups?.female)),
      rating: rated.length,
    },
    schemes: [...new Set(rated.map(({ figure }) => schemeNumber.get(figure!.scheme)!))].sort((a, b) => a - b),
  }
}

function getRace({ male: _male, female: _female, ...race }: NonNullable<School['groups']>): (number | null)[] {
  return Object.values(race)
}

function isKnown(value: number | null | undefined): boolean {
  return value !== null && value !== undefined
}

/** Maximum number of schools in an LEA. The order by name uses two bytes per school. */
const MAX_SCHOOLS_PER_LEA = 0x10000

/**
 * Checks that schools, ascending by nces_id, fit into the bundle.
 *
 * @throws {SourceError} naming the nces_id of the first school that does not fit
 */
function checkSchools(
  schools: readonly RatedSchool[],
  directories: readonly SchoolDirectory[],
  ratingSchemes: readonly RatingScheme[],
): void {
  const used = new Set(schools.map(({ directory }) => directory)).size
  if (used > MAX_DIRECTORIES)
    throw new SourceError({
      file: 'schools',
      found: `schools come from ${used} directories`,
      expectation: `at most ${MAX_DIRECTORIES}`,
    })
  const directoryIds = new Set(directories.map(({ id }) => id))
  const schemeIds = new Set(ratingSchemes.map(({ id }) => id))
  let before = ''
  let ofLea = 0
  for (const school of schools) {
    const { ncesId, leaId, lat, lon, level, figure, rating, zip, state } = school
    const expect = (holds: boolean, found: string, expectation: string) => {
      if (!holds) throw new SourceError({ file: 'schools', found: `school ${ncesId} ${found}`, expectation })
    }
    expect(/^\d{12}$/.test(ncesId), 'has a malformed nces_id', '12 digits')
    expect(ncesId !== before, 'is given twice', 'every school once')
    ofLea = before.slice(0, 7) === ncesId.slice(0, 7) ? ofLea + 1 : 1
    expect(
      ofLea <= MAX_SCHOOLS_PER_LEA,
      `is number ${ofLea} of LEA ${leaId}`,
      `at most ${MAX_SCHOOLS_PER_LEA} schools per LEA`,
    )
    before = ncesId
    expect(ncesId.slice(0, 7) === leaId, `belongs to LEA ${leaId}`, 'the first 7 digits of its nces_id')
    // The conditions are written so that NaN also fails.
    expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180, `is at ${lat}, ${lon}`, 'latitude and longitude in degrees')
    expect(school.name.trim() !== '', 'has no name', 'a name')
    expect(/^[A-Z]{2}$/.test(state), `is in state '${state}'`, 'a two-letter state code')
    expect(zip === null || /^\d{5}(-\d{4})?$/.test(zip), `has ZIP '${zip}'`, '5 digits, or 5-4')
    expect(level === null || schoolLevels.includes(level), `has level '${level}'`, `one of ${schoolLevels.join(', ')}`)
    for (const grade of [school.lowestGrade, school.highestGrade])
      expect(
        grade === null || (Number.isInteger(grade) && grade >= -1 && grade <= 14),
        `has grade ${grade}`,
        '-1 to 14',
      )
    for (const count of [school.students, ...Object.values(school.groups ?? {})])
      expect(count === null || isCount(count), `has ${count} students`, 'a whole number')
    const { teachers } = school
    expect(teachers === null || (teachers >= 0 && teachers < 2e7), `has ${teachers} teachers`, 'a number from 0')
    expect(
      directoryIds.has(school.directory),
      `comes from '${school.directory}'`,
      `one of ${[...directoryIds].join(', ')}`,
    )
    expect(
      !figure || schemeIds.has(figure.scheme),
      `is rated by '${figure?.scheme}'`,
      `one of ${[...schemeIds].join(', ')}`,
    )
    expect(!figure || Math.abs(figure.value) <= 1e9, `has the figure ${figure?.value}`, 'a finite number')
    const fits = rating === null || (figure !== null && Number.isInteger(rating) && rating >= 1 && rating <= 10)
    expect(fits, `has rating ${rating}${figure ? '' : ' without a figure'}`, '1 to 10, with the figure it comes from')
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0x7fffffff
}

/**
 * Returns a sort key for a name, to be compared by code unit. The key ignores accents (NFD, marks removed) and case,
 * and sorts numbers by value and before letters: `École 9` comes before `ecole 10`. The key does not depend on a
 * locale, so it is the same on every machine.
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[0-9]+/g, numberKey)
}

/** Maximum digit count to encode. The character that encodes a higher count would not sort before `a`. */
const MAX_DIGITS = 0x60 - 0x30

/** Prefixes a number with its length, so that shorter, and therefore smaller, numbers come first. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=.)/, '')
  return String.fromCharCode(0x30 + Math.min(value.length, MAX_DIGITS)) + value
}

/**
 * Returns students per full-time-equivalent teacher by state, then level: total students divided by total teachers of
 * the schools that report both. States and levels without such schools are absent.
 */
export function averageRatios(schools: readonly School[]): AverageRatio[] {
  const states = [...new Set(schools.map((school) => school.state))].sort()
  return states.flatMap((state) =>
    schoolLevels.flatMap((level) => {
      let students = 0
      let teachers = 0
      for (const school of schools) {
        if (school.state !== state || school.level !== level || school.students === null || !school.teachers) continue
        students += school.students
        teachers += school.teachers
      }
      return teachers > 0 ? [{ state, level, ratio: students / teachers }] : []
    }),
  )
}
