import { readBox } from '../../src/base/geo/boxes.ts'
import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'

/**
 * Returns the area in km² of a flat ring [lon, lat, lon, lat, …] in degrees, on a plane scaled at its middle latitude.
 */
export function ringKm2(ring: Float64Array): number {
  const { south, north } = readBox([ring])
  let twice = 0
  for (let i = 0; i + 3 < ring.length; i += 2) twice += ring[i] * ring[i + 3] - ring[i + 2] * ring[i + 1]
  const kmPerDegree = METERS_PER_DEGREE / 1000
  return (Math.abs(twice) / 2) * kmPerDegree ** 2 * Math.cos((((south + north) / 2) * Math.PI) / 180)
}
