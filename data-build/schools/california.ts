import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { gradeRange, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { type EdgeSchool, firstPlaceIn, readEdge2014 } from './places.ts'
import { directoryId, type School, type StateSchools, schemeId } from './school.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableDistrictName, readableSchoolName } from './text/names.ts'
import { filesLike, maskedNumber, readTextTable, type TextRow } from './text-table.ts'

const directoryColumns = {
  cds: { headings: ['CDSCode'] },
  ncesDistrict: { headings: ['NCESDist'] },
  ncesSchool: { headings: ['NCESSchool'] },
  status: { headings: ['StatusType'] },
  district: { headings: ['District'] },
  school: { headings: ['School'] },
  street: { headings: ['Street', 'StreetAbr'] },
  city: { headings: ['City'] },
  zip: { headings: ['Zip'] },
  phone: { headings: ['Phone'] },
  extension: { headings: ['Ext'], optional: true },
  website: { headings: ['WebSite'] },
  level: { headings: ['EILName'], optional: true },
  offered: { headings: ['GSoffered'] },
  served: { headings: ['GSserved'] },
  lat: { headings: ['Latitude'] },
  lon: { headings: ['Longitude'] },
  updated: { headings: ['LastUpDate', 'Last Update'] },
} as const
type Row = TextRow<keyof typeof directoryColumns>

/**
 * The active schools of the California Department of Education's directory (`schools/ca/pubschls*`, the layouts of 2018 and
 * of today) that have a full NCES id, with the Dashboard's figure; null where the folder has no directory.
 * The directory counts no students and no teachers.
 */
export async function readCaliforniaSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const path = filesLike(sources, 'schools/ca', /^pubschls.*\.(txt|csv|xlsx)(\.gz)?$/i).at(-1)
  if (path === undefined) return null
  const rows = (await readTextTable(sources, path, directoryColumns)).map(withoutPlaceholders)
  const year = Math.max(...rows.map((row) => Number(/20\d\d/.exec(row.updated)?.[0] ?? 2000)))
  const dashboard = await readDashboard(sources)
  const edge = await readEdge2014(sources)

  const active = rows.filter((row) => row.status === 'Active' && row.school !== '')
  const identified = active.filter(hasNcesId)
  const schools = new Map<string, School>()
  const joined = new Set<string>()
  for (const row of identified) {
    const school = schoolOf(row, directoryId('ca-cde', year), dashboard, edge)
    if (!school || schools.has(school.ncesId)) continue
    schools.set(school.ncesId, school)
    joined.add(row.cds)
  }
  report.join({
    name: `California: active schools of the CDE directory ${year} with an NCES id`,
    matched: identified.length,
    of: active.length,
    unmatched: active.filter((row) => !hasNcesId(row)).map(label),
  })
  report.join({
    name: 'California: of these, with a place in the state, each id once',
    matched: schools.size,
    of: identified.length,
    unmatched: identified.filter((row) => !joined.has(row.cds)).map(label),
  })
  if (dashboard) reportDashboard(dashboard, rows, joined, report)
  else report.note('California: no Dashboard files of both subjects, so no ratings.')
  return { schools: [...schools.values()], olderFigures: new Map() }
}

function schoolOf(
  row: Row,
  directory: string,
  dashboard: Dashboard | null,
  edge: ReadonlyMap<string, EdgeSchool>,
): School | null {
  const ncesId = row.ncesDistrict + row.ncesSchool
  const place = firstPlaceIn('CA', [{ lat: degrees(row.lat), lon: degrees(row.lon) }, edge.get(ncesId)])
  if (!place) return null
  const grades = gradeRange(row.served) ?? gradeRange(row.offered)
  const value = dashboard?.distances.get(row.cds)
  return {
    ncesId,
    leaId: row.ncesDistrict,
    leaName: row.district === '' ? null : readableDistrictName(row.district),
    name: readableSchoolName(row.school),
    level: schoolLevel(grades, row.level),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    lat: place.lat,
    lon: place.lon,
    street: row.street === '' ? null : readableStreet(row.street),
    city: row.city === '' ? null : readableCity(row.city),
    state: 'CA',
    zip: readableZip(row.zip.slice(0, 5), row.zip.slice(6)),
    phone: readablePhone(row.phone, row.extension),
    website: readableWebsite(row.website),
    students: null,
    teachers: null,
    groups: null,
    directory,
    figure: dashboard && value !== undefined ? { scheme: schemeId('ca', dashboard.year), value } : null,
  }
}

function reportDashboard(
  dashboard: Dashboard,
  rows: readonly Row[],
  joined: ReadonlySet<string>,
  report: JoinReport,
): void {
  const listed = new Set(rows.map((row) => row.cds))
  const all = [...dashboard.schools.keys()]
  const scored = [...dashboard.distances.keys()]
  const join = (name: string, of: readonly string[], known: ReadonlySet<string>) => {
    const unmatched = of.filter((cds) => !known.has(cds)).map((cds) => `${cds} ${dashboard.schools.get(cds)}`)
    report.join({ name, matched: of.length - unmatched.length, of: of.length, unmatched })
  }
  join(`California: Dashboard ${dashboard.year} → CDE directory, open or not`, all, listed)
  join(`California: schools with a Dashboard ${dashboard.year} figure → our schools`, scored, joined)
  report.note(`California: ${dashboard.ofOneSubject} figures come from one subject alone.`)
}

/** Today's directory writes `No Data` where older ones left the cell empty. */
function withoutPlaceholders(row: Row): Row {
  const entries = Object.entries(row).map(([name, cell]) => [
    name,
    /^(no data|information redacted)$/i.test(cell) ? '' : cell,
  ])
  return { ...(Object.fromEntries(entries) as Row), cds: row.cds.padStart(14, '0') }
}

function hasNcesId(row: Row): boolean {
  return /^\d{7}$/.test(row.ncesDistrict) && /^\d{5}$/.test(row.ncesSchool)
}

/** NaN for an empty cell: it is in no state. */
function degrees(cell: string): number {
  return cell === '' ? Number.NaN : Number(cell)
}

function label(row: Row): string {
  return `${row.cds} ${row.school}, ${row.city} (NCES "${row.ncesDistrict}${row.ncesSchool}")`
}

/** The Academic Indicator of one year. */
interface Dashboard {
  readonly year: number
  /** By CDS code (14 digits): the mean distance from standard in English and mathematics, or of the one that is given. */
  readonly distances: ReadonlyMap<string, number>
  /** Number of distances that come from one subject alone. */
  readonly ofOneSubject: number
  /** Every school of the files, those without a figure too. */
  readonly schools: ReadonlyMap<string, string>
}

const dashboardColumns = {
  cds: { headings: ['cds', 'CDSCode'] },
  recordType: { headings: ['rtype'] },
  school: { headings: ['schoolname'], optional: true },
  group: { headings: ['studentgroup'] },
  distance: { headings: ['currstatus'] },
  year: { headings: ['reportingyear'] },
} as const

/**
 * The newest year that the California School Dashboard's files for English and for mathematics in `schools/ca` have in common
 * (names that begin with `ela` or `english`, and with `math`); null where there is none. CDE's record layouts of 2018 to 2025 agree
 * in the columns read here.
 */
async function readDashboard(sources: SourceFolder): Promise<Dashboard | null> {
  const english = await readSubject(sources, /^(ela|english).*\.(csv|txt|xlsx)(\.gz)?$/i)
  const mathematics = await readSubject(sources, /^math.*\.(csv|txt|xlsx)(\.gz)?$/i)
  const year = Math.max(...[...english.keys()].filter((year) => mathematics.has(year)))
  const both = [english.get(year), mathematics.get(year)].filter((subject) => subject !== undefined)
  if (both.length < 2) return null
  const distances = new Map<string, number>()
  let ofOneSubject = 0
  const schools = new Map(both.flatMap((subject) => [...subject.schools]))
  for (const cds of schools.keys()) {
    const pair = both.map((subject) => subject.distances.get(cds)).filter((value) => value !== undefined)
    if (pair.length === 0) continue
    if (pair.length === 1) ofOneSubject++
    // Hundredths: means of tenths that are equal must stay equal.
    distances.set(cds, Math.round((100 * pair.reduce((sum, value) => sum + value, 0)) / pair.length) / 100)
  }
  return { year, distances, ofOneSubject, schools }
}

interface Subject {
  readonly distances: Map<string, number>
  readonly schools: Map<string, string>
}

async function readSubject(sources: SourceFolder, pattern: RegExp): Promise<ReadonlyMap<number, Subject>> {
  const years = new Map<number, Subject>()
  for (const path of filesLike(sources, 'schools/ca', pattern)) {
    for (const row of await readTextTable(sources, path, dashboardColumns)) {
      // Districts, the state and groups of students have rows of their own.
      if (row.recordType !== 'S' || row.group.toUpperCase() !== 'ALL') continue
      const year = yearOf(row.year, path)
      const subject = years.get(year) ?? { distances: new Map(), schools: new Map() }
      years.set(year, subject)
      // A spreadsheet takes leading zeros off.
      const cds = row.cds.padStart(14, '0')
      subject.schools.set(cds, row.school)
      const distance = maskedNumber(row.distance, path, 'currstatus')
      if (distance !== null) subject.distances.set(cds, distance)
    }
  }
  return years
}

function yearOf(cell: string, file: string): number {
  if (!/^20\d\d$/.test(cell)) {
    throw new SourceError({ file, found: `reportingyear is "${cell}"`, expectation: 'a year such as 2018' })
  }
  return Number(cell)
}
