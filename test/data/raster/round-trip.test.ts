import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StoredParts, writePacked } from '../../../data-build/pack/blocks.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { RasterBuilder } from '../../../src/data/raster/build.ts'
import { rasterIn, rasterSections } from '../../../src/data/raster/in-bundle.ts'
import { PagedRaster, pageEntry, type RasterArrays, type RasterMeta } from '../../../src/data/raster/paged-raster.ts'
import { plainCell, randomRaster, throughBundle } from './random-raster.ts'

describe('a raster round trip', () => {
  it.each([
    ['shortest', 3],
    ['quick', 15],
  ] as const)('preserves every cell when packed with the effort %s', async (effort, numRuns) => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async (made) => {
        const raster = await throughBundle(made, effort)
        for (const { x, y, values } of made.blocks)
          for (let i = 0; i < 65536; i++)
            if (raster.cell(x * 256 + (i & 255), y * 256 + (i >> 8)) !== values[i])
              expect.fail(`cell ${i} of block ${x},${y} is not ${values[i]}`)
      }),
      { numRuns },
    )
  })

  it('produces the same file if stored parts of the previous file are reused', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async ({ step, wide, blocks }) => {
        const content = () => {
          const builder = new RasterBuilder(step, wide)
          for (const block of blocks) builder.add(block)
          const raster = { name: 'made', ...builder.finish() }
          return { ...{ kind: 'test', id: 'raster', meta: {}, sources: [] }, ...rasterSections([raster]) }
        }
        const before = await writePacked(content())
        const known = await StoredParts.of(before, 'raster.bundle')
        expect(Buffer.compare(await writePacked(content(), 'quick', known), before)).toBe(0)
        expect(Buffer.compare(await writePacked(content(), 'quick'), before)).not.toBe(0)
      }),
      { numRuns: 3 },
    )
  })

  it('stores pages with the same content once, however many other pages there are', () => {
    /**
     * Returns a block whose pages have two values each: the page number, and a higher number in a pattern that depends
     * on `x`.
     */
    const block = (x: number) => ({
      x,
      y: 0,
      values: Uint16Array.from({ length: 65536 }, (_, i) => {
        const page = ((i >> 12) << 4) | ((i >> 4) & 15)
        return page + ((i >> (x & 3)) & 1) * (1 + ((x % 12) >> 2))
      }),
    })
    const build = (blocks: number) => {
      const builder = new RasterBuilder(15, true)
      for (let x = 0; x < blocks; x++) builder.add(block(x))
      return builder.finish()
    }
    const [few, many] = [build(12), build(24)]
    expect(few.arrays.cells.length).toBeGreaterThan(12 * 256 * 32)
    expect(many.arrays.cells.length).toBe(few.arrays.cells.length)
    const raster = new PagedRaster(many.meta, many.arrays)
    for (let x = 0; x < 24; x++) {
      const { values } = block(x)
      const cells = values.map((_, i) => raster.cell(x * 256 + (i & 255), i >> 8))
      expect(Buffer.compare(Buffer.from(cells.buffer), Buffer.from(values.buffer))).toBe(0)
    }
  })

  it('returns 0 outside the blocks', async () => {
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

  it('does not depend on the order of the blocks', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async (made) => {
        const forward = await throughBundle(made)
        const backward = await throughBundle({ ...made, blocks: [...made.blocks].reverse() })
        expect(backward.meta).toEqual(forward.meta)
        // The arrays are compared as text because comparing 100,000 numbers one by one would be slow.
        const texts = [forward, backward].map(({ arrays }) => Object.values(arrays).map((array) => array.join()))
        expect(texts[1].join() === texts[0].join()).toBe(true)
      }),
      { numRuns: 5 },
    )
  })

  it('reports which pages are constant', async () => {
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

describe('RasterBuilder', () => {
  it('stores equal pages once, and does not store constant pages', () => {
    const chequered = new Uint8Array(65536).map((_, i) => ((i & 255) < 128 ? ((i + (i >> 8)) & 1) + 4 : 9))
    const builder = new RasterBuilder(3, false)
    builder.add({ x: 3, y: 5, values: chequered })
    builder.add({ x: 4, y: 5, values: chequered })
    const { arrays } = builder.finish()
    expect(arrays.pages.length).toBe(512)
    expect(arrays.cells.length).toBe(32 + 2) // one page of 1 bit and its two values
  })

  it('uses the smallest window around the blocks', () => {
    const windowOf = (...places: (readonly [x: number, y: number])[]) => {
      const builder = new RasterBuilder(3, false)
      for (const [x, y] of places) builder.add({ x, y, values: new Uint8Array(65536).fill(7) })
      const { x, y, width, height } = builder.finish().meta
      return [x, y, width, height]
    }
    expect(windowOf([5, 7])).toEqual([5, 7, 1, 1])
    expect(windowOf([9, 7], [5, 8])).toEqual([5, 7, 5, 2])
  })

  it('drops empty blocks, and builds a raster of zeros if all blocks are empty', () => {
    const builder = new RasterBuilder(3, true)
    builder.add({ x: 1, y: 1, values: new Uint16Array(65536) })
    const { meta, arrays } = builder.finish()
    expect(meta).toEqual({ step: 3, x: 0, y: 0, width: 0, height: 0, wide: true })
    const raster = new PagedRaster(meta, arrays)
    expect([raster.at(-180, -90), raster.at(0, 0), raster.interpolate(-180, -90)]).toEqual([0, 0, 0])
  })

  it('rejects a repeated block and blocks of a wrong size', () => {
    const builder = new RasterBuilder(3, false)
    expect(() => builder.add({ x: 0, y: 0, values: new Uint8Array(65535) })).toThrow(
      'block of 65535 cells, expected 65536',
    )
    builder.add({ x: 2, y: 3, values: new Uint8Array(65536).fill(1) })
    builder.add({ x: 2, y: 3, values: new Uint8Array(65536).fill(2) })
    expect(() => builder.finish()).toThrow('block 2,3 was added twice')
  })
})

const sound: RasterMeta = { step: 15, x: 2, y: 3, width: 1, height: 1, wide: false }

describe('a raster out of bounds', () => {
  it('is rejected with a one-sentence error that contains the actual and the expected value', () => {
    const one = (entry: number, cells = 0): RasterArrays => arraysOf([1], Array(256).fill(entry), cells)
    const refusals: [Partial<RasterMeta>, RasterArrays, string][] = [
      [{ step: 0 }, one(1), 'raster cells of 0 arc-seconds, expected 1 to 3600'],
      [{ step: Number.NaN }, one(1), 'raster cells of NaN arc-seconds, expected 1 to 3600'],
      [{ x: -1 }, one(1), 'raster window -1,3 of 1 × 1 blocks, expected whole numbers up to 339'],
      [{ width: 4e9, height: 0 }, one(1), 'raster window 2,3 of 4000000000 × 1 blocks'],
      [{ y: 1.5 }, one(1), 'raster window 2,1.5 of'],
      [{ width: 2 }, one(1), 'raster directory of 1 blocks, expected 2 × 1'],
      [{}, arraysOf([1], Array(255).fill(0), 0), 'raster of 255 pages, expected a multiple of 256'],
      [{}, arraysOf([2], Array(256).fill(0), 0), 'raster refers to block 2, expected at most 1'],
      [{}, one(256), 'points outside its 0 bytes of cells'],
      [{}, one(pageEntry(1, 0), 33), 'points outside its 33 bytes of cells'],
      [{}, one(pageEntry(4, 1), 256), 'points outside its 256 bytes of cells'],
      [{}, one(pageEntry(5, 0), 9999), 'points outside its 9999 bytes of cells'],
      // Kind 5 does not exist, so the page is rejected even if there are enough bytes.
      [{}, one(pageEntry(5, 0), 200_000), 'points outside its 200000 bytes of cells'],
      [{ wide: true }, one(pageEntry(5, 0), 200_000), 'points outside its 200000 bytes of cells'],
      [{ wide: true }, one(pageEntry(4, 0), 767), 'points outside its 767 bytes of cells'],
    ]
    for (const [change, arrays, message] of refusals) {
      const height = change.height === 0 ? 1 : sound.height
      expect(() => new PagedRaster({ ...sound, ...change, height }, arrays)).toThrow(
        expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(message) }),
      )
    }
  })

  it('is rejected, but a raster that just fits is accepted', () => {
    for (const [wide, entry, cells] of [
      [false, 255, 0],
      [true, 65535, 0],
      [false, pageEntry(1, 0), 34],
      [false, pageEntry(4, 0), 256],
      [true, pageEntry(4, 0), 768],
    ] as const) {
      const raster = new PagedRaster({ ...sound, wide }, arraysOf([1], Array(256).fill(entry), cells))
      expect(raster.cell(2 * 256 + 255, 3 * 256 + 255)).toBe(cells === 0 ? entry : 0)
    }
  })

  it('throws a RangeError or returns integers for random arrays, without reading outside the arrays', () => {
    let accepted = 0
    fc.assert(
      fc.property(randomParts, ({ meta, arrays }) => {
        const raster: PagedRaster | null = tryRaster(meta, arrays)
        if (raster === null) return
        accepted++
        for (let i = 0; i < 512; i++) {
          const x = (meta.x - 1) * 256 + ((i * 97) % ((meta.width + 2) * 256))
          const y = (meta.y - 1) * 256 + ((i * 61) % ((meta.height + 2) * 256))
          const lon = (x + 0.7) / raster.perDegree - 180
          const lat = (y + 0.7) / raster.perDegree - 90
          const found: number[] = [raster.cell(x, y), raster.at(lon, lat), raster.interpolate(lon, lat)]
          for (const value of found)
            if (!(Number.isInteger(value) && value >= 0 && value <= 65535)) expect.fail(`${value} at ${x},${y}`)
        }
      }),
      { numRuns: 3000 },
    )
    expect(accepted, 'some of them were sound').toBeGreaterThan(20)
  })

  it('throws a BundleError that names the file and the raster if the raster is in a bundle', async () => {
    const whole = { pages: Array(256).fill(3), cells: 0 }
    const broken = [
      {
        ...whole,
        pages: Array(256).fill(pageEntry(2, 5)),
        message: /tile 2115 .* 5 bytes back, expected at most 0\.$/,
      },
      { ...whole, pages: Array(256).fill(pageEntry(5, 1)), message: /tile 2115 has a page of kind 5\.$/ },
      { ...whole, pages: Array(256).fill(70_000), message: /raster page entry 70000 points outside/ },
      { ...whole, pages: Array(255).fill(3), message: /tile 2115 has 255 pages, expected 256\.$/ },
      { ...whole, pages: Array(257).fill(3), message: /tile 2115 has 257 pages, expected 256\.$/ },
      { ...whole, cells: 12, message: /tile 2115 has 12 bytes of cells, expected 0\.$/ },
      { pages: Array(256).fill(pageEntry(4, 0)), cells: 12, message: /12 bytes of cells, expected 65536\.$/ },
    ]
    const read = async (pages: number[], cells: number) => {
      const blocks = [
        {
          name: 'tiles',
          sections: [
            { name: 'made.pages', parts: [Uint32Array.from(pages)] },
            { name: 'made.cells', parts: [new Uint8Array(cells)] },
          ],
        },
      ]
      const sections = [
        { name: 'tiles.at', data: Uint32Array.of(3 * 676 + 87) },
        { name: 'made.blocks', data: Uint8Array.of(1) },
      ]
      const bytes = await writePacked({ kind: 'test', id: 'raster', meta: {}, sources: [], sections, blocks })
      const bundle = await readBundle(bytes, 'raster.bundle')
      return (step = 7.5) => rasterIn(bundle, 'made', { ...sound, step, x: 87, y: 3 })
    }
    const readWhole = await read(whole.pages, whole.cells)
    expect(readWhole().cell(87 * 256, 3 * 256)).toBe(3)
    // A page of a tile spans 120 arc-seconds.
    for (const step of [7, 240])
      expect(() => readWhole(step)).toThrow(`cells of ${step} arc-seconds, expected a whole number of them in 120`)
    for (const { pages, cells, message } of broken) {
      const refused = await read(pages, cells)
      expect(refused).toThrow(BundleError)
      expect(refused).toThrow(/^raster\.bundle contains a broken raster 'made': /)
      expect(refused).toThrow(message)
    }
  })
})

function arraysOf(top: number[], pages: number[], cells: number): RasterArrays {
  return { top: Uint16Array.from(top), pages: Uint32Array.from(pages), cells: new Uint8Array(cells) }
}

function tryRaster(meta: RasterMeta, arrays: RasterArrays): PagedRaster | null {
  try {
    return new PagedRaster(meta, arrays)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Parts of a raster, mostly close to valid values so that some of them are accepted. */
const randomParts = fc
  .record({
    step: fc.constantFrom(3, 7.5, 15, 0, -1, 3601),
    x: fc.oneof(fc.nat(20), fc.constantFrom(1600, 99999)),
    y: fc.nat(20),
    width: fc.nat(3),
    height: fc.nat(3),
    wide: fc.boolean(),
    blocks: fc.nat(3),
    more: fc.constantFrom(0, 0, 0, 0, 1),
    highest: fc.nat(4),
    entries: fc.array(
      fc.oneof(
        fc.nat(255),
        fc.nat(255),
        fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(200)).map(([kind, at]) => pageEntry(kind, at)),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    cells: fc.uint8Array({ minLength: 0, maxLength: 1200 }),
  })
  .map(({ blocks, more, highest, entries, cells, ...meta }) => ({
    meta,
    arrays: {
      top: Uint16Array.from({ length: meta.width * meta.height + more }, (_, i) => (i * 7 + 1) % (highest + 1)),
      pages: Uint32Array.from({ length: blocks * 256 }, (_, i) => entries[i % entries.length]),
      cells,
    },
  }))
