import { basename, dirname } from 'node:path'
import { coveredStates } from '../../src/base/states.ts'
import { openChunks, wholeRows } from './chunks.ts'
import { type CsvSpec, number, parseCsv, text } from './csv.ts'
import { SourceError } from './source-error.ts'
import { SourceFolder, type UsedFile } from './source-folder.ts'

/** Estimates for the census tracts of the covered states, one row per tract. */
export interface SurveyTable<Cell extends string> {
  /** 11-digit GEOIDs. */
  readonly tract: readonly string[]
  /** Figures by table cell, such as `E017`; NaN if the survey has no figure. */
  readonly cells: Readonly<Record<Cell, Float64Array>>
  readonly used: UsedFile
}

/** Start of a tract GEOID for each state: the summary level, followed by the state code. */
const TRACTS = coveredStates.map(({ fips }) => Buffer.from(`1400000US${fips}`))
/**
 * Codes in place of an estimate: not available, too few cases, and others (Census Bureau, notes on ACS estimate
 * values).
 */
const NO_FIGURE = [-222222222, -333333333, -555555555, -666666666, -888888888, -999999999]

/**
 * Reads cells of a table in the American Community Survey's table-based summary file, such as `acsdt5y2024-b27010.dat`,
 * plain or gzipped. Rows of other areas are dropped immediately, so that a national table of 300 MB needs little
 * memory.
 *
 * @param name file name for error messages
 * @param table table ID, such as `B27010`
 * @throws {SourceError} when the file is missing, truncated or a different table
 */
export async function readSurveyTable<Cell extends string>(
  path: string,
  name: string,
  table: string,
  cells: readonly Cell[],
): Promise<SurveyTable<Cell>> {
  const streamed: UsedFile[] = []
  const { chunks } = await openChunks(new SourceFolder(dirname(path)), basename(path), streamed)
  const rows: Buffer[] = []
  for await (const block of wholeRows(chunks, name))
    for (const row of rowsIn(block))
      if (rows.length === 0 || TRACTS.some((start) => row.subarray(0, start.length).equals(start)))
        rows.push(Buffer.from(row))
  const kept = Buffer.concat(rows)
  const plain = number({ null: NO_FIGURE, min: 0, integer: true })
  const ids = { GEO_ID: text({ required: true, pattern: /^1400000US\d{11}$/ }) }
  const estimates = Object.fromEntries(cells.map((cell) => [`${table}_${cell}`, plain]))
  const parsed = <Spec extends CsvSpec>(spec: Spec) =>
    parseCsv(kept, `${name} (tracts)`, spec, { delimiter: '|' }).columns
  const tract = parsed(ids).GEO_ID.map((id) => id.slice(-11))
  const columns = parsed(estimates)
  const twice = new Set(tract).size < tract.length ? tract.find((id, i) => tract.indexOf(id) !== i) : undefined
  if (twice !== undefined)
    throw new SourceError({ file: name, found: `tract ${twice} twice`, expectation: 'a row for each tract' })
  return {
    tract,
    cells: Object.fromEntries(cells.map((cell) => [cell, columns[`${table}_${cell}`]])) as Record<Cell, Float64Array>,
    used: { ...streamed[0], path: name },
  }
}

/** Yields each row with its line break. */
function* rowsIn(block: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length)
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length
    yield bytes.subarray(start, end)
    start = end
  }
}
