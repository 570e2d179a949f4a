import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { type FileResult, fetchSources } from '../../../data-build/fetch/fetch-sources.ts'
import type { PlannedFile } from '../../../data-build/fetch/plan.ts'
import { type FetchSettings, fetchSettings } from '../../../data-build/fetch/request.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** A request as the server received it. */
interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

interface FileServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** The same server under another host name. */
  readonly otherOrigin: string
  readonly asked: readonly Asked[]
  /** Maximum number of requests that were open at the same time, by host name. */
  readonly mostAtOnce: ReadonlyMap<string, number>
  /** Returns the maximum number of hosts that were busy at the same time. */
  mostHostsAtOnce(): number
}

export type Route = (request: IncomingMessage, response: ServerResponse, nth: number) => void

/** Starts a server on the loopback interface. `nth` counts the requests for a path from 1. */
export async function fileServer(routes: Readonly<Record<string, Route>>): Promise<FileServer> {
  const asked: Asked[] = []
  const open = new Map<string, number>()
  const mostAtOnce = new Map<string, number>()
  let mostHosts = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    asked.push({ path, headers: request.headers })
    open.set(host, (open.get(host) ?? 0) + 1)
    mostAtOnce.set(host, Math.max(mostAtOnce.get(host) ?? 0, open.get(host) as number))
    mostHosts = Math.max(mostHosts, [...open.values()].filter((count) => count > 0).length)
    response.on('close', () => open.set(host, (open.get(host) as number) - 1))
    const route = routes[path]
    if (route) route(request, response, asked.filter((one) => one.path === path).length)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    asked,
    mostAtOnce,
    mostHostsAtOnce: () => mostHosts,
  }
}

/** Serves bytes as a good static server does: entity tag, date, ranges with If-Range, conditional requests. */
export function good(bytes: Uint8Array, etag: string | null = '"one"', lastModified: string | null = null): Route {
  return (request, response) => {
    const headers = {
      ...(etag === null ? {} : { ETag: etag }),
      ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
      'Accept-Ranges': 'bytes',
    }
    const unchanged =
      etag !== null && request.headers['if-none-match'] !== undefined
        ? request.headers['if-none-match'] === etag
        : lastModified !== null && request.headers['if-modified-since'] === lastModified
    if (unchanged) return response.writeHead(304, headers).end()
    const from = firstByte(request)
    const condition = request.headers['if-range']
    const holds = condition !== undefined && (condition === etag || condition === lastModified)
    if (Number.isNaN(from) || !holds) {
      return response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes)
    }
    if (from >= bytes.length) {
      return response.writeHead(416, { ...headers, 'Content-Range': `bytes */${bytes.length}` }).end()
    }
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    response.writeHead(206, { ...headers, 'Content-Length': bytes.length - from, 'Content-Range': range })
    return response.end(bytes.subarray(from))
  }
}

/** Returns the first byte that a request asks for, or NaN if it asks for the whole file. */
export function firstByte(request: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN)
}

/** Announces all of the bytes, sends some of them and closes the connection. */
export function breaksOff(
  bytes: Uint8Array,
  after: number,
  etag: string | null = '"one"',
  more: Readonly<Record<string, string>> = {},
): Route {
  return (_, response) => {
    response.writeHead(200, { ...(etag === null ? {} : { ETag: etag }), 'Content-Length': bytes.length, ...more })
    response.write(bytes.subarray(0, after), () => setTimeout(() => response.destroy(), 20))
  }
}

/** Answers with the routes in turn, and with the last one from then on. */
export function inTurn(...routes: readonly Route[]): Route {
  return (request, response, nth) => routes[Math.min(nth, routes.length) - 1](request, response, nth)
}

interface Run {
  readonly results: readonly FileResult[]
  readonly lines: readonly string[]
}

/** Fetches with settings for a test: short waits and few attempts. */
export async function run(
  files: readonly PlannedFile[],
  directory: string,
  changes: Partial<FetchSettings> = {},
  interrupted: AbortSignal = new AbortController().signal,
): Promise<Run> {
  const lines: string[] = []
  const settings: FetchSettings = {
    ...fetchSettings('vicinage-test', { idleMs: 2000, backoffMs: 10 }),
    ...{ tries: 3, busyTries: 3, busyMs: 20, pauseMs: 2 },
    ...changes,
  }
  const results = await fetchSources(files, directory, settings, interrupted, {
    arrived: () => undefined,
    report: (line) => lines.push(line),
    finished: () => undefined,
  })
  return { results, lines }
}

/** Starts a server whose only file is answered by this route, and fetches the file into an empty folder. */
export async function fetchOne(
  route: Route,
  changes: Partial<PlannedFile> = {},
  settings: Partial<FetchSettings> = {},
) {
  const { origin, asked } = await fileServer({ '/file.zip': route })
  const folder = emptyFolder()
  const { results, lines } = await run([planned(`${origin}/file.zip`, changes)], folder, settings)
  return { ...results[0], lines, asked, folder, bytes: bytesOf(folder, changes.path) }
}

/** Plans the download of a zip from the address. */
export function planned(url: string, changes: Partial<PlannedFile> = {}): PlannedFile {
  return { source: 'made', url, path: 'made/file.zip', kind: 'zip', leastBytes: 10, ...changes }
}

/** Makes a zip of one table of about `bytes` bytes that Deflate cannot shrink much. */
export function zipFixture(bytes = 5000, seed = 1): Uint8Array {
  let state = seed
  const rows = Array.from({ length: Math.ceil(bytes / 16) }, () => {
    state = (state * 48271) % 2147483647
    return `${state.toString(36)},${(state * 31).toString(36)}`
  })
  return zipSync({ 'table.csv': strToU8(`a,b\n${rows.join('\n')}\n`) })
}

/** Returns the names of all files below a folder, sorted. */
export function namesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort()
}

export function bytesOf(directory: string, path = 'made/file.zip'): Uint8Array | null {
  const full = join(directory, path)
  return existsSync(full) ? new Uint8Array(readFileSync(full)) : null
}
