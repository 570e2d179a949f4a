import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetWriteFile } from 'hyparquet-writer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { geoJson, randomZones, TEXAS } from '../../data-build/upgrade/fixtures/data.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { ended, killed } from '../../library/user-data/killing.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** Number of times each writer is killed. The figures in docs/guide/batch.md are from `KILLS=200`. */
const KILLS = Number(process.env.KILLS ?? 3)
const ROWS = 30_000

interface Writer {
  readonly argv: readonly string[]
  /** File or folder that the command writes. */
  readonly target: string
  /** Arguments that continue a killed run. */
  readonly again?: readonly string[]
}

const places = Array.from({ length: ROWS }, (_, i) => [30.2 + (i % 997) * 1e-4, -97.8 + (i % 1999) * 1e-4])

const inputs: Readonly<Record<string, (folder: string) => string>> = {
  'in.csv': () => `lat,lon\n${places.map((place) => place.join(',')).join('\n')}\n`,
  'in.ndjson': () => places.map(([lat, lon]) => `{"lat":${lat},"lon":${lon}}\n`).join(''),
  'points.csv': () =>
    `NUMBER,STNAME,STSUFFIX,MAILCITY,ZIP,LAT,LONG,COUNTYID\n${places
      .slice(0, 5000)
      .map(([lat, lon], i) => `${100 + (i % 50)},Made${i % 100},ST,AUSTIN,78701,${lat},${lon},${48001 + 2 * (i % 8)}`)
      .join('\n')}\n`,
}

const batchOf = (input: string, output: string): Writer => ({
  argv: ['batch', input, output, '--threads', '2', '--quiet', '--force'],
  again: ['batch', input, output, '--threads', '2', '--quiet', '--force', '--resume'],
  target: output,
})

const layer = ['--id', 'canopy', '--name', 'Canopy', '--low', 'bare', '--high', 'leafy', '--score', 'score']

const writers: Readonly<Record<string, Writer>> = {
  'batch of CSV': batchOf('in.csv', 'out.csv'),
  'batch of CSV, compressed': batchOf('in.csv', 'out.csv.gz'),
  'batch of NDJSON': batchOf('in.ndjson', 'out.ndjson'),
  'batch of Parquet': batchOf('in.parquet', 'out.parquet'),
  export: { argv: ['export', '--by', 'tract', '-o', 'tracts.csv', '--force', '--quiet'], target: 'tracts.csv' },
  map: { argv: ['map', 'walkability', '--state', 'TX', '-o', 'map.png'], target: 'map.png' },
  'data copy': { argv: ['data', 'copy', '--out', 'copy', '--force'], target: 'copy' },
  'layer add': { argv: ['layer', 'add', 'zones.geojson', ...layer, '--replace'], target: 'home/layers' },
  'streets add': { argv: ['streets', 'add', '--from', 'points.csv'], target: 'home/streets' },
}

describe('a command that is killed while it writes', () => {
  it.each(Object.entries(writers))(
    'leaves either complete output or no output: %s',
    { timeout: 1_800_000 },
    async (_, writer) => {
      const data = await folderFixture()
      const [alone, folder] = [emptyFolder(), emptyFolder()]
      for (const one of [alone, folder]) prepare(one)
      const start = (within: string, argv = writer.argv) => command(within, ['--data', data, ...argv])
      let lasts = await timeOf(() => finished(start(alone)))
      const whole = filesOf(join(alone, writer.target))
      let kills = 0
      let isUnderWay = false
      for (let i = 0; kills < KILLS && i < 6 * KILLS; i++) {
        const argv = isUnderWay ? writer.again : writer.argv
        const after = lasts * (0.2 + 0.9 * Math.random())
        const began = performance.now()
        const { code, signal, err } = await killed(start(folder, argv), { after, hasBegun: null, patience: 0 })
        if (signal === 'SIGKILL') kills++
        else {
          expect([code, err]).toEqual([0, err])
          // If the machine has become less busy, runs are shorter, so the next kills come earlier. Otherwise every run
          // would end before its kill.
          lasts = Math.min(lasts, performance.now() - began)
        }
        const files = filesOf(join(folder, writer.target))
        for (const [name, bytes] of Object.entries(files)) expect([name, bytes]).toEqual([name, whole[name]])
        isUnderWay = existsSync(join(folder, `${writer.target}.vicinage-journal`))
        if (code === 0) rmSync(join(folder, writer.target), { recursive: true })
      }
      expect(kills).toBe(KILLS)
      await finished(start(folder, isUnderWay ? writer.again : writer.argv))
      expect(filesOf(join(folder, writer.target))).toEqual(whole)
    },
  )

  it('preserves every key that keys add has printed', { timeout: 1_800_000 }, async () => {
    const folder = emptyFolder()
    const told: string[] = []
    const lasts = await timeOf(() => finished(command(folder, ['keys', 'add', 'first'])))
    const names = () => {
      const { keys } = JSON.parse(readFileSync(join(folder, 'vicinage-keys.json'), 'utf8')) as {
        keys: { name: string }[]
      }
      return keys.map(({ name }) => name)
    }
    for (let i = 0; i < KILLS; i++) {
      const child = command(folder, ['keys', 'add', `key ${i}`])
      child.stdout?.once('data', () => told.push(`key ${i}`))
      await killed(child, { after: lasts * (0.3 + Math.random()), hasBegun: null, patience: 0 })
      expect(names()).toEqual(expect.arrayContaining(['first', ...told]))
    }
    await finished(command(folder, ['keys', 'add', 'last']))
    expect(names()).toContain('last')
  })

  it('preserves every count that was written to a usage file', { timeout: 1_800_000 }, async () => {
    const folder = emptyFolder()
    const script = join(folder, 'count.mjs')
    writeFileSync(script, COUNTING.replace('HTTP', join(process.cwd(), 'dist/http.js')))
    let least = 0
    for (let i = 0; i < KILLS; i++) {
      const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      let out = ''
      child.stdout.on('data', (text) => {
        out += text
      })
      // Kill after the second count was printed, during a count or between two.
      const hasBegun = () => out.includes('\n', out.indexOf('\n') + 1)
      await killed(child, { after: 20 * Math.random(), hasBegun, patience: 60_000 })
      least = Number(out.trim().split('\n').at(-1) ?? least)
      const { used } = JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8')) as { used: { key: number } }
      expect(used.key - least).toBeGreaterThanOrEqual(0)
      expect(used.key - least).toBeLessThanOrEqual(1)
      least = used.key
    }
    expect(least).toBeGreaterThan(KILLS)
  })
})

/** A program that increments the count in a usage file and prints it once it is on the disk. */
const COUNTING = `import { openUsageFile } from 'HTTP'
for (;;) {
  const usage = await openUsageFile('usage.json')
  const count = (usage.used.get('key') ?? 0) + 1
  usage.used.set('key', count)
  usage.changed()
  await usage.close()
  process.stdout.write(count + '\\n')
}
`

function prepare(folder: string): void {
  mkdirSync(join(folder, 'home'))
  for (const [name, text] of Object.entries(inputs)) writeFileSync(join(folder, name), text(folder))
  geoJson(
    folder,
    'zones.geojson',
    randomZones(200, TEXAS, (i) => ({ score: 1 + (i % 255) }), 9),
  )
  const column = (name: string, at: number) => ({
    name,
    data: places.map((place) => place[at]),
    type: 'DOUBLE' as const,
  })
  parquetWriteFile({
    filename: join(folder, 'in.parquet'),
    columnData: [column('lat', 0), column('lon', 1)],
    rowGroupSize: 2000,
  })
}

function command(folder: string, argv: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...argv], {
    cwd: folder,
    env: { ...process.env, VICINAGE_DATA_HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Returns the files of an output by name, or none if it does not exist. Temporary files next to it are left out. */
function filesOf(target: string): Record<string, string> {
  if (!existsSync(target)) return {}
  if (statSync(target).isFile()) return { '': readFileSync(target).toString('base64') }
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(target, name)).isFile() && !/\.part$|\.lock$/.test(name))
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(target, name)).toString('base64')]))
}

/** Waits for a command and fails with its error output unless it exits with 0. */
async function finished(child: ChildProcess): Promise<void> {
  const { code, err } = await ended(child)
  expect([code, err]).toEqual([0, err])
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
