import { describe, expect, it } from 'vitest'
import {
  byteOrderMark,
  csvSplitter,
  fieldEnd,
  fieldText,
  quoted,
  wholeRows,
} from '../../../../src/faces/batch/formats/csv/fields.ts'
import { firstLine } from '../../../../src/faces/batch/formats/csv/header.ts'
import { RowScanner } from '../../../../src/faces/batch/formats/csv/row-scanner.ts'
import { LONGEST_RECORD } from '../../../../src/faces/batch/input/chunks.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const COMMA = 0x2c

/** Returns the fields of the first line as they appear in the text. */
function fieldsOf(text: string, skipsBlanks = false): string[] | undefined {
  const line = firstLine(bytesOf(text), 0, ',', skipsBlanks)
  return line?.fields.map(([start, end]) => text.slice(start, end))
}

describe('a CSV field', () => {
  it.each<[string, string[]]>([
    ['a,b\nc,d', ['a', 'b']],
    ['', ['']],
    [',\n', ['', '']],
    ['"a,b",c', ['"a,b"', 'c']],
    ['"a""b",c', ['"a""b"', 'c']],
    ['"a\nb"\nc', ['"a\nb"']],
    ['"",x', ['""', 'x']],
    ['"""",x', ['""""', 'x']],
    ['a"b,c"d', ['a"b', 'c"d']], // quotes are only special at the start
    ['"a"b,c', ['"a"b', 'c']],
    [' "a,b"', [' "a', 'b"']],
  ])('ends at its delimiter or line feed: %j', (text, fields) => {
    expect(fieldsOf(text)).toEqual(fields)
  })

  it.each<[string, string[]]>([
    ['1, "a, b" ,2', ['1', ' "a, b" ', '2']],
    ['1,  "a"", b"\r\n', ['1', '  "a"", b"\r\n'.slice(0, -1)]],
    ['1, "a", 2', ['1', ' "a"', ' 2']],
    ['1, "a" b, 2', ['1', ' "a" b', ' 2']],
    ['1, 5" pipe, 2', ['1', ' 5" pipe', ' 2']],
    ['1, "open, 2\n"', ['1', ' "open', ' 2']], // not closed on its line
    ['1, x', ['1', ' x']],
    ['1, "a,b"', ['1', ' "a,b"']],
  ])('may have spaces before the quote: %j', (text, fields) => {
    expect(fieldsOf(text, true)).toEqual(fields)
  })

  it('is unterminated if its quote is never closed', () => {
    for (const text of ['"a', '"a""', '"', '"a\nb,c']) expect(fieldEnd(bytesOf(text), 0, COMMA)).toBe(-1)
    expect(firstLine(bytesOf('a,"b'), 0, ',')).toBeNull()
    expect(fieldEnd(bytesOf('x,"a"'), 2, COMMA)).toBe(5)
  })

  it('ends before the line feed at the end of a line', () => {
    expect(firstLine(bytesOf('a,b\r\nc'), 0, ',')).toMatchObject({ end: 3, next: 5 })
    expect(firstLine(bytesOf('a,b\nc'), 0, ',')).toMatchObject({ end: 3, next: 4 })
    expect(firstLine(bytesOf('a,b'), 0, ',')).toMatchObject({ end: 3, next: 4 })
    expect(firstLine(bytesOf('x\r\n\r\n'), 3, ',')).toMatchObject({ end: 3, next: 5 })
    expect(firstLine(bytesOf('\r\n\n'), 2, ',')).toMatchObject({ end: 2, next: 3 })
  })

  it.each([
    ['  a b ', 'a b'],
    ['"a ""b"" c"', 'a "b" c'],
    ['" a "', 'a'],
    ['"a"b"', 'ab"'],
    ['""', ''],
    ['""""', '"'],
    ['"a"""', 'a"'],
    ['  "a, ""b""" \r', 'a, "b"'],
    [' "a" b', '"a" b'],
    ['a"b', 'a"b'],
  ])('is returned without quotes and surrounding spaces: %j', (text, expected) => {
    const bytes = bytesOf(`x${text}y`)
    expect(fieldText(bytes, 1, bytes.length - 1)).toBe(expected)
  })

  it('is decoded as Windows-1252 if it is not valid UTF-8', () => {
    expect(fieldText(Uint8Array.of(0x4e, 0xf1), 0, 2)).toBe('Nñ')
    expect(fieldText(bytesOf('Nñ'), 0, 3)).toBe('Nñ')
  })

  it.each([
    ['a b', 'a b'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['a;b', 'a;b'],
  ])('is quoted if necessary: %j', (text, expected) => {
    expect(quoted(text, ',')).toBe(expected)
  })
})

describe('CSV records', () => {
  const splitter = csvSplitter({ delimiter: ',' })

  it.each<[string, number, number]>([
    ['a\nb', 2, 3],
    ['a\nb\n', 4, 4],
    ['ab', 0, 2],
    ['a,"b\nc"\nd', 8, 9],
    ['a,"b\nc', 0, 0], // the last record has no end while its quote is open
    ['a\n"b\nc', 2, 2],
    ['a\nb"\nc', 5, 6], // a quote inside a field is text
    ['"a""\n"\nb', 7, 8],
    ['"a"\n"b"\n', 8, 8],
    ['a,"b""', 0, 0],
    ['"a",b\n"c', 6, 6],
    ['"a"b"\nc', 6, 7],
    ['"a"', 0, 3],
  ])('end at line feeds outside of quotes: %j', (text, end, endOfInput) => {
    expect(splitter.end(bytesOf(text), false)).toBe(end)
    expect(splitter.end(bytesOf(text), true)).toBe(endOfInput)
  })

  it('may contain up to 16 MB', () => {
    expect(LONGEST_RECORD).toBe(16 << 20)
    const bytes = new Uint8Array(LONGEST_RECORD + 3).fill(0x61)
    bytes[1] = 0x0a
    expect(splitter.end(bytes.subarray(0, LONGEST_RECORD + 2), false)).toBe(2)
    for (const last of [false, true]) expect(splitter.end(bytes, last)).toBe(2)
    const long = bytes.subarray(2)
    for (const last of [false, true]) expect(splitter.end(long, last)).toBe(-1)
    expect(splitter.refusal(long).message).toMatch(
      /^The row that begins with 'a{60}' is longer than the maximum of 16 MB\.$/,
    )
    long[0] = 0x22
    for (const last of [false, true]) expect(splitter.end(long, last)).toBe(-1)
    expect(splitter.refusal(long, { line: 2, name: 'in.csv' }).message).toMatch(
      /^A quote is not closed within 16 MB in the row that begins on line 2 of in\.csv with '"a{59}': add the closing/,
    )
    bytes.fill(0x61)
    bytes[LONGEST_RECORD] = 0x0a
    expect(splitter.end(bytes, false)).toBe(-1)
    expect(splitter.end(bytes.subarray(1), false)).toBe(LONGEST_RECORD)
  })

  it('are counted before the delimiter is known', () => {
    const head = bytesOf('a\n"b\n"\nc\nd')
    expect([0, 1, 2, 3, 9].map((most) => wholeRows(head, most))).toEqual([0, 1, 2, 3, 3])
  })

  it('may begin with a byte order mark', () => {
    expect(byteOrderMark(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toEqual([0xef, 0xbb, 0xbf])
    expect(byteOrderMark(Uint8Array.of(0xef, 0xbb, 0x61))).toEqual([])
    expect(byteOrderMark(new Uint8Array(0))).toEqual([])
  })
})

it('a CSV scanner grows if a chunk contains more rows than expected, and keeps the coordinates of each row', () => {
  const place = { coordinates: { lat: 0, lon: 1 }, address: [] }
  const scanner = new RowScanner({ columns: 2, delimiter: ',', place } as never)
  const bytes = bytesOf(Array.from({ length: 300_000 }, (_, row) => `${row % 90},${row % 170}\n`).join(''))
  expect(scanner.scan(bytes, 0)).toBe(bytes.length)
  const { lat, lon, count } = scanner.points
  const wrong = lat.subarray(0, count).findIndex((value, row) => value !== row % 90 || lon[row] !== row % 170)
  expect([count, wrong, scanner.starts[count], scanner.ends[count - 1]]).toEqual([
    300_000,
    -1,
    bytes.length,
    bytes.length - 1,
  ])
})

it('a CSV scan reads at most the requested number of rows, and the next scan continues there', () => {
  const place = { coordinates: { lat: 0, lon: 1 }, address: [] }
  const scanner = new RowScanner({ columns: 2, delimiter: ',', place } as never, 2)
  const bytes = bytesOf('1,2\n3,4\n5,6\n')
  const counts: number[] = []
  for (let at = 0; at < bytes.length; counts.push(scanner.points.count)) at = scanner.scan(bytes, at)
  expect(counts).toEqual([2, 1])
})
