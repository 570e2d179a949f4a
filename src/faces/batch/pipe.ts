import type { Writable } from 'node:stream'
import type { OpenOptions } from '../../library/open-options.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { type BatchQuestion, getNeeds } from './batch-question.ts'
import { joined } from './buffers.ts'
import { failed } from './errors.ts'
import { csv } from './formats/csv/csv.ts'
import { byteOrderMark, LINE_FEED, RETURN } from './formats/csv/fields.ts'
import { ndjson } from './formats/ndjson/ndjson.ts'
import type { ChunkAnswerer, TextFormat, TextPlan } from './formats/text.ts'
import { LONGEST_RECORD, type RecordSplitter } from './input/chunks.ts'
import type { PlaceOptions } from './place-columns.ts'

export interface PipeOptions extends PlaceOptions {
  readonly format: 'csv' | 'ndjson'
  /** Whether the first row of CSV contains names. Default: false. */
  readonly header?: boolean
  /** CSV delimiter. Default: a comma. */
  readonly delimiter?: string
  /** Number of fields in each CSV row. Default: the number in the first row. */
  readonly columns?: number
  /** Whether to answer available rows immediately instead of waiting for `BLOCK` bytes or the end. */
  readonly unbuffered?: boolean
  readonly question: BatchQuestion
}

export interface Streams {
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writable
}

/**
 * Answers the rows of the input in order as they arrive. Ends when the input ends, or when the output is no longer
 * read. An empty input has an empty output.
 *
 * @param open opens the data that the answers need
 * @throws {BatchError} when the input does not match the options, or a later part of the input is damaged
 */
export async function pipe(
  options: PipeOptions,
  open: (needed: Required<Pick<OpenOptions, 'dimensions' | 'schools' | 'geocoder'>>) => Promise<Vicinage>,
  { input, output }: Streams,
): Promise<void> {
  const { question, unbuffered = false } = options
  const format: TextFormat = options.format === 'csv' ? csv : ndjson
  let filter: Filter | undefined
  let pending: Uint8Array = NOTHING
  for await (const { bytes, last } of getBlocks(input, unbuffered ? 1 : BLOCK)) {
    pending = pending.length === 0 ? bytes : joined([pending, bytes])
    if (filter === undefined) {
      if (last ? pending.length === 0 : pending.length <= LONGEST_RECORD && !holdsRecord(format, pending, options))
        continue
      const plan = getPlan(format, pending, last, options)
      const vicinage = await open(getNeeds(question, plan.place))
      filter = { splitter: format.splitter(plan), answerer: format.answerer(vicinage, plan, question) }
      pending = pending.subarray(plan.headerBytes)
      if (!(await isWritten(output, Uint8Array.from(plan.outputHeader)))) return
    }
    const { end, answer } = answerTo(filter, pending, last)
    if (!(await isWritten(output, answer))) return
    pending = pending.subarray(end)
  }
  if (pending.length > 0) throw filter!.splitter.refusal(pending)
}

/**
 * Checks whether a head is long enough to plan the input. For NDJSON with fields named in the options, any whole line
 * is enough. Otherwise, the head must contain a whole record.
 */
function holdsRecord(format: TextFormat, head: Uint8Array, options: PipeOptions): boolean {
  return format === ndjson && isNamed(options) ? head.includes(LINE_FEED) : format.wholeRecords(head, 1) === 1
}

/** Checks whether the options name the place fields. */
function isNamed({ lat, lon, address }: PipeOptions): boolean {
  return (lat !== undefined && lon !== undefined) || address !== undefined
}

function getPlan(format: TextFormat, head: Uint8Array, last: boolean, options: PipeOptions): TextPlan {
  const { header = false, delimiter = ',', columns, lat, lon, address, question } = options
  // `asNamed` makes parts of one input that are piped separately use the same fields.
  const plan = { lat, lon, address, question, delimiter, header, asNamed: isNamed(options) }
  return columns === undefined
    ? format.planHead(head, { ...plan, last })
    : format.planHead(getRow(columns, delimiter, head), { ...plan, last: true })
}

/**
 * Returns a row of zeros with the given number of fields. The input is planned from this row, because the real first
 * row may have more or fewer fields.
 */
function getRow(columns: number, delimiter: string, head: Uint8Array): Uint8Array {
  const newline = head[head.indexOf(LINE_FEED) - 1] === RETURN ? '\r\n' : '\n'
  const row = new Array(columns).fill('0').join(delimiter === '\\t' ? '\t' : delimiter)
  return joined([Uint8Array.from(byteOrderMark(head)), new TextEncoder().encode(row + newline)])
}

/** Everything needed to answer an input. Available once the first record has arrived. */
interface Filter {
  readonly splitter: RecordSplitter
  readonly answerer: ChunkAnswerer
}

const BLOCK = 1 << 20 // bytes: enough rows for scoring in spatial order, without a noticeable wait
const NOTHING = new Uint8Array(0)

/** Answers the whole records at the beginning of `bytes`, and returns where they end. */
function answerTo({ splitter, answerer }: Filter, bytes: Uint8Array, last: boolean) {
  try {
    const end = bytes.length === 0 ? 0 : splitter.end(bytes, last)
    if (end < 0) throw splitter.refusal(bytes)
    return { end, answer: end === 0 ? NOTHING : answerer.answer(bytes.subarray(0, end)).bytes }
  } catch (error) {
    return failed(error)
  }
}

/** Splits the input into blocks of at least `size` bytes. The last block may be shorter or empty. */
async function* getBlocks(input: AsyncIterable<Uint8Array>, size: number) {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of input) {
    parts.push(part)
    length += part.length
    if (length < size) continue
    yield { bytes: parts.length === 1 ? part : joined(parts), last: false }
    parts = []
    length = 0
  }
  yield { bytes: joined(parts), last: true }
}

/**
 * Waits until the bytes are written, because their memory is reused. Returns false when the output is no longer read,
 * as with `| head`.
 */
function isWritten(output: Writable, bytes: Uint8Array): Promise<boolean> {
  if (bytes.length === 0) return Promise.resolve(true)
  return new Promise((resolve, reject) => {
    output.write(bytes, (error) => {
      if (error == null) resolve(true)
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') resolve(false)
      else reject(error)
    })
  })
}
