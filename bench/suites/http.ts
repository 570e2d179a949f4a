import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { addKey } from '../../src/faces/cli/change-keys.ts'

/**
 * Measures the cost of an HTTP request for a score: `npm run bench:http`; `-- --requests 2000000` shows memory over a
 * long run.
 *
 * Compares `vicinage serve`, and `createApp` on `@hono/node-server`, both with key, limits, validation and log, with a
 * bare `node:http` server that sends the same headers and body. Short rounds alternate, so that other work on the
 * machine affects all servers. The goal is that a request costs at most 1.6 times the CPU time (user and system) of the
 * bare server in the same round, in the median. autocannon sends the requests from this process, so that it shares the
 * machine with the servers.
 */
const PATH = '/v1/vibe/walkability?lat=30.2672&lon=-97.7431'
const ROUNDS = 15
const SECONDS = 1
const CONNECTIONS = 32

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
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
  const serve = [cli, 'serve', '--port', '0', '--no-mcp', '--no-explore', '--keys']
  const service = await start([...serve, keys])
  const copy = join(folder, 'keys-of-the-second.json')
  await copyFile(keys, copy)
  await chmod(copy, 0o600)
  const sample = await fetch(`${service.url}${PATH}`, { headers: { authorization: `Bearer ${token}` } })
  const body = await sample.text()
  if (sample.status !== 200) throw new Error(`The service answers ${sample.status}: ${body}`)
  const shownHeaders = [...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  const plain = shownHeaders.filter(([name]) => name === 'content-type' || name === 'content-length')
  const servers = {
    'node:http, same headers and body': await start(bare(shownHeaders, body)),
    'node:http, same body, fewer headers': await start(bare(plain, body)),
    'vicinage serve': service,
    'vicinage serve --cors': await start([...serve, copy, '--cors', 'https://page.example']),
    createApp: await start(app(keys, null)),
    'createApp with cors': await start(app(keys, ['https://page.example'])),
    'createApp without keys': await start(app(null, null)),
    'plain hono, its headers and body': await start(plainHono(shownHeaders, body)),
    'plain hono that calls the library': await start(plainHono(shownHeaders, null)),
  }

  const rates = new Map<string, number[]>()
  const costs = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS + 1; round++) {
    for (const [name, { url, pid }] of Object.entries(servers)) {
      const before = await cpuSeconds(pid)
      const { requests, perSecond } = await load(`${url}${PATH}`, token)
      const cost = ((await cpuSeconds(pid)) - before) / requests
      if (round === 0) continue // warms up
      rates.set(name, [...(rates.get(name) ?? []), perSecond])
      costs.set(name, [...(costs.get(name) ?? []), cost])
    }
  }
  const base = Object.keys(servers)[0]
  console.log(
    `| ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s | requests/s | CPU per request, µs | ratio to the first |`,
  )
  console.log('|---|--:|--:|--:|')
  for (const name of Object.keys(servers)) {
    const rate = median(rates.get(name)!)
    const cost = median(costs.get(name)!)
    const ratio = median(costs.get(name)!.map((value, i) => value / costs.get(base)![i]))
    console.log(`| ${name} | ${Math.round(rate)} | ${(cost * 1e6).toFixed(1)} | ${ratio.toFixed(2)} × |`)
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
    `\nAt half the rate of vicinage serve, ${pace} requests/s: median ${latency.p50} ms, 99% within ${latency.p99} ms, longest ${latency.max} ms.`,
  )

  const total = Number(process.argv[process.argv.indexOf('--requests') + 1]) || 200_000
  const resident: string[] = []
  for (let sent = 0; sent < total; ) {
    resident.push((await residentMb(service.pid)).toFixed(0))
    sent += (await load(`${service.url}${PATH}`, token)).requests
  }
  resident.push((await residentMb(service.pid)).toFixed(0))
  console.log(`Memory over ${total} requests, MB resident every ${SECONDS} s: ${resident.join(' ')}`)
}

interface Server {
  readonly url: string
  readonly pid: number
}

/** Starts a server in a separate process. The first URL that it prints is the server's URL. */
function start(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url !== undefined) resolve({ url, pid: child.pid! })
    })
    child.once('exit', () => reject(new Error(output)))
  })
}

function bare(headers: readonly (readonly [string, string])[], body: string): string[] {
  const answer = JSON.stringify([Object.fromEntries(headers), body])
  const code = `const [headers, body] = ${answer}
    const server = require('node:http').createServer((_, response) => { response.writeHead(200, headers); response.end(body) })
    server.listen(0, '127.0.0.1', () => console.error('http://127.0.0.1:' + server.address().port))`
  return ['--eval', code]
}

/**
 * Returns the arguments for a server that only uses Hono, without `createApp`. It sends `body`, or if that is null,
 * calls the library without validating the request.
 */
function plainHono(headers: readonly (readonly [string, string])[], body: string | null): string[] {
  const sent = headers.filter(([name]) => !/ratelimit|content-length/.test(name))
  const code = `import { serve } from '@hono/node-server'
    import { Hono } from 'hono'
    const headers = ${JSON.stringify(Object.fromEntries(sent))}
    ${body === null ? `const vicinage = await (await import(${built('index')})).openVicinage()` : ''}
    const atHand = ${body}
    const answer = ({ req }) => atHand ?? { result: vicinage.score('walkability', { lat: Number(req.query('lat')), lon: Number(req.query('lon')) }) }
    const app = new Hono().get('/v1/vibe/walkability', (context) => new Response(JSON.stringify(answer(context)), { headers: { ...headers } }))
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.error('http://127.0.0.1:' + port))`
  return ['--input-type=module', '--eval', code]
}

/** Returns the URL of a built module in quotes. */
function built(name: string): string {
  return JSON.stringify(new URL(`../../dist/${name}.js`, import.meta.url).href)
}

/**
 * Returns the arguments for a server with `createApp`, as users of the library would write it: with keys, limits in
 * memory and a log that is discarded, or with none of these if `keys` is null.
 */
function app(keys: string | null, cors: readonly string[] | null): string[] {
  const code = `import { serve } from '@hono/node-server'
    import { createApp, openKeyFile } from ${built('http')}
    import { openVicinage } from ${built('index')}
    let lines = 0
    const keys = ${JSON.stringify(keys)}
    const options = keys === null ? {} : { keys: await openKeyFile(keys), log: () => lines++, cors: ${JSON.stringify(cors)} ?? undefined }
    const app = createApp(await openVicinage(), options)
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.error('http://127.0.0.1:' + port))`
  return ['--input-type=module', '--eval', code]
}

async function load(url: string, token: string): Promise<{ requests: number; perSecond: number }> {
  const headers = { authorization: `Bearer ${token}`, origin: 'https://page.example' }
  const { requests, errors, non2xx } = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} responses other than 2xx.`)
  return { requests: requests.total, perSecond: requests.average }
}

/** Returns the user and system time of all threads of a process, from /proc, with a resolution of nanoseconds. */
async function cpuSeconds(pid: number): Promise<number> {
  let nanoseconds = 0
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const [onCpu] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ')
    nanoseconds += Number(onCpu)
  }
  return nanoseconds / 1e9
}

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1000
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}
