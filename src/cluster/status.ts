import { Queue } from 'bullmq'
import { connect } from './connect.ts'
import type { DataIdentity } from './data-identity.ts'
import { listData, listRuns, type PartJob, PREFIX, queueOf, type RunProgress } from './run.ts'

export interface ClusterStatus {
  /** Where Redis is: `localhost:6379`. */
  readonly redis: string
  readonly runs: readonly RunStatus[]
  readonly data: readonly StatusOfData[]
}

export interface RunStatus extends Omit<RunProgress, 'state' | 'began' | 'seen'> {
  readonly id: string
  readonly input: string
  readonly output: string
  /** `interrupted`: whoever submitted it is gone; it can be resumed. */
  readonly state: RunProgress['state'] | 'interrupted'
  /** ISO 8601, UTC. */
  readonly began: string
  readonly seen: string
  readonly data: DataIdentity
}

/** The workers with some data, and the jobs that are for them. */
export interface StatusOfData {
  readonly data: DataIdentity
  /** Host and number of each process. */
  readonly workers: readonly string[]
  readonly waiting: number
  readonly active: number
  /** Jobs that failed and will be tried again, in the order of the input. */
  readonly failed: readonly FailedJob[]
}

export interface FailedJob {
  /** Id of the run. */
  readonly run: string
  readonly start: number
  readonly end: number
  readonly attempts: number
  readonly reason: string
}

/** Milliseconds without news after which a run counts as interrupted. */
const SILENCE = 10_000

/** Failed jobs that are shown of each data. */
const SHOWN = 20

/**
 * The runs, workers and failed jobs of a cluster.
 *
 * @throws {BatchError} when Redis cannot be used
 */
export async function clusterStatus(redis: string): Promise<ClusterStatus> {
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
      (await listData(client)).map(async (known) => {
        const queue = new Queue<PartJob>(queueOf(known), { connection: client, prefix: PREFIX, skipMetasUpdate: true })
        queue.on('error', () => {})
        try {
          return await statusOf(queue, known)
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

async function statusOf(queue: Queue<PartJob>, data: DataIdentity): Promise<StatusOfData> {
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
