/**
 * The edits that turn one text into the other: a character inserted, deleted or replaced, or two neighbors swapped,
 * none of them edited twice (optimal string alignment, by UTF-16 unit); `most` + 1 where it takes more than `most`.
 * Allocates nothing where the shorter text has at most 64 units; time linear in its length times `most`.
 *
 * @param most whole number, 0 and more
 */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (a.length < b.length) return editDistance(b, a, most)
  if (a.length - b.length > most) return most + 1
  // What both begin and end with needs no edit.
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
 * The most edits by which a word of this many characters may differ and still be meant: two in a long one, none in a
 * short one.
 */
export function tolerance(length: number): 0 | 1 | 2 {
  return length <= 3 ? 0 : length <= 7 ? 1 : 2
}

const ROW = 65
const rows = [new Uint16Array(ROW), new Uint16Array(ROW), new Uint16Array(ROW)]

/** The distance of `[first, aEnd)` and `[first, bEnd)`. */
function aligned(a: string, b: string, first: number, aEnd: number, bEnd: number, most: number): number {
  const width = bEnd - first
  return lastRow(a, first, aEnd - first, b, first, width, most)?.[width] ?? most + 1
}

/**
 * The fewest edits, counted as in `editDistance`, that make `typed` the beginning of `text` from `offset` on; `most` +
 * 1 where it takes more, or where the first `fixed` characters differ. Texts of more than 64 units are not compared.
 * Allocates nothing.
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

/**
 * The last row of the usual table for `height` units of `a` and `width` units of `b`, in which only `most` cells beside
 * the diagonal count: cell j has the edits between all of `a` and j units of `b`. Null where all take more than `most`.
 * Valid until the next call.
 */
function lastRow(
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
    // The next row looks one cell further than this one went.
    if (high < width) row[high + 1] = over
    if (least > most) return null
    const spare = twoBack
    twoBack = back
    back = row
    row = spare
  }
  return back
}
