import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Connection between a phone and the server. */
export interface Line {
  /** Megabits per second toward the page, shared by all connections. */
  readonly megabits: number
  /** Round-trip time in milliseconds. */
  readonly roundTrip: number
}

/**
 * A TCP proxy that delays and counts all bytes, in front of a server. Chromium's own throttling does not affect
 * requests from workers.
 */
export interface SlowLine {
  readonly port: number
  /** Bytes sent toward the page so far, including HTTP headers. */
  bytes(): number
  close(): void
}

/** @param line line to simulate; null for an unlimited one */
export async function openLine(toPort: number, line: Line | null): Promise<SlowLine> {
  let bytes = 0
  /** Time, by `performance.now()`, at which the line will have sent everything that was passed to it. */
  let freeAt = 0
  const sockets = new Set<Socket>()
  const delay = (line?.roundTrip ?? 0) / 2
  const server = createServer((page) => {
    const host = connect(toPort, '127.0.0.1')
    for (const socket of [page, host]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        page.destroy()
        host.destroy()
      })
    }
    // Opening a connection takes one more round trip before the first byte.
    let opened = performance.now() + delay * 2
    page.on('data', (piece) => {
      const now = performance.now()
      opened = Math.max(opened, now)
      setTimeout(() => host.write(piece), opened - now + delay)
    })
    host.on('data', (piece) => {
      bytes += piece.length
      if (line === null) return void page.write(piece)
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + (piece.length * 8) / (line.megabits * 1000)
      const wait = freeAt - now
      // Reads at most 30 ms ahead, so that pieces of all connections take turns.
      if (wait > 30) {
        host.pause()
        setTimeout(() => host.resume(), wait - 30)
      }
      setTimeout(() => page.write(piece), wait + delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
