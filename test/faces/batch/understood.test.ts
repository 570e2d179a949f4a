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

/** Runs a batch on `content` and returns its summary, its output and the columns it reported. */
async function batched(content: string | Buffer, more: Partial<Parameters<typeof run>[0]> = {}, name = 'in.csv') {
  const folder = emptyFolder()
  const input = join(folder, name)
  const output = join(folder, name.replace('in', 'out'))
  writeFileSync(input, content)
  let columns: FoundColumns | undefined
  const onStart = (reported: FoundColumns) => {
    columns = reported
  }
  const summary = await run({ input, output, ...more, onStart })
  return { summary, found: columns!, output: readFileSync(output, 'utf8') }
}

const utf16 = (content: string, swap = false) => {
  const bytes = Buffer.from(content, 'utf16le')
  return swap ? bytes.swap16() : bytes
}

describe('an input in another encoding or with other line endings', () => {
  it.each([
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${text}`)],
    ['UTF-16 with a swapped byte order mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16 without a byte order mark', utf16(text)],
    ['lines ending in carriage returns', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('produces the same output as UTF-8 with line feeds: %s', async (_, content) => {
    const expected = await batched(text)
    expect((await batched(content, { pieceBytes: 100 })).output).toBe(expected.output)
    expect(expected.summary.rows).toBe(40)
  })

  it('preserves a lone carriage return inside a field if lines end in line feeds', async () => {
    const { output } = await batched(`note,lat,lon\n"a\rb",${places[0].lat},${places[0].lon}\n`)
    expect(output).toContain('"a\rb"')
  })
})

describe('the columns of a batch input', () => {
  it('are read as coordinates instead of an address, even if there is also a city', async () => {
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

  it('are reported with the first rows, without terminal control characters', async () => {
    const { found } = await batched('Street,City\n1 \x1b[2JMain St,Austin\n', { pieceBytes: 1000 })
    expect(found).toMatchObject({ coordinates: null, address: ['Street', 'City'] })
    const told = columnsText(found)
    expect(told).not.toContain('\x1b')
    expect(told).toMatch(/^Reading addresses in "Street"( \(\w+\))?, "City" \(first rows: 1 .*Main St, Austin\)\.$/)
  })

  it.each(['address', 'Location', 'site_addr', 'notes'])(
    'are reported as whole addresses if only the column %s contains addresses',
    async (name) => {
      for (const more of [{}, { address: name }]) {
        const { found } = await batched(`id,${name}\n1,"12 Elm St, Austin, TX 78701"\n`, more)
        expect(found.parts).toEqual(['address'])
        expect(columnsText(found)).toBe(
          `Reading whole addresses in "${name}" (first rows: 12 Elm St, Austin, TX 78701).`,
        )
      }
    },
  )

  it.each(['zip', 'city'])('are reported by name if only the %s is known', async (name) => {
    const { found } = await batched(`id,${name}\n1,${name === 'zip' ? '78701' : 'Austin'}\n`)
    expect(columnsText(found)).toMatch(new RegExp(`^Reading addresses in "${name}" \\(first`))
  })

  it('are reported with their meaning, followed by similar unused columns', () => {
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

  it('are also reported for NDJSON', async () => {
    const lines = places.map((place) => JSON.stringify({ ...place, city: 'Austin' })).join('\n')
    const { found } = await batched(lines, {}, 'in.ndjson')
    expect(found.sample).toHaveLength(3)
    expect(found.coordinates).toEqual({ lat: 'lat', lon: 'lon' })
  })
})

describe('the columns of a Parquet input', () => {
  const parquetIn = (columns: Readonly<Record<string, readonly (string | null)[]>>) =>
    Buffer.from(
      parquetOf(Object.entries(columns).map(([name, data]) => ({ name, data: [...data], type: 'STRING' as const }))),
    )

  it('are reported with the first rows', async () => {
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

  it('are reported as whole addresses if there is only one column', async () => {
    const { found } = await batched(parquetIn({ Address: ['12 Elm St, Austin, TX 78701'] }), {}, 'in.parquet')
    expect(columnsText(found)).toMatch(/^Reading whole addresses in "Address" \(first/)
  })

  it('are also recognized by their values', async () => {
    const input = parquetIn({
      SITUS_ADDRESS: ['12', '14'],
      SITUS_STREET: ['Invented', 'Invented'],
      SITUS_SUFFIX: ['Ln', 'Ln'],
      SITUS_ZIP: ['78790', '78790'],
    })
    const { found } = await batched(input, {}, 'in.parquet')
    expect(found.parts).toEqual(['number', 'street', 'suffix', 'zip'])
  })

  it('stop the run if part of the address would be ignored, with an error that names the option for including it', async () => {
    const input = parquetIn({ hausnr: ['12', '16'], street: ['Invented Ln', 'Invented Ln'], zip: ['78790', '78790'] })
    await expect(batched(input, {}, 'in.parquet')).rejects.toMatchObject({
      code: 'columns_unused',
      message: expect.stringContaining("--address 'hausnr,street,zip'"),
    })
  })
})

describe('a batch file', () => {
  it('is rejected immediately if latitude and longitude are swapped, with advice on how to read them', async () => {
    const swapped = `lat,lon\n${places.map(({ lat, lon }) => `${lon},${lat}\n`).join('')}`
    await expect(batched(swapped)).rejects.toMatchObject({
      code: 'coordinates_swapped',
      message: expect.stringMatching(/40 of 40 would be if the columns were exchanged: use --lat "lon" --lon "lat"\.$/),
    })
    expect((await batched(swapped, { lat: 'lon', lon: 'lat' })).summary.swapped).toBe(0)
  })

  it('is rejected if it contains only a header', async () => {
    await expect(batched('lat,lon\n')).rejects.toMatchObject({ code: 'input_empty' })
  })

  it('contains a percentile for every score and no others', async () => {
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
