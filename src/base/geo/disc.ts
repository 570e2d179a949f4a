import { METERS_PER_DEGREE, RADIANS } from './distance.ts'

/** Full turn divided by the square of the golden ratio. Consecutive multiples of this angle fill a disc evenly. */
export const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Number of points at which a circle is sampled. */
export const DISC_POINTS = 128

/** Fills two columns with points spread evenly over a circle. */
export function fillDisc(lat: number, lon: number, radius: number, lats: Float64Array, lons: Float64Array): void {
  const cos = Math.max(0.01, Math.cos(lat * RADIANS))
  for (let i = 0; i < lats.length; i++) {
    const away = (radius / METERS_PER_DEGREE) * Math.sqrt((i + 0.5) / lats.length)
    lats[i] = lat + away * Math.sin(i * GOLDEN_ANGLE)
    lons[i] = lon + (away * Math.cos(i * GOLDEN_ANGLE)) / cos
  }
}
