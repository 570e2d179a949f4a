import fc from 'fast-check'
import { readColumn } from 'hyparquet/src/column.js'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { describe, expect, it } from 'vitest'
import {
  pageRows,
  plainBinary,
  ScoreColumnWriter,
  TextColumnWriter,
} from '../../../../src/faces/batch/formats/parquet/column-writers.ts'
import type { ParquetPlan } from '../../../../src/faces/batch/formats/parquet/footer.ts'
import { spans } from '../../../../src/faces/batch/formats/parquet/parquet.ts'
import { UNCOMPRESSED } from '../../../../src/faces/batch/formats/parquet/snappy.ts'
import { readStruct, struct } from '../../../../src/faces/batch/formats/parquet/thrift.ts'
import { questionOf } from '../fixtures/question.ts'
import { answered, metadataOf, parquetOf, parquetOfPlaces, placesFixture, rowsOf } from './fixtures/parquet.ts'
import { vicinageFixture } from './fixtures/vicinage.ts'

const vicinage = await vicinageFixture()

describe('Parquet columns other than scores', () => {
  it('contain the answers of the library', async () => {
    const { lat, lon } = placesFixture(500, 8)
    const address = lat.map((_, i) => (i % 3 === 0 ? 'Los Angeles, CA' : i % 3 === 1 ? null : 'Nowhere'))
    const gaps = lat.map((value, i) => (i % 2 === 0 ? null : value))
    const input = parquetOfPlaces(gaps, lon, {}, { address })
    const question = questionOf(['walkability'], {
      descriptions: true,
      districts: true,
      schools: 2,
      geocodeDetails: true,
    })
    const { output } = await answered(vicinage, input, question)
    const columns = metadataOf(output).row_groups.flatMap((group) => group.columns.map(({ meta_data }) => meta_data!))
    for (const { path_in_schema, dictionary_page_offset, encodings } of columns)
      expect(dictionary_page_offset !== undefined, path_in_schema[0]).toBe(encodings.includes('RLE_DICTIONARY'))
    const rows = await rowsOf(output)
    rows.forEach((row, i) => {
      const geocoded = i % 2 === 0 && address[i] !== null ? vicinage.geocode(address[i]) : null
      const place = i % 2 === 1 ? { lat: lat[i], lon: lon[i] } : geocoded
      expect(row.geocode_message).toBe(geocoded?.note?.text ?? null)
      expect(row.geocode_confidence).toBe(geocoded?.confidence ?? null)
      if (place === null || place.lat === undefined) {
        expect(row.vicinage_error).toMatch(/./)
        expect([row.walkability, row.walkability_description, row.school_1_name]).toEqual([null, null, null])
        return
      }
      const at = { lat: place.lat, lon: place.lon }
      expect(row.vicinage_error).toBeNull()
      expect(row.walkability_description).toBe(vicinage.score('walkability', at).description)
      const schools = vicinage.schools.schoolRatings({ ...at, limit: 2 }).schools
      expect([row.school_1_name, row.school_2_distance_meters, row.school_2_rating]).toEqual([
        schools[0]?.name ?? null,
        schools[1]?.distance_meters ?? null,
        schools[1]?.rating ?? null,
      ])
    })
  })
})

describe('a Parquet text column', () => {
  it('uses a dictionary until the dictionary is full, then plain pages', () => {
    // Two pages fit into the dictionary and the third does not. The fourth would fit, but comes after a plain page.
    const pages = [300, 40_000, 70_000, 10].map((count, p) =>
      Array.from({ length: count }, (_, i) => (i % 7 === 0 ? null : `text ${p} ${i}`)),
    )
    const chunk = new TextColumnWriter(UNCOMPRESSED)
    for (const page of pages) {
      const present = page.filter((text) => text !== null)
      chunk.add(present, pageRows(Uint8Array.from(page, (text) => (text === null ? 0 : 1))))
    }
    const { pages: written, chunk: about } = chunk.finish()
    expect(about).toMatchObject({ rows: 110_310, nulls: 110_310 - pages.flat().filter((text) => text !== null).length })
    expect(
      readBack(
        written.flatMap(({ parts }) => parts),
        about.dictionary,
        about.rows,
      ),
    ).toEqual(pages.flat())
  })
})

it('values of a Parquet binary column are stored after their lengths', () => {
  const values = ['€é', '', Uint8Array.of(1, 255, 0), 'a']
  const expected = values.flatMap((value) => {
    const bytes = Buffer.from(value)
    return [bytes.length, 0, 0, 0, ...bytes]
  })
  expect([...plainBinary(values)[0]]).toEqual(expected)
  expect([...plainBinary(['€€€€'])[0]]).toEqual([12, 0, 0, 0, ...Buffer.from('€€€€')])
  expect([...plainBinary([new Uint8Array(9)])[0]]).toEqual([9, ...Array(12).fill(0)])
})

it('the dictionary of a Parquet text column has at most a megabyte', () => {
  // 52 strings of 20,000 bytes fit, with four bytes for each length. The 53rd does not.
  const pages = [50, 2, 1, 1].map((count, p) => Array.from({ length: count }, (_, i) => `${p} ${i}`.padEnd(20_000)))
  const chunk = new TextColumnWriter(UNCOMPRESSED)
  for (const page of pages) chunk.add(page, pageRows(new Uint8Array(page.length).fill(1)))
  const { pages: written, chunk: about } = chunk.finish()
  expect(about.dictionary).toBeGreaterThan(52 * 20_004)
  expect(about.dictionary).toBeLessThan(52 * 20_004 + 100)
  const parts = written.flatMap(({ parts }) => parts)
  expect(readBack(parts, about.dictionary, about.rows)).toEqual(pages.flat())
})

/** Reads the strings of a column chunk with hyparquet. */
function readBack(pages: readonly Uint8Array[], dictionary: number, rows: number): unknown[] {
  const bytes = Buffer.concat(pages)
  const element = { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const
  const root = { count: 2, element: { name: 'root' }, children: [], path: [] }
  const leaf = { count: 1, element, children: [], path: ['text'] }
  expect(dictionary).toBeGreaterThan(0)
  const { data } = readColumn(
    { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 },
    { groupStart: 0, selectStart: 0, selectEnd: rows } as never,
    {
      pathInSchema: ['text'],
      element,
      schemaPath: [root, leaf],
      codec: 'UNCOMPRESSED',
      type: 'BYTE_ARRAY',
      parsers: DEFAULT_PARSERS,
    } as never,
  )
  return data.flatMap((part) => Array.from(part as unknown[]))
}

describe('the range statistics of a Parquet score column', () => {
  it.each([1, 7, 8, 9, 16, 17])('are exactly the bounds of its %i scores, with and without null rows', (count) => {
    const scores = Array.from({ length: count }, (_, i) => 40 + ((i * 37) % 100))
    const range = [Math.min(...scores), Math.max(...scores)]
    for (const gap of [0, 1, 3]) {
      const rows = scores.flatMap((score) => [...Array(gap).fill(null), score])
      const writer = new ScoreColumnWriter(UNCOMPRESSED)
      writer.add(Uint8Array.from(rows, Number), pageRows(Uint8Array.from(rows, (score) => (score === null ? 0 : 1))))
      expect(writer.finish().chunk.range).toEqual(range)
    }
  })
})

describe('a Thrift struct', () => {
  it('is read and written back as the same bytes, for example the footer of a Parquet file', () => {
    const input = parquetOf([{ name: 'lat', data: Array.from({ length: 20 }, (_, i) => i / 3) }], { rowGroupSize: 1 })
    const { metadata_length } = metadataOf(input)
    const footer = new Uint8Array(input).subarray(-8 - metadata_length, -8)
    const { struct: fields, end } = readStruct(footer)
    expect(end).toBe(footer.length)
    expect(struct(fields)).toEqual(footer.slice())
  })
})

/** Returns the row counts of the row groups in each span. */
function cut(rows: readonly number[], threads: number, from = 0): number[][] {
  const rowGroups = rows.map((count) => ({ rows: count, copied: [], chunks: [] }))
  return [...spans({ rowGroups } as unknown as ParquetPlan, from, threads)].map((span) =>
    rows.slice(span.from, span.to),
  )
}

const repeated = (count: number, rows: number) => new Array<number>(count).fill(rows)
const sum = (rows: readonly number[]) => rows.reduce((all, one) => all + one, 0)

describe('spans of Parquet row groups', () => {
  it('contain about the same number of rows for each thread, up to about 800,000', () => {
    for (const threads of [1, 2])
      expect(cut(repeated(16, 250_000), threads).map(sum)).toEqual([
        750_000, 500_000, 750_000, 750_000, 500_000, 750_000,
      ])
    expect(cut(repeated(10, 250_000), 2).map(sum)).toEqual([500_000, 750_000, 500_000, 750_000])
    expect(cut(repeated(3, 250_000), 3).map(sum)).toEqual(repeated(3, 250_000))
    // With many threads, spans are smaller, so that about three million rows are in progress in total.
    const ofMany = cut(repeated(160, 100_000), 16).map(sum)
    expect([ofMany.length, Math.min(...ofMany), Math.max(...ofMany)]).toEqual([96, 100_000, 200_000])
  })

  it('contain one row group each if row groups are large', () => {
    expect(cut([10_000_000, 9_000_000, 5], 2)).toEqual([[10_000_000], [9_000_000], [5]])
    expect(cut([10_000_000], 4)).toEqual([[10_000_000]])
  })

  it('contain fewer than 1,000 row groups, because each row group uses memory', () => {
    for (const span of cut(repeated(10_000, 3), 2)) expect(span.length).toBeLessThan(1000)
  })

  it('contain every row group once, in order, from any start', () => {
    const counts = fc.array(fc.oneof(fc.nat(50), fc.nat(300_000), fc.nat(9_000_000)), { maxLength: 60 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 40 }), fc.nat(70), (rows, threads, from) => {
        const cutSpans = cut(rows, threads, from)
        expect(cutSpans.flat()).toEqual(rows.slice(from))
        for (const span of cutSpans) {
          expect(span.length).toBeGreaterThan(0)
          // Without its last row group, a span has at most 1.6 million rows.
          if (span.length > 1) expect(sum(span.slice(0, -1))).toBeLessThan(1.6 * 2 ** 20)
        }
      }),
    )
  })
})
