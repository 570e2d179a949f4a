import { counted, ValidationError } from '../../base/errors.ts'

/** Cost limits for a request. */
export interface Limits {
  /** Maximum number of 7.5″ cells that a search may test. */
  readonly cells: number
  /** Maximum number of vertices of a shape. */
  readonly vertices: number
  /** Maximum time in milliseconds. */
  readonly time: number
}

/** Default limits. The cell limit allows a box larger than any state. */
export const DEFAULT_LIMITS: Limits = { cells: 40_000_000, vertices: 1_000_000, time: 60_000 }

/** Number of steps between clock checks. */
const STEPS = 4096

/** Remaining time and work of a request. Every loop that computes an answer reduces the budget. */
export class Budget {
  readonly #deadline: number
  #steps = 0

  /** @param field request field named in the error */
  constructor(
    readonly limits: Limits,
    private readonly field: string = 'shape',
  ) {
    this.#deadline = performance.now() + limits.time
  }

  /**
   * Counts steps, and checks the time limit every `STEPS` steps. A step takes a few hundred nanoseconds.
   *
   * @throws {ValidationError} `limit_exceeded`, when the time is up
   */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps < STEPS) return
    this.#steps = 0
    if (performance.now() > this.#deadline)
      this.#refuse(
        'milliseconds',
        this.limits.time,
        `The request takes longer than ${counted(this.limits.time, 'millisecond')}: request a smaller area, or an area with a simpler outline`,
      )
  }

  /**
   * Checks a count against its limit.
   *
   * @throws {ValidationError} `limit_exceeded`, when the count is over the limit
   */
  allow(unit: 'cells' | 'vertices', count: number): void {
    const limit = this.limits[unit]
    if (count <= limit) return
    this.#refuse(
      unit,
      limit,
      `The area is too large: ${count.toLocaleString('en-US')} ${unit === 'cells' ? 'cells of 7.5″' : unit}, but the maximum is ${limit.toLocaleString('en-US')}. Request a part of it`,
    )
  }

  #refuse(limit: string, most: number, msg: string): never {
    const ctx = { limit, most }
    throw new ValidationError(
      [{ type: 'limit_exceeded', loc: ['body', this.field], msg, input: null, ctx }],
      `${msg}.`,
      'limit_exceeded',
    )
  }
}
