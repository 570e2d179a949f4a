import type { PoolTask } from './pool.ts'

/** Weight of the latest task in the moving average of its ratios. */
const LATEST = 0.5

/** Minimum ratio, so that a single fast task cannot make the service accept everything. */
const LEAST = 0.01
/** Maximum ratio, so that a single slow task cannot make the service refuse everything. */
const MOST = 4

/**
 * Learns how long tasks take compared with their declared times. A declared time is an upper limit: most tasks stay far
 * below it, but a slow or busy machine exceeds it.
 */
export class ExpectedTimes {
  /** Average ratio of measured to declared milliseconds, by task name. */
  readonly #ratios = new Map<string, number>()

  /** Notes how long a finished task took. */
  note(task: PoolTask, declared: number, spent: number): void {
    const name = getName(task)
    const ratio = Math.min(MOST, Math.max(LEAST, spent / Math.max(1, declared)))
    const before = this.#ratios.get(name) ?? ratio
    this.#ratios.set(name, before + LATEST * (ratio - before))
  }

  /**
   * Returns the expected duration of a task in milliseconds. Until a task with the same name has finished, this is the
   * declared time.
   */
  of(task: PoolTask, declared: number): number {
    return declared * (this.#ratios.get(getName(task)) ?? 1)
  }
}

function getName({ kind, name }: PoolTask): string {
  return name ?? kind
}
