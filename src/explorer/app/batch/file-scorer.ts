import {
  addCounts,
  answerColumns,
  assertSchoolsLoaded,
  type BatchCode,
  BatchError,
  type BatchQuestion,
  type Counts,
  type CsvPlan,
  completeQuestion,
  countsAfter,
  getDegrees,
  getNeeds,
  HAZARD_NAMES,
  type HazardMaps,
  joinAddress,
  joined,
  type LatLon,
  LINE_FEED,
  makesStrings,
  mapsAt,
  type Note,
  noCounts,
  type PlaceColumns,
  planCsv,
  RETURN,
  RowAnswerer,
  RowScanner,
  RowWriter,
  type Vicinage,
} from '../library.ts'
import { placeHasCoverage } from '../map/tiles.ts'
import { BEYOND_THE_PAGE, fileText, MAX_ROWS } from './file-text.ts'
import { recordEnds, recordFields } from './records.ts'
import type { ScoredTable } from './scored-file.ts'
import { ScoredRows, type ScoredRowsSummary } from './scored-rows.ts'

/** Options for reading a file and for the columns to add. The names match the options of `vicinage batch`. */
export interface FileOptions {
  /** Delimiter, a single character. Detected from the first line by default. */
  readonly delimiter?: string | undefined
  readonly header: boolean
  /** Name of the latitude column. Place columns with the usual names are detected by default. */
  readonly lat?: string | undefined
  /** Name of the longitude column. */
  readonly lon?: string | undefined
  readonly address?: string | undefined
  readonly question: Partial<BatchQuestion>
  /** IDs of custom dimensions to add to the catalog dimensions. */
  readonly own?: readonly string[]
}

/** Contents of a file. */
export interface Look {
  readonly delimiter: string
  /** Column names, or numbers from 1 if the file has no header. */
  readonly names: readonly string[]
  readonly rows: number
  /** Fields of the first rows. */
  readonly first: readonly (readonly string[])[]
  /** Indexes of the place columns, from 0; null if they are unknown. `problem` then contains the reason. */
  readonly place: PlaceColumns<number> | null
  /** Places parsed from the first rows: one-line addresses or coordinates. */
  readonly understood: readonly string[]
  /** Whether latitude and longitude seem to be swapped. */
  readonly isSwapped: boolean
  /** Reason why the file cannot be scored as is, without the advice that `vicinage batch` gives. */
  readonly problem: Note | null
}

export interface FileAnswer extends ScoredRowsSummary {
  /** File with the added columns. */
  readonly table: ScoredTable
  readonly counts: Counts
  /** Fields of the first result rows. */
  readonly first: readonly (readonly string[])[]
  /** Kinds of maps that the hazard scores in the first rows are based on, by dimension ID. */
  readonly maps: readonly Partial<Record<string, HazardMaps>>[]
  /** Number of unscored rows that could be scored at the centroid of their ZIP code. */
  readonly zipOnly: number
  readonly seconds: number
}

/** Receives the number of rows scored, or undefined while the data is still loading. */
export type TellProgress = (rows: number | undefined) => void

/** Number of bytes at the start of the file in which to look for the first line, as in `vicinage batch`. */
const HEAD = 1 << 20
const FIRST_ROWS = 5
/** Number of rows whose parsed place is shown. */
const UNDERSTOOD_ROWS = 3
/** Number of rows of the result to show. */
const SHOWN_ROWS = 200
/** Number of rows sampled across the file to check for swapped coordinates. */
const SAMPLE = 200
/**
 * Number of rows scored per chunk if rows have only coordinates and need only scores. Large chunks share more raster
 * pages.
 */
const CHUNK = 20_000
/**
 * Number of rows scored per chunk if rows have addresses or need other answers. Small chunks make progress smoother.
 */
const CHUNK_WITH_STRINGS = 1_000

/** Scores one file in memory. The result has the same bytes as the output of `vicinage batch`. */
export class FileScorer {
  readonly #open: (needs: ReturnType<typeof getNeeds>) => Promise<Vicinage>
  #text = new Uint8Array(0)
  #records: { readonly from: number; readonly delimiter: string; readonly ends: readonly number[] } | undefined

  /** @param open opens the library with the data that a question needs */
  constructor(open: (needs: ReturnType<typeof getNeeds>) => Promise<Vicinage>) {
    this.#open = open
  }

  /** Reads a file. Throws a `BatchError` if it is not text. */
  async read(file: Blob): Promise<void> {
    this.#text = await fileText(file)
    this.#records = undefined
  }

  /** Examines the file. Throws a `BatchError` if the file is not valid CSV with any options. */
  look(options: FileOptions): Look {
    const text = this.#text
    // Finds the records first. For this, any CSV file can be read as a file without a header and with an address in the
    // first column.
    const { delimiter, columns, headerBytes } = this.#plan({
      ...options,
      header: false,
      lat: undefined,
      lon: undefined,
      address: '1',
    })
    const all = this.#endsFrom(headerBytes, delimiter)
    const starts = [headerBytes, ...all].slice(options.header ? 1 : 0, -1)
    const rows = starts.length
    const field = (start: number) => recordFields(text, start, delimiter)
    const shown = {
      delimiter,
      names: options.header ? field(headerBytes) : Array.from({ length: columns }, (_, i) => String(i + 1)),
      rows,
      first: starts.slice(0, FIRST_ROWS).map(field),
    }
    try {
      const { place } = this.#plan(options)
      const step = Math.ceil(rows / SAMPLE)
      const sample = starts.filter((_, row) => row % step === 0).map(field)
      const understood = shown.first.slice(0, UNDERSTOOD_ROWS).map((fields) => placeText(fields, place))
      return { ...shown, place, understood, isSwapped: isSwapped(sample, place, delimiter), problem: getProblem(rows) }
    } catch (error) {
      if (!(error instanceof BatchError)) throw error
      return {
        ...shown,
        place: null,
        understood: [],
        isSwapped: false,
        problem: { code: error.code, text: error.fact },
      }
    }
  }

  /**
   * Scores all rows.
   *
   * @throws {BatchError} if `look` reports a problem
   * @throws {NotLoadedError} if schools or districts are requested but not in the page's data
   * @throws {BundleError} when data cannot be loaded
   */
  async score(options: FileOptions, tell: TellProgress): Promise<FileAnswer> {
    const look = this.look(options)
    if (look.problem !== null) throw new BatchError(look.problem.text, look.problem.code as BatchCode)
    const question = completeQuestion(options.question, options.own)
    const plan = this.#plan(options)
    const { names } = look
    tell(undefined)
    const vicinage = await this.#open(getNeeds(question, plan.place))
    assertSchoolsLoaded(vicinage.schools, question)
    const started = performance.now()
    const answerer = new RowAnswerer(vicinage, question, plan.place)
    const scanner = new RowScanner(plan)
    const writer = new RowWriter(plan)
    const counts = noCounts()
    const rows = new ScoredRows(question.dimensions)
    const first: string[][] = []
    let zipOnly = 0
    const parts = [new Blob([Uint8Array.from(plan.outputHeader)])]
    for (const chunk of this.#chunks(plan, question)) {
      tell(counts.rows)
      writer.begin(chunk.length)
      scanner.scan(chunk, 0)
      const answers = answerer.answer(scanner.points)
      writer.write(chunk, scanner, answers)
      // Stores each chunk as a blob. Browsers keep blobs outside the page's memory, so a large result does not exhaust
      // it.
      const written = writer.written()
      parts.push(new Blob([written]))
      if (first.length < SHOWN_ROWS) {
        const starts = [0, ...recordEnds(written, 0, plan.delimiter).slice(0, -1)]
        for (const start of starts.slice(0, SHOWN_ROWS - first.length))
          first.push(recordFields(written, start, plan.delimiter))
      }
      rows.add(counts.rows, scanner.points, answers)
      addCounts(counts, scanner.withLines(answers.counts))
      zipOnly += answers.zipOnly
    }
    tell(counts.rows)
    const seconds = (performance.now() - started) / 1000
    const { coordinates, address } = plan.place
    const table = {
      csv: new Blob(parts, { type: 'text/csv' }),
      headerBytes: plan.outputHeader.length,
      delimiter: plan.delimiter,
      names: options.header ? names : names.map((name) => `column_${name}`),
      texts: address.filter((column) => column !== coordinates?.lat && column !== coordinates?.lon),
      added: answerColumns(question, plan.place),
      build: vicinage.build,
      ...rows.places(),
    }
    const maps = first.map((_, row) => mapsOfRow(vicinage, { lat: table.lat[row], lon: table.lon[row] }))
    return { table, counts: countsAfter(plan.outputHeader, counts), first, maps, zipOnly, seconds, ...rows.summary() }
  }

  #plan({ question, own: layers, ...options }: FileOptions): CsvPlan {
    const head = this.#text.subarray(0, HEAD)
    return planCsv(head, { ...options, question: completeQuestion(question, layers), last: this.#text.length <= HEAD })
  }

  #endsFrom(from: number, delimiter: string): readonly number[] {
    if (this.#records?.from !== from || this.#records.delimiter !== delimiter)
      this.#records = { from, delimiter, ends: recordEnds(this.#text, from, delimiter) }
    return this.#records.ends
  }

  /** Yields the rows in chunks. Adds a missing line end to the last row. */
  *#chunks(plan: CsvPlan, question: BatchQuestion): Generator<Uint8Array<ArrayBuffer>> {
    const text = withLineEnd(this.#text, plan.newline)
    const ends = recordEnds(text, plan.headerBytes, plan.delimiter)
    const size = makesStrings(question, plan.place) ? CHUNK_WITH_STRINGS : CHUNK
    for (let row = 0; row < ends.length; row += size)
      yield text.subarray(row === 0 ? plan.headerBytes : ends[row - 1], ends[Math.min(row + size, ends.length) - 1])
  }
}

/**
 * Returns the kinds of maps that the hazard scores at a row's place are based on. An approximate place is represented
 * by its center.
 */
function mapsOfRow(vicinage: Vicinage, place: LatLon): FileAnswer['maps'][number] {
  const isPlace = Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180
  const loaded = vicinage.dimensions().filter(({ id, loaded }) => loaded && HAZARD_NAMES[id] !== undefined)
  return Object.fromEntries(
    (isPlace ? loaded : []).map(({ id }) => {
      const explanation = vicinage.explain(id, place)
      // If the center has no score, the row's score range comes only from nearby places and therefore counts as an
      // estimate.
      return [id, explanation.score === 0 ? { estimated: 1, replaced: 0 } : mapsAt(explanation)]
    }),
  )
}

/** Formats the place of a row as it was parsed. Returns an empty string if the row has no place. */
function placeText(fields: readonly string[], { coordinates, address, parts }: PlaceColumns<number>): string {
  const pair = coordinates === null ? [] : [fields[coordinates.lat] ?? '', fields[coordinates.lon] ?? '']
  if (pair.length > 0 && pair.every((text) => text !== '')) return pair.join(', ')
  return joinAddress(
    address.map((column) => fields[column] ?? ''),
    parts,
  )
}

/**
 * Checks whether latitude and longitude are swapped, that is, no row is near the covered states as written but most
 * rows are when swapped. Rows without two numbers are ignored.
 */
function isSwapped(
  rows: readonly (readonly string[])[],
  { coordinates }: PlaceColumns<number>,
  delimiter: string,
): boolean {
  if (coordinates === null) return false
  const { lat, lon } = coordinates
  // Reads `30,27` as a number with a decimal comma, unless the comma is the delimiter.
  const read = (text = '') => getDegrees(text.trim(), delimiter !== ',') ?? Number.NaN
  const places = rows.map((fields) => [read(fields[lat]), read(fields[lon])]).filter(([a, b]) => !Number.isNaN(a + b))
  const swapped = places.filter(([a, b]) => placeHasCoverage(b, a))
  return swapped.length > places.length / 2 && !places.some(([a, b]) => placeHasCoverage(a, b))
}

function getProblem(rows: number): Note | null {
  if (rows === 0) return { code: 'input_empty', text: 'The file has a header but no rows.' }
  const text = (count: number) => count.toLocaleString('en-US')
  if (rows > MAX_ROWS)
    return {
      code: 'batch_invalid',
      text: `The file has ${text(rows)} rows; this page scores up to ${text(MAX_ROWS)}. ${BEYOND_THE_PAGE}`,
    }
  return null
}

/** Adds a missing line end. If the text ends with a carriage return, adds only a line feed. */
function withLineEnd(text: Uint8Array<ArrayBuffer>, newline: CsvPlan['newline']): Uint8Array<ArrayBuffer> {
  const last = text[text.length - 1]
  if (last === LINE_FEED) return text
  return joined([text, new TextEncoder().encode(last === RETURN ? '\n' : newline)])
}
