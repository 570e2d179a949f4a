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
 * Compares `vicinage batch` with other ways to get the same answers: coordinates in CSV → the same rows with fourteen
 * scores.
 * npm run bench:compare [-- --points 2000000 --rounds 3 --sources ../shared/data]
 * Needs Linux and 5 GB in the temporary folder. Programs that are not installed are left out with a message: apt-get
 * install postgresql-15 postgresql-15-postgis-3 gdal-bin python3-gdal
 * All contenders get the same file of points, spread evenly over the land. Polygons are the census tracts that the
 * pipeline reads, each with the scores that the library gives for its centroid. The raster has the library's scores on
 * a grid of 7.5″, as a tiled GeoTIFF. Creating, loading and indexing these is not measured, and neither are the table
 * of H3 cells that DuckDB joins and the cell of each point. Starting, reading the points and writing the answers are
 * measured. A database server is started beforehand, with its tables in memory. Contenders take turns, so that a busy
 * moment of the machine affects all of them. Takes nine minutes; more points show the rate of long files, without the
 * start.
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
  throw new RangeError(`--points: expected 10 or more, got ${values.points}`)
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
  if (await possible('DuckDB', () => prepareDuckdb(cli, work.points, withCells, join(folder, 'duckdb'), cells)))
    contenders.push(duckdb({ ...work, points: withCells }, join(folder, 'duckdb'), cells))
  if (await possible('census tracts', () => writeTracts(vicinage, new SourceFolder(values.sources), tracts))) {
    await possible('PostGIS', async () => {
      const server = await startPostgis(join(folder, 'postgis'), tracts, dimensions)
      servers.push(server)
      contenders.push(...postgis(work, server))
    })
    contenders.push(turf(work, tracts))
  }
  if (await possible('raster', () => writeRaster(vicinage, raster))) {
    contenders.push(gdallocationinfo(work, raster, dimensions))
    if (await possible('GDAL for Python', () => run(PYTHON, ['-c', 'from osgeo import gdal_array'])))
      contenders.push(gdalPython(work, raster))
    contenders.push(geotiff(work, 'tile', raster))
    const tenth: Work = { points: join(folder, 'tenth.csv'), rows: Math.floor(count / 10), folder }
    await run('bash', ['-c', `head -n ${tenth.rows + 1} '${work.points}' > '${tenth.points}'`])
    contenders.push(geotiff(tenth, 'point', raster))
  }
  return contenders
}

/** Runs a preparation and returns whether it worked. Prints how long it took, or why it failed. */
async function possible(name: string, prepare: () => Promise<unknown>): Promise<boolean> {
  const started = performance.now()
  try {
    await prepare()
    console.log(`${name}: prepared in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    console.log(`${name}: left out: ${code === 'ENOENT' ? `there is no ${path}` : message.trim().split('\n').at(-1)}`)
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
Median of ${values.rounds} rounds; the ratios say how many times the rows a second, or the CPU time, of \`vicinage batch\`.

| | rows | rows/s | vicinage is faster | CPU s a million rows | more CPU | peak MB | walkability ± 3 | all scores ± 3 |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
${lines.join('\n')}

± 3: share of the scores within 3 of 255 of those of \`vicinage batch\`. They are not the same answers: a tract has one score for all its land,
the library a surface of 7.5″ to 15″, interpolated. The raster has the middles of its cells, not interpolated, and draws areas with
cells of 230 m, the library with 62 m.`
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
