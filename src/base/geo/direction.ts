import { counted, ValidationError } from '../errors.ts'
import { RADIANS } from './distance.ts'

/** One of eight directions of the compass. */
export type Direction = 'north' | 'northeast' | 'east' | 'southeast' | 'south' | 'southwest' | 'west' | 'northwest'

const DIRECTIONS: readonly Direction[] = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
]

/** Nearest point that has a different answer, such as another fire zone. */
export interface OtherPlace {
  /** Distance to the point in meters. */
  readonly meters: number
  readonly direction: Direction
  /** Coordinates of the point in degrees. The point is just beyond the border at which the answer changes. */
  readonly lat: number
  readonly lon: number
}

/** Returns the compass direction from one point to another. Coordinates are in degrees. */
export function directionTo(lat: number, lon: number, toLat: number, toLon: number): Direction {
  const bearing = Math.atan2((toLon - lon) * Math.cos(lat * RADIANS), toLat - lat) / RADIANS
  return DIRECTIONS[Math.round(bearing / 45 + 8) % 8]
}

/** Number of points tested between two clock checks. */
const POINTS_PER_CLOCK_CHECK = 4096

/**
 * Wraps a point test so that it throws once the search has run for more than `timeout` milliseconds.
 *
 * @throws {ValidationError} `limit_exceeded`
 */
export function withinTime(
  isOther: (lon: number, lat: number) => boolean,
  timeout: number,
): (lon: number, lat: number) => boolean {
  const deadline = performance.now() + timeout
  let points = 0
  return (lon, lat) => {
    if (++points % POINTS_PER_CLOCK_CHECK === 0 && performance.now() > deadline) {
      const msg = `The search takes longer than ${counted(timeout, 'millisecond')}: request a shorter distance`
      const ctx = { limit: 'milliseconds', most: timeout }
      throw new ValidationError(
        [{ type: 'limit_exceeded', loc: ['query', 'max_distance'], msg, input: null, ctx }],
        `${msg}.`,
        'limit_exceeded',
      )
    }
    return isOther(lon, lat)
  }
}
