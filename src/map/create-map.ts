import { type Box, boxView, tileView, type View } from './mercator.ts'
import { ramp } from './ramp.ts'
import { scorePng } from './score-png.ts'
import type { ScoreRange } from './score-range.ts'
import { newColumns, type ScoreSource, scoreView } from './score-view.ts'

export interface DrawOptions {
  /** Only places that lie in all of these ranges are drawn, each a dimension with its lowest and highest score; the rest is transparent. */
  readonly only?: readonly ScoreRange[]
}

/** Pictures of scores in web mercator (EPSG:3857); each pixel is the score at its centre, no data is transparent. */
export interface ScoreMap {
  /**
   * A tile of the XYZ scheme (y counts from the north): a PNG of 256 × 256 pixels.
   *
   * @throws {RangeError} when z is not a whole number 0-20, x or y not one of that zoom, or there is no such dimension
   */
  renderTile(dimension: string, z: number, x: number, y: number, options?: DrawOptions): Uint8Array
  /**
   * A box in degrees as a PNG `width` pixels wide; the height follows from the projection.
   *
   * @throws {RangeError} when the box is empty or outside the world, the picture is larger than 8192 pixels a side, or
   * there is no such dimension
   */
  renderBox(dimension: string, box: Box, options: DrawOptions & { readonly width: number }): Uint8Array
}

/** Draws maps of what `openVicinage` returned. One pair of coordinate columns is used again for every picture. */
export function createMap(vicinage: ScoreSource): ScoreMap {
  const columns = newColumns()
  const draw = (dimension: string, view: View, only: readonly ScoreRange[] | undefined) => {
    const scores = scoreView(vicinage, dimension, view, columns, only)
    return scorePng(scores, view, ramp(dimension))
  }
  return {
    renderTile: (dimension, z, x, y, options) => draw(dimension, tileView(z, x, y), options?.only),
    renderBox: (dimension, box, { width, only }) => draw(dimension, boxView(box, width), only),
  }
}
