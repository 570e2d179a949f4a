import { type Box, boxAround, getLat, getLon, type LatLon, type ScoreColumnsRequest, tileView } from '../library.ts'
import { NEAR } from './map-library.ts'

/** Checks whether a place is in a box, borders included. */
export function holds({ west, south, east, north }: Box, { lat, lon }: LatLon): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** Meters around a place that are loaded with it. */
export const AROUND = 1000

/** Returns the box to load for a place, or none for an invalid place, which the library refuses. */
export function boxAt({ lat, lon }: Partial<LatLon>, meters = AROUND): readonly Box[] {
  const isPlace = Math.abs(lat!) <= 90 && Math.abs(lon!) <= 180
  return isPlace ? [boxAround(lon!, lat!, NEAR + meters)] : []
}

/** Loaded boxes end at whole multiples of a degree divided by this, so that neighboring tiles need the same boxes. */
const PER_DEGREE = 7.5

/** Returns the box to load for a tile of the map. */
export function tileBox(z: number, x: number, y: number): Box {
  const { left, top } = tileView(z, x, y)
  const side = 1 / 2 ** z
  return outward({ west: getLon(left), south: getLat(top + side), east: getLon(left + side), north: getLat(top) })
}

/** Widens a box to whole multiples of the loaded grid. */
export function outward({ west, south, east, north }: Box): Box {
  const down = (degrees: number) => Math.floor(degrees * PER_DEGREE) / PER_DEGREE
  const up = (degrees: number) => Math.ceil(degrees * PER_DEGREE) / PER_DEGREE
  return { west: down(west), south: down(south), east: up(east), north: up(north) }
}

/** Returns the latitudes of points, with NaN for points outside the data, so that they get no score. */
export function coveredLatitudes(
  within: Box | undefined,
  { lat, lon }: Pick<ScoreColumnsRequest, 'lat' | 'lon'>,
): Float64Array {
  return within ? lat.map((north, i) => (holds(within, { lat: north, lon: lon[i] }) ? north : Number.NaN)) : lat
}
