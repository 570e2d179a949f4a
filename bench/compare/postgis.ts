import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Settings for a single user on a machine with two cores. They allow two parallel workers for every query and enough
 * memory to sort and hash without temporary files. They turn off fsync, because the data may be lost, and JIT
 * compilation, which costs more time than it saves for these queries.
 */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: 2,
  parallel_setup_cost: 0,
  parallel_tuple_cost: 0,
  min_parallel_table_scan_size: 0,
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
}

export interface Postgis {
  readonly pid: number
  /** Folder in which the server may write. */
  readonly folder: string
  /** Returns a shell command that runs one of the SQL files of this folder. */
  command(file: string, variables: Readonly<Record<string, string>>): string
  stop(): Promise<void>
}

/**
 * Starts a server with its data and its Unix socket in `folder`, and loads the tracts of a GeoJSON file. Throws if
 * PostgreSQL is not installed.
 */
export async function startPostgis(folder: string, tracts: string, dimensions: readonly string[]): Promise<Postgis> {
  const programs = programFolder()
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  await mkdir(folder)
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
  })
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...settings], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const postgis: Postgis = {
    pid: server.pid!,
    folder,
    command(file, variables) {
      const path = fileURLToPath(new URL(file, import.meta.url))
      const all = {
        ...variables,
        scores: dimensions.map((id) => `"${id}"`).join(', '),
        columns: dimensions.map((id) => `"${id}" int2`).join(', '),
      }
      const settings = Object.entries(all).map(([name, value]) => `-v '${name}=${value}'`)
      return `psql -X -q -h '${folder}' -U bench -d postgres -v ON_ERROR_STOP=1 ${settings.join(' ')} -f '${path}'`
    },
    stop: () => stop(server),
  }
  process.prependOnceListener('exit', () => server.kill('SIGQUIT')) // the server must end before the folder is removed
  try {
    await ready(folder)
    await run('bash', ['-c', postgis.command('postgis-load.sql', { tracts })])
  } catch (error) {
    await postgis.stop()
    throw error
  }
  return postgis
}

function programFolder(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...process.env.PATH!.split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))]
  const bin = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (bin === undefined) throw new Error('initdb is not installed.')
  return bin
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}

async function ready(folder: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await run('pg_isready', ['-q', '-h', folder]).catch(() => null)
    if (answer !== null) return
    await setTimeout(100)
  }
  throw new Error('The server did not start.')
}

/** Stops the server with SIGINT, which means a fast shutdown. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
