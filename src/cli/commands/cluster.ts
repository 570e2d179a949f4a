import type { Command } from 'commander'
import { counted } from '../../counted.ts'
import { type BatchArguments, batchOptions, progressOn, withBatchOptions } from '../batch-arguments.ts'
import { loadOptional } from '../optional-package.ts'
import { summaryText } from '../output/batch-text.ts'
import { statusText } from '../output/cluster-text.ts'
import { readCount } from '../question-options.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

interface SubmitArguments extends BatchArguments {
  readonly redis: string
  readonly piece?: number
}

interface WorkerArguments {
  readonly redis: string
  readonly threads?: number
  readonly streets?: string
}

/** What `vicinage cluster` needs beside the package. */
const PACKAGES = 'bullmq ioredis'

/** `vicinage cluster submit INPUT OUTPUT`, `worker` and `status`: a batch by the processes of several machines. */
export function clusterCommand(program: Command, session: Session): void {
  const cluster = program.command('cluster').description('score a file by several machines that see the same disk')
  const say = (text: string) => program.configureOutput().writeErr?.(text)
  const version = program.version() ?? ''
  const command = (name: string, description: string) =>
    cluster
      .command(name)
      .description(description)
      .requiredOption(
        '--redis <url>',
        'redis://[user:password@]host[:port], where the machines meet; rediss:// with TLS',
      )

  withBatchOptions(
    command('submit', 'score every row of a file, as `vicinage batch` does, by the workers that are there')
      .usage('[options] INPUT OUTPUT')
      .argument('<input>', 'CSV, TSV, NDJSON or Parquet, where all machines see it under this path')
      .argument('<output>', 'where to write the rows with their answers; workers leave parts beside it')
      .option('--piece <size>', 'what a worker answers at once, 1MB to 8MB (default: as batch cuts it)', readPiece),
  ).action(async (input: string, output: string, { redis, piece, ...options }: SubmitArguments) => {
    const { submitBatch } = await load()
    const progress = options.quiet ? undefined : progressOn(say, process.stderr.isTTY === true)
    const onRemark = (text: string) => {
      progress?.end()
      say(`${text}\n`)
    }
    try {
      const summary = await untilToldToStop((signal) =>
        submitBatch({
          ...batchOptions(options, session),
          ...{ input, output, redis, version, signal, onRemark },
          pieceBytes: piece,
          onProgress: progress?.show,
        }),
      )
      progress?.end()
      if (!options.quiet) say(summaryText(summary, output))
    } finally {
      progress?.end()
    }
  })

  command('worker', 'answer parts of what others submit, until Ctrl-C')
    .option(
      '--threads <count>',
      'how many threads (default: as many as the machine runs)',
      readCount('--threads', 1, 256),
    )
    .option('--streets <dir>', 'folder of street layers for the geocoder')
    .action(async ({ redis, threads, streets }: WorkerArguments) => {
      const { runWorker } = await load()
      const onRemark = (text: string) => say(`${text}\n`)
      const data = session.data()
      const { pieces, rows } = await untilToldToStop((signal) =>
        runWorker({ redis, data, threads, streets, version, onRemark, signal }),
      )
      say(`${counted(pieces, 'job')} done, ${counted(rows, 'row')}.\n`)
    })

  command('status', 'what runs, how far it is, who works on it and what has failed')
    .option('--json', 'as JSON')
    .action(async ({ redis, json }: { redis: string; json?: true }) => {
      const { clusterStatus } = await load()
      const status = await clusterStatus(redis)
      if (json) session.printJson(status)
      else session.print(statusText(status, session.style))
    })
}

function load() {
  return loadOptional(() => import('../../cluster/index.ts'), PACKAGES)
}

/** Ctrl-C and SIGTERM are told to what runs; the second one ends the process as usual. */
async function untilToldToStop<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const off = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
  const stop = () => {
    off()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return run(controller.signal).finally(off)
}

function readPiece(given: string): number {
  const [, megabytes] = /^([1-8])\s*(?:MB|M)$/i.exec(given.trim()) ?? []
  if (megabytes === undefined) throw new UsageError(`--piece: expected 1MB to 8MB, got '${given.trim()}'.`)
  return Number(megabytes) << 20
}
