import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { factByte } from '../../src/answers/dimensions/facts.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import type { BuildContext, FactSpec, SurfaceScorer, SurfaceValues, View } from '../context.ts'
import type { SurfaceGeography } from '../create-context.ts'
import { coverageBlocks } from '../geography/coverage.ts'
import { density } from '../geography/density.ts'
import { blockView, type CellBlock } from '../geography/views.ts'
import { scorers } from '../scorers.ts'
import { startThread } from './build-threads.ts'

/** Cell sizes of surfaces and facts in arc-seconds. Blocks are computed in this order. */
const steps = [7.5, 15, 60]

type SurfaceTask = CellBlock

/** Input of a helper thread. */
export interface WorkerStart {
  readonly sources: string
  readonly ids: readonly string[]
  /** Shared counter with the index of the next block to compute. */
  readonly next: SharedArrayBuffer
}

export type WorkerMessage = { readonly index: number; readonly bytes: BlockBytes[] } | { readonly error: string }

/**
 * Helper threads. Each thread reads the sources, prepares the scorers itself, and then takes blocks from the same list
 * as the main thread. The threads are started before the main thread reads its own sources, so that all cores are busy
 * from the beginning.
 */
export class SurfaceWorkers {
  readonly #next = new SharedArrayBuffer(4)
  readonly #workers: Worker[] = []
  readonly #inbox: WorkerMessage[] = []

  constructor(sources: string, ids: readonly string[]) {
    if (ids.length < 2) return
    const start: WorkerStart = { sources, ids, next: this.#next }
    for (let i = 1; i < Math.min(availableParallelism(), 4); i++) {
      const worker = startThread('./surface-worker.ts', start)
      // Adds the listener immediately. Messages sent without a listener are lost, and the helper may be faster than
      // this thread.
      worker.on('message', (message: WorkerMessage) => this.#inbox.push(message))
      worker.on('error', (error) => this.#inbox.push({ error: error.message }))
      worker.on('exit', (code) => {
        if (code !== 0) this.#inbox.push({ error: `a worker thread exited with code ${code}` })
      })
      this.#workers.push(worker)
    }
  }

  /**
   * Computes every surface for the covered states, block by block. All scorers with the same cell size run together.
   */
  async build(
    geography: SurfaceGeography,
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
        report(`${Math.floor((done * 100) / tasks.length)}% of ${tasks.length} surface blocks done`)
    }
    const next = new Int32Array(this.#next)
    while (done < tasks.length) {
      for (const message of this.#inbox.splice(0)) {
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
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }
}

/** Returns the blocks of all cell sizes that at least one scorer needs, in a fixed order. */
export function surfaceTasks(geography: SurfaceGeography, prepared: readonly PreparedSurface[]): SurfaceTask[] {
  return steps
    .filter((step) =>
      prepared.some(({ scorer }) => layersAt(scorer, step).score || layersAt(scorer, step).facts.length > 0),
    )
    .flatMap((step) => [...coverageBlocks(geography.zoneRaster, step)])
}

export function runTask(
  geography: SurfaceGeography,
  prepared: readonly PreparedSurface[],
  task: SurfaceTask,
): BlockBytes[] {
  return bytesOfBlock(prepared, task, blockView(geography.kernels, task))
}

/**
 * Prepares the surface scorers of these dimensions or of the population density. Each scorer reads its sources and
 * builds its tables.
 */
export async function prepareSurfaces(context: BuildContext, ids: readonly string[]): Promise<PreparedSurface[]> {
  const prepared: PreparedSurface[] = []
  for (const id of ids) {
    const surface = id === density.id ? density : scorers[id].surface
    if (!surface) continue
    prepared.push({ scorer: surface, run: await surface.prepare(context) })
    context.report(`${id} prepared`)
  }
  return prepared
}

/** A surface scorer that has read its sources and built its tables. */
export interface PreparedSurface {
  readonly scorer: SurfaceScorer
  readonly run: (view: View) => SurfaceValues
}

/** Result of one scorer for a block: bytes of 256 × 256 cells, keyed by `score` or the id of a fact. */
interface BlockBytes {
  readonly scorer: string
  readonly layer: string
  readonly values: Uint8Array
}

/** Returns the layers of a scorer that have the given cell size. */
function layersAt(scorer: SurfaceScorer, step: number): { score: boolean; facts: readonly FactSpec[] } {
  return { score: scorer.step === step, facts: scorer.surfaceFacts.filter(({ cell }) => cell === step) }
}

/** Computes a block with every scorer that has a layer of the block's cell size. */
export function bytesOfBlock(prepared: readonly PreparedSurface[], block: CellBlock, view: View): BlockBytes[] {
  const bytes: BlockBytes[] = []
  for (const { scorer, run } of prepared) {
    const { score, facts } = layersAt(scorer, block.step)
    if (!score && facts.length === 0) continue
    const values = run(view)
    const add = (layer: string, column: Float32Array, byteOf: (value: number) => number) => {
      const cells = new Uint8Array(65536)
      for (let i = 0; i < block.cells.length; i++) cells[block.cells[i]] = byteOf(column[i])
      bytes.push({ scorer: scorer.id, layer, values: cells })
    }
    if (score) add('score', values.score(), scoreByte)
    for (const fact of facts) add(fact.id, values.facts[fact.id](), (value) => factByte(fact, value))
  }
  return bytes
}

/** Rounds a score and clamps it to 1-255; NaN becomes 0. */
function scoreByte(score: number): number {
  return Number.isNaN(score) ? 0 : Math.min(255, Math.max(1, Math.round(score)))
}

/** Collects block bytes in rasters, one per scorer and layer. */
export class SurfaceRasters {
  readonly #builders = new Map<string, RasterBuilder>()

  add({ step, x, y }: CellBlock, bytes: readonly BlockBytes[]): void {
    for (const { scorer, layer, values } of bytes) {
      const key = `${scorer} ${layer}`
      const builder = this.#builders.get(key) ?? new RasterBuilder(step, false, true)
      this.#builders.set(key, builder)
      builder.add({ x: x >> 8, y: y >> 8, values })
    }
  }

  raster(scorer: string, layer: string): ReturnType<RasterBuilder['finish']> {
    const builder = this.#builders.get(`${scorer} ${layer}`)
    if (!builder) throw new RangeError(`The layer ${layer} of ${scorer} was not built.`)
    return builder.finish()
  }
}
