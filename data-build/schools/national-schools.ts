import { SourceError } from '../read/source-error.ts'
import type { SourceFolder, UsedFile } from '../read/source-folder.ts'
import type { SchoolDirectory } from './directories.ts'
import type { JoinReport } from './join-report.ts'
import { openChunks } from './national-chunks.ts'
import { readDirectory } from './national-directory.ts'
import { readEdgeGeocodes } from './national-edge-geocodes.ts'
import { type NationalFile, nationalFiles } from './national-files.ts'
import { type Membership, readMembership } from './national-membership.ts'
import { readStaff } from './national-staff.ts'
import type { School } from './school.ts'

export interface NationalSchools {
  /** By ascending NCES id, without figures. */
  readonly schools: readonly School[]
  /** The list that names them all; its year is the one in which the school year starts. */
  readonly directory: SchoolDirectory
  /** Files that were read piece by piece and are therefore not in `sources.used()`. */
  readonly streamed: readonly UsedFile[]
}

const ID = 'ccd'
const NAME = 'National Center for Education Statistics, Common Core of Data'

/**
 * The open public schools of the nation from the files of NCES in `schools/nces`: CCD directory (029), membership (052) and
 * staff (059), each as `.zip`, `.csv` or `.csv.gz`, and the EDGE geocodes. Null where the folder has no CCD directory.
 * The newest school year wins; without membership or staff files students or teachers are null. Schools without
 * coordinates are left out, and the report lists them.
 * Throws a `SourceError` when there are no EDGE geocodes, or a file has another layout.
 */
export async function readNationalSchools(sources: SourceFolder, report?: JoinReport): Promise<NationalSchools | null> {
  const files = nationalFiles(sources)
  if (files === null) return null
  if (files.places === null) {
    const expectation = 'EDGE_GEOCODE_PUBLICSCH_YYYY.zip beside it: the directory has no coordinates'
    throw new SourceError({ file: files.directory.path, found: 'no EDGE geocodes', expectation })
  }
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
    const place = places.get(school.ncesId) as { readonly lat: number; readonly lon: number }
    const { students, groups } = membership.get(school.ncesId) ?? { students: null, groups: null }
    const teachers = staff.get(school.ncesId) ?? null
    return { ...school, lat: place.lat, lon: place.lon, students, teachers, groups, directory: ID, figure: null }
  })
  if (report) {
    const join = (name: string, of: readonly { ncesId: string; name: string }[], has: (id: string) => boolean) => {
      const without = of.filter((school) => !has(school.ncesId))
      const unmatched = without.map((school) => `${school.ncesId} ${school.name}`)
      report.join({ name, matched: of.length - without.length, of: of.length, unmatched })
    }
    join('CCD directory → EDGE geocodes', all, (id) => places.has(id))
    if (files.membership) {
      join('CCD directory → membership', listed, (id) => (membership.get(id)?.students ?? null) !== null)
    }
    if (files.staff) join('CCD directory → staff', listed, (id) => staff.has(id))
    for (const sentence of mixedYears(files.directory, [files.places, files.membership, files.staff]))
      report.note(sentence)
  }
  return { schools, directory: { id: ID, name: NAME, year: files.directory.year }, streamed }
}

/** What to say of files of other years than the directory's, and of files that are not there. */
function mixedYears(directory: NationalFile, others: readonly (NationalFile | null)[]): readonly string[] {
  const kinds = ['coordinates', 'students', 'teachers']
  return others.flatMap((file, i) => {
    if (file === null) return [`Common Core of Data: no file of ${kinds[i]}, so they are null.`]
    if (file.year === directory.year) return []
    return [`Common Core of Data: ${kinds[i]} of ${file.year} beside the schools of ${directory.year}.`]
  })
}
