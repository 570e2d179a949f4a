import type { District } from '../districts/read-districts.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import {
  type FloridaSchool,
  floridaNumber,
  type GradedSchool,
  readMembership,
  readSchoolGrades,
} from './florida-grades.ts'
import { gradesBetween, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { type NcesSchool, readNcesExport } from './nces-export.ts'
import { firstPlaceIn, getPlace, placedByZip } from './places.ts'
import { inOperation, letterIn, type RatingFigure, type School, type StateSchools, schemeId } from './school.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableDistrictName, readableSchoolName } from './text/names.ts'
import {
  filesLike,
  maskedCount,
  maskedNumber,
  maskedTeachers,
  readTextTable,
  type TextRow,
  withoutMarks,
} from './text-table.ts'

const wanted = {
  ncesId: 'NCESID',
  leaId: 'DISTRICTID',
  name: 'NAME',
  street: 'ADDRESS',
  city: 'CITY',
  zip: 'ZIP',
  plus4: 'ZIP4',
  phone: 'TELEPHONE',
  status: 'STATUS',
  website: 'WEBSITE',
  level: 'LEVEL_',
  students: 'ENROLLMENT',
  lowest: 'ST_GRADE',
  highest: 'END_GRADE',
  teachers: 'FT_TEACHERS',
  lat: 'LATITUDE',
  lon: 'LONGITUDE',
  date: { headings: ['SOURCE_DATE', 'SOURCEDATE'] },
} as const
type Row = TextRow<keyof typeof wanted>

const PLACEHOLDER = /^(not available|not applicable|not reported|missing|m|n|-999|-9|-2|-1)$/i

/**
 * Reads the open schools of Florida: schools in operation in the NCES directory as published by HIFLD, and schools with
 * a newer school grade. Skips schools that had a grade in an earlier edition and are missing from the newest edition.
 * Grades and membership of the Florida Department of Education are joined by the state's school number, which the NCES
 * school search export contains. Returns null if the folder has no directory.
 */
export async function readFloridaSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const path = filesLike(sources, 'schools/fl', /^HIFLD_Public_Schools.*\.csv(\.gz)?$/i).at(-1)
  if (path === undefined) return null
  const rows = (await readTextTable(sources, path, wanted)).map((row) => withoutMarks(row, PLACEHOLDER))
  const year = Math.max(...rows.map((row) => Number(/20\d\d/.exec(row.date)?.[0] ?? 2000)))
  const nces = await readNcesExport(sources, 'schools/fl')
  const [newest, ...older] = await readSchoolGrades(sources)
  const membership = await readMembership(sources)

  const ncesById = new Map(nces?.schools.map((school) => [school.ncesId, school]))
  const idOf = new Map(nces?.schools.map(({ stateId, ncesId }) => [stateId.replace(/^FL-/, ''), ncesId]))
  const byId = <R extends FloridaSchool>(rows: readonly R[] = []) =>
    new Map(
      rows.flatMap((row) => {
        const id = idOf.get(floridaNumber(row))
        return id === undefined ? [] : [[id, row] as const]
      }),
    )
  const graded = byId(newest?.schools)
  const members = byId(membership?.schools)
  const closed = new Set(
    [
      ...byId(
        older.flatMap(({ schools }) => schools.filter(({ percent, mayChoose }) => percent !== null && !mayChoose)),
      ).keys(),
    ].filter((id) => !graded.has(id)),
  )
  const open = rows.filter(
    ({ ncesId, status }) => graded.has(ncesId) || (inOperation.has(status) && !closed.has(ncesId)),
  )
  const counties = new Map([...members, ...graded].map(([id, row]) => [id.slice(0, 7), row]))

  const id = `fl-hifld-${year}`
  const schools = new Map<string, School>()
  const unplaced: string[] = []
  for (const row of open) {
    const { ncesId } = row
    const place = firstPlaceIn('FL', [getPlace(row.lat, row.lon)])
    if (!place || !/^\d{12}$/.test(ncesId) || schools.has(ncesId)) {
      unplaced.push(`${ncesId} ${row.name}, ${row.city}`)
      continue
    }
    const grade = graded.get(ncesId)
    const member = members.get(ncesId)
    const county = counties.get(ncesId.slice(0, 7))
    const searched = ncesById.get(ncesId)
    schools.set(ncesId, {
      ...describe(row, fullName(row, grade?.name ?? member?.name ?? searched?.name), searched),
      ...place,
      leaName: getLeaName(
        county,
        searched?.district || (ncesId.startsWith(INDIAN_EDUCATION) ? 'Bureau of Indian Education' : ''),
      ),
      students: member?.students ?? searched?.students ?? maskedCount(row.students, path, 'ENROLLMENT'),
      teachers: searched?.teachers ?? maskedTeachers(row.teachers, path, 'FT_TEACHERS'),
      directory: id,
      figure: newest && grade ? getFigure(grade, newest.year) : null,
      ...(member === undefined && isUncounted(row, path) ? { listedAs: 'uncounted' } : {}),
    })
  }
  const isOurs = (row: FloridaSchool) => schools.has(idOf.get(floridaNumber(row)) ?? '')
  const join = (name: string, all: readonly FloridaSchool[]) =>
    report.match(name, all, isOurs, (row) => `${row.district} ${row.districtName} ${row.number} ${row.name}`)
  report.join({
    name: `Florida: open schools of the HIFLD directory ${year} with a place in the state, each id once`,
    matched: schools.size,
    of: open.length,
    unmatched: unplaced,
  })
  report.note(
    `Florida: ${closed.size} schools in the directory had a school grade but are no longer in the newest list.`,
  )
  if (newest) {
    join(`Florida: schools of the school grades ${newest.year} → our schools`, newest.schools)
    const scored = newest.schools.filter(({ percent }) => percent !== null)
    join(`Florida: school grades ${newest.year} with a percent of points → our schools`, scored)
  }
  if (membership) {
    const listed = membership.schools.filter((row) => !closed.has(idOf.get(floridaNumber(row)) ?? ''))
    join(`Florida: schools of the membership ${membership.schoolYear} → our schools`, listed)
    const name = `Florida: students of ${membership.schoolYear} in our schools, without schools that have closed since`
    report.students(name, listed, isOurs, ({ students }) => students)
  }
  const figures = membership ? `, students and teachers of ${membership.schoolYear}` : ''
  const name = `National Center for Education Statistics through HIFLD, Public Schools (Florida)${figures}`
  const placed = await placedByZip([...schools.values()], {
    state: 'FL',
    sources,
    report,
    countyOf: ({ leaId }) => leaId,
    others: () => [],
  })
  return { schools: placed, directory: { id, name, year } }
}

/** NCES status codes of schools that were open in the year before, too: open, and reopened. */
const ESTABLISHED: ReadonlySet<string> = new Set(['1', '8'])

/** Checks whether the directory counts 0 students in an open school. New schools are counted a year later. */
function isUncounted({ status, students }: Row, path: string): boolean {
  return ESTABLISHED.has(status) && maskedNumber(students, path, 'ENROLLMENT') === 0
}

function getFigure({ percent, unrounded, letter }: GradedSchool, year: number): RatingFigure | null {
  if (percent === null) return null
  return {
    scheme: schemeId('fl', year),
    value: percent,
    ...letterIn(letter),
    ...(unrounded === null ? {} : { finer: unrounded }),
  }
}

function getLeaName(county: FloridaSchool | undefined, inSearch: string): string | null {
  const name = county && floridaDistrictName(county.district, county.districtName)
  return name ?? (inSearch === '' ? null : readableDistrictName(inSearch))
}

/** NCES state code of the Bureau of Indian Education, whose schools are in no state's list. */
const INDIAN_EDUCATION = '59'

/** Describes a school from the directory. Grades that the directory omits come from NCES. */
function describe(
  row: Row,
  name: string,
  searched: NcesSchool | undefined,
): Omit<School, 'lat' | 'lon' | 'leaName' | 'students' | 'teachers' | 'directory' | 'figure'> {
  const grades =
    gradesBetween(row.lowest, row.highest) ?? gradesBetween(searched?.lowest ?? '', searched?.highest ?? '')
  return {
    ncesId: row.ncesId,
    leaId: row.ncesId.slice(0, 7),
    name: readableSchoolName(name),
    level: schoolLevel(grades, row.level),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    street: row.street === '' ? null : readableStreet(row.street),
    city: row.city === '' ? null : readableCity(row.city),
    state: 'FL',
    zip: readableZip(row.zip, row.plus4),
    phone: readablePhone(row.phone),
    website: readableWebsite(row.website),
    groups: null,
  }
}

/** Returns the school name in the directory. If the directory truncated it, returns the name in the state's list. */
function fullName({ name }: Row, stateName = ''): string {
  return isBeginningOf(name, stateName) ? stateName : name
}

/** Checks whether a name is the beginning of a longer one, ignoring punctuation. */
function isBeginningOf(name: string, longer: string): boolean {
  const beginning = letters(name)
  const whole = letters(longer)
  return whole.length > beginning.length && whole.startsWith(beginning)
}

/**
 * Reduces a name to letters and digits. `&` and `@` become words, as in the national directory, which sometimes drops
 * them instead.
 */
function letters(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll('@', ' AT ')
    .replace(/[^A-Z0-9]/g, '')
}

/** Districts that are not counties. */
const others: ReadonlyMap<number, string> = new Map([
  [68, 'Florida School for the Deaf and the Blind'],
  [71, 'Florida Virtual School'],
  [72, 'Florida Atlantic University Laboratory School'],
  [73, 'Florida State University Laboratory School'],
  [74, 'Florida A&M University Laboratory School'],
  [75, 'University of Florida Laboratory School'],
])

/** Number of counties, each of which is a district. */
const COUNTIES = 67

/**
 * Returns a name such as `Alachua County School District` for an uppercase county name, or null for numbers without a
 * known name.
 */
export function floridaDistrictName(district: number, county: string): string | null {
  if (district < 1 || district > COUNTIES || county === '') return others.get(district) ?? null
  const name = county.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
  return `${name.replace(/^Desoto$/, 'DeSoto')} County School District`
}

/**
 * Renames the districts to the current names of the Florida Department of Education, because the Census Bureau's 2016
 * files still say Dade County.
 */
export function withFloridaNames(districts: readonly District[], schools: readonly School[]): District[] {
  const names = new Map(schools.map(({ leaId, leaName }) => [leaId, leaName]))
  return districts.map((district) =>
    district.state === '12' ? { ...district, name: names.get(district.geoid) ?? district.name } : district,
  )
}
