import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RasterBuilder } from '../../src/raster/build.ts'
import { PagedRaster } from '../../src/raster/paged-raster.ts'
import { plainCell, randomRaster, throughBundle } from './random-raster.ts'

describe('a raster that was built, written and read', () => {
  it('has every cell as it was', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async (made) => {
        const raster = await throughBundle(made)
        for (const { x, y, values } of made.blocks)
          for (let i = 0; i < 65536; i++)
            if (raster.cell(x * 256 + (i & 255), y * 256 + (i >> 8)) !== values[i])
              expect.fail(`cell ${i} of block ${x},${y} is not ${values[i]}`)
      }),
      { numRuns: 15 },
    )
  })

  it('answers 0 beside its blocks', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, fc.integer(), fc.integer(), async (made, x, y) => {
        const raster = await throughBundle(made)
        expect(raster.cell(x, y)).toBe(plainCell(made, x, y))
        const { meta } = raster
        expect(raster.cell((meta.x + meta.width) * 256, meta.y * 256)).toBe(0)
        expect(raster.cell(meta.x * 256, (meta.y + meta.height) * 256)).toBe(0)
        expect(raster.cell(meta.x * 256 - 1, meta.y * 256)).toBe(0)
      }),
      { numRuns: 10 },
    )
  })

  it('is the same whatever the order in which blocks came', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async (made) => {
        const forward = await throughBundle(made)
        const backward = await throughBundle({ ...made, blocks: [...made.blocks].reverse() })
        expect(backward.meta).toEqual(forward.meta)
        expect(backward.arrays).toEqual(forward.arrays)
      }),
      { numRuns: 5 },
    )
  })

  it('says which pages are constant', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, fc.nat(255), async (made, page) => {
        const raster = await throughBundle(made)
        const { x, y, values } = made.blocks[0]
        const px = (page & 15) * 16
        const py = (page >> 4) * 16
        const cells = new Set(Array.from({ length: 256 }, (_, i) => values[(py + (i >> 4)) * 256 + px + (i & 15)]))
        const expected = cells.size === 1 ? [...cells][0] : -1
        expect(raster.constantAround(x * 256 + px + 7, y * 256 + py + 15)).toBe(expected)
      }),
      { numRuns: 8 },
    )
  })
})

describe('the builder', () => {
  it('stores equal pages once and constant ones not at all', () => {
    const chequered = new Uint8Array(65536).map((_, i) => ((i & 255) < 128 ? ((i + (i >> 8)) & 1) + 4 : 9))
    const builder = new RasterBuilder(3, false)
    builder.add({ x: 3, y: 5, values: chequered })
    builder.add({ x: 4, y: 5, values: chequered })
    const { arrays } = builder.finish()
    expect(arrays.pages.length).toBe(512)
    expect(arrays.cells.length).toBe(32 + 2) // one page of 1 bit and its two values
  })

  it('drops empty blocks; without any, the raster is empty and answers 0', () => {
    const builder = new RasterBuilder(3, true)
    builder.add({ x: 1, y: 1, values: new Uint16Array(65536) })
    const { meta, arrays } = builder.finish()
    expect(meta).toEqual({ step: 3, x: 0, y: 0, width: 0, height: 0, wide: true, full: 0 })
    const raster = new PagedRaster(meta, arrays)
    expect([raster.at(-180, -90), raster.at(0, 0), raster.interpolate(-180, -90)]).toEqual([0, 0, 0])
  })

  it('refuses a block twice and blocks of another size', () => {
    const builder = new RasterBuilder(3, false)
    expect(() => builder.add({ x: 0, y: 0, values: new Uint8Array(65535) })).toThrow(
      'block of 65535 cells, expected 65536',
    )
    builder.add({ x: 2, y: 3, values: new Uint8Array(65536).fill(1) })
    builder.add({ x: 2, y: 3, values: new Uint8Array(65536).fill(2) })
    expect(() => builder.finish()).toThrow('block 2,3 was added twice')
  })
})
