import type { LatLon } from '../geography/center-index.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { type CaliforniaResults, cdsCode, readCaliforniaResults } from './california-results.ts'
import { gradeRange, gradesBetween, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { type NcesSchool, readNcesExport } from './nces-export.ts'
import { apart, firstPlaceIn, getPlace, MOVED, placedByZip, readEdge2014, siteAddress } from './places.ts'
import { groupsBy, type School, type StateSchools, type StudentGroups } from './school.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableDistrictName, readableSchoolName } from './text/names.ts'
import {
  filesByYear,
  filesLike,
  maskedCount,
  maskedNumber,
  readTextTable,
  type TextRow,
  withoutMarks,
} from './text-table.ts'

/** Data about one school, from all files. */
interface Entry {
  /** CDS code: the state's 14-digit number for county, district and school. */
  readonly cds: string
  readonly listed: DirectoryRow | undefined
  readonly counted: CountedSchool | undefined
  readonly nces: NcesSchool | undefined
  /** Coordinates in the 2022 directory. */
  readonly point: LatLon | undefined
}

/**
 * Reads the California schools that had students on the newest census day (`schools/ca/*census_day_enrollment*`).
 * Without such a file, reads the active schools in the directory (`pubschls*`). The NCES id comes from the directory.
 * For schools that opened after the directory was published, the id comes from the NCES school search export, joined by
 * the last seven digits of the CDS code. Returns null if the folder has no directory.
 */
export async function readCaliforniaSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const directory = await readDirectory(sources)
  if (!directory) return null
  const census = await readCensusDay(sources)
  const nces = await readNcesExport(sources, 'schools/ca')
  const results = await readCaliforniaResults(sources)
  const points = await readPoints(sources)
  const edge = await readEdge2014(sources)

  const ncesByNumber = new Map(nces?.schools.map((school) => [school.stateId.slice(-7), school]))
  const year = census?.year ?? directory.year
  const active = [...directory.rows.values()].filter(({ status, school }) => status === 'Active' && school !== '')
  const open = census ? [...census.schools.keys()] : active.map(({ cds }) => cds)
  const entries = open.map(
    (cds): Entry => ({
      cds,
      listed: directory.rows.get(cds),
      counted: census?.schools.get(cds),
      nces: ncesByNumber.get(cds.slice(-7)),
      point: points.get(cds),
    }),
  )
  const identified = entries.filter((entry) => getNcesId(entry) !== null)
  const id = `ca-cde-${year}`
  const schools = new Map<string, School>()
  const entryOf = new Map<string, Entry>()
  const joined = new Set<string>()
  for (const entry of identified) {
    const school = getSchool(entry, id, results, edge)
    if (!school || schools.has(school.ncesId)) continue
    schools.set(school.ncesId, school)
    entryOf.set(school.ncesId, entry)
    joined.add(entry.cds)
  }

  const isOurs = ({ cds }: Entry) => joined.has(cds)
  const origin = census ? `the census day ${census.schoolYear}` : year
  report.match(`California: schools of ${origin} with an NCES id`, entries, (entry) => getNcesId(entry) !== null, label)
  report.match('California: of these, with a place in the state, each id once', identified, isOurs, label)
  const getStudents = ({ counted }: Entry) => counted?.students
  if (census) report.students(`California: students of ${origin} in our schools`, entries, isOurs, getStudents)
  if (results) reportResults(results, new Set(open), joined, report)
  else report.note('California: no school results, so no ratings.')
  const teachers = nces ? `, teachers of ${nces.schoolYear} from NCES` : ''
  const list = census ? `Census Day Enrollment ${census.schoolYear}` : 'Public Schools and Districts'
  const placedSchools = await placedByZip([...schools.values()], {
    state: 'CA',
    sources,
    report,
    countyOf: ({ ncesId }) => entryOf.get(ncesId)!.cds.slice(0, 2),
    others: ({ ncesId }) => [listedPlace(entryOf.get(ncesId)!), edge.get(ncesId)],
  })
  return {
    schools: placedSchools,
    directory: { id, name: `California Department of Education, ${list}${teachers}`, year },
  }
}

/**
 * Returns the NCES id in the directory, or the id in the NCES export if the directory has none. The directory comes
 * first so that a school keeps its id: NCES has since moved 770 charter schools to LEAs of their own, which changed all
 * but the last five digits.
 */
function getNcesId({ nces, listed }: Entry): string | null {
  const id = listed ? listed.ncesDistrict + listed.ncesSchool : ''
  return /^\d{12}$/.test(id) ? id : (nces?.ncesId ?? null)
}

function getSchool(
  entry: Entry,
  directory: string,
  results: CaliforniaResults | null,
  edge: ReadonlyMap<string, LatLon>,
): School | null {
  const { cds, listed, counted, nces, point } = entry
  const ncesId = getNcesId(entry)!
  const listedAt = listedPlace(entry)
  const place = firstPlaceIn('CA', [point, listedAt, edge.get(ncesId)])
  if (!place) return null
  const grades =
    counted?.grades ??
    gradesBetween(nces?.lowest ?? '', nces?.highest ?? '') ??
    gradeRange(listed?.served ?? '') ??
    gradeRange(listed?.offered ?? '')
  const address = getAddress(entry, listedAt)
  // For schools that the state runs itself, NCES names no district, so the directory's district is used.
  const leaName = (ncesId === nces?.ncesId ? nces.district : '') || listed?.district || counted?.district
  const value = results?.distances.get(cds)
  return {
    ncesId,
    leaId: ncesId.slice(0, 7),
    leaName: leaName ? readableDistrictName(leaName) : null,
    name: readableSchoolName(counted?.name || listed?.school || nces?.name || cds),
    level: schoolLevel(grades, listed?.level ?? ''),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    lat: place.lat,
    lon: place.lon,
    street: address?.street ? readableStreet(address.street) : null,
    city: address?.city ? readableCity(address.city) : null,
    state: 'CA',
    zip: address ? readableZip(address.zip.slice(0, 5), address.zip.slice(6)) : null,
    phone: readablePhone(nces?.phone ?? '') ?? readablePhone(listed?.phone ?? '', listed?.extension),
    website: readableWebsite(listed?.website ?? ''),
    students: counted?.students ?? null,
    teachers: nces?.teachers ?? null,
    groups: counted?.groups ?? null,
    directory,
    figure: results && value !== undefined ? { scheme: results.scheme, value } : null,
    ...(listed && isProgram(listed) ? { listedAs: 'program' } : {}),
  }
}

/** Types of schools for students in custody, at home, in hospitals or after an expulsion. */
const PROGRAM_TYPE = /^(juvenile court school|youth authority school|home and hospital|community day school)$/i

/**
 * Checks whether the directory lists a school as a program. County community schools teach students who were expelled
 * or are on probation, but charter schools of this type accept everybody. A traditional school that is not a charter
 * school has a campus, even if the directory calls it virtual.
 */
function isProgram({ type, charter, virtual }: DirectoryRow): boolean {
  if (charter !== 'Y' && type === 'County Community School') return true
  return PROGRAM_TYPE.test(type) || (virtual === 'F' && (charter === 'Y' || type !== 'Traditional'))
}

function listedPlace({ listed }: Entry): LatLon | undefined {
  return listed && getPlace(listed.lat, listed.lon)
}

/**
 * Returns the directory's address, or the NCES address if the school has moved since the directory was published. The
 * directory comes first because NCES often gives the address of an office or a PO box.
 */
function getAddress({ listed, nces, point }: Entry, listedAt: LatLon | undefined) {
  const moved = point && listedAt && apart(point, listedAt) > MOVED
  return moved ? siteAddress(nces, listed) : siteAddress(listed, nces)
}

function reportResults(
  { title, distances, ofOneSubject }: CaliforniaResults,
  open: ReadonlySet<string>,
  joined: ReadonlySet<string>,
  report: JoinReport,
): void {
  const scored = [...distances.keys()].filter((cds) => open.has(cds))
  const name = `California: open schools with a figure of the ${title} → our schools`
  report.match(name, scored, (cds) => joined.has(cds), String)
  report.note(`California: ${ofOneSubject} figures come from only one subject.`)
}

function label({ cds, counted, listed }: Entry): string {
  const students = counted?.students ? `, ${counted.students} students` : ''
  return `${cds} ${counted?.name || listed?.school || ''}, ${listed?.city || counted?.district || ''}${students}`
}

const directoryColumns = {
  cds: 'CDSCode',
  ncesDistrict: 'NCESDist',
  ncesSchool: 'NCESSchool',
  status: 'StatusType',
  district: 'District',
  school: 'School',
  street: { headings: ['Street', 'StreetAbr'] },
  city: 'City',
  zip: 'Zip',
  phone: 'Phone',
  extension: { headings: ['Ext'], optional: true },
  website: 'WebSite',
  level: { headings: ['EILName'], optional: true },
  type: { headings: ['EdOpsName'], optional: true },
  /** `Y` for charter schools. */
  charter: { headings: ['Charter'], optional: true },
  /** `F` for schools that teach only online. */
  virtual: { headings: ['Virtual'], optional: true },
  offered: 'GSoffered',
  served: 'GSserved',
  lat: 'Latitude',
  lon: 'Longitude',
  updated: { headings: ['LastUpDate', 'Last Update'] },
} as const
type DirectoryRow = TextRow<keyof typeof directoryColumns>

/** Reads the directory by CDS code, in the 2018 or the current layout. Returns null if the folder has none. */
async function readDirectory(sources: SourceFolder) {
  const path = filesLike(sources, 'schools/ca', /^pubschls.*\.(txt|csv|xlsx)(\.gz)?$/i).at(-1)
  if (path === undefined) return null
  const rows = (await readTextTable(sources, path, directoryColumns)).map(withoutPlaceholders)
  const year = Math.max(...rows.map((row) => Number(/20\d\d/.exec(row.updated)?.[0] ?? 2000)))
  return { year, rows: new Map(rows.map((row) => [row.cds, row])) }
}

/**
 * Replaces placeholders with empty strings. The current directory writes `No Data` where older directories left the
 * cell empty.
 */
function withoutPlaceholders(row: DirectoryRow): DirectoryRow {
  return { ...withoutMarks(row, /^(no data|information redacted)$/i), cds: cdsCode(row.cds) }
}

/** A school as counted on Census Day. */
interface CountedSchool {
  readonly name: string
  readonly district: string
  readonly students: number | null
  readonly groups: StudentGroups
  /** Lowest and highest grade that has students; null if no grade has any. */
  readonly grades: readonly [low: number, high: number] | null
}

const gradeColumns = ['tk', 'k', ...Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))]

const countColumns = {
  cds: 'CDSCode',
  name: 'school_name',
  district: 'district_name',
  total: 'total_enrollment',
  asian: 'RE_A',
  black: 'RE_B',
  filipino: 'RE_F',
  hispanic: 'RE_H',
  nativeAmerican: 'RE_I',
  pacificIslander: 'RE_P',
  twoOrMore: 'RE_T',
  white: 'RE_W',
  female: 'GN_F',
  male: 'GN_M',
  ...Object.fromEntries(gradeColumns.map((grade) => [grade, `grade_${grade}`])),
}

/** Reads the newest census-day enrollment by CDS code, or returns null if the folder has none. */
async function readCensusDay(sources: SourceFolder) {
  const newest = filesByYear(sources, 'schools/ca', /census_day_enrollment_(20\d\d)-\d\d.*\.csv(\.gz)?$/)[0]
  if (!newest) return null
  const { path, year } = newest
  const schools = new Map<string, CountedSchool>()
  for (const row of await readTextTable<string>(sources, path, countColumns)) {
    const count = (column: string) => maskedNumber(row[column], path, column)
    const sum = (...columns: readonly string[]) => {
      const counts = columns.map(count).filter((value) => value !== null)
      return counts.length < columns.length ? null : counts.reduce((total, value) => total + value, 0)
    }
    const grades = gradeColumns.filter((grade) => (count(grade) ?? 0) > 0).map((grade) => Number(grade) || 0)
    schools.set(cdsCode(row.cds), {
      name: row.name,
      district: row.district,
      students: maskedCount(row.total, path, 'total_enrollment'),
      grades: grades.length > 0 ? [grades[0], grades.at(-1)!] : null,
      // Filipinos count as Asian, as in the federal categories.
      groups: groupsBy((group) => (group === 'asian' ? sum('asian', 'filipino') : count(group))),
    })
  }
  return { year, schoolYear: /20\d\d-\d\d/.exec(path)![0], schools }
}

const pointColumns = { cds: 'CDSCode', lat: 'lat', lon: 'lon' } as const

/** Reads coordinates from a later edition of the directory by CDS code. Returns an empty map if the folder has none. */
async function readPoints(sources: SourceFolder): Promise<ReadonlyMap<string, LatLon>> {
  const path = filesLike(sources, 'schools/ca', /^ca_school_points_20.*\.csv(\.gz)?$/).at(-1)
  if (path === undefined) return new Map()
  const rows = await readTextTable(sources, path, pointColumns)
  return new Map(rows.map(({ cds, lat, lon }) => [cdsCode(cds), getPlace(lat, lon)]))
}
