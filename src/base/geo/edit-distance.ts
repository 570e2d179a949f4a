/**
 * Returns the number of edits that turn one string into the other, or `most` + 1 if there are more than `most`. An edit
 * inserts, deletes or replaces a character, or swaps two neighbors. No character is edited twice (optimal string
 * alignment, by UTF-16 unit). Allocates nothing if the shorter string has at most 64 units. Running time is
 * proportional to the length of that string times `most`.
 *
 * @param most whole number, 0 or more
 */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (a.length < b.length) return editDistance(b, a, most)
  if (a.length - b.length > most) return most + 1
  // A common prefix and suffix need no edits.
  let first = 0
  let aEnd = a.length
  let bEnd = b.length
  while (first < bEnd && a.charCodeAt(first) === b.charCodeAt(first)) first++
  while (bEnd > first && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd--
    bEnd--
  }
  if (bEnd === first) return aEnd - first
  if (most === 0) return 1
  return aligned(a, b, first, aEnd, bEnd, most)
}

/**
 * Returns the maximum number of typos allowed in a word with this many characters, from 0 in a short word to 2 in a
 * long word.
 */
export function tolerance(length: number): 0 | 1 | 2 {
  return length <= 3 ? 0 : length <= 7 ? 1 : 2
}

/** One more than the length of the longest string that is compared without allocating. */
export const ROW = 65
const rows = [new Uint16Array(ROW), new Uint16Array(ROW), new Uint16Array(ROW)]

/** Returns the number of edits between `a[first, aEnd)` and `b[first, bEnd)`. */
function aligned(a: string, b: string, first: number, aEnd: number, bEnd: number, most: number): number {
  const width = bEnd - first
  return lastRow(a, first, aEnd - first, b, first, width, most)?.[width] ?? most + 1
}

/**
 * Computes the last row of the usual edit table for `height` units of `a` and `width` units of `b`. Only cells within
 * `most` of the diagonal are computed. Cell j holds the number of edits between all of `a` and the first j units of
 * `b`. Returns null if every cell exceeds `most`. The row is valid until the next call.
 */
export function lastRow(
  a: string,
  aFirst: number,
  height: number,
  b: string,
  bFirst: number,
  width: number,
  most: number,
): Uint16Array | null {
  const over = Math.min(most + 1, 0xffff)
  let [twoBack, back, row] = width < ROW ? rows : Array.from({ length: 3 }, () => new Uint16Array(width + 1))
  for (let j = 0; j <= width; j++) back[j] = Math.min(j, over)
  for (let i = 1; i <= height; i++) {
    const char = a.charCodeAt(aFirst + i - 1)
    const low = Math.max(1, i - most)
    const high = Math.min(width, i + most)
    row[low - 1] = low === 1 ? Math.min(i, over) : over
    let least = row[low - 1]
    for (let j = low; j <= high; j++) {
      const other = b.charCodeAt(bFirst + j - 1)
      let edits = char === other ? back[j - 1] : Math.min(back[j - 1], back[j], row[j - 1]) + 1
      if (
        char !== other &&
        i > 1 &&
        j > 1 &&
        char === b.charCodeAt(bFirst + j - 2) &&
        a.charCodeAt(aFirst + i - 2) === other
      )
        edits = Math.min(edits, twoBack[j - 2] + 1)
      row[j] = Math.min(edits, over)
      if (row[j] < least) least = row[j]
    }
    // The next row reads one cell beyond the last one written here.
    if (high < width) row[high + 1] = over
    if (least > most) return null
    const spare = twoBack
    twoBack = back
    back = row
    row = spare
  }
  return back
}
