import type { Remote } from 'comlink'
import type { AddProtocolAction } from 'maplibre-gl'
import type { Engine } from '../engine/engine.ts'
import { dimension } from '../view.ts'
import { tileHasCoverage } from './coverage.ts'
import { isEmptyTile } from './empty-tile.ts'
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
      const drawn = engine.tile(request)
      noteTile(url, await isEmptyTile(engine, request.dimension, drawn))
      return { data: await drawn }
    } catch (error) {
      if (request.dimension === dimension.value && !signal.aborted) problem.value = (error as Error).message
      return { data: nothing }
    }
  }
}

/** MapLibre draws an answer without bytes as transparent. */
const nothing = new Uint8Array()
