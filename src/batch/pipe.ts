import type { Writable } from 'node:stream'
import { type RowOptions, rowRequest } from '../cli/batch-arguments.ts'
import type { Session } from '../cli/session.ts'
import { withoutControls } from '../cli/text-layout.ts'
import { BatchFailure, type ChunkAnswerer, failed, type RecordSplitter } from './errors.ts'
import { planCsv } from './formats/csv/header.ts'
import { planNdjson } from './formats/ndjson/fields.ts'
import { chunkAnswerer, splitterOf } from './formats/text.ts'
import type { BatchQuestion } from './options.ts'
import type { TextPlan } from './run/tasks.ts'

/** What was asked of `vicinage pipe`, as options. */
export interface PipeOptions extends RowOptions {
  readonly format: 'csv' | 'ndjson'
  readonly header?: true
  readonly delimiter?: string
  readonly columns?: number
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
  readonly streets?: string
  readonly unbuffered?: true
}

export interface Streams {
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writable
}

/**
 * Answers the rows of the input.
 *
 * @throws {BatchError} when the input does not fit the options
 * @throws {BatchFailure} when it makes no sense further on
 */
export async function pipe(options: PipeOptions, session: Session, { input, output }: Streams): Promise<void> {
  const question = rowRequest(options)
  await pipeRecords(input, output, {
    unbuffered: options.unbuffered === true,
    isEnough: options.format === 'csv' ? holdsRecord : (head) => head.includes(LINE_FEED),
    begin: (head, last) => begin(head, last, options, question, session),
  })
}

/** Plans the input by its first bytes, then opens what its answers need. */
async function begin(
  head: Uint8Array,
  last: boolean,
  options: PipeOptions,
  question: BatchQuestion,
  session: Session,
): Promise<Filter> {
  const plan = planOf(head, last, options, question)
  const { headerBytes, outputHeader, place } = plan.format === 'csv' ? plan.csv : plan.ndjson
  const vicinage = await session.open({
    dimensions: question.dimensions,
    schools: question.districts || question.schools > 0,
    geocoder: place.address.length > 0,
    ...(options.streets !== undefined && { streets: options.streets }),
  })
  return { headerBytes, outputHeader, splitter: splitterOf(plan), answerer: chunkAnswerer(vicinage, plan, question) }
}

function planOf(head: Uint8Array, last: boolean, options: PipeOptions, question: BatchQuestion): TextPlan {
  const { format, header, delimiter = ',', columns, lat, lon, address } = options
  const known = { lat, lon, address, question }
  if (format === 'ndjson') {
    // Parts of one input, each piped by itself, must not differ in the fields that are found.
    const asNamed = (lat !== undefined && lon !== undefined) || address !== undefined
    return { format, ndjson: planNdjson(head, { ...known, last, asNamed }) }
  }
  const ofCsv = { ...known, delimiter, header: header === true }
  if (columns === undefined) return { format, csv: planCsv(head, { ...ofCsv, last }) }
  return { format, csv: planCsv(rowOf(columns, delimiter, head), { ...ofCsv, last: true }) }
}

/** A head whose first row has so many fields, for one that may begin with a row that has fewer or more. */
function rowOf(columns: number, delimiter: string, head: Uint8Array): Uint8Array {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? '\uFEFF' : ''
  const newline = head[head.indexOf(LINE_FEED) - 1] === 0x0d ? '\r\n' : '\n'
  const row = new Array(columns).fill('0').join(delimiter === '\\t' ? '\t' : delimiter)
  return new TextEncoder().encode(`${start}${row}${newline}`)
}

const LINE_FEED = 0x0a
const QUOTE = 0x22

/** Whether a line of CSV ends, and not in quotes. */
function holdsRecord(head: Uint8Array): boolean {
  let isQuoted = false
  for (const byte of head) {
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (byte === LINE_FEED && !isQuoted) return true
  }
  return false
}

/** What is known of an input once its first record is there. */
export interface Filter {
  /** Where the first record to be answered begins. */
  readonly headerBytes: number
  /** Bytes with which the output begins. */
  readonly outputHeader: readonly number[]
  readonly splitter: RecordSplitter
  readonly answerer: ChunkAnswerer
}

export interface RecordOptions {
  /** Answer what is there at once, in place of waiting for `BLOCK` bytes or the end. */
  readonly unbuffered: boolean
  /** Whether `head` holds the first record whole. */
  readonly isEnough: (head: Uint8Array) => boolean
  /** Begins with the first bytes; `last`: they are all. */
  readonly begin: (head: Uint8Array, last: boolean) => Promise<Filter>
}

const BLOCK = 1 << 20 // bytes: enough rows for scoring in spatial order, and no wait that anybody feels
const LARGEST_HEAD = 16 << 20 // bytes: the longest record
const NOTHING = new Uint8Array(0)

/**
 * Answers records as they come, in their order; ends when the input ends, or nobody reads the output any more. Of nothing comes nothing.
 *
 * @throws {BatchFailure} when the input makes no sense behind its first record
 */
export async function pipeRecords(
  input: AsyncIterable<Uint8Array>,
  output: Writable,
  { unbuffered, isEnough, begin }: RecordOptions,
): Promise<void> {
  let filter: Filter | undefined
  let rest: Uint8Array = new Uint8Array(0)
  for await (const { bytes, last } of blocksOf(input, unbuffered ? 1 : BLOCK)) {
    rest = joined(rest, bytes)
    if (filter === undefined) {
      if (last ? rest.length === 0 : rest.length < LARGEST_HEAD && !isEnough(rest)) continue
      filter = await begin(rest, last)
      rest = rest.subarray(filter.headerBytes)
      if (!(await isWritten(output, Uint8Array.from(filter.outputHeader)))) return
    }
    const { end, answer } = answerTo(filter, rest, last)
    if (!(await isWritten(output, answer))) return
    rest = rest.subarray(end)
  }
  if (rest.length > 0)
    throw new BatchFailure(
      `The input ends within the record that begins with '${startOf(rest)}': a quote is never closed.`,
    )
}

function startOf(record: Uint8Array): string {
  return withoutControls(new TextDecoder().decode(record.subarray(0, 60)))
}

/** The answer to the whole records that `bytes` begin with, and where those end. */
function answerTo({ splitter, answerer }: Filter, bytes: Uint8Array, last: boolean) {
  try {
    const end = bytes.length === 0 ? 0 : splitter.end(bytes, last)
    return { end, answer: end === 0 ? NOTHING : answerer.answer(bytes.subarray(0, end)).bytes }
  } catch (error) {
    return failed(error)
  }
}

/** The input in blocks of `size` bytes at least; the last one may be shorter, or empty. */
async function* blocksOf(input: AsyncIterable<Uint8Array>, size: number) {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const part of input) {
    parts.push(part)
    length += part.length
    if (length < size) continue
    yield { bytes: joined(...parts), last: false }
    parts = []
    length = 0
  }
  yield { bytes: joined(...parts), last: true }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0)
  if (filled.length === 1) return filled[0]
  const whole = new Uint8Array(filled.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of filled) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Waits until the bytes are written: their memory is used again. False when nobody reads any more, as behind `| head`. */
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
