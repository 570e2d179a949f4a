import { dimensions } from '../dimensions/catalogue.ts'
import { fromOklab, type Oklab, toOklab } from './oklab.ts'

// Every eighth of matplotlib's viridis (van der Walt and Smith 2015, CC0): dark to light, safe for colour-blind eyes.
const viridis = '440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725'
// Arms of two ramps of ColorBrewer (Brewer and Harrower, Apache 2.0): safe for colour-blind eyes in pairs.
const orange = '7f3b08 b35806 e08214 fdb863 fee0b6' // PuOr
const blue = 'd1e5f0 92c5de 4393c3 2166ac 053061' // RdBu
const teal = '003c30 01665e 35978f 80cdc1 c7eae5' // BrBG
const brown = 'f6e8c3 dfc27d bf812d 8c510a 543005' // BrBG
const white = 'f7f7f7'

/** Scales whose middle, 128, is a meaning of its own: one arm of colours from 1 to 128, another from 128 to 255. */
const diverging: Readonly<Record<string, readonly [low: string, high: string]>> = {
  'ideological-lean': [`${orange} ${white}`, `${white} ${blue}`],
  'population-profile': [`${teal} ${white}`, `${white} ${brown}`],
}

const made = new Map<string, Uint8Array>()

/**
 * The colours of a dimension: red, green, blue, alpha (0-255) of score s from byte 4 s on, 1,024 bytes. Score 0, no
 * data, is transparent. Equal steps of the score are equal steps for the eye.
 *
 * @throws {RangeError} when there is no such dimension
 */
export function ramp(dimension: string): Uint8Array {
  if (!dimensions.some(({ id }) => id === dimension))
    throw new RangeError(
      `There is no dimension '${dimension}'; there are ${dimensions.map(({ id }) => id).join(', ')}.`,
    )
  let colours = made.get(dimension)
  if (colours === undefined) {
    colours = new Uint8Array(4 * 256)
    const arms = diverging[dimension]
    if (arms === undefined) paint(colours, 1, 255, viridis)
    else {
      paint(colours, 1, 128, arms[0])
      paint(colours, 128, 255, arms[1])
    }
    made.set(dimension, colours)
  }
  return colours.slice()
}

/** Walks along the anchors at an even pace, so that no part of the scale looks steeper than another. */
function paint(colours: Uint8Array, from: number, to: number, anchors: string): void {
  const path = anchors.split(' ').map(oklabOf)
  const reached = [0]
  for (let i = 1; i < path.length; i++) reached.push(reached[i - 1] + distance(path[i - 1], path[i]))
  const length = reached[path.length - 1]
  let leg = 0
  for (let score = from; score <= to; score++) {
    const walked = (length * (score - from)) / (to - from)
    while (leg < path.length - 2 && walked > reached[leg + 1]) leg++
    const part = (walked - reached[leg]) / (reached[leg + 1] - reached[leg])
    colours.set([...fromOklab(between(path[leg], path[leg + 1], part)), 255], 4 * score)
  }
}

function oklabOf(hex: string): Oklab {
  const rgb = Number.parseInt(hex, 16)
  return toOklab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
}

function distance(p: Oklab, q: Oklab): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

function between(p: Oklab, q: Oklab, part: number): Oklab {
  return [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1]), p[2] + part * (q[2] - p[2])]
}
