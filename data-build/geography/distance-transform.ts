/** A grid of nearly square cells, row by row from the southwest corner. */
export interface GridSize {
  readonly width: number
  readonly height: number
  /** Cell width in km. */
  readonly dx: number
  /** Cell height in km. */
  readonly dy: number
}

/**
 * Returns the exact distance in km from each cell's center to the nearest center of a marked (nonzero) cell, using the
 * lower envelope of parabolas (Felzenszwalb and Huttenlocher 2012). Distances are Infinity if no cell is marked.
 */
export function distanceTransform(marked: Uint8Array, { width, height, dx, dy }: GridSize): Float32Array {
  const squared = new Float32Array(width * height)
  const longest = Math.max(width, height)
  const scratch = {
    values: new Float64Array(longest),
    out: new Float64Array(longest),
    parabola: new Int32Array(longest),
    start: new Float64Array(longest + 1),
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) scratch.values[y] = marked[y * width + x] === 0 ? Number.POSITIVE_INFINITY : 0
    lowerEnvelope(scratch, height, dy)
    for (let y = 0; y < height; y++) squared[y * width + x] = scratch.out[y]
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) scratch.values[x] = squared[row + x]
    lowerEnvelope(scratch, width, dx)
    for (let x = 0; x < width; x++) squared[row + x] = Math.sqrt(scratch.out[x])
  }
  return squared
}

interface Scratch {
  readonly values: Float64Array
  readonly out: Float64Array
  /** Position of each parabola in the envelope. */
  readonly parabola: Int32Array
  /** Position from which each parabola is the lowest. */
  readonly start: Float64Array
}

/** Writes min over j of values[j] + ((i - j) · step)² to `out` for the first `count` positions. */
function lowerEnvelope({ values, out, parabola, start }: Scratch, count: number, step: number): void {
  const step2 = step * step
  let last = -1
  for (let j = 0; j < count; j++) {
    if (values[j] === Number.POSITIVE_INFINITY) continue
    let from = Number.NEGATIVE_INFINITY
    while (last >= 0) {
      const k = parabola[last]
      from = ((values[j] - values[k]) / step2 + j * j - k * k) / (2 * (j - k))
      if (from > start[last]) break
      last--
    }
    last++
    parabola[last] = j
    start[last] = last === 0 ? Number.NEGATIVE_INFINITY : from
  }
  if (last < 0) {
    out.fill(Number.POSITIVE_INFINITY, 0, count)
    return
  }
  for (let i = 0, at = 0; i < count; i++) {
    while (at < last && start[at + 1] < i) at++
    const k = parabola[at]
    out[i] = values[k] + (i - k) * (i - k) * step2
  }
}
