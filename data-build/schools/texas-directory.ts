import type { SourceFolder } from '../read/source-folder.ts'
import { maskedCount } from './masked-number.ts'
import { filesLike } from './newest-file.ts'
import type { Place } from './state-place.ts'
import { readTextTable } from './text-table.ts'

/** An address as an agency writes it, mostly in capitals; '' where it gives none. */
export interface RawAddress {
  readonly street: string
  readonly city: string
  /** `75832` or `75832-0427`. */
  readonly zip: string
}

/** A campus in AskTED, the Texas Education Agency's directory. */
export interface AskTedCampus extends RawAddress {
  readonly name: string
  readonly districtName: string
  /** `Active`, `Under Construction`. */
  readonly status: string
  /** `09-12`, `EE KG-05`. */
  readonly grades: string
  readonly phone: string
  readonly website: string
  readonly students: number | null
}

const askTed = {
  campus: { headings: ['School Number'] },
  name: { headings: ['School Name'] },
  districtName: { headings: ['District Name'] },
  status: { headings: ['School Status'] },
  grades: { headings: ['Grade Range'] },
  street: { headings: ['School Site Street Address', 'School Street Address'] },
  city: { headings: ['School Site City', 'School City'] },
  zip: { headings: ['School Site Zip', 'School Zip'] },
  phone: { headings: ['School Phone'] },
  website: { headings: ['School Web Page Address'] },
  students: { headings: enrolmentHeadings(), optional: true },
} as const

/** AskTED by campus number (9 digits), the last file by name in `schools/tx`; empty where there is none. */
export async function readAskTed(sources: SourceFolder): Promise<ReadonlyMap<string, AskTedCampus>> {
  const path = filesLike(sources, 'schools/tx', /asktedDirectory.*\.csv(\.gz)?$/i).at(-1)
  if (path === undefined) return new Map()
  return new Map(
    (await readTextTable(sources, path, askTed)).map(({ campus, students, ...row }) => [
      campusNumber(campus),
      { ...row, grades: row.grades.replace(/^'/, ''), students: maskedCount(students, path, 'School Enrollment') },
    ]),
  )
}

/** A campus in AskTED of 2015, which had the address of the site and was geocoded by its publisher. */
export interface SiteOf2015 extends RawAddress, Place {
  readonly name: string
  readonly districtName: string
  readonly grades: string
}

const geocoded = {
  campus: { headings: ['SchoolNumber'] },
  name: { headings: ['SchoolName'] },
  districtName: { headings: ['DistrictName'] },
  grades: { headings: ['GradeRange'] },
  street: { headings: ['SchoolSiteStreetAddress'] },
  city: { headings: ['SchoolSiteCity'] },
  zip: { headings: ['SchoolSiteZip'] },
  lat: { headings: ['Latitude'] },
  lon: { headings: ['Longitude'] },
} as const

/** The sites of 2015 by campus number; empty where the folder has no such file. Places may be NaN. */
export async function readSitesOf2015(sources: SourceFolder): Promise<ReadonlyMap<string, SiteOf2015>> {
  const path = filesLike(sources, 'schools/tx', /^texas-schools-geocoded_2015.*\.csv(\.gz)?$/).at(-1)
  if (path === undefined) return new Map()
  return new Map(
    (await readTextTable(sources, path, geocoded)).map(({ campus, lat, lon, ...row }) => [
      campusNumber(campus),
      { ...row, lat: Number(lat || Number.NaN), lon: Number(lon || Number.NaN) },
    ]),
  )
}

/** The heading names the month of the count. */
function enrolmentHeadings(): readonly string[] {
  return Array.from({ length: 20 }, (_, i) => `School Enrollment as of Oct ${2033 - i}`)
}

function campusNumber(cell: string): string {
  return cell.replace(/^'/, '').padStart(9, '0')
}
