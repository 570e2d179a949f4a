import type { Remote } from 'comlink'
import type { AddProtocolAction, CoveringTilesOptions, Map as MapLibreMap } from 'maplibre-gl'
import type { Drawn, Engine, TileRequest } from '../engine/engine.ts'
import { coveredStates, worldX, worldY } from '../library.ts'
import { drawn } from '../view.ts'
import { type EstimatedPart, estimatedPart, hasNoColors, problem } from './map-state.ts'

/**
 * Serves the URLs `score://…` and `estimate://…` through the worker. Tiles outside the covered states are empty and are
 * not requested from the worker. Failed tiles are also empty. `problem` then contains the reason, and the next attempt
 * requests all tiles again.
 */
export function tileProtocol(engine: Remote<Engine>, draw: 'tile' | 'estimates'): AddProtocolAction {
  return async ({ url }, { signal }) => {
    const request = readTileAddress(url)
    const { z, x, y } = request
    if (signal.aborted || problem.value !== null || !tileHasCoverage(z, x, y)) return { data: nothing }
    try {
      if (draw === 'estimates') {
        const tile = await engine.estimates(request)
        hatched.set(url, { hasEstimates: tile.png !== null, hasMeasured: tile.hasMeasured })
        return { data: tile.png ?? nothing }
      }
      const tile = engine.tile(request)
      noteTile(url, await isEmptyTile(engine, request, tile))
      return { data: await tile }
    } catch (error) {
      if (getScale(request) === getScale(drawn.value) && !signal.aborted) problem.value = (error as Error).message
      return { data: nothing }
    }
  }
}

/** Empty answer, which MapLibre draws as transparent. */
const nothing = new Uint8Array()

/** Returns the URL template in which MapLibre fills in the tile coordinates: `score://…/{z}/{x}/{y}`. */
export function tileAddresses(protocol: 'score' | 'estimate', drawn: Drawn): string {
  return `${protocol}://${getKey(drawn)}/{z}/{x}/{y}`
}

/** Parses a tile URL with its coordinates filled in. */
export function readTileAddress(address: string): TileRequest {
  const [key, z, x, y] = address.slice(address.indexOf('://') + 3).split('/')
  return { ...(JSON.parse(decodeURIComponent(key)) as Drawn), z: Number(z), x: Number(x), y: Number(y) }
}

/** Encodes the key so that it contains no `{` or `/`. */
function getKey(drawn: Drawn): string {
  return encodeURIComponent(JSON.stringify(drawn))
}

/** Returns the name of the scale whose colors are drawn. Tiles of a different scale do not match the legend. */
export function getScale({ dimension, fit }: Drawn): string {
  return fit === undefined ? dimension : 'fit'
}

/**
 * Tile without any scores, for each scale. Other tiles are compared with this tile, which the engine draws for a place
 * in the North Pacific.
 */
const emptyTiles = new Map<string, Promise<Uint8Array>>()

/** Checks whether a tile that the engine is drawing has no score. */
export async function isEmptyTile(
  engine: Remote<Engine>,
  request: TileRequest,
  drawn: Promise<Uint8Array>,
): Promise<boolean> {
  const scale = getScale(request)
  let nothing = emptyTiles.get(scale)
  if (nothing === undefined) {
    nothing = engine.tile({ ...request, only: [], z: 6, x: 0, y: 0 })
    nothing.catch(() => emptyTiles.delete(scale))
    emptyTiles.set(scale, nothing)
  }
  const [empty, tile] = await Promise.all([nothing, drawn])
  return tile.length === empty.length && tile.every((byte, i) => byte === empty[i])
}

/** Checks whether a place is in the bounding box of a covered state. */
export function placeHasCoverage(lat: number, lon: number): boolean {
  return coveredStates.some(
    ({ box: { west, south, east, north } }) => lon > west && lon < east && lat > south && lat < north,
  )
}

/**
 * Checks whether a tile of the XYZ scheme touches the bounding box of a covered state. Other tiles are not requested.
 */
export function tileHasCoverage(z: number, x: number, y: number): boolean {
  const across = 2 ** z
  return coveredStates.some(
    ({ box: { west, south, east, north } }) =>
      (x + 1) / across > worldX(west) &&
      x / across < worldX(east) &&
      (y + 1) / across > worldY(north) &&
      y / across < worldY(south),
  )
}

/** Addresses of tiles without a score. */
const empty = new Set<string>()

function noteTile(address: string, isEmpty: boolean): void {
  if (isEmpty) empty.add(address)
  else empty.delete(address)
}

/** Contents of the hatching tiles, by address. */
const hatched = new Map<string, HatchedParts>()

/** Contents of a hatching tile. */
export interface HatchedParts {
  readonly hasEstimates: boolean
  readonly hasMeasured: boolean
}

/** Returns how much of the land in some tiles has an estimate. Tiles that are not loaded are undefined. */
export function partEstimated(tiles: readonly (HatchedParts | undefined)[]): EstimatedPart {
  if (!tiles.some((tile) => tile?.hasEstimates)) return 'nothing'
  return tiles.some((tile) => tile?.hasMeasured) ? 'part' : 'all'
}

/** Updates `estimatedPart` whenever the map stops moving. Returns a cleanup function. */
export function watchEstimates(map: MapLibreMap, tiles: CoveringTilesOptions): () => void {
  const look = () => {
    const pattern = tileAddresses('estimate', drawn.peek())
    estimatedPart.value = partEstimated(
      map.coveringTiles(tiles).map(({ canonical: { z, x, y } }) => hatched.get(tileAddress(pattern, z, x, y))),
    )
  }
  map.on('idle', look)
  return () => {
    map.off('idle', look)
    estimatedPart.value = 'nothing'
  }
}

/**
 * Updates `hasNoColors` whenever the map stops moving. `tiles` contains the tile size and zoom range. Returns a cleanup
 * function.
 */
export function watchColors(map: MapLibreMap, tiles: CoveringTilesOptions): () => void {
  const look = () => {
    const pattern = tileAddresses('score', drawn.peek())
    hasNoColors.value = map
      .coveringTiles(tiles)
      .every(({ canonical: { z, x, y } }) => !tileHasCoverage(z, x, y) || empty.has(tileAddress(pattern, z, x, y)))
  }
  map.on('idle', look)
  return () => {
    map.off('idle', look)
    hasNoColors.value = false
  }
}

/** Fills in the tile coordinates in the same way as MapLibre. */
function tileAddress(pattern: string, z: number, x: number, y: number): string {
  return pattern.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
}
