import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import { describe, expect, it } from 'vitest'
import { type ExportOptions, exportTable } from '../../../../src/faces/batch/export/export-table.ts'
import { openVicinage } from '../../../../src/index.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'

const folder = emptyFolder()

interface Connection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>
}

const connection = await connect()
const title = connection === null ? 'DuckDB (skipped: it cannot be installed, the registry was not reached)' : 'DuckDB'
if (connection === null) console.log(title)

async function connect(): Promise<Connection | null> {
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, '@duckdb/node-api'], {
      stdio: 'ignore',
      timeout: 100_000,
    })
    const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api')
    return await (await DuckDBInstance.create(':memory:')).connect()
  } catch {
    return null
  }
}

async function rowsOf(sql: string) {
  return (await connection!.runAndReadAll(sql)).getRowObjectsJson()
}

function exported(name: string, options: Pick<ExportOptions, 'by' | 'states'>) {
  const output = join(folder, name)
  const signal = new AbortController().signal
  return exportTable({ output, format: 'parquet', geometry: false, version: '9.8.7', signal, ...options })
}

/** Returns the DuckDB queries of the documentation with paths in the folder of this test. */
function documented(): string[] {
  const text = readFileSync(new URL('../../../../docs/guide/warehouses.md', import.meta.url), 'utf8')
  const duckdb = text.slice(text.indexOf('## DuckDB'), text.indexOf('## BigQuery'))
  return [...duckdb.matchAll(/```sql\n([^`]*)```/g)].map(([, sql]) =>
    sql.replaceAll(/'(\w+\.parquet)'/g, (_, file) => `'${join(folder, file)}'`),
  )
}

describe.skipIf(connection === null)(title, () => {
  it('reads and joins the exported ZIPs of Texas, with the scores of area()', async () => {
    await exported('zips.parquet', { by: 'zip', states: ['TX'] })
    const vicinage = await openVicinage()
    const rows = await rowsOf(`SELECT * FROM '${join(folder, 'zips.parquet')}'`)
    expect(rows.length).toBeGreaterThan(1900)
    for (const row of rows.filter((_, i) => i % 5 === 0)) {
      const { people, scores } = vicinage.area({ zip: String(row.id) })
      const wrong = Object.entries(scores).filter(
        ([id, { mean, p10, p50, p90 }]) =>
          row[id] !== mean || row[`${id}_p10`] !== p10 || row[`${id}_p50`] !== p50 || row[`${id}_p90`] !== p90,
      )
      if (Number(row.people) !== people || wrong.length > 0) throw new Error(`ZIP ${row.id}: ${JSON.stringify(wrong)}`)
    }
    await connection!.run(
      `CREATE TABLE customers AS SELECT * FROM (VALUES (1, '78704'), (2, '77002'), (3, '00000')) t(id, zip)`,
    )
    const [byZip] = documented()
    const expected = ['78704', '77002'].map((zip) => vicinage.area({ zip }).scores)
    expect(await rowsOf(byZip)).toEqual([
      { id: 1, walkability: expected[0].walkability.mean, flood: expected[0].flood.mean },
      { id: 2, walkability: expected[1].walkability.mean, flood: expected[1].flood.mean },
      { id: 3, walkability: null, flood: null },
    ])
    const macros = readFileSync('examples/duckdb/vicinage.sql', 'utf8').replaceAll(
      'zips.parquet',
      join(folder, 'zips.parquet'),
    )
    for (const statement of macros.split(/;\n/).filter((sql) => sql.trim() !== '')) await connection!.run(statement)
    expect(
      await rowsOf('SELECT id, walkability_of(zip) AS walkability, flood_of(zip) AS flood FROM customers'),
    ).toEqual(await rowsOf(byZip))
    for (const { id } of await rowsOf('FROM zips_where(180, 140)')) {
      const { walkability, 'noise-levels': noise } = vicinage.area({ zip: String(id) }).scores
      expect([walkability.mean! >= 180, noise.mean! >= 140], String(id)).toEqual([true, true])
    }
    const metadata = await rowsOf(
      `SELECT decode(value) AS value FROM parquet_kv_metadata('${join(folder, 'zips.parquet')}')`,
    )
    expect(JSON.parse(String(metadata[0].value))).toMatchObject({ table: 'zip', vicinage: '9.8.7' })
  }, 300_000)

  it('joins points with the cells that contain them', async () => {
    await exported('cells.parquet', { by: 'h3:8', states: ['TX'] })
    const vicinage = await openVicinage()
    const points = Array.from({ length: 400 }, (_, i) => ({
      lat: 29.4 + ((i * 0.618) % 1) * 3.4,
      lon: -98.6 + ((i * 0.414) % 1) * 2,
    }))
    const values = points.map(({ lat, lon }, i) => `(${i}, '${latLngToCell(lat, lon, 8)}')`)
    await connection!.run(`CREATE TABLE points AS SELECT * FROM (VALUES ${values}) t(id, cell)`)
    const [, byCell] = documented()
    const rows = await rowsOf(byCell)
    expect(rows.length).toBe(points.length)
    const near = rows.filter(({ walkability }, i) => {
      const { score } = vicinage.score('walkability', points[i])
      return Math.abs(Number(walkability) - score) <= 20
    })
    // A cell of 0.7 km² is about as walkable as the places in it.
    expect(near.length / rows.length).toBeGreaterThan(0.9)
  }, 300_000)
})
