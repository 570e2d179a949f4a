import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { getReason, type OpenRedis, openRedis, RedisError } from '../../http/redis/open-redis.ts'
import { BatchError, BatchFailure } from '../errors.ts'

/** Maximum milliseconds to wait for Redis to become available. */
const START = 5000
/** Milliseconds between connection attempts. */
const RETRY = 250

/** Milliseconds without data after which TCP keep-alive checks whether the other end still exists. */
const KEEP_ALIVE = 10_000

/**
 * Maximum milliseconds to wait for the last commands before disconnecting. If Redis is gone, the commands are never
 * answered.
 */
const CLOSE_TIMEOUT = 2000

/** Waits for an answer from Redis for at most `CLOSE_TIMEOUT`. If Redis is gone, the answer never arrives. */
export async function withTimeout(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT)
  })
  await Promise.race([answer.catch(() => {}), late])
  clearTimeout(timer)
}

/** A connection to the Redis server of a cluster. If the connection is lost, commands wait until it is restored. */
export interface Connection {
  readonly client: Redis
  /** Redis address for messages: `localhost:6379`. */
  readonly place: string
  /** Runs `last` if Redis is available, and disconnects. */
  close(last?: () => Promise<unknown>): Promise<void>
}

export interface ConnectOptions {
  /** Called when Redis is unavailable, when the connection is lost, and when it is restored. */
  readonly onRemark?: ((text: string) => void) | undefined
  /**
   * Signal that ends the wait for Redis to become available. Without a signal, the first failed attempt is an error.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects to Redis at `redis://[user:password@]host[:port][/database]`, or with `rediss://` over TLS.
 *
 * @throws {BatchError} when Redis cannot be used, after at most 10 s with a signal or 5 s without; the message never
 * contains a password
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Connection> {
  const { onRemark = () => {} } = options
  const { client: first, place } = await reach(url, options).catch((error) => {
    if (!(error instanceof RedisError)) throw error
    throw isRedisAddress(url) ? new BatchFailure(error.message) : new BatchError(error.message)
  })
  const client = first.duplicate({
    lazyConnect: false,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    // Required by BullMQ.
    maxRetriesPerRequest: null,
    keepAlive: KEEP_ALIVE,
    // The timer that this option starts would keep the process alive after the connection is closed.
    socketTimeout: undefined as never,
  })
  first.disconnect()
  // BullMQ duplicates this connection. Before it closes a duplicate, it waits until the duplicate is ready, which never
  // happens if Redis is gone. Therefore all connections are tracked and disconnected here.
  const all = [client]
  const duplicate = client.duplicate.bind(client)
  client.duplicate = (...args) => {
    const another = duplicate(...args)
    all.push(another)
    return another
  }
  let lost: string | null = null
  let isClosed = false
  const lose = (error: unknown) => {
    if (lost !== null || isClosed) return
    lost = error === undefined ? 'the connection was closed' : getReason(error)
    onRemark(`Lost the connection to Redis at ${place} (${lost}). Waiting for it to come back.`)
  }
  client.on('error', lose)
  client.on('close', () => lose(undefined))
  client.on('ready', () => {
    if (lost !== null) onRemark(`Reconnected to Redis at ${place}.`)
    lost = null
  })
  return {
    client,
    place,
    async close(last = async () => {}) {
      isClosed = true
      await withTimeout(last())
      for (const connection of all) connection.disconnect()
    },
  }
}

/** Opens Redis. With a signal, retries while the failure may be temporary (see `MAY_PASS`), for at most `START` ms. */
async function reach(url: string, { onRemark = () => {}, signal }: ConnectOptions): Promise<OpenRedis> {
  const end = performance.now() + START
  for (let attempts = 1; ; attempts++) {
    try {
      return await openRedis(url)
    } catch (error) {
      const reason = (error instanceof RedisError && error.reason) || ''
      if (!signal || signal.aborted || performance.now() > end || !MAY_PASS.test(reason)) throw error
      if (attempts === 1) onRemark(`Redis at ${new URL(url).host} does not answer (${reason}). Waiting for it.`)
      await pause(RETRY)
    }
  }
}

/**
 * Redis errors that may be temporary: nothing listens at the address, the connection broke, Redis is loading its data
 * from disk, or an answer took too long.
 */
const MAY_PASS = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|LOADING|no usable answer)$/

/** Checks whether a URL is a Redis address. Any other URL is an invalid option, not a failed connection. */
function isRedisAddress(url: string): boolean {
  return URL.canParse(url) && /^rediss?:\/\//i.test(url)
}
