/** Longer texts are not compared. */
const LONGEST = 64
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)]

/**
 * The fewest edits (a character inserted, deleted or replaced, or two neighbors swapped, as in `editDistance`) that make `typed` the
 * beginning of `text` from `offset` on; `most` + 1 where it takes more, or where the first `fixed` characters differ. Allocates nothing.
 */
export function prefixDistance(typed: string, text: string, offset: number, fixed: number, most: number): number {
  const height = typed.length
  const width = Math.min(text.length - offset, height + most)
  const over = most + 1
  if (height > LONGEST || width > LONGEST || width < height - most) return over
  for (let i = 0; i < fixed; i++) if (typed.charCodeAt(i) !== text.charCodeAt(offset + i)) return over
  let [twoBack, back, row] = rows
  for (let j = 0; j <= width; j++) back[j] = Math.min(j, over)
  for (let i = 1; i <= height; i++) {
    const low = Math.max(1, i - most)
    const high = Math.min(width, i + most)
    const char = typed.charCodeAt(i - 1)
    row[low - 1] = low === 1 ? Math.min(i, over) : over
    let least = row[low - 1]
    for (let j = low; j <= high; j++) {
      const other = text.charCodeAt(offset + j - 1)
      let edits = char === other ? back[j - 1] : Math.min(back[j - 1], back[j], row[j - 1]) + 1
      if (
        i > 1 &&
        j > 1 &&
        char !== other &&
        char === text.charCodeAt(offset + j - 2) &&
        typed.charCodeAt(i - 2) === other
      )
        edits = Math.min(edits, twoBack[j - 2] + 1)
      row[j] = Math.min(edits, over)
      if (row[j] < least) least = row[j]
    }
    // The next row looks one cell further than this one went.
    if (high < width) row[high + 1] = over
    if (least > most) return over
    const spare = twoBack
    twoBack = back
    back = row
    row = spare
  }
  let best = over
  for (let j = Math.max(0, height - most); j <= width; j++) if (back[j] < best) best = back[j]
  return best
}
