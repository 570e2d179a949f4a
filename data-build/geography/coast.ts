import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import type { Polygon } from '../context.ts'
import { distanceTransform, type GridSize } from './distance-transform.ts'
import { EdgeIndex } from './edge-index.ts'
import { type CellWindow, Rasterizer } from './rasterize.ts'
import { ringKm2 } from './ring-area.ts'
import type { SeaWater } from './sea-water.ts'

/** Cell size of the coast grid in arc-seconds, about 460 m. */
const STEP = 15
const PER_DEGREE = 3600 / STEP
/**
 * Minimum distance in km from all land at which water counts as open sea. No bay in the three states is wider than
 * twice this distance, so no bay counts as open sea.
 */
const OPEN_SEA = 6
/**
 * Number of cells added on each side of the shoreline's bounding box, about 45 km, so that places inland of the shore
 * also have a distance to it.
 */
const MARGIN = 96
/** Half the side in km of the square in which the share of water is measured. */
const AROUND = 3
/**
 * Minimum area in km² of an island that counts as mainland. An island of this size is as sheltered and as high as the
 * mainland.
 */
const LARGEST_ISLAND = 250

/** Position of a place relative to the sea. */
export interface CoastPosition {
  /** Distance in km to the nearest sea, bay or lagoon; Infinity for places more than 40 km inland. */
  readonly waterKm: number
  /** Distance in km to the nearest shore of the open sea. */
  readonly openKm: number
  /** Share (0-1) of water within 3 km. */
  readonly water: number
  /** Index of the island that the place is on; -1 on the mainland and on islands of 250 km² or more. */
  readonly island: number
}

/** Positions of places relative to the sea, and island areas. */
export interface Coast {
  at(lon: number, lat: number): CoastPosition
  /** Returns the area of an island in km². */
  areaKm2(island: number): number
}

const INLAND: CoastPosition = {
  waterKm: Number.POSITIVE_INFINITY,
  openKm: Number.POSITIVE_INFINITY,
  water: 0,
  island: -1,
}

/** Creates the coast from the sea polygons of the states. Distances are interpolated between cells of about 460 m. */
export function createCoast(seas: readonly SeaWater[]): Coast {
  const grids = seas.map(({ polygons }) => coastGrid(polygons))
  const islands = seas
    .flatMap(({ polygons }) => polygons.flatMap((rings) => rings.slice(1)))
    .map((ring) => ({ ring, areaKm2: ringKm2(ring) }))
    .filter(({ areaKm2 }) => areaKm2 < LARGEST_ISLAND)
  const outlines = new EdgeIndex(islands.map(({ ring }) => [ring]))
  return {
    at(lon, lat) {
      const grid = grids.find(({ contains }) => contains(lon, lat))
      if (grid === undefined) return INLAND
      const place = grid.at(lon, lat)
      return { ...place, island: place.waterKm < 10 ? outlines.containing(lon, lat) : -1 }
    },
    areaKm2: (island) => islands[island].areaKm2,
  }
}

function coastGrid(polygons: readonly Polygon[]) {
  const rasterizer = new Rasterizer(polygons, STEP)
  const extent = rasterizer.extent()
  const west = extent.x - MARGIN
  const south = extent.y - MARGIN
  const width = extent.width + 2 * MARGIN
  const height = extent.height + 2 * MARGIN
  const window = { x: west, y: south, width, height }
  const isWater = new Uint8Array(width * height)
  rasterizer.paint(window, isWater, () => 1)
  const size = gridSize(window)
  const waterKm = distanceTransform(isWater, size)
  const toLand = distanceTransform(
    isWater.map((water) => 1 - water),
    size,
  )
  const openSea = Uint8Array.from(toLand, (km) => Number(km >= OPEN_SEA))
  // Cells of open sea are at least `OPEN_SEA` km from land. Subtracting this distance from the distance to the nearest
  // such cell gives the distance to the open sea's shore.
  const openKm = distanceTransform(openSea, size).map((km) => Math.max(0, km - OPEN_SEA))
  const water = shareAround(isWater, size)
  return {
    contains(lon: number, lat: number): boolean {
      const x = (lon + 180) * PER_DEGREE - west
      const y = (lat + 90) * PER_DEGREE - south
      return x >= 0.5 && y >= 0.5 && x < width - 0.5 && y < height - 0.5
    },
    at(lon: number, lat: number) {
      const x = (lon + 180) * PER_DEGREE - west - 0.5
      const y = (lat + 90) * PER_DEGREE - south - 0.5
      const column = Math.floor(x)
      const row = Math.floor(y)
      const right = x - column
      const up = y - row
      const cell = row * width + column
      const between = (values: Float32Array) =>
        (1 - up) * ((1 - right) * values[cell] + right * values[cell + 1]) +
        up * ((1 - right) * values[cell + width] + right * values[cell + width + 1])
      return { waterKm: between(waterKm), openKm: between(openKm), water: between(water) }
    },
  }
}

function gridSize({ y, width, height }: CellWindow): GridSize {
  const dy = METERS_PER_DEGREE / 1000 / PER_DEGREE
  const middle = (y + height / 2) / PER_DEGREE - 90
  return { width, height, dy, dx: dy * Math.cos((middle * Math.PI) / 180) }
}

/** Returns the share of water in a 6 km square around each cell, clipped at the edges of the grid. */
function shareAround(isWater: Uint8Array, { width, height, dx, dy }: GridSize): Float32Array {
  const across = Math.round(AROUND / dx)
  const along = Math.round(AROUND / dy)
  const sums = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += isWater[y * width + x]
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
    }
  }
  const share = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const bottom = Math.max(0, y - along)
    const top = Math.min(height, y + along + 1)
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - across)
      const right = Math.min(width, x + across + 1)
      const corner = (row: number, column: number) => sums[row * (width + 1) + column]
      const wet = corner(top, right) - corner(top, left) - corner(bottom, right) + corner(bottom, left)
      share[y * width + x] = wet / ((top - bottom) * (right - left))
    }
  }
  return share
}
