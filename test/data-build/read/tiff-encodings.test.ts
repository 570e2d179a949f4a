import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readGeoTiff } from '../../../data-build/read/geotiff.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { unpackLzw } from '../../../data-build/read/tiff-decoders.ts'
import { folderFixture } from './fixtures/folder.ts'
import { type Keys, keyTags, packLzw, reversedBits, type Tag, type TiffPage, tiffFile } from './fixtures/tiff-file.ts'

const WIDTH = 12
const HEIGHT = 10
const STEP = 0.5
const [WEST, NORTH] = [-102, 33]
const DEGREES = { 1024: 2, 1025: 1, 2048: 4269 }
const values = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (37 * i + (i >> 3)) % 16)

/** Makes a page of one strip. `more` replaces tags; null removes one. */
function page(stored: Uint8Array | readonly Uint8Array[], more: Record<number, Tag | null> = {}, keys: Keys = DEGREES) {
  const tags: Record<number, Tag | null> = {
    256: ['long', [WIDTH]],
    257: ['long', [HEIGHT]],
    258: ['short', [8]],
    259: ['short', [1]],
    262: ['short', [1]],
    277: ['short', [1]],
    278: ['long', [HEIGHT]],
    33550: ['double', [STEP, STEP, 0]],
    33922: ['double', [0, 0, 0, WEST, NORTH, 0]],
    ...keyTags(keys),
    ...more,
  }
  const kept = Object.entries(tags).filter((entry): entry is [string, Tag] => entry[1] !== null)
  return { tags: Object.fromEntries(kept), blocks: stored instanceof Uint8Array ? [stored] : stored } as TiffPage
}

function read(pages: readonly TiffPage[]) {
  return readGeoTiff(folderFixture({ 'a.tif': tiffFile(pages) }), 'a.tif')
}

/** Reads every value by its place on the earth, row by row from the northwest. */
async function allValues(pages: readonly TiffPage[]): Promise<number[]> {
  const { valueAt } = await read(pages)
  return Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    valueAt(WEST + STEP * ((i % WIDTH) + 0.5), NORTH - STEP * (Math.floor(i / WIDTH) + 0.5)),
  )
}

/** Stores the values with the given number of bytes each. */
function stored(bytes: number, put: (view: DataView, at: number, value: number) => void): Uint8Array {
  const all = new Uint8Array(values.length * bytes)
  values.forEach((value, i) => {
    put(new DataView(all.buffer), i * bytes, value)
  })
  return all
}

const highFirst = (made: TiffPage): TiffPage => ({ ...made, isBig: true })
const short = (type: number): Tag => ['short', [type]]
const rowsOf = (bytes: Uint8Array, rows: number) =>
  Array.from({ length: Math.ceil(HEIGHT / rows) }, (_, i) => bytes.slice(i * rows * WIDTH, (i + 1) * rows * WIDTH))
const nibbles = Uint8Array.from({ length: values.length / 2 }, (_, i) => (values[2 * i] << 4) | values[2 * i + 1])
const differences = values.map((value, i) => (i % WIDTH === 0 ? value : value - values[i - 1]))
/** A 16 × 16 tile that contains the image and is padded with 9. */
const tile = Uint8Array.from({ length: 256 }, (_, i) =>
  i % 16 < WIDTH && i >> 4 < HEIGHT ? values[(i >> 4) * WIDTH + (i % 16)] : 9,
)
const packBits = (bytes: Uint8Array) => Uint8Array.from(rowsOf(bytes, 1).flatMap((row) => [row.length - 1, ...row]))

describe('a GeoTIFF', () => {
  it.each<readonly [string, TiffPage]>([
    ['in 8 bits', page(values)],
    ['in 8 bits, big-endian', highFirst(page(values))],
    ['in strips of 3 rows', page(rowsOf(values, 3), { 278: ['long', [3]] })],
    ['in one strip of 4,294,967,295 rows', page(values, { 278: ['long', [4_294_967_295]] })],
    ['without the key for pixels as areas', page(values, {}, { 1024: 2, 2048: 4269 })],
    ['in 4 bits', page(nibbles, { 258: short(4) })],
    [
      'in 16 bits',
      page(
        stored(2, (view, at, value) => view.setUint16(at, value, true)),
        { 258: short(16) },
      ),
    ],
    [
      'in 16 bits, big-endian',
      highFirst(
        page(
          stored(2, (view, at, value) => view.setUint16(at, value)),
          { 258: short(16) },
        ),
      ),
    ],
    [
      'in signed 32 bits',
      page(
        stored(4, (v, at, n) => v.setInt32(at, n, true)),
        { 258: short(32), 339: short(2) },
      ),
    ],
    [
      'in 32-bit floats',
      page(
        stored(4, (v, at, n) => v.setFloat32(at, n, true)),
        { 258: short(32), 339: short(3) },
      ),
    ],
    [
      'in 64-bit floats',
      page(
        stored(8, (v, at, n) => v.setFloat64(at, n, true)),
        { 258: short(64), 339: short(3) },
      ),
    ],
    ['packed by Deflate', page(deflateSync(values), { 259: short(8) })],
    ['packed by Deflate under its older number', page(deflateSync(values), { 259: short(32946) })],
    ['packed by LZW', page(packLzw(values), { 259: short(5) })],
    ['packed by the LZW of before TIFF 6', page(packLzw(values, true), { 259: short(5) })],
    ['packed by PackBits', page(packBits(values), { 259: short(32773) })],
    ['with differences along rows', page(deflateSync(differences), { 259: short(8), 317: short(2) })],
    ['with differences along rows, packed by LZW', page(packLzw(differences), { 259: short(5), 317: short(2) })],
    ['in tiles', page(tile, { 322: short(16), 323: short(16), 278: null })],
    ['in a tile packed by old LZW', page(packLzw(tile, true), { 259: short(5), 322: short(16), 323: short(16) })],
    [
      'with bands one after the other',
      page([values, values.map(() => 200)], { 277: short(2), 258: ['short', [8, 8]], 284: short(2) }),
    ],
    [
      'with bands side by side',
      page(
        Uint8Array.from({ length: 2 * values.length }, (_, i) => (i % 2 === 0 ? values[i / 2] : 77)),
        { 277: short(2), 258: ['short', [8, 8]] },
      ),
    ],
    ['if its tie point is an inner pixel', page(values, { 33922: ['double', [4, 3, 0, WEST + 2, NORTH - 1.5, 0]] })],
    [
      'placed by a matrix instead of a scale',
      page(values, {
        33550: null,
        33922: null,
        34264: ['double', [STEP, 0, 0, WEST, 0, -STEP, 0, NORTH, 0, 0, 0, 0, 0, 0, 0, 1]],
      }),
    ],
    [
      'if its rows run north',
      page(rowsOf(values, 1).reverse(), {
        278: ['long', [1]],
        33550: null,
        33922: null,
        34264: ['double', [STEP, 0, 0, WEST, 0, STEP, 0, NORTH - HEIGHT * STEP, 0, 0, 0, 0, 0, 0, 0, 1]],
      }),
    ],
    [
      'if its columns run south and its rows east',
      page(
        Uint8Array.from({ length: values.length }, (_, i) => values[(i % HEIGHT) * WIDTH + Math.floor(i / HEIGHT)]),
        {
          256: ['long', [HEIGHT]],
          257: ['long', [WIDTH]],
          278: ['long', [WIDTH]],
          33550: null,
          33922: null,
          34264: ['double', [0, STEP, 0, WEST, -STEP, 0, 0, NORTH, 0, 0, 0, 0, 0, 0, 0, 1]],
        },
      ),
    ],
    [
      'if its transformation is for the centers of cells',
      page(values, { 33922: ['double', [0, 0, 0, WEST + STEP / 2, NORTH - STEP / 2, 0]] }, { ...DEGREES, 1025: 2 }),
    ],
  ])('is decoded correctly %s', async (_, made) => {
    expect(await allValues([made])).toEqual([...values])
  })

  it('is decoded correctly with a thumbnail before the full image', async () => {
    const small = page(Uint8Array.of(1, 2, 3, 4), { 254: ['long', [1]], 256: ['long', [2]], 257: ['long', [2]] })
    expect(await allValues([small, page(values)])).toEqual([...values])
  })

  it('is decoded correctly if it is rotated by 30 degrees', async () => {
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    const matrix = [STEP * cos, STEP * sin, 0, WEST, STEP * sin, -STEP * cos, 0, NORTH, 0, 0, 0, 0, 0, 0, 0, 1]
    const { valueAt } = await read([page(values, { 33550: null, 33922: null, 34264: ['double', matrix] })])
    const seen = Array.from(values, (_, i) => {
      const [column, row] = [(i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5]
      return valueAt(WEST + STEP * (cos * column + sin * row), NORTH + STEP * (sin * column - cos * row))
    })
    expect(seen).toEqual([...values])
  })
})

describe('pixels without data in a GeoTIFF', () => {
  const hidden = values.map((_, i) => (i % 5 === 0 ? 0 : 1))
  const expected = Array.from(values, (value, i) => (hidden[i] === 0 ? Number.NaN : value))
  const rowBytes = Math.ceil(WIDTH / 8)
  const bits = new Uint8Array(rowBytes * HEIGHT)
  hidden.forEach((shown, i) => {
    const at = Math.floor(i / WIDTH) * rowBytes + ((i % WIDTH) >> 3)
    bits[at] |= shown << (7 - ((i % WIDTH) & 7))
  })
  const mask = (blocks: Uint8Array, more: Record<number, Tag>) =>
    page(blocks, { 254: ['long', [4]], 262: short(4), ...more })

  it.each<readonly [string, readonly TiffPage[]]>([
    ['by a mask of bits', [page(values), mask(bits, { 258: short(1) })]],
    ['by a packed mask', [page(values), mask(deflateSync(bits), { 258: short(1), 259: short(8) })]],
    [
      'by a mask of bytes',
      [
        page(values),
        mask(
          hidden.map((shown) => shown * 255),
          {},
        ),
      ],
    ],
    [
      'by a band of opacity',
      [
        page(
          Uint8Array.from({ length: 2 * values.length }, (_, i) => (i % 2 === 0 ? values[i / 2] : hidden[(i - 1) / 2])),
          { 277: short(2), 258: ['short', [8, 8]], 338: short(2) },
        ),
      ],
    ],
    [
      'by their value',
      [
        page(
          values.map((v, i) => (hidden[i] === 0 ? 99 : v)),
          { 42113: ['ascii', ' 99\0'] },
        ),
      ],
    ],
    [
      'by their value, in a text without a NUL at its end',
      [
        page(
          values.map((v, i) => (hidden[i] === 0 ? 99 : v)),
          { 42113: ['ascii', '99'] },
        ),
      ],
    ],
  ])('are recognized %s', async (_, pages) => {
    expect(await allValues(pages)).toEqual(expected)
  })
})

describe('an unsupported or malformed GeoTIFF', () => {
  it.each<readonly [string, readonly TiffPage[], RegExp]>([
    [
      'with a negative scale between rows',
      [page(values, { 33550: ['double', [STEP, -STEP, 0]] })],
      /pixel scale of -0.5/,
    ],
    ['with a scale of 0', [page(values, { 33550: ['double', [0, 0, 0]] })], /pixels without a size/],
    ['with tie points alone', [page(values, { 33550: null })], /no georeferencing/],
    ['with the lowest bit first in each byte', [page(reversedBits(values), { 266: short(2) })], /FillOrder 2/],
    ['with fax compression', [page(values, { 259: short(4) })], /the compression 4/],
    [
      'in 24 bits',
      [
        page(
          stored(3, (v, at, n) => v.setUint8(at, n)),
          { 258: short(24) },
        ),
      ],
      /values of 24 bits/,
    ],
    [
      'in 64-bit integers',
      [
        page(
          stored(8, (v, at, n) => v.setUint8(at, n)),
          { 258: short(64) },
        ),
      ],
      /values of 64 bits/,
    ],
    [
      'in complex numbers',
      [
        page(
          stored(8, (v, at, n) => v.setUint8(at, n)),
          { 258: short(64), 339: short(6) },
        ),
      ],
      /format 6/,
    ],
    [
      'in 12 bits, big-endian',
      [
        highFirst(
          page(
            stored(2, (v, at, n) => v.setUint8(at, n)),
            { 258: short(12) },
          ),
        ),
      ],
      /12 bits/,
    ],
    [
      'in YCbCr',
      [
        page(
          stored(3, (v, at, n) => v.setUint8(at, n)),
          { 262: short(6), 277: short(3), 258: ['short', [8, 8, 8]] },
        ),
      ],
      /YCbCr/,
    ],
    [
      'with a predictor on big-endian numbers',
      [
        highFirst(
          page(
            stored(2, (v, at, n) => v.setUint16(at, n)),
            { 258: short(16), 317: short(2) },
          ),
        ),
      ],
      /a predictor/,
    ],
    [
      'with a mask of another size',
      [page(values), page(values, { 254: ['long', [4]], 256: ['long', [6]] })],
      /mask and its image differ in size/,
    ],
    ['with fewer strips than rows', [page(values, { 278: ['long', [1]] })], /1 blocks of pixels; expected 10/],
    [
      'with billions of pixels',
      [page(values, { 256: ['long', [4e9]], 257: ['long', [4e9]] })],
      /pixels; expected at most/,
    ],
    ['with damaged LZW data', [page(packLzw(values).fill(255, 3), { 259: short(5) })], /points nowhere/],
    ['in geocentric coordinates', [page(values, {}, { 1024: 3 })], /coordinate model 3/],
    ['on NAD27', [page(values, {}, { ...DEGREES, 2048: 4267 })], /NAD27/],
    ['in grads', [page(values, {}, { ...DEGREES, 2054: 9105 })], /angular unit 9105/],
  ])('is rejected %s', async (_, pages, words) => {
    const error = await read(pages).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(SourceError)
    expect((error as Error).message).toMatch(words)
  })
})

describe('LZW', () => {
  it.each([true, false])('decompresses codes that grow to 12 bits and start over (old bit order: %s)', (isOld) => {
    const bytes = Uint8Array.from({ length: 40_000 }, (_, i) => (i * i + (i >> 5)) % 251)
    expect(Buffer.compare(unpackLzw(packLzw(bytes, isOld), bytes.length), bytes)).toBe(0)
  })

  it('rejects damaged bytes or stays within the block size', () => {
    const packed = packLzw(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7) % 13))
    let [longest, refused] = [0, 0]
    for (let at = 0; at < packed.length; at++) {
      const bent = Uint8Array.from(packed)
      bent[at] ^= 0x55
      try {
        longest = Math.max(longest, unpackLzw(bent, 4000).length)
      } catch {
        refused++
      }
    }
    expect(longest).toBe(4000)
    expect(refused).toBeGreaterThan(0)
  })
})
