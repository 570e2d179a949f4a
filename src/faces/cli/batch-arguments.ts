import { type Command, Option } from 'commander'
import type { Units } from '../../answers/dimensions/words.ts'
import { counted } from '../../base/errors.ts'
import { WIDEST } from '../../base/geo/distance.ts'
import { type StreetsChoice, streetsFolder } from '../../library/user-data/streets.ts'
import { type BatchQuestion, completeQuestion, questionIn } from '../batch/batch-question.ts'
import type { BatchFormat } from '../batch/formats/index.ts'
import type { BatchOptions, FoundColumns, Progress } from '../batch/options.ts'
import type { BatchSummary } from '../batch/run/run-batch.ts'
import { readDimensions } from './arguments.ts'
import { demographicsOption, withFitOptions } from './fit-arguments.ts'
import type { Session } from './session.ts'
import { statusLine } from './terminal.ts'
import { withoutControls } from './text-layout.ts'
import { UsageError } from './usage-error.ts'

/** Batch settings from the command line. */
export type BatchArguments = Omit<BatchOptions, 'input' | 'output'> & { readonly quiet?: true; readonly json?: true }

/** Adds the row options and the input options of a batch to a command. */
export function withBatchOptions(command: Command): Command {
  return withRowOptions(command)
    .option('--format <format>', 'csv, ndjson or parquet (default: from the file extension)', readFormat)
    .option('--delimiter <character>', 'CSV field separator, \\t for a tab (default: detected)')
    .option('--no-header', 'CSV without a header row: columns are numbered from 1')
    .option('--lat <column>', 'latitude column (default: detected by name)')
    .option('--lon <column>', 'longitude column')
    .option('--address <columns>', 'address column, or the columns that make up the address, comma-separated')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .option('--resume', 'continue an interrupted run')
    .option('--force', 'overwrite an existing output')
    .option('--quiet', 'print no progress and no summary')
    .option('--json', 'print the summary as JSON')
}

/** Converts command line arguments to batch options. */
export function batchOptions(
  { quiet: _, json: __, ...options }: BatchArguments,
  session: Session,
): Omit<BatchOptions, 'input' | 'output'> {
  return {
    ...options,
    ...session.chosen(),
    ...rowRequest(options, session.style.units, session.layers()),
  }
}

/** Reports the progress of a run at intervals. */
export function progressOn(say: (text: string) => void, isTerminal: boolean) {
  const line = statusLine(say, isTerminal)
  return {
    show: (progress: Progress) => line.show((withBar) => progressLine(progress, withBar)),
    end: line.end,
  }
}

function readFormat(text: string): BatchFormat {
  const format = { csv: 'csv', tsv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', parquet: 'parquet' }[text.toLowerCase()]
  if (format === undefined) throw new UsageError(`--format: expected csv, ndjson or parquet, got '${text}'.`)
  return format as BatchFormat
}

/** Options shared by commands that process many rows. They choose the columns to add to each row. */
export type RowOptions = Partial<BatchQuestion>

/** Adds the row options to a command. */
export function withRowOptions(command: Command): Command {
  return withFitOptions(command, 'add a fit column, 0-100, computed with these weights')
    .addOption(demographicsOption)
    .option('-d, --dimensions <ids>', 'only these dimensions, comma-separated (default: all)', readDimensions)
    .option('--percentiles', "add the percentage of the state's residents with a lower score")
    .option('--interval', 'add the range that contains the true score in 80 of 100 cases (low, high)')
    .option('--descriptions', 'add a description next to each score')
    .option('--districts', 'add the school districts')
    .option('--schools <count>', 'number of nearest schools to add', readCount('--schools', 0, 50))
    .option('--geocode-details', 'add columns that say how each address was matched')
    .option('--outcome', 'add the outcome of each row: scored, rough, outside, empty or failed')
    .option('--prefix <text>', 'prefix for added column names')
    .option('--no-bands', 'omit the layer, radius and score percentiles (p10, p90) that are added for addresses')
    .option('--zip-centroids', 'locate addresses with an unknown city at the centroid of their ZIP')
    .option(
      '--max-radius <meters>',
      'leave the score columns empty for addresses with a larger radius (default: for addresses located only by city, county or state)',
      readNumber('--max-radius', 0, WIDEST),
    )
    .option(
      '--min-layer <layer>',
      'leave the score columns empty for addresses located less precisely than in this layer: street, zip, city and so on',
    )
    .option(
      '--min-confidence <share>',
      'leave the score columns empty for addresses with lower confidence, 0-1',
      readNumber('--min-confidence', 0, 1),
    )
    .addOption(noDataOption())
}

/** @param layers ids of the user's custom dimensions */
export function rowRequest(options: RowOptions, units: Units, layers: readonly string[]): BatchQuestion {
  return completeQuestion({ ...questionIn(options), ...(units === 'us' ? {} : { units }) }, layers)
}

/** Creates the `--no-data 0` option. Commander would otherwise treat it as the negation of a `--data` option. */
function noDataOption(): Option {
  const option = new Option('--no-data <value>', 'value for missing scores: null or 0 (default: null, empty in CSV)')
  option.negate = false
  return option.argParser((text: string) => {
    if (text !== '0' && text !== 'null') throw new UsageError(`--no-data: expected null or 0, got '${text}'.`)
    return text === '0' ? 0 : null
  })
}

/** Creates a parser for a numeric option. The parser throws a `UsageError` if the number is invalid or out of range. */
export function readNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d*\.?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most))
      throw new UsageError(
        `${option}: expected a number, ${least} to ${whole.format(most)}, got '${text.trim().slice(0, 80)}'.`,
      )
    return value
  }
}

/**
 * Creates a parser for an integer option. The parser throws a `UsageError` if the number is invalid or out of range.
 */
export function readCount(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
    if (!(count >= least && count <= most))
      throw new UsageError(`${option}: expected a whole number, ${least} to ${most}, got '${text.trim()}'.`)
    return count
  }
}

const whole = new Intl.NumberFormat('en-US')

/** Formats the progress: `1,234,567 rows, 512,000 rows/s, 43%, 0:12 left`, with a bar on a terminal. */
function progressLine({ rows, newRows, share, seconds }: Progress, withBar: boolean): string {
  const pace = `${counted(rows, 'row')}, ${whole.format(Math.round(newRows / seconds))} rows/s`
  if (share === null || share === 0) return pace
  const percent = `${Math.floor(share * 100)}%`
  const left = `${clock((seconds / share) * (1 - share))} left`
  return [...(withBar ? [progressBar(share)] : []), pace, percent, left].join(', ').replace('], ', '] ')
}

/**
 * Reports which columns are read as coordinates or addresses, which columns look like part of a place but are ignored,
 * and the values of the first rows. Users can then spot a mistake before the run.
 */
export function columnsText({ coordinates, address, parts, unused, sample }: FoundColumns): string {
  const quoted = (name: string, part: string | null | undefined) =>
    `"${withoutControls(name)}"${part && part !== name.toLowerCase() ? ` (${part})` : ''}`
  const isWhole = address.length === 1 && parts[0] === 'address'
  const places = [
    ...(coordinates === null
      ? []
      : [`coordinates in ${quoted(coordinates.lat, null)}, ${quoted(coordinates.lon, null)}`]),
    ...(address.length === 0
      ? []
      : isWhole
        ? [`whole addresses in ${quoted(address[0], null)}`]
        : [`addresses in ${address.map((name, i) => quoted(name, parts[i])).join(', ')}`]),
  ].join(', ')
  const rows = sample.map((values) => values.filter((value) => value !== '').join(', '))
  const firstRows = rows.length === 0 ? '' : ` (first rows: ${rows.map((row) => row.slice(0, 80)).join('; ')})`
  const left = unused.map(({ name, part }) => quoted(name, part)).join(', ')
  return withoutControls(`Reading ${places}${firstRows}.${left === '' ? '' : ` Not used: ${left}.`}`)
}

/** Formats a summary as the JSON that `--json` prints. */
export function summaryJson({
  withoutData,
  placedByZip = {},
  byCounty: _,
  lineBreaks: __,
  ...all
}: BatchSummary): string {
  return `${JSON.stringify({ ...all, without_data: withoutData, placed_by_zip: placedByZip }, null, 2)}\n`
}

export function summaryText(summary: BatchSummary, output: string): string {
  const {
    rows,
    scored,
    rough,
    outside,
    empty,
    failed,
    elsewhere,
    withoutData,
    layers,
    resumed,
    seconds,
    build,
    merged,
  } = summary
  const others = [
    [rough, 'located too roughly (see --max-radius and --min-layer)'],
    [outside, 'outside the covered states'],
    [empty, 'without data'],
    [failed, 'unreadable or not found (see vicinage_error)'],
  ] as const
  const outcomes = [[scored, 'scored'] as const, ...others.filter(([count]) => count > 0)].map(
    ([count, what]) => `${whole.format(count)} ${what}`,
  )
  const gaps = Object.entries(withoutData).map(([id, count]) => `${id} ${whole.format(count ?? 0)}`)
  const counts = Object.entries(layers).map(([layer, count]) => `${layer} ${whole.format(count)}`)
  const pace = whole.format(Math.round((rows - resumed) / seconds))
  return [
    `${counted(rows, 'row')} in ${output === '-' ? 'standard output' : withoutControls(output)}: ${outcomes.join(', ')}.`,
    ...(gaps.length === 0 ? [] : [`Rows in the covered states that have no data: ${gaps.join(', ')}.`]),
    ...(counts.length === 0 ? [] : [`Addresses by match layer: ${counts.join(', ')}.`]),
    ...(elsewhere === 0
      ? []
      : [`${counted(elsewhere, 'row')} located somewhere other than where the address says (see vicinage_error).`]),
    ...(merged === undefined
      ? []
      : [
          `${counted(merged.rows, 'row')} seem${merged.rows === 1 ? 's' : ''} to contain further rows, the first on line ${merged.line}: check the quotes there.`,
        ]),
    ...(resumed === 0 ? [] : [`Completed before the interruption: ${counted(resumed, 'row')}.`]),
    `${seconds.toFixed(1)} s, ${pace} rows/s, data build ${build}.\n`,
  ].join('\n')
}

/** Maximum number of counties in the suggested command. */
const MAX_COUNTIES = 12

/**
 * Reports how many addresses were only located by ZIP code, and the command that would locate them exactly. Returns an
 * empty string if there are none.
 *
 * @example 612 of 1,000 are placed by ZIP only: vicinage streets add --county 48201 48157
 */
export async function zipOnlyText(
  { placedByZip = {}, rows }: Pick<BatchSummary, 'placedByZip' | 'rows'>,
  choice: StreetsChoice,
): Promise<string> {
  const counties = Object.entries(placedByZip).map(([county, count = 0]) => ({ county, count }))
  const byZip = counties.reduce((sum, { count }) => sum + count, 0)
  if (byZip === 0) return ''
  const { listShards } = await import('../../answers/geocode/streets/shard-file.ts')
  const folder = streetsFolder(choice)
  const inPlace = new Set(folder === undefined ? [] : listShards(folder).map(({ meta }) => meta.county))
  const missing = counties.filter(({ county }) => !inPlace.has(county)).sort((a, b) => b.count - a.count)
  const named = missing.slice(0, MAX_COUNTIES).map(({ county }) => county)
  const says = `${whole.format(byZip)} of ${whole.format(rows)} rows were located by ZIP only`
  if (named.length === 0) return `${says}, although the street index contains their counties.\n`
  const others = missing.length - named.length
  const more = others === 0 ? '' : ` (and ${others} more counties with fewer such rows)`
  return `${says}: vicinage streets add --county ${named.join(' ')}${more}\n`
}

function progressBar(share: number): string {
  const full = Math.round(share * 24)
  return `[${'#'.repeat(full)}${'-'.repeat(24 - full)}]`
}

export function clock(seconds: number): string {
  const s = Math.round(seconds)
  const minutes = Math.floor(s / 60)
  const pad = (n: number) => String(n).padStart(2, '0')
  return minutes < 60 ? `${minutes}:${pad(s % 60)}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(s % 60)}`
}
