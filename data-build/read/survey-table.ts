import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { coveredStates } from '../../src/states.ts'
import { type CsvSpec, number, parseCsv, text } from './csv.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { UsedFile } from './source-folder.ts'

/** Estimates of census tracts of the covered states; of each tract one row. */
export interface SurveyTable<Cell extends string> {
  /** 11-digit GEOIDs. */
  readonly tract: readonly string[]
  /** By cell, such as `E017`; NaN where the survey has no figure. */
  readonly cells: Readonly<Record<Cell, Float64Array>>
  readonly used: UsedFile
}

/** Summary level of tracts, then the state. */
const TRACTS = coveredStates.map(({ fips }) => Buffer.from(`1400000US${fips}`))
/**
 * Codes in place of an estimate: not available, too few cases, and others (Census Bureau, notes on ACS estimate
 * values).
 */
const NO_FIGURE = [-222222222, -333333333, -555555555, -666666666, -888888888, -999999999]
/** Bytes; the rows of the widest tables have some 10,000. */
const LONGEST_ROW = 1024 ** 2

/**
 * Reads cells of a table of the American Community Survey's table-based summary file: `acsdt5y2024-b27010.dat`, plain
 * or gzipped. Rows of other areas are left out as they are read, so that a national table of 300 MB needs little
 * memory.
 *
 * @param name of the file in errors
 * @param table such as `B27010`
 * @throws {SourceError} when it is missing, cut short or not that table
 */
export async function readSurveyTable<Cell extends string>(
  path: string,
  name: string,
  table: string,
  cells: readonly Cell[],
): Promise<SurveyTable<Cell>> {
  const digest = createHash('sha256')
  const rows = new TractRows(name)
  const noted = new Transform({
    transform(chunk: Buffer, _, done) {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  const inflated = path.endsWith('.gz') ? [createGunzip()] : []
  const keep = new Writable({
    write(chunk: Buffer, _, done) {
      done(rows.add(chunk))
    },
  })
  try {
    await pipeline([createReadStream(path), noted, ...inflated, keep])
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    throw new SourceError(
      { file: name, found: reasonOf(cause), expectation: 'a whole file; download it again' },
      { cause },
    )
  }
  const plain = number({ null: NO_FIGURE, min: 0, integer: true })
  const ids = { GEO_ID: text({ required: true, pattern: /^1400000US\d{11}$/ }) }
  const estimates = Object.fromEntries(cells.map((cell) => [`${table}_${cell}`, plain]))
  const kept = rows.kept()
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
    used: { path: name, sha256: digest.digest('hex'), bytes: (await stat(path)).size },
  }
}

/** The headings and the rows of tracts, out of chunks of a table. */
class TractRows {
  readonly #name: string
  readonly #rows: Buffer[] = []
  #rest: Buffer = Buffer.alloc(0)

  constructor(name: string) {
    this.#name = name
  }

  /** Returns what is wrong, null where nothing is. */
  add(chunk: Buffer): SourceError | null {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#row(bytes.subarray(start, end + 1))
      start = end + 1
    }
    this.#rest = bytes.subarray(start)
    if (this.#rest.length <= LONGEST_ROW) return null
    return new SourceError({
      file: this.#name,
      found: 'a row of more than a megabyte',
      expectation: 'a table of text',
    })
  }

  #row(row: Buffer): void {
    if (this.#rows.length === 0 || TRACTS.some((start) => row.subarray(0, start.length).equals(start)))
      this.#rows.push(Buffer.from(row))
  }

  kept(): Buffer {
    if (this.#rest.length > 0) this.#row(this.#rest)
    return Buffer.concat(this.#rows)
  }
}

const LF = 0x0a
