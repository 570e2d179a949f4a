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
