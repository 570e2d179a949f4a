/** Values of `statusColumn`. */
export const STATUS = /* @__PURE__ */ Object.freeze({
  /** All requested dimensions have a score at the point. */
  scored: 0,
  /**
   * The point is inside the coverage area, but at least one of the requested dimensions has no data there and scores 0.
   * Other dimensions may have scores.
   */
  noData: 1,
  /** The point is outside the coverage area, or on open water such as a bay or the sea. Every score is 0. */
  outside: 2,
  /** The coordinate is invalid: not a finite number, a latitude beyond ±90 or a longitude beyond ±180. */
  badCoordinate: 3,
  /** The point is not in memory, or is in a state that was omitted from the data copy. Its scores are unknown. */
  notLoaded: 4,
})

/**
 * Returns a word with the highest bit set in each byte that is 0 in `word`, so that four rows of a column are checked
 * at once.
 */
export function zeroBytes(word: number): number {
  return ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f)
}
