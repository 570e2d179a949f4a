import type { Socket } from 'node:net'

interface Waiting {
  readonly socket: Socket
  readonly begin: () => void
}

/**
 * Requests that a client sent before the response to an earlier request. A single read of a connection can contain a
 * thousand pipelined requests, which would block everyone else if they were all answered in the same turn of the event
 * loop.
 */
export class PipelinedRequests {
  #waiting: Waiting[] = []
  readonly #perSocket = new Map<Socket, number>()

  /** @param perTurn maximum number of requests to start in one turn of the event loop */
  constructor(private readonly perTurn: number) {}

  /** Calls `begin` in a later turn, unless the connection is closed by then. */
  add(socket: Socket, begin: () => void): void {
    if (this.#waiting.length === 0) setImmediate(this.#next)
    this.#waiting.push({ socket, begin })
    const count = (this.#perSocket.get(socket) ?? 0) + 1
    this.#perSocket.set(socket, count)
    // Stops reading from the connection. Otherwise, a client that sends requests without reading responses could fill
    // the memory.
    if (count >= this.perTurn) socket.pause()
  }

  readonly #next = (): void => {
    const now = this.#waiting.slice(0, this.perTurn)
    this.#waiting = this.#waiting.slice(this.perTurn)
    if (this.#waiting.length > 0) setImmediate(this.#next)
    for (const { socket, begin } of now) {
      const left = this.#perSocket.get(socket)! - 1
      if (left > 0) this.#perSocket.set(socket, left)
      else {
        this.#perSocket.delete(socket)
        if (socket.isPaused()) socket.resume()
      }
      if (!socket.destroyed) begin()
    }
  }
}
