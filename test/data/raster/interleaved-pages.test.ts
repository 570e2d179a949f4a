import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/data/raster/build.ts'
import { CellPool, InterleavedPages, MAX_INTERLEAVED, newRows } from '../../../src/data/raster/interleaved-pages.ts'
import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import { type RandomRaster, randomByteRaster, randomNumbers, throughBundle } from './random-raster.ts'

const count = 2000

describe('interleaved pages', () => {
  // The memory for interleaved pages has room for all pages, for a few, or for none. Pages without room are read from
  // the raster itself. `readers` is the number of threads that share the memory.
  for (const [capacity, readers] of [
    [1 << 24, 1],
    [20_000, 1],
    [0, 1],
    [1 << 24, 3],
    [20_000, 3],
  ])
    it(`return the same values as each raster alone, with ${capacity} bytes for ${readers === 1 ? 'one thread' : `${readers} threads`}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          randomByteRaster,
          // If threads share memory, the constant values of a page are stored in two words. The second word is used
          // only with five or more rasters.
          fc.integer({ min: readers === 1 ? 1 : 5, max: MAX_INTERLEAVED }),
          fc.integer({ min: 1, max: 2 ** 31 - 1 }),
          async (made, size, seed) => {
            const rasters = await Promise.all(
              Array.from({ length: size }, (_, r) =>
                throughBundle({ ...made, blocks: made.blocks.map((block) => variant(block, r)) }),
              ),
            )
            const shared = readers > 1 && capacity > 0 ? new SharedArrayBuffer(capacity + (1 << 20)) : undefined
            const all = Array.from(
              { length: readers },
              () => new InterleavedPages(rasters, new CellPool(capacity, shared), count),
            )
            // The same few pages are read several times, so that they are read in both ways: from the rasters, and
            // interleaved.
            for (let call = 0; call < 2 * readers; call++) {
              const pages = all[call % readers]
              const { lon, lat, zone } = pointsOn(made, rasters[0], randomNumbers(seed + call))
              const rows = newRows(count)
              pages.interpolate(lon, lat, zone, count, rows)
              for (let i = 0; i < count; i++)
                for (let r = 0; r < size; r++) {
                  const alone = zone[i] === 0 ? 0 : rasters[r].interpolate(lon[i], lat[i])
                  if (rows.bytes[i * 8 + r] !== alone)
                    expect.fail(`raster ${r} at ${lon[i]}, ${lat[i]}: ${rows.bytes[i * 8 + r]}, alone ${alone}`)
                }
            }
          },
        ),
        { numRuns: 3 },
      )
    })
})

describe('interleaved pages without zeros', () => {
  it.each([
    [1, 1],
    [3, 2],
    [4, 1],
    [5, 2],
    [8, 2],
  ])('return the same values as each raster alone: %i rasters, %i readers', async (size, readers) => {
    const random = randomNumbers(size)
    const [x, y] = [27, 29]
    const through = (valueAt: () => number) =>
      throughBundle({
        step: 60,
        wide: false,
        blocks: [{ x, y, values: Uint8Array.from({ length: 65536 }, valueAt) }],
      })
    const constant = await Promise.all(Array.from({ length: size }, (_, r) => through(() => 20 * r + 1)))
    const varying = await Promise.all(constant.map(() => through(() => 1 + random(255))))
    const wrong: string[] = []
    for (let which = 0; which < 2 ** size; which += size === 8 ? 13 : 1) {
      const rasters = constant.map((raster, r) => ((which >> r) & 1 ? varying[r] : raster))
      // The second reader takes the pages from the memory that both share.
      const shared = readers > 1 ? new SharedArrayBuffer(2 ** 21) : undefined
      for (let reader = 0; reader < readers; reader++) {
        const pages = new InterleavedPages(rasters, new CellPool(2 ** 20, shared), 400)
        // Places on 3 × 3 pages, away from the edges of the block, beyond which values are 0.
        const degrees = (block: number) => (block * 256 + 100 + random(48_000) / 1000) / 60
        const lon = Float64Array.from({ length: 400 }, () => degrees(x) - 180)
        const lat = Float64Array.from({ length: 400 }, () => degrees(y) - 90)
        const rows = newRows(400)
        pages.interpolate(lon, lat, new Uint16Array(400).fill(1), 400, rows)
        for (let i = 0; i < 400; i++)
          for (let r = 0; r < size; r++)
            if (rows.bytes[i * 8 + r] !== rasters[r].interpolate(lon[i], lat[i]))
              wrong.push(`rasters ${which.toString(2)}, reader ${reader}, raster ${r}, point ${i}`)
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })
})

/**
 * Returns the block with other values. Some pages become constant, some get zeros, and the values of all others are
 * shifted by `r`, so they stay the same if `r` is 0.
 */
function variant(block: Block, r: number): Block {
  return {
    ...block,
    values: Uint8Array.from(block.values, (value, i) => {
      const page = ((i >> 12) << 4) | ((i >> 4) & 15)
      const kind = (page * 7 + r * 3) % 5
      return kind === 0 ? (page + r) % 3 : kind === 1 ? value % (r + 2) : (value + r) & 255
    }),
  }
}

/**
 * Returns random points. Most are on the 3 × 3 pages at the southwestern corner of a block, and some are anywhere in a
 * block.
 */
function pointsOn({ blocks }: RandomRaster, raster: PagedRaster, random: (limit: number) => number) {
  const lon = new Float64Array(count)
  const lat = new Float64Array(count)
  const zone = new Uint16Array(count)
  for (let i = 0; i < count; i++) {
    const { x, y } = blocks[random(blocks.length)]
    const cells = random(4) === 0 ? 256 : 48
    // A point within half a cell of the ends of the globe does not have four cells around it.
    const corner = x === 0 || y === 0 ? 1 : 0
    lon[i] = (x * 256 + corner + (random(cells * 1000) / 1000) * (1 - corner / 256)) / raster.perDegree - 180
    lat[i] = (y * 256 + corner + (random(cells * 1000) / 1000) * (1 - corner / 256)) / raster.perDegree - 90
    zone[i] = random(5)
  }
  return { lon, lat, zone }
}
