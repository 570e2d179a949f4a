import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parquetWriteFile } from 'hyparquet-writer'

/**
 * Compares the speed, memory and data reads of this checkout with those of an earlier commit: `npm run bench:guard`, or
 * `-- COMMIT` for a commit other than the last tag. Builds both and measures them in turn. Counts of bytes and requests
 * are the same on every machine. Times are CPU times, which other programs hardly affect. If earlier / current is below
 * 0.93 for a figure, it is marked, and the exit code is 1. With `--counts-decide`, as in CI, only counts affect the
 * exit code.
 */
const WORSE = 0.93
/**
 * Number of allocated bytes per call by which two runs of the same code may differ, because the JIT compiler optimizes
 * some allocations away.
 */
const SLACK = 200
const ROUNDS = 3
const ROWS = 400_000

const top = fileURLToPath(new URL('../../', import.meta.url))
const git = (...args: string[]) => execFileSync('git', args, { cwd: top, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()
const countsDecide = process.argv.includes('--counts-decide')
const requested = process.argv.slice(2).find((argument) => !argument.startsWith('--'))
const commit = git('rev-parse', '--short', requested ?? (git('rev-list', '--tags', '--max-count=1') || 'HEAD'))
const folder = mkdtempSync(join(tmpdir(), 'vicinage-guard-'))
try {
  const before = builtFrom(commit)
  build(top)
  const csv = join(folder, 'places.csv')
  const runs: Record<'before' | 'now', Figures[]> = { before: [], now: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, dist] of [
      ['before', join(before, 'dist')],
      ['now', join(top, 'dist')],
    ] as const)
      runs[name].push({
        ...figuresOf(dist, csv),
        ...batch(dist, csv, 'csv'),
        ...batch(dist, parquetOf(csv), 'parquet'),
      })
  console.log(`Node ${process.version}, ${commit} compared with ${git('rev-parse', '--short', 'HEAD')}\n`)
  const counts = { before: [countsOf(join(before, 'dist'))], now: [countsOf(join(top, 'dist'))] }
  const worseCounts = report('counts', counts)
  const worseTimes = report(`minimum of ${ROUNDS} runs, in µs of CPU per call unless stated otherwise`, runs)
  process.exitCode = worseCounts + (countsDecide ? 0 : worseTimes) === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

type Figures = Readonly<Record<string, number | null>>

function builtFrom(commit: string): string {
  const checkout = join(folder, 'before')
  execFileSync('sh', ['-c', 'mkdir "$1" && git archive "$2" | tar x -C "$1"', 'sh', checkout, commit], { cwd: top })
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
  if (lock(checkout) === lock(top)) symlinkSync(join(top, 'node_modules'), join(checkout, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], {
      cwd: checkout,
      stdio: 'ignore',
    })
  build(checkout)
  return checkout
}

function build(checkout: string): void {
  execFileSync(process.execPath, [join(top, 'node_modules/tsup/dist/cli-default.js'), '--silent', '--no-dts'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function figuresOf(dist: string, csv: string): Figures {
  const script = fileURLToPath(new URL('../support/guard-figures.mjs', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [script, dist, csv], { encoding: 'utf8' })) as Figures
}

function countsOf(dist: string): Figures {
  const script = fileURLToPath(new URL('../support/guard-counts.mjs', import.meta.url))
  const flags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512']
  return JSON.parse(execFileSync(process.execPath, [...flags, script, dist], { encoding: 'utf8' })) as Figures
}

/** Measures CPU time and peak memory of the whole command on two threads, with /usr/bin/time. */
function batch(dist: string, input: string, format: string): Figures {
  const output = join(folder, `out.${format}`)
  const args = [join(dist, 'cli.js'), 'batch', input, output, '--force', '--quiet', '--threads', '2']
  const timed = spawnSync('/usr/bin/time', ['-f', '%U %S %M', process.execPath, ...args], { encoding: 'utf8' })
  const [user, system, kilobytes] = timed.stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  return timed.status === 0
    ? { [`batch ${format}, a row`]: ((user + system) / ROWS) * 1e6, [`batch ${format}, MB`]: kilobytes / 1000 }
    : { [`batch ${format}, a row`]: null, [`batch ${format}, MB`]: null }
}

function parquetOf(csv: string): string {
  const filename = csv.replace('.csv', '.parquet')
  if (existsSync(filename)) return filename
  const rows = readFileSync(csv, 'latin1').trimEnd().split('\n').slice(1)
  const column = (name: string, at: number) => ({
    name,
    data: Float64Array.from(rows, (row) => Number(row.split(',')[at])),
    type: 'DOUBLE' as const,
  })
  parquetWriteFile({ filename, columnData: [column('lat', 1), column('lon', 2)], rowGroupSize: 100_000 })
  return filename
}

/** Prints a table of figures. Returns how many are worse than before. */
function report(title: string, runs: Record<'before' | 'now', Figures[]>): number {
  const least = (name: string, of: Figures[]) => {
    const values = of.flatMap((figures) => figures[name] ?? [])
    return values.length === 0 ? null : Math.min(...values)
  }
  console.log(`| ${title} | before | now | ratio | |\n|---|--:|--:|--:|---|`)
  let worse = 0
  for (const name of Object.keys(runs.now[0])) {
    const [old, current] = [least(name, runs.before), least(name, runs.now)]
    const ratio = old === null || current === null ? null : old / current
    const slack = name.endsWith('allocated') ? SLACK : 0
    const isWorse = ratio !== null && ratio < WORSE && current! - old! > slack
    if (isWorse) worse++
    const cells = [name, shown(old), shown(current), ratio?.toFixed(2) ?? 'n/a', isWorse ? '**worse**' : '']
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log()
  return worse
}

function shown(value: number | null): string {
  return value === null ? 'n/a' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
