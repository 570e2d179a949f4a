import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { wholeQuestion } from '../../batch/batch-options.ts'
import { planCsv } from '../../batch/csv/plan.ts'
import { planNdjson } from '../../batch/ndjson/plan.ts'
import { pieceAnswerer, splitterOf } from '../../batch/piece-answerer.ts'
import type { BatchQuestion } from '../../batch/question.ts'
import type { TextPlan } from '../../batch/task.ts'
import { readDimensions } from '../dimension-argument.ts'
import { type Filter, pipeRecords } from '../output/pipe-records.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

interface PipeOptions {
  readonly format: 'csv' | 'ndjson'
  readonly header?: true
  readonly delimiter?: string
  readonly columns?: number
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
  readonly dimensions?: readonly string[]
  readonly descriptions?: true
  readonly districts?: true
  readonly schools?: number
  readonly geocodeDetails?: true
  readonly prefix?: string
  readonly streets?: string
  readonly unbuffered?: true
}

interface Streams {
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writable
}

/** `vicinage pipe`: lines in, the same lines with answers out, for engines that pass lines through programs. */
export function pipeCommand(
  program: Command,
  session: Session,
  streams: () => Streams = () => ({ input: process.stdin, output: process.stdout }),
): void {
  program
    .command('pipe')
    .description('line filter for other engines: rows on standard input, the same rows with scores on standard output')
    .option('--format <format>', 'csv or ndjson', readFormat, 'csv')
    .option('--header', 'the first row of CSV holds names (default: it is a row like the others)')
    .option('--delimiter <character>', 'between the fields of CSV, \\t for a tab (default: a comma)')
    .option(
      '--columns <count>',
      'fields of each row of CSV (default: as many as the first has)',
      readCount('--columns', 1, 10_000),
    )
    .option('--lat <column>', 'latitude: a number from 1, or a name with --header and in NDJSON')
    .option('--lon <column>', 'longitude')
    .option('--address <columns>', 'address, or its parts with commas between them')
    .option('--dimensions <ids>', 'these dimensions, comma-separated (default: all)', readDimensions)
    .option('--descriptions', 'a text beside each score')
    .option('--districts', 'the school districts')
    .option('--schools <count>', 'so many of the nearest schools', readCount('--schools', 0, 50))
    .option('--geocode-details', 'what an address was found as')
    .option('--prefix <text>', 'stands before the names of added fields')
    .option('--streets <dir>', 'folder of street layers for the geocoder')
    .option('--unbuffered', 'answer each row at once, for a partner that waits for it')
    .action(async (options: PipeOptions) => {
      refuseContradictions(options)
      const question = questionOf(options)
      const { input, output } = streams()
      await pipeRecords(input, output, {
        unbuffered: options.unbuffered === true,
        isEnough: options.format === 'csv' ? holdsRecord : (head) => head.includes(LINE_FEED),
        begin: (head, last) => begin(head, last, options, question, session),
      })
    })
}

function refuseContradictions({ format, header, delimiter, columns, lat, lon, address }: PipeOptions): void {
  const isNamed = lat !== undefined || lon !== undefined || address !== undefined
  if (format === 'csv' && header === undefined && !isNamed)
    throw new UsageError(
      'Which columns hold the place?',
      'Number them from 1: --lat 2 --lon 3, or --address 4,5,6; where the first row holds names: --header.',
    )
  if (header !== undefined && columns !== undefined)
    throw new UsageError('--header says how many columns there are.', 'Leave out --columns.')
  const ofCsv = { '--header': header, '--delimiter': delimiter, '--columns': columns }
  for (const [option, value] of Object.entries(ofCsv))
    if (format === 'ndjson' && value !== undefined) throw new UsageError(`${option} is for CSV, not for NDJSON.`)
}

function questionOf({
  dimensions,
  descriptions,
  districts,
  schools,
  geocodeDetails,
  prefix,
}: PipeOptions): BatchQuestion {
  return wholeQuestion({
    ...(dimensions && { dimensions }),
    descriptions: descriptions === true,
    districts: districts === true,
    schools: schools ?? 0,
    geocodeDetails: geocodeDetails === true,
    prefix: prefix ?? '',
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
  const open = ({ address }: PlaceColumns<unknown>): Promise<Vicinage> =>
    session.open({
      dimensions: question.dimensions,
      schools: question.districts || question.schools > 0,
      geocoder: address.length > 0,
      ...(options.streets !== undefined && { streets: options.streets }),
    })
  if (options.format === 'ndjson') {
    const plan = ndjsonPlan(head, last, options, question)
    return { ...plan, splitter: ndjsonSplitter(), answerer: ndjsonAnswerer(await open(plan.place), plan, question) }
  }
  const plan = csvPlan(head, last, options, question)
  return { ...plan, splitter: csvSplitter(plan), answerer: csvAnswerer(await open(plan.place), plan, question) }
}

function ndjsonPlan(head: Uint8Array, last: boolean, { lat, lon, address }: PipeOptions, question: BatchQuestion) {
  // Parts of one input, each piped by itself, must not differ in the fields that are found.
  const asNamed = (lat !== undefined && lon !== undefined) || address !== undefined
  return planNdjson(head, { lat, lon, address, last, asNamed, question })
}

function csvPlan(head: Uint8Array, last: boolean, options: PipeOptions, question: BatchQuestion) {
  const { header, delimiter = ',', columns, lat, lon, address } = options
  const known = { delimiter, lat, lon, address, question, header: header === true }
  return columns === undefined
    ? planCsv(head, { ...known, last })
    : planCsv(rowOf(columns, delimiter, head), { ...known, last: true })
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

function readFormat(given: string): 'csv' | 'ndjson' {
  if (given === 'csv' || given === 'ndjson') return given
  throw new UsageError(`--format: expected csv or ndjson, got '${given}'.`)
}

function readCount(option: string, least: number, most: number): (given: string) => number {
  return (given) => {
    const count = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= least && count <= most))
      throw new UsageError(`${option}: expected a whole number, ${least} to ${most}, got '${given.trim()}'.`)
    return count
  }
}
