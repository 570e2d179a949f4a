import type { InputIdentity } from '../batch/files/input-identity.ts'
import type { Job } from '../batch/task.ts'
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
export interface Piece {
  /** From 0, by piece. */
  readonly index: number
  readonly start: number
  readonly end: number
}

/** What a job in Redis holds. */
export interface PieceJob extends Piece {
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
export function jobId(run: string, { index }: Piece): string {
  return `${run}-${index}`
}
