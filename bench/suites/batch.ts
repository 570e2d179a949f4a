import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parquetWriteFile } from 'hyparquet-writer'
import { inOrder, type Points, randomPlaces } from '../support/points.ts'
import { benchParquet } from './batch-parquet.ts'
import { schoolAddresses } from './geocode.ts'

/**
 * Measures `vicinage batch` as a whole process, including its start: rows per second, CPU time and peak memory, each as
 * the median of three runs. Runs of different inputs alternate. `npm run bench:batch`; `-- --rows 100000000` adds a CSV
 * with that many rows, which takes minutes and needs 11 GB of disk.
 */
const RUNS = 3
const ROWS = 4_000_000
const LONG = 20_000_000
const dist = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))

const { openVicinage } = (await import(dist('index.js'))) as typeof import('../../src/index.ts')
const vicinage = await openVicinage()
const folder = await mkdtemp(join(tmpdir(), 'vicinage-bench-'))
try {
  console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, ${cpus().length} cores\n`)
  const random = randomPlaces(vicinage, ROWS, 1)
  const addresses = schoolAddresses(vicinage, randomPlaces(vicinage, 40_000, 2))
  const inputs: Input[] = [
    { name: 'CSV, unsorted coordinates', file: 'random.csv', rows: ROWS, write: csvOf(random) },
    { name: 'CSV, sorted coordinates', file: 'order.csv', rows: ROWS, write: csvOf(inOrder(random)) },
    { name: 'CSV, a short file', file: 'short.csv', rows: 1_000_000, write: csvOf(random, 1_000_000) },
    { name: 'Parquet, unsorted coordinates', file: 'random.parquet', rows: ROWS, write: parquetOf(random) },
    { name: 'Parquet, sorted coordinates', file: 'order.parquet', rows: ROWS, write: parquetOf(inOrder(random)) },
    { name: 'Parquet, long, in no order', file: 'long.parquet', rows: LONG, write: parquetOf(random, LONG) },
    {
      name: 'Parquet, long, in order',
      file: 'long-order.parquet',
      rows: LONG,
      write: parquetOf(inOrder(random), LONG),
    },
    { name: 'NDJSON, unsorted coordinates', file: 'random.ndjson', rows: ROWS / 2, write: ndjsonOf(random) },
    { name: 'CSV, addresses', file: 'addresses.csv', rows: 500_000, write: addressesOf(addresses) },
  ]
  const long = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 0
  if (long > 0)
    inputs.push({ name: 'CSV, unsorted coordinates', file: 'long.csv', rows: long, write: csvOf(random, long) })
  for (const { file, write } of inputs) await write(join(folder, file))
  const results = new Map<Input, Result[]>()
  for (let round = 0; round < RUNS; round++)
    for (const input of inputs)
      if (round === 0 || input.file !== 'long.csv')
        results.set(input, [...(results.get(input) ?? []), await batch(join(folder, input.file))])
  console.log('| rows → 14 scores | rows | rows/s | CPU, µs per row | peak memory, MB |')
  console.log('|---|--:|--:|--:|--:|')
  for (const [{ name, rows }, all] of results) {
    const of = (value: (result: Result) => number) => all.map(value).sort((a, b) => a - b)[all.length >> 1]
    const rate = Math.round(rows / of(({ seconds }) => seconds))
    const cpu = (of(({ cpuSeconds }) => cpuSeconds) / rows) * 1e6
    console.log(`| ${name} | ${rows} | ${rate} | ${cpu.toFixed(2)} | ${of(({ megabytes }) => megabytes).toFixed(0)} |`)
  }
} finally {
  await rm(folder, { recursive: true })
}
await benchParquet(vicinage)

interface Input {
  readonly name: string
  readonly file: string
  readonly rows: number
  write(path: string): Promise<void>
}

interface Result {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Peak resident memory in megabytes. */
  readonly megabytes: number
}

/** Runs the built command, and reads its CPU time and memory from /proc until it ends. */
async function batch(input: string): Promise<Result> {
  const started = performance.now()
  const child = spawn(process.execPath, [dist('cli.js'), 'batch', input, `${input}.out`, ...format(input), '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let cpuSeconds = 0
  let megabytes = 0
  const look = setInterval(async () => {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((name) => readFile(`/proc/${child.pid}/${name}`, 'utf8')),
    ).catch(() => ['', ''])
    const fields = stat.replace(/^.*\) /, '').split(' ')
    if (stat !== '') cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000)
  }, 20)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`vicinage batch exited with ${code}`)
  await rm(`${input}.out`)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds, megabytes }
}

function format(input: string): string[] {
  return ['--format', input.split('.').at(-1)!]
}

function csvOf({ lat, lon }: Points, rows = lat.length): Input['write'] {
  return written(rows, 'id,latitude,longitude\n', (i) => {
    const at = i % lat.length
    return `${i},${lat[at].toFixed(6)},${lon[at].toFixed(6)}\n`
  })
}

function ndjsonOf({ lat, lon }: Points): Input['write'] {
  return written(ROWS / 2, '', (i) => `{"id":${i},"lat":${lat[i].toFixed(6)},"lon":${lon[i].toFixed(6)}}\n`)
}

function addressesOf(addresses: readonly string[]): Input['write'] {
  // Random house numbers make most of the addresses unknown to the geocoder, as in a typical customer list.
  const numbered = (i: number) => addresses[i % addresses.length].replace(/^\d+/, String(1 + ((i * 7919) % 9_999)))
  return written(500_000, 'id,address\n', (i) => `${i},"${numbered(i)}"\n`)
}

function parquetOf({ lat, lon }: Points, rows = lat.length): Input['write'] {
  const repeated = (column: Float64Array) => Float64Array.from({ length: rows }, (_, i) => column[i % column.length])
  return async (filename) =>
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'id', data: Int32Array.from({ length: rows }, (_, i) => i), type: 'INT32' },
        { name: 'latitude', data: repeated(lat), type: 'DOUBLE' },
        { name: 'longitude', data: repeated(lon), type: 'DOUBLE' },
      ],
      rowGroupSize: 250_000,
    })
}

function written(rows: number, header: string, row: (i: number) => string): Input['write'] {
  return (path) =>
    pipeline(function* () {
      yield header
      for (let from = 0; from < rows; from += 50_000)
        yield Array.from({ length: Math.min(50_000, rows - from) }, (_, i) => row(from + i)).join('')
    }, createWriteStream(path))
}
