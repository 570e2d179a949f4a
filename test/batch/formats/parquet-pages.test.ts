import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { ColumnReader } from '../../../src/batch/formats/parquet/column-reader.ts'
import { numbersOf, type PlaceColumn } from '../../../src/batch/formats/parquet/place-column.ts'
import { fileOf } from './made-parquet.ts'

// Pages written by hand, from parquet.thrift and Encodings.md: no writer at hand still writes them.
const RLE = 3
const BIT_PACKED = 4

/** A whole number, and a field header, of Thrift's compact protocol. */
const zigzag = (value: number) => {
  const bytes: number[] = []
  for (let rest = ((value << 1) ^ (value >> 31)) >>> 0; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}
const i32 = (step: number, value: number) => [(step << 4) | 5, ...zigzag(value)]

/** A data page of the first version with plain doubles. */
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

async function read(page: Uint8Array, rows: number, optional: boolean): Promise<number[]> {
  const column: PlaceColumn = {
    ...{ name: 'lat', chunk: 0, optional, type: 'DOUBLE', length: undefined, meaning: 'number', scale: 0 },
  }
  const chunk = { start: 0, end: page.length, codec: 0 }
  const reader = await ColumnReader.open(fileOf(page.slice().buffer), column, chunk, numbersOf(column))
  const into = new Float64Array(rows)
  await reader.read(into, rows, Number.NaN)
  return [...into]
}

const values = [30.25, 30.5, -97.75, 34, 25.5]
const given = [1, 0, 1, 1, 0, 0, 0, 1, 0, 1]
const gaps = given.map((is, row) => (is ? values[given.slice(0, row).filter(Boolean).length] : Number.NaN))
// Highest bit first, without a length before them; and a run of packed bits, lowest first, after their length.
const oldLevels = Uint8Array.of(0b10110001, 0b01000000)
const runLevels = Uint8Array.of(3, 0, 0, 0, 0b101, 0b10001101, 0b10)

it.each([
  ['REQUIRED, levels called bit-packed, as parquet-mr 1.10 to 1.18 did', BIT_PACKED, false, [], values],
  ['REQUIRED, levels called runs', RLE, false, [], values],
  ['OPTIONAL, levels in runs', RLE, true, runLevels, gaps],
  ['OPTIONAL, levels bit-packed', BIT_PACKED, true, oldLevels, gaps],
] as const)('a page is read: %s', async (_, encoding, optional, levels, expected) => {
  const body = Uint8Array.from([...levels, ...doubles(values)])
  for (const checksum of [undefined, crc32(body)])
    expect(await read(pageOf(expected.length, body, encoding, checksum), expected.length, optional)).toEqual(expected)
  const wrong = pageOf(expected.length, body, encoding, crc32(body) ^ 1)
  await expect(read(wrong, expected.length, optional)).rejects.toThrow('a page does not have its checksum')
})

it('a page of bit-packed levels that is cut is refused', async () => {
  await expect(read(pageOf(100, oldLevels, BIT_PACKED), 100, true)).rejects.toThrow('levels are longer than their page')
})
