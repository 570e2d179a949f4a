import { boundedBytes, piecesIn } from '../../base/bounded-bytes.ts'
import { BundleError } from '../../base/errors.ts'
import { type DataFolder, mostBytes, type ReadOptions, type Span, type Wanted } from './folder.ts'

/** Milliseconds with too little data after which a request fails. */
const TIMEOUT = 30_000

/** Minimum transfer rate in bytes per second, over all files together. If the server is slower, its requests fail. */
const ENOUGH_PER_SECOND = 4096

/** Number of timeouts after which an incomplete file fails even if the server is fast enough: 20 minutes in total. */
const MAX_TIMEOUTS = 40

/**
 * Maximum number of bytes of a folder held in memory at once. Includes bytes in transit and whole files from a server
 * without ranges.
 */
const MAX_HELD = 2 ** 29

/**
 * Opens a folder on a server. Parts of files are requested with HTTP ranges. A server that does not support ranges
 * sends the whole file, which then serves every part.
 */
export function servedFolder(base: URL, options: ReadOptions): DataFolder {
  const { timeout = TIMEOUT } = options
  const ask = options.fetch ?? globalThis.fetch
  /** Whole files from servers without ranges, received or in transit. */
  const wholeFiles = new Map<string, Promise<Uint8Array>>()
  const tags = new Map<string, string>()
  /**
   * Functions that restart the clock of each pending request. Bytes of any file restart all clocks, because a browser
   * may queue requests behind others.
   */
  const clocks = new Set<() => void>()
  /** Number of bytes received since the clocks were last restarted. */
  let fresh = 0
  /** Bytes in transit or held. */
  let heldBytes = 0
  const startFile = getProgress(options)

  const refuse = (file: string, problem: string, cause?: unknown): never => {
    throw new BundleError(`${file} could not be fetched from ${base.href}: ${problem}.`, { cause })
  }

  async function fetched<T>(
    file: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    read: (answer: Response) => Promise<T>,
  ): Promise<T | null> {
    const signals = [options.signal, signal].filter((signal) => signal !== undefined)
    for (const signal of signals) signal.throwIfAborted()
    const silence = new AbortController()
    let isLate = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), timeout)
    }
    const deadline = setTimeout(() => {
      isLate = true
      silence.abort()
    }, timeout * MAX_TIMEOUTS)
    const abort = () => silence.abort()
    for (const signal of signals) getListeners(signal).add(abort)
    if (clocks.size === 0) fresh = 0
    clocks.add(restart)
    restart()
    try {
      // Ask the server whether a cached file has changed, because it may be older than the other files.
      const answer = await ask(new URL(file, base), { cache: 'no-cache', ...init, signal: silence.signal })
      if (answer.status === 404) return null
      if (!answer.ok) return refuse(file, `HTTP ${answer.status}`)
      restart()
      return await read(answer)
    } catch (cause) {
      if (cause instanceof BundleError) throw cause
      for (const signal of signals) signal.throwIfAborted()
      if (isLate)
        return refuse(file, `it did not arrive completely within ${(timeout * MAX_TIMEOUTS) / 1000} seconds`, cause)
      if (silence.signal.aborted)
        return refuse(
          file,
          `the server sent ${fresh === 0 ? 'nothing' : `only ${fresh} bytes`} for ${timeout / 1000} seconds`,
          cause,
        )
      return refuse(file, getReason(cause), cause)
    } finally {
      clearTimeout(timer)
      clearTimeout(deadline)
      clocks.delete(restart)
      for (const signal of signals) getListeners(signal).delete(abort)
    }
  }

  /** Reads the body of a response, which is all or part of a file: at most `expected` bytes if the size is known. */
  async function getBytes(answer: Response, file: string, expected: number | undefined): Promise<Uint8Array> {
    const report = startFile(file, expected)
    const most = mostBytes(file, expected)
    const tooMany = () => refuse(file, `more than the expected ${most} bytes arrived`)
    if (getLength(answer) > most) tooMany()
    const otherBytes = heldBytes
    let received = 0
    try {
      return await boundedBytes(piecesIn(answer.body), {
        most,
        expected,
        refuse: tooMany,
        onBytes(count) {
          received += count
          heldBytes += count
          if (heldBytes > MAX_HELD)
            refuse(file, `${received} bytes of it and ${otherBytes} bytes of other files exceed the memory limit`)
          noteBytes(count)
          report(count)
        },
      })
    } finally {
      heldBytes -= received
    }
  }

  function noteBytes(count: number): void {
    fresh += count
    if (fresh < (timeout / 1000) * ENOUGH_PER_SECOND) return
    fresh = 0
    for (const restart of clocks) restart()
  }

  const readWhole = (file: string, { bytes, signal }: Wanted) =>
    fetched(file, {}, signal, (answer) => getBytes(answer, file, bytes))

  /** Reads the whole file from the first response for all callers that want a part of it. Discards other responses. */
  async function wholeFile(answer: Response, file: string, expected: number | undefined): Promise<Uint8Array> {
    // The read is registered before anything is awaited, so that other callers find it.
    const ongoing = wholeFiles.get(file)
    const bytesOfOngoing = ongoing && (await ongoing.catch(() => undefined))
    if (bytesOfOngoing !== undefined) {
      answer.body?.cancel().catch(() => {})
      return bytesOfOngoing
    }
    const reading = getBytes(answer, file, expected)
    wholeFiles.set(file, reading)
    try {
      const bytes = await reading
      heldBytes += bytes.length
      return bytes
    } catch (error) {
      if (wholeFiles.get(file) === reading) wholeFiles.delete(file)
      throw error
    }
  }

  async function readSpan(file: string, span: Span, { bytes, isPartOnly, signal }: Wanted): Promise<Uint8Array | null> {
    const { start, end } = span
    const wholeBytes = await wholeFiles.get(file)?.catch(() => undefined)
    if (wholeBytes !== undefined) return wholeBytes.subarray(start, end)
    const headers = { range: `bytes=${start}-${end - 1}` }
    return fetched(file, isPartOnly ? { headers, cache: 'no-store' } : { headers }, signal, async (answer) => {
      // If the server sends no ETag, the CRC-32 of the blocks still detects that the file has changed.
      const tag = answer.headers.get('etag')
      if (tag !== null && (tags.get(file) ?? tag) !== tag)
        return refuse(file, 'it changed on the server while being read. Reopen the data')
      if (tag !== null) tags.set(file, tag)
      if (answer.status !== 206 && isPartOnly) {
        answer.body?.cancel().catch(() => {})
        return EMPTY
      }
      if (answer.status !== 206) return (await wholeFile(answer, file, bytes)).subarray(start, end)
      const part = await getBytes(answer, file, end - start)
      if (part.length !== end - start)
        refuse(file, `only ${part.length} of ${end - start} bytes arrived from byte ${start}`)
      return part
    })
  }

  return {
    name: base.href,
    most: MAX_HELD,
    read: (file, wanted = {}) => (wanted.span ? readSpan(file, wanted.span, wanted) : readWhole(file, wanted)),
    has: async (file) => (await fetched(file, { method: 'HEAD' }, undefined, async () => true)) !== null,
  }
}

const EMPTY = new Uint8Array(0)

/**
 * Returns the content length that a server declares, or 0 if it declares no length or only the length of compressed
 * bytes.
 */
function getLength({ headers }: Response): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0)
}

const listening = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Returns the callbacks to run when a signal is aborted. Many requests share one listener, because Node reports more
 * than ten listeners on a signal as a leak.
 */
function getListeners(signal: AbortSignal): Set<() => void> {
  const listener = listening.get(signal)
  if (listener !== undefined) return listener
  const listeners = new Set<() => void>()
  signal.addEventListener('abort', () => {
    for (const callback of listeners) callback()
  })
  listening.set(signal, listeners)
  return listeners
}

/**
 * Returns a function that registers a file and returns another function, which reports the bytes of the file. Totals
 * are for all files.
 */
function getProgress({ onProgress }: ReadOptions) {
  const all = { bytes: 0, total: 0 }
  return (file: string, expected: number | undefined) => {
    all.total += expected ?? 0
    return (count: number) => {
      all.bytes += count
      if (expected === undefined) all.total += count
      onProgress?.({ file, ...all })
    }
  }
}

/**
 * Returns the reason a request failed. The message of Node's `fetch` is only `fetch failed`, and the reason is in
 * `cause`.
 */
function getReason(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly message?: string; readonly code?: string } }
  return cause?.message || cause?.code || String(error)
}
