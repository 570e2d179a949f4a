/**
 * Size of a tile: 32 arc-minutes (about 59 × 50 km). Rasters are stored in tiles, whose sides hold a whole number of
 * pages for every cell size. The number of a tile is row · columns + column, counted from 180° W, 90° S.
 */
export const tileSeconds = 1920

/** Number of tiles around the globe, plus one that begins at 180° E. */
export const tileColumns = (360 * 3600) / tileSeconds + 1

/** Returns the tile that contains a point, in degrees. Tiles include their south and west borders. */
export function tileOf(lon: number, lat: number): number {
  return rowOf(lat) * tileColumns + columnOf(lon)
}

function columnOf(lon: number): number {
  return Math.min(tileColumns - 1, Math.max(0, Math.floor(((lon + 180) * 3600) / tileSeconds)))
}

function rowOf(lat: number): number {
  return Math.max(0, Math.floor(((Math.min(90, lat) + 90) * 3600) / tileSeconds))
}
