import type { LatLon } from '../../base/geo/distance.ts'
import type { DrawnBaseMap } from '../../data/base-map.ts'
import { drawLayers, getPixel, type Pen, type PictureView, TILE } from './draw-layers.ts'
import { groundAbove, groundBelow, groundLabels, groundSources } from './ground-style.ts'
import { drawText, groundColors, ink, lineHeight, type Picture, paper, textWidth } from './legend-strip.ts'
import type { View } from './mercator.ts'
import { light } from './scheme.ts'

/**
 * Factor by which the sizes in the style are multiplied. A picture can be displayed at half its size, and its names and
 * lines must stay legible.
 */
const DENSE = 2
/** Size in pixels of the dots that letters consist of. */
const DOT = 2

/**
 * Draws the base map below and above the scores of a picture. Land and sea are drawn below the scores, so they are
 * visible where there are no scores. Parks, water, borders, roads and names are drawn above the scores.
 */
export function drawGround(picture: Picture, view: View, base: DrawnBaseMap): void {
  const scores = picture.pixels.slice(0, picture.width * view.height)
  const pen = new BytePen(picture, view.height)
  const groundView = pictureView(view)
  const sources = groundSources(base)
  drawLayers(pen, groundView, groundBelow(light), sources)
  for (let i = 0; i < scores.length; i++) if (scores[i] !== 0) picture.pixels[i] = scores[i]
  drawLayers(pen, groundView, [...groundAbove(light), ...groundLabels(light)], sources)
}

/** Diameters in pixels of the rings of the target that `drawMark` draws, outermost first. */
const MARK = [30, 24, 16, 8]

/** Draws a target at a place. */
export function drawMark(picture: Picture, view: View, { lat, lon }: LatLon): void {
  const pen = new BytePen(picture, view.height)
  const [x, y] = getPixel(pictureView(view), lon, lat)
  for (const [i, across] of MARK.entries()) {
    pen.beginPath()
    pen.arc(x, y, across / 2 / DENSE)
    pen.fillStyle = i % 2 === 0 ? 'paper' : 'ink'
    pen.fill()
  }
}

function pictureView({ left, top, stepX, width, height }: View): PictureView {
  const step = stepX * DENSE
  const zoom = Math.log2(1 / (step * TILE))
  return { zoom, left: left / step, top: top / step, width: width / DENSE, height: height / DENSE }
}

type Point = readonly [x: number, y: number]

/**
 * Draws on a picture with one byte per pixel, down to row `bottom`, in the few colors of its palette. Nearly
 * transparent shapes are skipped, and all other shapes are opaque. Dashes become solid lines, line ends and joints are
 * round, and letters consist of dots.
 */
class BytePen implements Pen {
  globalAlpha = 1
  fillStyle = 'ink'
  strokeStyle = 'ink'
  lineWidth = 1
  lineCap = ''
  lineJoin = ''
  font = ''
  textAlign = ''
  textBaseline = ''
  #lines: Point[][] = []
  readonly #picture: Picture
  readonly #bottom: number

  constructor(picture: Picture, bottom: number) {
    this.#picture = picture
    this.#bottom = bottom
  }

  #color(style: string): number | null {
    if (this.globalAlpha < 0.4) return null
    if (style === 'paper') return paper
    return groundColors.get(style) ?? ink
  }

  fillRect(left: number, top: number, width: number, height: number): void {
    const color = this.#color(this.fillStyle)
    if (color !== null) this.#fillBox(left * DENSE, top * DENSE, width * DENSE, height * DENSE, color)
  }

  beginPath(): void {
    this.#lines = []
  }

  moveTo(x: number, y: number): void {
    this.#lines.push([[x * DENSE, y * DENSE]])
  }

  lineTo(x: number, y: number): void {
    this.#lines.at(-1)!.push([x * DENSE, y * DENSE])
  }

  /** Adds a full circle. */
  arc(x: number, y: number, radius: number): void {
    const corners = Math.max(8, Math.ceil(radius * DENSE * 3))
    for (let i = 0; i <= corners; i++) {
      const angle = (2 * Math.PI * i) / corners
      this[i === 0 ? 'moveTo' : 'lineTo'](x + radius * Math.cos(angle), y + radius * Math.sin(angle))
    }
  }

  fill(): void {
    const color = this.#color(this.fillStyle)
    if (color === null) return
    const { width, pixels } = this.#picture
    /** Horizontal positions at which the edges of the shape cross the middle of each pixel row. */
    const crossings: number[][] = Array.from({ length: this.#bottom }, () => [])
    for (const line of this.#lines)
      for (const [i, [x2, y2]] of line.entries()) {
        const [x1, y1] = line.at(i - 1)!
        const last = Math.min(this.#bottom, Math.ceil(Math.max(y1, y2) - 0.5))
        for (let row = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5)); row < last; row++)
          crossings[row].push(x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1))
      }
    for (const [row, ends] of crossings.entries()) {
      ends.sort((a, b) => a - b)
      const pixel = (x: number) => row * width + Math.min(width, Math.max(0, Math.ceil(x - 0.5)))
      for (let i = 1; i < ends.length; i += 2) pixels.fill(color, pixel(ends[i - 1]), pixel(ends[i]))
    }
  }

  stroke(): void {
    const color = this.#color(this.strokeStyle)
    if (color === null) return
    const reach = Math.max(1, this.lineWidth * DENSE) / 2
    for (const line of this.#lines)
      for (let i = 1; i < line.length; i++) this.#segment(line[i - 1], line[i], reach, color)
  }

  #segment([x1, y1]: Point, [x2, y2]: Point, reach: number, color: number): void {
    const { width, pixels } = this.#picture
    const dx = x2 - x1
    const dy = y2 - y1
    const length2 = dx * dx + dy * dy
    const top = Math.max(0, Math.floor(Math.min(y1, y2) - reach))
    const last = Math.min(this.#bottom - 1, Math.ceil(Math.max(y1, y2) + reach))
    const left = Math.max(0, Math.floor(Math.min(x1, x2) - reach))
    const right = Math.min(width - 1, Math.ceil(Math.max(x1, x2) + reach))
    for (let y = top; y <= last; y++)
      for (let x = left; x <= right; x++) {
        // Position of the segment's nearest point to the pixel, as a fraction of the segment's length.
        const part = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length2))
        if ((x - x1 - part * dx) ** 2 + (y - y1 - part * dy) ** 2 <= reach * reach) pixels[y * width + x] = color
      }
  }

  setLineDash(): void {}

  measureText(text: string): { readonly width: number } {
    return { width: (textWidth(text) * DOT) / DENSE }
  }

  /** Draws a halo in the shape of the letters. */
  strokeText(text: string, x: number, y: number): void {
    this.#write(text, x, y, this.strokeStyle, DOT)
  }

  fillText(text: string, x: number, y: number): void {
    this.#write(text, x, y, this.fillStyle, 0)
  }

  #write(text: string, x: number, y: number, style: string, more: number): void {
    const color = this.#color(style)
    if (color === null) return
    const left = Math.round(x * DENSE - (textWidth(text) * DOT) / 2)
    const top = Math.round(y * DENSE - (lineHeight * DOT) / 2)
    const side = DOT + 2 * more
    drawText(text, (column, row) =>
      this.#fillBox(left + column * DOT - more, top + row * DOT - more, side, side, color),
    )
  }

  #fillBox(left: number, top: number, across: number, down: number, color: number): void {
    const { width, pixels } = this.#picture
    for (let y = top; y < top + down; y++) pixels.fill(color, y * width + left, y * width + left + across)
  }
}
