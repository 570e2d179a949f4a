import type { Remote } from 'comlink'
import type { AddProtocolAction } from 'maplibre-gl'
import type { Engine } from '../engine/engine.ts'
import { dimension } from '../view.ts'
import { tileHasCoverage } from './coverage.ts'
import { problem } from './problem.ts'
import { readTileAddress } from './tile-address.ts'
import { noteTile } from './view-without-colours.ts'

/**
 * Answers the addresses `score://…` or `estimate://…` by the worker. Tiles without coverage are empty without asking it, and so are
 * those that fail: `problem` says why, and the next attempt asks for all of them again.
 */
export function tileProtocol(engine: Remote<Engine>, draw: 'tile' | 'estimates'): AddProtocolAction {
  return async ({ url }, { signal }) => {
    const request = readTileAddress(url)
    const { z, x, y } = request
    if (signal.aborted || problem.value !== null || !tileHasCoverage(z, x, y)) return { data: nothing }
    try {
      if (draw === 'estimates') return { data: (await engine.estimates(request)) ?? nothing }
      const [empty, bytes] = await Promise.all([emptyTile(engine, request.dimension), engine.tile(request)])
      noteTile(url, areSame(bytes, empty))
      return { data: bytes }
    } catch (error) {
      if (request.dimension === dimension.value && !signal.aborted) problem.value = (error as Error).message
      return { data: nothing }
    }
  }
}

/** MapLibre draws an answer without bytes as transparent. */
const nothing = new Uint8Array()

/** By dimension, what the engine draws where there is nothing: a tile of the North Pacific. */
const emptyTiles = new Map<string, Promise<Uint8Array>>()

function emptyTile(engine: Remote<Engine>, dimension: string): Promise<Uint8Array> {
  let tile = emptyTiles.get(dimension)
  if (tile === undefined) {
    tile = engine.tile({ dimension, only: [], z: 6, x: 0, y: 0 })
    tile.catch(() => emptyTiles.delete(dimension))
    emptyTiles.set(dimension, tile)
  }
  return tile
}

function areSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
