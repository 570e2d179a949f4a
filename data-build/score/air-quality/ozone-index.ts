/** Shares of days, and the daily ozone that so many days do not exceed. */
export interface OzoneDays {
  /** Ascending in (0, 1], the last being 1 (the maximum). */
  readonly share: readonly number[]
  /** Daily maximum of the 8-hour mean, parts per billion, one per share. */
  readonly ppb: readonly number[]
}

// EPA's breakpoints for 8-hour ozone (40 CFR 58 appendix G), ppb; above 200 ppb the 1-hour index applies, continued here.
const breakpoints = [0, 54, 70, 85, 105, 200, 400]
const indexes = [0, 50, 100, 150, 200, 300, 500]
const samples = 200 // midpoints of equal shares of the year

/** Mean over the days of the air quality index of ozone, from the percentiles that AirData publishes. */
export function meanOzoneIndex(days: OzoneDays): number {
  // The least day is not published: 0.7 of the lowest percentile, where the index is small anyway.
  const share = [0, ...days.share]
  const ppb = [0.7 * days.ppb[0], ...days.ppb]
  let sum = 0
  for (let i = 0; i < samples; i++) sum += ozoneIndex(between(share, ppb, (i + 0.5) / samples))
  return sum / samples
}

/** Air quality index of one day's ozone in ppb. */
export function ozoneIndex(ppb: number): number {
  return between(breakpoints, indexes, ppb)
}

/** Piecewise linear through (x, y), x ascending, constant beyond the ends. */
function between(x: readonly number[], y: readonly number[], at: number): number {
  if (at <= x[0]) return y[0]
  for (let i = 1; i < x.length; i++) {
    if (at <= x[i]) return y[i - 1] + ((y[i] - y[i - 1]) * (at - x[i - 1])) / (x[i] - x[i - 1])
  }
  return y[y.length - 1]
}
