import { describe, expect, it } from 'vitest'
import type { SquareListing } from '../../../src/data/bundle/data-folder.ts'
import { tilesIn } from '../../../src/data/raster/in-bundle.ts'
import { firstPieces, listPieces } from '../../../src/data/raster/square-listing.ts'
import { createTileGrid, tileAt, tileColumns } from '../../../src/data/raster/tiles.ts'
import { bundleOf } from '../bundle/bundle-of.ts'

// A tile spans 1,920 arc-seconds (32 arc-minutes), so 675 tiles go around the globe.
const DEGREES = 1920 / 3600

describe('map tiles of a bundle', () => {
  it('are numbered from the southwest and include their south and west borders', () => {
    expect(tileColumns).toBe(676)
    const grid = createTileGrid(1920)
    expect(tileAt(grid, -180, -90)).toEqual({ column: 0, row: 0 })
    expect(tileAt(grid, -172, -82 - 1e-9)).toEqual({ column: 15, row: 14 })
    expect(tileAt(grid, 180, 90)).toEqual({ column: 675, row: 337 })
    expect(tileAt(grid, 500, 500)).toEqual({ column: 675, row: 337 })
    expect(tileAt(grid, -500, -500)).toEqual({ column: 0, row: 0 })
    expect(tileAt(createTileGrid(960), -172, -82)).toEqual({ column: 30, row: 30 })
  })

  it('are found in a box by column and row', () => {
    // Nine tiles around column 150, row 220, and one far away, in the order of their numbers.
    const around = [219, 220, 221].flatMap((row) => [149, 150, 151].map((column) => row * 676 + column))
    const tiles = { name: 'tiles', numbers: [], count: 10, starts: new Map() } as never
    const bundle = { ...bundleOf({ 'tiles.at': Uint32Array.from([...around, 222 * 676 + 150]) }, [tiles]), meta: {} }
    const box = (west: number, south: number, east: number, north: number) => ({
      west: -180 + west * DEGREES,
      south: -90 + south * DEGREES,
      east: -180 + east * DEGREES,
      north: -90 + north * DEGREES,
    })
    expect(tilesIn(bundle, box(150.5, 220.5, 150.6, 220.6))).toEqual([4])
    expect(tilesIn(bundle, box(149.5, 220.5, 150.6, 220.6))).toEqual([3, 4])
    expect(tilesIn(bundle, box(150.5, 219.5, 150.6, 220.6))).toEqual([1, 4])
    expect(tilesIn(bundle, box(100, 220.5, 200, 300))).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(tilesIn(bundle, box(152.5, 220.5, 160, 220.6))).toEqual([])
    expect(tilesIn(bundle, box(150.5, 223.5, 150.6, 223.6))).toEqual([])
    expect(tilesIn({ ...bundleOf({}), meta: {} }, box(0, 0, 600, 300))).toEqual([])
    const odd = { ...bundle, meta: { tile_seconds: 700 } }
    expect(() => tilesIn(odd, box(0, 0, 1, 1))).toThrow(
      'made.bundle has tiles of 700 arc-seconds, expected a whole fraction of 1920.',
    )
    const halves = { ...bundle, meta: { tile_seconds: 960 } }
    expect(tilesIn(halves, box(0, 0, 674, 337))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('the layout of a map square file', () => {
  const listing = {
    heads: { fire: 10, rows: 5, flood: 20 },
    strips: { 219: 3, 220: 4, 221: 5 },
    seconds: 1920,
  } as unknown as SquareListing

  it('places the headers one after another, then the directories', () => {
    expect(listPieces(listing)).toEqual([
      { name: 'fire', start: 0, end: 10 },
      { name: 'rows', start: 10, end: 15 },
      { name: 'flood', start: 15, end: 35 },
      ...[219, 220, 221].map((strip, i) => ({ name: String(strip), start: [35, 38, 42][i], end: [38, 42, 47][i] })),
    ])
  })

  it('lists the parts to read first for given bundles and boxes', () => {
    const names = (ids: string[], ...rows: [number, number][]) =>
      firstPieces(
        listing,
        ids,
        rows.map(([south, north]) => ({
          west: -97,
          east: -96,
          south: -90 + south * DEGREES,
          north: -90 + north * DEGREES,
        })),
      ).map(({ name }) => name)
    expect(names([])).toEqual(['rows'])
    expect(names(['flood', 'privacy'], [220.5, 221.5])).toEqual(['rows', 'flood', '220', '221'])
    expect(names(['fire'], [100, 219.5], [221.5, 221.6])).toEqual(['fire', 'rows', '219', '221'])
  })
})
