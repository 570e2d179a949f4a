/**
 * Number of histograms that are filled in turn if there are many places. Neighboring places often have the same score,
 * and each addition to a bin must wait for the previous one. Taking turns makes counting six times as fast.
 */
const TURNS = 4
/** Minimum number of places for which taking turns is faster, including the time to add up the histograms. */
const MANY_PLACES = 2000

/** Histogram of weights by score (256 bins). One object is reused for many sets of places. */
export class ScoreCounts {
  readonly #weight = new Float64Array(256)
  /** Weights of the histograms that are filled in turn, at index score · `TURNS` + turn. */
  readonly #turns = new Float64Array(256 * TURNS)
  /** Weight of all scores except 0, which means no data. */
  #total = 0
  /** Lowest score with any weight, excluding 0. */
  #low = 1
  /** Highest score with any weight, plus 1. */
  #end = 1

  /**
   * Clears the histogram and counts these places.
   *
   * @param weights weight of each place
   * @param places indexes into `scores`; by default, all of `scores`
   */
  of(scores: Uint8Array, weights: Float64Array, places?: Uint32Array): this {
    const weight = this.#weight.fill(0)
    if (weights.length < MANY_PLACES)
      for (let i = 0; i < weights.length; i++) weight[scores[places === undefined ? i : places[i]]] += weights[i]
    else this.#countInTurns(scores, weights, places)
    let low = 1
    let end = 256
    while (low < 256 && weight[low] === 0) low++
    while (end > low && weight[end - 1] === 0) end--
    let total = 0
    for (let score = low; score < end; score++) total += weight[score]
    this.#low = low
    this.#end = end
    this.#total = total
    return this
  }

  #countInTurns(scores: Uint8Array, weights: Float64Array, places: Uint32Array | undefined): void {
    const turns = this.#turns.fill(0)
    for (let i = 0; i < weights.length; i++)
      turns[scores[places === undefined ? i : places[i]] * TURNS + (i % TURNS)] += weights[i]
    for (let at = 0; at < turns.length; at++) this.#weight[Math.floor(at / TURNS)] += turns[at]
  }

  /** Returns the weighted mean of the scores, or null if there is no data. */
  mean(): number | null {
    if (this.#total === 0) return null
    let sum = 0
    for (let score = this.#low; score < this.#end; score++) sum += score * this.#weight[score]
    return sum / this.#total
  }

  /** Returns the share of the weight without data, 0-1, or 0 if there is no weight. */
  withoutData(): number {
    const all = this.#total + this.#weight[0]
    return all === 0 ? 0 : this.#weight[0] / all
  }

  /** Returns the share of the weight with data whose score is below `limit`, 0-1, or null if there is no data. */
  shareBelow(limit: number): number | null {
    if (this.#total === 0) return null
    let below = 0
    for (let score = this.#low; score < Math.min(this.#end, limit); score++) below += this.#weight[score]
    return below / this.#total
  }

  /**
   * Returns the lowest and highest score of a band that excludes this share (0-0.5) of the weight at each end, as
   * closely as whole scores allow. Returns null if there is no data. Two calls of `quantile` would exclude far less
   * than the share if many places have the same score.
   */
  band(share: number): readonly [low: number, high: number] | null {
    if (this.#total === 0) return null
    return [this.#bound(this.#low, 1, share), this.#bound(this.#end - 1, -1, share)]
  }

  /**
   * Returns one end of a band. Walks from the score `first` in direction `step`, and returns the score for which the
   * share of the weight that was already passed is closest to `share`. If several scores are equally close, returns the
   * first of these.
   */
  #bound(first: number, step: 1 | -1, share: number): number {
    let before = 0
    let best = first
    let least = Number.POSITIVE_INFINITY
    for (let score = first; score >= this.#low && score < this.#end; score += step) {
      if (this.#weight[score] <= 0) continue
      const off = Math.abs(before / this.#total - share)
      // The tolerance allows for rounding errors in the sums.
      if (off < least - 1e-12) {
        least = off
        best = score
      }
      before += this.#weight[score]
    }
    return best
  }

  /**
   * Returns the lowest score for which at least this share (0-1) of the weight is at or below the score, or null if
   * there is no data.
   */
  quantile(share: number): number | null {
    if (this.#total === 0) return null
    // The factor allows for rounding errors in the sums.
    const target = share * this.#total * (1 - 1e-12)
    let below = 0
    for (let score = this.#low; score < this.#end; score++) {
      below += this.#weight[score]
      if (below > 0 && below >= target) return score
    }
    return 255
  }
}
