import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Polygon } from '../../../data-build/context.ts'
import { coverageBlocks } from '../../../data-build/geography/coverage.ts'
import { type CellWindow, Rasterizer } from '../../../data-build/geography/rasterize.ts'
import { RasterBuilder } from '../../../src/data/raster/build.ts'
import { PagedRaster } from '../../../src/data/raster/paged-raster.ts'

const step = 15
const perDegree = 3600 / step
/** Window of 40 × 40 cells into which the tests draw polygons. */
const window: CellWindow = { x: 20000, y: 28000, width: 40, height: 40 }

describe('the rasterizer', () => {
  it('fills the cells whose centers are inside according to turf, excluding holes', () => {
    let painted = 0
    fc.assert(
      fc.property(star, star, fc.double({ min: 0.2, max: 0.9, noNaN: true }), (outer, inner, size) => {
        // Both rings are star-shaped around the same center. The hole is smaller in every direction, so it is inside
        // the outer ring.
        const ring = ringOf(outer.map((radius) => 4 + radius * 15))
        const hole = ringOf(inner.map((radius, i) => (4 + outer[i] * 15) * size * (0.3 + 0.7 * radius) * 0.5))
        const cells = paint([[ring, hole]])
        const polygon = { type: 'Polygon' as const, coordinates: [pairs(ring), pairs(hole)] }
        for (let i = 0; i < cells.length; i++) {
          const inside = booleanPointInPolygon(center(i), polygon)
          if (inside) painted++
          if (inside !== (cells[i] === 1)) expect.fail(`cell ${i} is ${cells[i]}, turf says ${inside}`)
        }
      }),
      { numRuns: 200 },
    )
    expect(painted).toBeGreaterThan(10_000)
  })

  it('leaves no gap or overlap between neighbors, even if borders pass through cell centers', () => {
    fc.assert(
      fc.property(meshCorners, (corners) => {
        const polygons = meshPolygons(corners)
        const owner = new Uint8Array(1600)
        polygons.forEach((polygon) => {
          const cells = paint([polygon])
          for (let i = 0; i < 1600; i++) owner[i] += cells[i]
        })
        // The mesh covers the window exactly.
        expect(owner.every((count) => count === 1)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('assigns a center on a border to the polygon to the east or north', () => {
    const [x, y] = [window.x + 10.5, window.y + 10.5] // a cell center
    const square = (west: number, south: number) => [box(west, south, west + 5, south + 5)]
    const cells = paint([square(x - 5, y - 5), square(x, y - 5), square(x - 5, y), square(x, y)])
    const at = (column: number, row: number) => cells[row * 40 + column]
    expect([at(9, 9), at(10, 9), at(9, 10), at(10, 10)]).toEqual([1, 2, 3, 4])
    expect([at(14, 14), at(15, 14), at(14, 15), at(5, 5), at(4, 5)]).toEqual([4, 0, 0, 1, 0])
  })

  it('overwrites cells with later polygons only where the polygon accepts the cell', () => {
    const all = [box(window.x, window.y, window.x + 40, window.y + 40)]
    const rasterizer = new Rasterizer([all, all], step)
    const out = new Uint16Array(1600)
    const even = (x: number, y: number) => (x + y) % 2 === 0
    rasterizer.paint(
      window,
      out,
      (index) => index + 1,
      (index) => (index === 1 ? even : undefined),
    )
    for (let i = 0; i < 1600; i++) expect(out[i]).toBe(even(window.x + (i % 40), window.y + Math.floor(i / 40)) ? 2 : 1)
  })

  it('fills a window with the same cells as the whole raster', () => {
    fc.assert(
      fc.property(star, fc.nat(30), fc.nat(30), (radii, dx, dy) => {
        const polygon = [ringOf(radii.map((radius) => 4 + radius * 15))]
        const whole = paint([polygon])
        const part: CellWindow = { x: window.x + dx, y: window.y + dy, width: 10, height: 10 }
        const cells = new Uint16Array(100)
        new Rasterizer([polygon], step).paint(part, cells, () => 1)
        for (let i = 0; i < 100; i++) expect(cells[i]).toBe(whole[(dy + Math.floor(i / 10)) * 40 + dx + (i % 10)])
      }),
      { numRuns: 100 },
    )
  })

  it('marks every cell that a polygon touches', () => {
    fc.assert(
      fc.property(star, (radii) => {
        const ring = ringOf(radii.map((radius) => 1 + radius * 15))
        const touched = new Rasterizer([[ring]], step).touched(window)
        // Visits the cells along the edges, in steps of about a hundredth of a cell. A step can skip the corner of a
        // cell, so a few touched cells are not visited.
        const near = new Uint8Array(1600)
        for (let i = 0; i + 3 < ring.length; i += 2) {
          for (let t = 0; t <= 2000; t++) {
            const lon = ring[i] + ((ring[i + 2] - ring[i]) * t) / 2000
            const lat = ring[i + 1] + ((ring[i + 3] - ring[i + 1]) * t) / 2000
            near[Math.floor((lat + 90) * perDegree - window.y) * 40 + Math.floor((lon + 180) * perDegree - window.x)] =
              1
          }
        }
        const inside = paint([[ring]])
        let missed = 0
        let surplus = 0
        for (let i = 0; i < 1600; i++) {
          if ((near[i] || inside[i]) && !touched[i]) missed++
          if (touched[i] && !near[i] && !inside[i]) surplus++
        }
        expect(missed).toBe(0)
        expect(surplus).toBeLessThan(3)
      }),
      { numRuns: 100 },
    )
  })

  it('marks horizontal and vertical edges, clipped to the window', () => {
    const [x, y] = [window.x, window.y]
    const touched = new Rasterizer([[box(x - 5, y + 2.1, x + 3.2, y + 2.9)]], step).touched(window)
    const marked = [...touched.keys()].filter((i) => touched[i] === 1)
    expect(marked).toEqual([80, 81, 82, 83])
  })

  it('returns the extent of the cells that a polygon may touch', () => {
    const { x, y, width, height } = new Rasterizer([[box(20003.5, 28001.25, 20009.5, 28002.75)]], step).extent()
    expect([x, y, width, height]).toEqual([20003, 28001, 7, 2])
  })
})

/** Radii of a star-shaped ring from 0 to 1, one every 30 degrees. */
const star = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 })

/**
 * Offsets, up to 2 cells, for the inner corners of a mesh of 4 × 4 quadrilaterals. Offsets of half a cell put borders
 * exactly through cell centers.
 */
const meshCorners = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom(0, 0.5, -0.5, 1.5), fc.double({ min: -2, max: 2, noNaN: true })),
    fc.oneof(fc.constantFrom(0, 0.5, -0.5, 1.5), fc.double({ min: -2, max: 2, noNaN: true })),
  ),
  { minLength: 25, maxLength: 25 },
)

function meshPolygons(moves: readonly (readonly [number, number])[]): Polygon[] {
  const corner = (column: number, row: number): [number, number] => {
    const [dx, dy] = moves[row * 5 + column]
    const inner = (at: number) => at > 0 && at < 4
    // Corners on the outline are outside the window, so that the mesh covers all of it.
    return [window.x + column * 11 - 2 + (inner(column) ? dx : 0), window.y + row * 11 - 2 + (inner(row) ? dy : 0)]
  }
  return Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i % 4, i >> 2]
    const ring = [corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)]
    // Reverses every other ring, because rings of neighboring polygons can have opposite directions.
    return [degrees(i % 2 === 0 ? ring : ring.reverse())]
  })
}

function paint(polygons: readonly Polygon[]): Uint16Array {
  const out = new Uint16Array(window.width * window.height)
  new Rasterizer(polygons, step).paint(window, out, (index) => index + 1)
  return out
}

function center(cell: number): [number, number] {
  return [(window.x + (cell % 40) + 0.5) / perDegree - 180, (window.y + Math.floor(cell / 40) + 0.5) / perDegree - 90]
}

/** Returns a ring around the middle of the window, with radii in cells. */
function ringOf(radii: readonly number[]): Float64Array {
  return degrees(
    radii.map((radius, i) => {
      const angle = (i * 2 * Math.PI) / radii.length
      return [window.x + 20.123 + radius * Math.cos(angle), window.y + 20.321 + radius * Math.sin(angle)]
    }),
  )
}

function box(west: number, south: number, east: number, north: number): Float64Array {
  return degrees([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ])
}

/** Returns a closed flat ring in degrees from corners in cells. */
function degrees(corners: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from([...corners, corners[0]].flatMap(([x, y]) => [x / perDegree - 180, y / perDegree - 90]))
}

function pairs(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]])
}

/**
 * A zone raster (2 arc-seconds) with a few rectangles in up to three blocks around Austin: single cells, strips and
 * whole pages.
 */
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
    const builder = new RasterBuilder(2, true)
    for (let block = 0; block < 3; block++) {
      const values = new Uint16Array(65536)
      for (const box of boxes.filter((own) => own.block === block))
        for (let y = box.y; y < Math.min(256, box.y + box.height); y++)
          values.fill(block + 1, y * 256 + box.x, y * 256 + Math.min(256, box.x + box.width))
      builder.add({ x: 578 + (block & 1), y: 845 + (block >> 1), values })
    }
    const { meta, arrays } = builder.finish()
    return new PagedRaster(meta, arrays)
  })
const share = fc.oneof(fc.constantFrom(0, 0.5, 0.999999), fc.double({ min: 0, max: 0.999999, noNaN: true }))

describe('the blocks of a coarser raster', () => {
  it('contain every cell needed to interpolate at a covered place', () => {
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
            const lon = (x + east) / 1800 - 180
            const lat = (y + north) / 1800 - 90
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

  it('are each listed once, from the southwest, with cells in ascending order', () => {
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
