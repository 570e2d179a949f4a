import type { Command } from 'commander'
import type { BatchFormat, BatchOptions, Progress } from '../batch/batch-options.ts'
import { progressLine } from './output/batch-text.ts'
import { type QuestionOptions, questionOf, withQuestion } from './question-options.ts'
import type { Session } from './session.ts'
import { UsageError } from './usage-error.ts'

/** What the command line says of a batch. */
export interface BatchArguments extends QuestionOptions {
  readonly format?: BatchFormat
  readonly delimiter?: string
  readonly header: boolean
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
  readonly streets?: string
  readonly resume?: true
  readonly force?: true
  readonly quiet?: true
}

/** Milliseconds between two looks at the progress: on a terminal, and in a log. */
const ON_TERMINAL = 200
const IN_LOG = 10_000

/** Gives a command the options that say what a batch asks, of which input. */
export function withBatchOptions(command: Command): Command {
  return withQuestion(command)
    .option('--format <format>', 'csv, ndjson or parquet (default: by the extension)', readFormat)
    .option('--delimiter <character>', 'between the fields of CSV, \\t for a tab (default: found out)')
    .option('--no-header', 'the first row of CSV is a row like the others; columns are numbered from 1')
    .option('--lat <column>', 'column of the latitude (default: found by its name)')
    .option('--lon <column>', 'column of the longitude')
    .option('--address <columns>', 'column of the address, or of its parts with commas between them')
    .option('--streets <dir>', 'folder of street layers for the geocoder')
    .option('--resume', 'go on where an interrupted run stopped')
    .option('--force', 'write over an output that is there')
    .option('--quiet', 'no progress and no summary')
}

/** The options of a run that the arguments ask for. */
export function batchOptions(
  { quiet: _, ...given }: BatchArguments,
  session: Session,
): Omit<BatchOptions, 'input' | 'output'> {
  return { ...given, data: session.data(), question: questionOf(given) }
}

/** A line that is written over on a terminal; a line from time to time in a log. */
export function progressOn(say: (text: string) => void, isTerminal: boolean) {
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
      isOpen = false
    },
  }
}

function readFormat(given: string): BatchFormat {
  const format = { csv: 'csv', tsv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', parquet: 'parquet' }[given.toLowerCase()]
  if (format === undefined) throw new UsageError(`--format: expected csv, ndjson or parquet, got '${given}'.`)
  return format as BatchFormat
}
