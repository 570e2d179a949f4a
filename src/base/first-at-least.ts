/**
 * Returns the index of the first value in an ascending column that is at least `value`, or the column length if all
 * values are smaller.
 */
export function firstAtLeast(ascending: Uint32Array | Float64Array, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
