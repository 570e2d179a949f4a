import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { randomPlaces } from '../support/points.ts'

/**
 * Compares `vicinage cluster` with `vicinage batch` on the same file and machine: `npm run bench:cluster`. Needs
 * `redis-server`. The cluster is a Redis server, a worker with a thread per core, and a process that submits the file.
 * Runs alternate. The worker is already running, as on a real cluster, so its start is not counted; the start of
 * `batch` is measured separately.
 */
const ROWS = 10_000_000
const RUNS = 3
const REDIS = 'redis-server'
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

const { openVicinage } = (await import(
  fileURLToPath(new URL('../../dist/index.js', import.meta.url))
)) as typeof import('../../src/index.ts')
const folder = await mkdtemp(join(tmpdir(), 'vicinage-bench-'))
const input = join(folder, 'in.csv')
const output = join(folder, 'out.csv')
const alone = join(folder, 'alone.csv')
const shortInput = join(folder, 'short.csv')
const ending: (() => Promise<unknown>)[] = []
try {
  console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, ${cpus().length} cores\n`)
  const { lat, lon } = randomPlaces(await openVicinage(), 1_000_000, 1)
  const rows = (count: number) =>
    function* () {
      yield 'id,latitude,longitude\n'
      for (let from = 0; from < count; from += 50_000)
        yield Array.from({ length: Math.min(50_000, count - from) }, (_, i) => {
          const at = (from + i) % lat.length
          return `${from + i},${lat[at].toFixed(6)},${lon[at].toFixed(6)}\n`
        }).join('')
    }
  await pipeline(rows(ROWS), createWriteStream(input))
  await pipeline(rows(50_000), createWriteStream(shortInput))

  const port = await freePort()
  const redis = `redis://127.0.0.1:${port}`
  const server = spawn(REDIS, ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''])
  ending.push(() => end(server))
  await waitForText(server.stdout!, 'Ready to accept connections')
  const worker = spawn(process.execPath, [cli, 'cluster', 'worker', '--redis', redis])
  ending.push(() => end(worker))
  await waitForText(worker.stderr!, 'Waiting for jobs')

  const threads: number[] = []
  const cluster: number[] = []
  const starts: number[] = []
  const cpuOfCluster: number[] = []
  const cpuOfThreads: number[] = []
  for (let round = 0; round <= RUNS; round++) {
    const start = await run(['batch', shortInput, join(folder, 'short.out.csv'), '--force'])
    const single = await run(['batch', input, alone])
    const before = cpuOf(worker) + cpuOf(server)
    const many = await run(['cluster', 'submit', input, output, '--redis', redis])
    const cpu = cpuOf(worker) + cpuOf(server) - before
    if (!readFileSync(alone).subarray(-1e6).equals(readFileSync(output).subarray(-1e6)))
      throw new Error('The outputs differ.')
    await Promise.all([rm(alone), rm(output)])
    // The first round warms the worker up.
    if (round === 0) continue
    starts.push(start.seconds)
    threads.push(single.seconds)
    cluster.push(many.seconds)
    cpuOfThreads.push(single.cpu)
    cpuOfCluster.push(many.cpu + cpu)
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]
  const line = (name: string, seconds: number, cpu: number) =>
    `| ${name} | ${(ROWS / seconds / 1e6).toFixed(2)} | ${((cpu / ROWS) * 1e6).toFixed(2)} |`
  console.log(
    `| ${ROWS / 1e6} million rows, ${availableParallelism()} threads | million rows/s | CPU, µs per row |\n|---|--:|--:|`,
  )
  console.log(line('batch', middle(threads), middle(cpuOfThreads)))
  console.log(line('cluster', middle(cluster), middle(cpuOfCluster)))
  console.log(`\ncluster / batch: ${((100 * middle(threads)) / middle(cluster)).toFixed(0)} %; `)
  console.log(`start of batch: ${middle(starts).toFixed(2)} s`)
} finally {
  for (const stop of ending.reverse()) await stop()
  await rm(folder, { recursive: true })
}

async function run(args: readonly string[]): Promise<{ seconds: number; cpu: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, [cli, ...args, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] })
  let cpu = 0
  const look = setInterval(() => {
    cpu = cpuOf(child) || cpu
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0) throw new Error(`vicinage ${args[0]} ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, cpu }
}

/** Returns the CPU seconds of a process from /proc, or 0 if it has ended. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

async function waitForText(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let heard = ''
  for await (const bytes of stream) {
    heard += bytes
    if (heard.includes(text)) break
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.exitCode === null && child.kill('SIGTERM')) await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
