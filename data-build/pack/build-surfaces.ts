import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Geography } from '../create-context.ts'
import { coverageBlocks } from '../geography/coverage.ts'
import { blockView, type CellBlock } from '../geography/views.ts'
import { type BlockBytes, bytesOfBlock, layersAt, type PreparedSurface, SurfaceRasters } from './surfaces.ts'

/** Cell sizes that a surface or a fact may have, arc-seconds; blocks are computed in this order. */
const steps = [7.5, 15, 60]

export type SurfaceTask = CellBlock

/** What a helper thread starts from. */
export interface HelperStart {
  readonly sources: string
  readonly ids: readonly string[]
  /** One counter: the next block that nobody has taken. */
  readonly next: SharedArrayBuffer
}

export type HelperMessage = { readonly index: number; readonly bytes: BlockBytes[] } | { readonly error: string }

/**
 * A second thread that reads the sources and prepares the scorers by itself, then takes blocks from the same list as this thread.
 * It is started before this thread reads its own sources, so that both cores are busy from the beginning.
 */
export class SurfaceHelpers {
  private readonly next = new SharedArrayBuffer(4)
  private readonly workers: Worker[] = []
  private readonly inbox: HelperMessage[] = []

  constructor(sources: string, ids: readonly string[]) {
    if (ids.length < 2) return
    const start: HelperStart = { sources, ids, next: this.next }
    for (let i = 1; i < Math.min(availableParallelism(), 4); i++) {
      const worker = new Worker(new URL('./surface-worker-start.mjs', import.meta.url), {
        workerData: start,
        execArgv: [],
      })
      // From the beginning: what a helper sends while nobody listens is lost, and it may be faster than this thread.
      worker.on('message', (message: HelperMessage) => this.inbox.push(message))
      worker.on('error', (error) => this.inbox.push({ error: error.message }))
      worker.on('exit', (code) => {
        if (code !== 0) this.inbox.push({ error: `a helper thread ended with code ${code}` })
      })
      this.workers.push(worker)
    }
  }

  /** Computes every surface over the whole coverage, block by block, all scorers of a cell size together. */
  async build(
    geography: Geography,
    prepared: readonly PreparedSurface[],
    report: (line: string) => void,
  ): Promise<SurfaceRasters> {
    const tasks = surfaceTasks(geography, prepared)
    const rasters = new SurfaceRasters()
    let done = 0
    const finish = (index: number, bytes: BlockBytes[]) => {
      rasters.add(tasks[index], bytes)
      done++
      if (Math.floor((done * 10) / tasks.length) > Math.floor(((done - 1) * 10) / tasks.length))
        report(`${Math.floor((done * 100) / tasks.length)} % of ${tasks.length} blocks of surfaces`)
    }
    const next = new Int32Array(this.next)
    while (done < tasks.length) {
      for (const message of this.inbox.splice(0)) {
        if ('error' in message) throw new RangeError(message.error)
        finish(message.index, message.bytes)
      }
      const index = Atomics.add(next, 0, 1)
      if (index < tasks.length) finish(index, runTask(geography, prepared, tasks[index]))
      await setImmediate()
    }
    return rasters
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}

/** The blocks of all cell sizes that some scorer needs, in a fixed order. */
export function surfaceTasks(geography: Geography, prepared: readonly PreparedSurface[]): SurfaceTask[] {
  return steps
    .filter((step) =>
      prepared.some(({ scorer }) => layersAt(scorer, step).score || layersAt(scorer, step).facts.length > 0),
    )
    .flatMap((step) => [...coverageBlocks(geography.zoneRaster, step)])
}

export function runTask(geography: Geography, prepared: readonly PreparedSurface[], task: SurfaceTask): BlockBytes[] {
  return bytesOfBlock(prepared, task, blockView(geography.kernels, task))
}
