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
