import type { OptionNames } from '../../base/parameters/options.ts'
import type { AddressPart } from './address-parts.ts'
import { type BatchQuestion, questionOptions } from './batch-question.ts'
import { BatchError } from './errors.ts'
import type { InputOptions } from './formats/format.ts'
import { type BatchFormat, FORMATS } from './formats/index.ts'
import type { UnusedColumn } from './place-columns.ts'

/**
 * Options of `runBatch`: the file, and what to add to every row. By default, all dimensions are added and nothing else.
 */
export interface BatchOptions extends InputOptions, Partial<BatchQuestion> {
  /** Path of the output. `-` for standard output. */
  readonly output: string
  /**
   * Format of the input and output. Default: determined by the extension of the input, or of the output if the input's
   * extension is unknown.
   */
  readonly format?: BatchFormat | undefined
  /** Folder of the bundles. Default: the embedded data. */
  readonly data?: string | undefined
  /** Folder of the street index for the geocoder. Default: the street index in the user's data folder. */
  readonly streets?: string | undefined
  /** Whether to use the data in the user's data folder. Default: true. */
  readonly userData?: boolean | undefined
  /** Number of threads. Default: the number of cores, or fewer for small inputs. 1 uses the calling thread. */
  readonly threads?: number | undefined
  /**
   * Whether to continue an interrupted run. If there is no interrupted run, the run starts with the first row. If the
   * input, options or data have changed since the interruption, the run throws, or starts over if `force` is also set.
   * A nightly job can set both `resume` and `force`: it then continues an interrupted run if possible, and otherwise
   * replaces the last output.
   */
  readonly resume?: boolean | undefined
  /** Whether to overwrite an existing output and, without `resume`, to start over after an interrupted run. */
  readonly force?: boolean | undefined
  /** Version of the package. A run is only resumed by the same version. */
  readonly version?: string | undefined
  /** Signal that stops the run. The promise rejects with code `batch_stopped`, and the run can be resumed. */
  readonly signal?: AbortSignal | undefined
  /** Called once, before the first row is answered. */
  readonly onStart?: ((columns: FoundColumns) => void) | undefined
  /** Called each time a piece has been written. See `pieceBytes`. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export const batchOptions: OptionNames<BatchOptions> = {
  input: 'string',
  output: 'string',
  lat: 'string',
  lon: 'string',
  address: 'string',
  delimiter: 'string',
  header: 'boolean',
  pieceBytes: true,
  format: 'string',
  ...questionOptions,
  data: 'string',
  streets: 'string',
  userData: 'boolean',
  threads: true,
  resume: 'boolean',
  force: 'boolean',
  version: 'string',
  signal: 'signal',
  onStart: 'function',
  onProgress: 'function',
}

/** Maximum number of threads in a run. */
const MAX_THREADS = 256

/** @throws {BatchError} when `threads` or `pieceBytes` is not a whole number or is out of range */
export function checkCounts({ threads = 1, pieceBytes = 1 }: Pick<BatchOptions, 'threads' | 'pieceBytes'>): void {
  for (const [name, value, most] of [
    ['threads', threads, MAX_THREADS],
    ['pieceBytes', pieceBytes, 2 ** 30],
  ] as const)
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      throw new BatchError(`${name} must be a whole number from 1 to ${most}, not ${value}.`)
}

/** Columns or fields that contain the places of a file. */
export interface FoundColumns {
  /** Names of the coordinate columns. null if the file only has addresses. */
  readonly coordinates: { readonly lat: string; readonly lon: string } | null
  /** Names of the address columns. Empty if the file only has coordinates. */
  readonly address: readonly string[]
  /**
   * Part of the address in each address column. null if neither the name nor the values of the column reveal the part.
   */
  readonly parts: readonly (AddressPart | null)[]
  /** Columns that look like part of an address, or like a latitude or longitude, but are not used. */
  readonly unused: readonly UnusedColumn[]
  /** Values of the place columns in the first rows, in this order: latitude, longitude, address columns. */
  readonly sample: readonly (readonly string[])[]
}

/** Progress of a run. */
export interface Progress {
  /** Number of rows written, including rows that an interrupted run had already written. */
  readonly rows: number
  /** Rows written by this run. */
  readonly newRows: number
  /**
   * Fraction of the input's stored bytes that has been read, 0-1. null if the size is unknown. A small compressed file
   * is read completely before its rows are scored, so the fraction is 1 from the first call.
   */
  readonly share: number | null
  /** Seconds since the run began. */
  readonly seconds: number
}

/** Returns the format of a run, from the `format` option or the file names. */
export function getFormat({ format, input, output }: BatchOptions): BatchFormat {
  if (input === '') throw new BatchError('The name of the input is empty.')
  const chosen = format ?? formatOfName(input) ?? formatOfName(output)
  const extension = getExtension(input)
  const mayBeLines = extension === 'json' && chosen !== undefined
  const advice = format === undefined && !mayBeLines ? UNREADABLE[extension] : undefined
  if (advice !== undefined) throw new BatchError(`${input} ${advice}`)
  if (chosen === undefined)
    throw new BatchError(
      `Neither ${input} nor ${output} has a known file extension: name the format, for example --format csv.`,
    )
  const other = formatOfName(output)
  if (other !== undefined && other !== chosen)
    throw new BatchError(
      `The input is ${chosen} but the output ${output} would be ${other}. A batch cannot convert between formats.`,
      'batch_invalid',
      other === 'parquet'
        ? 'use the same format for both, then convert the result to Parquet, for example with COPY in DuckDB.'
        : 'use the same format for both.',
    )
  return chosen
}

const SPREADSHEET = 'is a spreadsheet: save the sheet as CSV and score the CSV file.'
const ARCHIVE = 'is an archive: unpack it and name the file inside.'
const GEOJSON = `is a single GeoJSON document: write one object per line first, for example with jq -c '.features[] | .properties + {lon: .geometry.coordinates[0], lat: .geometry.coordinates[1]}' FILE > points.ndjson.`

/** Advice about common files that `batch` does not read, by extension. */
const UNREADABLE: Readonly<Record<string, string>> = {
  xlsx: SPREADSHEET,
  xls: SPREADSHEET,
  ods: SPREADSHEET,
  numbers: SPREADSHEET,
  zip: ARCHIVE,
  '7z': ARCHIVE,
  rar: ARCHIVE,
  tar: ARCHIVE,
  tgz: ARCHIVE,
  geojson: GEOJSON,
  json: `is a single JSON document: convert it to one object per line first, for example with jq -c '.[]' FILE > points.ndjson.`,
}

/**
 * Guesses the format of an input from its first bytes. JSON lines begin with a brace, and Parquet begins with `PAR1`.
 */
export function formatOfStart(bytes: Uint8Array): BatchFormat {
  const text = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart()
  if (text.startsWith('PAR1')) return 'parquet'
  return /^[{[]/.test(text) ? 'ndjson' : 'csv'
}

export function formatOfName(path: string): BatchFormat | undefined {
  const extension = getExtension(path)
  return (Object.keys(FORMATS) as BatchFormat[]).find((name) => FORMATS[name].extensions.includes(extension))
}

/** Returns the extension in lowercase, without the `.gz` of a compressed file. */
function getExtension(path: string): string {
  const [, extension = ''] = /\.(\w+)(?:\.gz)?$/i.exec(path) ?? []
  return extension.toLowerCase()
}
