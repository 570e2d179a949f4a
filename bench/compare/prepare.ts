import { execFile } from 'node:child_process'
import { open, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Feature as GeoJsonFeature } from 'geojson'
import { latLngToCell } from 'h3-js'
import type { Feature, Polygon } from '../../data-build/read/feature.ts'
import { readGeoJson } from '../../data-build/read/geojson.ts'
import { readShapefile } from '../../data-build/read/shapefile.ts'
import type { SourceFolder } from '../../data-build/read/source-folder.ts'
import type { Vicinage } from '../../src/index.ts'
import { randomPlaces } from '../support/points.ts'

const run = promisify(execFile)

/**
 * Writes a CSV (`id,lat,lon`, six decimals) of random places spread evenly over the covered land. The seed is fixed.
 */
export async function writePoints(vicinage: Vicinage, count: number, path: string): Promise<void> {
  const { lat, lon } = randomPlaces(vicinage, count, 1)
  const rows = Array.from(lat, (_, i) => `${i},${lat[i].toFixed(6)},${lon[i].toFixed(6)}\n`)
  await writeFile(path, `id,lat,lon\n${rows.join('')}`)
}

/**
 * Writes a GeoJSON file of the census tracts that the pipeline reads, each with the fourteen scores of its centroid.
 * Returns the number of tracts.
 */
export async function writeTracts(vicinage: Vicinage, sources: SourceFolder, path: string): Promise<number> {
  const layers = [
    await readShapefile(sources, 'census/tracts/cb_2014_06_tract_500k.zip', { properties: ['GEOID'] }),
    await readGeoJson(sources, 'census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz'),
    await readGeoJson(sources, 'census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz'),
  ]
  const tracts = layers.flatMap(({ features }) => features)
  const centers = tracts.map(({ polygons }) => centroid(polygons))
  const lon = Float64Array.from(centers, ([x]) => x)
  const lat = Float64Array.from(centers, ([, y]) => y)
  const scores = Object.entries(vicinage.scoreColumns({ lat, lon }))
  const features = tracts.map(
    ({ polygons }, i): GeoJsonFeature => ({
      type: 'Feature',
      properties: Object.fromEntries(scores.map(([id, column]) => [id, column[i]])),
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(positions)) },
    }),
  )
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }))
  return tracts.length
}

/**
 * Installs DuckDB into the folder `packages`, exports the scores of H3 cells of resolution 9 to `cells`, and writes the
 * points of `from` with their cells to `points`.
 */
export async function prepareDuckdb(cli: string, from: string, points: string, packages: string, cells: string) {
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', packages, '@duckdb/node-api'])
  await run('node', [cli, 'export', '--by', 'h3:9', '--quiet', '-o', cells])
  const file = await open(points, 'w')
  let lines = ['id,lat,lon,cell']
  for await (const line of (await open(from)).readLines()) {
    const [id, lat, lon] = line.split(',')
    if (id !== 'id') lines.push(`${line},${latLngToCell(Number(lat), Number(lon), 9)}`)
    if (lines.length < 10_000) continue
    await file.write(`${lines.join('\n')}\n`)
    lines = []
  }
  await file.write(`${lines.join('\n')}\n`)
  await file.close()
}

/** Number of raster cells per degree. Cells are 7.5″ wide, like those of the finest grid of any dimension. */
const CELLS_PER_DEGREE = 480
/** Western edge of the raster in degrees. The raster covers all three states. */
const WEST = -124.5
const NORTH = 42.1
const COLUMNS = (124.5 - 79.8) * CELLS_PER_DEGREE
const ROWS = (42.1 - 24.4) * CELLS_PER_DEGREE
const ROWS_AT_ONCE = 16

/**
 * Writes a GeoTIFF with a band per dimension: the scores at the centers of the cells, in compressed tiles of 256 × 256
 * cells, with the bands interleaved by pixel. Tiles without land are left out.
 */
export async function writeRaster(vicinage: Vicinage, path: string): Promise<void> {
  await run('gdal_translate', ['--version']) // fails here if GDAL is not installed
  const raw = `${path}.raw`
  const file = await open(raw, 'w')
  const bands = vicinage.dimensions().length
  const count = ROWS_AT_ONCE * COLUMNS
  const lon = Float64Array.from({ length: count }, (_, i) => WEST + ((i % COLUMNS) + 0.5) / CELLS_PER_DEGREE)
  const lat = new Float64Array(count)
  const bytes = new Uint8Array(count * bands)
  for (let row = 0; row < ROWS; row += ROWS_AT_ONCE) {
    for (let i = 0; i < count; i++) lat[i] = NORTH - (row + Math.floor(i / COLUMNS) + 0.5) / CELLS_PER_DEGREE
    const columns = Object.values(vicinage.scoreColumns({ lat, lon }))
    for (let band = 0; band < bands; band++)
      for (let i = 0, at = band; i < count; i++, at += bands) bytes[at] = columns[band][i]
    await file.writeFile(bytes)
  }
  await file.close()
  const size = 1 / CELLS_PER_DEGREE
  await writeFile(
    `${path}.hdr`,
    `ENVI\nsamples = ${COLUMNS}\nlines = ${ROWS}\nbands = ${bands}\ndata type = 1\ninterleave = bip\nbyte order = 0
map info = {Geographic Lat/Lon, 1, 1, ${WEST}, ${NORTH}, ${size}, ${size}, WGS-84}\n`,
  )
  const options = ['TILED=YES', 'COMPRESS=DEFLATE', 'INTERLEAVE=PIXEL', 'SPARSE_OK=TRUE', 'NUM_THREADS=ALL_CPUS']
  await run('gdal_translate', ['-q', ...options.flatMap((option) => ['-co', option]), raw, path])
  await Promise.all([raw, `${path}.hdr`].map((file) => rm(file)))
}

/** Returns the centroid of a tract in degrees. */
function centroid(polygons: Feature['polygons']): readonly [lon: number, lat: number] {
  let area = 0
  let x = 0
  let y = 0
  for (const [outer] of polygons) {
    const [x0, y0] = outer
    let twice = 0
    let sumX = 0
    let sumY = 0
    for (let i = 0; i + 3 < outer.length; i += 2) {
      const cross = (outer[i] - x0) * (outer[i + 3] - y0) - (outer[i + 2] - x0) * (outer[i + 1] - y0)
      twice += cross
      sumX += cross * (outer[i] + outer[i + 2] - 2 * x0)
      sumY += cross * (outer[i + 1] + outer[i + 3] - 2 * y0)
    }
    const sign = Math.sign(twice)
    area += sign * twice
    x += sign * (sumX / 3 + twice * x0)
    y += sign * (sumY / 3 + twice * y0)
  }
  return [x / area, y / area]
}

function positions(ring: Polygon[number]): [lon: number, lat: number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]])
}
