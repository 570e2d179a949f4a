import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { run } from './fixtures/batch.ts'
import { placesFixture } from './fixtures/places.ts'
import { parquetOf } from './formats/fixtures/parquet.ts'

const places = placesFixture(400)
const rows = places.map(({ lat, lon }, i) => `${i},name ${i},${lat},${lon}`)
const HEADER = 'id,"the ""name""\nin two lines",lat,lon'

/** Returns a file in which the quote of one row is never closed. The header takes two lines. */
function withOpenQuote(row: number, delimiter = ','): string {
  const broken = rows.map((text, i) => (i === row ? text.replace('name', '"name') : text))
  return `${[HEADER, ...broken].join('\n').replaceAll(',', delimiter)}\n`
}

/** Runs a batch on a file that is rejected. Returns the error, and the folder's path in front of the file names. */
async function rejected(name: string, content: string | Uint8Array, more: Partial<Parameters<typeof run>[0]> = {}) {
  const folder = emptyFolder()
  const input = join(folder, name)
  writeFileSync(input, content)
  return { input, ran: run({ input, output: join(folder, `out.${name}`), pieceBytes: 1000, ...more }) }
}

describe('a quote that is never closed', () => {
  it.each<[string, string, string | Uint8Array, number, Partial<Parameters<typeof run>[0]>?]>([
    ['the first row', 'in.csv', withOpenQuote(0), 3],
    ['a later row', 'in.csv', withOpenQuote(250), 253],
    ['the last row', 'in.csv', withOpenQuote(399), 402],
    ['a row of a run with two threads', 'in.csv', withOpenQuote(250), 253, { threads: 2 }],
    ['a row of a gzip file', 'in.csv.gz', gzipSync(withOpenQuote(250)), 253],
    ['a row of a UTF-16 file', 'in.csv', Buffer.from(`\uFEFF${withOpenQuote(250)}`, 'utf16le'), 253],
    ['a row of a file with semicolons', 'in.csv', withOpenQuote(250, ';'), 253],
    ['a row after a field with line breaks', 'in.csv', withOpenQuote(250).replace('name 9,', '"name\n9",'), 254],
    [
      'a row of a file without a header',
      'in.csv',
      withOpenQuote(7).slice(HEADER.length + 1),
      8,
      { header: false, lat: '3', lon: '4' },
    ],
  ])('is reported with its line and file if it is in %s', async (_, name, content, line, more) => {
    const { input, ran } = await rejected(name, content, more)
    await expect(ran).rejects.toMatchObject({
      code: 'input_damaged',
      fact: expect.stringMatching(
        /^A quote is never closed in the row that begins on line \d+ of .* with '\d+.,?"name \d+/,
      ),
      message: expect.stringContaining(`on line ${line} of ${input} with '`),
      advice: 'add the closing quote, or remove the quote.',
    })
  })

  it('is reported with its line if it is in the header', async () => {
    const { input, ran } = await rejected('in.csv', `# places\n${withOpenQuote(-1).replace('lines"', 'lines')}`)
    await expect(ran).rejects.toMatchObject({
      code: 'input_damaged',
      message: expect.stringContaining(`on line 2 of ${input} with 'id,"the ""name""': add the closing quote`),
    })
  })

  it('is reported with the same line if the run is resumed', async () => {
    const { input, ran } = await rejected('in.csv', withOpenQuote(250))
    await expect(ran).rejects.toThrow(`on line 253 of ${input}`)
    const again = run({ input, output: join(input, '..', 'out.in.csv'), pieceBytes: 1000, resume: true })
    await expect(again).rejects.toThrow(`on line 253 of ${input}`)
  })
})

describe('a damaged input', () => {
  const columns = ['lat', 'lon'].map((name, i) => ({ name, data: places.map(({ lat, lon }) => [lat, lon][i]) }))
  const parquet = new Uint8Array(parquetOf(columns, { rowGroupSize: 100, codec: 'UNCOMPRESSED' }))

  it.each<[string, string, Uint8Array]>([
    ['gzip data that is cut off', 'in.csv.gz', gzipSync(withOpenQuote(-1)).subarray(0, -9)],
    ['gzip data that was changed', 'in.csv.gz', gzipSync(withOpenQuote(-1)).fill(0xff, 200, 300)],
    ['a Parquet file that is cut off', 'in.parquet', parquet.subarray(0, -9)],
    ['a Parquet file whose footer is invalid', 'in.parquet', parquet.slice().fill(0xff, -30, -9)],
    ['a Parquet file whose pages are invalid', 'in.parquet', parquet.slice().fill(0xff, 10, 200)],
  ])('has the code input_damaged: %s', async (_, name, content) => {
    const { ran } = await rejected(name, content)
    await expect(ran).rejects.toMatchObject({ code: 'input_damaged' })
  })

  it('does not include a line of NDJSON that is not an object, which only fails that row', async () => {
    const folder = emptyFolder()
    const [input, output] = ['in.ndjson', 'out.ndjson'].map((name) => join(folder, name))
    const [one, two] = places.map((place) => JSON.stringify(place))
    writeFileSync(input, [one, '{"lat":30.2,"lon', two, ''].join('\n'))
    expect(await run({ input, output })).toMatchObject({ rows: 3, failed: 1 })
    expect(readFileSync(output, 'utf8').split('\n')[1]).toContain('The line is not a JSON object.')
  })
})

describe('an empty input', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['CSV', 'in.csv', ''],
    ['CSV of white space', 'in.csv', '\n  \r\n\t\n'],
    ['CSV with only a byte order mark', 'in.csv', '\uFEFF'],
    ['CSV of white space in UTF-16', 'in.csv', Buffer.from('\uFEFF\r\n\r\n', 'utf16le')],
    ['TSV of a single space', 'in.tsv', ' '],
    ['gzip without text', 'in.csv.gz', gzipSync('')],
    ['gzip of white space', 'in.csv.gz', gzipSync('\n\n')],
    ['gzip of 0 bytes', 'in.csv.gz', ''],
    ['NDJSON', 'in.ndjson', ''],
    ['NDJSON of blank lines', 'in.ndjson', ' \n\n'],
    ['Parquet', 'in.parquet', ''],
  ])('has the code input_empty: %s', async (_, name, content) => {
    const { input, ran } = await rejected(name, content)
    await expect(ran).rejects.toMatchObject({
      code: 'input_empty',
      message: `${input} is empty: check that it is the right file.`,
    })
  })
})
