import { worldX, worldY } from '../../map/mercator.ts'
import { coveredStates } from '../../states.ts'

/** Whether a place lies in one of the states' boxes. */
export function placeHasCoverage(lat: number, lon: number): boolean {
  return coveredStates.some(
    ({ box: { west, south, east, north } }) => lon > west && lon < east && lat > south && lat < north,
  )
}

/** Whether a tile of the XYZ scheme touches one of the states' boxes: the others are not asked for. */
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
