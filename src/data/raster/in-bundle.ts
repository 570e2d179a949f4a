import { BundleError } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import * as shape from '../bundle/check-shape.ts'
import type { BlockContent } from '../bundle/columns.ts'
import { type Bundle, type LoadedBlocks, replaceSection } from '../bundle/read.ts'
import type { SectionContent } from '../bundle/write.ts'
import { PagedRaster, type RasterArrays, type RasterMeta } from './paged-raster.ts'
import { restoreTile, type StoredTile, storeTile } from './stored-tile.ts'
import { bundleTiles, createTileGrid, type TileGrid, tileAt, tileSeconds } from './tiles.ts'

const whole = shape.int(0)
export const rasterMeta = shape.object({
  step: shape.number(),
  x: whole,
  y: whole,
  width: whole,
  height: whole,
  wide: shape.boolean,
})

/** Name of the block list that contains the rasters of a bundle, with one block per tile. */
export const TILES = 'tiles'

/** Cells per side of a page, and pages per side of a block. */
export const PAGE = 16

/**
 * Opens the raster that a bundle stores under a name: section `<name>.blocks`, and `<name>.pages` and `<name>.cells` in
 * the blocks of `tiles`. When the raster is opened for the first time, the parts of its tiles are joined in place.
 * Tiles that are not loaded are empty.
 */
export function rasterIn(bundle: Bundle, name: string, meta: shape.Of<typeof rasterMeta>): PagedRaster {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new BundleError(`${bundle.file} contains a broken raster '${name}': ${problem}.`, { cause })
  }
  const grid = gridIn(bundle)
  if (!(meta.step > 0 && Number.isInteger(grid.seconds / (meta.step * PAGE))))
    refuse(`cells of ${meta.step} arc-seconds, expected a whole number of them in ${grid.seconds / PAGE}`)
  const present = bundle.section(`${name}.blocks`, 'u8')
  if (present.length !== meta.width * meta.height)
    refuse(`raster directory of ${present.length} blocks, expected ${meta.width} × ${meta.height}`)
  const tiles = bundle.blocks.find((list) => list.name === TILES) ?? refuse(`there are no blocks '${TILES}'`)
  const at = bundle.section(`${TILES}.at`, 'u32')
  const places = Array.from(tiles.numbers, (number) => at[number])
  const top = getTop(meta, grid, present, tiles.numbers.length === tiles.count ? null : places)
  const cells = bundle.section(`${name}.cells`, 'u8')
  if (!bundle.decoded.has(name)) {
    const stored = bundle.section(`${name}.pages`, 'u32')
    replaceSection(bundle, `${name}.pages`, placePages({ name, meta, grid, top, places, tiles, stored, cells }, refuse))
    bundle.decoded.add(name)
  }
  try {
    return new PagedRaster(meta, { top, pages: bundle.section(`${name}.pages`, 'u32'), cells })
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/** Returns the numbers of the tile blocks that touch a box. Returns an empty array if the bundle has no rasters. */
export function tilesIn(bundle: Bundle, { west, south, east, north }: Box): number[] {
  if (!bundle.blocks.some(({ name }) => name === TILES)) return []
  const grid = gridIn(bundle)
  const [first, last] = [tileAt(grid, west, south), tileAt(grid, east, north)]
  const numbers: number[] = []
  bundle.section(`${TILES}.at`, 'u32').forEach((place, number) => {
    const column = place % grid.columns
    const row = Math.floor(place / grid.columns)
    if (column < first.column || column > last.column) return
    if (row >= first.row && row <= last.row) numbers.push(number)
  })
  return numbers
}

/**
 * Name of the metadata field with the tile size in arc-seconds, for bundles whose tile size differs from `bundleTiles`.
 */
export const TILE_SECONDS = 'tile_seconds'

/** Returns the tile grid of a bundle. Only the heads of map squares use a grid other than `bundleTiles`. */
function gridIn({ file, meta }: Bundle): TileGrid {
  const seconds = meta[TILE_SECONDS]
  if (seconds === undefined) return bundleTiles
  if (typeof seconds === 'number' && seconds > 0 && Number.isInteger(tileSeconds / seconds))
    return createTileGrid(seconds)
  throw new BundleError(
    `${file} has tiles of ${String(seconds)} arc-seconds, expected a whole fraction of ${tileSeconds}.`,
  )
}

/**
 * Numbers the blocks that are present, from 1, row by row. If only some tiles are loaded, skips blocks that share no
 * page with a loaded tile.
 */
function getTop(meta: RasterMeta, grid: TileGrid, present: Uint8Array, places: readonly number[] | null): Uint16Array {
  const loaded = places === null ? null : new Uint8Array(present.length)
  for (const place of places ?? [])
    eachRun(meta, grid, place, (at) => {
      loaded![at] = 1
    })
  const top = new Uint16Array(present.length)
  let count = 0
  for (let at = 0; at < top.length; at++) if (present[at] !== 0 && loaded?.[at] !== 0) top[at] = ++count
  return top
}

interface StoredPages {
  readonly name: string
  readonly meta: RasterMeta
  readonly grid: TileGrid
  readonly top: Uint16Array
  readonly places: readonly number[]
  readonly tiles: LoadedBlocks
  readonly stored: Uint32Array
  readonly cells: Uint8Array
}

/** Returns the page entries of all tiles, block by block. Decodes the records in `cells` in place. */
function placePages(
  { name, meta, grid, top, places, tiles, stored, cells }: StoredPages,
  refuse: (problem: string) => never,
): Uint32Array<ArrayBuffer> {
  const pages = new Uint32Array(top.reduce((most, block) => Math.max(most, block), 0) * 256)
  const pageStarts = tiles.starts.get(`${name}.pages`) ?? refuse('its pages are not in tiles')
  const cellStarts = tiles.starts.get(`${name}.cells`) ?? refuse('its cells are not in tiles')
  const longest = cellStarts.reduce((most, start, i) => Math.max(most, start - (cellStarts[i - 1] ?? 0)), 0)
  const scratch = new Uint32Array(longest / 4 + 1)
  places.forEach((place, i) => {
    const base = cellStarts[i]
    const end = pageStarts[i + 1]
    let next = pageStarts[i]
    if (base % 4 !== 0) refuse(`the cells of tile ${place} begin at ${base}, expected a multiple of 4`)
    const tileCells = cells.subarray(base, cellStarts[i + 1])
    restoreTile(stored.subarray(next, end), tileCells, { wide: meta.wide, base, scratch }, (problem) =>
      refuse(`tile ${place} ${problem}`),
    )
    if (next < end)
      eachRun(meta, grid, place, (at, page, count) => {
        if (top[at] === 0) return
        const first = ((top[at] - 1) << 8) | page
        const stillStored = Math.min(count, Math.max(0, end - next))
        for (let i = 0; i < stillStored; i++) pages[first + i] = stored[next + i]
        next += count
      })
    if (next !== end) refuse(`tile ${place} has ${end - pageStarts[i]} pages, expected ${next - pageStarts[i]}`)
  })
  return pages
}

/**
 * Visits the pages of a tile that are in the window of a raster, row by row from the southwest, in runs within one
 * block. `visit` receives the block's index in the directory, the index of the run's first page within the block, and
 * the number of pages.
 */
function eachRun(
  meta: RasterMeta,
  grid: TileGrid,
  place: number,
  visit: (at: number, page: number, count: number) => void,
): void {
  const across = pagesAcross(meta, grid)
  const west = (place % grid.columns) * across
  const south = Math.floor(place / grid.columns) * across
  const { x, y, width, height } = meta
  const east = Math.min(west + across, (x + width) * PAGE)
  const north = Math.min(south + across, (y + height) * PAGE)
  for (let row = Math.max(south, y * PAGE); row < north; row++) {
    const line = ((row >> 4) - y) * width - x
    for (let column = Math.max(west, x * PAGE), next: number; column < east; column = next) {
      next = Math.min(east, (column | 15) + 1)
      visit(line + (column >> 4), ((row & 15) << 4) | (column & 15), next - column)
    }
  }
}

/** Returns the number of pages per side of a tile. */
function pagesAcross({ step }: RasterMeta, { seconds }: TileGrid): number {
  const across = seconds / (step * PAGE)
  if (!Number.isInteger(across))
    throw new RangeError(`raster cells of ${step} arc-seconds, expected a whole number of them in ${seconds / PAGE}`)
  return across
}

export interface NamedRaster {
  readonly name: string
  readonly meta: RasterMeta
  readonly arrays: RasterArrays
}

/** Encodes rasters for `writeBundle`, with a block for each tile in which at least one raster has a value. */
export function rasterSections(
  rasters: readonly NamedRaster[],
  grid: TileGrid = bundleTiles,
): {
  sections: SectionContent[]
  blocks: BlockContent[]
} {
  const parts = rasters.map((raster) => getTiles(raster, grid))
  const places = [...new Set(parts.flatMap((tiles) => [...tiles.keys()]))].sort((a, b) => a - b)
  if (places.length === 0) places.push(0) // at least one block, so that the header lists the sections
  const none = { pages: new Uint32Array(0), cells: new Uint8Array(0), seams: [] }
  return {
    sections: [
      { name: `${TILES}.at`, data: Uint32Array.from(places) },
      ...rasters.map(({ name, arrays }) => ({
        name: `${name}.blocks`,
        data: Uint8Array.from(arrays.top, (block) => (block === 0 ? 0 : 1)),
      })),
    ],
    blocks: [
      {
        name: TILES,
        sections: rasters.flatMap(({ name }, i) => {
          const stored = places.map((place) => parts[i].get(place) ?? none)
          return [
            { name: `${name}.pages`, parts: stored.map(({ pages }) => pages) },
            {
              name: `${name}.cells`,
              parts: stored.map(({ cells }) => cells),
              seams: stored.map(({ seams }) => seams),
            },
          ]
        }),
      },
    ],
  }
}

/** Splits a raster by tile. Tiles without any value are omitted. */
function getTiles({ meta, arrays }: NamedRaster, grid: TileGrid): Map<number, StoredTile> {
  const places = new Set<number>()
  const blockDegrees = (meta.step * 256) / 3600
  arrays.top.forEach((block, at) => {
    if (block === 0) return
    const west = (meta.x + (at % meta.width)) * blockDegrees - 180
    const south = (meta.y + Math.floor(at / meta.width)) * blockDegrees - 90
    const inner = meta.step / 7200 // half a cell, because the border belongs to the next block
    const first = tileAt(grid, west + inner, south + inner)
    const last = tileAt(grid, west + blockDegrees - inner, south + blockDegrees - inner)
    for (let row = first.row; row <= last.row; row++)
      for (let column = first.column; column <= last.column; column++) places.add(row * grid.columns + column)
  })
  const parts = new Map<number, StoredTile>()
  for (const place of places) {
    const part = tilePart(meta, arrays, grid, place)
    if (part.pages.some((entry) => entry !== 0)) parts.set(place, part)
  }
  return parts
}

/** Returns the pages of a tile, in the order of `eachRun`. */
function tilePart(meta: RasterMeta, { top, pages, cells }: RasterArrays, grid: TileGrid, place: number): StoredTile {
  const entries: number[] = []
  eachRun(meta, grid, place, (at, page, count) => {
    const first = ((top[at] - 1) << 8) | page
    if (top[at] !== 0) entries.push(...pages.subarray(first, first + count))
  })
  return storeTile(Uint32Array.from(entries), cells, meta.wide)
}
