import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageBlocks } from '../../data-build/geography/coverage.ts'
import { RasterBuilder } from '../../src/raster/build.ts'
import { PagedRaster } from '../../src/raster/paged-raster.ts'

/** A zone raster (3 arc-seconds) of a few rectangles in up to three blocks around Austin: lone cells, strips, whole pages. */
const zones = fc
  .array(
    fc.record({
      block: fc.nat(2),
      x: fc.nat(255),
      y: fc.nat(255),
      width: fc.constantFrom(1, 2, 17, 100),
      height: fc.constantFrom(1, 3, 40, 256),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((boxes) => {
    const builder = new RasterBuilder(3, true)
    for (let block = 0; block < 3; block++) {
      const values = new Uint16Array(65536)
      for (const box of boxes.filter((own) => own.block === block))
        for (let y = box.y; y < Math.min(256, box.y + box.height); y++)
          values.fill(block + 1, y * 256 + box.x, y * 256 + Math.min(256, box.x + box.width))
      builder.add({ x: 385 + (block & 1), y: 563 + (block >> 1), values })
    }
    const { meta, arrays } = builder.finish()
    return new PagedRaster(meta, arrays)
  })
const share = fc.oneof(fc.constantFrom(0, 0.5, 0.999999), fc.double({ min: 0, max: 0.999999, noNaN: true }))

describe('the blocks of a coarser raster', () => {
  it('list every cell that an interpolation at a covered place can read', () => {
    fc.assert(
      fc.property(
        zones,
        fc.constantFrom(7.5, 15, 60),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), share, share), { minLength: 60, maxLength: 60 }),
        (raster, step, places) => {
          const listed = new Set<string>()
          for (const { x, y, cells } of coverageBlocks(raster, step))
            for (const cell of cells) listed.add(`${x + (cell & 255)},${y + (cell >> 8)}`)
          const covered = coveredCells(raster)
          for (const [which, east, north] of places) {
            const [x, y] = covered[Math.floor(which * (covered.length - 1))]
            const lon = (x + east) / 1200 - 180
            const lat = (y + north) / 1200 - 90
            if (raster.at(lon, lat) === 0) continue // rounding has put it into the next cell
            const fx = Math.floor(((lon + 180) * 3600) / step - 0.5)
            const fy = Math.floor(((lat + 90) * 3600) / step - 0.5)
            for (const cell of [`${fx},${fy}`, `${fx + 1},${fy}`, `${fx},${fy + 1}`, `${fx + 1},${fy + 1}`])
              if (!listed.has(cell)) expect.fail(`cell ${cell} is not listed for the place ${lon}, ${lat}`)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('come once each, from the south-west, with ascending cells', () => {
    fc.assert(
      fc.property(zones, fc.constantFrom(7.5, 15, 60), (raster, step) => {
        const blocks = [...coverageBlocks(raster, step)]
        expect(blocks.length).toBeGreaterThan(0)
        for (let i = 0; i < blocks.length; i++) {
          const { x, y, cells, step: own } = blocks[i]
          expect([x % 256, y % 256, own]).toEqual([0, 0, step])
          expect(cells.every((cell, j) => j === 0 || cell > cells[j - 1])).toBe(true)
          if (i > 0) expect(y > blocks[i - 1].y || (y === blocks[i - 1].y && x > blocks[i - 1].x)).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })
})

function coveredCells(zones: PagedRaster): [number, number][] {
  const { x: left, y: bottom, width, height } = zones.meta
  const cells: [number, number][] = []
  for (let y = bottom * 256; y < (bottom + height) * 256; y++)
    for (let x = left * 256; x < (left + width) * 256; x++) if (zones.cell(x, y) !== 0) cells.push([x, y])
  return cells
}
