import { readCsv, readRecords, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { getPlace } from './places.ts'
import { groupsBy, inOperation } from './school.ts'
import {
  filesByYear,
  filesLike,
  maskedCount,
  maskedNumber,
  maskedTeachers,
  readTextTable,
  type TextRow,
  type WantedColumn,
} from './text-table.ts'

/** Value type of a map of campuses. */
type CampusOf<Campuses> = Campuses extends ReadonlyMap<string, infer Campus> ? Campus : never

const askTed = {
  campus: 'School Number',
  name: 'School Name',
  districtName: 'District Name',
  /** Status, such as `Active` or `Under Construction`. */
  status: 'School Status',
  /** Grades, such as `09-12` or `EE KG-05`. */
  grades: 'Grade Range',
  street: { headings: ['School Site Street Address', 'School Street Address'] },
  city: { headings: ['School Site City', 'School City'] },
  zip: { headings: ['School Site Zip', 'School Zip'] },
  phone: 'School Phone',
  website: 'School Web Page Address',
  students: { headings: enrollmentHeadings(), optional: true },
} as const

/**
 * Reads AskTED by campus number (9 digits), from the last file by name in `schools/tx`. Returns an empty map if there
 * is no file.
 */
export function readAskTed(sources: SourceFolder) {
  return lastByCampus(sources, /asktedDirectory.*\.csv(\.gz)?$/i, askTed, ({ students, ...row }, path) => ({
    ...row,
    grades: row.grades.replace(/^'/, ''),
    students: maskedCount(students, path, 'School Enrollment'),
  }))
}

/** A campus in AskTED, the Texas Education Agency's directory. */
export type AskTedCampus = CampusOf<Awaited<ReturnType<typeof readAskTed>>>

const geocoded = {
  campus: 'SchoolNumber',
  name: 'SchoolName',
  districtName: 'DistrictName',
  grades: 'GradeRange',
  street: 'SchoolSiteStreetAddress',
  city: 'SchoolSiteCity',
  zip: 'SchoolSiteZip',
  lat: 'Latitude',
  lon: 'Longitude',
} as const

/**
 * Reads the 2015 campus sites by campus number. Returns an empty map if the folder has no such file. Coordinates may be
 * NaN.
 */
export function readSitesOf2015(sources: SourceFolder) {
  return lastByCampus(sources, /^texas-schools-geocoded_2015.*\.csv(\.gz)?$/, geocoded, placed)
}

/** A campus in the 2015 AskTED directory, which had site addresses and was geocoded by its publisher. */
export type SiteOf2015 = CampusOf<Awaited<ReturnType<typeof readSitesOf2015>>>

/** Returns the possible headings of the enrollment column, which contain the month of the count. */
function enrollmentHeadings(): readonly string[] {
  return Array.from({ length: 20 }, (_, i) => `School Enrollment as of Oct ${2033 - i}`)
}

const listed = {
  campus: 'USER_School_Number',
  name: 'USER_School_Name',
  districtName: 'USER_District_Name',
  city: 'USER_School_City',
  /** Grades, such as `EE-05`. */
  grades: 'USER_Grade_Range',
  schoolType: 'School_Type',
  /**
   * Instruction type: `REGULAR INSTRUCTIONAL`, `JJAEP INSTRUCTIONAL` (custody) or `DAEP INSTRUCTIONAL` (after
   * expulsions).
   */
  instruction: { headings: ['USER_Instruction_Type'], optional: true },
  ncesId: 'USER_NCES_School_ID',
  students: 'Enrollment',
  teachers: 'Teacher Count',
} as const

/**
 * Reads the state's newest list by campus number (`tx_schools_2024-25_no_persons.csv.gz`). Returns null if there is no
 * file.
 */
export function readTexasList(sources: SourceFolder) {
  const pattern = /^tx_schools_(20\d\d)-\d\d.*\.csv(\.gz)?$/
  return newestByCampus(sources, pattern, listed, ({ ncesId, students, teachers, ...row }, path) => ({
    ...row,
    /** NCES id of 12 digits, or '' for most charter schools. */
    ncesId: /^'?(\d{12})$/.exec(ncesId)?.[1] ?? '',
    students: maskedCount(students, path, 'Enrollment'),
    /** Teachers in full-time equivalents. */
    teachers: maskedTeachers(teachers, path, 'Teacher Count'),
  }))
}

/** A campus in the state's list for a school year. The list contains no names of people. */
export type ListedCampus = CampusOf<NonNullable<Awaited<ReturnType<typeof readTexasList>>>['campuses']>

const pointed = {
  campus: 'campus_id',
  name: 'name',
  districtName: 'district',
  grades: 'grade_range',
  lat: 'lat',
  lon: 'lon',
} as const

/**
 * Reads the state's newest points by campus number (`tx_school_points_2023-24.csv.gz`). Returns an empty map if there
 * is no file.
 */
export function readCampusPoints(sources: SourceFolder) {
  return lastByCampus(sources, /^tx_school_points_20.*\.csv(\.gz)?$/, pointed, placed)
}

/** A campus in the state's point layer. */
export type CampusPoint = CampusOf<Awaited<ReturnType<typeof readCampusPoints>>>

function placed<R extends TextRow<'lat' | 'lon'>>({ lat, lon, ...row }: R) {
  return { ...row, ...getPlace(lat, lon) }
}

/** Reads the rows of the last file in `schools/tx` whose name matches, by campus number. */
async function lastByCampus<K extends string, T>(
  sources: SourceFolder,
  pattern: RegExp,
  wanted: CampusColumns<K>,
  createCampus: CampusMaker<K, T>,
): Promise<ReadonlyMap<string, T>> {
  const path = filesLike(sources, 'schools/tx', pattern).at(-1)
  return path === undefined ? new Map() : readByCampus(sources, path, wanted, createCampus)
}

/**
 * Reads the rows of the newest file of a yearly series by campus number, with its school year. Returns null if there is
 * no file.
 */
async function newestByCampus<K extends string, T>(
  sources: SourceFolder,
  pattern: RegExp,
  wanted: CampusColumns<K>,
  createCampus: CampusMaker<K, T>,
) {
  const newest = filesByYear(sources, 'schools/tx', pattern)[0]
  if (!newest) return null
  const { path, year } = newest
  const schoolYear = /20\d\d-\d\d/.exec(path)![0]
  return { year, schoolYear, campuses: await readByCampus(sources, path, wanted, createCampus) }
}

type CampusColumns<K extends string> = Readonly<Record<K | 'campus', WantedColumn>>
type CampusMaker<K extends string, T> = (row: Omit<TextRow<K | 'campus'>, 'campus'>, path: string) => T

async function readByCampus<K extends string, T>(
  sources: SourceFolder,
  path: string,
  wanted: CampusColumns<K>,
  createCampus: CampusMaker<K, T>,
): Promise<ReadonlyMap<string, T>> {
  const rows = await readTextTable(sources, path, wanted)
  return new Map(rows.map(({ campus, ...row }) => [campusNumber(campus), createCampus(row, path)]))
}

const counted = {
  campus: 'campus_id',
  name: 'campus_name',
  districtName: 'district_name',
  total: 'total_enrollment',
  white: 'white',
  asian: 'asian',
  black: 'black',
  hispanic: 'hispanic',
  pacificIslander: 'pacific_islander',
  nativeAmerican: 'native_american',
  twoOrMore: 'multiracial',
} as const

/**
 * Reads students in total and by race, by campus number, from the newest Performance Reports
 * (`tx_tapr_2023-24_campus_enrollment*`), which have no counts by sex. Returns null if there is no file. A count of -1
 * means that the number is masked.
 */
export function readPerformanceReports(sources: SourceFolder) {
  const pattern = /^tx_tapr_(20\d\d)-\d\d_campus_enrollment.*\.csv(\.gz)?$/
  return newestByCampus(sources, pattern, counted, ({ name, districtName, total, ...row }, path) => {
    const count = (group: keyof typeof row) => {
      const value = maskedNumber(row[group], path, group)
      return value === null || value < 0 ? null : value
    }
    return {
      name,
      districtName,
      students: maskedCount(total, path, 'total_enrollment'),
      groups: groupsBy((group) => (group === 'male' || group === 'female' ? null : count(group))),
    }
  })
}

/** A campus in the Texas Academic Performance Reports. */
export type CountedCampus = CampusOf<NonNullable<Awaited<ReturnType<typeof readPerformanceReports>>>['campuses']>

function campusNumber(cell: string): string {
  return cell.replace(/^'/, '').padStart(9, '0')
}

/** One year of the Common Core of Data for Texas. */
export type TexasCcd = NonNullable<Awaited<ReturnType<typeof readTexasCcd>>>
/** A campus in the Common Core of Data. */
export type CcdCampus = CampusOf<TexasCcd['campuses']>

const CAMPUSES = 'schools/tx/tx-campuses-ccd.csv.gz'
const DISTRICTS = 'schools/tx/tx-districts-ccd.csv.gz'

/**
 * Reads the 2013-14 layout, where `M` and `N` mean missing and not applicable. Returns null if the folder has no such
 * file.
 */
export async function readTexasCcd(sources: SourceFolder) {
  if (!sources.has(CAMPUSES)) return null
  const cell = (heading: string) => text({ heading, null: ['M', 'N'] })
  const rows = await readRecords(sources, CAMPUSES, {
    year: text({ heading: 'SURVYEAR', required: true, pattern: /^20\d\d$/ }),
    ncesId: text({ heading: 'NCESSCH', required: true, pattern: /^\d{12}$/ }),
    stateId: text({ heading: 'SEASCH', required: true, pattern: /^\d{9}$/ }),
    name: text({ heading: 'SCHNAM', required: true }),
    districtName: cell('LEANM'),
    phone: cell('PHONE'),
    street: cell('LSTREE'),
    city: cell('LCITY'),
    zip: cell('LZIP'),
    plus4: cell('LZIP4'),
    status: text({ heading: 'STATUS', required: true }),
    lat: cell('LATCOD'),
    lon: cell('LONCOD'),
    lowestGrade: cell('GSLO'),
    highestGrade: cell('GSHI'),
  })
  const campuses = rows.map(({ stateId, year, status, zip, plus4, lat, lon, ...campus }) => {
    const place = { ...getPlace(lat, lon), zip: [zip, plus4].filter(Boolean).join('-') }
    /**
     * `operating` is whether the campus was in operation in that year: open, new, added, reopened, or with a changed
     * agency.
     */
    return [stateId, { ...campus, ...place, operating: inOperation.has(status) }] as const
  })
  return {
    /** Calendar year in which the school year begins. */
    year: Number(rows[0]?.year),
    /** Campuses by the state's 9-digit campus number. */
    campuses: new Map(campuses),
    /** LEA id (7 digits) by the state's district number (6 digits). */
    leaOfDistrict: await readDistrictNumbers(sources),
  }
}

async function readDistrictNumbers(sources: SourceFolder): Promise<ReadonlyMap<string, string>> {
  if (!sources.has(DISTRICTS)) return new Map()
  const { columns } = await readCsv(sources, DISTRICTS, {
    LEAID: text({ required: true, pattern: /^\d{7}$/ }),
    STID: text({ required: true, pattern: /^\d{6}$/ }),
  })
  return new Map(columns.STID.map((number, i) => [number, columns.LEAID[i]]))
}
