import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { listeningInTest } from '../support/listening.ts'

export interface DataServer {
  /** Address of the folder with a trailing slash. */
  readonly address: string
  /** Requested paths, in order. */
  readonly asked: string[]
}

/** Fault to simulate for a file: an HTTP status, only its first half, or a broken connection. */
export type Fault = number | 'half' | 'broken'

/** Serves a folder on the loopback interface until the test ends. */
export async function serve(directory: string, faults: Readonly<Record<string, Fault>> = {}): Promise<DataServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const file = (request.url ?? '').replace(/^\/data\//, '').replace(/\?v=\w+$/, '')
    asked.push(file)
    const fault = faults[file]
    if (typeof fault === 'number') return response.writeHead(fault).end()
    if (fault === 'broken') return request.socket.destroy()
    const bytes = read(join(directory, file))
    if (bytes === null) return response.writeHead(404).end()
    response.writeHead(200, { 'content-length': bytes.length })
    if (fault !== 'half') return response.end(bytes)
    response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy())
  })
  const origin = await listeningInTest(server)
  return { address: `${origin}/data/`, asked }
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
