import type { Redis } from 'ioredis'
import type { Job } from '../formats/format.ts'
import type { InputIdentity } from '../input/identity.ts'
import type { DataIdentity } from './data-identity.ts'

/** Description of a run for workers. Serializable as JSON. */
export interface Run {
  /**
   * Hash of the output path and of everything that the answers depend on. Runs with the same ID have the same parts.
   */
  readonly id: string
  readonly input: string
  readonly output: string
  /** Folder where workers write the part files, one for each part of the input. */
  readonly parts: string
  readonly identity: InputIdentity
  readonly job: Job
  readonly data: DataIdentity
}

/** A part of a run's input: a range of bytes, or of row groups in a Parquet file. Serializable as JSON. */
export interface Part {
  /** Index of the part, from 0. */
  readonly index: number
  readonly start: number
  readonly end: number
}

/** Contents of a job in Redis. */
export interface PartJob extends Part {
  /** ID of the run. */
  readonly run: string
}

/** Prefix of all keys in Redis. */
export const PREFIX = 'vicinage'

/** Returns the name of the queue for runs on the given data. */
export function getQueue({ id }: DataIdentity): string {
  return `rows-${id}`
}

/** Returns the ID of a job. A part of a run always has the same ID, so no part is queued twice. */
export function jobId(run: string, { index }: Part): string {
  return `${run}-${index}`
}

/** Seconds for which Redis keeps an active run. Each progress update renews this time. */
const KEPT = 7 * 86_400
/** Seconds for which Redis keeps a run that has ended. */
const KEPT_ENDED = 86_400

/** Progress of a run. Serializable as JSON. */
export interface RunProgress {
  /** `stopped` means that the process that submitted the run stopped it. */
  readonly state: 'running' | 'complete' | 'stopped' | 'failed'
  /** Start time, in milliseconds since 1970. */
  readonly began: number
  /** Time of the last report, in milliseconds since 1970. */
  readonly seen: number
  /** Number of rows whose answers are written. */
  readonly rows: number
  /** Share of the input whose answers are written, 0-1. */
  readonly share: number
  /** Number of pieces that are queued or being answered. */
  readonly underWay: number
  /** Reason for the failure. */
  readonly reason?: string | undefined
}

const runs = `${PREFIX}:runs`
const data = `${PREFIX}:data`
const getRecord = (id: string) => `${PREFIX}:run:${id}`
const getProgress = (id: string) => `${PREFIX}:progress:${id}`

/** Stores the description of a run for workers. */
export async function putRun(redis: Redis, run: Run): Promise<void> {
  await redis
    .multi()
    .set(getRecord(run.id), JSON.stringify(run), 'EX', KEPT)
    .sadd(runs, run.id)
    .hset(data, run.data.id, JSON.stringify(run.data))
    .exec()
}

/** Returns a run, or null if Redis has no such run. */
export async function getRun(redis: Redis, id: string): Promise<Run | null> {
  const text = await redis.get(getRecord(id))
  return text === null ? null : (JSON.parse(text) as Run)
}

export async function putProgress(redis: Redis, id: string, progress: RunProgress): Promise<void> {
  const kept = progress.state === 'running' ? KEPT : KEPT_ENDED
  await redis.multi().set(getProgress(id), JSON.stringify(progress), 'EX', kept).expire(getRecord(id), kept).exec()
}

/** Lists the runs in Redis, in the order in which they began. */
export async function listRuns(redis: Redis): Promise<{ readonly run: Run; readonly progress: RunProgress }[]> {
  const present = []
  for (const id of await redis.smembers(runs)) {
    const [run, progress] = await Promise.all([getRun(redis, id), redis.get(getProgress(id))])
    if (run === null || progress === null) await redis.srem(runs, id)
    else present.push({ run, progress: JSON.parse(progress) as RunProgress })
  }
  return present.sort((a, b) => a.progress.began - b.progress.began)
}

/** Registers the data that a worker uses, so that the status of the cluster can list the worker. */
export async function putData(redis: Redis, identity: DataIdentity): Promise<void> {
  await redis.hset(data, identity.id, JSON.stringify(identity))
}

/** Lists the identities of all data that runs or workers have used. */
export async function listData(redis: Redis): Promise<DataIdentity[]> {
  return (await redis.hvals(data)).map((text) => JSON.parse(text) as DataIdentity)
}
