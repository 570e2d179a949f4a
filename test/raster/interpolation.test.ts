import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PagedRaster } from '../../src/raster/paged-raster.ts'
import { plainCell, type RandomRaster, randomByteRaster, throughBundle } from './random-raster.ts'

/** Where in a cell, from its centre: at it, at the borders of its quarter, between. */
const offset = fc.oneof(fc.constantFrom(0, 0.5, 0.25), fc.double({ min: 0, max: 0.999999, noNaN: true }))
/** South-west of the four cells, in the block: with the borders of pages and of the block more often than chance. */
const corner = fc.oneof(fc.nat(255), fc.constantFrom(15, 16, 31, 127, 240, 254, 255, -1))

describe('interpolation', () => {
  it('is the bilinear mean of the cells that have a value, and 0 where the cell of the place has none', async () => {
    let zeros = 0
    let mixed = 0
    await fc.assert(
      fc.asyncProperty(
        randomByteRaster,
        fc.array(fc.tuple(corner, corner, offset, offset), { minLength: 300, maxLength: 300 }),
        async (made, places) => {
          const raster = await throughBundle(made)
          const { x, y } = made.blocks[0]
          for (const [dx, dy, tx, ty] of places) {
            const fx = x * 256 + dx + 0.5 + tx
            const fy = y * 256 + dy + 0.5 + ty
            const lon = fx / raster.perDegree - 180
            const lat = fy / raster.perDegree - 90
            const expected = bilinear(made, raster, lon, lat)
            const found = raster.interpolate(lon, lat)
            // Beside the rounding, the weights are cut to 1/1024.
            const slack = 0.5 + (expected.spread * 2) / 1024 / expected.weight
            if (Math.abs(found - expected.value) > slack + 1e-6) expect.fail(`${found}, not ${expected.value}`)
            if (expected.value === 0) zeros++
            else if (expected.blank > 0) mixed++
          }
        },
      ),
      { numRuns: 15 },
    )
    expect(zeros, 'places of no value were among them').toBeGreaterThan(50)
    expect(mixed, 'places beside cells of no value were among them').toBeGreaterThan(50)
  })

  it('meets each centre exactly and stays between its neighbours', async () => {
    await fc.assert(
      fc.asyncProperty(randomByteRaster, fc.nat(65535), offset, offset, async (made, cell, tx, ty) => {
        const raster = await throughBundle(made)
        const x = made.blocks[0].x * 256 + (cell & 255)
        const y = made.blocks[0].y * 256 + (cell >> 8)
        const degrees = 1 / raster.perDegree
        expect(raster.interpolate((x + 0.5) * degrees - 180, (y + 0.5) * degrees - 90)).toBe(plainCell(made, x, y))
        const four = [0, 1].flatMap((i) => [0, 1].map((j) => plainCell(made, x + i, y + j))).filter((v) => v > 0)
        const between = raster.interpolate((x + 0.5 + tx) * degrees - 180, (y + 0.5 + ty) * degrees - 90)
        if (between === 0) return
        expect(between).toBeGreaterThanOrEqual(Math.min(...four))
        expect(between).toBeLessThanOrEqual(Math.max(...four))
      }),
      { numRuns: 20 },
    )
  })

  it('never lets 0 bleed: one value among zeros is the whole of its cell and nothing else', async () => {
    for (const [x, y] of [
      [100, 100],
      [15, 15],
      [16, 31],
      [0, 255],
      [255, 0],
    ]) {
      const values = new Uint8Array(65536)
      values[y * 256 + x] = 200
      const raster = await throughBundle({ step: 15, wide: false, blocks: [{ x: 77, y: 112, values }] })
      for (const [dx, dy, expected] of [
        [0.01, 0.01, 200],
        [0.99, 0.99, 200],
        [0.5, 0.99, 200],
        [-0.01, 0.5, 0],
        [1.01, 0.5, 0],
        [0.5, -0.01, 0],
        [0.5, 1.01, 0],
      ]) {
        const lon = (77 * 256 + x + dx) / 240 - 180
        const lat = (112 * 256 + y + dy) / 240 - 90
        expect(raster.interpolate(lon, lat), `cell ${x},${y}, place ${dx},${dy}`).toBe(expected)
      }
    }
  })
})

/** The formula of the method, written out: mean of the four cells around by weight, those of 0 left out. */
function bilinear(made: RandomRaster, raster: PagedRaster, lon: number, lat: number) {
  const fx = (lon + 180) * raster.perDegree
  const fy = (lat + 90) * raster.perDegree
  const x = Math.floor(fx - 0.5)
  const y = Math.floor(fy - 0.5)
  let sum = 0
  let weight = 0
  const values: number[] = []
  for (const cy of [y, y + 1])
    for (const cx of [x, x + 1]) {
      const value = plainCell(made, cx, cy)
      if (value === 0) continue
      const own = (1 - Math.abs(cx + 0.5 - fx)) * (1 - Math.abs(cy + 0.5 - fy))
      sum += own * value
      weight += own
      values.push(value)
    }
  const own = plainCell(made, Math.floor(fx), Math.floor(fy))
  return {
    value: own === 0 ? 0 : sum / weight,
    weight: own === 0 ? 1 : weight,
    spread: own === 0 ? 0 : Math.max(...values) - Math.min(...values),
    blank: 4 - values.length,
  }
}
