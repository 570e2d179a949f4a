import { isUtf8 } from 'node:buffer'
import { type ChunkedText, wholeText } from '../../read/chunks.ts'
import { parseCsv, text } from '../../read/csv.ts'
import { SourceError } from '../../read/source-error.ts'
import { gradesBetween, schoolLevel } from '../grades.ts'
import { inOperation, type School } from '../school.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from '../text/contacts.ts'
import { readableDistrictName, readableSchoolName } from '../text/names.ts'

/** Facts about a school from the directory. Other files add the remaining facts. */
type ListedSchool = Omit<School, 'lat' | 'lon' | 'students' | 'teachers' | 'groups' | 'directory' | 'figure'>

const optional = text()
const columns = {
  NCESSCH: text({ required: true, pattern: /^\d{12}$/ }),
  LEAID: text({ required: true, pattern: /^\d{7}$/ }),
  LEA_NAME: optional,
  SCH_NAME: text({ required: true }),
  ST: text({ required: true, pattern: /^[A-Z]{2}$/ }),
  LSTREET1: optional,
  LSTREET2: optional,
  LSTREET3: optional,
  LCITY: optional,
  LSTATE: optional,
  LZIP: optional,
  LZIP4: optional,
  PHONE: optional,
  WEBSITE: optional,
  SY_STATUS: text({ required: true, pattern: /^\d$/ }),
  GSLO: optional,
  GSHI: optional,
  LEVEL: optional,
}

/**
 * Reads the open public schools of CCD 029, in the layout used since 2016-17, ascending by NCES id. Schools that were
 * closed, inactive or not yet open in that year are skipped. `state` is the state where the school is located; the
 * agency's own code differs for schools of the Bureau of Indian Education. Throws a `SourceError` for another layout
 * and for a school listed twice.
 */
export async function readDirectory(source: ChunkedText): Promise<readonly ListedSchool[]> {
  const { file } = source
  const bytes = await wholeText(source)
  const encoding = isUtf8(bytes) ? 'utf-8' : 'cp1252'
  const table = parseCsv(bytes, file, columns, { encoding, skipEmptyRows: true })
  const schools: ListedSchool[] = []
  const seen = new Set<string>()
  for (let row = 0; row < table.rows; row++) {
    const cell = (name: keyof typeof columns) => reported(table.columns[name][row])
    const ncesId = cell('NCESSCH')
    if (seen.has(ncesId)) throw new SourceError({ file, found: `${ncesId} twice`, expectation: 'one row per school' })
    seen.add(ncesId)
    if (!inOperation.has(cell('SY_STATUS'))) continue
    if (cell('SCH_NAME') === '')
      throw new SourceError({ file, found: `${ncesId} without a name`, expectation: 'SCH_NAME' })
    schools.push(listed(cell))
  }
  return schools.sort((a, b) => (a.ncesId < b.ncesId ? -1 : 1))
}

function listed(cell: (name: keyof typeof columns) => string): ListedSchool {
  const grades = gradesBetween(cell('GSLO'), cell('GSHI'))
  const streets = [cell('LSTREET1'), cell('LSTREET2'), cell('LSTREET3')].map(readableStreet)
  const state = cell('LSTATE')
  return {
    ncesId: cell('NCESSCH'),
    leaId: cell('LEAID'),
    leaName: readableDistrictName(cell('LEA_NAME')) || null,
    name: readableSchoolName(cell('SCH_NAME')),
    level: schoolLevel(grades, cell('LEVEL')),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    street: streets.filter((street) => street !== '').join(', ') || null,
    city: readableCity(cell('LCITY')) || null,
    state: /^[A-Z]{2}$/.test(state) ? state : cell('ST'),
    zip: readableZip(cell('LZIP'), cell('LZIP4')),
    phone: readablePhone(cell('PHONE')),
    website: readableWebsite(cell('WEBSITE')),
  }
}

/**
 * Reads teachers by NCES id, in full-time equivalents, from CCD 059. Schools whose figure is missing or 0 are skipped,
 * because 0 means that the list assigns no teachers to a school, not that nobody teaches there. Throws a `SourceError`
 * for another layout, a figure that is not a number, and a school listed twice.
 */
export async function readStaff(source: ChunkedText): Promise<ReadonlyMap<string, number>> {
  const { file } = source
  const { columns } = parseCsv(
    await wholeText(source),
    file,
    {
      NCESSCH: text({ required: true, pattern: /^\d{12}$/ }),
      TEACHERS: text(),
      TOTAL_INDICATOR: text(),
      DMS_FLAG: text(),
    },
    { encoding: 'cp1252', skipEmptyRows: true },
  )
  const teachers = new Map<string, number>()
  const seen = new Set<string>()
  columns.NCESSCH.forEach((id, i) => {
    if (columns.TOTAL_INDICATOR[i] !== 'Education Unit Total') return
    if (seen.has(id)) throw new SourceError({ file, found: `${id} twice`, expectation: 'one total per school' })
    seen.add(id)
    const plain = reported(columns.TEACHERS[i])
    if (plain === '' || !isReported(columns.DMS_FLAG[i])) return
    if (!/^(\d+(\.\d*)?|\.\d+)$/.test(plain)) {
      throw new SourceError({ file, found: `TEACHERS of ${id} is "${plain}"`, expectation: 'full-time equivalents' })
    }
    if (Number(plain) > 0) teachers.set(id, Number(plain))
  })
  return teachers
}

/** Values that NCES writes for missing data, in lowercase. */
const NOTHING = new Set([
  ...['', '-', '–', 'm', 'n', '-1', '-2', '-3', '-9'],
  ...['missing', 'not reported', 'not applicable', 'suppressed'],
])

/** Returns the text of a cell, or '' if NCES reports nothing. */
export function reported(cell: string): string {
  return NOTHING.has(cell.trim().toLowerCase()) ? '' : cell
}

/**
 * Checks whether a figure with this data management system flag (DMS_FLAG) was reported. Figures flagged `Missing`,
 * `Not reported`, `Not applicable` or `Suppressed` were not.
 */
export function isReported(flag: string): boolean {
  return reported(flag) !== '' || flag === ''
}
