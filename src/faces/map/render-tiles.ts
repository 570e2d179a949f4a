import { encode } from 'fast-png'
import { type DimensionId, getDimension } from '../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { attempt, guarded, guardMethods } from '../../base/parameters/guard.ts'
import { checkOptions, describe, type OptionNames } from '../../base/parameters/options.ts'
import { boxView, tileView, type View } from './mercator.ts'
import { rampIn } from './ramp.ts'
import { newColumns, type ScoreRange, type ScoreSource, scoreView } from './score-view.ts'

/** Options for drawing tiles and boxes. */
export interface DrawOptions<Id extends string = DimensionId> {
  /**
   * Score ranges by dimension. A place is drawn only if its scores are in all ranges. All other places are transparent.
   */
  readonly only?: readonly ScoreRange<Id>[]
}

/**
 * Draws scores in Web Mercator (EPSG:3857). Each pixel shows the score at its center and is transparent without data.
 */
export interface ScoreMap<Id extends string = DimensionId> {
  /**
   * Draws a tile of the XYZ scheme (y counts from the north) as a PNG of 256 × 256 pixels.
   *
   * @throws {ValidationError} when z is not a whole number from 0 to 20, x or y does not exist at that zoom, or the
   * dimension does not exist
   */
  renderTile(dimension: Id, z: number, x: number, y: number, options?: DrawOptions<Id>): Uint8Array
  /**
   * Draws a box in degrees as a PNG that is `width` pixels wide. The height follows from the projection.
   *
   * @throws {ValidationError} when the box is empty or outside the world, the picture is larger than 8192 pixels on a
   * side, or the dimension does not exist
   */
  renderBox(dimension: Id, box: Box, options: DrawOptions<Id> & { readonly width: number }): Uint8Array
}

const tileOptions: OptionNames<DrawOptions> = { only: 'list' }
const boxOptions: OptionNames<DrawOptions & { readonly width: number }> = { only: 'list', width: true }

/**
 * Creates a map that draws the scores of a vicinage, including custom dimensions. All pictures reuse one pair of
 * coordinate arrays to save memory.
 */
export function createMap<Id extends string = DimensionId>(vicinage: ScoreSource<Id>): ScoreMap<Id> {
  attempt('createMap(vicinage: object)', [vicinage], () => assertScores(vicinage))
  const columns = newColumns()
  const draw = (dimension: Id, view: View, only: readonly ScoreRange<Id>[] | undefined) => {
    const scores = scoreView(vicinage, dimension, view, columns, only)
    return scorePng(scores, view, rampIn(getCatalog(vicinage), dimension))
  }
  const map: ScoreMap<Id> = {
    renderTile(dimension, z, x, y, options) {
      checkOptions(options, tileOptions)
      return draw(dimension, tileView(z, x, y), options?.only)
    },
    renderBox(dimension, box, options) {
      checkOptions(options, boxOptions)
      return draw(dimension, boxView(box, options.width), options.only)
    },
  }
  return guardMethods(map, {
    renderTile: '(dimension: string, z: number, x: number, y: number, options?: object)',
    renderBox: '(dimension: string, box: object, options: object)',
  })
}

function assertScores(vicinage: ScoreSource<string>): void {
  if (typeof vicinage?.scoreColumns !== 'function')
    throw refusedArgument('vicinage', `vicinage must be the result of openVicinage, not ${describe(vicinage)}.`, null)
}

/**
 * Creates a handler for MapLibre's `addProtocol` that draws tiles in a page that has the data. Call
 * `addProtocol('vicinage', tileProtocol(vicinage))`, then add a raster source with
 * `tiles: ['vicinage://walkability/{z}/{x}/{y}']` and `tileSize: 256`.
 */
export function tileProtocol(
  vicinage: ScoreSource<string>,
): (request: { readonly url: string }) => Promise<{ readonly data: Uint8Array }> {
  const map = createMap(vicinage)
  const records = getCatalog(vicinage)
  return guarded('async tileProtocol(request: object)', async ({ url }) => {
    const [dimension, z, x, y] = url.slice(url.indexOf('://') + 3).split('/')
    return {
      data: map.renderTile(
        (records.find(({ id }) => id === dimension) ?? getDimension(dimension)).id,
        Number(z),
        Number(x),
        Number(y),
      ),
    }
  })
}

/**
 * Encodes scores as a PNG with one byte per pixel and a palette of 256 colors (4 bytes each; only the first may be
 * transparent). `text` adds metadata such as title and sources, using the keywords of the PNG specification. `level` is
 * the compression level; 0 means no compression.
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

/**
 * Converts PNG metadata to Latin-1. A minus sign becomes a hyphen, and any other character outside Latin-1 becomes a
 * question mark.
 */
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
