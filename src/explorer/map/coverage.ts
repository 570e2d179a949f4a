import { type Box, worldX, worldY } from '../../map/mercator.ts'

/** Boxes around California, Texas and Florida with their coastal waters, degrees. */
const states: readonly Box[] = [
  { west: -124.7, south: 32.4, east: -114, north: 42.1 },
  { west: -106.8, south: 25.7, east: -93.3, north: 36.6 },
  { west: -87.8, south: 24.2, east: -79.7, north: 31.1 },
]

/** A box around all three. */
export const coverage: Box = { west: -124.7, south: 24.2, east: -79.7, north: 42.1 }

/** Whether a place lies in one of the states' boxes. */
export function placeHasCoverage(lat: number, lon: number): boolean {
  return states.some(({ west, south, east, north }) => lon > west && lon < east && lat > south && lat < north)
}

/** Whether a tile of the XYZ scheme touches one of the states' boxes: the others are not asked for. */
export function tileHasCoverage(z: number, x: number, y: number): boolean {
  const across = 2 ** z
  return states.some(
    ({ west, south, east, north }) =>
      (x + 1) / across > worldX(west) &&
      x / across < worldX(east) &&
      (y + 1) / across > worldY(north) &&
      y / across < worldY(south),
  )
}
