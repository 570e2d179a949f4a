import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../../src/answers/dimensions/catalog.ts'
import { type ExportOptions, exportTable } from '../../../../src/faces/batch/export/export-table.ts'
import { openVicinage, type Vicinage } from '../../../../src/index.ts'
import { builtVicinage } from '../../../library/built.ts'
import { folderFixture } from '../../../library/fixtures/folder.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { consoleOf } from '../../cli/console.ts'

const dimensions: readonly DimensionId[] = ['walkability', 'fire']
const signal = new AbortController().signal
const folder = emptyFolder()
let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await builtVicinage()
})

type Format = ExportOptions['format']

const tables = new Map<string, ReturnType<typeof written>>()

/** Exports a table once for all tests. */
function exported(format: Format, options: Parameters<typeof written>[1]) {
  const key = JSON.stringify([format, options])
  const table = tables.get(key) ?? written(format, options)
  tables.set(key, table)
  return table
}

async function written(format: Format, options: Partial<ExportOptions> & Pick<ExportOptions, 'by'>) {
  const output = join(folder, `${options.by.replace(':', '-')}.${format}`)
  const geometry = format === 'geojson'
  const summary = await exportTable({ output, format, dimensions, geometry, version: '9.8.7', signal, ...options })
  return { output, summary }
}

/** Reads a table whose fields have no commas or quotes except in the names of places. */
function readCsv(file: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const fields = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)
    return Object.fromEntries(names.map((name, i) => [name, fields[i]]))
  })
}

async function readParquet(file: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: bytesOf(file) })
}

function bytesOf(file: string): ArrayBuffer {
  const bytes = readFileSync(file)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

/** Returns the columns that a row should have according to `area()`. */
function expectedOf(shape: Parameters<Vicinage['area']>[0], from: Pick<Vicinage, 'area'> = vicinage) {
  const { people, land_km2, boundary, scores } = from.area(shape, { dimensions })
  const columns: Record<string, unknown> = { people, land_km2, boundary }
  for (const id of dimensions) {
    const { mean, p10, p50, p90 } = scores[id]
    Object.assign(columns, { [id]: mean, [`${id}_p10`]: p10, [`${id}_p50`]: p50, [`${id}_p90`]: p90 })
  }
  return columns
}

describe('an exported area table', () => {
  it('contains the values of area() for each ZIP', async () => {
    const csv = await exported('csv', { by: 'zip', states: ['FL'] })
    const rows = readCsv(csv.output)
    expect(csv.summary).toMatchObject({ rows: rows.length, columns: 18 })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(900)
    for (let i = 0; i < rows.length; i += 97) {
      expect(rows[i].state).toBe('FL')
      for (const [name, value] of Object.entries(expectedOf({ zip: rows[i].id })))
        if (rows[i][name] !== String(value ?? '')) throw new Error(`${rows[i].id} ${name}: ${rows[i][name]}, ${value}`)
    }
    const metadata = JSON.parse(readFileSync(`${csv.output}-metadata.json`, 'utf8'))
    expect(metadata).toMatchObject({ table: 'zip', vicinage: '9.8.7', build: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(metadata.dimensions.map(({ id }: { id: string }) => id)).toEqual(dimensions)
  })

  it('contains the same values in CSV and Parquet', async () => {
    const counties = { by: 'county', states: ['FL'] } as const
    const rows = readCsv((await exported('csv', counties)).output)
    const parquet = await readParquet((await exported('parquet', counties)).output)
    expect(parquet.map((row) => Object.values(row).map((value) => String(value ?? '')))).toEqual(
      rows.map((row) => Object.values(row)),
    )
  })

  it('contains the values of area() for each county', async () => {
    const { output } = await exported('parquet', { by: 'county', states: ['FL'] })
    const rows = await readParquet(output)
    expect(rows.length).toBe(67)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (let i = 0; i < rows.length; i += 10) {
      const { id, people, ...row } = rows[i]
      expect({ id, ...row, people: Number(people) }).toMatchObject({ id, ...expectedOf({ county: String(id) }) })
    }
  })

  it('contains the values of area() for each tract of a small folder', async () => {
    const data = await folderFixture()
    const small = await openVicinage({ data, schools: false, geocoder: false })
    const { output } = await exported('parquet', { by: 'tract', data })
    const rows = await readParquet(output)
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, people, ...row } of rows)
      expect({ id, ...row, people: Number(people) }).toMatchObject({ id, ...expectedOf({ tract: String(id) }, small) })
  })

  it('contains the outlines of school districts', async () => {
    const { output } = await exported('geojson', { by: 'district', states: ['FL'], dimensions: [] })
    const { features } = JSON.parse(readFileSync(output, 'utf8'))
    expect(features.length).toBe(67)
    const inOutlines = (lon: number, lat: number) =>
      features
        .filter(({ geometry }: { geometry: Parameters<typeof booleanPointInPolygon>[1] }) =>
          booleanPointInPolygon([lon, lat], geometry),
        )
        .map(({ properties }: { properties: { id: string } }) => properties.id)
    for (let i = 0; i < 200; i++) {
      const [lon, lat] = [-83 + ((i * 0.618) % 1) * 3, 25 + ((i * 0.414) % 1) * 5.5]
      const expected = vicinage.schools.districts({ lat, lon }).districts.map(({ geoid }) => geoid)
      expect(inOutlines(lon, lat)).toEqual(expected)
    }
  })
})

describe('an exported H3 table', () => {
  it('contains one sorted row per covered cell center, with the score at the center', async () => {
    const { output } = await exported('parquet', { by: 'h3:7', states: ['FL'], geometry: true })
    const { key_value_metadata: metadata } = await parquetMetadataAsync(bytesOf(output))
    const geo = JSON.parse(metadata?.find(({ key }) => key === 'geo')?.value ?? '')
    expect(geo).toMatchObject({ primary_column: 'geometry', columns: { geometry: { encoding: 'WKB' } } })
    const rows = await readParquet(output)
    const ids = rows.map(({ id }) => String(id))
    expect(ids).toEqual([...new Set(ids)].sort())
    const known = new Set(ids)
    for (let i = 0; i < rows.length; i += 501) {
      const [lat, lon] = cellToLatLng(ids[i])
      const answers = vicinage.scores({ lat, lon }, { dimensions, percentiles: true })
      for (const id of dimensions) {
        expect(rows[i][id], `${ids[i]} ${id}`).toBe(answers[id].score || null)
        expect(rows[i][`${id}_percentile`]).toBe(answers[id].percentile?.state ?? null)
      }
      expect(rows[i].geometry).toMatchObject({ type: 'Polygon' })
      // A neighbor of a cell is in the table if and only if its center is in Florida.
      for (const neighbor of gridDisk(ids[i], 2)) {
        const [y, x] = cellToLatLng(neighbor)
        if (known.has(neighbor) !== (vicinage.place({ lat: y, lon: x })?.state === 'Florida')) throw new Error(neighbor)
      }
    }
    // Cells in Key West, Miami and Pensacola.
    for (const [lat, lon] of [
      [24.5551, -81.78],
      [25.7617, -80.1918],
      [30.4213, -87.2169],
    ]) {
      const cell = latLngToCell(lat, lon, 7)
      const [y, x] = cellToLatLng(cell)
      expect(known.has(cell)).toBe(vicinage.place({ lat: y, lon: x }) !== null)
    }
    const people = rows.reduce((sum, row) => sum + Number(row.people), 0)
    const counties = await readParquet((await exported('parquet', { by: 'county', states: ['FL'] })).output)
    const census = counties.reduce((sum, row) => sum + Number(row.people), 0)
    // The table lacks homes in cells whose center is at sea or across the border.
    expect(people / census).toBeGreaterThan(0.98)
  })
})

describe('vicinage export', () => {
  const run = (...args: string[]) => consoleOf(['export', ...args])

  it('rejects invalid options and outputs', async () => {
    expect((await run('--by', 'zip')).code).toBe(2)
    expect((await run('--by', 'zip', '-o', join(folder, 'x.txt'))).err).toContain('.parquet, .csv or .geojson')
    expect((await run('--by', 'h3:12', '-o', join(folder, 'x.csv'))).err).toContain('h3:9')
    expect((await run('--by', 'zip', '--states', 'NY', '-o', join(folder, 'x.csv'))).err).toContain(
      "does not include the state 'NY'",
    )
    const there = join(folder, 'there.csv')
    writeFileSync(there, 'mine')
    expect((await run('--by', 'county', '-o', there)).err).toContain('already exists; use --force')
    expect(readFileSync(there, 'utf8')).toBe('mine')
    const nowhere = await run('--by', 'county', '-d', 'fire', '-o', join(folder, 'no', 'x.csv'))
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('The folder of') })
  })

  it('writes the file and reports its rows and columns', async () => {
    const output = join(folder, 'counties.csv')
    const { code, err } = await run('--by', 'county', '--states', 'ca', '-d', 'fire', '-o', output)
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/58 rows, 13 columns/) })
    expect(readCsv(output).length).toBe(58)
  })

  it('leaves no files when stopped', async () => {
    const output = join(folder, 'stopped.csv')
    const stopping = new AbortController()
    const summary = await exportTable({
      by: 'county',
      states: ['FL'],
      output,
      format: 'csv',
      dimensions: ['fire'],
      geometry: false,
      version: '9.8.7',
      signal: stopping.signal,
      onProgress: () => stopping.abort('SIGINT'),
    })
    expect(summary).toBeNull()
    expect(existsSync(output)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.includes('stopped'))).toEqual([])
  })
})
