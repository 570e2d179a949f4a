import { needsOf } from '../batch/batch-question.ts'
import type { Job, Task, TaskAnswer } from '../batch/formats/format.ts'
import { placeOf } from '../batch/formats/index.ts'
import { type Pool, threadPool, WORKER_CRASHED, type WorkerStart } from '../batch/run/pool.ts'
import type { BundleImages } from '../bundles.ts'
import { dimensions } from '../dimensions/catalog.ts'
import type { Run } from './run.ts'

/** Milliseconds after its last piece for which the threads of a run stay. */
const IDLE = 30_000

interface RunPool {
  readonly pool: Pool
  underWay: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Threads for each run that a worker is at: a thread knows the question of one run. All share one copy of the bundles.
 */
export class RunPools {
  readonly #threads: number
  readonly #start: Omit<WorkerStart, 'job'>
  readonly #pools = new Map<string, RunPool>()

  constructor(threads: number, start: Omit<WorkerStart, 'job'>) {
    this.#threads = threads
    this.#start = start
  }

  async answer({ id, job }: Run, task: Task): Promise<TaskAnswer> {
    const known = this.#pools.get(id)
    const one = known ?? { pool: this.#poolFor(job), underWay: 0, timer: undefined }
    this.#pools.set(id, one)
    clearTimeout(one.timer)
    one.underWay++
    try {
      return await one.pool.answer(task)
    } catch (error) {
      // The others of a pool in which a thread died answer no more.
      if (isCrash(error)) await this.#end(id, one)
      throw error
    } finally {
      one.underWay--
      if (one.underWay === 0) one.timer = setTimeout(() => void this.#end(id, one), IDLE).unref()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools].map(([id, one]) => this.#end(id, one)))
  }

  #poolFor(job: Job): Pool {
    const { bundles, streets } = this.#start
    return threadPool(this.#threads, { bundles: neededBundles(bundles, job), streets, job })
  }

  async #end(id: string, one: RunPool): Promise<void> {
    clearTimeout(one.timer)
    if (this.#pools.get(id) === one) this.#pools.delete(id)
    await one.pool.close()
  }
}

/** Whether it was a thread that failed, and not the input. */
export function isCrash(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(WORKER_CRASHED)
}

/** Those of all bundles that a job asks for: what threads do not hold they need not look through for garbage. */
function neededBundles(all: BundleImages, { plan, question }: Job): BundleImages {
  const { dimensions: ids, schools, geocoder } = needsOf(question, placeOf(plan))
  return {
    geography: all.geography,
    schools: schools ? all.schools : null,
    districts: schools ? all.districts : null,
    places: geocoder ? all.places : null,
    publicPlaces: geocoder ? all.publicPlaces : null,
    landmarks: geocoder ? all.landmarks : null,
    outlines: null,
    streets: geocoder ? all.streets : [],
    neighborhoods: geocoder ? all.neighborhoods : [],
    dimensions: all.dimensions.map((bundle, i) => (ids.includes(dimensions[i].id) ? bundle : null)),
    own: all.own.filter(({ id }) => (ids as readonly string[]).includes(id)),
  }
}
