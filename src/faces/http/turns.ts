/**
 * Milliseconds of work in one turn of the event loop, after which answers that take longer than `QUICK` wait for the
 * next turn.
 */
const TURN = 4

/** Answers that take fewer milliseconds on average never wait. */
const QUICK = 0.25

/** Not every platform of `createApp` has `setImmediate`. */
const later: (next: () => void) => void = globalThis.setImmediate ?? setTimeout

/** Weight of the most recent answer in the average. */
const LATEST = 0.1

/**
 * Lets the answers of this thread take turns. Requests of a hundred connections that each take a millisecond arrive in
 * one turn of the event loop, and would keep a single score waiting until all of them are answered.
 */
export class Turns {
  /** Milliseconds that answers have taken in this turn. */
  #spent = 0
  #isTurnNoted = false
  readonly #waiting: (() => void)[] = []
  /** Average milliseconds of answers, by name. */
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
    // The first of these answers requests the next turn.
    while (this.#waiting.length > 0 && this.#spent < TURN) this.#waiting.shift()?.()
  }
}
