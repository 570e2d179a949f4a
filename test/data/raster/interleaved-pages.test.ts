import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/data/raster/build.ts'
import { CellPool, InterleavedPages, MOST_INTERLEAVED, newRows } from '../../../src/data/raster/interleaved-pages.ts'
import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import { type RandomRaster, randomByteRaster, randomNumbers, throughBundle } from './random-raster.ts'

const count = 2000

describe('interleaved pages', () => {
  // Tested with room for all pages, for a few and for none; pages without room are read the plain way. `readers` is the
  // number of threads that share the memory.
  for (const [capacity, readers] of [
    [1 << 24, 1],
    [20_000, 1],
    [0, 1],
    [1 << 24, 3],
    [20_000, 3],
  ])
    it(`have the same values as each raster alone, with ${capacity} bytes for ${readers === 1 ? 'one thread' : `${readers} threads`}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          randomByteRaster,
          // Threads share two words of constant values, the second for the fifth and later rasters.
          fc.integer({ min: readers === 1 ? 1 : 5, max: MOST_INTERLEAVED }),
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
            // Reads repeatedly from few pages, so that they are read in both ways.
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

/**
 * Returns the same block with other values: some pages stay as they are, become constant or get zeros among others.
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

/** Returns points around two of the pages, up to their borders, and some anywhere in the block. */
function pointsOn({ blocks }: RandomRaster, raster: PagedRaster, random: (limit: number) => number) {
  const lon = new Float64Array(count)
  const lat = new Float64Array(count)
  const zone = new Uint16Array(count)
  for (let i = 0; i < count; i++) {
    const { x, y } = blocks[random(blocks.length)]
    const cells = random(4) === 0 ? 256 : 48
    // Half a cell from the ends of the globe, a point has no four cells around it.
    const corner = x === 0 || y === 0 ? 1 : 0
    lon[i] = (x * 256 + corner + (random(cells * 1000) / 1000) * (1 - corner / 256)) / raster.perDegree - 180
    lat[i] = (y * 256 + corner + (random(cells * 1000) / 1000) * (1 - corner / 256)) / raster.perDegree - 90
    zone[i] = random(5)
  }
  return { lon, lat, zone }
}
