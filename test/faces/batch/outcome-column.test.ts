import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BatchSummary, runBatch, scoreStream } from '../../../src/faces/batch/index.ts'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { builtVicinage } from '../../library/built.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { parquetOf, type Row, rowsOf } from './formats/fixtures/parquet.ts'
import { readCsv } from './formats/plain-csv.ts'

const vicinage = await builtVicinage()

interface Place {
  readonly lat?: string
  readonly lon?: string
  readonly address?: string
}

const at = (lat: number, lon: number): Place => ({ lat: String(lat), lon: String(lon) })

const ADDRESSES = {
  house: '500 NW 67th St, Miami, FL',
  interpolated: '1100 Congress Ave, Austin, TX 78701',
  street: 'Congress Ave, Austin, TX',
  neighborhood: 'Hyde Park, Austin, TX',
  zip: 'Austin, TX 78704',
  city: 'Austin, TX',
  county: 'Travis County, TX',
  coordinates: '30.2672, -97.7431',
} as const

const FORMATS = ['csv', 'ndjson', 'parquet', 'stream'] as const
type Format = (typeof FORMATS)[number]

/** Scores places in a format. Returns the output rows, with null for empty fields, and the summary of a file. */
async function scored(
  format: Format,
  places: readonly Place[],
  options: Partial<BatchOptions> = {},
): Promise<{ rows: Row[]; summary: BatchSummary | null }> {
  const names = ['lat', 'lon', 'address'] as const
  if (format === 'stream') {
    const rows: Row[] = []
    const columns = { lat: 'lat', lon: 'lon', address: 'address' } as const
    for await (const row of scoreStream(vicinage, places, { ...columns, ...(options as object) })) rows.push({ ...row })
    return { rows, summary: null }
  }
  const folder = emptyFolder()
  const [input, output] = [join(folder, `in.${format}`), join(folder, `out.${format}`)]
  const fields = places.map((place) => names.map((name) => place[name] ?? null))
  if (format === 'csv')
    writeFileSync(
      input,
      [names, ...fields].map((row) => `${row.map((text) => `"${text ?? ''}"`).join(',')}\n`).join(''),
    )
  else if (format === 'ndjson') writeFileSync(input, places.map((place) => `${JSON.stringify(place)}\n`).join(''))
  else {
    const columns = names.map((name, i) => ({ name, data: fields.map((row) => row[i]), type: 'STRING' as const }))
    writeFileSync(input, Buffer.from(parquetOf(columns)))
  }
  const summary = await runBatch({ input, output, userData: false, threads: 1, ...options })
  const bytes = readFileSync(output)
  if (format === 'parquet') return { rows: await rowsOf(Uint8Array.from(bytes).buffer), summary }
  if (format === 'ndjson')
    return {
      rows: bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      summary,
    }
  const [header, ...lines] = readCsv(bytes.toString(), ',').filter((row) => row.length > 1)
  return { rows: lines.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] || null]))), summary }
}

const OUTCOME_PLACES = [
  at(37.88, -122.24),
  at(30.2672, -97.7431),
  at(40.7128, -74.006),
  { address: ADDRESSES.zip },
  { address: 'Berkeley, CA' },
  { address: '12 Elm St, Qqqville, TX' },
  { lat: '91', lon: '0' },
  { address: '1 Main St, New York, NY 10001' },
]

describe.each(FORMATS)('vicinage_outcome in %s', (format) => {
  it('states the outcome of each row, as in the summary', async () => {
    const { rows, summary } = await scored(format, OUTCOME_PLACES, { dimensions: ['fire'], outcome: true })
    const outcomes = ['scored', 'empty', 'outside', 'empty', 'rough', 'failed', 'failed', 'outside']
    expect(rows.map((row) => row.vicinage_outcome)).toEqual(outcomes)
    expect(Object.keys(rows[0]).slice(-2)).toEqual(['vicinage_outcome', 'vicinage_error'])
    for (const name of summary === null ? [] : (['scored', 'rough', 'outside', 'empty', 'failed'] as const))
      expect(summary![name], name).toBe(outcomes.filter((outcome) => outcome === name).length)
  })

  it('contains "scored" in rows that lack some scores', async () => {
    const { rows } = await scored(format, [OUTCOME_PLACES[1]], { dimensions: ['fire', 'walkability'], outcome: true })
    expect(rows[0]).toMatchObject({ fire: null, vicinage_outcome: 'scored', vicinage_error: 'No data: fire.' })
    expect(Number(rows[0].walkability)).toBeGreaterThan(0)
  })

  it('uses the prefix of the other columns', async () => {
    const { rows } = await scored(format, [OUTCOME_PLACES[0]], { dimensions: ['fire'], outcome: true, prefix: 'v_' })
    expect(rows[0].v_vicinage_outcome).toBe('scored')
  })
})

describe.each(['csv', 'ndjson', 'parquet'] as const)('a batch without the option outcome in %s', (format) => {
  it('omits the column vicinage_outcome, and leaves all other columns unchanged', async () => {
    const options = { dimensions: ['fire', 'walkability'], bands: true } as const
    const plain = await scored(format, OUTCOME_PLACES, options)
    const { rows } = await scored(format, OUTCOME_PLACES, { ...options, outcome: true })
    expect(rows.map(({ vicinage_outcome: _, ...others }) => others)).toEqual(plain.rows)
  })
})

describe('vicinage_outcome', () => {
  it('is always added by scoreStream, which rejects outcome: false', async () => {
    await expect(scored('stream', [], { outcome: false })).rejects.toThrow('scoreStream always adds vicinage_outcome')
  })

  it('is rejected if the input has a column with that name', async () => {
    const folder = emptyFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    writeFileSync(input, 'lat,lon,vicinage_outcome\n30.2,-97.7,x\n')
    const run = (options: object) => runBatch({ input, output, userData: false, dimensions: ['fire'], ...options })
    await expect(run({ outcome: true })).rejects.toMatchObject({ code: 'column_taken' })
    await run({})
    expect(readFileSync(output, 'utf8')).toMatch(/^lat,lon,vicinage_outcome,fire,vicinage_error\n/)
  })
})

describe.each(FORMATS)('minLayer in %s', (format) => {
  const addresses = Object.values(ADDRESSES)
  const places = [...addresses.map((address) => ({ address })), at(30.2672, -97.7431)]
  const dimensions = ['walkability'] as const

  it.each(['coordinates', 'street', 'zip', 'city'] as const)(
    'omits the scores of addresses that geocode() rejects at the layer %s',
    async (minLayer) => {
      const { rows, summary } = await scored(format, places, { dimensions, minLayer, outcome: true })
      const isFine = [...addresses.map((address) => vicinage.geocode(address, { minLayer }).ok), true]
      expect(rows.map(({ walkability }) => walkability !== null)).toEqual(isFine)
      expect(rows.map((row) => row.vicinage_outcome)).toEqual(isFine.map((is) => (is ? 'scored' : 'rough')))
      for (const [i, { vicinage_error: reason }] of rows.entries())
        if (isFine[i]) expect(reason).toBeNull()
        else expect(reason).toMatch(/^Found only as .* choose a coarser minLayer \(--min-layer\)\. [A-Z]/)
      if (summary !== null) expect(summary.rough).toBe(isFine.filter((is) => !is).length)
    },
  )
})

describe('minLayer', () => {
  const scoresOf = async (options: object) =>
    (await scored('stream', [{ address: 'I-35, Austin, TX' }, { address: ADDRESSES.house }], options)).rows.map(
      ({ walkability }) => walkability !== null,
    )

  it('replaces the default limits only if it accepts whole cities', async () => {
    expect(await scoresOf({})).toEqual([false, true])
    expect(await scoresOf({ minLayer: 'street' })).toEqual([false, true])
    expect(await scoresOf({ minLayer: 'city' })).toEqual([true, true])
  })

  it('also applies without bands', async () => {
    expect(await scoresOf({ minLayer: 'address_point', bands: false })).toEqual([false, false])
    expect(await scoresOf({ minLayer: 'address', bands: false })).toEqual([false, true])
  })

  it('applies together with maxRadius', async () => {
    expect(await scoresOf({ minLayer: 'street', maxRadius: 1e7 })).toEqual([true, true])
    expect(await scoresOf({ minLayer: 'street', maxRadius: 100 })).toEqual([false, false])
    expect(await scoresOf({ minLayer: 'address_point', maxRadius: 1e7 })).toEqual([false, false])
  })

  it.each(['house', 'City', '', 'constructor', 3])('is rejected if it is %j', async (minLayer) => {
    for (const format of ['csv', 'stream'] as const)
      await expect(scored(format, [], { minLayer: minLayer as never })).rejects.toMatchObject({
        name: 'BatchError',
        message: expect.stringContaining('minLayer'),
      })
  })
})

describe.each(FORMATS)('the reason for a row in %s', (format) => {
  it('states that the match contradicts the address, in a row that is still scored', async () => {
    const elsewhere = [
      ['Beverly Hills, FL 90210', 'ZIP 90210 is not in FL: the match is Beverly Hills, CA 90210.'],
      ['1100 Congress Ave, Dallas, TX 78701', 'The place is listed under Austin, not under Dallas.'],
      ['100 Congress Ave, Austin, TX 00001', 'The ZIP 00001 is not known: the place is in ZIP 78701.'],
    ] as const
    const fine = ['405 Biltmore Way, Coral Gables, FL 33134', ADDRESSES.interpolated, ADDRESSES.zip]
    const places = [...elsewhere.map(([address]) => address), ...fine].map((address) => ({ address }))
    const { rows, summary } = await scored(format, places, { dimensions: ['walkability'], outcome: true })
    expect(rows.map((row) => row.vicinage_error)).toEqual([...elsewhere.map(([, text]) => text), null, null, null])
    for (const row of rows) expect(row).toMatchObject({ walkability: expect.anything(), vicinage_outcome: 'scored' })
    if (summary !== null) expect(summary).toMatchObject({ rows: 6, scored: 6, elsewhere: 3, rough: 0 })
  })

  it('states missing data and approximate matches before a contradiction with the address', async () => {
    const places = ['Beverly Hills, FL 90210', 'Main St, Houston, TX 00000'].map((address) => ({ address }))
    const options = { dimensions: ['fire', 'walkability'], minLayer: 'address', bands: false } as const
    const { rows } = await scored(format, [{ address: '1100 Congress Ave, Dallas, TX 78701' }], {
      dimensions: ['fire', 'walkability'],
    })
    expect(rows[0].vicinage_error).toBe('No data: fire. The place is listed under Austin, not under Dallas.')
    const rough = await scored(format, places, options)
    expect(rough.rows[0].vicinage_error).toMatch(/^Found only as .* ZIP 90210 is not in FL/)
    expect(rough.rows[1].vicinage_error).toMatch(/^Found only as .* The ZIP 00000 is not known/)
  })
})
