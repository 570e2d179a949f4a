import type { District } from '../districts/read-districts.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { type FloridaSchool, type GradedSchool, readMembership, readSchoolGrades } from './florida-grades.ts'
import { gradeCode, gradesBetween, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { firstPlaceIn } from './places.ts'
import { directoryId, type RatingFigure, type School, type StateSchools, schemeId } from './school.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableSchoolName } from './text/names.ts'
import { filesLike, maskedCount, maskedNumber, readTextTable, type TextRow } from './text-table.ts'

const wanted = {
  ncesId: { headings: ['NCESID'] },
  leaId: { headings: ['DISTRICTID'] },
  name: { headings: ['NAME'] },
  street: { headings: ['ADDRESS'] },
  city: { headings: ['CITY'] },
  zip: { headings: ['ZIP'] },
  plus4: { headings: ['ZIP4'] },
  phone: { headings: ['TELEPHONE'] },
  status: { headings: ['STATUS'] },
  website: { headings: ['WEBSITE'] },
  level: { headings: ['LEVEL_'] },
  students: { headings: ['ENROLLMENT'] },
  lowest: { headings: ['ST_GRADE'] },
  highest: { headings: ['END_GRADE'] },
  teachers: { headings: ['FT_TEACHERS'] },
  lat: { headings: ['LATITUDE'] },
  lon: { headings: ['LONGITUDE'] },
  date: { headings: ['SOURCE_DATE', 'SOURCEDATE'] },
} as const
type Row = TextRow<keyof typeof wanted>

/** HIFLD's code of a school in operation. */
const OPEN = '1'

/**
 * The open schools of Florida: NCES's directory as HIFLD published it, with grades and membership of the Florida Department
 * of Education joined by district number and name. Null where the folder has no directory.
 */
export async function readFloridaSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const path = filesLike(sources, 'schools/fl', /^HIFLD_Public_Schools.*\.csv(\.gz)?$/i).at(-1)
  if (path === undefined) return null
  const rows = (await readTextTable(sources, path, wanted)).map(withoutPlaceholders)
  const year = Math.max(...rows.map((row) => Number(/20\d\d/.exec(row.date)?.[0] ?? 2000)))
  const open = rows.filter((row) => row.status === OPEN)
  const grades = await readSchoolGrades(sources)
  const membership = await readMembership(sources)

  const fullNames = new Map<string, string>()
  const percents = new Map<string, RatingFigure[]>()
  for (const { year, schools } of grades) {
    const { byId, unmatched } = joinByName(schools, open)
    for (const [ncesId, { name, percent, unrounded }] of byId) {
      fullNames.set(ncesId, name)
      if (percent === null) continue
      const finer = unrounded === null ? {} : { unrounded }
      percents.set(ncesId, [
        ...(percents.get(ncesId) ?? []),
        { scheme: schemeId('fl', year), value: percent, ...finer },
      ])
    }
    reportGrades(year, schools, unmatched, report)
  }
  const members = joinByName(membership, open)
  for (const [ncesId, { name }] of members.byId) fullNames.set(ncesId, name)
  report.join({
    name: 'Florida: membership → HIFLD directory',
    matched: members.byId.size,
    of: membership.length,
    unmatched: members.unmatched.map((row) => `${row.district} ${row.districtName} ${row.number} ${row.name}`),
  })
  const counties = new Map(
    [...membership, ...grades.flatMap((grade) => grade.schools)].map((row) => [floridaLea(row.district), row] as const),
  )

  const schools = new Map<string, School>()
  const unplaced: string[] = []
  for (const row of open) {
    const place = firstPlaceIn('FL', [{ lat: Number(row.lat || Number.NaN), lon: Number(row.lon || Number.NaN) }])
    if (!place || !/^\d{12}$/.test(row.ncesId) || schools.has(row.ncesId)) {
      unplaced.push(`${row.ncesId} ${row.name}, ${row.city}`)
      continue
    }
    const county = counties.get(row.ncesId.slice(0, 7))
    schools.set(row.ncesId, {
      ...describe(row, fullName(row, fullNames.get(row.ncesId)), path),
      ...place,
      leaName: county ? floridaDistrictName(county.district, county.districtName) : null,
      students: members.byId.get(row.ncesId)?.students ?? maskedCount(row.students, path, 'ENROLLMENT'),
      directory: directoryId('fl-hifld', year),
      figure: percents.get(row.ncesId)?.[0] ?? null,
    })
  }
  report.join({
    name: `Florida: open schools of the HIFLD directory ${year} with a place in the state, each id once`,
    matched: schools.size,
    of: open.length,
    unmatched: unplaced,
  })
  for (const { year } of grades) {
    const scheme = schemeId('fl', year)
    const rated = [...schools.values()].filter((school) => school.figure?.scheme === scheme).length
    report.join({
      name: `Florida: our schools with a figure of ${year}`,
      matched: rated,
      of: schools.size,
      unmatched: [],
    })
  }
  const olderFigures = new Map([...percents].map(([ncesId, figures]) => [ncesId, figures.slice(1)]))
  return { schools: [...schools.values()], olderFigures }
}

/** What the directory alone says. */
function describe(
  row: Row,
  name: string,
  path: string,
): Omit<School, 'lat' | 'lon' | 'leaName' | 'students' | 'directory' | 'figure'> {
  const grades = gradesBetween(row.lowest, row.highest)
  const teachers = maskedNumber(row.teachers, path, 'FT_TEACHERS')
  return {
    ncesId: row.ncesId,
    leaId: row.ncesId.slice(0, 7),
    name: readableSchoolName(name),
    level: schoolLevel(grades, row.level),
    lowestGrade: gradeCode(row.lowest),
    highestGrade: gradeCode(row.highest),
    street: row.street === '' ? null : readableStreet(row.street),
    city: row.city === '' ? null : readableCity(row.city),
    state: 'FL',
    zip: readableZip(row.zip, row.plus4),
    phone: readablePhone(row.phone),
    website: readableWebsite(row.website),
    // 0 where the teachers of a virtual or a county program are counted elsewhere.
    teachers: teachers === null || teachers <= 0 ? null : teachers,
    groups: null,
  }
}

/** The directory's own name, or the state's where the directory cut it short. */
function fullName({ name }: Row, stateName = ''): string {
  return isBeginningOf(name, stateName) ? stateName : name
}

function reportGrades(
  year: number,
  schools: readonly GradedSchool[],
  unmatched: readonly GradedSchool[],
  report: JoinReport,
): void {
  const name = `Florida: school grades ${year}`
  const words = ({ district, districtName, number, name }: GradedSchool) =>
    `${district} ${districtName} ${number} ${name}`
  const scored = (rows: readonly GradedSchool[]) => rows.filter((row) => row.percent !== null)
  const matched = schools.length - unmatched.length
  report.join({ name: `${name} → HIFLD directory`, matched, of: schools.length, unmatched: unmatched.map(words) })
  const of = scored(schools).length
  report.join({
    name: `${name} with a per cent of points → HIFLD directory`,
    matched: of - scored(unmatched).length,
    of,
    unmatched: scored(unmatched).map(words),
  })
}

function withoutPlaceholders(row: Row): Row {
  const entries = Object.entries(row).map(([name, cell]) => [
    name,
    /^(not available|not applicable|not reported|missing|m|n|-999|-9|-2|-1)$/i.test(cell) ? '' : cell,
  ])
  return Object.fromEntries(entries) as Row
}

/** A school of the national directory, which has no state numbers. */
interface NamedSchool {
  readonly ncesId: string
  readonly leaId: string
  /** As the source writes it, in capitals. */
  readonly name: string
}

/** The national directory cuts names off at this many letters. */
const CUT = 60

/**
 * The state's rows by NCES id, joined by district and name: first names that agree but for punctuation, then, among what is
 * left on both sides, names that the national directory cut short. Only names that are unique in their district join.
 */
function joinByName<R extends FloridaSchool>(
  rows: readonly R[],
  schools: readonly NamedSchool[],
): { readonly byId: ReadonlyMap<string, R>; readonly unmatched: readonly R[] } {
  const byId = new Map<string, R>()
  const named = unique(schools, (school) => `${school.leaId} ${letters(school.name)}`)
  for (const [key, row] of unique(rows, (row) => `${floridaLea(row.district)} ${letters(row.name)}`)) {
    const school = named.get(key)
    if (school) byId.set(school.ncesId, row)
  }
  const joined = new Set(byId.values())
  for (const school of schools) {
    // The blanks where a comma stood count too, and blanks at the end are lost.
    if (byId.has(school.ncesId) || school.name.length < CUT - 2) continue
    const longer = rows.filter((row) => !joined.has(row) && isCutOf(school, row))
    if (longer.length !== 1) continue
    byId.set(school.ncesId, longer[0])
    joined.add(longer[0])
  }
  return { byId, unmatched: rows.filter((row) => !joined.has(row)) }
}

function isCutOf(school: NamedSchool, row: FloridaSchool): boolean {
  return floridaLea(row.district) === school.leaId && isBeginningOf(school.name, row.name)
}

/** Whether a name is the beginning of a longer one, but for punctuation. */
function isBeginningOf(name: string, longer: string): boolean {
  const beginning = letters(name)
  const whole = letters(longer)
  return whole.length > beginning.length && whole.startsWith(beginning)
}

/** By key, the items whose key no other has. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T | null>()
  for (const item of items) found.set(keyOf(item), found.has(keyOf(item)) ? null : item)
  return new Map([...found].filter((entry): entry is [string, T] => entry[1] !== null))
}

/** Letters and digits alone, with `&` and `@` in words: the national directory writes them so or drops the marks. */
function letters(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll('@', ' AT ')
    .replace(/[^A-Z0-9]/g, '')
}

/** Counties whose LEA ids left the order of district numbers when Dade was renamed Miami-Dade. */
const movedCounties: ReadonlyMap<number, string> = new Map([
  [55, '1201740'],
  [56, '1201770'],
  [57, '1201650'],
  [58, '1201680'],
  [59, '1201710'],
])

/** Districts that are not counties. */
const others: ReadonlyMap<number, readonly [leaId: string, name: string]> = new Map([
  [68, ['1202016', 'Florida School for the Deaf and the Blind']],
  [71, ['1200002', 'Florida Virtual School']],
  [72, ['1202012', 'Florida Atlantic University Laboratory School']],
  [73, ['1202013', 'Florida State University Laboratory School']],
  [74, ['1202014', 'Florida A&M University Laboratory School']],
  [75, ['1202015', 'University of Florida Laboratory School']],
])

/** Number of counties, each a district. */
const COUNTIES = 67

/** The LEA id (7 digits) of a district number of the Florida Department of Education; null for numbers without one. */
export function floridaLea(district: number): string | null {
  const known = movedCounties.get(district) ?? others.get(district)?.[0]
  if (known) return known
  return district >= 1 && district <= COUNTIES ? `12${String(30 * district).padStart(5, '0')}` : null
}

/** `Alachua County School District` for a county's name in capitals; null for numbers without a known name. */
export function floridaDistrictName(district: number, county: string): string | null {
  if (district < 1 || district > COUNTIES || county === '') return others.get(district)?.[1] ?? null
  const name = county.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
  return `${name.replace(/^Desoto$/, 'DeSoto')} County School District`
}

/**
 * The districts with Florida's under the names that its Department of Education uses now: the Census Bureau's files of 2016
 * still say Dade County.
 */
export function withFloridaNames(districts: readonly District[], schools: readonly School[]): District[] {
  const names = new Map(schools.map(({ leaId, leaName }) => [leaId, leaName]))
  return districts.map((district) =>
    district.state === '12' ? { ...district, name: names.get(district.geoid) ?? district.name } : district,
  )
}
