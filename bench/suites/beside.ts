import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { explorerRequests, maximalRequests, type NamedRequest } from '../support/maximal-requests.ts'

/**
 * Measures how much expensive requests delay a cheap one: the 99th percentile of the time of a score while 4 or 100
 * other clients use an operation of `vicinage serve` with the largest legal arguments. Before and after, measures the
 * score without other clients. `npm run bench:beside` takes about ten minutes; with `ONLY=find`, only operations with
 * "find" in their name are measured.
 *
 * A separate process requests the scores, so that the other clients do not slow it down. The service reports how long
 * its event loop was blocked, which distinguishes delays in the service from delays in the clients.
 */
const SCORE = '/v1/environment/noise-levels?lat=30.27&lon=-97.74'
const SECONDS = Number(process.env.SECONDS ?? 2.5)
const GOALS = new Map([
  [4, 35],
  [100, 50],
])

const support = (name: string) => new URL(`../support/${name}`, import.meta.url)
const child = spawn(
  process.execPath,
  ['--import', support('loop-delay.mjs').href, 'dist/cli.js', 'serve', '--no-auth', '--port', '0', '--no-log'],
  { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
)
let address = ''
for await (const line of createInterface(child.stderr!)) {
  address = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''
  if (address !== '') break
}

const otherAgent = new Agent({ keepAlive: true })

/** Sends a request and discards the answer. Keeping answers would take CPU time from the service. */
async function ask({ path, init }: NamedRequest): Promise<{ status: number; retryAfter: number }> {
  const sent = request(`${address}${path}`, {
    agent: otherAgent,
    method: init?.method ?? 'GET',
    headers: { ...(init?.headers as Record<string, string> | undefined) },
  })
  sent.end(init?.body as string | undefined)
  try {
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, retryAfter: Number(response.headers['retry-after'] ?? 0) }
  } catch {
    // The connection was closed without an answer.
    return { status: 0, retryAfter: 0 }
  }
}

interface Delay {
  readonly p99: number
  readonly max: number
}

/** Returns how long the service's event loop was blocked since the last call, in milliseconds. */
async function loopDelay(): Promise<Delay> {
  child.send('delay')
  const [delay] = await once(child, 'message')
  return delay as Delay
}

/** Requests scores one after another for `SECONDS` and returns the milliseconds of each, in ascending order. */
async function scoreTimes(): Promise<number[]> {
  const asking = fork(support('score-times.mjs'), [address, SCORE, `${SECONDS * 1000}`])
  const [{ times, failed }] = (await once(asking, 'message')) as [{ times: number[]; failed: number }]
  if (failed > 0) throw new Error(`${failed} scores were not answered.`)
  return times.sort((a, b) => a - b)
}

interface Measured {
  readonly p99: number
  readonly loop: Delay
  /** Number of answers by status: `120 × 200, 3 × 429`. */
  readonly answers: string
  readonly broken: number
}

/** Times score requests while several clients keep repeating another request. */
async function measureBeside(other: NamedRequest | null, clients: number): Promise<Measured> {
  let isOver = false
  const statuses = new Map<number, number>()
  const loops = Array.from({ length: other === null ? 0 : clients }, async () => {
    while (!isOver) {
      const { status, retryAfter } = await ask(other!)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // If the service is busy, the client waits as long as `Retry-After` says.
      for (let waited = 0; !isOver && waited < retryAfter * 1000; waited += 100) await sleep(100)
    }
  })
  await sleep(300)
  await loopDelay()
  const times = await scoreTimes()
  const loop = await loopDelay()
  isOver = true
  await Promise.all(loops)
  const answers = [...statuses].map(([status, count]) => `${count} × ${status || 'broken off'}`).join(', ')
  return { p99: times[Math.floor(times.length * 0.99)], loop, answers, broken: statuses.get(0) ?? 0 }
}

const only = process.env.ONLY ?? ''
const others = [...maximalRequests, ...explorerRequests].filter(({ name }) => name.includes(only))
// Lets threads start and decode their data before anything is measured.
for (const other of others) await ask(other)
const milliseconds = (value: number) => `${value.toFixed(1)} ms`.padStart(9)
const misses: string[] = []

/** Measures scores without other clients and prints their times. */
async function printAlone() {
  const { p99, loop } = await measureBeside(null, 0)
  console.log(`A score alone: p99 ${milliseconds(p99)}, event loop blocked for up to ${milliseconds(loop.max)}`)
}

await printAlone()
const goals = [...GOALS].map(([clients, goal]) => `p99 beside ${clients} (≤ ${goal} ms), longest block, answers`)
console.log(`${'operation'.padEnd(38)} ${goals.join(' | ')}`)
let met = 0
for (const other of others) {
  const cells: string[] = []
  for (const [clients, goal] of GOALS) {
    const { p99, loop, answers, broken } = await measureBeside(other, clients)
    const isMet = p99 <= goal && broken === 0
    cells.push(`${milliseconds(p99)} ${isMet ? 'met   ' : 'MISSED'} ${milliseconds(loop.max)} (${answers})`)
    if (isMet) met++
    else misses.push(`${other.name} beside ${clients}: ${p99.toFixed(0)} ms, ${broken} connections dropped`)
  }
  console.log(`${other.name.padEnd(38)} ${cells.join(' | ')}`)
}
await printAlone()
console.log(`Goals met: ${met} of ${others.length * GOALS.size}.`)
for (const miss of misses) console.log(`Missed: ${miss}`)
otherAgent.destroy()
child.kill()
