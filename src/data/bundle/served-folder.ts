import { BundleError } from '../../base/errors.ts'
import { type DataFolder, mostBytes, type ReadOptions, type Span, type Wanted } from './folder.ts'

/** Milliseconds without a byte after which a server is given up. */
const TIMEOUT = 30_000

/**
 * Opens a folder on a server. Parts of files are requested with HTTP ranges. A server that does not support ranges
 * sends the whole file, which then serves every part.
 */
export function servedFolder(base: URL, options: ReadOptions): DataFolder {
  const { timeout = TIMEOUT } = options
  const ask = options.fetch ?? globalThis.fetch
  /** Complete files from servers without ranges. */
  const whole = new Map<string, Uint8Array>()
  const tags = new Map<string, string>()
  /**
   * Restarts the clock of each pending request. Any byte restarts all clocks, because a browser may queue requests
   * behind others.
   */
  const clocks = new Set<() => void>()
  const tell = progressOf(options)

  const refuse = (file: string, found: string, cause?: unknown): never => {
    throw new BundleError(`${file} could not be fetched from ${base.href}: ${found}.`, { cause })
  }

  async function fetched<T>(
    file: string,
    init: RequestInit,
    own: AbortSignal | undefined,
    read: (answer: Response) => Promise<T>,
  ): Promise<T | null> {
    const signals = [options.signal, own].filter((signal) => signal !== undefined)
    for (const signal of signals) signal.throwIfAborted()
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), timeout)
    }
    const abort = () => silence.abort()
    for (const signal of signals) listenersOf(signal).add(abort)
    clocks.add(restart)
    restart()
    try {
      // Cached files may be older than the files loaded with them.
      const answer = await ask(new URL(file, base), { ...init, cache: 'no-cache', signal: silence.signal })
      if (answer.status === 404) return null
      if (!answer.ok) return refuse(file, `HTTP ${answer.status}`)
      return await read(answer)
    } catch (cause) {
      if (cause instanceof BundleError) throw cause
      for (const signal of signals) signal.throwIfAborted()
      if (silence.signal.aborted) return refuse(file, `the server sent nothing for ${timeout / 1000} seconds`, cause)
      return refuse(file, String(cause), cause)
    } finally {
      clearTimeout(timer)
      clocks.delete(restart)
      for (const signal of signals) listenersOf(signal).delete(abort)
    }
  }

  const bytesOf = async (answer: Response, file: string, expected: number | undefined) => {
    const came = tell(file, expected)
    const most = mostBytes(file, expected)
    let size = 0
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        for (const restart of clocks) restart()
        size += piece.length
        if (size > most) refuse(file, `more than the ${most} bytes came that were expected`)
        came(piece.length)
        controller.enqueue(piece)
      },
    })
    return new Uint8Array(await new Response(answer.body?.pipeThrough(counted)).arrayBuffer())
  }

  const readWhole = (file: string, { bytes, signal }: Wanted) =>
    fetched(file, {}, signal, (answer) => bytesOf(answer, file, bytes))

  async function readSpan(file: string, { start, end }: Span, signal?: AbortSignal): Promise<Uint8Array | null> {
    const known = whole.get(file)
    if (known) return known.subarray(start, end)
    const headers = { range: `bytes=${start}-${end - 1}` }
    return fetched(file, { headers }, signal, async (answer) => {
      if (answer.status !== 206) {
        const bytes = await bytesOf(answer, file, undefined)
        whole.set(file, bytes)
        return bytes.subarray(start, end)
      }
      // If a server hides its ETags, the CRC-32 of the blocks still detects changes.
      const tag = answer.headers.get('etag')
      if (tag !== null && (tags.get(file) ?? tag) !== tag)
        return refuse(file, 'it changed on the server while it was read; open the data again')
      if (tag !== null) tags.set(file, tag)
      const bytes = await bytesOf(answer, file, end - start)
      if (bytes.length !== end - start)
        refuse(file, `${bytes.length} bytes came of the ${end - start} from byte ${start}`)
      return bytes
    })
  }

  return {
    name: base.href,
    read: (file, wanted = {}) => (wanted.span ? readSpan(file, wanted.span, wanted.signal) : readWhole(file, wanted)),
    has: async (file) => (await fetched(file, { method: 'HEAD' }, undefined, async () => true)) !== null,
  }
}

const listening = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Returns the callbacks for a signal's abort. Many requests share one listener, because Node reports more than ten as a
 * leak.
 */
function listenersOf(signal: AbortSignal): Set<() => void> {
  const known = listening.get(signal)
  if (known !== undefined) return known
  const listeners = new Set<() => void>()
  signal.addEventListener('abort', () => {
    for (const tell of listeners) tell()
  })
  listening.set(signal, listeners)
  return listeners
}

/** Adds up the bytes received for all files. */
function progressOf({ onProgress }: ReadOptions) {
  const all = { bytes: 0, total: 0 }
  return (file: string, expected: number | undefined) => {
    all.total += expected ?? 0
    return (came: number) => {
      all.bytes += came
      if (expected === undefined) all.total += came
      onProgress?.({ file, ...all })
    }
  }
}
