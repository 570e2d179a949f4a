import { outlines } from './typeface.ts'

/** A picture of red, green and blue bytes, row by row. */
export interface RgbPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export type Rgb = readonly [red: number, green: number, blue: number]

/** Height of a line in the units of the outlines. */
const UNITS = 256
/** Number of straight lines that approximate a curve. */
const STEPS = 6
/** Number of sample rows per pixel. */
const ROWS = 4

/** Returns the width of a string in pixels. */
export function getWidth(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + Number.parseInt(getOutline(letter), 10), 0) * (size / UNITS)
}

/** Draws a string with antialiasing. Characters without an outline are drawn as question marks. */
export function drawText(picture: RgbPicture, text: string, at: TextPlace): void {
  let { x } = at
  for (const letter of text) {
    fill(picture, getEdges(letter, { ...at, x }), at.color)
    x += getWidth(letter, at.size)
  }
}

interface TextPlace {
  /** Left end of the baseline, in pixels. */
  readonly x: number
  /** Vertical position of the baseline, in pixels. */
  readonly y: number
  /** Height of a line in pixels. */
  readonly size: number
  readonly color: Rgb
}

function getOutline(letter: string): string {
  return outlines[letter] ?? outlines['?']
}

/** A line from one point to another, in pixels. */
type Edge = readonly [x0: number, y0: number, x1: number, y1: number]

/** Returns the edges of a letter, with curves as short lines. */
function getEdges(letter: string, { x, y, size }: TextPlace): Edge[] {
  const scale = size / UNITS
  const edges: Edge[] = []
  let lastX = 0
  let lastY = 0
  const lineTo = (right: number, up: number) => {
    edges.push([x + lastX * scale, y - lastY * scale, x + right * scale, y - up * scale])
    ;[lastX, lastY] = [right, up]
  }
  for (const [, kind, numbers] of getOutline(letter).matchAll(/([MLQ])([^MLQ]+)/g)) {
    const [a, b, c, d] = numbers.split(' ').map(Number)
    if (kind === 'M') [lastX, lastY] = [a, b]
    else if (kind === 'L') lineTo(a, b)
    else {
      const fromX = lastX
      const fromY = lastY
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS
        const between = (start: number, control: number, end: number) =>
          (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t ** 2 * end
        lineTo(between(fromX, a, c), between(fromY, b, d))
      }
    }
  }
  return edges
}

/** Fills the area inside edges (nonzero winding rule). Pixels at the border are blended with the picture. */
function fill({ width, height, pixels }: RgbPicture, edges: readonly Edge[], color: Rgb): void {
  const extent = (axis: 0 | 1, maximum: number) => {
    const all = edges.flatMap((edge) => [edge[axis], edge[axis + 2]])
    return [Math.max(0, Math.floor(Math.min(...all))), Math.min(maximum - 1, Math.ceil(Math.max(...all)))] as const
  }
  const [left, right] = extent(0, width)
  const [top, bottom] = extent(1, height)
  for (let row = top; row <= bottom; row++) {
    const coverage = new Float64Array(right + 1)
    for (let sample = 0; sample < ROWS; sample++)
      for (const [from, to] of spansAt(edges, row + (sample + 0.5) / ROWS)) cover(coverage, from, to)
    for (let column = left; column <= right; column++) {
      const part = coverage[column] / ROWS
      const at = 3 * (row * width + column)
      if (part > 0) for (let c = 0; c < 3; c++) pixels[at + c] += Math.round(part * (color[c] - pixels[at + c]))
    }
  }
}

/** Returns the parts of a horizontal line that are inside edges. */
function spansAt(edges: readonly Edge[], y: number): (readonly [from: number, to: number])[] {
  const crossings = edges
    .filter(([, y0, , y1]) => y0 <= y !== y1 <= y)
    .map(([x0, y0, x1, y1]) => ({ x: x0 + ((y - y0) * (x1 - x0)) / (y1 - y0), turn: y1 > y0 ? 1 : -1 }))
    .sort((a, b) => a.x - b.x)
  let winding = 0
  return crossings.flatMap(({ x, turn }, i) => {
    winding += turn
    return winding === 0 ? [] : [[x, crossings[i + 1].x] as const]
  })
}

/** Adds coverage to each pixel of a row: the fraction of the pixel's width that lies between `from` and `to`. */
function cover(covered: Float64Array, from: number, to: number): void {
  const last = Math.min(covered.length - 1, Math.floor(to))
  for (let column = Math.max(0, Math.floor(from)); column <= last; column++)
    covered[column] += Math.max(0, Math.min(to, column + 1) - Math.max(from, column))
}
