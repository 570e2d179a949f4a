import { signal } from '@preact/signals'
import type { Remote } from 'comlink'
import type { Engine, TileRequest } from '../engine/engine.ts'
import { isEmptyTile } from './empty-tile.ts'
import { problem } from './problem.ts'

const AT_A_TIME = 4
const MOST_KEPT = 300

/** Tiles as pictures: asked of the worker a few at a time, those that are wanted now before any other; the rest is never asked for. */
export class PictureTiles {
  /** Counts the pictures that came. */
  readonly came = signal(0)
  readonly #kept = new Map<string, ImageBitmap | 'empty'>()
  readonly #engine: Remote<Engine>
  #wanted: (readonly [key: string, draw: 'tile' | 'estimates', request: TileRequest])[] = []
  readonly #asked = new Set<string>()

  constructor(engine: Remote<Engine>) {
    this.#engine = engine
  }

  /** Those of these tiles that are there, with a score or without; null for the others. What is not asked for again is no more wanted. */
  pictures(requests: readonly (readonly ['tile' | 'estimates', TileRequest])[]): (ImageBitmap | 'empty' | null)[] {
    const keyed = requests.map(([draw, request]) => [JSON.stringify([draw, request]), draw, request] as const)
    this.#wanted = keyed.filter(([key]) => !this.#kept.has(key) && !this.#asked.has(key))
    for (let free = AT_A_TIME - this.#asked.size; free > 0; free--) void this.#askNext()
    return keyed.map(([key]) => this.#kept.get(key) ?? null)
  }

  async #askNext(): Promise<void> {
    const next = this.#wanted.shift()
    if (next === undefined) return
    const [key, draw, request] = next
    this.#asked.add(key)
    try {
      const bytes = await (draw === 'tile' ? this.#scores(request) : this.#engine.estimates(request))
      if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
      this.#kept.set(key, bytes === null ? 'empty' : await createImageBitmap(new Blob([new Uint8Array(bytes)])))
      this.came.value++
    } catch (error) {
      problem.value = (error as Error).message
    }
    this.#asked.delete(key)
    void this.#askNext()
  }
  /** Null where the tile has none. */
  async #scores(request: TileRequest): Promise<Uint8Array | null> {
    const drawn = this.#engine.tile(request)
    return (await isEmptyTile(this.#engine, request.dimension, drawn)) ? null : drawn
  }
}
