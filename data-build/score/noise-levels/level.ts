/** People per square mile of one per km². */
const PER_SQUARE_MILE = 2.589_988
/** Metres: past this a railway line is no longer heard. */
export const RAIL_REACH = 5000
/** dB(A), 24 h: quieter places have no noise to speak of, hence no score. */
const LEAST_LEVEL = 35
/** dB(A) of the score's two ends: 255 up to 40, 1 from 85. */
const BEST_LEVEL = 40
const WORST_LEVEL = 85

/** Level in dB(A) of an energy (10^(L/10)); -Infinity of 0. */
export function levelOf(energy: number): number {
  return 10 * Math.log10(energy)
}

/** Score 1-255, unrounded, of the level of all sources together; NaN below 35 dB(A). */
export function noiseScore(level: number): number {
  if (!(level >= LEAST_LEVEL)) return Number.NaN
  const serenity = (WORST_LEVEL - level) / (WORST_LEVEL - BEST_LEVEL)
  return 1 + 254 * Math.min(1, Math.max(0, serenity))
}

/**
 * Energy of road noise. `people` per km², the mean of night and day; `traffic` EJScreen's traffic proximity (vehicles a
 * day over metres); `nearRoads` the per cent of the tract within a mile of a high-volume road. NaN leaves a part out.
 */
export function roadEnergy(people: number, traffic: number, nearRoads: number): number {
  const streets = 10 ** 1.5 * people * PER_SQUARE_MILE
  const highways = (10 ** 2.4 * traffic * nearRoads) / 100
  return (Number.isNaN(streets) ? 0 : streets) + (Number.isNaN(highways) ? 0 : highways)
}

/** Energy of rail noise: `distance` metres to the nearest line, `nearRails` the per cent of the tract within a mile of rails. */
export function railEnergy(distance: number, nearRails: number): number {
  // 400 m: how far the generalised lines lie from the rails.
  const line = distance < RAIL_REACH ? 10 ** 4.9 * (Math.hypot(distance, 400) / 110) ** -1.5 : 0
  const share = Number.isNaN(nearRails) ? 0 : (10 ** 3.8 * nearRails) / 100
  return Math.max(line, share)
}
