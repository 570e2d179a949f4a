import type { SourceFolder } from '../read/source-folder.ts'
import { filesLike, maskedCount, maskedTeachers, readTextTable, withoutMarks } from './text-table.ts'

const wanted = {
  ncesId: 'NCES School ID',
  /**
   * The state's numbers of the district and the school as NCES writes them, such as `CA-3366993-0129882` or
   * `FL-48-1444`.
   */
  stateId: 'State School ID',
  name: 'School Name',
  district: 'District',
  lowest: 'Low Grade',
  highest: 'High Grade',
  street: 'Street Address',
  city: 'City',
  zip: 'ZIP',
  plus4: 'ZIP 4-digit',
  phone: 'Phone',
  students: 'Students',
  teachers: 'Teachers',
  status: 'Status',
} as const

/**
 * Reads the newest export of the NCES school search in a state's folder (`ca_nces_ccd_search_export_2022-23.csv.gz`),
 * or returns null if there is none. The marks for "not applicable" and "missing", a dagger and a dash, become empty
 * strings.
 */
export async function readNcesExport(sources: SourceFolder, folder: string) {
  const path = filesLike(sources, folder, /nces_ccd_search_export_20\d\d-\d\d\.csv(\.gz)?$/).at(-1)
  if (path === undefined) return null
  const rows = (await readTextTable(sources, path, wanted)).map((row) => withoutMarks(row, /^\s*[†‡–—-]\s*$/))
  const schools = rows
    .filter(({ ncesId, status }) => /^\d{12}$/.test(ncesId) && status !== 'Closed')
    .map(({ plus4, status: _, students, teachers, ...row }) => ({
      ...row,
      zip: plus4 === '' ? row.zip : `${row.zip}-${plus4}`,
      students: maskedCount(students, path, 'Students'),
      /** Teachers in full-time equivalents. */
      teachers: maskedTeachers(teachers, path, 'Teachers'),
    }))
  return { schoolYear: /20\d\d-\d\d/.exec(path)![0], schools }
}

/** A school that NCES does not list as closed. A field is empty if the export has no value. */
export type NcesSchool = NonNullable<Awaited<ReturnType<typeof readNcesExport>>>['schools'][number]
