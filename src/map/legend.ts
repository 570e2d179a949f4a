import { dimensions } from '../dimensions/catalogue.ts'
import { ramp } from './ramp.ts'

export interface LegendEntry {
  /** 0 = no data, else 1-255. */
  readonly score: number
  /** `#rrggbb`, or `transparent` for no data. */
  readonly colour: string
  /** What the score means where the scale has words for it, else the score. */
  readonly label: string
}

const steps = [1, 32, 64, 96, 128, 160, 192, 224, 255]

/**
 * No data, then nine steps from the scale's low end to its high end.
 *
 * @throws {RangeError} when there is no such dimension
 */
export function legend(dimension: string): readonly LegendEntry[] {
  const colours = ramp(dimension)
  const { scale } = dimensions.find(({ id }) => id === dimension)!
  const words: Readonly<Record<number, string | null>> = { 1: scale.low, 128: scale.middle, 255: scale.high }
  return [
    { score: 0, colour: 'transparent', label: scale.zero },
    ...steps.map((score) => ({ score, colour: hexOf(colours, score), label: words[score] ?? String(score) })),
  ]
}

function hexOf(colours: Uint8Array, score: number): string {
  return `#${[...colours.subarray(4 * score, 4 * score + 3)].map((v) => v.toString(16).padStart(2, '0')).join('')}`
}
