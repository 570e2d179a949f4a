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

/** A place with another answer. */
export interface OtherPlace {
  /** From the place to the nearest point with that answer. */
  readonly meters: number
  readonly direction: Direction
  /** Degrees: a place that has that answer, just beyond the edge. */
  readonly lat: number
  readonly lon: number
}

/** Where one place is from another, both in degrees, as one of eight directions. */
export function directionTo(lat: number, lon: number, toLat: number, toLon: number): Direction {
  const bearing = Math.atan2((toLon - lon) * Math.cos(lat * RADIANS), toLat - lat) / RADIANS
  return DIRECTIONS[Math.round(bearing / 45 + 8) % 8]
}

/** Places that are looked at between two looks at the clock. */
const LOOKS = 4096

/**
 * The same question about places, which is refused when it was asked for longer than `timeout` milliseconds.
 * @throws {ValidationError} `limit_exceeded`
 */
export function withinTime(
  isOther: (lon: number, lat: number) => boolean,
  timeout: number,
): (lon: number, lat: number) => boolean {
  const deadline = performance.now() + timeout
  let looks = 0
  return (lon, lat) => {
    if (++looks % LOOKS === 0 && performance.now() > deadline) {
      const msg = `It takes longer than ${counted(timeout, 'millisecond')}: ask for a shorter distance`
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
