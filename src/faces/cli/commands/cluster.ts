import type { Command } from 'commander'
import { counted } from '../../../base/errors.ts'
import { withPeers } from '../../../base/peers.ts'
import { dataWords } from '../../batch/cluster/data-identity.ts'
import type { ClusterStatus, FailedJob, RunStatus, StatusOfData } from '../../batch/cluster/status.ts'
import {
  type BatchArguments,
  batchOptions,
  progressOn,
  readCount,
  summaryJson,
  summaryText,
  withBatchOptions,
} from '../batch-arguments.ts'
import type { Session } from '../session.ts'
import { type Style, titleText } from '../style.ts'
import { untilToldToStop } from '../terminal.ts'
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

/** Additional packages that `vicinage cluster` requires. */
const PACKAGES = 'bullmq ioredis'

/** `vicinage cluster submit INPUT OUTPUT`, `worker` and `status`: run a batch on several machines. */
export function clusterCommand(program: Command, session: Session): void {
  const cluster = program.command('cluster').description('score a file on several machines that share a disk')
  const { say, version } = session
  const command = (name: string, description: string) =>
    cluster
      .command(name)
      .description(description)
      .requiredOption(
        '--redis <url>',
        'Redis that connects the machines: redis://[user:password@]host[:port], or rediss:// for TLS',
      )

  withBatchOptions(
    command('submit', 'add scores to every row of a file, as `vicinage batch` does, using the workers of the cluster')
      .usage('[options] INPUT OUTPUT')
      .argument('<input>', 'CSV, TSV, NDJSON or Parquet, at a path that is the same on all machines')
      .argument('<output>', 'the file to write; workers write its parts next to it')
      .option('--piece <size>', 'size of a job, 1MB to 8MB (default: the same as for `vicinage batch`)', readPiece),
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
          input,
          output,
          redis,
          version,
          signal,
          onRemark,
          pieceBytes: piece,
          onProgress: progress?.show,
        }),
      )
      progress?.end()
      if (options.json) session.print(summaryJson(summary))
      else if (!options.quiet) say(summaryText(summary, output))
    } finally {
      progress?.end()
    }
  })

  command('worker', 'process the jobs of submitted runs until you press Ctrl-C')
    .option('--threads <count>', 'number of threads (default: one per core)', readCount('--threads', 1, 256))
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .action(async ({ redis, threads, streets }: WorkerArguments) => {
      const { runWorker } = await load()
      const onRemark = (text: string) => say(`${text}\n`)
      const { pieces, rows } = await untilToldToStop((signal) =>
        runWorker({ ...session.chosen(), redis, threads, streets, version, onRemark, signal }),
      )
      say(`${counted(pieces, 'job')} done, ${counted(rows, 'row')}.\n`)
    })

  command('status', 'show runs with their progress, workers and failed jobs')
    .option('--json', 'print JSON')
    .action(async ({ redis, json }: { redis: string; json?: true }) => {
      const { clusterStatus } = await load()
      const status = await clusterStatus(redis)
      session.answer(json, status, () => statusText(status, session.style))
    })
}

function load() {
  return withPeers('This command', PACKAGES, () => import('../../batch/cluster/index.ts'))
}

function readPiece(text: string): number {
  const [, megabytes] = /^([1-8])\s*(?:MB|M)$/i.exec(text.trim()) ?? []
  if (megabytes === undefined) throw new UsageError(`--piece: expected 1MB to 8MB, got '${text.trim()}'.`)
  return Number(megabytes) << 20
}

/** Lists the runs of a cluster, then the workers and failed jobs for each version of the data. */
export function statusText({ redis, runs, data }: ClusterStatus, style: Style): string {
  const parts = [
    ...(runs.length === 0 ? [`There are no runs at ${redis}.`] : runs.map((run) => runText(run, style))),
    ...(data.every(({ workers }) => workers.length === 0) ? ['There are no workers.'] : []),
    ...data.map((release) => dataText(release, style)),
  ]
  return `${parts.join('\n')}\n`
}

function runText({ id, input, output, state, share, rows, underWay, seen, reason }: RunStatus, style: Style): string {
  const facts = [
    `to ${output}`,
    state === 'running' ? `${Math.floor(share * 100)}%` : `${state} at ${Math.floor(share * 100)}%`,
    counted(rows, 'row'),
    ...(state === 'running'
      ? [`${counted(underWay, 'job')} under way`]
      : [`last seen ${seen.slice(0, 16).replace('T', ' ')} UTC`]),
    `run ${id}`,
  ]
  const why = state === 'failed' && reason !== undefined ? `\n  ${reason}` : ''
  return `${titleText(input, facts, style)}${why}`
}

function dataText({ data, workers, waiting, active, failed }: StatusOfData, style: Style): string {
  const facts = [dataWords(data), `${counted(waiting, 'job')} waiting`, `${whole(active)} being answered`]
  return [
    titleText(counted(workers.length, 'worker'), facts, style),
    ...workers.map((worker) => `  ${worker}`),
    ...failed.map(failedText),
  ].join('\n')
}

function failedText({ run, start, end, attempts, reason }: FailedJob): string {
  return (
    `  failed ${attempts === 1 ? 'once' : `${attempts} times`} and will be retried: bytes or row groups ${start} to ${end} of run ` +
    `${run}: ${reason}`
  )
}

function whole(count: number): string {
  return count.toLocaleString('en-US')
}
