import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { agreement, readScores } from './agreement.ts'
import {
  batch,
  type Contender,
  duckdb,
  gdallocationinfo,
  gdalPython,
  geotiff,
  PYTHON,
  postgis,
  turf,
  type Work,
} from './contenders.ts'
import { type Measured, measure } from './measure.ts'
import { type Postgis, startPostgis } from './postgis.ts'
import { prepareDuckdb, writePoints, writeRaster, writeTracts } from './prepare.ts'

/**
 * Compares `vicinage batch` with other ways to add fourteen scores to a CSV of coordinates:
 *
 *     npm run bench:compare [-- --points 2000000 --rounds 3 --sources ../shared/data]
 *
 * Needs Linux and 5 GB in the temporary folder. Contenders whose programs are not installed are skipped with a message
 * (apt-get install postgresql-15 postgresql-15-postgis-3 gdal-bin python3-gdal). Takes nine minutes.
 *
 * - Points: a CSV, the same for all contenders, spread evenly over the land.
 * - Polygons: the census tracts that the pipeline reads, each with the library's scores at its centroid.
 * - Raster: a tiled GeoTIFF with the library's scores on a grid of 7.5″.
 *
 * A measurement begins with the start of a program and ends when its output is written. Preparation is not measured:
 * creating, loading and indexing the polygons, creating the raster and DuckDB's table of H3 cells, finding the cell of
 * each point, and starting the database server, which has its tables in memory. Contenders take turns, so that other
 * work on the machine affects all of them. The more points there are, the less the start of a program matters.
 */
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '3' },
    sources: { type: 'string', default: '../shared/data' },
  },
})
const count = Number(values.points)
if (!(Number.isInteger(count) && count >= 10))
  throw new RangeError(`--points: expected a whole number of at least 10, got ${values.points}`)
const dist = new URL('../../dist/index.js', import.meta.url).href
const { openVicinage } = (await import(dist)) as typeof import('../../src/index.ts')
const vicinage = await openVicinage({ data: fileURLToPath(new URL('../../dist-data/', import.meta.url)) })
const dimensions = vicinage.dimensions().map(({ id }) => id)

const folder = await mkdtemp(join(tmpdir(), 'vicinage-compare-'))
await chmod(folder, 0o755) // readable, because PostgreSQL runs as another user
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const servers: Postgis[] = []
try {
  console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, ${availableParallelism()} cores`)
  const contenders = await prepare()
  const measured = new Map<Contender, Measured[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [{ script, server }, runs] of measured) runs.push(await measure(script, server))
  console.log(await table(measured))
} finally {
  await Promise.all(servers.map((server) => server.stop()))
}

async function prepare(): Promise<Contender[]> {
  const work: Work = { points: join(folder, 'points.csv'), rows: count, folder }
  const tracts = join(folder, 'tracts.geojson')
  const raster = join(folder, 'scores.tif')
  await writePoints(vicinage, count, work.points)
  const contenders = batch(work)
  const withCells = join(folder, 'points-with-cells.csv')
  const cells = join(folder, 'cells.parquet')
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
  if (await tryTo('DuckDB', () => prepareDuckdb(cli, work.points, withCells, join(folder, 'duckdb'), cells)))
    contenders.push(duckdb({ ...work, points: withCells }, join(folder, 'duckdb'), cells))
  if (await tryTo('census tracts', () => writeTracts(vicinage, new SourceFolder(values.sources), tracts))) {
    await tryTo('PostGIS', async () => {
      const server = await startPostgis(join(folder, 'postgis'), tracts, dimensions)
      servers.push(server)
      contenders.push(...postgis(work, server))
    })
    contenders.push(turf(work, tracts))
  }
  if (await tryTo('raster', () => writeRaster(vicinage, raster))) {
    contenders.push(gdallocationinfo(work, raster, dimensions))
    if (await tryTo('GDAL for Python', () => run(PYTHON, ['-c', 'from osgeo import gdal_array'])))
      contenders.push(gdalPython(work, raster))
    contenders.push(geotiff(work, 'tile', raster))
    const tenth: Work = { points: join(folder, 'tenth.csv'), rows: Math.floor(count / 10), folder }
    await run('bash', ['-c', `head -n ${tenth.rows + 1} '${work.points}' > '${tenth.points}'`])
    contenders.push(geotiff(tenth, 'point', raster))
  }
  return contenders
}

/** Tries a preparation and returns whether it worked. Prints how long it took, or why the contender is skipped. */
async function tryTo(name: string, prepare: () => Promise<unknown>): Promise<boolean> {
  const started = performance.now()
  try {
    await prepare()
    console.log(`${name}: prepared in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    console.log(`${name}: skipped: ${code === 'ENOENT' ? `there is no ${path}` : message.trim().split('\n').at(-1)}`)
    return false
  }
}

async function table(measured: ReadonlyMap<Contender, readonly Measured[]>): Promise<string> {
  const [[reference]] = measured
  const expected = await readScores(reference.output!, count, dimensions.length)
  const base = figures(reference, measured.get(reference)!)
  const lines: string[] = []
  for (const [contender, runs] of measured) {
    const { name, rows, output } = contender
    const { perSecond, cpu, peakMb } = figures(contender, runs)
    const scores = output === undefined ? null : await readScores(output, rows, dimensions.length)
    const same = scores && agreement(scores, expected.subarray(0, scores.length), dimensions)
    const cells = [
      name,
      rows.toLocaleString('en'),
      Math.round(perSecond).toLocaleString('en'),
      `${(base.perSecond / perSecond).toPrecision(2)} ×`,
      cpu.toFixed(2),
      `${(cpu / base.cpu).toPrecision(2)} ×`,
      peakMb.toFixed(0),
      same ? percent(same.walkability) : '–',
      same ? percent(same.all) : '–',
    ]
    lines.push(`| ${cells.join(' | ')} |`)
  }
  return `
Medians of ${values.rounds} rounds. The ratios compare rows per second and CPU time with those of \`vicinage batch\`.

| | rows | rows/s | vicinage is faster | CPU s per million rows | more CPU | peak MB | walkability ± 3 | all scores ± 3 |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${lines.join('\n')}

± 3: percentage of scores that differ by at most 3 (of 255) from those of \`vicinage batch\`. Differences are expected: a tract has one
score for all its land, while the library interpolates on a grid of 7.5″ to 15″. The raster has the scores at the centers of its
cells, which are 230 m wide, without interpolation; the library draws areas with cells of 62 m.`
}

function figures({ rows }: Contender, runs: readonly Measured[]) {
  return {
    perSecond: rows / median(runs.map(({ seconds }) => seconds)),
    cpu: (median(runs.map(({ cpuSeconds }) => cpuSeconds)) / rows) * 1e6,
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
