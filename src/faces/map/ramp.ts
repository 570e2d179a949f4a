import { type DimensionId, getDimension } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { attempt } from '../../base/parameters/guard.ts'

// Every eighth color of matplotlib's viridis (van der Walt and Smith 2015, CC0): dark to light, safe for color-blind
// readers.
const viridis = '440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725'
const ramps = new Map<string, Uint8Array>()

/**
 * Returns the colors of a dimension. The red, green, blue and alpha (0-255) of score s are at byte 4 s, for a total of
 * 1,024 bytes. Score 0 (no data) is transparent. Equal steps in score look equally large, except in flood and fire. In
 * these dimensions, each class of the official map has one color, from deep red to pale.
 *
 * @throws {ValidationError} when the dimension does not exist
 */
export function ramp(dimension: DimensionId): Uint8Array {
  return attempt('ramp(dimension: string)', [dimension], () => getRamp(getDimension(dimension)))
}

/** Returns the colors of a dimension's record. Custom dimensions use the default colors. */
export function getRamp({ id, colors: arms, ladder, classColors }: Colored): Uint8Array {
  const key = arms === undefined && classColors === undefined ? '' : id
  let colors = ramps.get(key)
  if (colors === undefined) {
    colors = new Uint8Array(4 * 256)
    if (classColors !== undefined) paintClasses(colors, ladder!, classColors)
    else if (arms === undefined) paint(colors, 1, 255, viridis)
    else {
      paint(colors, 1, 128, arms[0])
      paint(colors, 128, 255, arms[1])
    }
    ramps.set(key, colors)
  }
  return colors.slice()
}

type Colored = Pick<Dimension, 'id' | 'colors' | 'classColors'> & Partial<Pick<Dimension, 'ladder'>>

/** Assigns the color of each class to all scores in the class. */
function paintClasses(colors: Uint8Array, ladder: Dimension['ladder'], classColors: readonly string[]): void {
  ladder.forEach(([from], i) => {
    const rgb = Number.parseInt(classColors[i], 16)
    for (let score = from; score <= 255; score++) colors.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], 4 * score)
  })
}

/** Interpolates between the anchors in even steps, so that no part of the scale looks steeper than another part. */
function paint(colors: Uint8Array, from: number, to: number, anchors: string): void {
  const path = anchors.split(' ').map(getOklab)
  const reached = [0]
  for (let i = 1; i < path.length; i++) reached.push(reached[i - 1] + distance(path[i - 1], path[i]))
  const length = reached[path.length - 1]
  let leg = 0
  for (let score = from; score <= to; score++) {
    const walked = (length * (score - from)) / (to - from)
    while (leg < path.length - 2 && walked > reached[leg + 1]) leg++
    const part = (walked - reached[leg]) / (reached[leg + 1] - reached[leg])
    colors.set([...fromOklab(between(path[leg], path[leg + 1], part)), 255], 4 * score)
  }
}

function getOklab(hex: string): Oklab {
  const rgb = Number.parseInt(hex, 16)
  return toOklab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
}

function distance(p: Oklab, q: Oklab): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

function between(p: Oklab, q: Oklab, part: number): Oklab {
  return [p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1]), p[2] + part * (q[2] - p[2])]
}

/** An entry of a legend. */
export interface LegendEntry {
  /** Score, 1-255; 0 for no data. */
  readonly score: number
  /** `#rrggbb`, or `transparent` for no data. */
  readonly color: string
  /**
   * Description of the score at the ends of the scale and for classes of official maps. Otherwise the score itself,
   * such as `128`.
   */
  readonly label: string
}

const steps = [1, 32, 64, 96, 128, 160, 192, 224, 255]

/**
 * Returns an entry for no data, followed by nine steps from the low end of the scale to the high end. For flood and
 * fire, one entry per class of the official map takes the place of the steps, at the lowest score of the class.
 *
 * @throws {ValidationError} when the dimension does not exist
 */
export function legend(dimension: DimensionId): readonly LegendEntry[] {
  return attempt('legend(dimension: string)', [dimension], () => getLegend(getDimension(dimension)))
}

/** Returns the legend of a dimension's record. */
export function getLegend(dimension: Colored & Pick<Dimension, 'scale' | 'ladder'>): readonly LegendEntry[] {
  const colors = getRamp(dimension)
  const { scale, ladder, classColors } = dimension
  const words: Readonly<Record<number, string | null>> =
    classColors === undefined ? { 1: scale.low, 128: scale.middle, 255: scale.high } : Object.fromEntries(ladder)
  const shown = classColors === undefined ? steps : ladder.map(([from]) => from)
  return Object.freeze(
    [
      { score: 0, color: 'transparent', label: scale.zero },
      ...shown.map((score) => ({ score, color: getHex(colors, score), label: words[score] ?? String(score) })),
    ].map((entry) => Object.freeze(entry)),
  )
}

function getHex(colors: Uint8Array, score: number): string {
  return `#${[...colors.subarray(4 * score, 4 * score + 3)].map((v) => v.toString(16).padStart(2, '0')).join('')}`
}

/** Color as lightness (0-1), green-red and blue-yellow. Distances roughly match perceived differences. */
type Oklab = readonly [l: number, a: number, b: number]

// Matrices: Björn Ottosson, A perceptual color space for image processing, 2020-12-23, with the sRGB revision of 2021.

/** Converts sRGB bytes to Oklab. */
function toOklab(red: number, green: number, blue: number): Oklab {
  const r = linear(red)
  const g = linear(green)
  const b = linear(blue)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Converts Oklab to the nearest sRGB bytes that a screen can show. */
function fromOklab([lightness, a, b]: Oklab): [red: number, green: number, blue: number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

// sRGB transfer curve, IEC 61966-2-1.
function linear(value: number): number {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}

function byte(light: number): number {
  const v = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, v)))
}

/** Returns the colors for a dimension ID. IDs without a record use the default colors. */
export function rampIn(records: readonly Dimension[], id: string): Uint8Array {
  return getRamp(records.find((dimension) => dimension.id === id) ?? { id })
}
