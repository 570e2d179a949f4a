import { encode } from 'fast-png'
import { type DimensionId, dimensionOf } from '../../answers/dimensions/catalog.ts'
import { catalogOf } from '../../answers/dimensions/catalog-of.ts'
import type { Box } from '../../base/geo/box.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import { boxView, tileView, type View } from './mercator.ts'
import { rampIn } from './ramp.ts'
import { newColumns, type ScoreRange, type ScoreSource, scoreView } from './score-view.ts'

/** What is drawn. */
export interface DrawOptions {
  /**
   * Only places that lie in all of these ranges are drawn, each a dimension with its lowest and highest score; the rest
   * is transparent.
   */
  readonly only?: readonly ScoreRange[]
}

/** Pictures of scores in web mercator (EPSG:3857); each pixel is the score at its center, no data is transparent. */
export interface ScoreMap {
  /**
   * A tile of the XYZ scheme (y counts from the north): a PNG of 256 × 256 pixels.
   *
   * @throws {ValidationError} when z is not a whole number 0-20, x or y not one of that zoom, or there is no such
   * dimension
   */
  renderTile(dimension: DimensionId, z: number, x: number, y: number, options?: DrawOptions): Uint8Array
  /**
   * A box in degrees as a PNG `width` pixels wide; the height follows from the projection.
   *
   * @throws {ValidationError} when the box is empty or outside the world, the picture is larger than 8192 pixels a
   * side, or there is no such dimension
   */
  renderBox(dimension: DimensionId, box: Box, options: DrawOptions & { readonly width: number }): Uint8Array
}

const tileOptions: OptionNames<DrawOptions> = { only: true }
const boxOptions: OptionNames<DrawOptions & { readonly width: number }> = { only: true, width: true }

/** Draws maps of what `openVicinage` returned. One pair of coordinate columns is used again for every picture. */
export function createMap(vicinage: ScoreSource): ScoreMap {
  const columns = newColumns()
  const draw = (dimension: DimensionId, view: View, only: readonly ScoreRange[] | undefined) => {
    const scores = scoreView(vicinage, dimension, view, columns, only)
    return scorePng(scores, view, rampIn(catalogOf(vicinage), dimension))
  }
  return {
    renderTile(dimension, z, x, y, options) {
      checkOptions(options, tileOptions)
      return draw(dimension, tileView(z, x, y), options?.only)
    },
    renderBox(dimension, box, options) {
      checkOptions(options, boxOptions)
      return draw(dimension, boxView(box, options.width), options.only)
    },
  }
}

/**
 * A handler for `addProtocol` of MapLibre, which draws tiles where the page itself has the data:
 * `addProtocol('vicinage', tileProtocol(vicinage))`, then a raster source with
 * `tiles: ['vicinage://walkability/{z}/{x}/{y}']` and `tileSize: 256`.
 */
export function tileProtocol(
  vicinage: ScoreSource,
): (request: { readonly url: string }) => Promise<{ readonly data: Uint8Array }> {
  const map = createMap(vicinage)
  const records = catalogOf(vicinage)
  return async ({ url }) => {
    const [dimension, z, x, y] = url.slice(url.indexOf('://') + 3).split('/')
    return {
      data: map.renderTile(
        (records.find(({ id }) => id === dimension) ?? dimensionOf(dimension)).id,
        Number(z),
        Number(x),
        Number(y),
      ),
    }
  }
}

/**
 * A PNG whose pixels are the scores themselves, one byte each, colored by a palette of 256 colors (4 bytes each; only
 * the first may be transparent). `text` is written into the file: titles and sources, by the keywords of the PNG
 * specification. `level`: how hard it is compressed, 0 not at all.
 */
export function scorePng(
  scores: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  colors: Uint8Array,
  text?: Readonly<Record<string, string>>,
  level: 0 | 3 = 3,
): Uint8Array {
  const palette = Array.from({ length: 256 }, (_, score) => [...colors.subarray(4 * score, 4 * score + 4)])
  const image = { width, height, data: scores, depth: 8, channels: 1, palette } as const
  return encode({ ...image, ...(text === undefined ? {} : { text: latin1(text) }) }, { zlib: { level } })
}

/** Keywords of a PNG are Latin-1 only; a minus sign becomes a hyphen, anything else a question mark. */
function latin1(text: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(text).map(([key, value]) => [
      key,
      value
        .replace(/[−–—]/g, '-')
        .replace(/[‘’]/g, "'")
        .replace(/[^\n\x20-\x7e\xa0-\xff]/g, '?'),
    ]),
  )
}
