import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { addrfeatZip } from '../geocode/streets/made-addrfeat.ts'
import { boxRing } from '../geography/box-ring.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { tiffBytes } from '../read/tiff-bytes.ts'

/**
 * A folder as a reader of the documentation has it: the package installed, the files that the pages name, the programs
 * of its commands.
 */
export interface Sandbox {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  remove(): void
}

/** What a command ended with. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

export function openSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'vicinage-docs-'))
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const vicinage = `"${process.execPath}" "${resolve('dist/cli.js')}"`
  const programs = {
    vicinage: `exec ${vicinage} "$@"`,
    npx: `[ "$1" = vicinage ] && { shift; exec ${vicinage} "$@"; }\ntool=$1; shift\nexec "${resolve('node_modules/.bin')}/$tool" "$@"`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  linkPackages(folder)
  for (const name of ['examples', 'dist-data']) symlinkSync(resolve(name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  for (const [name, content] of Object.entries(fixtures())) writeFileSync(join(folder, name), content)
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    VICINAGE_DATA_HOME: join(folder, '.home'),
    SLURM_ARRAY_TASK_ID: '1',
    NODE_NO_WARNINGS: '1',
  }
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The package by its name, and those that an application may have beside it. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync('node_modules')) {
    if (!name.startsWith('.') && name !== 'vicinage') symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  symlinkSync(resolve('.'), join(modules, 'vicinage'))
}

/** Small files under the names that the pages give theirs. */
function fixtures(): Readonly<Record<string, string | Uint8Array>> {
  const places = Array.from(
    { length: 400 },
    (_, i) => [i + 1, 30.2 + (i % 100) / 1000, -97.8 + (i % 37) / 1000] as const,
  )
  const features = [0, 0.05].map((at, i) => ({
    type: 'Feature',
    properties: { cover: i === 0 ? 80 : 200, kind: i === 0 ? 'forest' : 'park', NAME: `zone ${i}` },
    geometry: { type: 'Polygon', coordinates: [boxRing(-97.8, 30.2, -97.7, 30.3 + at)] },
  }))
  const rings = features.map(({ geometry }) => geometry.coordinates as [number, number][][])
  const shapefile = (...fields: readonly (readonly [name: string, values: readonly string[]])[]) => {
    const columns = fields.map(([name]) => ({ name, type: 'C' as const, length: 20 }))
    return {
      'zones.shp': shpBytes(POLYGON, rings),
      'zones.dbf': dbfBytes(
        columns,
        rings.map((_, i) => fields.map(([, values]) => values[i])),
      ),
    }
  }
  const [west, north, step] = [-97.8, 30.4, 0.01]
  const valley = (properties: object) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties,
          geometry: { type: 'Polygon', coordinates: [boxRing(-118.6, 34.2, -118.5, 34.3)] },
        },
      ],
    })
  return {
    'zones.zip': zipSync(shapefile(['NAME', ['north', 'south']])),
    'FHSZ.zip': zipSync(shapefile(['FHSZ_Descr', ['Very High', 'Moderate']], ['SRA', ['SRA', 'LRA']])),
    'landuse.tif': tiffBytes(10, new Uint8Array(100).fill(2), [west, north], step, { 1024: 2, 1025: 1, 2048: 4326 }),
    'zones.geojson': valley({ FHSZ_Description: 'Very High', SRA: 'LRA' }),
    'cities.geojson': valley({ CITY: 'Made' }),
    'tl_2025_48453_addrfeat.zip': addrfeatZip([{ name: 'Main St', left: ['1', '99'] }], '48453'),
    'points.csv': 'number,street,lat,lon\n1,Elm St,30.2672,-97.7431\n9,Elm St,30.268,-97.743\n',
    'places.csv': `${places.map((place) => place.join()).join('\n')}\n`,
    'places.csv.gz': gzipSync(`id,lat,lon\n${places.map((place) => place.join()).join('\n')}\n`),
    'places.ndjson': `${places.map(([id, lat, lon]) => JSON.stringify({ id, lat, lon })).join('\n')}\n`,
    'places.parquet': new Uint8Array(
      parquetWriteBuffer({
        columnData: ['id', 'lat', 'lon'].map((name, at) => ({ name, data: places.map((place) => place[at]) })),
      }),
    ),
    'addresses.csv': 'address\n"500 NW 67th St, Miami FL 33150"\n"1100 Congress Ave, Austin, TX 78701"\n',
    'cafes.csv': 'name,lat,lon\nOne,30.2672,-97.7431\nTwo,30.27,-97.74\n',
    'trees.geojson': JSON.stringify({ type: 'FeatureCollection', features }),
    'shape.geojson': JSON.stringify(features[0].geometry),
    'scores.json': '{"forest": 250, "park": 180, "street": 60, "2": 90}',
  }
}

/** Runs a command of bash until it ends, or until it says that it serves: then it is asked to stop. */
export function runCommand(command: string, { folder, env }: Sandbox, isReady?: RegExp): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn('bash', ['-o', 'pipefail', '-c', isReady ? `exec ${command}` : command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, error] = ['', '']
    let wasReady = false
    const stopIfReady = () => {
      if (wasReady || !isReady?.test(out + error)) return
      wasReady = true
      child.kill('SIGTERM')
    }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
      stopIfReady()
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      error += text
      stopIfReady()
    })
    child.on('close', (code) => done({ code: wasReady ? 0 : code, out, error }))
  })
}

/** Whether a program can be run here. */
export function isHere(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args.length === 0 ? ['--version'] : args, { stdio: 'ignore' }).status === 0
}
