import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a server does, and what it was asked for. */
export interface MemoryServer {
  readonly fetch: typeof globalThis.fetch
  /** Requests in their order: the file, and the bytes of the answer. */
  readonly asked: { readonly file: string; readonly range: string | null; readonly bytes: number }[]
  /** Files that are not there. */
  readonly missed: string[]
  /** Bytes of all answers so far. */
  bytes(): number
}

/** What is given out in place of what is in the folder. */
export type Change = (answer: {
  readonly file: string
  readonly range: readonly [start: number, end: number] | null
  /** How often this file was asked for before. */
  readonly before: number
  readonly body: Uint8Array<ArrayBuffer>
}) => Response | undefined | Promise<Response | undefined>

/** Serves a data folder by HTTP ranges without a network, through the `fetch` option. */
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
    const whole = new Uint8Array(readFileSync(join(folder, file)))
    const body = range ? whole.slice(...range) : whole
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

export const address = 'http://data.test/folder/'
