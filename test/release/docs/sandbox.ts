import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { addrfeatZip } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { tiffBytes } from '../../data-build/read/tiff-bytes.ts'
import { shapefile, sourceFiles } from './agencies.ts'

/**
 * A folder like the one a reader of the documentation has, with the package installed, the files that the pages
 * mention, and the programs that the commands use.
 */
export interface Sandbox {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  remove(): void
}

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
    // Stand-ins: a storage service whose objects are files, and programs that run the command they are given.
    aws: '[ "$3" = - ] && exec cat > "$(basename "$4")"\nexec cat "$(basename "$3")"',
    docker: `shift 4\nexec ${vicinage} "$@"`,
    hadoop: 'for mapper; do :; done\nexec sh -c "$mapper" < places.csv > scored',
    npx: `[ "$1" = vicinage ] && { shift; exec ${vicinage} "$@"; }\ntool=$1; shift\nexec "${resolve('node_modules/.bin')}/$tool" "$@"`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  linkPackages(folder)
  for (const name of ['examples', 'dist-data', 'data-build']) symlinkSync(resolve(name), join(folder, name))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', scripts }))
  for (const [name, content] of Object.entries(fixtures())) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const env = {
    ...process.env,
    // Without this variable, Python buffers 8 kB of output before it prints that it serves.
    PYTHONUNBUFFERED: '1',
    PATH: [bin, process.env.PATH, resolve('node_modules/.bin')].join(delimiter),
    VICINAGE_DATA_HOME: join(folder, '.home'),
    SLURM_ARRAY_TASK_ID: '1',
    NODE_NO_WARNINGS: '1',
  }
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Small packages in place of frameworks that only the cookbook uses. */
const STAND_INS = 'test/release/docs/stand-ins'

/** Links the package by name, and the packages that an application may install with it. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync('node_modules')) {
    if (!name.startsWith('.') && name !== 'vicinage') symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  symlinkSync(resolve('.'), join(modules, 'vicinage'))
  for (const name of readdirSync(STAND_INS)) symlinkSync(resolve(STAND_INS, name), join(modules, name))
}

/** Makes small files under the names that the pages use. */
function fixtures(): Readonly<Record<string, string | Uint8Array>> {
  const west = -97.8
  const places = Array.from(
    { length: 400 },
    (_, i) => [i + 1, 30.2 + (i % 100) / 1000, -97.8 + (i % 37) / 1000] as const,
  )
  const features = [0, 0.05].map((at, i) => ({
    type: 'Feature',
    properties: { cover: i === 0 ? 80 : 200, kind: i === 0 ? 'forest' : 'park', NAME: `zone ${i}` },
    geometry: { type: 'Polygon', coordinates: [boxRing(west, 30.2, -97.7, 30.3 + at)] },
  }))
  const zones = (...rows: readonly Readonly<Record<string, string>>[]) =>
    zipSync(
      shapefile(
        'zones',
        rows.map((row, i) => [[west, 30.2, -97.7, 30.3 + 0.05 * i], row]),
      ),
    )
  const raster = (value: number, left: number, north: number) =>
    tiffBytes(10, new Uint8Array(100).fill(value), [left, north], 0.01, { 1024: 2, 1025: 1, 2048: 4326 })
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
    ...Object.fromEntries(Object.entries(sourceFiles()).map(([place, bytes]) => [`sources/${place}`, bytes])),
    'zones.zip': zones({ NAME: 'north' }, { NAME: 'south' }),
    'FHSZ.zip': zones({ FHSZ_Descr: 'Very High', SRA: 'SRA' }, { FHSZ_Descr: 'Moderate', SRA: 'LRA' }),
    'NFHL_48201C.zip': zipSync(
      shapefile('S_FLD_HAZ_AR', [[[-95.4, 29.7, -95.3, 29.8], { FLD_ZONE: 'AE', ZONE_SUBTY: '', DFIRM_ID: '48201C' }]]),
    ),
    'landuse.tif': raster(2, west, 30.4),
    'CA_rail_road_and_aviation_noise_2020.tif': raster(60, -118.3, 34.1),
    'zones.geojson': valley({ FHSZ_Description: 'Very High', SRA: 'LRA' }),
    'cities.geojson': valley({ CITY: 'Made' }),
    'tl_2025_48453_addrfeat.zip': addrfeatZip([{ name: 'Main St', left: ['1', '99'] }], '48453'),
    'points.csv': 'number,street,lat,lon\n1,Elm St,30.2672,-97.7431\n9,Elm St,30.268,-97.743\n',
    'clinics.csv': 'name,lat,lon\nEast,30.2672,-97.7131\n',
    'service-areas.geojson': valley({ name: 'valley' }),
    'homes.csv': 'id,lat,lon\n1,30.2672,-97.7431\n2,30.3072,-97.7531\n',
    'listings.csv': 'name,lat,lon\nDowntown,30.2672,-97.7431\nNorth,30.3072,-97.7531\n',
    'stores.csv': 'name,lat,lon\nDowntown,30.2672,-97.7431\nNorth,30.3072,-97.7531\n',
    'places.csv': `${places.map((place) => place.join()).join('\n')}\n`,
    'places.csv.gz': gzipSync(`id,lat,lon\n${places.map((place) => place.join()).join('\n')}\n`),
    'places.ndjson': `${places.map(([id, lat, lon]) => JSON.stringify({ id, lat, lon })).join('\n')}\n`,
    'places.parquet': new Uint8Array(
      parquetWriteBuffer({
        columnData: ['id', 'lat', 'lon'].map((name, at) => ({ name, data: places.map((place) => place[at]) })),
      }),
    ),
    'parcels.csv': 'HSE_NO,St_Name,Mail City,zip\n1100,Congress,Austin,78701\n500,NW 67th St,Miami,33150\n',
    'addresses.csv': 'address\n"500 NW 67th St, Miami FL 33150"\n"1100 Congress Ave, Austin, TX 78701"\n',
    'cafes.csv': 'name,lat,lon\nOne,30.2672,-97.7431\nTwo,30.27,-97.74\n',
    'trees.geojson': JSON.stringify({ type: 'FeatureCollection', features }),
    'last-night.json': JSON.stringify({
      build: 'an older build',
      scores: { 'A walkability': 251, 'A flood': 241, 'A fire': 0, 'B walkability': 244, 'B flood': 240 },
    }),
    'shape.geojson': JSON.stringify(features[0].geometry),
    'scores.json': '{"forest": 250, "park": 180, "street": 60, "2": 90}',
  }
}

/** Runs a bash command until it ends. If `isReady` is given, the command is stopped once its output matches. */
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

/** Returns whether a program can be run on this machine. */
export function isHere(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args.length === 0 ? ['--version'] : args, { stdio: 'ignore' }).status === 0
}
