import { lastRow, ROW } from './edit-distance.ts'

/**
 * Returns the smallest number of edits that turn `typed` into a prefix of `text`, starting at `offset`. Edits are
 * counted as in `editDistance`. Returns `most` + 1 if more edits are needed, or if the first `fixed` characters differ.
 * Strings of more than 64 units are not compared. Allocates nothing.
 */
export function prefixDistance(typed: string, text: string, offset: number, fixed: number, most: number): number {
  const height = typed.length
  const width = Math.min(text.length - offset, height + most)
  let best = most + 1
  if (height >= ROW || width >= ROW || width < height - most) return best
  for (let i = 0; i < fixed; i++) if (typed.charCodeAt(i) !== text.charCodeAt(offset + i)) return best
  const row = lastRow(typed, 0, height, text, offset, width, most)
  if (row === null) return best
  for (let j = Math.max(0, height - most); j <= width; j++) if (row[j] < best) best = row[j]
  return best
}
