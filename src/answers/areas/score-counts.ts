/**
 * Number of histograms that are filled in turn if there are many places. Neighbors often have the same score, and an
 * addition to a bin waits for the previous one. With four bins in turn, counting takes a sixth of the time.
 */
const TURNS = 4
/** Number of places above which turns save more time than adding up the histograms costs. */
const MANY = 2000

/** Histogram of weights by score (256 bins). One object is reused for many sets of places. */
export class ScoreCounts {
  readonly #weight = new Float64Array(256)
  /** Weights by score and turn. */
  readonly #turns = new Float64Array(256 * TURNS)
  /** Weight of all scores except 0, which means no data. */
  #total = 0
  /** All nonzero scores with weight are from `low` up to, but not including, `end`. */
  #low = 1
  #end = 1

  /**
   * Replaces the counts with those of these places.
   *
   * @param weights one for each place
   * @param places indexes into `scores`; all of them by default
   */
  of(scores: Uint8Array, weights: Float64Array, places?: Uint32Array): this {
    const weight = this.#weight.fill(0)
    if (weights.length < MANY)
      for (let i = 0; i < weights.length; i++) weight[scores[places === undefined ? i : places[i]]] += weights[i]
    else this.#countInTurns(scores, weights, places)
    let total = 0
    for (let score = 1; score < 256; score++) total += weight[score]
    this.#total = total
    this.#low = 1
    this.#end = 256
    while (this.#low < 256 && weight[this.#low] === 0) this.#low++
    while (this.#end > this.#low && weight[this.#end - 1] === 0) this.#end--
    return this
  }

  #countInTurns(scores: Uint8Array, weights: Float64Array, places: Uint32Array | undefined): void {
    const turns = this.#turns.fill(0)
    for (let i = 0; i < weights.length; i++)
      turns[scores[places === undefined ? i : places[i]] * TURNS + (i % TURNS)] += weights[i]
    for (let at = 0; at < turns.length; at++) this.#weight[Math.floor(at / TURNS)] += turns[at]
  }

  /** Returns the weighted mean of the scores, or null without data. */
  mean(): number | null {
    if (this.#total === 0) return null
    let sum = 0
    for (let score = this.#low; score < this.#end; score++) sum += score * this.#weight[score]
    return sum / this.#total
  }

  /** Returns the share of the weight that has no data, 0-1, or 0 if there is no weight. */
  withoutData(): number {
    const all = this.#total + this.#weight[0]
    return all === 0 ? 0 : this.#weight[0] / all
  }

  /** Returns the share of the weight with data whose score is below `limit`, 0-1, or null without data. */
  shareBelow(limit: number): number | null {
    if (this.#total === 0) return null
    let below = 0
    for (let score = this.#low; score < Math.min(this.#end, limit); score++) below += this.#weight[score]
    return below / this.#total
  }

  /**
   * Returns the lowest and highest score of a band that leaves out this share (0-0.5) of the weight at each end, as
   * nearly as whole scores allow. If many places have the same score, `quantile` would leave out far less. Returns null
   * without data.
   */
  band(share: number): readonly [low: number, high: number] | null {
    if (this.#total === 0) return null
    return [this.#bound(this.#low, 1, share), this.#bound(this.#end - 1, -1, share)]
  }

  /**
   * Returns the score at which the weight before it, counted from one end, is nearest to the share. If several scores
   * are equally near, returns the first.
   */
  #bound(first: number, step: 1 | -1, share: number): number {
    let before = 0
    let best = first
    let least = Number.POSITIVE_INFINITY
    for (let score = first; score >= this.#low && score < this.#end; score += step) {
      if (this.#weight[score] <= 0) continue
      const off = Math.abs(before / this.#total - share)
      // A tolerance for rounding errors of the sums.
      if (off < least - 1e-12) {
        least = off
        best = score
      }
      before += this.#weight[score]
    }
    return best
  }

  /**
   * Returns the lowest score for which at least this share (0-1) of the weight is at that score or below; null without
   * data.
   */
  quantile(share: number): number | null {
    if (this.#total === 0) return null
    // A tolerance for rounding errors of the sums.
    const wanted = share * this.#total * (1 - 1e-12)
    let below = 0
    for (let score = this.#low; score < this.#end; score++) {
      below += this.#weight[score]
      if (below > 0 && below >= wanted) return score
    }
    return 255
  }
}
