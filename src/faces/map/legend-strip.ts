import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { light } from './scheme.ts'

/** Width of a character in dots, including the gap after it. */
const advance = 6
/** Height of a line in dots. */
export const lineHeight = 7

/** Glyphs of seven rows by five dots, as hexadecimal pairs. The highest of the five bits is the leftmost dot. */
const glyphs: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  ' ': '00000000000000',
  '.': '00000000000c0c',
  ',': '000000000c0408',
  ':': '000c0c000c0c00',
  '-': '0000001f000000',
  '+': '0004041f040400',
  '/': '00010204081000',
  '%': '18190204081303',
  '(': '02040808080402',
  ')': '08040202020408',
  "'": '0c040800000000',
  '&': '0c12140815120d',
}

/** Returns the width of a string in dots. */
export function textWidth(text: string): number {
  return text === '' ? 0 : text.length * advance - 1
}

/**
 * Draws a string in uppercase by calling `dot` for every dot. The upper left corner is at (0, 0). Unknown characters
 * are left blank.
 */
export function drawText(text: string, dot: (x: number, y: number) => void): void {
  const capitals = text.toUpperCase()
  for (let i = 0; i < capitals.length; i++) {
    const rows = glyphs[capitals[i]] ?? glyphs[' ']
    for (let y = 0; y < lineHeight; y++) {
      const bits = Number.parseInt(rows.slice(2 * y, 2 * y + 2), 16)
      for (let x = 0; x < 5; x++) if (bits & (16 >> x)) dot(i * advance + x, y)
    }
  }
}

/** A picture with one byte per pixel: a score or one of the colors below. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Minimum width. In a narrower picture, the numbers of the legend would overlap. */
export const narrowest = 128 // pixels

// The legend replaces the palette entries of scores 2 and 254, which look the same as their neighbors 1 and 255. The
// base map replaces the entries of some scores in between.
const nothing = 0
export const ink = 2
export const paper = 254
const gray = '#c4c6ca' // for places without a score; not white, which is the middle of some scales
const baseMapColors = [...new Set(Object.values({ ...light, land: '' }))].filter((color) => color !== '')
/** Palette entry of each base map color in a picture with a base map. */
export const groundColors: ReadonlyMap<string, number> = new Map([
  ...baseMapColors.map((color, i) => [color, 10 + 14 * i] as const),
  [light.land, nothing],
])

/** Returns the palette entries that are not score colors. */
function fixedColors(hasGround: boolean): (readonly [place: number, color: string])[] {
  const legendColors = [
    [nothing, gray],
    [ink, '#222222'],
    [paper, '#ffffff'],
  ] as const
  return hasGround
    ? [...[...groundColors].map(([color, place]) => [place, color] as const), ...legendColors]
    : [...legendColors]
}

// Vertical positions and heights in the strip, in dots.
const margin = 6
const barTop = margin + lineHeight + 4
const barHeight = 8
const tickHeight = 2
const numbersTop = barTop + barHeight + tickHeight + 2
const stripHeight = numbersTop + lineHeight + margin

/** Returns the palette of a picture with a legend. */
export function paletteWithInk(colors: Uint8Array, hasGround: boolean): Uint8Array {
  const palette = colors.slice()
  for (const [place, color] of fixedColors(hasGround)) palette.set([...getRgb(color), 255], 4 * place)
  return palette
}

/** Parses `#rrggbb`, or `rgba(…)` ignoring its alpha. */
function getRgb(color: string): number[] {
  const channels = color.startsWith('#') ? color.slice(1).match(/../g)! : color.match(/\d+/g)!
  return channels.slice(0, 3).map((part) => Number.parseInt(part, color.startsWith('#') ? 16 : 10))
}

/**
 * Adds a strip below the scores: the name, colors from 1 to 255, ticks at 1, 128 and 255, and the meaning of both ends.
 */
export function addLegend(scores: Picture, dimension: Dimension, hasGround: boolean): Picture {
  const { width } = scores
  const dotSize = width < 1200 ? 1 : 2 // pixels
  const height = scores.height + stripHeight * dotSize
  const pixels = new Uint8Array(width * height)
  const shades = scoreShades(hasGround)
  for (let i = 0; i < scores.pixels.length; i++) pixels[i] = shades[scores.pixels[i]]
  const strip = { width, height: stripHeight * dotSize, pixels: pixels.subarray(width * scores.height) }
  strip.pixels.fill(paper)
  drawStrip(strip, dotSize, dimension, shades)
  return { width, height, pixels }
}

/** Returns the palette entry of each score. If the entry is taken by a fixed color, returns a neighboring entry. */
function scoreShades(hasGround: boolean): Uint8Array {
  const shades = Uint8Array.from({ length: 256 }, (_, score) => score)
  for (const [place] of fixedColors(hasGround)) if (place !== nothing) shades[place] += place === paper ? 1 : -1
  return shades
}

function drawStrip(strip: Picture, dotSize: number, dimension: Dimension, shades: Uint8Array): void {
  const { scale } = dimension
  const dots = Math.floor(strip.width / dotSize)
  const right = dots - margin
  const paint = (x: number, y: number, width: number, height: number, color: number) =>
    paintRectangle(strip, x * dotSize, y * dotSize, width * dotSize, height * dotSize, color)
  const write = (text: string, left: number, top: number) =>
    drawText(text, (x, y) => paint(left + x, top + y, 1, 1, ink))

  const noData = 'no data'
  const noDataLeft = right - textWidth(noData)
  const room = noDataLeft - margin - 4 * advance
  const title = getTitles(dimension).find((text) => textWidth(text) < room)
  if (title !== undefined) write(title, margin, margin)
  write(noData, noDataLeft, margin)
  paint(noDataLeft - 2 * advance, margin, lineHeight + 1, lineHeight, nothing)

  const from = margin * dotSize
  const to = right * dotSize
  for (let x = from; x < to; x++) {
    const score = 1 + Math.round((254 * (x - from)) / (to - 1 - from))
    paintRectangle(strip, x, barTop * dotSize, 1, barHeight * dotSize, shades[score])
  }
  const middle = Math.round((margin + right - 1) / 2)
  for (const x of [margin, middle, right - 1]) paint(x, barTop + barHeight, 1, tickHeight, ink)

  const half = dots / 2 - margin
  const center = fitting('128', scale.middle, half)
  const side = half - textWidth(center) / 2 - 2 * advance
  const high = fitting('255', scale.high, side, true)
  write(fitting('1', scale.low, side), margin, numbersTop)
  write(center, middle - Math.floor(textWidth(center) / 2), numbersTop)
  write(high, right - textWidth(high), numbersTop)
}

/** Returns the possible titles of a legend, best first. The titles of hazards say that some scores are estimates. */
function getTitles({ name, warning }: Dimension): string[] {
  return warning === undefined
    ? [name]
    : [`${name}, estimated where no map is included`, `${name}, with estimates`, name]
}

/**
 * Returns the longest text that fits into `room` dots: the number with all words, the number with the words before the
 * first punctuation mark, or the number alone.
 */
function fitting(number: string, words: string | null, room: number, numberLast = false): string {
  const choices = words === null ? [] : [words, words.split(/ ?[(:;]/)[0], words.split(/ ?[(:;,]/)[0]]
  const texts = choices.map((text) => (numberLast ? `${text} ${number}` : `${number} ${text}`))
  return texts.find((text) => textWidth(text) <= room) ?? number
}

function paintRectangle(
  { width, pixels }: Picture,
  left: number,
  top: number,
  across: number,
  down: number,
  color: number,
): void {
  for (let y = top; y < top + down; y++) pixels.fill(color, y * width + left, y * width + left + across)
}
