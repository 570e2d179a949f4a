import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/data/raster/build.ts'
import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import {
  findCoveredPages,
  interpolateLocated,
  locatePoints,
  type Positions,
  readValues,
  sharePositions,
  writePresence,
} from '../../../src/data/raster/raster-columns.ts'
import {
  plainCell,
  type RandomRaster,
  randomByteRaster,
  randomNumbers,
  randomRaster,
  throughBundle,
} from './random-raster.ts'

/**
 * Returns latitudes and longitudes outside the window: not finite, beyond the globe, or 2^32 cells away, where a 32-bit
 * cell number would wrap around.
 */
function nowhere(raster: PagedRaster): number[] {
  const turn = 2 ** 32 / raster.perDegree
  return [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300, turn, -turn, 1e9]
}

describe('a raster lookup for a place', () => {
  it('uses the cell to the east or north for a place on a cell border', async () => {
    // Multiples of 0.25° are exact in binary and are cell borders at every cell size, so these coordinates are exactly
    // on a border.
    const made = centeredOn(-97.75, 30.25)
    const raster = await throughBundle(made)
    const x = (180 - 97.75) * 240
    const y = (90 + 30.25) * 240
    expect(raster.at(-97.75, 30.25)).toBe(plainCell(made, x, y))
    expect(raster.at(-97.75 - 1e-9, 30.25)).toBe(plainCell(made, x - 1, y))
    expect(raster.at(-97.75, 30.25 - 1e-9)).toBe(plainCell(made, x, y - 1))
    expect(new Set([plainCell(made, x, y), plainCell(made, x - 1, y), plainCell(made, x, y - 1)]).size).toBe(3)
  })

  it('uses the first cell at longitude -180 and latitude -90, and no cell at 180 and 90', async () => {
    const west = await throughBundle({ step: 60, wide: false, blocks: [{ x: 0, y: 0, values: filled(7) }] })
    expect([west.at(-180, -90), west.interpolate(-179.99, -89.99)]).toEqual([7, 7])
    expect([west.at(180, -90), west.at(-180, 90), west.at(180, 90)]).toEqual([0, 0, 0])
    const last = { x: Math.floor(21600 / 256), y: Math.floor(10800 / 256), values: filled(9) }
    const east = await throughBundle({ step: 60, wide: false, blocks: [last] })
    expect(east.at(180 - 1e-9, 90 - 1e-9)).toBe(9)
    expect([0, 9]).toContain(east.at(180, 90))
  })

  it('returns 0 in column lookups if the place is outside the window', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, async (made) => {
        const raster = await throughBundle(made)
        const { x, y } = made.blocks[0]
        const lon = (x * 256 + 8.5) / raster.perDegree - 180
        const lat = (y * 256 + 8.5) / raster.perDegree - 90
        const away = nowhere(raster)
        const lons = Float64Array.from([...away.map((far) => lon + far), ...away.map(() => lon)])
        const lats = Float64Array.from([...away.map(() => lat), ...away.map((far) => lat + far)])
        const out = new Uint16Array(lons.length).fill(1)
        const present = out.slice()
        readValues(raster, lons, lats, lons.length, out)
        writePresence(raster, lons, lats, lons.length, findCoveredPages(raster), present)
        expect([...out, ...present]).toEqual(Array(2 * lons.length).fill(0))
        // Callers validate the coordinates of single lookups, so any integer is fine here. Reading outside the cells
        // would return another type of value.
        for (let i = 0; i < lons.length; i++)
          for (const value of [raster.at(lons[i], lats[i]), raster.interpolate(lons[i], lats[i])])
            expect(Number.isInteger(value), `${value} at ${lons[i]}, ${lats[i]}`).toBe(true)
      }),
      { numRuns: 5 },
    )
  })
})

describe('raster columns', () => {
  it('contain the same values as single lookups, and the rest of the output is unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (made, seed) => {
        const raster = await throughBundle(made)
        const { lon, lat } = placesAround(made, raster, 2000, seed)
        const out = new Uint16Array(2001).fill(12345)
        readValues(raster, lon, lat, 2000, out)
        expect([...out.subarray(0, 2000)]).toEqual(Array.from(lon, (_, i) => raster.at(lon[i], lat[i])))
        expect(out[2000]).toBe(12345)
      }),
      { numRuns: 5 },
    )
  })

  it('mark which places have a value, checking constant pages first', async () => {
    await fc.assert(
      fc.asyncProperty(randomRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (made, seed) => {
        const raster = await throughBundle(made)
        const { lon, lat } = placesAround(made, raster, 2000, seed)
        const out = new Uint16Array(2000).fill(7)
        writePresence(raster, lon, lat, 1999, findCoveredPages(raster), out)
        const expected = Array.from(lon, (_, i) => (raster.at(lon[i], lat[i]) === 0 ? 0 : 1))
        expect([...out.subarray(0, 1999)]).toEqual(expected.slice(0, 1999))
        expect(out[1999]).toBe(7)
      }),
      { numRuns: 5 },
    )
  })

  it('are interpolated where a place is in a zone and has no value yet, with positions shared by two rasters', async () => {
    await fc.assert(
      fc.asyncProperty(randomByteRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (made, seed) => {
        const raster = await throughBundle(made)
        const twin = await throughBundle({ ...made, blocks: made.blocks.map(changed) })
        expect(sharePositions(twin, raster)).toBe(true)
        const count = 2000
        const { lon, lat } = placesAround(made, raster, count, seed)
        const random = randomNumbers(seed)
        // A place has a zone only if it is on the globe and at least half a cell from its edges, so that it has four
        // cells around it.
        const zone = Uint16Array.from(lon, (_, i) => (onGlobe(lon[i], lat[i], raster) ? random(3) : 0))
        const before = Uint8Array.from(lon, () => random(2) * 50)
        const positions = emptyPositions(count)
        locatePoints(raster, lon, lat, zone, count, positions)
        for (const one of [raster, twin]) {
          const out = before.slice()
          const wanted = before.map((value, i) =>
            zone[i] !== 0 && value === 0 ? one.interpolate(lon[i], lat[i]) : value,
          )
          // The range ends before the last place that would receive a value, so that place must remain 0.
          const end = wanted.findLastIndex((value, i) => value !== before[i])
          interpolateLocated(one, positions, zone, end, out)
          for (let i = 0; i < end; i++)
            if (out[i] !== wanted[i]) expect.fail(`${out[i]}, not ${wanted[i]} at ${lon[i]}, ${lat[i]}`)
          expect(out[end]).toBe(0)
        }
      }),
      { numRuns: 6 },
    )
  })

  it('use shared positions only for rasters with the same cells and blocks', async () => {
    const blocks = [0, 1].map((x) => ({ x, y: 4, values: filled(3) }))
    const raster = await throughBundle({ step: 15, wide: false, blocks })
    const others: RandomRaster[] = [
      { step: 7.5, wide: false, blocks },
      { step: 15, wide: false, blocks: blocks.slice(0, 1) },
      { step: 15, wide: false, blocks: [...blocks, { x: 0, y: 5, values: filled(1) }] },
      { step: 15, wide: false, blocks: blocks.map((block) => ({ ...block, x: block.x + 1 })) },
      { step: 15, wide: false, blocks: [0, 2].map((x) => ({ x, y: 4, values: filled(3) })) },
    ]
    for (const other of others) expect(sharePositions(raster, await throughBundle(other))).toBe(false)
    expect(sharePositions(raster, raster)).toBe(true)
  })
})

/** Returns places in and around the window. */
function placesAround(made: RandomRaster, raster: PagedRaster, count: number, seed: number) {
  const random = randomNumbers(seed)
  const { x, y } = made.blocks[0]
  const somewhere = (block: number) => (block * 256 + random(1_200_000) / 1000 - 200) / raster.perDegree
  return {
    lon: Float64Array.from({ length: count }, () => somewhere(x) - 180),
    lat: Float64Array.from({ length: count }, () => somewhere(y) - 90),
  }
}

/** Returns a 15-arc-second raster with the block around a place, where every cell differs from its neighbors. */
function centeredOn(lon: number, lat: number): RandomRaster {
  const x = Math.floor(((lon + 180) * 240) / 256)
  const y = Math.floor(((lat + 90) * 240) / 256)
  const values = new Uint8Array(65536).map((_, i) => 1 + (((i & 255) * 3 + (i >> 8) * 7) % 250))
  return { step: 15, wide: false, blocks: [{ x, y, values }] }
}

function filled(value: number): Uint8Array {
  return new Uint8Array(65536).fill(value)
}

/** Returns a block with other values in the same cells, so that the raster has the same blocks but different pages. */
function changed({ x, y, values }: Block): Block {
  return { x, y, values: Uint8Array.from(values, (value, i) => (value === 0 ? 0 : 1 + ((value + i) % 255))) }
}

function onGlobe(lon: number, lat: number, { perDegree }: PagedRaster): boolean {
  return lon + 180 >= 0.5 / perDegree && lat + 90 >= 0.5 / perDegree
}

function emptyPositions(count: number): Positions {
  return {
    page: new Int32Array(4 * count).fill(7),
    cell: new Uint8Array(count).fill(7),
    east: new Uint16Array(count).fill(7),
    north: new Uint16Array(count).fill(7),
  }
}

/** Offsets from the center of a cell: none, on the borders of its quarters, and in between. */
const offset = fc.oneof(fc.constantFrom(0, 0.5, 0.25), fc.double({ min: 0, max: 0.999999, noNaN: true }))
/**
 * Column or row of a cell within the block: the southwestern cell of the four around a place. Borders of pages and of
 * the block occur more often than by chance.
 */
const corner = fc.oneof(fc.nat(255), fc.constantFrom(15, 16, 31, 127, 240, 254, 255, -1))

describe('interpolation', () => {
  it("is the bilinear mean of the cells with a value, and 0 if the place's own cell has none", async () => {
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
            // In addition to rounding, the weights are truncated to 1/1024.
            const slack = 0.5 + (expected.spread * 2) / 1024 / expected.weight
            if (Math.abs(found - expected.value) > slack + 1e-6) expect.fail(`${found}, not ${expected.value}`)
            if (expected.value === 0) zeros++
            else if (expected.blank > 0) mixed++
          }
        },
      ),
      { numRuns: 8 },
    )
    expect(zeros, 'places of no value were among them').toBeGreaterThan(50)
    expect(mixed, 'places beside cells of no value were among them').toBeGreaterThan(50)
  })

  it('is exact at each center and never exceeds the range of neighboring values', async () => {
    await fc.assert(
      fc.asyncProperty(randomByteRaster, fc.array(fc.tuple(fc.nat(65535), offset, offset)), async (made, places) => {
        const raster = await throughBundle(made)
        const degrees = 1 / raster.perDegree
        for (const [cell, tx, ty] of places) {
          const x = made.blocks[0].x * 256 + (cell & 255)
          const y = made.blocks[0].y * 256 + (cell >> 8)
          expect(raster.interpolate((x + 0.5) * degrees - 180, (y + 0.5) * degrees - 90)).toBe(plainCell(made, x, y))
          const four = [0, 1].flatMap((i) => [0, 1].map((j) => plainCell(made, x + i, y + j))).filter((v) => v > 0)
          const between = raster.interpolate((x + 0.5 + tx) * degrees - 180, (y + 0.5 + ty) * degrees - 90)
          if (between === 0) continue
          expect(between).toBeGreaterThanOrEqual(Math.min(...four))
          expect(between).toBeLessThanOrEqual(Math.max(...four))
        }
      }),
      { numRuns: 6 },
    )
  })

  it('never mixes 0 into a value: a single value fills its cell and nothing else', async () => {
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

/** Computes the documented formula: the weighted mean of the four cells around a place, ignoring zeros. */
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
