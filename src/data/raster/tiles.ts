/**
 * Rasters are stored in tiles of 32 arc-minutes (some 59 × 50 km): cells of every size make a whole number of pages on
 * their side. A tile is named by a number: row · columns + column, from 180° W, 90° S.
 */
export const tileSeconds = 1920

/** Tiles around the globe, and one that 180° E begins. */
export const tileColumns = (360 * 3600) / tileSeconds + 1

/** The tile that holds a place, degrees; it owns its south and west border. */
export function tileOf(lon: number, lat: number): number {
  return rowOf(lat) * tileColumns + columnOf(lon)
}

function columnOf(lon: number): number {
  return Math.min(tileColumns - 1, Math.max(0, Math.floor(((lon + 180) * 3600) / tileSeconds)))
}

function rowOf(lat: number): number {
  return Math.max(0, Math.floor(((Math.min(90, lat) + 90) * 3600) / tileSeconds))
}
