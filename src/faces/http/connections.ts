import type { ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'

/** Limits on server connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum number of open connections. */
  readonly connections: number
  /**
   * Maximum number of open connections without a key per address. All 2^64 addresses of an IPv6 network count as one
   * address.
   */
  readonly perAddress: number
  /** Number of connections reserved for clients with a key, if the service has keys. */
  readonly keptForKeys: number
  /** Interval at which connections are checked. */
  readonly look: number
  /** Time without traffic in either direction after which a connection is closed. */
  readonly idle: number
  /** Length of the periods in which `bytesPerSecond` is measured while a response is waiting to be read. */
  readonly slow: number
  /** Minimum speed in bytes per second at which a client must read a response. */
  readonly bytesPerSecond: number
}

/** One open connection. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** Last response started on the connection. */
  response: ServerResponse | null
  /** Whether a request on the connection had a valid key. */
  hasKey: boolean
  /** Whether a key was looked up for the connection. */
  isKeyTried: boolean
  /** Whether the connection exceeds the limit for clients without a key. If so, its first request must have a key. */
  isOnTrial: boolean
  /** Bytes received from the client up to the last check. */
  received: number
  /** Bytes that the client had read at the last check. */
  taken: number
  /** Time at which `received` or `taken` last changed. */
  moved: number
  /** Start of the current measurement period and the bytes read by then; null if nothing is waiting to be read. */
  span: { readonly start: number; readonly taken: number } | null
}

/**
 * Open connections of a server. Decides which connections to accept, and closes connections that are idle or too slow.
 */
export class Connections {
  readonly #all = new Map<Socket, Connection>()
  /** Number of connections without a key for each client address, excluding connections on trial. */
  readonly #perAddress = new Map<string, number>()
  readonly #limits: ConnectionLimits
  #withoutKey = 0
  #timer: ReturnType<typeof setInterval>
  /** Number of connections that have arrived so far. */
  taken = 0

  /** @param hasKeys whether the service has keys, so that some connections are reserved for clients with a key */
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

  /** Accepts a new connection, or closes it if there is no room. */
  take(socket: Socket): void {
    this.taken++
    const { connections, perAddress, keptForKeys } = this.#limits
    const address = getClientNetwork(socket.remoteAddress ?? '')
    const isOverLimit =
      this.#withoutKey >= connections - keptForKeys || (this.#perAddress.get(address) ?? 0) >= perAddress
    if (isOverLimit && !this.hasKeys) {
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
      isOnTrial: isOverLimit,
      received: 0,
      taken: 0,
      moved: now,
      span: null,
    }
    this.#all.set(socket, connection)
    if (!isOverLimit) this.#count(address, 1)
    socket.once('close', () => this.#remove(connection))
  }

  /**
   * Records that a request on a connection had a valid key. The connection then no longer counts toward the limit of
   * its address.
   */
  noteKey(connection: Connection): void {
    if (connection.hasKey || !this.#all.has(connection.socket)) return
    if (!connection.isOnTrial) this.#count(connection.address, -1)
    connection.hasKey = true
    connection.isOnTrial = false
  }

  /** Stops the checks. */
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

  /**
   * Closes the connection that has been on trial for the longest time. Clients with a key send the key immediately, so
   * the oldest connection is the least likely to have a key.
   */
  #closeOldestOnTrial(): boolean {
    // Iterates in the order of arrival.
    for (const connection of this.#all.values()) {
      if (!connection.isOnTrial) continue
      this.#remove(connection)
      connection.socket.destroy()
      return true
    }
    return false
  }

  /** Closes connections that are idle or whose clients read too slowly. */
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

/** Byte counters of Node's internal socket handle. */
interface Handle {
  readonly bytesWritten?: unknown
  readonly writeQueueSize?: unknown
}

/**
 * Returns the response bytes that the system has accepted for sending, and the bytes still waiting. A socket only
 * counts whole writes, which may be megabytes, while its handle counts every byte.
 */
function bytesTaken(socket: Socket): { taken: number; waiting: number } {
  const { bytesWritten, writeQueueSize } = (socket as unknown as { _handle: Handle | null })._handle ?? {}
  const taken =
    typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
      ? bytesWritten - writeQueueSize
      : socket.bytesWritten - socket.writableLength
  return { taken, waiting: socket.bytesWritten - taken }
}

/**
 * Returns the IPv4 address of a client, or the first 64 bits of its IPv6 address, because a client usually owns all
 * addresses with the same prefix.
 */
export function getClientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]
  if (!isIPv6(address)) return address
  const [head, tail] = address.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : new Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
