/** Log odds of a share, clipped to 0.02-0.98 so that tiny places do not run away. */
export function logit(share: number): number {
  const clipped = Math.min(0.98, Math.max(0.02, share))
  return Math.log(clipped / (1 - clipped))
}

/** The share whose log odds these are. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}
