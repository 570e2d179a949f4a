import type { Layer } from '../geocode/layers.ts'

/** What became of rows. */
export interface Counts {
  rows: number
  /** Rows with scores, those of addresses among them. */
  scored: number
  /** Rows with a reason in place of scores. */
  failed: number
  /** Addresses found, by what they were found as. */
  readonly layers: Partial<Record<Layer, number>>
}

export function noCounts(): Counts {
  return { rows: 0, scored: 0, failed: 0, layers: {} }
}

/** Adds `more` to `sum`. */
export function addCounts(sum: Counts, more: Counts): void {
  sum.rows += more.rows
  sum.scored += more.scored
  sum.failed += more.failed
  for (const [layer, count] of Object.entries(more.layers)) {
    const name = layer as Layer
    sum.layers[name] = (sum.layers[name] ?? 0) + count
  }
}
