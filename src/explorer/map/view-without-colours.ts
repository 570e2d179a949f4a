import { signal } from '@preact/signals'
import type { CoveringTilesOptions, Map as MapLibreMap } from 'maplibre-gl'
import { dimension, only } from '../view.ts'
import { tileHasCoverage } from './coverage.ts'
import { tileAddresses } from './tile-address.ts'

/** Whether the tiles that the map shows are there, and all of them without a score. */
export const isWithoutColours = signal(false)

/** Addresses of tiles without a score. */
const empty = new Set<string>()

export function noteTile(address: string, isEmpty: boolean): void {
  if (isEmpty) empty.add(address)
  else empty.delete(address)
}

/** Looks whenever the map has come to rest. `tiles`: sizes and zooms of its tiles. Returns what ends that. */
export function watchColours(map: MapLibreMap, tiles: CoveringTilesOptions): () => void {
  const look = () => {
    const pattern = tileAddresses('score', dimension.peek(), only.peek())
    isWithoutColours.value = map
      .coveringTiles(tiles)
      .every(({ canonical: { z, x, y } }) => !tileHasCoverage(z, x, y) || empty.has(tileAddress(pattern, z, x, y)))
  }
  map.on('idle', look)
  return () => {
    map.off('idle', look)
    isWithoutColours.value = false
  }
}

/** As MapLibre makes it. */
function tileAddress(pattern: string, z: number, x: number, y: number): string {
  return pattern.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
}
