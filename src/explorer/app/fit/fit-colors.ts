import { rampOf } from '../library.ts'

/** Returns the color ramp for fits, as `rampOf` does for a dimension. */
export function fitRamp(): Uint8Array {
  return rampOf({ id: 'fit' })
}

/** Converts a fit, 0-100, to the score, 1-255, that has the same color. */
export function scoreOfFit(fit: number): number {
  return Math.round(1 + 2.54 * fit)
}
