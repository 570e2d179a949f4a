import type { Command } from 'commander'
import type { OpenOptions } from '../../../library/open-options.ts'
import type { PipeOptions, Streams } from '../../batch/pipe.ts'
import { type RowOptions, readCount, rowRequest, withRowOptions } from '../batch-arguments.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

type PipeArguments = RowOptions & Omit<PipeOptions, 'question'> & { readonly streets?: string }

/**
 * `vicinage pipe`: reads lines and writes them back with scores, for data engines that stream rows through external
 * programs.
 */
export function pipeCommand(
  program: Command,
  session: Session,
  streams: () => Streams = () => ({ input: process.stdin, output: process.stdout }),
): void {
  withRowOptions(program.command('pipe'))
    .description(
      'add scores to rows from standard input and write them to standard output, as a filter for other engines',
    )
    .option('--format <format>', 'csv or ndjson', readFormat, 'csv')
    .option('--header', 'CSV with a header row (default: without)')
    .option('--delimiter <character>', 'CSV field separator, \\t for a tab (default: a comma)')
    .option(
      '--columns <count>',
      'number of CSV columns (default: as in the first row)',
      readCount('--columns', 1, 10_000),
    )
    .option('--lat <column>', 'latitude column: its number, starting at 1, or its name (with --header, or in NDJSON)')
    .option('--lon <column>', 'longitude column')
    .option('--address <columns>', 'address column, or the columns that make up the address, comma-separated')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .option('--unbuffered', 'write each row immediately, for a caller that waits for it')
    .action(async (options: PipeArguments) => {
      refuseContradictions(options)
      // Imported on demand, because no other command needs this module.
      const { pipe } = await import('../../batch/pipe.ts')
      const { streets } = options
      const open = (needed: OpenOptions) => session.open({ ...needed, ...(streets !== undefined && { streets }) })
      await pipe({ ...options, question: rowRequest(options, session.style.units, session.layers()) }, open, streams())
    })
}

function refuseContradictions({ format, header, delimiter, columns, lat, lon, address }: PipeArguments): void {
  const isNamed = lat !== undefined || lon !== undefined || address !== undefined
  if (format === 'csv' && header === undefined && !isNamed)
    throw new UsageError(
      'Which columns contain the coordinates or the address?',
      'Number the columns from 1: --lat 2 --lon 3, or --address 4,5,6. If the first row contains names, add --header.',
    )
  if (header !== undefined && columns !== undefined)
    throw new UsageError('--header and --columns cannot be combined.', 'Omit --columns.')
  const ofCsv = { '--header': header, '--delimiter': delimiter, '--columns': columns }
  for (const [option, value] of Object.entries(ofCsv))
    if (format === 'ndjson' && value !== undefined) throw new UsageError(`${option} is for CSV, not for NDJSON.`)
}

function readFormat(text: string): 'csv' | 'ndjson' {
  if (text === 'csv' || text === 'ndjson') return text
  throw new UsageError(`--format: expected csv or ndjson, got '${text}'.`)
}
