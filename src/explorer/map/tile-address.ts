import type { Filter, TileRequest } from '../engine/engine.ts'

/** What MapLibre fills a tile's numbers into: `score://…/{z}/{x}/{y}`. */
export function tileAddresses(protocol: 'score' | 'estimate', dimension: string, only: readonly Filter[]): string {
  return `${protocol}://${keyOf(dimension, only)}/{z}/{x}/{y}`
}

/** The tile that such an address, with its numbers filled in, stands for. */
export function readTileAddress(address: string): TileRequest {
  const [key, z, x, y] = address.slice(address.indexOf('://') + 3).split('/')
  const { dimension, only } = JSON.parse(decodeURIComponent(key)) as { dimension: string; only: Filter[] }
  return { dimension, only, z: Number(z), x: Number(x), y: Number(y) }
}

/** No `{` or `/` is left in it. */
function keyOf(dimension: string, only: readonly Filter[]): string {
  return encodeURIComponent(JSON.stringify({ dimension, only }))
}
