import { setTimeout as sleep } from 'node:timers/promises'
import type { Patience } from '../../src/library/user-data/shipped-pipeline.ts'
import { reasonOf } from '../read/source-error.ts'

/** What all requests of a run share. */
export interface FetchSession {
  readonly settings: FetchSettings
  readonly locks: HostLocks
  /** Aborted when the user interrupts. */
  readonly interrupted: AbortSignal
}

export interface Received {
  readonly response: Response
  /** Where it came from in the end. */
  readonly finalUrl: string
  /** Whether all steps there were permanent (301, 308): then the catalog should follow. */
  readonly permanent: boolean
  readonly watch: IdleWatch
}

const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Requests an address with GET, follows redirects, and passes the response to `receive` while the host's turn lasts.
 * Throws a `TransferError` when nothing answers, or when the file moves in a circle, too often or from https to http.
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

/** Unknown names and certificates that cannot be verified stay as they are. Everything else on the way may pass. */
function toTransferError(thrown: unknown, url: URL): unknown {
  if (!(thrown instanceof TypeError) || thrown.cause === undefined) return thrown
  const cause = thrown.cause as { code?: string; message?: string } | undefined
  const code = cause?.code ?? ''
  if (CERTIFICATE_FAULTS.test(code)) return certificateError(url, code, thrown)
  const words = cause?.message || code || reasonOf(thrown)
  return new TransferError(`${url.hostname}: ${words}`, { again: code !== 'ENOTFOUND', cause: thrown })
}

/** Codes of Node.js for certificates that it cannot verify. */
const CERTIFICATE_FAULTS =
  /CERT|CRL|SELF_SIGNED|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/

/** The chain of such a certificate is incomplete: the certificate between the server's and the root is missing. */
const INCOMPLETE_CHAIN = /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)$/

function certificateError({ hostname }: URL, code: string, cause: unknown): TransferError {
  const what = INCOMPLETE_CHAIN.test(code)
    ? `${hostname} sends an incomplete certificate chain (${code}), which another try does not mend; name the missing certificate in NODE_EXTRA_CA_CERTS=FILE.pem, or download with a browser`
    : `the certificate of ${hostname} cannot be verified (${code}), which another try does not mend; download with a browser`
  return new TransferError(what, { certificate: true, cause })
}

/** Runs `work` while nobody else does for the same host; first come, first served. */
type HostLocks = <T>(host: string, work: () => Promise<T>) => Promise<T>

/** Turns that last one request each, so that a redirect to a busy host waits there as well. */
export function hostLocks(): HostLocks {
  const last = new Map<string, Promise<unknown>>()
  return (host, work) => {
    const mine = (last.get(host) ?? Promise.resolve()).then(work)
    last.set(
      host,
      mine.catch(() => undefined),
    )
    return mine
  }
}

/**
 * Works through the items: those of one host one after the other in their order, different hosts at the same time,
 * `hosts` of them at most. The results come back in the order of the items.
 */
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
  // The longest queue first: it decides when all is done.
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

/** Ends a request that has gone quiet, or that the user has interrupted. */
interface IdleWatch {
  /** For `fetch`: aborted on silence or interruption. */
  readonly signal: AbortSignal
  /** Bytes have come: the time starts over. */
  heard(): void
  /** The silence is ours (the disk's): no time runs until `heard`. */
  pause(): void
  /** Closes the connection if it is still open. */
  end(): void
}

/** Starts to watch at once; `interrupted` is the user's own wish to stop. */
function idleWatch(idleMs: number, interrupted: AbortSignal): IdleWatch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => controller.abort(interrupted.reason)
  const watch: IdleWatch = {
    signal: controller.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        controller.abort(new TransferError(`no bytes for ${idleMs / 1000} s`, { again: true, silent: true }))
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

/** Tries that brought this many new bytes are not counted: a large file may come in many pieces. */
const PROGRESS_BYTES = 1024 ** 2

/**
 * Tries `work` until it succeeds, with growing pauses, or with those the server asks for. A busy server gets pauses of
 * its own, which begin at `busyMs`.
 * `reached` is the size of what has come so far, in bytes; `waiting` is told of each pause.
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
      if (!(error instanceof TransferError) || !error.again) throw error
      const now = reached()
      if (now >= furthest + PROGRESS_BYTES) failures.other = 0
      furthest = Math.max(furthest, now)
      const kind = error.busy ? 'busy' : 'other'
      const { first, tries } = schedulesOf(settings)[kind]
      failures[kind]++
      if (failures[kind] >= tries) {
        const attempts = failures.busy + failures.other
        const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
        throw new TransferError(`${error.message} (gave up after ${count})`, { busy: error.busy, cause: error })
      }
      const ms = error.waitMs ?? first * 2 ** (failures[kind] - 1)
      if (ms > settings.maxWaitMs) {
        const seconds = Math.round(ms / 1000)
        throw new TransferError(`${error.message}; the server asks to wait ${seconds} s`, {
          busy: error.busy,
          cause: error,
        })
      }
      waiting(error, ms)
      await pause(ms, settings, interrupted)
    }
  }
}

/** Milliseconds of the first pause, and tries, for a busy server and for everything else. */
function schedulesOf({ backoffMs, tries, busyMs, busyTries }: FetchSettings) {
  return { busy: { first: busyMs, tries: busyTries }, other: { first: backoffMs, tries } }
}

/** Waits. @throws the reason of `interrupted` when the user interrupts */
async function pause(ms: number, { wait }: FetchSettings, interrupted: AbortSignal): Promise<void> {
  if (wait === undefined) await sleep(ms, undefined, { signal: interrupted }).catch(() => {})
  else await wait(ms, interrupted)
  interrupted.throwIfAborted()
}

/** When the last file of each host ended, in the milliseconds of this process. */
const lastFileOfHost = new Map<string, number>()

/**
 * Runs `work` for a file of a host. Between two files of one host there is a pause of `pauseMs`, also between the files
 * of two layers, because the Census Bureau refuses those who hurry.
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

/** The milliseconds of a Retry-After header: seconds or a date; none when it is neither. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** How patient and how polite a fetch is. */
export interface FetchSettings {
  /** The words by which servers know us. */
  readonly userAgent: string
  /** Milliseconds without a byte after which a connection counts as dropped. */
  readonly idleMs: number
  /** Tries of a file that bring nothing new, before it is given up. */
  readonly tries: number
  /** Milliseconds before the second try; doubled for each further one. */
  readonly backoffMs: number
  /** Tries of a file that the server is too busy to serve: status 429, or a page or nothing in place of the file. */
  readonly busyTries: number
  /** Milliseconds before the second try at a busy server; doubled for each further one. */
  readonly busyMs: number
  /** Milliseconds between two files of one host. */
  readonly pauseMs: number
  /** The longest wait, in milliseconds, that a server may ask for (Retry-After). */
  readonly maxWaitMs: number
  /** Hosts with requests at the same time; each one has at most one request under way. */
  readonly hosts: number
  /** No published file here comes near this many bytes: what goes on longer is stopped. */
  readonly maxBytes: number
  /** Waits in place of the clock, for tests; returns early when the signal is aborted. */
  readonly wait?: Patience['wait']
}

export const defaultSettings: Omit<FetchSettings, 'userAgent'> = {
  idleMs: 45_000,
  // Pauses of 1 to 32 s, together a minute: servers that are out are back within 30 s most of the time.
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

/** The settings of a run; a shorter pause after a failure shortens the other pauses by as much. */
export function fetchSettings(userAgent: string, patience: Patience = {}): FetchSettings {
  const { backoffMs, busyMs, pauseMs } = defaultSettings
  const scale = (patience.backoffMs ?? backoffMs) / backoffMs
  return { ...defaultSettings, busyMs: busyMs * scale, pauseMs: pauseMs * scale, ...patience, userAgent }
}

/** Details of a `TransferError`. */
interface TransferFailure {
  readonly again?: boolean
  readonly waitMs?: number | undefined
  readonly missing?: boolean
  readonly silent?: boolean
  readonly certificate?: boolean
  readonly busy?: boolean
  readonly byHand?: ByHand | null
  readonly cause?: unknown
}

/** How to fetch files with a browser. */
export interface ByHand {
  /** Addresses to open. */
  readonly open: readonly string[]
  /** All files to name then: those to save, by their names, and those that came, by their paths. */
  readonly files: readonly string[]
}

/** `Open ADDRESS in a browser, then: vicinage data upgrade districts --from tl_2026_48_unsd.zip`. */
export function byHandText({ open, files }: ByHand, command: string): string {
  return `Open ${open.join(' and ')} in a browser, then: ${command} --from ${files.map(quotedPath).join(' ')}`
}

/** As a shell reads it. */
function quotedPath(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`
}

/** A request that brought no file. The message is one clause without a full stop. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
  /** Whether another try may bring it. */
  readonly again: boolean
  /** Milliseconds that the server asks to wait before that. */
  readonly waitMs: number | undefined
  /** The address has no file: 404 or 410. */
  readonly missing: boolean
  /** Whether the connection was open but silent for longer than a request may be. */
  readonly silent: boolean
  /** The certificate of the server cannot be verified: each request to it fails the same way. */
  readonly certificate: boolean
  /** The server has the file and does not serve it now. */
  readonly busy: boolean
  /** Advice for a person when a download of files failed; null for any other failure. */
  readonly byHand: ByHand | null

  constructor(message: string, options: TransferFailure = {}) {
    const { again = false, waitMs, missing = false, silent = false, certificate = false } = options
    const { busy = false, byHand = null, cause } = options
    super(message, cause === undefined ? undefined : { cause })
    this.again = again
    this.waitMs = waitMs
    this.missing = missing
    this.silent = silent
    this.certificate = certificate
    this.busy = busy
    this.byHand = byHand
  }
}
