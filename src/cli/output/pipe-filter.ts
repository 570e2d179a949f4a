import type { Writable } from 'node:stream'
import { planCsv } from '../../batch/csv/plan.ts'
import { planNdjson } from '../../batch/ndjson/plan.ts'
import { pieceAnswerer, splitterOf } from '../../batch/piece-answerer.ts'
import type { BatchQuestion } from '../../batch/question.ts'
import type { TextPlan } from '../../batch/task.ts'
import { type QuestionOptions, questionOf } from '../question-options.ts'
import type { Session } from '../session.ts'
import { type Filter, pipeRecords } from './pipe-records.ts'

/** What was asked of `vicinage pipe`, as options. */
export interface PipeOptions extends QuestionOptions {
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
  const question = questionOf(options)
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
  return { headerBytes, outputHeader, splitter: splitterOf(plan), answerer: pieceAnswerer(vicinage, plan, question) }
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
