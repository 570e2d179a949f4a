import { describe, expect, it } from 'vitest'
import {
  getNumbers,
  getTexts,
  type PlaceColumn,
  placeColumn,
  type Stored,
} from '../../../../src/faces/batch/formats/parquet/place-column.ts'
import {
  BINARY,
  binaryField,
  type Field,
  getElements,
  getField,
  getText,
  I32,
  i32Field,
  i64Field,
  listField,
  littleEndian,
  numberIn,
  readInt,
  readStruct,
  STRUCT,
  struct,
  structField,
  structOf,
  TRUE,
  textField,
  unsignedVarint,
} from '../../../../src/faces/batch/formats/parquet/thrift.ts'

describe('a Thrift struct in the compact protocol', () => {
  it('is written byte for byte as specified', () => {
    // Field 1, i32 150: delta 1 and type 5, then 300 in zigzag. Field 20: type 8 with its id in zigzag.
    expect([...struct([textField(20, 'é'), i32Field(1, 150)])]).toEqual([0x15, 0xac, 0x02, 0x08, 40, 2, 0xc3, 0xa9, 0])
    expect([...struct([i64Field(15, -1), i32Field(16, 0), i32Field(32, 1)])]).toEqual([
      0xf6, 1, 0x15, 0, 0x05, 64, 2, 0,
    ])
    expect([...listField(1, I32, [Uint8Array.of(2), Uint8Array.of(4)]).value]).toEqual([0x25, 2, 4])
    const long = Array.from({ length: 15 }, () => Uint8Array.of(7))
    expect([...listField(1, BINARY, long).value].slice(0, 3)).toEqual([0xf8, 15, 7])
    expect([...listField(1, BINARY, long.slice(1)).value].slice(0, 2)).toEqual([0xe8, 7])
    expect([...littleEndian(0x01020304)]).toEqual([4, 3, 2, 1])
    expect(unsignedVarint(2 ** 32)).toEqual([128, 128, 128, 128, 16])
  })

  it('is read back unchanged', () => {
    const items = Array.from({ length: 20 }, (_, i) => struct([i32Field(1, -i), textField(2, `t${i}`)]))
    const fields = [
      i32Field(1, -7),
      i64Field(2, 2 ** 40),
      binaryField(40, Uint8Array.of(9, 0, 8)),
      structField(41, [i32Field(3, 5)]),
      listField(60, STRUCT, items),
      { id: 61, type: TRUE, value: new Uint8Array(0) },
    ]
    const bytes = Uint8Array.from([...struct(fields), 1, 2])
    const { struct: read, end } = readStruct(bytes)
    expect(end).toBe(bytes.length - 2)
    expect(read.map(({ id, type }) => [id, type])).toEqual(fields.map(({ id, type }) => [id, type]))
    expect([numberIn(read, 1), numberIn(read, 2), numberIn(read, 3)]).toEqual([-7, 2 ** 40, undefined])
    expect([...getField(read, 40)!.value]).toEqual([3, 9, 0, 8])
    expect(numberIn(structOf(getField(read, 41)!.value), 3)).toBe(5)
    const elements = [...getElements(getField(read, 60)!)].map(({ value }) => structOf(value))
    expect(elements.map((element) => [numberIn(element, 1), getText(getField(element, 2)!)])).toEqual(
      items.map((_, i) => [i === 0 ? 0 : -i, `t${i}`]),
    )
  })

  it('is read field by field, whatever the types, and is rejected wherever it is truncated', () => {
    const values: [type: number, value: number[]][] = [
      [1, []],
      [2, []],
      [3, [77]],
      [4, [0x80, 1]],
      [7, [1, 2, 3, 4, 5, 6, 7, 8]],
      [8, [2, 1, 1]],
      [9, [0x23, 5, 6]], // a list of two bytes
      [9, [0x11, 1]], // a boolean takes a byte in a list
      [10, [0x18, 1, 9]], // a set with one string
      [11, [0]],
      [11, [2, 0x35, 5, 4, 6, 0x80, 1]], // a map from bytes to i32
      [12, [0x15, 2, 0]],
      [13, Array.from({ length: 16 }, (_, i) => i)],
    ]
    for (const [type, value] of values) {
      const bytes = Uint8Array.from([0x10 | type, ...value, 0x15, 84, 0, 99])
      const { struct: read, end } = readStruct(bytes)
      expect([...read[0].value], `type ${type}`).toEqual(value)
      expect([numberIn(read, 2), end]).toEqual([42, bytes.length - 1])
      for (let cut = 0; cut < bytes.length - 2; cut++)
        expect(() => readStruct(bytes.subarray(0, cut)), `type ${type} cut at ${cut}`).toThrow(
          'the bytes end too early',
        )
    }
  })

  it('is rejected if it is too deep, too large or contains an unknown type', () => {
    const nested = (depth: number) => Uint8Array.from([...Array(depth).fill(0x1c), ...Array(depth + 1).fill(0)])
    expect(() => readStruct(nested(32))).not.toThrow()
    expect(() => readStruct(nested(33))).toThrow('structs are nested too deeply')
    const lists = (depth: number) => Uint8Array.from([0x19, ...Array(depth).fill(0x19), 0x03, 0])
    expect(() => readStruct(lists(31))).not.toThrow()
    expect(() => readStruct(lists(32))).toThrow('lists are nested too deeply')
    const maps = (depth: number) => Uint8Array.from([0x1b, ...Array(depth).fill([1, 0x3b, 1]).flat(), 0, 0])
    expect(() => readStruct(maps(31))).not.toThrow()
    expect(() => readStruct(maps(32))).toThrow('maps are nested too deeply')
    expect(() => readStruct(Uint8Array.of(0x1e, 0, 0))).toThrow('type 14 does not exist')
    expect(() => readStruct(Uint8Array.of(0x16, ...Array(9).fill(128), 0, 0))).not.toThrow()
    expect(() => readStruct(Uint8Array.of(0x16, ...Array(10).fill(128), 0, 0))).toThrow('more than 64 bits')
    expect(() => readStruct(Uint8Array.of(0x18, ...Array(7).fill(255), 127, 0))).toThrow('a number is too large')
  })

  it('causes an error that names the expected type if a field has another type', () => {
    const text: Field = textField(1, 'a')
    expect(() => readInt(text)).toThrow('a number is missing')
    expect(() => getText(i32Field(1, 5))).toThrow('a string is missing')
    expect(() => [...getElements(text)]).toThrow('a list is missing')
    expect(readInt({ id: 1, type: 4, value: Uint8Array.of(5) })).toBe(-3)
  })
})

describe('a Parquet column that may contain a place', () => {
  const [INT32, INT64, FLOAT, DOUBLE, BYTES, FIXED] = [1, 2, 4, 5, 6, 7]
  /** Returns the schema element of a column of a type, with a converted type and a logical type if they are given. */
  const elementOf = (type: number, converted?: number, logical?: Field) => [
    i32Field(1, type),
    ...(converted === undefined ? [] : [i32Field(6, converted)]),
    ...(logical === undefined ? [] : [structField(10, [logical])]),
  ]
  const integer = (isSigned: boolean) => structField(10, [{ id: 2, type: isSigned ? 1 : 2, value: new Uint8Array(0) }])

  it.each<[string | null, number, (number | undefined)?, Field?]>([
    ['number', FLOAT],
    ['number', DOUBLE],
    [null, DOUBLE, 5],
    ['number', INT32],
    ['number', INT64, 18],
    ['number', INT32, 15],
    ['unsigned', INT32, 11],
    ['unsigned', INT64, 14],
    ['decimal', INT32, 5],
    ['decimal', INT64, undefined, structField(5, [i32Field(1, 3)])],
    ['number', INT32, undefined, integer(true)],
    ['unsigned', INT32, undefined, integer(false)],
    [null, INT32, 6], // a date
    [null, INT64, 10], // a time
    [null, INT32, undefined, structField(6, [])],
    ['text', BYTES],
    ['text', BYTES, 0],
    ['text', BYTES, 4],
    ['text', BYTES, undefined, structField(1, [])],
    ['text', BYTES, undefined, structField(4, [])],
    ['decimal', BYTES, 5],
    [null, BYTES, 19], // JSON
    ['decimal', FIXED, 5],
    ['half', FIXED, undefined, structField(15, [])],
    [null, FIXED],
    [null, 0],
    [null, 3],
    [null, 99],
  ])('is read as %s for type %d, converted type %d', (meaning, type, converted, logical) => {
    const length = type === FIXED ? [i32Field(2, 2)] : []
    const column = () => placeColumn('a', 7, [...elementOf(type, converted, logical), ...length])
    if (meaning === null) expect(column).toThrow('The column "a" contains neither numbers nor text')
    else expect(column()).toMatchObject({ name: 'a', chunk: 7, optional: false, meaning })
  })

  it.each([[], [i32Field(2, 0)], [i32Field(2, -1)]])(
    'is rejected if it has a fixed length that is missing from the schema',
    (...length) => {
      expect(() => placeColumn('a', 0, [...elementOf(FIXED, 5), ...length])).toThrow(
        '"a" has a fixed length, but the schema',
      )
    },
  )

  it('may have a length and a scale, and may be optional', () => {
    const fields = [i32Field(2, 16), i32Field(3, 1), i32Field(7, 4)]
    expect(placeColumn('a', 0, [...elementOf(FIXED, 5), ...fields])).toMatchObject({
      length: 16,
      optional: true,
      scale: 4,
    })
    const decimal = placeColumn('a', 0, elementOf(INT32, undefined, structField(5, [i32Field(1, 3)])))
    expect(decimal).toMatchObject({ optional: false, scale: 3, length: undefined })
    expect(placeColumn('a', 0, [...elementOf(INT32), i32Field(3, 2)])).toMatchObject({ optional: false, scale: 0 })
  })

  const columnOf = (type: PlaceColumn['type'], meaning: PlaceColumn['meaning'], scale = 0): PlaceColumn => ({
    ...{ name: 'a', chunk: 0, optional: false, length: undefined, type, meaning, scale },
  })

  it.each<[PlaceColumn, Stored, number[]]>([
    [columnOf('INT32', 'decimal', 2), Int32Array.of(-9774, 5), [-97.74, 0.05]],
    [columnOf('INT64', 'decimal', 1), BigInt64Array.of(305n), [30.5]],
    [
      columnOf('BYTE_ARRAY', 'decimal', 1),
      [Uint8Array.of(1, 2), Uint8Array.of(0xff), Uint8Array.of()],
      [25.8, -0.1, 0],
    ],
    [columnOf('INT32', 'unsigned'), Int32Array.of(-1, 7), [4_294_967_295, 7]],
    [columnOf('INT64', 'unsigned'), BigInt64Array.of(-1n, 7n), [2 ** 64, 7]],
    [columnOf('INT64', 'number'), BigInt64Array.of(-3n), [-3]],
    [columnOf('FLOAT', 'number'), Float32Array.of(0.5), [0.5]],
    [
      columnOf('FIXED_LEN_BYTE_ARRAY', 'half'),
      // 1, -2, 65504 (the largest), 2^-14 (the smallest normal), 2^-24 (the smallest), ∞, -∞, NaN and 0.333…
      [0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x7c00, 0xfc00, 0x7e00, 0x3555].map((half) =>
        Uint8Array.of(half & 255, half >> 8),
      ),
      [
        1,
        -2,
        65_504,
        2 ** -14,
        2 ** -24,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NaN,
        0.333251953125,
      ],
    ],
  ])('is converted to numbers: $type $meaning', (column, stored, expected) => {
    expect([...getNumbers(column)(stored)]).toEqual(expected)
    expect(getTexts(column)(stored)).toEqual(expected.map((number) => (Number.isNaN(number) ? '' : String(number))))
  })

  it('is converted to text', () => {
    const doubles = Float64Array.of(1.5)
    expect(getNumbers(columnOf('DOUBLE', 'number'))(doubles)).toBe(doubles)
    expect(getTexts(columnOf('BYTE_ARRAY', 'text'))([Uint8Array.of(0xc3, 0xa9), Uint8Array.of()])).toEqual(['é', ''])
  })
})
