import type { Command } from 'commander'
import { BatchError } from '../../batch/errors.ts'
import type { FoundColumns } from '../../batch/options.ts'
import {
  type BatchArguments,
  batchOptions,
  columnsText,
  progressOn,
  readCount,
  summaryJson,
  summaryText,
  withBatchOptions,
  zipOnlyText,
} from '../batch-arguments.ts'
import type { Session } from '../session.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

/** Grace period in milliseconds for a run to stop after a signal. */
const PATIENCE = 1000

/** Creates the error for a run that would ignore part of the address. The hint lists the commands to choose from. */
function withCommand({ fact, address }: BatchError, input: string, output: string): UsageError {
  const command = (columns: string) =>
    `npx vicinage batch ${[input, output].map(inShell).join(' ')} --address ${inShell(columns)}`
  return new UsageError(fact, `With it: ${command(address!.all)}\nWithout it: ${command(address!.kept)}`)
}

function inShell(text: string): string {
  return /^[\w.,/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** `vicinage batch INPUT OUTPUT`: copies a file of places and adds scores to every row. */
export function batchCommand(program: Command, session: Session): void {
  withBatchOptions(
    program
      .command('batch')
      .description('add scores to every row of a CSV, NDJSON or Parquet file with coordinates or addresses')
      .usage('[options] INPUT OUTPUT')
      .argument('<input>', 'CSV, TSV or NDJSON (each optionally .gz), or Parquet; - for standard input')
      .argument('<output>', 'the file to write; - for standard output')
      .option(
        '--threads <count>',
        'number of threads (default: depends on the machine and the size of the input)',
        readCount('--threads', 1, 256),
      ),
  ).action(async (input: string, output: string, options: BatchArguments) => {
    const { runBatch } = await import('../../batch/run/run-batch.ts')
    const { say, version } = session
    const progress = options.quiet ? undefined : progressOn(say, process.stderr.isTTY === true)
    const stopping = new AbortController()
    const stop = (signal: NodeJS.Signals) => {
      stopping.abort(signal)
      // A run that waits for its input cannot stop by itself, so the process is killed after `PATIENCE`. A second
      // Ctrl-C kills it immediately.
      setTimeout(() => process.kill(process.pid, signal), PATIENCE).unref()
    }
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      const request = batchOptions(options, session)
      const { signal } = stopping
      const onStart = (columns: FoundColumns) => progress && say(`${columnsText(columns)}\n`)
      const onProgress = progress?.show
      const summary = await runBatch({ ...request, input, output, version, signal, onStart, onProgress })
      progress?.end()
      // If the rows go to standard output, the JSON summary goes to standard error.
      if (options.json) (output === '-' ? say : session.print)(summaryJson(summary))
      else if (!options.quiet) say(`${summaryText(summary, output)}${await zipOnlyText(summary, request)}`)
      if (summary.scored === 0) session.endWith(NOTHING_FOUND)
    } catch (error) {
      progress?.end()
      if (stopping.signal.aborted) {
        say(`vicinage: ${(error as Error).message}\n`)
        // Re-raise the signal, so that a shell loop around the command stops too.
        process.kill(process.pid, stopping.signal.reason)
      }
      throw error instanceof BatchError && error.address !== null ? withCommand(error, input, output) : error
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop)
    }
  })
}
