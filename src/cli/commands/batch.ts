import type { Command } from 'commander'
import type { BatchFormat, Progress } from '../../batch/batch-options.ts'
import { progressLine, summaryText } from '../output/batch-text.ts'
import { type QuestionOptions, questionOf, readCount, withQuestion } from '../question-options.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

interface Options extends QuestionOptions {
  readonly format?: BatchFormat
  readonly delimiter?: string
  readonly header: boolean
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
  readonly streets?: string
  readonly threads?: number
  readonly resume?: true
  readonly force?: true
  readonly quiet?: true
}

/** Milliseconds between two looks at the progress: on a terminal, and in a log. */
const ON_TERMINAL = 200
const IN_LOG = 10_000

/** `vicinage batch INPUT OUTPUT`: a file of places in, the same file with scores out. */
export function batchCommand(program: Command, session: Session): void {
  withQuestion(program.command('batch'))
    .description('score every row of a file: CSV, NDJSON or Parquet, by coordinates or addresses')
    .usage('[options] INPUT OUTPUT')
    .argument('<input>', 'CSV, TSV, NDJSON (each also .gz) or Parquet; - for standard input')
    .argument('<output>', 'where to write the rows with their answers; - for standard output')
    .option('--format <format>', 'csv, ndjson or parquet (default: by the extension)', readFormat)
    .option('--delimiter <character>', 'between the fields of CSV, \\t for a tab (default: found out)')
    .option('--no-header', 'the first row of CSV is a row like the others; columns are numbered from 1')
    .option('--lat <column>', 'column of the latitude (default: found by its name)')
    .option('--lon <column>', 'column of the longitude')
    .option('--address <columns>', 'column of the address, or of its parts with commas between them')
    .option('--streets <dir>', 'folder of street layers for the geocoder')
    .option(
      '--threads <count>',
      'how many threads (default: as many as the machine runs)',
      readCount('--threads', 1, 256),
    )
    .option('--resume', 'go on where an interrupted run stopped')
    .option('--force', 'write over an output that is there')
    .option('--quiet', 'no progress and no summary')
    .action(async (input: string, output: string, options: Options, command: Command) => {
      const { runBatch } = await import('../../batch/run-batch.ts')
      const { BatchError } = await import('../../batch/rows.ts')
      const say = (text: string) => command.configureOutput().writeErr?.(text)
      const progress = options.quiet ? undefined : progressOn(say, process.stderr.isTTY === true)
      try {
        const summary = await runBatch({
          input,
          output,
          version: program.version(),
          ...options,
          data: session.data(),
          question: questionOf(options),
          onProgress: progress?.show,
        })
        progress?.end()
        if (!options.quiet) say(summaryText(summary, output))
      } catch (error) {
        progress?.end()
        throw error instanceof BatchError ? new UsageError(error.message) : error
      }
    })
}

/** A line that is written over on a terminal; a line from time to time in a log. */
function progressOn(say: (text: string) => void, isTerminal: boolean) {
  let shown = performance.now()
  let isOpen = false
  return {
    show(progress: Progress) {
      if (performance.now() - shown < (isTerminal ? ON_TERMINAL : IN_LOG)) return
      shown = performance.now()
      isOpen = isTerminal
      say(isTerminal ? `\r\u001b[K${progressLine(progress, true)}` : `${progressLine(progress, false)}\n`)
    },
    end() {
      if (isOpen) say('\r\u001b[K')
    },
  }
}

function readFormat(given: string): BatchFormat {
  const format = { csv: 'csv', tsv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', parquet: 'parquet' }[given.toLowerCase()]
  if (format === undefined) throw new UsageError(`--format: expected csv, ndjson or parquet, got '${given}'.`)
  return format as BatchFormat
}
