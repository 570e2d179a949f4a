import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FoundColumns } from '../../../src/faces/batch/options.ts'
import { columnsText } from '../../../src/faces/cli/batch-arguments.ts'
import { dimensionsFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { run } from './fixtures/batch.ts'
import { placesFixture } from './fixtures/places.ts'
import { parquetOf } from './formats/fixtures/parquet.ts'

const places = placesFixture(40)
const rows = places.map(({ lat, lon }, i) => `${i},Ärger ${i},${lat},${lon}`)
const text = ['id,city,lat,lon', ...rows, ''].join('\n')

/** The output and what was told of an input. */
async function batched(content: string | Buffer, more: Partial<Parameters<typeof run>[0]> = {}, name = 'in.csv') {
  const folder = emptyFolder()
  const input = join(folder, name)
  const output = join(folder, name.replace('in', 'out'))
  writeFileSync(input, content)
  let found: FoundColumns | undefined
  const onStart = (told: FoundColumns) => {
    found = told
  }
  const summary = await run({ input, output, ...more, onStart })
  return { summary, found: found!, output: readFileSync(output, 'utf8') }
}

const utf16 = (content: string, swap = false) => {
  const bytes = Buffer.from(content, 'utf16le')
  return swap ? bytes.swap16() : bytes
}

describe('text that is not UTF-8 in lines', () => {
  it.each([
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${text}`)],
    ['UTF-16 with the other one', utf16(`\uFEFF${text}`, true)],
    ['UTF-16 without a mark', utf16(text)],
    ['lines that end in carriage returns', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('is read as the same text: %s', async (_, content) => {
    const expected = await batched(text)
    expect((await batched(content, { pieceBytes: 100 })).output).toBe(expected.output)
    expect(expected.summary.rows).toBe(40)
  })

  it('keeps a lone carriage return where lines end in line feeds', async () => {
    const { output } = await batched(`note,lat,lon\n"a\rb",${places[0].lat},${places[0].lon}\n`)
    expect(output).toContain('"a\rb"')
  })
})

describe('columns', () => {
  it('of a coordinate and a city are no address', async () => {
    const { found, output } = await batched(text)
    expect(found).toEqual({
      coordinates: { lat: 'lat', lon: 'lon' },
      address: [],
      parts: [],
      unused: [{ name: 'city', part: 'city', by: 'name' }],
      sample: places.slice(0, 3).map(({ lat, lon }) => [String(lat), String(lon)]),
    })
    expect(output.split('\n')[0]).toBe(`id,city,lat,lon,${dimensionsFixture.join(',')},vicinage_error`)
  })

  it('are told with the first rows, without what would move the cursor of a terminal', async () => {
    const { found } = await batched('Street,City\n1 \x1b[2JMain St,Austin\n', { pieceBytes: 1000 })
    expect(found).toMatchObject({ coordinates: null, address: ['Street', 'City'] })
    const told = columnsText(found)
    expect(told).not.toContain('\x1b')
    expect(told).toMatch(/^Reading addresses in "Street"( \(\w+\))?, "City" \(first rows: 1 .*Main St, Austin\)\.$/)
  })

  it('are told with what each holds, and those that look like part of a place and are not used', () => {
    const told = columnsText({
      coordinates: null,
      address: ['HSE_NO', 'St_Name', 'zip'],
      parts: ['number', 'street', 'zip'],
      unused: [{ name: 'Mail City', part: 'city', by: 'name' }],
      sample: [['1100', 'Congress', '78701']],
    })
    expect(told).toBe(
      'Reading addresses in "HSE_NO" (number), "St_Name" (street), "zip" (first rows: 1100, Congress, 78701). ' +
        'Not used: "Mail City" (city).',
    )
  })

  it('of NDJSON are told, too', async () => {
    const lines = places.map((place) => JSON.stringify({ ...place, city: 'Austin' })).join('\n')
    const { found } = await batched(lines, {}, 'in.ndjson')
    expect(found.sample).toHaveLength(3)
    expect(found.coordinates).toEqual({ lat: 'lat', lon: 'lon' })
  })
})

describe('columns of Parquet', () => {
  const parquetIn = (columns: Readonly<Record<string, readonly (string | null)[]>>) =>
    Buffer.from(
      parquetOf(Object.entries(columns).map(([name, data]) => ({ name, data: [...data], type: 'STRING' as const }))),
    )

  it('are told with the first rows', async () => {
    const input = parquetIn({
      id: ['1', '2', '3', '4'],
      Street: ['12 Invented Ln', null, '14 Invented Ln', '16 Invented Ln'],
      ZIP: ['78790', '78790', '78790', '78790'],
    })
    const { found } = await batched(input, {}, 'in.parquet')
    expect(found).toMatchObject({
      address: ['Street', 'ZIP'],
      parts: ['street', 'zip'],
      sample: [
        ['12 Invented Ln', '78790'],
        ['', '78790'],
        ['14 Invented Ln', '78790'],
      ],
    })
  })

  it('are chosen by their values, too', async () => {
    const input = parquetIn({
      SITUS_ADDRESS: ['12', '14'],
      SITUS_STREET: ['Invented', 'Invented'],
      SITUS_SUFFIX: ['Ln', 'Ln'],
      SITUS_ZIP: ['78790', '78790'],
    })
    const { found } = await batched(input, {}, 'in.parquet')
    expect(found.parts).toEqual(['number', 'street', 'suffix', 'zip'])
  })

  it('of a part that would be left out stop the run with the command', async () => {
    const input = parquetIn({ hausnr: ['12', '16'], street: ['Invented Ln', 'Invented Ln'], zip: ['78790', '78790'] })
    await expect(batched(input, {}, 'in.parquet')).rejects.toMatchObject({
      code: 'columns_unused',
      message: expect.stringContaining("--address 'hausnr,street,zip'"),
    })
  })
})

describe('a run', () => {
  it('ends at once where latitude and longitude are swapped, and says how to read them', async () => {
    const swapped = `lat,lon\n${places.map(({ lat, lon }) => `${lon},${lat}\n`).join('')}`
    await expect(batched(swapped)).rejects.toMatchObject({
      code: 'coordinates_swapped',
      message: expect.stringMatching(/40 of 40 are the other way round: use --lat "lon" --lon "lat"\.$/),
    })
    expect((await batched(swapped, { lat: 'lon', lon: 'lat' })).summary.swapped).toBe(0)
  })

  it('of a header alone is refused', async () => {
    await expect(batched('lat,lon\n')).rejects.toMatchObject({ code: 'input_empty' })
  })

  it('adds percentiles, of scores alone', async () => {
    const { output } = await batched(text, { percentiles: true })
    const [header, ...lines] = output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','))
    expect(header.filter((name) => name.endsWith('_percentile'))).toEqual(
      dimensionsFixture.map((id) => `${id}_percentile`),
    )
    const wrong = lines.filter((fields) =>
      dimensionsFixture.some((id) => {
        const [score, rank] = [fields[header.indexOf(id)], fields[header.indexOf(`${id}_percentile`)]]
        return (score === '') !== (rank === '') || (rank !== '' && !(Number(rank) >= 0 && Number(rank) <= 100))
      }),
    )
    expect(wrong).toEqual([])
    expect(lines).toHaveLength(40)
  })
})
