import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '@hono/node-server'
import type { ServerRefusal } from './note-refusal.ts'
import { nextId } from './request-id.ts'

/** What a server refuses before its app has seen anything of it. */
export class ServerRefusals {
  readonly #onRefused: (refused: ServerRefusal) => void

  constructor(onRefused: (refused: ServerRefusal) => void) {
    this.#onRefused = onRefused
  }

  /** The answer to a request that has no URL, such as one with a `Host` of no host. */
  response(error: unknown): Response {
    const status = error instanceof RequestError ? 400 : 500
    return new Response(detailOf(status), { status, headers: this.#note(status, null) })
  }

  send(request: IncomingMessage, response: ServerResponse, status: number): void {
    const body = detailOf(status)
    const headers = { ...this.#note(status, request), 'Content-Length': body.length, Connection: 'close' }
    response.writeHead(status, headers).end(body)
  }

  /** Bytes that are no HTTP, headers that are too long, requests that never end. `last` is the last answer that was begun. */
  write(error: NodeJS.ErrnoException, socket: Socket, last: ServerResponse | null): void {
    // In the middle of an answer, or before an earlier one, a refusal would be read as part of it.
    const inTurn = !isUnderWay(last) || (last.socket === socket && !last.headersSent)
    if (!socket.writable || error.code === 'ECONNRESET' || !inTurn) {
      socket.destroy()
      return
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const body = detailOf(status)
    const headers = { ...this.#note(status, null), 'Content-Length': body.length, Connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    // Not `end`: half of the connection would stay open until the caller closes it.
    socket.destroySoon()
  }

  /** The headers of the refusal. */
  #note(status: number, request: IncomingMessage | null): Record<string, string> {
    const id = nextId()
    const path = request?.url?.replace(/\?.*/s, '') ?? null
    try {
      this.#onRefused({ id, status, method: request?.method ?? null, path })
    } catch {
      // A log that fails takes no answer with it.
    }
    return { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': id }
  }
}

export function isUnderWay(response: ServerResponse | null): response is ServerResponse {
  return response !== null && !response.writableFinished && !response.destroyed
}

function detailOf(status: number): string {
  return JSON.stringify({ detail: STATUS_CODES[status] })
}
