// node duckdb.mjs PACKAGES POINTS.csv CELLS.parquet OUTPUT.csv joins points (id, lat, lon, cell) with a table of H3
// cells that `vicinage export` wrote. PACKAGES is the folder in which DuckDB is installed.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [packages, points, cells, output] = process.argv.slice(2)
const { DuckDBInstance } = createRequire(join(packages, 'package.json'))('@duckdb/node-api')
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const columns = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${cells}'`)
const ids = columns.getRowObjects().map(({ column_name: name }) => name)
const scores = ids.filter((name) => ids.includes(`${name}_percentile`)).map((id) => `c."${id}"`)
await connection.run('SET preserve_insertion_order = false')
await connection.run(`
  COPY (
    SELECT p.id, p.lat, p.lon, ${scores}
    FROM read_csv('${points}') AS p LEFT JOIN '${cells}' AS c ON c.id = p.cell
  ) TO '${output}' (HEADER)`)
