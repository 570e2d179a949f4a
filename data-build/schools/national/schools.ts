import { basename } from 'node:path/posix'
import { openChunks } from '../../read/chunks.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder, UsedFile } from '../../read/source-folder.ts'
import type { JoinReport } from '../join-report.ts'
import type { School, SchoolDirectory } from '../school.ts'
import { filesLike } from '../text-table.ts'
import { readDirectory, readStaff } from './directory.ts'
import { readEdgeGeocodes } from './edge-geocodes.ts'
import { type Membership, readMembership } from './membership.ts'

const ID = 'ccd'
const NAME = 'National Center for Education Statistics, Common Core of Data'

/**
 * Reads the open public schools of the nation from the NCES files in `schools/nces`: CCD directory (029), membership
 * (052) and staff (059), each as `.zip`, `.csv` or `.csv.gz`, and the EDGE geocodes. Returns null if the folder has no
 * CCD directory. The newest school year is used. Without membership or staff files, students or teachers are null.
 * Schools without coordinates are skipped and listed in the report. Throws a `SourceError` when there are no EDGE
 * geocodes, or a file has another layout.
 */
export async function readNationalSchools(sources: SourceFolder, report?: JoinReport) {
  const files = nationalFiles(sources)
  if (files === null) return null
  if (files.places === null) {
    const expectation = 'EDGE_GEOCODE_PUBLICSCH_YYYY.zip in the same folder, because the directory has no coordinates'
    throw new SourceError({ file: files.directory.path, found: 'no EDGE geocodes', expectation })
  }
  /** Files that were read in chunks and are therefore not in `sources.used()`. */
  const streamed: UsedFile[] = []
  const open = (file: NationalFile) => openChunks(sources, file.path, streamed)

  const all = await readDirectory(await open(files.directory))
  const places = await readEdgeGeocodes(sources, files.places.path)
  const listed = all.filter((school) => places.has(school.ncesId))
  const ids = listed.map((school) => school.ncesId)
  const membership = files.membership
    ? await readMembership(await open(files.membership), ids)
    : new Map<string, Membership>()
  const staff = files.staff ? await readStaff(await open(files.staff)) : new Map<string, number>()

  const schools = listed.map((school): School => {
    const { students, groups } = membership.get(school.ncesId) ?? { students: null, groups: null }
    const teachers = staff.get(school.ncesId) ?? null
    return { ...school, ...places.get(school.ncesId)!, students, teachers, groups, directory: ID, figure: null }
  })
  if (report) {
    const join = (name: string, of: readonly { ncesId: string; name: string }[], has: (id: string) => boolean) =>
      report.match(
        name,
        of,
        ({ ncesId }) => has(ncesId),
        (school) => `${school.ncesId} ${school.name}`,
      )
    join('CCD directory → EDGE geocodes', all, (id) => places.has(id))
    if (files.membership) {
      join('CCD directory → membership', listed, (id) => (membership.get(id)?.students ?? null) !== null)
    }
    if (files.staff) join('CCD directory → staff', listed, (id) => staff.has(id))
    for (const sentence of mixedYears(files.directory, [files.places, files.membership, files.staff]))
      report.note(sentence)
  }
  const directory: SchoolDirectory = { id: ID, name: NAME, year: files.directory.year }
  return { schools, directory, streamed }
}

/** Describes missing files, and files from a different year than the directory. */
function mixedYears(directory: NationalFile, others: readonly (NationalFile | null)[]): readonly string[] {
  const kinds = ['coordinates', 'students', 'teachers']
  return others.flatMap((file, i) => {
    if (file === null) return [`Common Core of Data: there is no ${kinds[i]} file, so its figures are null.`]
    if (file.year === directory.year) return []
    return [`Common Core of Data: the ${kinds[i]} are from ${file.year}, the schools from ${directory.year}.`]
  })
}

/**
 * Adds state data to the national schools: the figure, and facts that the national files lack. National facts take
 * precedence. Schools that only a state lists are dropped because they have since closed.
 */
export function withFigures(national: readonly School[], states: readonly School[]): School[] {
  const byId = new Map(states.map((school) => [school.ncesId, school]))
  return national.map((school) => {
    const state = byId.get(school.ncesId)
    return state === undefined ? school : filled(school, state)
  })
}

function filled(school: School, state: School): School {
  // Takes grades and level from the same source, and all parts of an address from the same source.
  const hasGrades = school.lowestGrade !== null || school.highestGrade !== null
  const { lowestGrade, highestGrade } = hasGrades ? school : state
  const { street, city, zip } = school.street === null && school.city === null && school.zip === null ? state : school
  return {
    ...state,
    ...(Object.fromEntries(Object.entries(school).filter(([, value]) => value !== null)) as Partial<School>),
    lowestGrade,
    highestGrade,
    street,
    city,
    zip,
    level: hasGrades ? school.level : (state.level ?? school.level),
  }
}

/** A yearly file from NCES. */
interface NationalFile {
  readonly path: string
  /** Calendar year in which its school year starts: 2023 for 2023-24. */
  readonly year: number
}

const FOLDER = 'schools/nces'
// A file name such as ccd_sch_052_2324_l_1a_073124.zip consists of the survey, the school year, `l` for long or `w` for
// wide, the release (0a preliminary, 1a and later final), and the day.
const CCD = /^ccd_sch_(029|052|059)_(\d\d)(\d\d)(?:_[a-z]_?(\d[a-z]))?[^/]*\.(?:zip|csv|csv\.gz)$/i
const EDGE = /^EDGE_GEOCODE_PUBLICSCH_(\d\d)(\d\d)\.(?:zip|txt|txt\.gz|csv|csv\.gz|xlsx|dbf|dbf\.gz)$/i

/**
 * Returns the files of the newest school year that has a directory, each in its latest release. A file that is missing
 * for that year is taken from another year. Returns null when the folder `schools/nces` has no directory.
 */
function nationalFiles(sources: SourceFolder) {
  const ccd = filesLike(sources, FOLDER, CCD).flatMap((path) => {
    const [, survey, first, second, release = ''] = CCD.exec(basename(path)) as RegExpExecArray
    return dated(path, first, second, release.toLowerCase()).map((file) => ({ ...file, survey }))
  })
  const edge = filesLike(sources, FOLDER, EDGE).flatMap((path) => {
    const [, first, second] = EDGE.exec(basename(path)) as RegExpExecArray
    // A zip is preferred. Among other formats, text is the fastest to read and a workbook the slowest.
    const rank = path.search(/\.zip$/i) !== -1 ? '4' : path.search(/\.(txt|csv)(\.gz)?$/i) !== -1 ? '3' : '2'
    return dated(path, first, second, /\.xlsx$/i.test(path) ? '1' : rank)
  })
  const of = (survey: string) => ccd.filter((file) => file.survey === survey)
  const directory = newest(of('029'), null)
  if (directory === null) return null
  return {
    /** CCD 029 is the directory. */
    directory,
    /** EDGE has the geocodes. */
    places: newest(edge, directory.year),
    /** CCD 052 is membership. */
    membership: newest(of('052'), directory.year),
    /** CCD 059 is staff. */
    staff: newest(of('059'), directory.year),
  }
}

interface Candidate extends NationalFile {
  /** Rank of the file. Of two files for the same year, the file with the higher rank is used. */
  readonly rank: string
}

/** Returns the file with its year, or an empty list if the two halves of its name are not a school year. */
function dated(path: string, first: string, second: string, rank: string): readonly Candidate[] {
  return (Number(first) + 1) % 100 === Number(second) ? [{ path, year: 2000 + Number(first), rank }] : []
}

/**
 * Returns the last release for the wanted year. If that year is missing, returns the last release for the newest year.
 */
function newest(files: readonly Candidate[], wanted: number | null): NationalFile | null {
  const year = files.some((file) => file.year === wanted) ? wanted : Math.max(...files.map((file) => file.year))
  const ofYear = files.filter((file) => file.year === year)
  if (ofYear.length === 0) return null
  const { path } = ofYear.reduce((best, file) => (file.rank >= best.rank ? file : best))
  return { path, year: ofYear[0].year }
}
