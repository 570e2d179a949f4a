import type { ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'

/** Limits of the connections of a server. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Connections that are open at once. */
  readonly connections: number
  /** Connections without a key that one address may have open; of IPv6, the 2^64 addresses of one network count as one. */
  readonly perAddress: number
  /** Connections that are kept for clients with a key, where the service has keys. */
  readonly keptForKeys: number
  /** How often the connections are looked at. */
  readonly look: number
  /** After so long without a byte in either direction, a connection is closed. */
  readonly idle: number
  /** In each span of this length in which an answer waits for its reader … */
  readonly slow: number
  /** … the reader has to take so many bytes for each second of it. */
  readonly bytesPerSecond: number
}

/** One open connection. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** Last answer that was begun on it. */
  response: ServerResponse | null
  /** Whether a request on it had a valid key. */
  hasKey: boolean
  /** Whether a key was looked up for it. */
  isKeyTried: boolean
  /** Whether it is beyond the limit for clients without a key, so that its first request must have one. */
  isOnTrial: boolean
  /** Bytes that had arrived and that the reader had taken at the last look, and when that last changed. */
  received: number
  taken: number
  moved: number
  /** Bytes that the reader had taken at the start of the span in which it has to take enough; null: nothing waits. */
  span: { readonly start: number; readonly taken: number } | null
}

/** The open connections of a server: who may have one, and who has had it for too long. */
export class Connections {
  readonly #all = new Map<Socket, Connection>()
  /** Connections without a key by address; those on trial are not counted. */
  readonly #perAddress = new Map<string, number>()
  readonly #limits: ConnectionLimits
  #withoutKey = 0
  #timer: ReturnType<typeof setInterval>
  /** Number of connections that were ever taken. */
  taken = 0

  /** @param hasKeys whether the service knows keys, for whose holders some connections are kept */
  constructor(
    limits: ConnectionLimits,
    private readonly hasKeys: boolean,
  ) {
    const { connections, keptForKeys } = limits
    this.#limits = { ...limits, keptForKeys: hasKeys ? Math.min(keptForKeys, Math.floor(connections / 10)) : 0 }
    this.#timer = setInterval(() => this.#look(performance.now()), limits.look)
    this.#timer.unref()
  }

  get size(): number {
    return this.#all.size
  }

  get(socket: Socket): Connection | undefined {
    return this.#all.get(socket)
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all.values()
  }

  /** Takes a new connection, or closes it where there is no room for it. */
  take(socket: Socket): void {
    this.taken++
    const { connections, perAddress, keptForKeys } = this.#limits
    const address = networkOf(socket.remoteAddress ?? '')
    const isBeyond = this.#withoutKey >= connections - keptForKeys || (this.#perAddress.get(address) ?? 0) >= perAddress
    if (isBeyond && !this.hasKeys) {
      socket.destroy()
      return
    }
    if (this.#all.size >= connections && !this.#closeOldestOnTrial()) {
      socket.destroy()
      return
    }
    const now = performance.now()
    const connection: Connection = {
      socket,
      address,
      response: null,
      hasKey: false,
      isKeyTried: false,
      isOnTrial: isBeyond,
      received: 0,
      taken: 0,
      moved: now,
      span: null,
    }
    this.#all.set(socket, connection)
    if (!isBeyond) this.#count(address, 1)
    socket.once('close', () => this.#remove(connection))
  }

  /** Notes that a request on a connection had a valid key: from here on, it counts for no address. */
  noteKey(connection: Connection): void {
    if (connection.hasKey || !this.#all.has(connection.socket)) return
    if (!connection.isOnTrial) this.#count(connection.address, -1)
    connection.hasKey = true
    connection.isOnTrial = false
  }

  /** Ends the looks. */
  close(): void {
    clearInterval(this.#timer)
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection.socket)
    if (!connection.hasKey && !connection.isOnTrial) this.#count(connection.address, -1)
  }

  #count(address: string, change: 1 | -1): void {
    this.#withoutKey += change
    const count = (this.#perAddress.get(address) ?? 0) + change
    if (count === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, count)
  }

  /** A client with a key sends it at once, so whoever has waited longest on trial is the likeliest to have none. */
  #closeOldestOnTrial(): boolean {
    // In the order in which they came.
    for (const connection of this.#all.values()) {
      if (!connection.isOnTrial) continue
      this.#remove(connection)
      connection.socket.destroy()
      return true
    }
    return false
  }

  /** Closes the connections on which nothing moves, and those whose readers take too little. */
  #look(now: number): void {
    const { idle, slow, bytesPerSecond } = this.#limits
    const enough = (slow / 1000) * bytesPerSecond
    for (const connection of this.#all.values()) {
      const { socket } = connection
      const { taken, waiting } = bytesTaken(socket)
      if (taken !== connection.taken || socket.bytesRead !== connection.received) connection.moved = now
      connection.taken = taken
      connection.received = socket.bytesRead
      if (waiting === 0) connection.span = null
      else if (connection.span === null || taken - connection.span.taken >= enough)
        connection.span = { start: now, taken }
      const isSlow = connection.span !== null && now - connection.span.start >= slow
      if (isSlow || now - connection.moved >= idle) socket.destroy()
    }
  }
}

/** What Node knows of the bytes that it has handed to the system. */
interface Handle {
  readonly bytesWritten?: unknown
  readonly writeQueueSize?: unknown
}

/**
 * Bytes of answers that the system has taken to send, and those that wait. A socket alone tells of whole writes only,
 * which may be megabytes; its handle tells of each byte.
 */
function bytesTaken(socket: Socket): { taken: number; waiting: number } {
  const { bytesWritten, writeQueueSize } = (socket as unknown as { _handle: Handle | null })._handle ?? {}
  const taken =
    typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
      ? bytesWritten - writeQueueSize
      : socket.bytesWritten - socket.writableLength
  return { taken, waiting: socket.bytesWritten - taken }
}

/** The address of a client; of IPv6, the network of the first 64 bits, because one client has all of it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]
  if (!isIPv6(address)) return address
  const [head, tail] = address.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : new Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
