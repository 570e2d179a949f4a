import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Postgis } from './postgis.ts'

export interface Contender {
  readonly name: string
  /** Bash script that does the work. */
  readonly script: string
  /** Number of points that it scores; slow contenders only score the first ones. */
  readonly rows: number
  /**
   * Path of the output, a CSV with scores in the fourth and following columns; undefined if the scores stay in a
   * database.
   */
  readonly output?: string
  /** Process id of the server that does the work, if there is one. */
  readonly server?: number
}

/** Input and output of all contenders: a CSV of points (`id,lat,lon`) and a folder for their outputs. */
export interface Work {
  readonly points: string
  readonly rows: number
  readonly folder: string
}

/** Debian's Python. The package python3-gdal does not work with any other. */
export const PYTHON = '/usr/bin/python3'

export function batch(work: Work): Contender[] {
  const cli = local('../../dist/cli.js')
  return ['', ' --threads 1'].map((options) =>
    writing(work, `vicinage batch${options}`, (output) => {
      return `node '${cli}' batch --force --quiet${options} '${work.points}' '${output}'`
    }),
  )
}

export function postgis(work: Work, { folder, pid, command }: Postgis): Contender[] {
  const copied = (name: string, file: string): Contender => ({
    ...writing({ ...work, folder }, name, (output) => command(file, { points: work.points, output })),
    server: pid,
  })
  return [
    copied('PostGIS, GiST index on the tracts', 'postgis-usual.sql'),
    copied('PostGIS, tuned: GiST index on the points, tracts cut into parts', 'postgis-tuned.sql'),
    {
      name: 'PostGIS, only the join: no CSV, points already indexed',
      script: command('postgis-join.sql', {}),
      rows: work.rows,
      server: pid,
    },
  ]
}

/** @param packages folder in which DuckDB is installed */
export function duckdb(work: Work, packages: string, cells: string): Contender {
  const program = local('duckdb.mjs')
  return writing(work, 'DuckDB, join by H3 cell, with the cells of the points computed beforehand', (output) => {
    return `node '${program}' '${packages}' '${work.points}' '${cells}' '${output}'`
  })
}

export function turf(work: Work, tracts: string): Contender {
  const program = local('turf.mjs')
  return writing(work, 'flatbush and turf on the tracts', (output) => {
    return `node '${program}' '${tracts}' '${work.points}' '${output}'`
  })
}

export function gdallocationinfo(work: Work, raster: string, dimensions: readonly string[]): Contender {
  const rows = `tail -n +2 '${work.points}'`
  const cells = `gdallocationinfo --config GDAL_CACHEMAX 2048 -valonly -geoloc '${raster}'`
  const oneRow = dimensions.map(() => '-').join(' ')
  return writing(work, 'gdallocationinfo on the raster', (output) => {
    return `(echo id,lat,lon,${dimensions}
      ${rows} | awk -F, '{ print $3, $2 }' | ${cells} | paste -d, ${oneRow} | paste -d, <(${rows}) -) > '${output}'`
  })
}

export function gdalPython(work: Work, raster: string): Contender {
  const program = local('gdal.py')
  return writing(work, 'GDAL for Python and numpy, points sorted by tile', (output) => {
    return `${PYTHON} '${program}' '${raster}' '${work.points}' '${output}'`
  })
}

export function geotiff(work: Work, by: 'tile' | 'point', raster: string): Contender {
  const program = local('geotiff.mjs')
  const name = { tile: 'points sorted by tile', point: 'one window per point, tiles cached' }[by]
  return writing(work, `geotiff.js, ${name}`, (output) => {
    return `node '${program}' ${by} '${raster}' '${work.points}' '${output}'`
  })
}

function writing({ folder, rows }: Work, name: string, script: (output: string) => string): Contender {
  const output = join(folder, `${name.replace(/\W+/g, '-')}.csv`)
  return { name, script: script(output), rows, output }
}

function local(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
