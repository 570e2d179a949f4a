import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Endpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'

/** Wall-clock time and CPU time in milliseconds. */
type Turn = readonly [wall: number, cpu: number]

/**
 * Measures the longest turns of the event loop of `vicinage serve` in its first minute, while it answers every kind of
 * request, one after another: `npm run bench:event-loop`. The first column is wall-clock time, which includes waiting
 * for other programs on a busy machine. The second column is the CPU time of the whole process during the request. On
 * an idle machine, no turn could take longer than that.
 */
const PRELOAD = `
import { monitorEventLoopDelay } from 'node:perf_hooks'
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let cpu = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu)
  process.send([delay.max / 1e6, (user + system) / 1e3])
  delay.reset()
  cpu = process.cpuUsage()
})
`
const MINUTE = 60_000

const json = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
})
const tool = (name: string, args: object) =>
  json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

/** Returns the request of an endpoint with the examples of its parameters. */
function exampleOf({ path, method, parameters }: Endpoint): [path: string, init?: RequestInit] {
  const fields = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  if (method === 'POST') return [filled, json(fields)]
  const query = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [[name, String(fields[name])]] : []))
  return [`${filled}?${new URLSearchParams(query)}`]
}

const points = Array.from({ length: 1000 }, (_, i) => ({ lat: 30 + i / 1000, lon: -97.7 - i / 2000 }))
const place = { lat: 30.2672, lon: -97.7431 }
const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/health'],
  ...endpoints.map(exampleOf),
  ['/v1/scores/batch', json({ points })],
  ...['/v1/tiles/walkability/10/234/421.png', '/openapi.json', '/docs', '/explore/', '/metrics'].map(
    (path): [string] => [path],
  ),
  ['/mcp', json({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
  ['/mcp', tool('scores', { places: [place] })],
  ['/mcp', tool('map', { place, dimension: 'walkability' })],
]

const args = ['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`, 'dist/cli.js']
const child = spawn(process.execPath, [...args, 'serve', '--no-auth', '--port', '0', '--no-log'], {
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
})
/** Returns the longest turn and the CPU time since the last call, in milliseconds. */
const longest = () =>
  new Promise<Turn>((done) => {
    child.once('message', (turn) => done(turn as Turn))
    child.send('')
  })
let address = ''
for await (const line of createInterface(child.stderr!)) {
  address = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''
  if (address !== '') break
}
const [opening] = await longest()
const start = performance.now()
const worst = new Map<string, Turn>()
const note = (name: string, [wall, cpu]: Turn) => {
  const [before, cpuBefore] = worst.get(name) ?? [0, 0]
  worst.set(name, [Math.max(wall, before), Math.max(cpu, cpuBefore)])
}
const refused = new Set<string>()
while (performance.now() - start < MINUTE) {
  note('no request', await longest())
  for (const [path, init] of REQUESTS) {
    const response = await fetch(`${address}${path}`, init)
    await response.arrayBuffer()
    if (!response.ok) refused.add(`${path}: ${response.status}`)
    note(`${init?.method ?? 'GET'} ${path.split('?')[0]}`, await longest())
  }
  await new Promise((done) => setTimeout(done, 200))
}
child.kill()
if (refused.size > 0) console.log(`Refused: ${[...refused].join(', ')}`)
const sorted = [...worst].sort(([, a], [, b]) => b[1] - a[1])
console.log(
  `Startup until the service listens: ${opening.toFixed(0)} ms. Longest event-loop turns in the first minute, and their CPU time:`,
)
for (const [name, turn] of sorted.slice(0, 10))
  console.log(`  ${turn.map((ms) => `${ms.toFixed(0)} ms`.padStart(7)).join('')}  ${name}`)
