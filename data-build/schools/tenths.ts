/**
 * The tenth, 1-10, in which a value stands among values in ascending order (itself among them): the middle of the places
 * that equal values take decides, so equal values share a tenth and tenths are as even as ties allow.
 */
export function tenthOf(value: number, ascending: Float64Array): number {
  const below = countBelow(ascending, (other) => other < value)
  const notAbove = countBelow(ascending, (other) => other <= value)
  const middle = (below + notAbove) / 2
  return Math.min(10, Math.floor((10 * middle) / ascending.length) + 1)
}

/** How many values at the start satisfy a condition that no later value does. */
function countBelow(ascending: Float64Array, isBelow: (value: number) => boolean): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(ascending[middle])) low = middle + 1
    else high = middle
  }
  return low
}
