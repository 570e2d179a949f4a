/** A call that fails: its number, counted from 1, and the code of its error. */
export interface Fault {
  readonly at: number
  readonly code: 'ENOSPC' | 'EIO' | 'EMFILE'
}

const CODES = ['ENOSPC', 'EIO', 'EMFILE'] as const

/** Number of different errors. */
export const ERRORS = CODES.length

/**
 * Draws faults of a writer that makes a number of calls. No fault is drawn twice until each call has failed with each
 * error. `FC_SEED` changes the order.
 */
export function drawFaults(calls: number, count: number): readonly Fault[] {
  let state = Number(process.env.FC_SEED ?? 1)
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const every = Array.from({ length: calls }, (_, i) => CODES.map((code) => ({ at: i + 1, code }))).flat()
  const drawn: Fault[] = []
  while (drawn.length < count) {
    const rest = [...every]
    while (rest.length > 0 && drawn.length < count) drawn.push(...rest.splice(Math.floor(random() * rest.length), 1))
  }
  return drawn
}
