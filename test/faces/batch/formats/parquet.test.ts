import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { noCounts } from '../../../../src/faces/batch/answer-rows.ts'
import { getLength, joined } from '../../../../src/faces/batch/buffers.ts'
import { formatNamed } from '../../../../src/faces/batch/formats/index.ts'
import { answerRowGroups } from '../../../../src/faces/batch/formats/parquet/answer.ts'
import { planParquet } from '../../../../src/faces/batch/formats/parquet/footer.ts'
import {
  type Field,
  getElements,
  i32Field,
  i64Field,
  listField,
  readStruct,
  STRUCT,
  type Struct,
  struct,
  structField,
  structOf,
} from '../../../../src/faces/batch/formats/parquet/thrift.ts'
import { openVicinage } from '../../../../src/index.ts'
import { dimensionsFixture, folderFixture } from '../../../library/fixtures/folder.ts'
import { writtenFile } from '../../../support/written-file.ts'
import { questionOf } from '../fixtures/question.ts'
import {
  answered,
  bytesOfColumn,
  codecs,
  fileOf,
  metadataOf,
  parquetOf,
  parquetOfPlaces,
  placesFixture,
  type Row,
  rowsOf,
} from './fixtures/parquet.ts'

/** Reason for a row with an address when there is no geocoder. */
const NOT_LOADED = 'The geocoder is not loaded: the geocoder or places.bundle was not included.'

const vicinage = await openVicinage({ data: await folderFixture() })

describe('a Parquet batch', () => {
  for (const codec of codecs)
    it(`preserves columns of every type and adds the scores, compressed with ${codec}`, async () => {
      const count = 2000
      const input = manyTypes(count, { codec })
      const { output, counts } = await answered(vicinage, input, questionOf(dimensionsFixture))
      const before = await rowsOf(input)
      const after = await rowsOf(output)
      expect(after).toHaveLength(count)
      expect(Object.keys(after[0])).toEqual([...Object.keys(before[0]), ...dimensionsFixture, 'vicinage_error'])
      after.forEach((row, i) => {
        const kept = Object.fromEntries(Object.keys(before[i]).map((name) => [name, row[name]]))
        if (!isDeepStrictEqual(kept, before[i])) expect(kept).toEqual(before[i])
        expectScores(row, row.latitude as number, row.longitude as number)
      })
      expect(counts).toEqual({
        ...noCounts(),
        rows: count,
        scored: expect.any(Number),
        outside: expect.any(Number),
        empty: expect.any(Number),
        withoutData: expect.any(Object),
      })
      expect(new Set(after.map((row) => row.walkability)).size).toBeGreaterThan(10)
      for (const { columns, total_byte_size, total_compressed_size } of metadataOf(output).row_groups) {
        const chunks = columns.map(({ meta_data }) => meta_data!)
        expect(chunks.map((chunk) => chunk.codec)).toEqual(columns.map(() => codec))
        const sizes = [
          chunks.map((chunk) => chunk.total_uncompressed_size),
          chunks.map((chunk) => chunk.total_compressed_size),
        ]
        expect(sizes.map((all) => all.reduce((sum, size) => sum + size))).toEqual([
          total_byte_size,
          total_compressed_size,
        ])
      }
    })

  it('preserves the footer entries of existing columns and describes the added columns', async () => {
    const input = manyTypes(3000, {
      kvMetadata: [
        { key: 'ARROW:schema', value: 'old' },
        { key: 'mine', value: 'kept' },
      ],
    })
    const { output } = await answered(
      vicinage,
      input,
      questionOf(['walkability'], { geocodeDetails: true, prefix: 'v_' }),
    )
    const before = metadataOf(input)
    const after = metadataOf(output)
    const kept = before.schema.length
    expect(after.schema.slice(1, kept)).toEqual(before.schema.slice(1))
    expect(after.schema[0].num_children).toBe(before.schema[0].num_children! + 9)
    expect(after.schema[kept]).toMatchObject({
      name: 'v_walkability',
      type: 'INT32',
      repetition_type: 'OPTIONAL',
      converted_type: 'UINT_8',
      logical_type: { type: 'INTEGER', bitWidth: 8, isSigned: false },
    })
    expect(after.schema[kept + 1]).toMatchObject({ name: 'v_geocode_layer', type: 'BYTE_ARRAY' })
    expect(after.schema.at(-1)).toMatchObject({ name: 'v_vicinage_error', type: 'BYTE_ARRAY', converted_type: 'UTF8' })
    expect(after.key_value_metadata).toEqual([
      { key: 'mine', value: 'kept' },
      { key: 'vicinage.data', value: 'made-up' },
    ])
    expect(after.created_by).toBe(before.created_by)
    expect(after.num_rows).toBe(before.num_rows)
    after.row_groups.forEach(({ columns, num_rows }, g) => {
      columns.forEach(({ meta_data: meta, offset_index_offset: index, column_index_offset: pages }, c) => {
        const old = before.row_groups[g].columns[c]?.meta_data
        expect([index, pages, meta!.bloom_filter_offset]).toEqual([undefined, undefined, undefined])
        expect(meta!.num_values).toBe(old?.num_values ?? num_rows)
        if (old !== undefined) {
          const { data_page_offset: _, dictionary_page_offset: __, bloom_filter_offset: ___, ...rest } = old
          expect({ ...meta, bloom_filter_length: rest.bloom_filter_length }).toMatchObject(rest)
        }
      })
    })
    const rows = await rowsOf(output)
    const [{ columns }] = after.row_groups
    const scores = rows.slice(0, Number(after.row_groups[0].num_rows)).map((row) => row.v_walkability as number)
    expect(columns[before.row_groups[0].columns.length].meta_data!.statistics).toMatchObject({
      min_value: Math.min(...scores),
      max_value: Math.max(...scores),
      null_count: 0n,
    })
  })

  it('reads coordinates of every number and text type', async () => {
    const { lat, lon } = placesFixture(300, 3)
    const rounded = lat.map((value) => Math.round(value * 1e4) / 1e4)
    const west = lon.map((value) => Math.round(value * 1e4) / 1e4)
    const decimal = (type: 'INT32' | 'INT64' | 'FIXED_LEN_BYTE_ARRAY'): Partial<SchemaElement> => ({
      type,
      converted_type: 'DECIMAL',
      scale: 4,
      precision: 9,
      ...(type === 'FIXED_LEN_BYTE_ARRAY' ? { type_length: 8 } : {}),
    })
    const kinds: Record<string, [Partial<SchemaElement>, (value: number) => unknown, ((value: number) => number)?]> = {
      floats: [{ type: 'FLOAT' }, (value) => value, Math.fround],
      'whole numbers': [{ type: 'INT32' }, Math.round, Math.round],
      'whole numbers of 64 bits': [{ type: 'INT64' }, (value) => BigInt(Math.round(value)), Math.round],
      doubles: [{ type: 'DOUBLE' }, (value) => value],
      texts: [{ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, (value) => ` ${value}`],
      'bytes of text': [{ type: 'BYTE_ARRAY' }, (value) => new TextEncoder().encode(String(value))],
      'decimals of 32 bits': [decimal('INT32'), (value) => value],
      'decimals of 64 bits': [decimal('INT64'), (value) => value],
      'decimals in bytes': [decimal('FIXED_LEN_BYTE_ARRAY'), (value) => value],
    }
    for (const [name, [element, write, read = (value: number) => value]] of Object.entries(kinds))
      for (const repetition_type of ['OPTIONAL', 'REQUIRED'] as const) {
        const input = parquetWriteBuffer({
          schema: [
            { name: 'root', num_children: 2 },
            { name: 'lat', repetition_type, ...element },
            { name: 'lon', repetition_type, ...element },
          ] as SchemaElement[],
          columnData: [
            { name: 'lat', data: rounded.map(write) as never },
            { name: 'lon', data: west.map(write) as never },
          ],
        })
        const rows = await rowsOf((await answered(vicinage, input, questionOf(dimensionsFixture))).output)
        for (const [i, row] of rows.entries()) {
          expect(row.vicinage_error, name).toBeNull()
          expectScores(row, read(rounded[i]), read(west[i]))
        }
      }
  })

  it('reads coordinates in every encoding', async () => {
    const { lat, lon } = placesFixture(3000, 4)
    const few = lat.map((_, i) => lat[i % 50])
    const expected = few.map((_, i) => vicinage.score('walkability', { lat: few[i], lon: lon[i] }).score)
    for (const encoding of [undefined, 'PLAIN', 'BYTE_STREAM_SPLIT', 'RLE_DICTIONARY'] as const)
      for (const nullable of [true, false])
        for (const pageSize of [500, 1 << 20]) {
          const input = parquetOf(
            [
              { name: 'lat', data: few, type: 'DOUBLE', nullable, ...(encoding && { encoding }) },
              { name: 'lon', data: lon, type: 'DOUBLE', nullable },
            ],
            { pageSize },
          )
          const rows = await rowsOf((await answered(vicinage, input, questionOf(['walkability']))).output)
          expect(rows.map((row) => row.walkability)).toEqual(expected)
        }
    const address = lat.map((_, i) => (i % 3 === 0 ? null : `${i} Nowhere`))
    for (const encoding of ['DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY', 'PLAIN'] as const) {
      const input = parquetOf([{ name: 'address', data: address as string[], type: 'STRING', encoding }])
      const rows = await rowsOf((await answered(vicinage, input, questionOf(['walkability']))).output)
      expect(rows.map((row) => [row.walkability, row.vicinage_error])).toEqual(
        address.map((one) => [null, one === null ? 'The address is empty.' : NOT_LOADED]),
      )
    }
  })

  it('accepts its own output, whose data pages are version 1', async () => {
    const { lat, lon } = placesFixture(3000, 9)
    const gaps = lat.map((value, i) => (i % 5 === 0 ? null : value))
    const input = parquetOfPlaces(gaps, lon)
    const first = await answered(vicinage, input, questionOf(['walkability', 'fire', 'noise-levels']))
    // Scores serve as coordinates, because they are dictionary-encoded and have gaps.
    const options = { lat: 'walkability', lon: 'fire' }
    const second = await answered(vicinage, first.output, questionOf([], { prefix: 'again_' }), options)
    const texts = await answered(vicinage, first.output, questionOf([], { prefix: 'again_' }), {
      address: 'vicinage_error',
    })
    expect([second.counts.failed, texts.counts.scored]).toEqual([expect.any(Number), 0])
    const rows = await rowsOf(second.output)
    const asTexts = await rowsOf(texts.output)
    rows.forEach((row, i) => {
      const { walkability, fire } = row as Record<string, number | null>
      const said = walkability === null || fire === null ? 'There are no coordinates.' : null
      const north =
        walkability !== null && walkability > 90 ? `The latitude ${walkability} is not between -90 and 90.` : null
      const east =
        north === null && fire !== null && fire > 180 ? `The longitude ${fire} is not between -180 and 180.` : null
      expect(row.again_vicinage_error).toBe(said ?? north ?? east)
      const reason = row.vicinage_error as string | null
      expect(asTexts[i].again_vicinage_error).toBe(reason === null ? 'The address is empty.' : NOT_LOADED)
    })
  })

  it('uses the address of rows without coordinates', async () => {
    const { lat, lon } = placesFixture(1000, 5)
    const missing = (i: number) => i > 400 && i % 10 === 0
    const input = parquetOfPlaces(
      lat.map((value, i) => (missing(i) ? null : value)),
      lon.map((value, i) => (i % 20 === 0 && missing(i) ? Number.NaN : value)),
      { pageSize: 300 },
      { address: lat.map((_, i) => (i === 500 ? ' ' : `${i} Nowhere`)) },
    )
    const rows = await rowsOf((await answered(vicinage, input, questionOf(dimensionsFixture))).output)
    rows.forEach((row, i) => {
      if (i === 500) expect(row.vicinage_error).toBe('There are neither coordinates nor an address.')
      else if (missing(i)) expect(row.vicinage_error).toBe(NOT_LOADED)
      else expectScores(row, lat[i], lon[i])
    })
  })

  it('assigns each place its own score for any arrangement of rows, nulls, pages and row groups', async () => {
    const coordinate = (most: number) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 1000 }) },
        { weight: 1, arbitrary: fc.constantFrom(null, Number.NaN, most, -most, most + 1) },
      )
    const table = fc.record({
      rows: fc.array(fc.tuple(coordinate(90), coordinate(180), fc.option(fc.string())), {
        minLength: 1,
        maxLength: 300,
      }),
      rowGroupSize: fc.integer({ min: 1, max: 120 }),
      pageSize: fc.integer({ min: 16, max: 2000 }),
      codec: fc.constantFrom(...codecs),
    })
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, rowGroupSize, pageSize, codec }) => {
        const near = (value: number | null, corner: number) =>
          value !== null && value > 180 ? corner + value / 1e4 : value
        const lat = rows.map(([value]) => near(value, 34))
        const lon = rows.map(([, value]) => near(value, -118.3))
        const input = parquetOf(
          [
            { name: 'Lat', data: lat as number[], type: 'DOUBLE' },
            { name: 'text', data: rows.map(([, , text]) => text) as string[], type: 'STRING' },
            { name: 'LNG', data: lon as number[], type: 'DOUBLE' },
          ],
          { rowGroupSize, pageSize, codec },
        )
        const { output, counts, plan } = await answered(vicinage, input, questionOf(dimensionsFixture))
        expect(plan.rowGroups).toHaveLength(Math.ceil(rows.length / rowGroupSize))
        const after = await rowsOf(output)
        expect(after).toHaveLength(rows.length)
        let failed = 0
        after.forEach((row, i) => {
          expect([row.Lat, row.text, row.LNG]).toEqual([lat[i], rows[i][2], lon[i]])
          const [y, x] = [lat[i] ?? Number.NaN, lon[i] ?? Number.NaN]
          if (Math.abs(y) <= 90 && Math.abs(x) <= 180) expectScores(row, y, x)
          else {
            failed++
            for (const id of dimensionsFixture) expect(row[id]).toBeNull()
            expect(row.vicinage_error).toMatch(Number.isNaN(y) || Number.isNaN(x) ? /no coordinate/ : /not between -/)
          }
        })
        expect(counts).toMatchObject({ rows: rows.length, failed, layers: {} })
        expect(counts.scored + counts.outside + counts.empty).toBe(rows.length - failed)
      }),
      { numRuns: 60 },
    )
  })

  it('reads the bytes of the place columns about once, and no other columns', async () => {
    const { lat, lon } = placesFixture(200_000, 10)
    const input = parquetOf(
      [
        { name: 'lat', data: Float64Array.from(lat), type: 'DOUBLE' },
        { name: 'other', data: Float64Array.from(lat), type: 'DOUBLE' },
        { name: 'lon', data: Float64Array.from(lon), type: 'DOUBLE' },
      ],
      { rowGroupSize: lat.length, pageSize: 20_000, codec: 'UNCOMPRESSED' },
    )
    let bytes = 0
    const file = {
      byteLength: input.byteLength,
      slice(start: number, end = input.byteLength) {
        bytes += end - start
        return input.slice(start, end)
      },
    }
    const plan = await planParquet(file, {}, questionOf([]))
    bytes = 0
    await answerRowGroups(vicinage, { file, plan }, questionOf(['walkability']), { from: 0, to: 1 })
    const needed = plan.rowGroups[0].chunks.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(needed).toBeGreaterThan(3_000_000)
    expect(bytes / needed).toBeLessThan(1.1)
  })

  it('writes the same bytes however many row groups are processed together', async () => {
    const places = placesFixture(350, 11)
    const lat = places.lat.map((value, i) => (i % 40 === 0 ? null : i % 60 === 1 ? 91 : value))
    const address = lat.map((_, i) => (i % 80 === 0 ? null : `${i} Nowhere`))
    for (const rowGroupSize of [1, 7, 133, 349])
      for (const hasAddress of [false, true]) {
        const count = rowGroupSize === 1 ? 40 : lat.length
        const texts = hasAddress ? { address: address.slice(0, count) } : {}
        const input = parquetOfPlaces(lat.slice(0, count), places.lon.slice(0, count), { rowGroupSize }, texts)
        const question = questionOf(dimensionsFixture, { descriptions: rowGroupSize === 133 })
        const one = await answered(vicinage, input, question)
        for (const together of [2, 5, 2000]) {
          const several = await answered(vicinage, input, question, {}, together)
          expect(Buffer.from(several.output).equals(Buffer.from(one.output))).toBe(true)
          expect(several.counts).toEqual(one.counts)
        }
        expect(one.counts.failed).toBeGreaterThan(0)
      }
  })

  it('processes more than a thousand small row groups', async () => {
    const { lat, lon } = placesFixture(1500, 12)
    const input = parquetOfPlaces(lat, lon, { rowGroupSize: 1 })
    const question = questionOf(['walkability'])
    const { output, plan } = await answered(vicinage, input, question, {}, 700)
    expect(plan.rowGroups).toHaveLength(1500)
    const rows = await rowsOf(output)
    for (const [i, row] of rows.entries())
      if (row.walkability !== vicinage.score('walkability', { lat: lat[i], lon: lon[i] }).score)
        expect.fail(`row ${i}: ${row.walkability}`)
  })

  it('processes a file without rows, with an empty row group or none', async () => {
    const dictionary = struct([
      ...[i32Field(1, 2), i32Field(2, 0), i32Field(3, 0)],
      structField(7, [i32Field(1, 0), i32Field(2, 0)]),
    ])
    const one = parquetOfPlaces([0], [0])
    const inputs = [parquetOfPlaces([], []), withoutRows(one), withoutRows(one, dictionary)]
    for (const [i, input] of inputs.entries()) {
      const groups = Math.min(i, 1)
      expect(metadataOf(input).row_groups).toHaveLength(groups)
      const plan = await planParquet(fileOf(input), {}, questionOf([]))
      // An empty chunk is at offset 0 and has no bytes to copy.
      const dictionaries = { start: 4, end: 4 + 2 * dictionary.length }
      expect(plan.rowGroups.map(({ copied }) => copied)).toEqual([[], [[]], [[dictionaries]]][i])
      const { output, counts } = await answered(vicinage, input, questionOf(dimensionsFixture))
      expect(counts).toEqual(noCounts())
      const after = metadataOf(output)
      expect([after.num_rows, after.row_groups.length]).toEqual([0n, groups])
      expect(after.schema.slice(1).map(({ name }) => name)).toEqual([
        'lat',
        'lon',
        ...dimensionsFixture,
        'vicinage_error',
      ])
      expect(await rowsOf(output)).toEqual([])
      // An output can be the input of another run.
      const options = { lat: 'lat', lon: 'lon' }
      expect((await answered(vicinage, output, questionOf([], { prefix: 'x_' }), options)).counts.rows).toBe(0)
    }
  })

  // Fewer rows are answered together if text columns are added.
  it.each([
    ['with descriptions', 140_000, { descriptions: true }],
    ['with scores only', 2 ** 20 + 5, {}],
  ])('processes a row group that is larger than a batch of rows, %s', async (_, count, options) => {
    const { lat, lon } = placesFixture(1000, 6)
    const many = (degrees: ArrayLike<number>) => Float64Array.from({ length: count }, (_, i) => degrees[i % 1000])
    const places = { lat: many(lat), lon: many(lon) }
    const input = parquetOf(
      Object.entries(places).map(([name, data]) => ({ name, data, type: 'DOUBLE', nullable: false })),
      { rowGroupSize: count },
    )
    const { output, plan, counts } = await answered(vicinage, input, questionOf(['fire', 'walkability'], options))
    expect([plan.rowGroups.length, counts.rows]).toEqual([1, count])
    const columns = vicinage.scoreColumns(places)
    for (const id of ['fire', 'walkability'] as const)
      expect(Buffer.compare(await bytesOfColumn(output, id), columns[id])).toBe(0)
  })
})

function expectScores(row: Row, lat: number, lon: number): void {
  if (row.vicinage_error !== null) expect.fail(`${row.vicinage_error}`)
  for (const id of dimensionsFixture)
    if (row[id] !== vicinage.score(id, { lat, lon }, { description: false }).score)
      expect.fail(`${id} at ${lat}, ${lon}: ${row[id]}`)
}

it('a Parquet column without a dictionary preserves an offset of 0, which some writers use', async () => {
  const { lat, lon } = placesFixture(50, 3)
  const meta = (fields: Struct) => [...fields.filter(({ id }) => id !== 11), i64Field(11, 0)]
  const input = withFooter(parquetOfPlaces(lat, lon), { meta })
  const { output } = await answered(vicinage, input, questionOf(['walkability']))
  const offsets = metadataOf(output).row_groups[0].columns.map(({ meta_data }) => meta_data!.dictionary_page_offset)
  expect(offsets.slice(0, 2)).toEqual([0n, 0n])
  expect((await rowsOf(output)).map((row) => row.lat)).toEqual(lat)
})

it('a Parquet row group may have at most 16,777,216 rows', async () => {
  const { lat, lon } = placesFixture(50, 3)
  const planned = (rows: number) => {
    const withRows = (fields: Struct) => fields.map((field) => (field.id === 3 ? i64Field(3, rows) : field))
    const input = withFooter(parquetOfPlaces(lat, lon), { file: withRows, group: withRows })
    return planParquet(fileOf(input), { lat: 'lat', lon: 'lon' }, questionOf([]))
  }
  await expect(planned(2 ** 24 + 1)).rejects.toThrow('has 16777217 rows, but the maximum is 16777216')
  expect((await planned(2 ** 24)).rowGroups[0].rows).toBe(2 ** 24)
})

it('a cluster task is one row group of a Parquet file, and tasks can start at any row group', async () => {
  const { lat, lon } = placesFixture(35, 3)
  const path = writtenFile('rows.parquet', new Uint8Array(parquetOfPlaces(lat, lon, { rowGroupSize: 10 })))
  const format = formatNamed('parquet')
  for (const from of [undefined, 0, 2, 4]) {
    const input = await format.plan({ input: path } as never, questionOf(['walkability']))
    const tasks: unknown[] = []
    for await (const { end, task } of format.split(input, from)) tasks.push([end, task])
    await input.close()
    expect(tasks).toEqual([0, 1, 2, 3].slice(from ?? 0).map((group) => [group + 1, { from: group, to: group + 1 }]))
  }
})

const unchanged = (fields: Struct) => fields

/** Changes the footer of a file: its own fields, those of each row group, and those of the metadata of each column. */
function withFooter(input: ArrayBuffer, { file = unchanged, group = unchanged, meta = unchanged }): ArrayBuffer {
  const bytes = new Uint8Array(input)
  const dataEnd = bytes.length - 8 - metadataOf(input).metadata_length
  const each = (list: Field, change: (fields: Struct) => Struct) => {
    const changed = [...getElements(list)].map(({ value }) => struct(change(structOf(value))))
    return listField(list.id, STRUCT, changed)
  }
  const chunk = (fields: Struct) =>
    fields.map((field) => (field.id === 3 ? structField(3, meta(structOf(field.value))) : field))
  const changedGroup = (fields: Struct) => group(fields).map((field) => (field.id === 1 ? each(field, chunk) : field))
  const { struct: before } = readStruct(bytes.subarray(dataEnd, -8))
  const footer = struct(file(before).map((field) => (field.id === 4 ? each(field, changedGroup) : field)))
  const length = new Uint8Array(Uint32Array.of(footer.length).buffer)
  return joined([bytes.subarray(0, dataEnd), footer, length, bytes.subarray(-4)]).buffer
}

/** Returns the file with empty row groups like those of other writers. Arrow writes a `dictionary` for each column. */
function withoutRows(input: ArrayBuffer, dictionary: Uint8Array = new Uint8Array(0)): ArrayBuffer {
  const written: Uint8Array[] = [new TextEncoder().encode('PAR1')]
  const { metadata_length: length } = metadataOf(input)
  const { struct: file } = readStruct(new Uint8Array(input).subarray(-8 - length, -8))
  const none = (fields: Struct, ...ids: number[]) =>
    fields.map((field) => (ids.includes(field.id) ? i64Field(field.id, 0) : field))
  const each = (list: Field, change: (fields: Struct) => Struct) => {
    const changed = [...getElements(list)].map(({ value }) => struct(change(structOf(value))))
    return listField(list.id, STRUCT, changed)
  }
  const meta = (fields: Struct) => {
    if (dictionary.length === 0) return none(fields, 5, 6, 7)
    const sizes = [6, 7].map((id) => i64Field(id, dictionary.length))
    const offsets = [i64Field(9, 0), i64Field(11, getLength(written))]
    written.push(dictionary)
    return [...none(fields, 5).filter(({ id }) => ![6, 7, 9, 11].includes(id)), ...sizes, ...offsets]
  }
  const chunk = (fields: Struct) =>
    fields.map((field) => (field.id === 3 ? structField(3, meta(structOf(field.value))) : field))
  const group = (fields: Struct) => none(fields, 2, 3, 6).map((field) => (field.id === 1 ? each(field, chunk) : field))
  const footer = struct(none(file, 3).map((field) => (field.id === 4 ? each(field, group) : field)))
  return joined([...written, footer, new Uint8Array(Uint32Array.of(footer.length).buffer), written[0]]).buffer
}

function manyTypes(count: number, options: Parameters<typeof parquetOf>[1] = {}): ArrayBuffer {
  const { lat, lon } = placesFixture(count, 2)
  const each = <T>(value: (i: number) => T) => Array.from({ length: count }, (_, i) => value(i)) as never
  const list: SchemaElement[] = [
    { name: 'list', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'INT64', repetition_type: 'OPTIONAL' },
  ]
  const struct: SchemaElement[] = [
    { name: 'struct', repetition_type: 'OPTIONAL', num_children: 2 },
    { name: 'lat', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    { name: 'note', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ]
  const leaf = (name: string, element: Partial<SchemaElement>) =>
    ({ name, repetition_type: 'OPTIONAL', ...element }) as SchemaElement
  return parquetOf(
    [
      { name: 'id', data: each((i) => BigInt(i) * 10_000_000_000n) },
      { name: 'list', data: each((i) => (i % 4 === 0 ? null : Array.from({ length: i % 3 }, (_, k) => BigInt(k)))) },
      { name: 'latitude', data: lat },
      { name: 'struct', data: each((i) => (i % 5 === 0 ? null : { lat: i / 3, note: i % 2 === 0 ? null : `n${i}` })) },
      { name: 'longitude', data: lon },
      {
        name: 'text',
        data: each((i) => (i % 7 === 0 ? null : `text ${i % 30}`)),
        columnIndex: true,
        bloomFilter: true,
      },
      { name: 'time', data: each((i) => new Date(i * 1e6)), columnIndex: true },
      { name: 'day', data: each((i) => new Date((i % 3000) * 86_400_000)) },
      { name: 'price', data: each((i) => (i % 100) / 4) },
      { name: 'flag', data: each((i) => (i % 9 === 0 ? null : i % 2 === 0)) },
      { name: 'json', data: each((i) => ({ a: [i] })) },
      { name: 'uuid', data: each((i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`) },
      { name: 'float', data: each((i) => i / 4) },
    ],
    {
      rowGroupSize: 1700,
      pageSize: 4000,
      schema: [
        { name: 'root', num_children: 13 },
        leaf('id', { type: 'INT64', repetition_type: 'REQUIRED' }),
        ...list,
        leaf('latitude', { type: 'DOUBLE' }),
        ...struct,
        leaf('longitude', { type: 'DOUBLE' }),
        leaf('text', { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
        leaf('time', { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }),
        leaf('day', { type: 'INT32', converted_type: 'DATE' }),
        leaf('price', { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 12 }),
        leaf('flag', { type: 'BOOLEAN' }),
        leaf('json', { type: 'BYTE_ARRAY', converted_type: 'JSON' }),
        leaf('uuid', { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } }),
        leaf('float', { type: 'FLOAT' }),
      ],
      ...options,
    },
  )
}
