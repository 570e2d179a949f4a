import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import { FileScorer } from '../../../src/explorer/app/batch/file-scorer.ts'
import { type OtherFormat, type ScoredTable, writeScored } from '../../../src/explorer/app/batch/scored-file.ts'
import { openVicinage } from '../../../src/index.ts'
import { placesFixture } from '../../faces/batch/fixtures/places.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'

async function scored(text: string | Uint8Array<ArrayBuffer>, options = {}): Promise<ScoredTable> {
  const data = await folderFixture()
  const scorer = new FileScorer((needs) => openVicinage({ ...needs, data }))
  await scorer.read(new Blob([text]))
  const given = { header: true, question: { dimensions: dimensionsFixture }, ...options }
  return (await scorer.score(given, () => {})).table
}

async function written(table: ScoredTable, format: OtherFormat): Promise<ArrayBuffer> {
  return (await writeScored(table, format)).arrayBuffer()
}

interface Features {
  readonly features: {
    readonly geometry: { readonly coordinates: readonly number[] } | null
    readonly properties: Record<string, unknown>
  }[]
}

async function geoJson(table: ScoredTable): Promise<Features> {
  return JSON.parse(new TextDecoder().decode(await written(table, 'geojson')))
}

describe('a scored file in other formats', () => {
  const places = placesFixture(7_000)
  const head = 'id,note,code,lat,lon\n'
  const lines = places.map(({ lat, lon }, i) => `${i},"a ""b"", ${i}\nü",${String(i).padStart(5, '0')},${lat},${lon}\n`)
  let table: ScoredTable
  beforeAll(async () => {
    table = await scored(`${head}${lines.join('')}x,,,,\n7001,,,91,0\n`)
  })

  it('contains the columns of the file and the answers of the library, with numbers and points in their own types', async () => {
    const vicinage = await openVicinage({ data: await folderFixture() })
    const { features } = await geoJson(table)
    const rows = (await parquetReadObjects({ file: await written(table, 'parquet') })) as Record<string, unknown>[]
    expect([features.length, rows.length]).toEqual([7_002, 7_002])
    let gaps = 0
    const differences = places.flatMap((place, i) => {
      const scores = dimensionsFixture.map((id) => [id, vicinage.score(id, place).score || null])
      const isWhole = scores.every(([, score]) => score !== null)
      const own = { id: String(i), note: `a "b", ${i}\nü`, code: String(i).padStart(5, '0'), ...place }
      const { vicinage_error: error, ...properties } = features[i].properties
      const { vicinage_error: sameError, geometry, ...fields } = rows[i]
      if (!isWhole) gaps++
      const expected = JSON.stringify({ ...own, ...Object.fromEntries(scores) })
      const asGiven = (values: object) => JSON.stringify(values, (_, value) => value ?? null)
      const isSame =
        asGiven(properties) === expected &&
        asGiven(fields) === expected &&
        error === sameError &&
        (error === null) === isWhole &&
        JSON.stringify(features[i].geometry?.coordinates) === JSON.stringify([place.lon, place.lat]) &&
        geometry != null
      return isSame ? [] : [{ expected, properties, fields, error, sameError, geometry }]
    })
    expect(differences.slice(0, 1)).toEqual([])
    expect(gaps).toBeGreaterThan(0)
    expect(features.slice(7_000).map(({ geometry }) => geometry)).toEqual([null, null])
    expect(rows[7_001].lat).toBe(91)
  })

  it('contains the name of the data build, and is valid GeoParquet', async () => {
    const { build } = await openVicinage({ data: await folderFixture() })
    const metadata = await parquetMetadataAsync({
      byteLength: (await written(table, 'parquet')).byteLength,
      slice: async (from, to) => (await written(table, 'parquet')).slice(from, to),
    })
    const values = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]))
    expect(values.get('vicinage.data')).toBe(build)
    expect(JSON.parse(values.get('geo')!)).toMatchObject({ version: '1.1.0', primary_column: 'geometry' })
  })
})

describe('a hostile file exported to other formats', () => {
  it('is written with unique column names, whatever its header contains', async () => {
    const table = await scored('lat,lon,Geometry,a,A,,__proto__,a_2\n30.5,-97.5,1,2,3,4,5,6\n')
    const { features } = await geoJson(table)
    const names = ['lat', 'lon', 'Geometry_2', 'a', 'A_2', 'column_6', '__proto__', 'a_2_2']
    expect(Object.keys(features[0].properties).slice(0, 8)).toEqual(names)
    const { schema } = await parquetMetadataAsync({
      byteLength: (await written(table, 'parquet')).byteLength,
      slice: async (from, to) => (await written(table, 'parquet')).slice(from, to),
    })
    expect(schema.slice(1, 9).map(({ name }) => name)).toEqual(names)
  })

  it('is written with formulas as text and surplus fields joined, even from a legacy encoding', async () => {
    const bytes = Buffer.from(
      'name;lat;lon\n=HYPERLINK("http://x");30,5;-97,5\nfa\xe7ade;30,5;-97,5;more;"x"\n',
      'latin1',
    )
    const { features } = await geoJson(await scored(new Uint8Array(bytes)))
    expect(features.map(({ properties }) => properties.name)).toEqual(['=HYPERLINK("http://x")', 'façade'])
    expect(features[0].geometry?.coordinates).toEqual([-97.5, 30.5])
    expect(features[1].properties.lon).toBe('-97,5;more;"x"')
    expect(features[1].properties.vicinage_error).toContain('more than 3 fields')
  })

  it('is written with numbered columns if there is no header, and with long digit strings as text', async () => {
    const table = await scored('12345678901234567890,30.5,-97.5\n1e5,31,-97\n', { header: false, lat: '2', lon: '3' })
    const { features } = await geoJson(table)
    expect(features.map(({ properties }) => [properties.column_1, properties.column_2])).toEqual([
      ['12345678901234567890', 30.5],
      ['1e5', 31],
    ])
  })
})
