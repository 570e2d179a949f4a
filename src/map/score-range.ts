/** The places whose score in a dimension lies within `from`…`to`, both included. Places without data are in no range. */
export interface ScoreRange {
  readonly dimension: string
  readonly from: number
  readonly to: number
}

/** The dimensions that a picture needs, each once. */
export function dimensionsOf(drawn: string, only: readonly ScoreRange[]): string[] {
  return [...new Set([drawn, ...only.map(({ dimension }) => dimension)])]
}

/** Sets to 0 what is not in every range. `scores`: by dimension, as long as `column`. */
export function keepOnly(
  column: Uint8Array,
  only: readonly ScoreRange[],
  scores: Readonly<Record<string, Uint8Array>>,
): void {
  for (const { dimension, from, to } of only) {
    const least = Math.max(1, from)
    const asked = scores[dimension]
    // Written so that NaN keeps nothing.
    for (let i = 0; i < column.length; i++) if (!(asked[i] >= least && asked[i] <= to)) column[i] = 0
  }
}
