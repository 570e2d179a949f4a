import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The connection of a phone to the server. */
export interface Line {
  /** Megabits per second towards the page; all connections share them. */
  readonly megabits: number
  /** Milliseconds of a round trip. */
  readonly roundTrip: number
}

/**
 * A TCP proxy before a server. Chromium's own throttling does not slow what workers fetch; this slows every byte, and
 * counts them.
 */
export interface SlowLine {
  readonly port: number
  /** Bytes that came through towards the page so far, with the headers of HTTP. */
  bytes(): number
  close(): void
}

/** @param line null: as fast as it is */
export async function openLine(toPort: number, line: Line | null): Promise<SlowLine> {
  let bytes = 0
  /** When the line has sent what it was given, by `performance.now()`. */
  let free = 0
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
    // A connection costs a round trip of its own before the first byte.
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
      free = Math.max(free, now) + (piece.length * 8) / (line.megabits * 1000)
      const wait = free - now
      // Not more than 30 ms of it ahead: pieces of all connections take turns.
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
