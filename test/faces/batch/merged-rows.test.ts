import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { summaryJson, summaryText } from '../../../src/faces/cli/batch-arguments.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { run } from './fixtures/batch.ts'
import { placesFixture } from './fixtures/places.ts'

const places = placesFixture(400)
const HEADER = 'id,name,lat,lon'

/** Returns a file whose names are changed by `change`, by row number. */
function fileOf(change: Readonly<Record<number, string>>, name = (row: number) => `name ${row}`): string {
  return `${[HEADER, ...places.map(({ lat, lon }, i) => `${i},${change[i] ?? name(i)},${lat},${lon}`)].join('\n')}\n`
}

/** Runs a batch on a file and returns its summary. */
async function summaryOf(content: string | Uint8Array, more: Partial<Parameters<typeof run>[0]> = {}, name = 'in.csv') {
  const folder = emptyFolder()
  const input = join(folder, name)
  writeFileSync(input, content)
  return run({ input, output: join(folder, `out.${name}`), pieceBytes: 1000, ...more })
}

/** Returns the line in which the row begins whose name contains a word. */
function lineOf(text: string, word: string): number {
  return text.split('\n').findIndex((line) => line.includes(word)) + 1
}

const quoted = (row: number) => `"name ${row}"`

describe('rows of a CSV file that a missing quote makes part of another row', () => {
  it.each<[string, string]>([
    ['the quote is closed by the quote of the next row', fileOf({ 250: '"torn 250' }, quoted)],
    ['the quote is closed by an inch mark', fileOf({ 250: '"torn 250', 251: 'name 5" 251' })],
    ['the quote is closed at the end of a field', fileOf({ 250: '"torn 250', 251: 'name 251"' })],
    ['the quote is closed five rows later', fileOf({ 250: '"torn 250', 255: 'name 255"' })],
    ['its last quote looks like a doubled quote', fileOf({ 250: '"torn 250""', 251: quoted(251) })],
    ['the row has too many fields', fileOf({ 250: '"torn 250', 251: '"name, 251"' })],
    ['the row has too few fields', fileOf({ 250: 'torn 250,"', 251: '"' })],
    [
      'fields with line breaks precede it',
      fileOf({ 9: '"two\nlines"', 20: '"four\n\n\nlines"', 250: '"torn', 252: '"' }),
    ],
  ])('are reported if %s', async (_, text) => {
    const merged = { rows: 1, line: lineOf(text, 'torn') }
    expect(await summaryOf(text)).toMatchObject({ merged })
    expect(await summaryOf(gzipSync(text), { pieceBytes: 1 << 20 }, 'in.csv.gz')).toMatchObject({ merged })
    expect(await summaryOf(text.replaceAll(',', ';'))).toMatchObject({ merged })
    expect(await summaryOf(text, { descriptions: true })).toMatchObject({ merged })
  })

  it('are counted from the first line of the file, with or without a header', async () => {
    const text = fileOf({ 3: '"torn', 7: 'end"', 100: '"torn', 102: 'end"' })
    expect(await summaryOf(text)).toMatchObject({ rows: 394, merged: { rows: 2, line: 5 } })
    expect(await summaryOf(`# note\n\n${text.replace('name', '"the\nname"')}`)).toMatchObject({ merged: { line: 8 } })
    const rows = text.slice(HEADER.length + 1)
    expect(await summaryOf(rows, { header: false, lat: '3', lon: '4' })).toMatchObject({ merged: { rows: 2, line: 4 } })
  })

  it('are reported in the summary of the command', async () => {
    const summary = await summaryOf(fileOf({ 3: '"torn', 7: 'end"' }))
    expect(summaryText(summary, 'out.csv')).toContain(
      '\n1 row seems to contain further rows, the first on line 5: check the quotes there.\n',
    )
    expect(JSON.parse(summaryJson(summary))).toMatchObject({ merged: { rows: 1, line: 5 } })
  })

  it.each<[string, string]>([
    ['names with line breaks', fileOf({ 5: '"two\nlines"', 9: '"three\r\n""quoted""\nlines"' })],
    ['an address in two lines', fileOf({ 5: '"12 Elm St, Apt 3\nAustin, TX, 78701"' })],
    ['a list in several lines', fileOf({ 5: '"one, two\nthree, four, five, six\nseven, eight, nine"' })],
    ['spaces after the closing quote', fileOf({ 5: '"two\nlines" ' })],
    ['a row with too few fields on one line', fileOf({}).replace(/^5,.*$/m, '5,"name"')],
    ['text after a closing quote on one line', fileOf({ 5: '"name" 5' })],
    ['carriage returns', fileOf({}, quoted).replaceAll('\n', '\r\n')],
  ])('are not seen in %s', async (_, text) => {
    expect(await summaryOf(text)).not.toHaveProperty('merged')
  })
})
