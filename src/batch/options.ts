import { dimensions } from '../dimensions/catalog.ts'
import type { OpenOptions } from '../open.ts'
import { MOST_NEAREST } from '../schools/nearest.ts'
import { BatchError, type PlaceColumns } from './errors.ts'

export type BatchFormat = 'csv' | 'ndjson' | 'parquet'

export interface BatchOptions {
  /** Path of the input; `-` for standard input. */
  readonly input: string
  /** Path of the output; `-` for standard output. */
  readonly output: string
  /** Default: from the extension of the input, then of the output. */
  readonly format?: BatchFormat | undefined
  /** Of CSV: one character; found out when left out. */
  readonly delimiter?: string | undefined
  /** Of CSV: whether the first line names the columns. Default true; without, columns are named by numbers from 1. */
  readonly header?: boolean | undefined
  /** Columns of the place; found by their usual names when left out. */
  readonly lat?: string | undefined
  readonly lon?: string | undefined
  readonly address?: string | undefined
  /** What is asked about every row. Default: all dimensions, nothing else. */
  readonly question?: Partial<BatchQuestion> | undefined
  /** Folder of the bundles. Default: the embedded data. */
  readonly data?: string | undefined
  /** Folder of street layers for the geocoder. */
  readonly streets?: string | undefined
  /** Default: as many as the machine runs at once, and as the size of the input is worth. One is the thread of the caller. */
  readonly threads?: number | undefined
  /** Bytes of a text that are answered, written and noted together. Default 8 MiB of coordinates, 2 MiB where rows become strings. */
  readonly pieceBytes?: number | undefined
  /** Go on where an interrupted run of the same options stopped. */
  readonly resume?: boolean | undefined
  /** Write over an existing output, or begin anew after an interrupted run. */
  readonly force?: boolean | undefined
  /** Version of the package: a run is not resumed by another one. */
  readonly version?: string | undefined
  /** Stops the run, which then fails; it can be resumed. */
  readonly signal?: AbortSignal | undefined
  /** Called some times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export interface Progress {
  /** Rows written, those of a resumed run before included. */
  readonly rows: number
  /** Rows written by this run. */
  readonly newRows: number
  /** Share of the input that was read, 0-1; null where its size is not known. */
  readonly share: number | null
  readonly seconds: number
}

/** The whole question. Throws a `BatchError` for a dimension that there is not, or a wrong number of schools. */
export function completeQuestion(given: Partial<BatchQuestion> = {}): BatchQuestion {
  const ids = dimensions.map(({ id }) => id)
  const question: BatchQuestion = {
    dimensions: ids,
    descriptions: false,
    districts: false,
    schools: 0,
    geocodeDetails: false,
    prefix: '',
    ...given,
  }
  for (const id of question.dimensions)
    if (!ids.includes(id)) throw new BatchError(`There is no dimension '${id}'; there are ${ids.join(', ')}.`)
  const { schools } = question
  if (!(Number.isInteger(schools) && schools >= 0 && schools <= MOST_NEAREST))
    throw new BatchError(`${schools} schools cannot be looked for: give a whole number from 0 to ${MOST_NEAREST}.`)
  return { ...question, dimensions: [...new Set(question.dimensions)] }
}

/** The format of a run, as its options or its files say. */
export function formatOf({ format, input, output }: BatchOptions): BatchFormat {
  if (input === '') throw new BatchError('The input has no name.')
  const found = format ?? ofName(input) ?? ofName(output)
  if (found === undefined)
    throw new BatchError(`Neither ${input} nor ${output} says what format it has: name it with --format csv.`)
  const other = ofName(output)
  if (other !== undefined && other !== found)
    throw new BatchError(
      `The input is ${found}, the output ${output} would be ${other}: the output has the format of the input.`,
    )
  return found
}

/** Whether a file is compressed. */
export function isGzip(path: string): boolean {
  return /\.gz$/i.test(path)
}

function ofName(path: string): BatchFormat | undefined {
  const [, extension] = /\.(\w+)(?:\.gz)?$/i.exec(path) ?? []
  switch (extension?.toLowerCase()) {
    case 'csv':
    case 'tsv':
    case 'tab':
    case 'txt':
    case 'psv':
      return 'csv'
    case 'ndjson':
    case 'jsonl':
    case 'geojsonl':
      return 'ndjson'
    case 'parquet':
    case 'pq':
      return 'parquet'
    default:
      return undefined
  }
}

/** What is asked about every row. JSON: threads and machines are told it. */
export interface BatchQuestion {
  /** Ids of dimensions, in the order of their columns. */
  readonly dimensions: readonly string[]
  /** A text beside each score. */
  readonly descriptions: boolean
  /** The school districts of the place. */
  readonly districts: boolean
  /** How many of the nearest schools, 0-50. */
  readonly schools: number
  /** What an address was found as. */
  readonly geocodeDetails: boolean
  /** Stands before the names of added columns. */
  readonly prefix: string
}

/** Whether rows become strings on the way to their answers: those take many times the bytes of rows that stay numbers. */
export function makesStrings(
  { descriptions, districts, schools }: BatchQuestion,
  { address }: PlaceColumns<unknown>,
): boolean {
  return address.length > 0 || descriptions || districts || schools > 0
}

/** What has to be loaded for a question: millions of rows do not need what none of them asks for. `address`: columns of one, where there are any. */
export function needsOf(
  { dimensions, districts, schools }: BatchQuestion,
  { address }: { readonly address: readonly unknown[] },
): Required<Pick<OpenOptions, 'dimensions' | 'schools' | 'geocoder'>> {
  return { dimensions, schools: districts || schools > 0, geocoder: address.length > 0 }
}
