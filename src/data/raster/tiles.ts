/**
 * Side of a tile in arc-seconds: 32 arc-minutes (about 59 × 50 km). Bundles store rasters in tiles. For every cell
 * size, the side of a tile is a whole number of pages. Tiles are numbered row · columns + column, counted from 180° W,
 * 90° S.
 */
export const tileSeconds = 1920

/** Number of columns of tiles around the globe, plus one for the tile that begins at 180° E. */
export const tileColumns = (360 * 3600) / tileSeconds + 1

/** A grid of equally sized tiles over the globe, numbered as described at `tileSeconds`. */
export interface TileGrid {
  /** Side of a tile in arc-seconds. */
  readonly seconds: number
  readonly columns: number
}

export function createTileGrid(seconds: number): TileGrid {
  return { seconds, columns: (360 * 3600) / seconds + 1 }
}

/** Grid of the tiles in which bundles store rasters. */
export const bundleTiles = createTileGrid(tileSeconds)

/**
 * Returns the column and the row of the tile that contains a point in degrees. A tile includes its south and west
 * borders.
 */
export function tileAt({ seconds, columns }: TileGrid, lon: number, lat: number): { column: number; row: number } {
  return {
    column: Math.min(columns - 1, Math.max(0, Math.floor(((lon + 180) * 3600) / seconds))),
    row: Math.max(0, Math.floor(((Math.min(90, lat) + 90) * 3600) / seconds)),
  }
}
