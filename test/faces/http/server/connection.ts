import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import { type Received, readResponses } from './read-responses.ts'

/** A bare connection: tests write the bytes of their HTTP requests themselves. */
export interface Connection {
  readonly socket: Socket
  /** Returns the bytes that have arrived and were not taken yet. */
  received(): Buffer
  /** Resolves when this many bytes have arrived or the connection is closed. */
  until(bytes: number): Promise<void>
  /** Takes the next complete answer. Returns undefined if the connection closes without one. */
  next(): Promise<Received | undefined>
  /**
   * Resolves when the connection is closed, with the answers that were not taken and the bytes of an incomplete one.
   */
  readonly closed: Promise<{ responses: readonly Received[]; rest: string }>
  /** Returns the code of the error that ended the connection, such as `ECONNRESET`. */
  error(): string | undefined
}

/** Connects to the loopback address. With `half`, our half stays open when the server closes its own. */
export async function connect(port: number, { half = false } = {}): Promise<Connection> {
  const socket = connectSocket({ port, host: '127.0.0.1', allowHalfOpen: half })
  let pieces: Buffer[] = []
  let bytes = 0
  let code: string | undefined
  let wake = () => {}
  const responses: Received[] = []
  await once(socket, 'connect')
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code
  })
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
    bytes += piece.length
    wake()
  })
  const closed = new Promise<{ responses: readonly Received[]; rest: string }>((resolve) =>
    socket.once('close', () => {
      wake()
      resolve({ responses, rest: read() })
    }),
  )
  const more = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  /** Collects the complete answers and returns the remainder. */
  function read(): string {
    const arrived = readResponses(Buffer.concat(pieces))
    responses.push(...arrived.responses)
    pieces = [Buffer.from(arrived.rest, 'latin1')]
    return arrived.rest
  }

  return {
    socket,
    received: () => Buffer.concat(pieces),
    async until(wanted) {
      while (bytes < wanted && !socket.closed) await more()
    },
    async next() {
      for (;;) {
        read()
        if (responses.length > 0 || socket.closed) return responses.shift()
        await more()
      }
    },
    closed,
    error: () => code,
  }
}

const PATH = '/v1/vibe/walkability?lat=30&lon=-97'

/** A request that is answered with 200. */
export const GOOD = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Returns a request for the scores of many places. The answer for 10,000 places has more than 10 MB. */
export function batchOf(places: number): string {
  const body = JSON.stringify({ points: Array.from({ length: places }, (_, i) => ({ lat: 30, lon: -97 - i / 1e4 })) })
  return `POST /v1/scores/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}
