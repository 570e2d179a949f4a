import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import type { SchemaElement } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { ColumnReader, readRuns, valuesIn } from '../../../../src/faces/batch/formats/parquet/column-reader.ts'
import { planParquet } from '../../../../src/faces/batch/formats/parquet/footer.ts'
import { getNumbers, getTexts, type PlaceColumn } from '../../../../src/faces/batch/formats/parquet/place-column.ts'
import { runs } from '../../../support/runs.ts'
import { questionOf } from '../fixtures/question.ts'
import { codecs, fileOf, parquetOf, rowsOf } from './fixtures/parquet.ts'

// These pages are built by hand from parquet.thrift and Encodings.md, because the test writers cannot produce them.
const RLE = 3
const BIT_PACKED = 4
const SNAPPY = 1

/** Encodes an integer in Thrift's compact protocol. */
const zigzag = (value: number) => {
  const bytes: number[] = []
  for (let rest = ((value << 1) ^ (value >> 31)) >>> 0; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}
const i32 = (step: number, value: number) => [(step << 4) | 5, ...zigzag(value)]

/** Returns a data page of version 1 with plain doubles. */
function pageOf(rows: number, body: Uint8Array, levels: number, checksum?: number): Uint8Array {
  const about = [...i32(1, rows), ...i32(1, 0), ...i32(1, levels), ...i32(1, BIT_PACKED), 0]
  const header = [
    ...[...i32(1, 0), ...i32(1, body.length), ...i32(1, body.length)],
    ...(checksum === undefined ? [0x2c] : [...i32(1, checksum | 0), 0x1c]),
    ...[...about, 0],
  ]
  return Uint8Array.from([...header, ...body])
}

const doubles = (values: readonly number[]) => new Uint8Array(Float64Array.from(values).buffer)

async function read(page: Uint8Array, rows: number, optional: boolean, codec = 0): Promise<number[]> {
  const column: PlaceColumn = {
    ...{ name: 'lat', chunk: 0, optional, type: 'DOUBLE', length: undefined, meaning: 'number', scale: 0 },
  }
  const chunk = { start: 0, end: page.length, codec }
  const reader = await ColumnReader.open(fileOf(page.slice().buffer), column, chunk, getNumbers(column))
  const into = new Float64Array(rows)
  await reader.read(into, rows, Number.NaN)
  return [...into]
}

const values = [30.25, 30.5, -97.75, 34, 25.5]
const levelBits = [1, 0, 1, 1, 0, 0, 0, 1, 0, 1]
const gaps = levelBits.map((bit, row) => (bit ? values[levelBits.slice(0, row).filter(Boolean).length] : Number.NaN))
// Definition levels in the old encoding have the highest bit first and no length. In the new encoding, they are a
// length and a run, lowest bit first.
const oldLevels = Uint8Array.of(0b10110001, 0b01000000)
const runLevels = Uint8Array.of(3, 0, 0, 0, 0b101, 0b10001101, 0b10)

it.each([
  ['REQUIRED, with levels declared as bit-packed like parquet-mr 1.10 to 1.18', BIT_PACKED, false, [], values],
  ['REQUIRED, with levels declared as runs', RLE, false, [], values],
  ['OPTIONAL, with levels in runs', RLE, true, runLevels, gaps],
  ['OPTIONAL, with bit-packed levels', BIT_PACKED, true, oldLevels, gaps],
] as const)(
  'a Parquet page is read, or rejected if its checksum is wrong: %s',
  async (_, encoding, optional, levels, expected) => {
    const body = Uint8Array.from([...levels, ...doubles(values)])
    for (const checksum of [undefined, crc32(body)])
      expect(await read(pageOf(expected.length, body, encoding, checksum), expected.length, optional)).toEqual(expected)
    const wrong = pageOf(expected.length, body, encoding, crc32(body) ^ 1)
    await expect(read(wrong, expected.length, optional)).rejects.toThrow('a page does not match its checksum')
  },
)

it('a Parquet page is read even if its statistics contain megabytes of text', async () => {
  const body = doubles(values)
  const text = Buffer.alloc(2 ** 21, 'x')
  const length = [(text.length & 127) | 128, ((text.length >> 7) & 127) | 128, ((text.length >> 14) & 127) | 128, 1]
  const about = [...i32(1, values.length), ...i32(1, 0), ...i32(1, RLE), ...i32(1, RLE)]
  // A struct in field 5 with a string in field 1.
  const begin = [...i32(1, 0), ...i32(1, body.length), ...i32(1, body.length), 0x2c, ...about, 0x1c, 0x18, ...length]
  const page = Buffer.concat([Uint8Array.from(begin), text, Uint8Array.of(0, 0, 0), body])
  expect(await read(page, values.length, false)).toEqual(values)
})

it('a Parquet page with truncated bit-packed levels is rejected', async () => {
  await expect(read(pageOf(100, oldLevels, BIT_PACKED), 100, true)).rejects.toThrow('levels are longer than their page')
})

describe('Parquet pages in the layouts of apache/parquet-testing', () => {
  const NUMBERS = ['PLAIN', 'RLE_DICTIONARY', 'BYTE_STREAM_SPLIT'] as const
  const WHOLE = [...NUMBERS, 'DELTA_BINARY_PACKED'] as const
  const TEXTS = ['PLAIN', 'RLE_DICTIONARY', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as const
  const whole = fc.oneof(fc.integer(), fc.integer({ min: -180, max: 180 }))
  const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const double = fc.double({ noNaN: true })
  const kinds: [Partial<SchemaElement>, readonly string[], fc.Arbitrary<unknown>][] = [
    [{ type: 'DOUBLE' }, NUMBERS, double],
    [{ type: 'FLOAT' }, NUMBERS, double.map(Math.fround)],
    [{ type: 'INT32' }, WHOLE, whole],
    [{ type: 'INT32', converted_type: 'UINT_32' }, ['PLAIN'], fc.integer({ min: 0, max: 2 ** 32 - 1 })],
    [{ type: 'INT64' }, WHOLE, fc.oneof(long, whole.map(BigInt))],
    [{ type: 'INT32', converted_type: 'DECIMAL', scale: 4, precision: 9 }, WHOLE, whole.map((n) => (n % 1e6) / 1e4)],
    [
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 8, converted_type: 'DECIMAL', scale: 4, precision: 18 },
      ['PLAIN'],
      whole.map((n) => n / 1e4),
    ],
    [
      { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } },
      ['PLAIN'],
      fc.constantFrom(0, -0, 1, -97.75, 30.25, 65504, 2 ** -24, 0.333251953125),
    ],
    [{ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, TEXTS, fc.string({ unit: 'grapheme', maxLength: 9 })],
    [{ type: 'BYTE_ARRAY' }, TEXTS, fc.string({ maxLength: 9 }).map((text) => new TextEncoder().encode(text))],
  ]
  const layouts = fc.constantFrom(...kinds).chain(([element, encodings, value]) =>
    fc.record({
      element: fc.constant(element),
      encoding: fc.constantFrom(...encodings),
      repetition_type: fc.constantFrom('OPTIONAL' as const, 'REQUIRED' as const),
      codec: fc.constantFrom(...codecs),
      pageSize: fc.constantFrom(64, 1 << 20),
      rowGroupSize: fc.constantFrom(7, 1000),
      values: fc.array(fc.option(value, { freq: 4 }), { minLength: 1, maxLength: 300 }),
    }),
  )

  it('are read as the same values that hyparquet reads', async () => {
    await fc.assert(
      fc.asyncProperty(layouts, async ({ element, encoding, repetition_type, values, ...options }) => {
        const data = repetition_type === 'REQUIRED' ? values.filter((value) => value !== null) : values
        fc.pre(data.length > 0)
        const named = (name: string) => ({ name, repetition_type, ...element }) as SchemaElement
        const input = parquetOf(
          ['lat', 'lon'].map((name) => ({ name, data, encoding }) as never),
          { schema: [{ name: 'root', num_children: 2 }, named('lat'), named('lon')], ...options },
        )
        const file = fileOf(input)
        const { read, rowGroups } = await planParquet(file, { lat: 'lat', lon: 'lon' }, questionOf([]))
        const own: unknown[] = []
        for (const { chunks, rows } of rowGroups) {
          const into = new Array<unknown>(rows)
          const open = <T extends string | number>(decode: Parameters<typeof ColumnReader.open<T>>[3]) =>
            ColumnReader.open(file, read[0], chunks[0], decode)
          if (read[0].meaning === 'text') await (await open(getTexts(read[0]))).read(into as string[], rows, 'none')
          else await (await open(getNumbers(read[0]))).read(into as number[], rows, NaN)
          own.push(...into)
        }
        const decoder = new TextDecoder()
        const meant = (value: unknown) => {
          if (value === null || value === undefined) return read[0].meaning === 'text' ? 'none' : NaN
          return value instanceof Uint8Array ? decoder.decode(value) : typeof value === 'bigint' ? Number(value) : value
        }
        const judged = (await rowsOf(input)).map(({ lat }) => meant(lat))
        const differs = own.findIndex((value, i) => !isSame(value, judged[i]))
        expect([own.length, differs], `${own[differs]}, not ${judged[differs]}`).toEqual([judged.length, -1])
      }),
      { numRuns: 400 },
    )
  })

  /** Returns whether values are equal, apart from rounding: vicinage divides decimals and hyparquet multiplies them. */
  const isSame = (one: unknown, other: unknown) =>
    Object.is(one, other) ||
    one === other ||
    (typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= Math.abs(one) * 1e-15)

  it.each([
    ['a run longer than the rows', 1, Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 1), [1, 1, 1, 1, 1]],
    ['runs of a number of one whole byte', 8, Uint8Array.of(6, 200, 4, 7), [200, 200, 200, 7, 7]],
    ['runs of a number of two whole bytes', 16, Uint8Array.of(6, 1, 2, 4, 7, 0), [513, 513, 513, 7, 7]],
    ['packed bits that end before the last rows', 3, Uint8Array.of(3, 0b10001000, 0b11000110), [0, 1, 2, 3, 4]],
  ])('may contain levels with %s', (_, bits, bytes, expected) => {
    const into = new Uint32Array(5)
    readRuns(bytes, bits, into)
    expect([...into]).toEqual(expected)
  })

  it.each([
    ['PLAIN', 'REQUIRED', 64],
    ['PLAIN', 'OPTIONAL', 64],
    ['RLE_DICTIONARY', 'OPTIONAL', 300],
    ['PLAIN', 'OPTIONAL', 1 << 20],
  ] as const)(
    'yield the same rows after other rows are skipped: %s, %s, %i bytes',
    async (encoding, repetition_type, pageSize) => {
      const isGap = (row: number) => repetition_type === 'OPTIONAL' && (row * 7) % 5 < 2
      const data = Array.from({ length: 500 }, (_, row) => (isGap(row) ? null : (row * 37) % 90))
      const named = (name: string) => ({ name, repetition_type, type: 'DOUBLE' }) as SchemaElement
      const input = parquetOf(
        ['lat', 'lon'].map((name) => ({ name, data, encoding }) as never),
        { schema: [{ name: 'root', num_children: 2 }, named('lat'), named('lon')], pageSize, rowGroupSize: 500 },
      )
      const file = fileOf(input)
      const { read, rowGroups } = await planParquet(file, { lat: 'lat', lon: 'lon' }, questionOf([]))
      const reader = await ColumnReader.open(file, read[0], rowGroups[0].chunks[0], getNumbers(read[0]))
      const steps = [1, 3, 0, 11, 40, 2]
      for (let row = 0, step = 0; row < data.length; step++) {
        const count = Math.min(steps[step % steps.length], data.length - row)
        const isSkipped = (step >> 1) % 2 === 1
        const into = new Float64Array(count)
        await (isSkipped ? reader.skip(count) : reader.read(into, count, -1))
        if (!isSkipped)
          expect([...into], `row ${row}`).toEqual(data.slice(row, row + count).map((value) => value ?? -1))
        row += count
      }
    },
  )

  it('may contain deltas of at most 64 bits', () => {
    // A block of eight differences of 0 in one miniblock. Two values need only one of the differences.
    const differencesOf = (bits: number) => Uint8Array.from([8, 1, 2, 0, 0, bits, ...Array(bits).fill(0)])
    const column = { type: 'INT64', length: undefined } as const
    expect(valuesIn(differencesOf(64), 5, 2, column)).toEqual(BigInt64Array.of(0n, 0n))
    expect(() => valuesIn(differencesOf(65), 5, 2, column)).toThrow('differences of 65 bits are not supported')
  })

  it('may contain a string of more than 16 MB', () => {
    const length = 2 ** 24 + 0x030201
    const page = new Uint8Array(4 + length + 6)
    new DataView(page.buffer).setUint32(0, length, true)
    page.set([2, 0, 0, 0, 0x68, 0x69], 4 + length)
    const texts = valuesIn(page, 0, 2, { type: 'BYTE_ARRAY', length: undefined }) as Uint8Array[]
    expect(texts[0].length).toBe(length)
    expect(Buffer.from(texts[1]).toString()).toBe('hi')
  })

  it('are rejected if the first string claims to share a prefix with a previous string', () => {
    const texts = (prefix: number) => Uint8Array.from([8, 1, 1, 2 * prefix, 8, 1, 1, 2, 65])
    const column = { type: 'BYTE_ARRAY', length: undefined } as const
    expect(valuesIn(texts(0), 7, 1, column)).toEqual([Uint8Array.of(65)])
    expect(() => valuesIn(texts(1), 7, 1, column)).toThrow('reuses more bytes than the previous string has')
  })

  it('may contain only nulls, or no rows at all', async () => {
    for (const rows of [0, 9]) {
      const levels = rows === 0 ? [] : [rows << 1, 0]
      const about = [
        ...i32(1, rows),
        ...i32(1, rows),
        ...i32(1, rows),
        ...i32(1, 0),
        ...i32(1, levels.length),
        ...i32(1, 0),
        0,
      ]
      const bytes = [...i32(1, 3), ...i32(1, levels.length), ...i32(1, levels.length), 0x5c, ...about, 0, ...levels]
      const next = rows === 0 ? [...pageOf(9, Uint8Array.from([2, 0, 0, 0, 18, 0]), RLE)] : []
      expect(await read(Uint8Array.from([...bytes, ...next]), 9, true, rows === 0 ? 0 : SNAPPY)).toEqual(
        Array(9).fill(NaN),
      )
    }
  })

  it('cause an error or yield fewer values wherever they are truncated, and never loop for long', () => {
    const random = (seed: number) => Uint8Array.from({ length: 60 }, (_, i) => Math.imul(i + 1, seed) >>> 5)
    const column = { type: 'INT64', length: undefined } as const
    for (let seed = 1; seed < runs(300, 100); seed++)
      for (const [encoding, type] of [
        [0, 'DOUBLE'],
        [5, 'INT64'],
        [6, 'BYTE_ARRAY'],
        [7, 'BYTE_ARRAY'],
        [9, 'FLOAT'],
      ] as const)
        try {
          valuesIn(random(seed * 2654435761).subarray(0, seed % 60), encoding, 1 << (seed % 24), { ...column, type })
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect(error).not.toBeInstanceOf(RangeError)
        }
  })
})
