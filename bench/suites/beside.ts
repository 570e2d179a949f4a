import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { explorerRequests, maximalRequests, type NamedRequest } from '../support/maximal-requests.ts'

/**
 * The 99th percentile of a score beside 4 and 100 clients of each operation of `vicinage serve`, with the largest legal
 * arguments, and with nobody beside it: `npm run bench:beside`. `ONLY=find` measures the operations of that name.
 */
const SCORE = '/v1/environment/noise-levels?lat=30.27&lon=-97.74'
const SECONDS = Number(process.env.SECONDS ?? 4)
const GOALS = new Map([
  [4, 35],
  [100, 50],
])

const child = spawn(process.execPath, ['dist/cli.js', 'serve', '--no-auth', '--port', '0', '--no-log'], {
  stdio: ['ignore', 'ignore', 'pipe'],
})
let address = ''
for await (const line of createInterface(child.stderr)) {
  address = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''
  if (address !== '') break
}

const scoreAgent = new Agent({ keepAlive: true, maxSockets: 1 })
const otherAgent = new Agent({ keepAlive: true })

/** Asks, reads the answer and forgets it: a client that keeps it would compete with the service. */
async function ask({ path, init }: Pick<NamedRequest, 'path' | 'init'>, agent: Agent): Promise<number> {
  const sent = request(`${address}${path}`, {
    agent,
    method: init?.method ?? 'GET',
    headers: { ...(init?.headers as Record<string, string> | undefined) },
  })
  sent.end(init?.body as string | undefined)
  try {
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return response.statusCode
  } catch {
    // Broken off, as a long body is that a busy machine cannot finish in time.
    return 0
  }
}

/** Milliseconds of the 99th percentile of a score, while `clients` ask the other thing again and again. */
async function p99Beside(other: NamedRequest | null, clients: number) {
  let isOver = false
  const statuses = new Map<number, number>()
  const loops = Array.from({ length: other === null ? 0 : clients }, async () => {
    while (!isOver) {
      const status = await ask(other!, otherAgent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // A client that is told that the service is busy waits, as it is told.
      if (status === 503) await sleep(1000)
    }
  })
  await sleep(300)
  const times: number[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    const start = performance.now()
    await ask({ path: SCORE }, scoreAgent)
    times.push(performance.now() - start)
    await sleep(2)
  }
  isOver = true
  await Promise.all(loops)
  times.sort((a, b) => a - b)
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return { p99: times[Math.floor(times.length * 0.99)], answers }
}

const only = process.env.ONLY ?? ''
const others = [...maximalRequests, ...explorerRequests].filter(({ name }) => name.includes(only))
// Threads start, and data is unpacked, before anything is measured.
for (const other of others) await ask(other, otherAgent)
const milliseconds = (value: number) => `${value.toFixed(1)} ms`.padStart(10)
const misses: string[] = []
console.log(`A score alone: p99 ${milliseconds((await p99Beside(null, 0)).p99)}`)
for (const other of others) {
  const cells: string[] = []
  for (const [clients, goal] of GOALS) {
    const { p99, answers } = await p99Beside(other, clients)
    cells.push(`${milliseconds(p99)} (${answers})`)
    if (p99 > goal) misses.push(`${other.name} beside ${clients}: ${p99.toFixed(0)} ms`)
  }
  console.log(`${other.name.padEnd(36)} ${cells.join('  ')}`)
}
console.log(`A score alone: p99 ${milliseconds((await p99Beside(null, 0)).p99)}`)
console.log(misses.length === 0 ? 'All goals are met.' : `Missed: ${misses.join('; ')}`)
child.kill()
