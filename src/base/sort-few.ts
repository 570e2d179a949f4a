/** Above this length, the built-in sort is faster. */
const FEW = 16

/**
 * Sorts a list in place, like `Array.prototype.sort`. Equal items keep their order. Short lists are sorted by
 * insertion, because the built-in sort allocates more than a kilobyte per call.
 */
export function sortFew<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  if (list.length > FEW) return list.sort(compare)
  for (let i = 1; i < list.length; i++) {
    const item = list[i]
    let at = i
    for (; at > 0 && compare(list[at - 1], item) > 0; at--) list[at] = list[at - 1]
    list[at] = item
  }
  return list
}
