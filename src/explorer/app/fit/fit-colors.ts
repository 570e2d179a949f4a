import { rampOf } from '../library.ts'

/** Returns the colors of fits by their score, as `rampOf` does for a dimension. */
export function fitRamp(): Uint8Array {
  return rampOf({ id: 'fit' })
}

/** Returns the score, 1-255, in whose color a fit of 0 to 100 is drawn. */
export function scoreOfFit(fit: number): number {
  return Math.round(1 + 2.54 * fit)
}
