import {
  type Box,
  coverageBox,
  getLat,
  getLon,
  type LatLon,
  type PictureView,
  TILE,
  worldX,
  worldY,
} from '../library.ts'
import type { Camera } from '../view.ts'
import { tileHasCoverage } from './tiles.ts'

/** A tile in the picture, with its position and size in pixels. */
export interface TileInPicture {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
  readonly size: number
}

export const MIN_ZOOM = 3
export const MAX_ZOOM = 17
/** Maximum zoom of tiles. In closer views, tiles are enlarged, as on the map. */
const MAX_TILE_ZOOM = 14

/** Returns the view of a camera at the nearest integer zoom, at which tiles have their natural size. */
export function pictureView(at: Camera, width: number, height: number): PictureView {
  return exactView({ ...at, zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(at.zoom) + 1)) - 1 }, width, height)
}

/** Returns the view of a camera, which matches MapLibre's view to the pixel. */
export function exactView(at: Camera, width: number, height: number): PictureView {
  // MapLibre zooms assume tiles of 512 pixels; picture zooms assume tiles of 256 pixels.
  const zoom = at.zoom + 1
  const side = TILE * 2 ** zoom
  return { zoom, left: worldX(at.lon) * side - width / 2, top: worldY(at.lat) * side - height / 2, width, height }
}

/** Returns the camera that shows all covered states in a picture of this size in pixels. */
export function wholeCoverage(width: number, height: number): Camera {
  const at = fitting(coverageBox, width, height)
  return { ...at, zoom: Math.max(MIN_ZOOM, Math.floor(at.zoom + 1)) - 1 }
}

/**
 * Returns the closest camera that fits a box into this size in pixels. The zoom is infinite for a box without extent.
 */
export function fitting({ west, south, east, north }: Box, width: number, height: number): Camera {
  const left = worldX(west)
  const right = worldX(east)
  const top = worldY(north)
  const bottom = worldY(south)
  const zoom = Math.log2(Math.min(width / (right - left), height / (bottom - top)) / TILE) - 1
  return { lat: getLat((top + bottom) / 2), lon: (west + east) / 2, zoom }
}

/**
 * Returns the tiles of a picture that touch the covered states, at the zoom that MapLibre uses.
 *
 * @param coarser number of zoom levels to reduce; each level quarters the number of tiles
 */
export function getTiles({ zoom, left, top, width, height }: PictureView, coarser = 0): TileInPicture[] {
  const z = Math.max(0, Math.min(Math.round(zoom), MAX_TILE_ZOOM) - coarser)
  const size = TILE * 2 ** (zoom - z)
  const visible: TileInPicture[] = []
  for (let y = Math.floor(top / size); y * size < top + height; y++)
    for (let x = Math.floor(left / size); x * size < left + width; x++)
      if (tileHasCoverage(z, x, y)) visible.push({ z, x, y, left: x * size - left, top: y * size - top, size })
  return visible
}

/** Returns the tiles of the first picture, a quarter as many as the map draws a moment later. */
export function getFirstTiles(view: PictureView): TileInPicture[] {
  return getTiles(view, 1)
}

/** Returns the box that a picture shows, in degrees. */
export function boxOfView(view: PictureView): Box {
  const first = placeAt(view, 0, 0)
  const last = placeAt(view, view.width, view.height)
  return { west: first.lon, south: last.lat, east: last.lon, north: first.lat }
}

export function placeAt({ zoom, left, top }: PictureView, x: number, y: number): LatLon {
  const side = TILE * 2 ** zoom
  return { lat: getLat((top + y) / side), lon: getLon((left + x) / side) }
}
