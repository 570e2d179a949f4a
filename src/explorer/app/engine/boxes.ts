import { type Box, boxAround, getLat, getLon, type LatLon, type ScoreColumnsRequest, tileView } from '../library.ts'
import { NEAR } from './map-library.ts'

/** Checks whether a place is in a box, borders included. */
export function holds({ west, south, east, north }: Box, { lat, lon }: LatLon): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** Distance in meters around a place within which data is loaded. */
export const AROUND = 1000

/** Returns the box to load for a place. Returns an empty list for an invalid place, which the library rejects. */
export function boxAt({ lat, lon }: Partial<LatLon>, meters = AROUND): readonly Box[] {
  const isPlace = Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180
  return isPlace ? [boxAround(lon!, lat!, NEAR + meters)] : []
}

/**
 * Number of cells per degree of the grid to which loaded boxes are aligned. Neighboring tiles in the same cell then
 * need the same box.
 */
const PER_DEGREE = 7.5

/** Returns the box to load for a tile of the map. */
export function tileBox(z: number, x: number, y: number): Box {
  const { left, top } = tileView(z, x, y)
  const side = 1 / 2 ** z
  return outward({ west: getLon(left), south: getLat(top + side), east: getLon(left + side), north: getLat(top) })
}

/** Expands a box outward to the grid that loaded boxes are aligned to. */
export function outward({ west, south, east, north }: Box): Box {
  const down = (degrees: number) => Math.floor(degrees * PER_DEGREE) / PER_DEGREE
  const up = (degrees: number) => Math.ceil(degrees * PER_DEGREE) / PER_DEGREE
  return { west: down(west), south: down(south), east: up(east), north: up(north) }
}

/**
 * Returns the latitudes of points, with NaN for each point outside the box that the data covers, so that the point has
 * no score.
 */
export function coveredLatitudes(
  within: Box | undefined,
  { lat, lon }: Pick<ScoreColumnsRequest, 'lat' | 'lon'>,
): Float64Array {
  return within ? lat.map((north, i) => (holds(within, { lat: north, lon: lon[i] }) ? north : Number.NaN)) : lat
}
