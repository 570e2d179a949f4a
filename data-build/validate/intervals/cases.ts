/** Number of possible errors (-254 to 254). */
const ERRORS = 509
/** Index of the error 0. */
export const NO_ERROR = 254

/** Number of evaluated scores for each combination of score and true score. */
export class Cases {
  readonly #counts = new Float64Array(256 * 256)
  count = 0

  /** Adds up weighted counts. */
  static sum(parts: readonly (readonly [cases: Cases, weight: number])[]): Cases {
    const sum = new Cases()
    for (const [cases, weight] of parts) {
      if (cases.count === 0 || weight === 0) continue
      for (let at = 0; at < cases.#counts.length; at++) sum.#counts[at] += weight * cases.#counts[at]
      sum.count += weight * cases.count
    }
    return sum
  }

  add(score: number, truth: number): void {
    this.#counts[score * 256 + truth]++
    this.count++
  }

  /**
   * Returns the distribution of errors (truth minus score) for scores near `score`, with -254 at index 0. Closer scores
   * have more weight, and the range is doubled until it has enough cases.
   */
  errorsNear(score: number, least: number): Float64Array {
    return this.#near(score, least, ERRORS, (truth, near) => truth - near + NO_ERROR)
  }

  /**
   * Returns the distribution of true scores, 0-255, for cases with a score near `score`, selected as in `errorsNear`.
   */
  truthsNear(score: number, least: number): Float64Array {
    return this.#near(score, least, 256, (truth) => truth)
  }

  #near(score: number, least: number, length: number, indexOf: (truth: number, near: number) => number): Float64Array {
    for (let reach = REACH; ; reach *= 2) {
      const shares = new Float64Array(length)
      let sum = 0
      for (let near = Math.max(1, score - reach); near <= Math.min(255, score + reach); near++) {
        const weight = 1 - Math.abs(near - score) / (reach + 1)
        for (let truth = 1; truth < 256; truth++) {
          const share = weight * this.#counts[near * 256 + truth]
          shares[indexOf(truth, near)] += share
          sum += share
        }
      }
      if (sum < least && reach < 255) continue
      return sum === 0 ? shares : shares.map((weight) => weight / sum)
    }
  }

  /** Returns the share of cases whose truth is inside the interval of their score, including its ends. */
  covered(lowOf: (score: number) => number, highOf: (score: number) => number): number {
    let covered = 0
    for (let score = 1; score < 256; score++) {
      const high = highOf(score)
      for (let truth = lowOf(score); truth <= high; truth++) covered += this.#counts[score * 256 + truth]
    }
    return covered / this.count
  }
}

/** Initial maximum distance in points between the wanted score and the scores of the cases used. */
const REACH = 16
