import { coveredStates } from '../../base/states.ts'
import { percentLower } from './percentiles.ts'

/**
 * Writes the percentiles of a column of scores to `out`: 0-100, or 255 if a point has no score or nobody in its state
 * has a score. Each score is compared with the people of its point's state. Allocates nothing per point.
 *
 * @param shares shares of people at or below each score; see `PERCENTILES`
 * @param state each point's index into `coveredStates`
 */
export function writePercentiles(shares: Uint16Array, score: Uint8Array, state: Uint8Array, out: Uint8Array): void {
  const table = new Uint8Array(coveredStates.length * 256)
  for (let i = 0; i < table.length; i++) {
    const [row, score] = [i >> 8, i & 255]
    table[i] = score === 0 || shares[row * 256 + 255] === 0 ? 255 : percentLower(shares, row, score)
  }
  for (let i = 0; i < score.length; i++) out[i] = score[i] === 0 ? 255 : table[state[i] * 256 + score[i]]
}
