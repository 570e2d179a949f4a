import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RasterBuilder } from '../../../src/data/raster/build.ts'
import { copyAround, getConstant } from '../../../src/data/raster/page-around.ts'
import { bilinear, PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import { findCoveredPages, readValues, sharePositions, writePresence } from '../../../src/data/raster/raster-columns.ts'
import { eachPageValue, findValuesIn } from '../../../src/data/raster/raster-values.ts'
import { plainCell, type RandomRaster, randomByteRaster, randomNumbers, randomRaster } from './random-raster.ts'

/** Builds a raster directly. Writing it into a bundle and reading it back would take longer. */
function built({ step, wide, blocks }: RandomRaster): PagedRaster {
  const builder = new RasterBuilder(step, wide)
  for (const block of blocks) builder.add(block)
  const { meta, arrays } = builder.finish()
  return new PagedRaster(meta, arrays)
}

/** Values of the cells of a page, by the column and row of its first cell. */
function pagesOf({ blocks }: RandomRaster): Map<string, Set<number>> {
  const pages = new Map<string, Set<number>>()
  for (const { x, y, values } of blocks)
    for (let page = 0; page < 256; page++) {
      const [column, row] = [(page & 15) * 16, (page >> 4) * 16]
      const cells = Array.from({ length: 256 }, (_, i) => values[(row + (i >> 4)) * 256 + column + (i & 15)])
      pages.set(`${x * 256 + column},${y * 256 + row}`, new Set(cells))
    }
  return pages
}

const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b)

describe('a raster', () => {
  it('reports the values of each page and the highest value of all', () => {
    fc.assert(
      fc.property(randomRaster, (made) => {
        const raster = built(made)
        const visited = new Map<string, Set<number>>()
        eachPageValue(raster, (value, column, row) => {
          const values = visited.get(`${column},${row}`) ?? new Set()
          visited.set(`${column},${row}`, values.add(value))
        })
        const expected = pagesOf(made)
        expect(visited.size).toBe(expected.size)
        // Palettes are padded with 0, so 0 can be among the visited values.
        for (const [page, values] of expected) expect(sorted(visited.get(page)!.add(0))).toEqual(sorted(values.add(0)))
        expect(raster.highest()).toBe(Math.max(...made.blocks.flatMap(({ values }) => sorted(new Set(values)))))
      }),
      { numRuns: 2 },
    )
  })

  it('ignores packed cells when searching for the highest value', () => {
    const values = new Uint8Array(65536).map((_, i) => i & 1)
    expect(built({ step: 15, wide: false, blocks: [{ x: 1, y: 1, values }] }).highest()).toBe(1)
  })

  it('lists the values in a box, except 0', () => {
    fc.assert(
      fc.property(randomRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (made, seed) => {
        const raster = built(made)
        const random = randomNumbers(seed)
        const { meta, perDegree } = raster
        for (const most of [3, 20, 60, 2000]) {
          const [column, row] = [random((meta.width + 1) * 256) - 128, random((meta.height + 1) * 256) - 128]
          const [x, y] = [meta.x * 256 + column, meta.y * 256 + row]
          const [width, height] = [random(most), random(most)]
          const expected = new Set<number>()
          for (let dy = 0; dy <= height; dy++)
            for (let dx = 0; dx <= width; dx++) expected.add(plainCell(made, x + dx, y + dy))
          expected.delete(0)
          const [west, south] = [(x + 0.5) / perDegree - 180, (y + 0.5) / perDegree - 90]
          const box = { west, south, east: west + width / perDegree, north: south + height / perDegree }
          expect(sorted(findValuesIn(raster, box))).toEqual(sorted(expected))
        }
      }),
      { numRuns: 2 },
    )
  })

  it('lists the values of every page in a box, however wide and high the box is', () => {
    // Each page has a value of its own, so that a skipped page is noticed.
    const blocks = [0, 1].flatMap((x) =>
      [0, 1].map((y) => ({
        x,
        y,
        values: Uint16Array.from(
          { length: 65536 },
          (_, i) => 1 + (x << 9) + (y << 8) + (((i >> 12) << 4) | ((i >> 4) & 15)),
        ),
      })),
    )
    const raster = built({ step: 15, wide: true, blocks })
    const degrees = 512 / raster.perDegree
    const values = findValuesIn(raster, { west: -180, south: -90, east: degrees - 180, north: degrees - 90 })
    expect(sorted(values)).toEqual(Array.from({ length: 1024 }, (_, i) => i + 1))
  })

  it('reports where it has values, and writes values to columns', () => {
    fc.assert(
      fc.property(randomRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (made, seed) => {
        const raster = built(made)
        const random = randomNumbers(seed)
        const { meta, perDegree } = raster
        const cells = Array.from({ length: 1000 }, () => [
          meta.x * 256 + random((meta.width + 1) * 256) - 128,
          meta.y * 256 + random((meta.height + 1) * 256) - 128,
        ])
        const lon = Float64Array.from([
          ...cells.map(([x]) => (x + 0.5) / perDegree - 180),
          Number.NaN,
          -97,
          181,
          -181,
          0,
          0,
        ])
        const lat = Float64Array.from([
          ...cells.map(([, y]) => (y + 0.5) / perDegree - 90),
          30,
          Number.NaN,
          0,
          0,
          91,
          -91,
        ])
        const expected = [...cells.map(([x, y]) => plainCell(made, x, y)), 0, 0, 0, 0, 0, 0]
        const values = new Uint16Array(lon.length + 1).fill(7)
        readValues(raster, lon, lat, lon.length, values)
        expect([...values]).toEqual([...expected, 7])
        const presence = new Uint16Array(lon.length + 1).fill(7)
        const covered = findCoveredPages(raster)
        writePresence(raster, lon, lat, lon.length, covered, presence)
        expect([...presence]).toEqual([...expected.map((value) => (value === 0 ? 0 : 1)), 7])
        // A full page of bytes has no palette to check, so it may be omitted.
        for (const [page, pageValues] of pagesOf(made)) {
          const [x, y] = page.split(',').map(Number)
          const number = raster.getPage(x, y)
          const isCovered = number >= 0 && ((covered[number >> 5] >>> (number & 31)) & 1) === 1
          if (meta.wide || pageValues.size <= 16) expect(isCovered).toBe(!pageValues.has(0))
          else expect(isCovered).toBe(false)
        }
      }),
      { numRuns: 2 },
    )
  })

  it('covers both ends of the longitude and latitude range', () => {
    const arrays = (value: number) => ({
      top: Uint16Array.of(1),
      pages: new Uint32Array(256).fill(value),
      cells: new Uint8Array(0),
    })
    const southwest = new PagedRaster({ step: 3600, x: 0, y: 0, width: 1, height: 1, wide: false }, arrays(5))
    expect([southwest.at(-180, -90), southwest.at(-180.001, -90), southwest.at(-180, -90.001)]).toEqual([5, 0, 0])
    const east = new PagedRaster({ step: 3600, x: 1, y: 0, width: 1, height: 1, wide: false }, arrays(6))
    expect([east.at(180, 90), east.at(180.001, 90), east.at(180, 90.001)]).toEqual([6, 0, 0])
  })

  it('shares positions only with rasters of the same cells and blocks', () => {
    const values = new Uint8Array(65536).fill(1)
    const raster = (places: [number, number][], step = 15) =>
      built({ step, wide: false, blocks: places.map(([x, y]) => ({ x: 33 + x, y: 48 + y, values })) })
    const corners = raster([
      [0, 0],
      [2, 2],
    ])
    const others: [boolean, [number, number][], number?][] = [
      [
        true,
        [
          [0, 0],
          [2, 2],
        ],
      ],
      [
        false,
        [
          [0, 0],
          [2, 2],
        ],
        30,
      ],
      [
        false,
        [
          [1, 0],
          [3, 2],
        ],
      ],
      [
        false,
        [
          [0, 1],
          [2, 3],
        ],
      ],
      [
        false,
        [
          [0, 0],
          [3, 2],
        ],
      ],
      [
        false,
        [
          [0, 0],
          [2, 3],
        ],
      ],
      [
        false,
        [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      ],
    ]
    for (const [expected, places, step] of others) expect(sharePositions(corners, raster(places, step))).toBe(expected)
  })

  it('copies pages together with the first cells of neighboring pages', () => {
    fc.assert(
      fc.property(randomByteRaster, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (made, seed) => {
        const raster = built(made)
        const random = randomNumbers(seed)
        const { x, y } = made.blocks[0]
        for (let k = 0; k < 40; k++) {
          const [column, row] = [(x * 16 + random(16)) * 16, (y * 16 + random(16)) * 16]
          const around = {
            page: raster.getPage(column, row),
            east: raster.getPage(column + 16, row),
            north: raster.getPage(column, row + 16),
            corner: raster.getPage(column + 16, row + 16),
          }
          const expected = Array.from({ length: 289 }, (_, i) =>
            plainCell(made, column + (i % 17), row + Math.floor(i / 17)),
          )
          const out = new Uint8Array(5 + 289 * 3)
          const hasZero = copyAround(raster, around, out, 5, 3)
          expect(expected.map((_, i) => out[5 + i * 3])).toEqual(expected)
          expect(hasZero).toBe(expected.includes(0))
          const isConstant = new Set(expected.slice(0, 256 + 16)).size === 1
          if (!isConstant) continue
          expect(getConstant(raster, around)).toBe(new Set(expected).size === 1 ? expected[0] : -1)
        }
      }),
      { numRuns: 2 },
    )
  })

  it('is constant around a page only if the first cells of all neighboring pages are equal to it', () => {
    // Pages 0 to 249 have the value 7, and page 250 has the value 0. In each of the pages 251 to 255, one cell is 8 and
    // the others are 7.
    const odd = (cell: number) => Array.from({ length: 256 }, (_, i) => (i === cell ? 8 : 7))
    const raster = new PagedRaster(
      { step: 15, x: 2, y: 3, width: 1, height: 1, wide: false },
      {
        top: Uint16Array.of(1),
        pages: Uint32Array.of(
          ...Array.from({ length: 250 }, () => 7),
          0,
          ...[0, 1, 2, 3, 4].map((i) => 0x80000000 + i * 256),
        ),
        cells: Uint8Array.from([odd(240), odd(15), odd(0), odd(1), odd(16)].flat()),
      },
    )
    const whole = { page: 0, east: 1, north: 2, corner: 3 }
    const [lastInColumn, lastInRow, first, second, firstOfSecondRow] = [251, 252, 253, 254, 255]
    expect(getConstant(raster, whole)).toBe(7)
    expect(getConstant(raster, { ...whole, page: first })).toBe(-1)
    for (const east of [lastInColumn, first, firstOfSecondRow, -1, 250])
      expect(getConstant(raster, { ...whole, east }), `east ${east}`).toBe(-1)
    for (const east of [lastInRow, second]) expect(getConstant(raster, { ...whole, east })).toBe(7)
    for (const north of [lastInRow, first, second, -1, 250])
      expect(getConstant(raster, { ...whole, north }), `north ${north}`).toBe(-1)
    for (const north of [lastInColumn, firstOfSecondRow]) expect(getConstant(raster, { ...whole, north })).toBe(7)
    for (const corner of [first, -1, 250]) expect(getConstant(raster, { ...whole, corner })).toBe(-1)
    for (const corner of [lastInColumn, second]) expect(getConstant(raster, { ...whole, corner })).toBe(7)
    expect(getConstant(raster, { page: 250, east: -1, north: -1, corner: -1 })).toBe(0)
  })
})

describe('bilinear()', () => {
  it.each([
    [[10, 20, 30, 40], [0, 0], 10],
    [[10, 20, 30, 40], [512, 0], 15],
    [[10, 20, 30, 40], [0, 512], 20],
    [[10, 20, 30, 40], [512, 512], 25],
    [[10, 11, 10, 11], [512, 0], 11], // rounded half up
    [[10, 11, 10, 11], [511, 0], 10],
    [[0, 20, 30, 40], [511, 511], 0], // the nearest cell has no value
    [[0, 20, 30, 40], [512, 0], 20],
    [[10, 0, 30, 40], [512, 511], 0],
    [[10, 20, 0, 40], [511, 512], 0],
    [[10, 20, 30, 0], [512, 512], 0],
    [[0, 20, 30, 40], [512, 512], 30],
    [[10, 0, 30, 40], [256, 512], 23], // (3·10 + 3·30 + 1·40) / 7
    [[10, 0, 0, 0], [256, 256], 10],
    [[10, 21, 0, 0], [512, 0], 16], // the mean 15.5 is rounded up
  ])('interpolates the corners %j at %j to %d', ([sw, se, nw, ne], [tx, ty], expected) => {
    expect(bilinear(sw, se, nw, ne, tx, ty)).toBe(expected)
  })
})
