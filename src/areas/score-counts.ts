/** How much weight each score has: 256 counts. */
export class ScoreCounts {
  private readonly weight = new Float64Array(256)
  /** Weight of all scores but 0, which is no data. */
  private total = 0

  clear(): void {
    this.weight.fill(0)
    this.total = 0
  }

  add(score: number, weight: number): void {
    this.weight[score] += weight
    if (score > 0) this.total += weight
  }

  /** The least score that at least this share (0-1) of the weight has or is below; null where there is no data. */
  quantile(share: number): number | null {
    if (this.total === 0) return null
    // A trifle less, against the last digit of sums.
    const wanted = share * this.total * (1 - 1e-12)
    let below = 0
    for (let score = 1; score < 256; score++) {
      below += this.weight[score]
      if (below > 0 && below >= wanted) return score
    }
    return 255
  }
}
