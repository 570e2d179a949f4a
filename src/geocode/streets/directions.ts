/** The directionals of streets by the number that a shard stores; '' for none. */
export const DIRECTIONS = ['', 'N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'] as const

/** A pre- and a postdirectional as one byte; unknown words count as none. */
export function directionsByte(pre: string, post: string): number {
  return indexOf(pre) * DIRECTIONS.length + indexOf(post)
}

function indexOf(direction: string): number {
  return Math.max(0, (DIRECTIONS as readonly string[]).indexOf(direction))
}
