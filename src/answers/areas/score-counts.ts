/** How much weight each score has: 256 counts. One object serves one set of places after another. */
export class ScoreCounts {
  readonly #weight = new Float64Array(256)
  /** Weight of all scores but 0, which is no data. */
  #total = 0
  /** All scores but 0 that have weight are from `low` to before `end`. */
  #low = 1
  #end = 1

  /**
   * Counts these instead of those before.
   * @param weights one for each place
   * @param places numbers in `scores`; left out where they are all that it has
   */
  of(scores: Uint8Array, weights: Float64Array, places?: Uint32Array): this {
    const own = this.#weight.fill(0)
    let total = 0
    for (let i = 0; i < weights.length; i++) {
      const score = scores[places === undefined ? i : places[i]]
      own[score] += weights[i]
      if (score > 0) total += weights[i]
    }
    this.#total = total
    this.#low = 1
    this.#end = 256
    while (this.#low < 256 && own[this.#low] === 0) this.#low++
    while (this.#end > this.#low && own[this.#end - 1] === 0) this.#end--
    return this
  }

  /** The weighted mean of the scores; null where there is no data. */
  mean(): number | null {
    if (this.#total === 0) return null
    let sum = 0
    for (let score = this.#low; score < this.#end; score++) sum += score * this.#weight[score]
    return sum / this.#total
  }

  /** Share of all weight that has no data, 0-1; 0 where there is no weight. */
  withoutData(): number {
    const all = this.#total + this.#weight[0]
    return all === 0 ? 0 : this.#weight[0] / all
  }

  /** Share of the weight with data that has a score below this one, 0-1; null where there is none. */
  shareBelow(limit: number): number | null {
    if (this.#total === 0) return null
    let below = 0
    for (let score = this.#low; score < Math.min(this.#end, limit); score++) below += this.#weight[score]
    return below / this.#total
  }

  /**
   * The lowest and the highest score of a band that leaves out as nearly this share (0-0.5) of the weight below it, and
   * as much above, as whole scores can: where many have one score, `quantile` would leave out far less. Null where
   * there is no data.
   */
  band(share: number): readonly [low: number, high: number] | null {
    if (this.#total === 0) return null
    return [this.#bound(this.#low, 1, share), this.#bound(this.#end - 1, -1, share)]
  }

  /** The score whose weight before it, counted from one end, is nearest to a share; the first of equals. */
  #bound(first: number, step: 1 | -1, share: number): number {
    let before = 0
    let best = first
    let least = Number.POSITIVE_INFINITY
    for (let score = first; score >= this.#low && score < this.#end; score += step) {
      if (this.#weight[score] <= 0) continue
      const off = Math.abs(before / this.#total - share)
      // A trifle less, against the last digit of sums.
      if (off < least - 1e-12) {
        least = off
        best = score
      }
      before += this.#weight[score]
    }
    return best
  }

  /** The least score that at least this share (0-1) of the weight has or is below; null where there is no data. */
  quantile(share: number): number | null {
    if (this.#total === 0) return null
    // A trifle less, against the last digit of sums.
    const wanted = share * this.#total * (1 - 1e-12)
    let below = 0
    for (let score = this.#low; score < this.#end; score++) {
      below += this.#weight[score]
      if (below > 0 && below >= wanted) return score
    }
    return 255
  }
}
