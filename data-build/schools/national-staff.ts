import { parseCsv, text } from '../read/csv.ts'
import { SourceError } from '../read/source-error.ts'
import { type ChunkedText, wholeText } from './national-chunks.ts'
import { isReported, said } from './national-said.ts'

/**
 * Teachers by NCES id, in full-time equivalents, from CCD 059; schools whose figure is missing or 0 are absent: a school
 * without any teacher has none of its own on the list. Throws a `SourceError` for another layout, a figure that is no
 * number, and a school that comes twice.
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
    const plain = said(columns.TEACHERS[i])
    if (plain === '' || !isReported(columns.DMS_FLAG[i])) return
    if (!/^(\d+(\.\d*)?|\.\d+)$/.test(plain)) {
      throw new SourceError({ file, found: `TEACHERS of ${id} is "${plain}"`, expectation: 'full-time equivalents' })
    }
    if (Number(plain) > 0) teachers.set(id, Number(plain))
  })
  return teachers
}
