import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import { csvAnswerer } from '../../../../src/faces/batch/formats/csv/csv.ts'
import { csvSplitter } from '../../../../src/faces/batch/formats/csv/fields.ts'
import { planCsv } from '../../../../src/faces/batch/formats/csv/header.ts'
import { runs } from '../../../support/runs.ts'
import { questionOf } from '../fixtures/question.ts'
import { vicinageFixture } from './fixtures/vicinage.ts'
import { readCsv, writeField } from './plain-csv.ts'

const dimensions = ['walkability', 'noise-levels', 'insurance-coverage', 'fire'] satisfies DimensionId[]
const question = questionOf(dimensions)

const vicinage = await vicinageFixture()

/** A table and the file it was written to. */
interface Written {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: string
  readonly file: Buffer
}

const coordinate = (around: number) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.double({ min: around, max: around + 0.1, noNaN: true }).map(String) },
    {
      weight: 5,
      arbitrary: fc.double({ min: around, max: around + 0.1, noNaN: true }).map((value) => value.toFixed(6)),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '0', '-0', '1e1', '91', '181', '+1.5', 'NaN', 'north', '1 2', '30X') },
  )
const text = fc.oneof(
  fc.constantFrom('', '=1+1', '-', '"', '""', '5\'10" tall', 'a\r\nb', '\n', ' ', 'é€😀', '\u2028', '\uFEFF'),
  fc
    .array(fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', 'ü', ' '), { maxLength: 8 })
    .map((chars) => chars.join('')),
)
const row = fc.tuple(text, coordinate(30.2), text, coordinate(-97.8), text)

const written: fc.Arbitrary<Written> = fc
  .record({
    name: text,
    rows: fc.array(row, { maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|', '\x01'),
    newline: fc.constantFrom('\n', '\r\n'),
    hasMark: fc.boolean(),
    isEnded: fc.boolean(),
    seed: fc.infiniteStream(fc.boolean()),
  })
  .map(({ name, rows, delimiter, newline, hasMark, isEnded, seed }) => {
    const names = ['id', 'lat', `${name}?`, 'lon', 'note']
    const quotes = () => seed.next().value as boolean
    const lines = [names, ...rows].map((fields) =>
      fields.map((field) => writeField(field, delimiter, quotes())).join(delimiter),
    )
    // The file may lack the last line end.
    const file = Buffer.from((hasMark ? '\uFEFF' : '') + lines.join(newline) + (isEnded ? newline : ''))
    return { names, rows, delimiter, file }
  })

/** Returns the whole output for an input that is read in parts of the given sizes. */
function output({ file, delimiter }: Written, sizes: readonly number[]): Buffer {
  const plan = planCsv(file, { last: true, delimiter, question })
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  const splitter = csvSplitter(plan)
  const answerer = csvAnswerer(vicinage, plan, question)
  const parts = [Buffer.from(plan.outputHeader)]
  let [start, end] = [plan.headerBytes, plan.headerBytes]
  for (let i = 0; start < file.length; i++) {
    end = Math.min(end + sizes[i % sizes.length], file.length)
    const bytes = file.subarray(start, end)
    const whole = splitter.end(bytes, end === file.length)
    if (whole > 0) parts.push(Buffer.from(answerer.answer(bytes.subarray(0, whole)).bytes))
    start += whole
  }
  return Buffer.concat(parts)
}

/** Returns the scores that a row should get, or null if it should get a reason. */
function scoresOf(lat: string, lon: string): string[] | null {
  const [y, x] = [lat, lon].map((text) => (text === '' ? Number.NaN : Number(text)))
  if (!(Math.abs(y) <= 90 && Math.abs(x) <= 180)) return null
  return dimensions.map((id) => String(vicinage.score(id, { lat: y, lon: x }).score))
}

describe('any CSV file', () => {
  it('is copied without changes to its columns, with scores added to every row', () => {
    let scored = 0
    fc.assert(
      fc.property(written, (table) => {
        const [header, ...rows] = readCsv(
          output(table, [table.file.length])
            .toString()
            .replace(/^\uFEFF/, ''),
          table.delimiter,
        )
        expect(header).toEqual([...table.names, ...dimensions, 'vicinage_error'])
        expect(rows.map((fields) => fields.slice(0, 5))).toEqual(table.rows)
        for (const fields of rows) {
          expect(fields.length).toBe(header.length)
          const scores = scoresOf(fields[1], fields[3])
          if (scores !== null) scored++
          expect(fields.slice(5, -1)).toEqual(scores ?? dimensions.map(() => ''))
          expect(fields.at(-1) === '').toBe(scores !== null)
        }
      }),
      { numRuns: runs(500, 80) },
    )
    expect(scored).toBeGreaterThan(runs(500, 80))
  })

  it('produces the same output for any piece size', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(written, sizes, (table, sizes) => {
        expect(output(table, sizes)).toEqual(output(table, [table.file.length]))
      }),
      { numRuns: runs(300, 100) },
    )
  })

  it('produces one output row per input row, all with the same number of fields, even for random characters', () => {
    const bytes = fc.array(fc.constantFrom('"', ',', '\n', '\r\n', '1', '-', '.', 'é', '\0', ' '), { maxLength: 60 })
    fc.assert(
      fc.property(bytes, (chars) => {
        const file = Buffer.from(`lat,lon,note\n${chars.join('')}`)
        const plan = planCsv(file.subarray(0, 13), { last: true, question })
        const piece = file.subarray(13, 13 + csvSplitter(plan).end(file.subarray(13), true))
        const inputRows = readCsv(piece.toString(), ',')
        const rows = readCsv(Buffer.from(csvAnswerer(vicinage, plan, question).answer(piece).bytes).toString(), ',')
        expect(rows.map((fields) => fields.length)).toEqual(inputRows.map(() => 3 + dimensions.length + 1))
        inputRows.forEach((fields, i) => {
          if (fields.length > 3) expect(rows[i].slice(0, 2)).toEqual(fields.slice(0, 2))
          else expect(rows[i].slice(0, 3)).toEqual([...fields, '', '', ''].slice(0, 3))
        })
      }),
      { numRuns: runs(3000, 200) },
    )
  })
})
