import { LoadError, PATIENCE } from './load-error.ts'

/**
 * Reads files below an address, for readers of a page: rejects with a LoadError, and with one where the server falls silent, too. Null
 * where there is no such file.
 *
 * @param patience milliseconds without a byte, of this file or of another: on a slow line some wait in the browser's queue
 */
export function readServed(address: string, patience = PATIENCE * 1000): (file: string) => Promise<Uint8Array | null> {
  const asked = new Set<string>()
  /** One for each file on its way. */
  const clocks = new Set<() => void>()

  return async (file) => {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), patience)
    }
    clocks.add(restart)
    restart()
    // What a cache holds may be older than what is loaded beside it; of a file that is asked for again, it may be what failed.
    const cache = asked.has(file) ? 'reload' : 'no-cache'
    asked.add(file)
    try {
      const answer = await fetch(new URL(file, address), { cache, signal: silence.signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new LoadError(file, answer.status)
      return await bytesOf(answer, () => {
        for (const restart of clocks) restart()
      })
    } catch (error) {
      if (error instanceof LoadError) throw error
      if (silence.signal.aborted) throw new LoadError(file, 'stalled')
      throw new LoadError(file, globalThis.navigator?.onLine === false ? 'offline' : 'unreachable')
    } finally {
      clearTimeout(timer)
      clocks.delete(restart)
    }
  }
}

/** @param tell is called with every piece that comes */
async function bytesOf({ body }: Response, tell: () => void): Promise<Uint8Array> {
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      tell()
      controller.enqueue(piece)
    },
  })
  return new Uint8Array(await new Response(body?.pipeThrough(told)).arrayBuffer())
}
