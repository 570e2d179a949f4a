import { counted, ValidationError } from '../../base/errors.ts'

/** What a request may cost. */
export interface Limits {
  /** Cells of 7.5″ that a search may look at. */
  readonly cells: number
  /** Vertices of a shape. */
  readonly vertices: number
  /** Milliseconds. */
  readonly time: number
}

/** Cells: more than the box of a state has. */
export const DEFAULT_LIMITS: Limits = { cells: 40_000_000, vertices: 1_000_000, time: 60_000 }

/** Steps between looks at the clock. */
const STEPS = 4096

/** What is left of the time and work that a request may take; asked in every loop. */
export class Budget {
  readonly #deadline: number
  #steps = 0

  /** @param field of the request, which the error names */
  constructor(
    readonly limits: Limits,
    private readonly field: string = 'shape',
  ) {
    this.#deadline = performance.now() + limits.time
  }

  /**
   * Counts steps of some hundred nanoseconds.
   * @throws {ValidationError} `limit_exceeded`, when the time is over
   */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps < STEPS) return
    this.#steps = 0
    if (performance.now() > this.#deadline)
      this.#refuse(
        'milliseconds',
        this.limits.time,
        `It takes longer than ${counted(this.limits.time, 'millisecond')}: ask for a smaller area, or one with a simpler outline`,
      )
  }

  /** @throws {ValidationError} `limit_exceeded`, when there are more than the limit */
  allow(what: 'cells' | 'vertices', count: number): void {
    const limit = this.limits[what]
    if (count <= limit) return
    this.#refuse(
      what,
      limit,
      `The area is too large: ${count.toLocaleString('en-US')} ${what === 'cells' ? 'cells of 7.5″' : what}, at most ${limit.toLocaleString('en-US')}. Ask for a part of it`,
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
