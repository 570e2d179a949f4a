import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { addKey } from '../src/http/key-file.ts'

/**
 * `vicinage serve` with a key, limits, validation and a log, beside a bare `node:http` server that sends the same body, and one that sends
 * the same headers, too. Rounds alternate, so that a busy moment of the machine meets all of them.
 * `npm run bench:http`; `-- --requests 2000000` for the memory of a long run. Throughput is measured by wrk, which needs less of the machine
 * than a client in JavaScript; the latency at half of it by autocannon, which can keep a pace.
 */
const PATH = '/v1/vibe/walkability?lat=30.2672&lon=-97.7431'
const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 32

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'vicinage-bench-'))
const children: ChildProcess[] = []
try {
  console.log(`Node ${process.version} on ${cpus()[0].model.trim()}, ${cpus().length} cores\n`)
  await main()
} finally {
  for (const child of children) child.kill()
  await rm(folder, { recursive: true })
}

async function main(): Promise<void> {
  const keys = join(folder, 'keys.json')
  const { token } = await addKey(keys, {
    name: 'bench',
    rate: { requests: 999_999_999, seconds: 60 },
    monthly: 999_999_999,
    expires: null,
  })
  const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
  const service = await start([cli, 'serve', '--port', '0', '--keys', keys, '--no-mcp'])
  const sample = await fetch(`${service.url}${PATH}`, { headers: { authorization: `Bearer ${token}` } })
  const body = await sample.text()
  if (sample.status !== 200) throw new Error(`The service answers ${sample.status}: ${body}`)
  const own = [...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  const plain = own.filter(([name]) => name === 'content-type' || name === 'content-length')
  const servers = {
    'node:http, same body': await start(bare(plain, body)),
    'node:http, same body and headers': await start(bare(own, body)),
    'vicinage serve': service,
  }

  const rates = new Map<string, number[]>()
  const costs = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS + 1; round++) {
    for (const [name, { url, pid }] of Object.entries(servers)) {
      const before = await cpuSeconds(pid)
      const { requests, perSecond } = await wrk(`${url}${PATH}`, token)
      const cost = ((await cpuSeconds(pid)) - before) / requests
      if (round === 0) continue // warms up
      rates.set(name, [...(rates.get(name) ?? []), perSecond])
      costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  const base = Object.keys(servers)[0]
  console.log(
    `| ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s | requests/s | to the first | CPU per request, µs | to the first |`,
  )
  console.log('|---|--:|--:|--:|--:|')
  for (const name of Object.keys(servers)) {
    const rate = median(rates.get(name)!)
    const cost = median(costs.get(name)!)
    const share = median(rates.get(name)!.map((value, i) => value / rates.get(base)![i]))
    console.log(
      `| ${name} | ${Math.round(rate)} | ${percent(share)} | ${(cost * 1e6).toFixed(1)} | ${percent(median(costs.get(base)!) / cost)} |`,
    )
  }

  const pace = Math.round(median(rates.get('vicinage serve')!) / 2)
  const { latency } = await autocannon({
    url: `${service.url}${PATH}`,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    overallRate: pace,
    duration: 10,
  })
  console.log(
    `\nAt half of that, ${pace} requests/s: median ${latency.p50} ms, 99 % within ${latency.p99} ms, longest ${latency.max} ms.`,
  )

  const wanted = Number(process.argv[process.argv.indexOf('--requests') + 1]) || 200_000
  const resident: string[] = []
  for (let asked = 0; asked < wanted; ) {
    resident.push((await residentMb(service.pid)).toFixed(0))
    asked += (await wrk(`${service.url}${PATH}`, token)).requests
  }
  resident.push((await residentMb(service.pid)).toFixed(0))
  console.log(`Memory over ${wanted} requests, MB resident every ${SECONDS} s: ${resident.join(' ')}`)
}

interface Server {
  readonly url: string
  readonly pid: number
}

/** A server of its own process; its address is the first one that it prints. */
function start(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (url !== undefined) resolve({ url, pid: child.pid! })
    })
    child.once('exit', () => reject(new Error(said)))
  })
}

function bare(headers: readonly (readonly [string, string])[], body: string): string[] {
  const answer = JSON.stringify([Object.fromEntries(headers), body])
  const code = `const [headers, body] = ${answer}
    const server = require('node:http').createServer((_, response) => { response.writeHead(200, headers); response.end(body) })
    server.listen(0, '127.0.0.1', () => console.error('http://127.0.0.1:' + server.address().port))`
  return ['--eval', code]
}

async function wrk(url: string, token: string): Promise<{ requests: number; perSecond: number }> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}`, '-H', `Authorization: Bearer ${token}`, url]
  const { stdout } = await run('wrk', args).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('wrk is not installed: apt-get install wrk, brew install wrk.') : error
  })
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
  }
}

/** User and system time of a process; Linux counts hundredths of a second. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1000
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
