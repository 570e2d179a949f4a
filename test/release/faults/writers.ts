import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { vi } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import type { Fault } from './draw-faults.ts'
import { failOnce, restore } from './failing-file-system.mjs'

/** A command that writes files. `{in}` and `{out}` in its arguments are replaced by folders. */
export interface Writer {
  readonly name: string
  readonly argv: readonly string[]
  /** Arguments added when the command is run again. */
  readonly again?: readonly string[]
  /** A command to run before the one that fails. */
  readonly before?: readonly string[]
  /**
   * Whether a run takes seconds. If so, each call fails only once with each error. The other writers share the total
   * number of faults.
   */
  readonly isSlow?: boolean
  /** Returns the part of a file that must be the same in every run. If omitted, the whole file must be the same. */
  readonly essence?: (bytes: Buffer) => string
}

const layer = ['layer', 'add', '{in}/zones.geojson', '--id', 'canopy', '--score', 'score']
const keyNames = (bytes: Buffer) =>
  JSON.stringify(JSON.parse(bytes.toString()).keys.map(({ name }: { name: string }) => name))
const batch = ['--threads', '1', '--dimensions', 'flood', '--quiet']

export const writers: readonly Writer[] = [
  ...['rows.csv', 'rows.csv.gz', 'rows.ndjson', 'rows.parquet'].map((file) => ({
    name: `batch ${file}`,
    argv: ['batch', `{in}/${file}`, `{out}/${file}`, ...batch],
    again: ['--resume'],
  })),
  {
    name: 'export CSV',
    argv: ['export', '--by', 'county', '--states', 'FL', '-d', 'flood', '-o', '{out}/counties.csv', '--quiet'],
  },
  {
    name: 'export Parquet',
    isSlow: true,
    argv: ['export', '--by', 'county', '--states', 'FL', '-d', 'flood', '-o', '{out}/counties.parquet', '--quiet'],
    // A fault can occur between the renames of the command's two files. The next run then needs `--force` to replace
    // the first file.
    again: ['--force'],
  },
  { name: 'map', argv: ['map', 'flood', '--bbox', '-97.8,30.2,-97.7,30.3', '--width', '128', '-o', '{out}/map.png'] },
  { name: 'data copy', isSlow: true, argv: ['data', 'copy', '--dimensions', 'fire', '--out', '{out}/data'] },
  {
    name: 'data copy --force',
    isSlow: true,
    before: ['data', 'copy', '--dimensions', 'privacy', '--out', '{out}/data'],
    argv: ['data', 'copy', '--dimensions', 'fire', '--out', '{out}/data', '--force'],
  },
  {
    name: 'data upgrade',
    isSlow: true,
    argv: ['data', 'upgrade', 'fire', '--from', '{in}/fire.geojson', '--out', '{out}/data'],
  },
  { name: 'layer add', argv: layer, again: ['--replace'] },
  { name: 'layer add --replace', before: layer, argv: [...layer, '--name', 'Trees', '--replace'] },
  {
    name: 'streets add',
    argv: ['streets', 'add', '--from', '{in}/points.csv', '--points-county', '48453'],
  },
  {
    name: 'keys add',
    before: ['keys', 'add', 'first', '--file', '{out}/keys.json'],
    argv: ['keys', 'add', 'second', '--file', '{out}/keys.json'],
    essence: keyNames,
  },
]

/** Writes the files that the commands read. */
export function inputs(rows: number): string {
  const folder = emptyFolder()
  const places = Array.from({ length: rows }, (_, i) => ({
    id: i,
    lat: Math.round((30.2 + (i % 97) / 1000) * 1e4) / 1e4,
    lon: Math.round((-97.8 + (i % 89) / 1000) * 1e4) / 1e4,
  }))
  const csv = `id,lat,lon\n${places.map(({ id, lat, lon }) => `${id},${lat},${lon}\n`).join('')}`
  writeFileSync(join(folder, 'rows.csv'), csv)
  writeFileSync(join(folder, 'rows.csv.gz'), gzipSync(csv))
  writeFileSync(join(folder, 'rows.ndjson'), places.map((place) => `${JSON.stringify(place)}\n`).join(''))
  const column = (name: 'id' | 'lat' | 'lon', type: 'INT32' | 'DOUBLE') => ({
    name,
    type,
    data: places.map((place) => place[name]),
  })
  const columnData = [column('id', 'INT32'), column('lat', 'DOUBLE'), column('lon', 'DOUBLE')]
  writeFileSync(
    join(folder, 'rows.parquet'),
    new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: Math.ceil(rows / 3) })),
  )
  const ring = [
    [-97.8, 30.2],
    [-97.7, 30.2],
    [-97.7, 30.3],
    [-97.8, 30.2],
  ]
  const feature = { type: 'Feature', properties: { score: 9 }, geometry: { type: 'Polygon', coordinates: [ring] } }
  writeFileSync(join(folder, 'zones.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  const hazard = {
    ...feature,
    properties: { FHSZ_Description: 'High', SRA: 'LRA' },
    geometry: { type: 'Polygon', coordinates: [ring.map(([lon, lat]) => [lon - 22, lat + 8])] },
  }
  writeFileSync(join(folder, 'fire.geojson'), JSON.stringify({ type: 'FeatureCollection', features: [hazard] }))
  writeFileSync(
    join(folder, 'points.csv'),
    `number,street,lat,lon\n${places
      .slice(0, 200)
      .map(({ id, lat, lon }) => `${100 + 2 * id},Made Street,${lat},${lon}\n`)
      .join('')}`,
  )
  return folder
}

export interface Ended {
  readonly code: number
  readonly err: string
  /** Calls that were counted, such as `rename /…/map.png`. */
  readonly calls: readonly string[]
}

/** Makes a new output folder and runs the writer's first command in it. */
export async function outputs(writer: Writer, input: string): Promise<string> {
  const out = join(emptyFolder(), 'out')
  mkdirSync(out)
  if (writer.before !== undefined) await run(writer.before, input, out)
  return out
}

/** Runs a command. If there is a fault, one of the command's calls on a file in `out` fails. */
export async function run(argv: readonly string[], input: string, out: string, fault?: Fault): Promise<Ended> {
  const args = argv.map((argument) => argument.replace('{in}', input).replace('{out}', out))
  vi.stubEnv('VICINAGE_DATA_HOME', out)
  const calls = failOnce({ folder: out, ...fault })
  const { code, err } = await consoleOf(args, { open: openVicinage })
  restore()
  return { code, err, calls }
}

/** Reads every file below a folder by its path, reduced to the part that must be the same. */
export function filesIn(
  folder: string,
  { essence = (bytes) => bytes.toString('base64') }: Writer,
): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = (path: string) => {
    const bytes = readFileSync(path)
    try {
      return essence(bytes)
    } catch {
      return `damaged: ${bytes.toString('latin1')}`
    }
  }
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), read(path)]))
}
