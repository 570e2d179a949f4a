import type { Redis } from 'ioredis'
import type { Job } from '../formats/format.ts'
import type { InputIdentity } from '../input/identity.ts'
import type { DataIdentity } from './data-identity.ts'

/** What workers have to know of a run. JSON. */
export interface Run {
  /** Of everything that its answers depend on, and of its output: the parts of runs of the same id are the same. */
  readonly id: string
  readonly input: string
  readonly output: string
  /** Folder of the answered parts. */
  readonly parts: string
  readonly identity: InputIdentity
  readonly job: Job
  readonly data: DataIdentity
}

/** A part of a run's input: bytes of a text, or a row group by its number. JSON. */
export interface Part {
  /** From 0, by piece. */
  readonly index: number
  readonly start: number
  readonly end: number
}

/** What a job in Redis holds. */
export interface PartJob extends Part {
  /** Id of the run. */
  readonly run: string
}

/** Before the names of all keys in Redis. */
export const PREFIX = 'vicinage'

/** The queue of the runs on some data. */
export function queueOf({ id }: DataIdentity): string {
  return `rows-${id}`
}

/** The same piece of the same run is never queued twice. */
export function jobId(run: string, { index }: Part): string {
  return `${run}-${index}`
}

/** Seconds for which Redis knows of a run: while it goes on, renewed with its progress; and after its end. */
const KEPT = 7 * 86_400
const KEPT_ENDED = 86_400

/** How far a run is. JSON. */
export interface RunProgress {
  /** `stopped` by the process that submitted it. */
  readonly state: 'running' | 'complete' | 'stopped' | 'failed'
  /** When it began, milliseconds since 1970. */
  readonly began: number
  /** When it was last heard of, milliseconds since 1970. */
  readonly seen: number
  /** Rows whose answers are written. */
  readonly rows: number
  /** Share of the input whose answers are written, 0-1. */
  readonly share: number
  /** Pieces that are queued or being answered. */
  readonly underWay: number
  /** Why it failed. */
  readonly reason?: string | undefined
}

const runs = `${PREFIX}:runs`
const data = `${PREFIX}:data`
const recordOf = (id: string) => `${PREFIX}:run:${id}`
const progressOf = (id: string) => `${PREFIX}:progress:${id}`

/** Leaves for workers what they have to know of a run. */
export async function putRun(redis: Redis, run: Run): Promise<void> {
  await redis
    .multi()
    .set(recordOf(run.id), JSON.stringify(run), 'EX', KEPT)
    .sadd(runs, run.id)
    .hset(data, run.data.id, JSON.stringify(run.data))
    .exec()
}

/** Null where Redis knows of no such run. */
export async function getRun(redis: Redis, id: string): Promise<Run | null> {
  const text = await redis.get(recordOf(id))
  return text === null ? null : (JSON.parse(text) as Run)
}

export async function putProgress(redis: Redis, id: string, progress: RunProgress): Promise<void> {
  const kept = progress.state === 'running' ? KEPT : KEPT_ENDED
  await redis.multi().set(progressOf(id), JSON.stringify(progress), 'EX', kept).expire(recordOf(id), kept).exec()
}

/** Runs that Redis knows of, those begun first first. */
export async function listRuns(redis: Redis): Promise<{ readonly run: Run; readonly progress: RunProgress }[]> {
  const found = []
  for (const id of await redis.smembers(runs)) {
    const [run, progress] = await Promise.all([getRun(redis, id), redis.get(progressOf(id))])
    if (run === null || progress === null) await redis.srem(runs, id)
    else found.push({ run, progress: JSON.parse(progress) as RunProgress })
  }
  return found.sort((a, b) => a.progress.began - b.progress.began)
}

/** Makes data known that a worker has. */
export async function putData(redis: Redis, identity: DataIdentity): Promise<void> {
  await redis.hset(data, identity.id, JSON.stringify(identity))
}

/** All data that runs or workers have had. */
export async function listData(redis: Redis): Promise<DataIdentity[]> {
  return (await redis.hvals(data)).map((text) => JSON.parse(text) as DataIdentity)
}
