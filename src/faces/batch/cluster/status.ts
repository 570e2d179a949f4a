import { Queue } from 'bullmq'
import { attempt } from '../../../base/parameters/guard.ts'
import { connect } from './connect.ts'
import type { DataIdentity } from './data-identity.ts'
import { getQueue, listData, listRuns, type PartJob, PREFIX, type RunProgress } from './run.ts'

/** State of a cluster. */
export interface ClusterStatus {
  /** Redis address, such as `localhost:6379`. */
  readonly redis: string
  /** Active runs, and runs that ended within the last day. */
  readonly runs: readonly RunStatus[]
  /** Workers and jobs, grouped by their data. */
  readonly data: readonly StatusOfData[]
}

/** Progress of a run. */
export interface RunStatus extends Pick<RunProgress, 'rows' | 'share' | 'underWay' | 'reason'> {
  /** ID of the run. */
  readonly id: string
  /** Path of the input. */
  readonly input: string
  /** Path of the output. */
  readonly output: string
  /** `interrupted` means that the process that submitted the run is gone. The run can be resumed. */
  readonly state: RunProgress['state'] | 'interrupted'
  /** Start time: ISO 8601, UTC. */
  readonly began: string
  /** Time of the last report: ISO 8601, UTC. */
  readonly seen: string
  /** Data that the answers come from. */
  readonly data: DataIdentity
}

/** Workers with the same data, and their jobs. */
export interface StatusOfData {
  /** Identity of the data. */
  readonly data: DataIdentity
  /** Host name and process ID of each worker. */
  readonly workers: readonly string[]
  /** Number of jobs that no worker has begun. */
  readonly waiting: number
  /** Number of jobs being answered. */
  readonly active: number
  /** Failed jobs that will be retried, in input order. */
  readonly failed: readonly FailedJob[]
}

/** A job that failed. */
export interface FailedJob {
  /** ID of the run. */
  readonly run: string
  /** First byte of the job's part of the input. For Parquet, the first row group. */
  readonly start: number
  /** First byte, or row group, after the part. */
  readonly end: number
  /** Number of attempts so far. */
  readonly attempts: number
  /** Reason for the last failure, in one sentence. */
  readonly reason: string
}

/** Milliseconds without a progress update after which a run counts as interrupted. */
const SILENCE = 10_000

/** Maximum number of failed jobs to show per group of workers. */
const SHOWN = 20

/**
 * Returns the runs, workers and failed jobs of a cluster.
 *
 * @throws {BatchError} when Redis cannot be used
 */
export function clusterStatus(redis: string): Promise<ClusterStatus> {
  return attempt('clusterStatus(redis: string)', [redis], () => statusAt(redis))
}

async function statusAt(redis: string): Promise<ClusterStatus> {
  const connection = await connect(redis)
  const { client, place } = connection
  try {
    const now = Date.now()
    const runs = (await listRuns(client)).map(({ run, progress: { state, began, seen, ...progress } }): RunStatus => {
      const { id, input, output, data } = run
      const isGone = state === 'running' && now - seen > SILENCE
      const times = { began: new Date(began).toISOString(), seen: new Date(seen).toISOString() }
      return { id, input, output, state: isGone ? 'interrupted' : state, ...times, ...progress, data }
    })
    const data = await Promise.all(
      (await listData(client)).map(async (dataset) => {
        const queue = new Queue<PartJob>(getQueue(dataset), {
          connection: client,
          prefix: PREFIX,
          skipMetasUpdate: true,
        })
        queue.on('error', () => {})
        try {
          return await getStatus(queue, dataset)
        } finally {
          await queue.close()
        }
      }),
    )
    return {
      redis: place,
      runs,
      data: data.filter(
        ({ workers, waiting, active, failed }) => workers.length + waiting + active + failed.length > 0,
      ),
    }
  } finally {
    await connection.close()
  }
}

async function getStatus(queue: Queue<PartJob>, data: DataIdentity): Promise<StatusOfData> {
  const [clients, counts, delayed] = await Promise.all([
    queue.getWorkers(),
    queue.getJobCounts('waiting', 'active'),
    queue.getDelayed(0, SHOWN - 1),
  ])
  const failed = delayed
    .map(({ data: { run, start, end }, attemptsMade: attempts, failedReason: reason }) => {
      return { run, start, end, attempts, reason }
    })
    .sort((a, b) => a.start - b.start)
  const workers = clients.map(({ rawname = '' }) => rawname.split(':w:')[1] ?? rawname).sort()
  return { data, workers, waiting: counts.waiting, active: counts.active, failed }
}
