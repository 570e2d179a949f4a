import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'

/** By dimension, what the engine draws where there is nothing: a tile of the North Pacific. */
const emptyTiles = new Map<string, Promise<Uint8Array>>()

/** Whether a tile of a dimension has no score. */
export async function isEmptyTile(
  engine: Remote<Engine>,
  dimension: string,
  drawn: Promise<Uint8Array>,
): Promise<boolean> {
  let nothing = emptyTiles.get(dimension)
  if (nothing === undefined) {
    nothing = engine.tile({ dimension, only: [], z: 6, x: 0, y: 0 })
    nothing.catch(() => emptyTiles.delete(dimension))
    emptyTiles.set(dimension, nothing)
  }
  const [empty, tile] = await Promise.all([nothing, drawn])
  return tile.length === empty.length && tile.every((byte, i) => byte === empty[i])
}
