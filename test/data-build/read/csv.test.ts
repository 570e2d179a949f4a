import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { number, parseCsv, readCsv, text } from '../../../data-build/read/csv.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'

const parse = <S extends Parameters<typeof parseCsv>[2]>(
  written: string,
  spec: S,
  options?: Parameters<typeof parseCsv>[3],
) => parseCsv(new Uint8Array(Buffer.from(written)), 'made.csv', spec, options)

describe('the CSV reader', () => {
  it('accepts a BOM, CRLF, columns in any order and a missing final line break', () => {
    const table = parse('\uFEFFGEOID,NAME,VALUE\r\n06001400100,A,1.5\r\n06001400200,B,-2', {
      VALUE: number(),
      GEOID: text({ pattern: /^\d{11}$/ }),
    })
    expect(table.rows).toBe(2)
    expect(table.columns.GEOID).toEqual(['06001400100', '06001400200'])
    expect([...table.columns.VALUE]).toEqual([1.5, -2])
    expect(table.headings).toEqual(['GEOID', 'NAME', 'VALUE'])
  })

  it('accepts quoted fields with delimiters, doubled quotes and line breaks', () => {
    const table = parse('a,b,c\n"x,1","say ""hi""","two\r\nlines"\n"",\'q,it"s\n', { a: text(), b: text(), c: text() })
    expect(table.columns.a).toEqual(['x,1', ''])
    expect(table.columns.b).toEqual(['say "hi"', "'q"])
    expect(table.columns.c).toEqual(['two\r\nlines', 'it"s'])
  })

  it('trims names and values, and accepts signs, leading zeros and tabs', () => {
    const table = parse(
      'LAT\tLON   \n+37.859419\t-080.3263279   \n',
      { LAT: number(), LON: number() },
      { delimiter: '\t' },
    )
    expect(table.columns.LAT[0]).toBe(37.859419)
    expect(table.columns.LON[0]).toBe(-80.3263279)
  })

  it('turns null values into NaN or an empty string', () => {
    const table = parse('n,t\n-999,none\n,\nNA,x\n-999.0,y\n', {
      n: number({ null: [-999, 'NA'] }),
      t: text({ null: 'none' }),
    })
    expect([...table.columns.n]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(table.columns.t).toEqual(['', '', 'x', 'y'])
  })

  it('finds a heading under its alternative names', () => {
    const spec = { rating: text({ heading: ['Overall Rating', 'Overall Rating *'] }) }
    expect(parse('Overall Rating *\nA\n', spec).columns.rating).toEqual(['A'])
    expect(parse('Overall Rating\nB\n', spec).columns.rating).toEqual(['B'])
  })

  it('skips blank lines, and empty rows if asked to', () => {
    const written = 'a,b\n1,2\n,\n"", \n3,4\n\n'
    const table = parse(written, { a: number({ required: true }) }, { skipEmptyRows: true })
    expect([...table.columns.a]).toEqual([1, 3])
    expect(() => parse(written, { a: number({ required: true }) })).toThrow('row 3')
  })

  it('decodes cp1252, and rejects it as UTF-8', () => {
    const bytes = ascii('a\nCa\u00f1on \u0096 x\n')
    expect(parseCsv(bytes, 'f', { a: text() }, { encoding: 'cp1252' }).columns.a).toEqual(['Cañon – x'])
    expect(() => parseCsv(bytes, 'f', { a: text() })).toThrow('row 2: field 1 is not utf-8')
    expect(parse('a\nCañon\n', { a: text() }).columns.a).toEqual(['Cañon'])
  })

  it('allows more fields than headings only on request', () => {
    const written = 'a,b\n1,2,3\n'
    expect(parse(written, { b: number() }, { extraFields: true }).columns.b[0]).toBe(2)
    expect(() => parse(written, { b: number() })).toThrow('made.csv, row 2: 3 fields; expected 2')
    expect(() => parse('a,b\n1\n', { b: number() }, { extraFields: true })).toThrow('row 2: 1 fields')
  })

  it('handles input longer than its initial buffers', () => {
    const wide = Array.from({ length: 700 }, (_, i) => `c${i}`).join(',')
    const row = Array.from({ length: 700 }, (_, i) => i).join(',')
    const table = parse(`${wide}\n${`${row}\n`.repeat(3000)}`, { c0: number(), c699: number() })
    expect(table.rows).toBe(3000)
    expect(new Set(table.columns.c699)).toEqual(new Set([699]))
    expect(table.columns.c0.length).toBe(3000)
  })
})

describe('the CSV check', () => {
  it('accepts both ends of a range', () => {
    expect([...parse('p\n0\n100\n', { p: number({ min: 0, max: 100 }) }).columns.p]).toEqual([0, 100])
  })

  it('names the nearest columns if one is missing', () => {
    const read = () => parse('STATEFP,LATITUDE,LONGITUDE\n', { LATTITUDE: number() })
    expect(read).toThrow('made.csv, row 1: no column LATTITUDE (nearest: LATITUDE, LONGITUDE, STATEFP)')
    expect(read).toThrow(SourceError)
  })

  it('names the row and the wrong value: out of range, not a number, not an integer or not matching the pattern', () => {
    expect(() => parse('p\n50\n101\n', { p: number({ min: 0, max: 100 }) })).toThrow(
      'made.csv, row 3: p is 101; expected 0 to 100.',
    )
    expect(() => parse('p\n-1\n', { p: number({ min: 0 }) })).toThrow('row 2: p is -1; expected at least 0.')
    expect(() => parse('p\n1\nx1\n', { p: number() })).toThrow('row 3: p is "x1"; expected a number.')
    expect(() => parse('p\n1.5\n', { p: number({ integer: true }) })).toThrow('p is 1.5; expected a whole number.')
    expect(() => parse('g\n6001\n', { g: text({ pattern: /^\d{5}$/ }) })).toThrow(
      'g is "6001"; expected text like ^\\d{5}$.',
    )
    expect(() => parse('g,h\n,1\n', { g: text({ required: true }) })).toThrow('g is ""; expected a value in every row.')
  })

  it('rejects an unclosed quote, text after a quote and an empty file', () => {
    expect(() => parse('a\n"x\ny', { a: text() })).toThrow('row 2: a quote is never closed')
    expect(() => parse('a,b\n"x"y,1\n', { a: text() })).toThrow('text after the closing quote of field 1')
    expect(() => parse('', { a: text() })).toThrow('no rows at all')
  })

  it('names the zip member that contains the error', async () => {
    const { zipSync } = await import('fflate')
    const folder = folderFixture({ 'cdc/a.zip': zipSync({ 'b.csv': ascii('n\nx\n') }) })
    const read = readCsv(folder, { zip: 'cdc/a.zip', member: 'b.csv' }, { n: number() })
    await expect(read).rejects.toThrow('cdc/a.zip > b.csv, row 2: n is "x"')
  })
})

describe('numbers in a CSV file', () => {
  const read = (written: string) => parse(`n|x\n${written}|\n`, { n: number() }, { delimiter: '|' }).columns.n[0]

  it('are decimals with an optional sign, leading zeros, an exponent or surrounding spaces', () => {
    const digits = fc.stringMatching(/^[+-]?[0-9]{1,18}(\.[0-9]{0,25})?([eE][+-]?[0-9]{1,2})?$/)
    fc.assert(fc.property(digits, (written) => Object.is(read(` ${written} `), Number(written))))
  })

  it.each(['+', '-', '.', '1.2.3', '1-2', '1e', '1e5x', 'e5', '0x10', 'Infinity', '1,000', '1 2', '1_0'])(
    'are rejected if written as %j',
    (written) => {
      expect(() => read(written)).toThrow(`made.csv, row 2: n is "${written}"; expected a number`)
    },
  )
})
