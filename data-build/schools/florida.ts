import type { SourceFolder } from '../read/source-folder.ts'
import { directoryId } from './directories.ts'
import { floridaDistrictName, floridaLea } from './florida-districts.ts'
import { type GradedSchool, readMembership, readSchoolGrades } from './florida-grades.ts'
import { isBeginningOf, joinByName } from './florida-names.ts'
import { gradeCode } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { schoolLevel } from './level-word.ts'
import { maskedCount, maskedNumber } from './masked-number.ts'
import { filesLike } from './newest-file.ts'
import { readablePhone } from './phone.ts'
import { schemeId } from './rating-schemes.ts'
import { readableCity, readableStreet, readableZip } from './readable-address.ts'
import { readableSchoolName } from './readable-name.ts'
import type { RatingFigure, School } from './school.ts'
import { firstPlaceIn } from './state-place.ts'
import type { StateSchools } from './state-schools.ts'
import { readTextTable, type TextRow } from './text-table.ts'
import { readableWebsite } from './website.ts'

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
  const nowhere: string[] = []
  for (const row of open) {
    const place = firstPlaceIn('FL', [{ lat: Number(row.lat || Number.NaN), lon: Number(row.lon || Number.NaN) }])
    if (!place || !/^\d{12}$/.test(row.ncesId) || schools.has(row.ncesId)) {
      nowhere.push(`${row.ncesId} ${row.name}, ${row.city}`)
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
    unmatched: nowhere,
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
  const low = gradeCode(row.lowest)
  const high = gradeCode(row.highest)
  const grades = low === null || high === null ? null : ([low, high] as const)
  const teachers = maskedNumber(row.teachers, path, 'FT_TEACHERS')
  return {
    ncesId: row.ncesId,
    leaId: row.ncesId.slice(0, 7),
    name: readableSchoolName(name),
    level: schoolLevel(grades, row.level),
    lowestGrade: low,
    highestGrade: high,
    street: row.street === '' ? null : readableStreet(row.street),
    city: row.city === '' ? null : readableCity(row.city),
    state: 'FL',
    zip: readableZip(row.zip, row.plus4),
    phone: readablePhone(row.phone),
    website: readableWebsite(row.website),
    // 0 stands where the teachers of a virtual or a county programme are counted elsewhere.
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
