import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { openVicinage } from '../../../src/index.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { inputOf, run } from './fixtures/batch.ts'

const HEADER = `id,name,lat,lon,${dimensionsFixture.join(',')},vicinage_error`

describe('a batch run', () => {
  it("preserves the row order and adds the library's scores to each row", async () => {
    const { input, output, text } = inputOf(20_000)
    const summary = await run({ input, output, dimensions: dimensionsFixture, noData: 0 })
    expect(summary).toMatchObject({ rows: 20_000, failed: 0, resumed: 0, layers: {} })
    const [header, ...rows] = readFileSync(output, 'utf8').trimEnd().split('\n')
    expect(header).toBe(HEADER)
    const vicinage = await openVicinage({ data: await folderFixture() })
    const inputRows = text.trimEnd().split('\n').slice(1)
    expect(rows.length).toBe(inputRows.length)
    rows.forEach((row, i) => {
      const [lat, lon] = inputRows[i].split(',').slice(-2).map(Number)
      const scores = Object.values(vicinage.scores({ lat, lon }, { dimensions: dimensionsFixture })).map(
        ({ score }) => score,
      )
      if (row !== `${inputRows[i]},${scores},`) expect(row).toBe(`${inputRows[i]},${scores},`)
    })
    expect(readdirSync(join(output, '..')).sort()).toEqual(['in.csv', 'out.csv'])
  })

  it('produces the same output for any number of threads, any piece size, and with gzip', async () => {
    const { input, output, folder, text } = inputOf(6000)
    await run({ input, output })
    const expected = readFileSync(output)
    for (const [threads, pieceBytes] of [
      [1, 4 << 20],
      [1, 125_000],
      [2, 29_999],
    ]) {
      await run({ input, output, threads, pieceBytes, force: true })
      expect(readFileSync(output).equals(expected)).toBe(true)
    }
    const lines = join(folder, 'in.ndjson')
    const [alone, together] = [join(folder, 'alone.ndjson'), join(folder, 'together.ndjson')]
    const objects = text.trimEnd().split('\n').slice(1, 2000)
    writeFileSync(
      lines,
      objects.map((row) => `{"lat":${row.split(',').at(-2)},"lon":${row.split(',').at(-1)}}\n`).join(''),
    )
    await run({ input: lines, output: alone })
    await run({ input: lines, output: together, pieceBytes: 10_000 })
    expect(readFileSync(together).equals(readFileSync(alone))).toBe(true)
    const packed = join(folder, 'in2.csv.gz')
    writeFileSync(packed, gzipSync(text))
    await run({ input: packed, output: join(folder, 'out2.csv.gz') })
    expect(gunzipSync(readFileSync(join(folder, 'out2.csv.gz'))).equals(expected)).toBe(true)
  })

  it('rejects schools and districts that the data folder lacks, and writes no output', async () => {
    const { input, output, folder } = inputOf(3)
    const data = join(folder, 'data')
    cpSync(await folderFixture(), data, { recursive: true })
    const manifest = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8'))
    manifest.bundles = manifest.bundles.filter(({ id }: { id: string }) => id !== 'schools' && id !== 'districts')
    writeFileSync(join(data, 'manifest.json'), JSON.stringify(manifest))
    await expect(run({ input, output, data, schools: 2 })).rejects.toMatchObject({ code: 'schools_not_loaded' })
    await expect(run({ input, output, data, districts: true })).rejects.toMatchObject({ code: 'districts_not_loaded' })
    expect(existsSync(output)).toBe(false)
  })

  it('adds a reason to each row without scores', async () => {
    const folder = emptyFolder()
    const input = join(folder, 'in.csv')
    writeFileSync(input, 'id,lat,lon\n1,91,0\n2,,\n3,x,1\n4,0,0\n5\n6,1,2,3\n')
    const summary = await run({ input, output: join(folder, 'out.csv') })
    expect(summary).toMatchObject({ rows: 6, scored: 0, outside: 1, failed: 5 })
    const rows = readFileSync(join(folder, 'out.csv'), 'utf8').trimEnd().split('\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(rows[0]).toBe('1,91,0,,,,,,The latitude 91 is not between -90 and 90.')
    expect(rows[3]).toBe('4,0,0,,,,,,"Outside the coverage: California, Texas and Florida."')
  })

  it.each([
    ...[0, -1, 1.5, 1e9, Number.NaN].map((threads) => ['threads', threads, 256] as const),
    ...[0, 0.5, 2 ** 40].map((bytes) => ['pieceBytes', bytes, 2 ** 30] as const),
  ])('rejects %s %d before it reads anything', async (name, value, most) => {
    const { input, output } = inputOf(10)
    const refused = `${name} must be a whole number from 1 to ${most}, not ${value}.`
    await expect(run({ input, output, [name]: value })).rejects.toThrow(refused)
    expect(readdirSync(join(output, '..'))).toEqual(['in.csv'])
  })

  it('reports its progress up to the last row', async () => {
    const { input, output } = inputOf(20_000)
    const onProgress = vi.fn()
    await run({ input, output, onProgress })
    const all = onProgress.mock.calls.map(([progress]) => progress)
    expect(all.length).toBeGreaterThan(10)
    expect(all.at(-1)).toMatchObject({ rows: 20_000, newRows: 20_000, share: 1 })
    for (const [i, { rows, share }] of all.entries()) {
      expect(rows).toBeGreaterThan(all[i - 1]?.rows ?? 0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('rejects invalid options and inputs before it writes anything', async () => {
    const { input, output, folder } = inputOf(10)
    const refused = (options: Partial<BatchOptions>) => expect(run({ input, output, ...options })).rejects
    await refused({ input: join(folder, 'none.csv') }).toThrow(/none\.csv/)
    await refused({ output: join(folder, 'out.parquet') }).toThrow('use the same format for both')
    await refused({ input: input.replace('.csv', ''), output: join(folder, 'out') }).toThrow('--format')
    await refused({ dimensions: ['charm' as never] }).toThrow("There is no dimension 'charm'")
    await refused({ schools: 51 }).toThrow('from 0 to 50')
    await refused({ noData: 5 as 0 }).toThrow('noData must be null or 0, not 5.')
    await refused({ units: 'furlong' as 'us' }).toThrow('units must be us or metric, not furlong.')
    await refused({ lat: 'altitude' }).toThrow('altitude')
    await refused({ output: input }).toThrow(/in\.csv/)
    await refused({ data: folder }).toThrow('There is no vicinage data')
    await refused({ input: folder }).toThrow(`${folder} is a folder: name a file, or score its files one by one`)
    await refused({ input: folder, output: join(folder, 'out.parquet') }).toThrow('is a folder')
    for (const [name, reason] of [
      ['places.zip', 'places.zip is an archive: unpack it'],
      ['places.csv.zip', 'is an archive: unpack it'],
      ['Places.XLSX', 'Places.XLSX is a spreadsheet: save the sheet as CSV'],
      [
        'places.geojson',
        "is a single GeoJSON document: write one object per line first, for example with jq -c '.features[]",
      ],
    ])
      await refused({ input: name }).toThrow(reason)
    expect(readdirSync(folder)).toEqual(['in.csv'])
  })
})
