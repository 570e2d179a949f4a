import fc from 'fast-check'
import { type Effort, writePacked } from '../../../data-build/pack/blocks.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { type Block, RasterBuilder } from '../../../src/data/raster/build.ts'
import { rasterIn, rasterMeta, rasterSections } from '../../../src/data/raster/in-bundle.ts'
import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'

/** A random raster together with the plain blocks it was built from. */
export interface RandomRaster {
  readonly step: number
  readonly wide: boolean
  readonly blocks: readonly Block[]
}

/**
 * Palette sizes at and next to every limit at which the encoding of a page changes: constant, or 1, 2, 4 or 8 bits per
 * cell.
 */
const palettes = [1, 2, 3, 4, 5, 16, 17, 255, 256]

/**
 * One to four blocks in a window of 3 × 3. Each page has a random palette, sometimes with zeros. The window is in the
 * southwestern corner of the globe, at its middle or around Austin.
 */
export const randomRaster: fc.Arbitrary<RandomRaster> = fc.boolean().chain(rasterOf)

/** A random raster of bytes, the type that is interpolated. */
export const randomByteRaster: fc.Arbitrary<RandomRaster> = rasterOf(false)

function rasterOf(wide: boolean): fc.Arbitrary<RandomRaster> {
  return fc
    .record({
      step: fc.constantFrom(3, 7.5, 15, 60),
      corner: fc.constantFrom([0, 0], [0.5, 0.5], [82.2569 / 360, 120.2672 / 180]),
      places: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 4 }),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map(({ step, corner, places, seed }) => {
      const random = randomNumbers(seed)
      const x = Math.floor((corner[0] * 360 * 3600) / step / 256)
      const y = Math.floor((corner[1] * 180 * 3600) / step / 256)
      const blocks = places.map((place) => ({
        x: x + (place % 3),
        y: y + Math.floor(place / 3),
        values: randomBlock(random, wide),
      }))
      // If a test fails, this prints the parameters and not the cells.
      return { step, wide, blocks, [fc.toStringMethod]: () => JSON.stringify({ step, wide, corner, places, seed }) }
    })
}

/** Returns a generator of whole numbers below a limit (xorshift). The same seed gives the same numbers. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

/** Builds the raster, writes it into a bundle and reads it back. */
export async function throughBundle(
  { step, wide, blocks }: RandomRaster,
  effort: Effort = 'quick',
): Promise<PagedRaster> {
  const builder = new RasterBuilder(step, wide)
  for (const block of blocks) builder.add(block)
  const { meta, arrays } = builder.finish()
  const content = { kind: 'test', id: 'raster', meta: { raster: meta }, sources: [] }
  const bytes = await writePacked({ ...content, ...rasterSections([{ name: 'made', meta, arrays }]) }, effort)
  const bundle = await readBundle(bytes, 'raster.bundle')
  return rasterIn(bundle, 'made', rasterMeta(bundle.meta.raster, []))
}

/** Returns the value of a cell in the plain blocks. */
export function plainCell({ blocks }: RandomRaster, x: number, y: number): number {
  const block = blocks.find((candidate) => candidate.x === Math.floor(x / 256) && candidate.y === Math.floor(y / 256))
  return block === undefined ? 0 : block.values[(y - block.y * 256) * 256 + x - block.x * 256]
}

function randomBlock(random: (limit: number) => number, wide: boolean): Uint8Array | Uint16Array {
  const values = wide ? new Uint16Array(65536) : new Uint8Array(65536)
  const highest = wide ? 65536 : 256
  for (let page = 0; page < 256; page++) {
    const size = palettes[random(palettes.length)]
    const palette = Array.from({ length: size }, () => (random(8) === 0 ? 0 : random(highest)))
    const origin = (page >> 4) * 16 * 256 + (page & 15) * 16
    for (let i = 0; i < 256; i++) values[origin + (i >> 4) * 256 + (i & 15)] = palette[random(size)]
  }
  return values
}
