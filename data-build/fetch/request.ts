import { setTimeout as sleep } from 'node:timers/promises'
import type { Patience } from '../../src/library/user-data/shipped-pipeline.ts'
import { getReason } from '../read/source-error.ts'

/** Settings and state that all requests of a run share. */
export interface FetchSession {
  readonly settings: FetchSettings
  readonly locks: HostLocks
  /** Aborted when the user interrupts. */
  readonly interrupted: AbortSignal
}

export interface Received {
  readonly response: Response
  /** Address after all redirects. */
  readonly finalUrl: string
  /** Whether all redirects were permanent (301, 308), which means that the catalog should be updated. */
  readonly permanent: boolean
  readonly watch: IdleWatch
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Sends a GET request, follows redirects, and passes the response to `receive` while holding the lock of the host.
 * Throws a `TransferError` if the server does not respond, if there are too many redirects, or if the redirects form a
 * loop or lead from https to http.
 */
export async function request<T>(
  address: string,
  headers: Readonly<Record<string, string>>,
  { settings, locks, interrupted }: FetchSession,
  receive: (received: Received) => Promise<T>,
): Promise<T> {
  const seen = new Set<string>()
  let url = new URL(address)
  let permanent = true
  for (;;) {
    seen.add(url.href)
    const from = url
    const step = await locks(url.hostname, async () => {
      const watch = idleWatch(settings.idleMs, interrupted)
      try {
        const response = await fetch(from, { headers, redirect: 'manual', signal: watch.signal })
        watch.heard()
        if (!REDIRECTS.includes(response.status)) {
          return { received: await receive({ response, finalUrl: from.href, permanent, watch }) }
        }
        permanent &&= response.status === 301 || response.status === 308
        return { next: redirectTarget(response, from) }
      } catch (thrown) {
        throw watch.signal.aborted ? (watch.signal.reason ?? thrown) : toTransferError(thrown, from)
      } finally {
        watch.end()
      }
    })
    if (step.next === undefined) return step.received as T
    if (seen.has(step.next.href)) throw new TransferError(`redirect loop back to ${step.next.href}`)
    if (seen.size > MAX_REDIRECTS) throw new TransferError(`more than ${MAX_REDIRECTS} redirects`)
    url = step.next
  }
}

function redirectTarget(response: Response, from: URL): URL {
  const location = response.headers.get('location')
  if (!location || !URL.canParse(location, from)) {
    throw new TransferError(`status ${response.status} without a Location header`)
  }
  const next = new URL(location, from)
  next.hash = ''
  if (next.protocol !== from.protocol && next.protocol !== 'https:') {
    throw new TransferError(`the redirect from ${from.protocol}// to ${next.href} is not followed`)
  }
  return next
}

/**
 * Converts a network error to a `TransferError`. Unknown host names and certificates that cannot be verified are
 * permanent failures. All other network errors may be temporary.
 */
function toTransferError(thrown: unknown, url: URL): unknown {
  if (!(thrown instanceof TypeError) || thrown.cause === undefined) return thrown
  const cause = thrown.cause as { code?: string; message?: string } | undefined
  const code = cause?.code ?? ''
  if (CERTIFICATE_FAULTS.test(code)) return certificateError(url, code, thrown)
  const words = cause?.message || code || getReason(thrown)
  return new TransferError(`${url.hostname}: ${words}`, { mayRetry: code !== 'ENOTFOUND', cause: thrown })
}

/** Node.js error codes for certificates that cannot be verified. */
const CERTIFICATE_FAULTS =
  /CERT|CRL|SELF_SIGNED|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/

/** Node.js error codes for a missing intermediate certificate. */
const INCOMPLETE_CHAIN = /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/

function certificateError({ hostname }: URL, code: string, cause: unknown): TransferError {
  const problem = INCOMPLETE_CHAIN.test(code)
    ? `${hostname} sends an incomplete certificate chain (${code}), which a retry will not fix; name the missing certificate in NODE_EXTRA_CA_CERTS=FILE.pem, or download with a browser`
    : `the certificate of ${hostname} cannot be verified (${code}), which a retry will not fix; download with a browser`
  return new TransferError(problem, { certificate: true, cause })
}

/** Runs `work` while nothing else runs for the same host, first come, first served. */
type HostLocks = <T>(host: string, work: () => Promise<T>) => Promise<T>

/** Creates host locks. Each lock is held for one request, so a redirect to a busy host waits for that host too. */
export function hostLocks(): HostLocks {
  const last = new Map<string, Promise<unknown>>()
  return (host, work) => {
    const turn = (last.get(host) ?? Promise.resolve()).then(work)
    last.set(
      host,
      turn.catch(() => undefined),
    )
    return turn
  }
}

/** Processes items for at most `hosts` hosts in parallel, one item at a time per host. Results are in item order. */
export async function eachByHost<Item, Result>(
  items: readonly Item[],
  hostOf: (item: Item) => string,
  hosts: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queues = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const host = hostOf(item)
    queues.set(host, [...(queues.get(host) ?? []), index])
  }
  // Starts with the longest queue, because it determines when everything is done.
  const waiting = [...queues.values()].sort((a, b) => b.length - a.length)
  const results: Result[] = new Array(items.length)
  const worker = async () => {
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
      for (const index of queue) results[index] = await work(items[index])
    }
  }
  await Promise.all(Array.from({ length: Math.min(hosts, waiting.length) }, worker))
  return results
}

/** Aborts a request that has gone quiet or that the user has interrupted. */
interface IdleWatch {
  /** Signal for `fetch`, aborted on silence or interruption. */
  readonly signal: AbortSignal
  /** Restarts the timer because bytes have arrived. */
  heard(): void
  /** Stops the timer until `heard` is called, because the download is waiting for the disk and not for the server. */
  pause(): void
  /** Closes the connection if it is still open. */
  end(): void
}

/** Starts watching immediately. `interrupted` is aborted when the user wants to stop. */
function idleWatch(idleMs: number, interrupted: AbortSignal): IdleWatch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => controller.abort(interrupted.reason)
  const watch: IdleWatch = {
    signal: controller.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        controller.abort(new TransferError(`no bytes for ${idleMs / 1000} s`, { mayRetry: true, silent: true }))
      }, idleMs)
    },
    pause: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      interrupted.removeEventListener('abort', stop)
      controller.abort()
    },
  }
  if (interrupted.aborted) stop()
  else interrupted.addEventListener('abort', stop, { once: true })
  watch.heard()
  return watch
}

/**
 * Number of bytes that must arrive to reset the count of failed tries. A large file can then be downloaded in many
 * pieces.
 */
const PROGRESS_BYTES = 1024 ** 2

/**
 * Retries `work` until it succeeds or the tries run out. The pause grows with each failure unless the server says how
 * long to wait. Failures of a busy server are counted separately, with pauses that begin at `busyMs`. `reached` returns
 * the number of bytes so far. `waiting` is called before each pause.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  settings: FetchSettings,
  interrupted: AbortSignal,
  { reached, waiting }: { reached: () => number; waiting: (error: TransferError, ms: number) => void },
): Promise<T> {
  const failures = { busy: 0, other: 0 }
  let furthest = reached()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransferError) || !error.mayRetry) throw error
      const now = reached()
      if (now >= furthest + PROGRESS_BYTES) failures.other = 0
      furthest = Math.max(furthest, now)
      const kind = error.busy ? 'busy' : 'other'
      const { first, tries } = getSchedules(settings)[kind]
      failures[kind]++
      if (failures[kind] >= tries) {
        const attempts = failures.busy + failures.other
        const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
        throw new TransferError(`${error.message} (gave up after ${count})`, { busy: error.busy, cause: error })
      }
      const ms = error.waitMs ?? first * 2 ** (failures[kind] - 1)
      if (ms > settings.maxWaitMs) {
        const seconds = Math.round(ms / 1000)
        throw new TransferError(`${error.message}; the server says to wait ${seconds} s`, {
          busy: error.busy,
          cause: error,
        })
      }
      waiting(error, ms)
      await pause(ms, settings, interrupted)
    }
  }
}

/**
 * Returns the first pause in milliseconds and the number of tries. One schedule is for a busy server, the other for all
 * other failures.
 */
function getSchedules({ backoffMs, tries, busyMs, busyTries }: FetchSettings) {
  return { busy: { first: busyMs, tries: busyTries }, other: { first: backoffMs, tries } }
}

/**
 * Waits for `ms` milliseconds.
 * @throws the reason of `interrupted` when the user interrupts
 */
export async function pause(ms: number, { wait }: FetchSettings, interrupted: AbortSignal): Promise<void> {
  if (wait === undefined) await sleep(ms, undefined, { signal: interrupted }).catch(() => {})
  else await wait(ms, interrupted)
  interrupted.throwIfAborted()
}

/** Time at which the last file from each host finished, in milliseconds since the process started. */
const lastFileOfHost = new Map<string, number>()

/**
 * Runs `work` for a file, no sooner than `pauseMs` after the previous file from the same host, even if that file
 * belongs to a different layer. The Census Bureau blocks clients that send requests too quickly.
 */
export async function afterPause<T>(
  host: string,
  { settings, interrupted }: FetchSession,
  work: () => Promise<T>,
): Promise<T> {
  const since = performance.now() - (lastFileOfHost.get(host) ?? Number.NEGATIVE_INFINITY)
  if (since < settings.pauseMs && !interrupted.aborted)
    await pause(settings.pauseMs - since, settings, interrupted).catch(() => {})
  try {
    return await work()
  } finally {
    lastFileOfHost.set(host, performance.now())
  }
}

/** Converts a Retry-After header, in seconds or as a date, to milliseconds. Returns undefined for any other value. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Timeouts, retries and pauses of a fetch. */
export interface FetchSettings {
  /** Value of the User-Agent header. */
  readonly userAgent: string
  /** Milliseconds without data after which a connection counts as dropped. */
  readonly idleMs: number
  /** Maximum number of failed tries without a megabyte of progress between them. */
  readonly tries: number
  /** Milliseconds before the second try. The pause doubles before each further try. */
  readonly backoffMs: number
  /**
   * Maximum number of tries if the server is too busy, which means status 429, or a web page or empty response instead
   * of the file.
   */
  readonly busyTries: number
  /** Milliseconds before the second try at a busy server. The pause doubles before each further try. */
  readonly busyMs: number
  /** Milliseconds between two files from the same host. */
  readonly pauseMs: number
  /** Maximum wait in milliseconds that is accepted from a Retry-After header. */
  readonly maxWaitMs: number
  /** Maximum number of hosts with requests at the same time. Each host has at most one request in progress. */
  readonly hosts: number
  /** Maximum file size in bytes, well above the size of any published file. */
  readonly maxBytes: number
  /** Replacement for the timer in tests. Returns early if the signal is aborted. */
  readonly wait?: Patience['wait']
}

export const defaultSettings: Omit<FetchSettings, 'userAgent'> = {
  idleMs: 45_000,
  // Pauses of 1 to 32 s, a minute in total, because most servers recover within 30 s.
  tries: 7,
  backoffMs: 1_000,
  // Pauses of 20, 40, 80 and 160 s.
  busyTries: 5,
  busyMs: 20_000,
  pauseMs: 1_000,
  maxWaitMs: 180_000,
  hosts: 3,
  maxBytes: 4 * 1024 ** 3,
}

/**
 * Returns the settings of a run. If `patience` changes the first pause after a failure, the other pauses change in
 * proportion.
 */
export function fetchSettings(userAgent: string, patience: Patience = {}): FetchSettings {
  const { backoffMs, busyMs, pauseMs } = defaultSettings
  const scale = (patience.backoffMs ?? backoffMs) / backoffMs
  return { ...defaultSettings, busyMs: busyMs * scale, pauseMs: pauseMs * scale, ...patience, userAgent }
}

interface TransferFailure {
  readonly mayRetry?: boolean
  readonly waitMs?: number | undefined
  readonly missing?: boolean
  readonly silent?: boolean
  readonly certificate?: boolean
  readonly busy?: boolean
  readonly byHand?: ByHand | null
  readonly cause?: unknown
}

/** Instructions for downloading files with a browser. */
export interface ByHand {
  /** Addresses to open. */
  readonly open: readonly string[]
  /** All files to pass on the command line. Files to download are listed by name, existing files by path. */
  readonly files: readonly string[]
}

/**
 * Returns instructions such as
 * `Open ADDRESS in a browser, then: vicinage data upgrade districts --from tl_2026_48_unsd.zip`.
 */
export function byHandText({ open, files }: ByHand, command: string): string {
  return `Open ${open.join(' and ')} in a browser, then: ${command} --from ${files.map(quotedPath).join(' ')}`
}

/** Quotes a path for a shell. */
function quotedPath(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`
}

/** Error for a request that did not return a file. The message is one clause without a period. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
  /** Whether another try may succeed. */
  readonly mayRetry: boolean
  /** Milliseconds that the server asks to wait before another try. */
  readonly waitMs: number | undefined
  /** Whether the address has no file: 404 or 410. */
  readonly missing: boolean
  /** Whether the connection was open but silent for too long. */
  readonly silent: boolean
  /** Whether the server's certificate failed verification. If so, every request fails the same way. */
  readonly certificate: boolean
  /** Whether the server has the file but does not serve it now. */
  readonly busy: boolean
  /** Instructions for downloading the files with a browser; null if a browser would not help. */
  readonly byHand: ByHand | null

  constructor(message: string, options: TransferFailure = {}) {
    const { mayRetry = false, waitMs, missing = false, silent = false, certificate = false } = options
    const { busy = false, byHand = null, cause } = options
    super(message, cause === undefined ? undefined : { cause })
    this.mayRetry = mayRetry
    this.waitMs = waitMs
    this.missing = missing
    this.silent = silent
    this.certificate = certificate
    this.busy = busy
    this.byHand = byHand
  }
}
