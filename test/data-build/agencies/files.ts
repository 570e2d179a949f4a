import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomFrom } from '../upgrade/fixtures/data.ts'

export type FileFailure =
  | 'html-200'
  | 'empty-200'
  | 'status-429'
  | 'status-429-with-time'
  | 'status-403'
  | 'status-503'
  | 'cut'
  | 'reset'

/** Behaviors of the Census Bureau's and NCES's servers. All are off unless set. Tests change them between requests. */
export interface FileBehaviors {
  /** Shares (0-1) of requests that fail, by kind of failure. The seed determines which requests fail. */
  passing?: Partial<Record<FileFailure, number>>
  /** Throttling of requests: once `after` files have been served, requests fail for `seconds` seconds. */
  throttle?: { readonly after: number; readonly seconds: number; readonly how: FileFailure }
  /** Files that are never served, by parts of their paths. */
  never?: { readonly paths: readonly string[]; readonly how: FileFailure }
  /** Failure of every request. */
  always?: FileFailure
}

/** Returns a request handler that serves files by path. `now` returns the seconds of the simulated clock. */
export function fileService(
  files: ReadonlyMap<string, Uint8Array>,
  behaviors: FileBehaviors,
  { seed = 1, now }: { readonly seed?: number; readonly now: () => number },
) {
  const asked: { readonly path: string; readonly userAgent: string }[] = []
  const random = randomFrom(seed)
  const tags = new Map([...files].map(([path, bytes]) => [path, tagOf(bytes)]))
  let served = 0
  let busyUntil = Number.NEGATIVE_INFINITY

  function failureFor(path: string): FileFailure | undefined {
    const { always, never, throttle, passing = {} } = behaviors
    if (always !== undefined) return always
    if (never?.paths.some((part) => path.includes(part))) return never.how
    if (now() < busyUntil) return throttle?.how
    if (throttle !== undefined && served > 0 && served % throttle.after === 0) {
      served++
      busyUntil = now() + throttle.seconds
      return throttle.how
    }
    for (const [how, share] of Object.entries(passing)) if (random() < share) return how as FileFailure
    return undefined
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', 'http://loopback')
    asked.push({ path: pathname, userAgent: request.headers['user-agent'] ?? '' })
    const failure = failureFor(pathname)
    const bytes = files.get(pathname)
    if (failure !== undefined) fail(response, failure, bytes)
    else if (bytes === undefined) response.writeHead(404, HTML).end(page('404 Not Found'))
    else {
      served++
      serve(request, response, bytes, tags.get(pathname)!)
    }
  }
  return { answer, asked }
}

const HTML = { 'Content-Type': 'text/html' }
const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`

function tagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
}

function fail(response: ServerResponse, how: FileFailure, bytes: Uint8Array = new Uint8Array(9000)): void {
  const answers: Readonly<Record<FileFailure, () => unknown>> = {
    'html-200': () => response.writeHead(200, HTML).end(page('Request Rejected')),
    'empty-200': () => response.writeHead(200, { 'Content-Length': '0' }).end(),
    'status-429': () => response.writeHead(429).end(),
    'status-429-with-time': () => response.writeHead(429, { 'Retry-After': '25' }).end(),
    'status-403': () => response.writeHead(403, HTML).end(page('Attention Required! | Cloudflare')),
    'status-503': () => response.writeHead(503, HTML).end(page('Service Unavailable')),
    reset: () => response.destroy(),
    cut: () => {
      response.writeHead(200, { 'Content-Length': bytes.length, ETag: tagOf(bytes) })
      response.write(bytes.subarray(0, bytes.length >> 1), () => setTimeout(() => response.destroy(), 2))
    },
  }
  answers[how]()
}

function serve({ headers }: IncomingMessage, response: ServerResponse, bytes: Uint8Array, tag: string): void {
  if (headers['if-none-match'] === tag) {
    response.writeHead(304, { ETag: tag }).end()
    return
  }
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(from) || headers['if-range'] !== tag || from >= bytes.length) {
    response.writeHead(200, { ETag: tag, 'Content-Length': bytes.length }).end(bytes)
    return
  }
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  const length = bytes.length - from
  response.writeHead(206, { ETag: tag, 'Content-Length': length, 'Content-Range': range }).end(bytes.subarray(from))
}
