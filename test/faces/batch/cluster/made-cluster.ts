import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import type { SubmitOptions } from '../../../../src/faces/batch/cluster/submit.ts'
import type { WorkerOptions } from '../../../../src/faces/batch/cluster/worker.ts'
import { runBatch } from '../../../../src/faces/batch/index.ts'
import { madeFolder } from '../../../library/made-folder.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { type RedisServer, startRedis } from '../../http/redis-server.ts'

/** A process of a cluster, started from the built package and ended with the test. */
export interface Member {
  readonly process: ChildProcess
  /** Resolves when it has said something. */
  said(text: string | RegExp): Promise<void>
  /** All that it has said. */
  remarks(): string
  /** Sends a signal and waits for the end; the exit code, null for one that was killed. */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>
}

/** An empty Redis for each test of a group, killed behind it. A test that kills it may put another in its place. */
export function redisOfEachTest(): { server: RedisServer; readonly url: string } {
  let server: RedisServer
  beforeEach(async () => {
    server = await startRedis()
  })
  afterEach(() => server.kill())
  return {
    get server() {
      return server
    },
    set server(another) {
      server = another
    },
    get url() {
      return `redis://127.0.0.1:${server.port}`
    },
  }
}

/** A worker on the made data, ready for jobs. */
export async function startWorker(redis: string, options: Partial<WorkerOptions> = {}): Promise<Member> {
  const worker = member('worker-process.mjs', { redis, data: await madeFolder(), threads: 1, ...options })
  await worker.said('Waiting for jobs')
  return worker
}

/** Somebody who submits, in a process of its own. */
export function startSubmitter(options: SubmitOptions): Member {
  return member('submit-process.mjs', options)
}

function member(script: string, options: object): Member {
  const path = new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, [path, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let remarks = ''
  child.stderr.on('data', (text) => {
    remarks += text
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await ended)[0]
  }
  onTestFinished(() => void end('SIGKILL'))
  return {
    process: child,
    remarks: () => remarks,
    end,
    async said(text) {
      const isSaid = () => (typeof text === 'string' ? remarks.includes(text) : text.test(remarks))
      const isOver = ended.then(() => true)
      while (!isSaid())
        if ((await Promise.race([isOver, once(child.stderr, 'data')])) === true && !isSaid())
          throw new Error(`It ended without saying ${text}: ${remarks}`)
    },
  }
}

/** A file of rows, the options to score it in pieces of 32 kB, and what one machine writes. */
export async function madeRun(rows: number) {
  const folder = emptyFolder()
  const input = join(folder, 'in.csv')
  writeFileSync(input, madeRows(rows))
  const asked = { input, data: await madeFolder(), descriptions: true }
  const alone = join(folder, 'alone.csv')
  await runBatch({ ...asked, output: alone, threads: 1 })
  const output = join(folder, 'out.csv')
  return { folder, options: { ...asked, output, pieceBytes: 32 << 10 }, expected: readFileSync(alone, 'utf8') }
}

/** Rows of made places, most of them on the made data, with some that cannot be answered. */
export function madeRows(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    if (i % 997 === 0) return `${i},"nowhere, row ${i}\nsecond line",,\n`
    const [west, south] = CORNERS[i % CORNERS.length]
    const lat = south + ((i * 7919) % 1009) / 10_000
    const lon = west + ((i * 104_729) % 1013) / 10_000
    return `${i},${'x'.repeat((i * 31) % 23)},${lat.toFixed(6)},${lon.toFixed(6)}\n`
  })
  return `id,text,lat,lon\n${rows.join('')}`
}

const CORNERS = [
  [-118.3, 34],
  [-80.3, 25.7],
  [-97.8, 30.2],
]

/** A way to a Redis that can be cut, and mended, at any moment. */
export async function wayTo({ port }: RedisServer) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const redis = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ]) {
      open.add(one)
      one.on('data', (bytes) => {
        if (one === client) way.onRequest()
        other.write(bytes)
      })
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const way = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Called with each packet for Redis. */
    onRequest: () => {},
    cut() {
      isCut = true
      for (const one of open) one.destroy()
    },
    mend() {
      isCut = false
    },
  }
  onTestFinished(() => {
    way.cut()
    server.close()
  })
  return way
}
