/**
 * Maximum milliseconds of work in one turn of the event loop. After that, answers that take longer than `QUICK` wait
 * for the next turn.
 */
const TURN = 4

/** Average duration in milliseconds below which an answer never waits. */
const QUICK = 0.25

/** Falls back to `setTimeout`, because some platforms lack `setImmediate`. */
const later: (next: () => void) => void = globalThis.setImmediate ?? setTimeout

/** Weight of the latest answer in the moving average of durations. */
const LATEST = 0.1

/**
 * Lets the answers of this thread take turns. If a hundred connections each send a request that takes a millisecond,
 * all requests arrive in the same turn of the event loop. Without this class, a request for a single score would wait
 * until all of them are answered.
 */
export class Turns {
  /** Milliseconds that answers have taken in this turn. */
  #spent = 0
  #isTurnNoted = false
  readonly #waiting: (() => void)[] = []
  /** Average duration of answers in milliseconds, by name. */
  readonly #averages = new Map<string, number>()

  /**
   * Calls `answer` at once and returns its result, or calls it in a later turn of the event loop.
   *
   * @param name name of the operation, under which its average time is learned
   */
  take<Answer>(name: string, answer: () => Answer): Answer | Promise<Answer> {
    const isLate = this.#spent >= TURN || this.#waiting.length > 0
    if (!isLate || (this.#averages.get(name) ?? 0) < QUICK) return this.#timed(name, answer)
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(this.#timed(name, answer))
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #timed<Answer>(name: string, answer: () => Answer): Answer {
    if (!this.#isTurnNoted) {
      this.#isTurnNoted = true
      later(this.#next)
    }
    const start = performance.now()
    try {
      return answer()
    } finally {
      const took = performance.now() - start
      this.#spent += took
      const average = this.#averages.get(name) ?? took
      this.#averages.set(name, average + LATEST * (took - average))
    }
  }

  readonly #next = (): void => {
    this.#spent = 0
    this.#isTurnNoted = false
    // The first answer in each turn schedules the next turn.
    while (this.#waiting.length > 0 && this.#spent < TURN) this.#waiting.shift()?.()
  }
}
