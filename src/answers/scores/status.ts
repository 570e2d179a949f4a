/** What `statusColumn` holds of a point. */
export const STATUS = /* @__PURE__ */ Object.freeze({
  /** Every dimension has a score there. */
  scored: 0,
  /** Inside the coverage, but one or more dimensions have no data there: their score is 0. */
  noData: 1,
  /** Outside the coverage: every score is 0. */
  outside: 2,
  /** Not a coordinate: not a finite number, a latitude beyond ±90 or a longitude beyond ±180. */
  badCoordinate: 3,
  /** Not in memory, or in a state that the data folder was copied without: what its scores are is not known here. */
  notLoaded: 4,
})

/** A bit, the highest, in each byte of a word that is 0: four rows of a column are looked at together. */
export function zeroBytes(word: number): number {
  return ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f)
}
