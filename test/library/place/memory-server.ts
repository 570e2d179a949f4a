import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** A server in memory and a record of its requests. */
export interface MemoryServer {
  readonly fetch: typeof globalThis.fetch
  /** Requests in order, with the file, the range and the bytes of the response. */
  readonly asked: { readonly file: string; readonly range: string | null; readonly bytes: number }[]
  /** Requested files that do not exist. */
  readonly missed: string[]
  /** Total bytes of all responses so far. */
  bytes(): number
}

/** Returns a response to send instead of the file in the folder. */
export type Change = (answer: {
  readonly file: string
  readonly range: readonly [start: number, end: number] | null
  /** Number of earlier requests for this file. */
  readonly before: number
  readonly body: Uint8Array<ArrayBuffer>
}) => Response | undefined | Promise<Response | undefined>

/** Serves a data folder with HTTP ranges through the `fetch` option, without a network. */
export function memoryServer(folder: string, change: Change = () => undefined): MemoryServer {
  const asked: MemoryServer['asked'] = []
  const missed: string[] = []
  const answer = async (input: unknown, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted()
    const file = new URL(String(input)).pathname.split('/').pop()!
    const header = new Headers(init?.headers).get('range')
    const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? '')
    const range = found && ([Number(found[1]), Number(found[2]) + 1] as const)
    if (!existsSync(join(folder, file))) {
      missed.push(file)
      return new Response(null, { status: 404 })
    }
    const body = readPart(join(folder, file), range)
    const before = asked.filter((other) => other.file === file).length
    asked.push({ file, range: header, bytes: body.length })
    const changed = await change({ file, range, before, body })
    return changed ?? new Response(body, { status: range ? 206 : 200, headers: { etag: '"one"' } })
  }
  return {
    fetch: answer as typeof globalThis.fetch,
    asked,
    missed,
    bytes: () => asked.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Reads a part of a file or all of it. */
function readPart(path: string, range: readonly [start: number, end: number] | null): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const [start, end] = range ?? [0, size]
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
    readSync(file, bytes, 0, bytes.length, start)
    return bytes
  } finally {
    closeSync(file)
  }
}

export const address = 'http://data.test/folder/'
