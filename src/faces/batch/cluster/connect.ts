import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { getReason, type OpenRedis, openRedis, RedisError } from '../../http/redis/open-redis.ts'
import { BatchError, BatchFailure } from '../errors.ts'

/** Milliseconds to wait for a Redis that is not available yet, and between two attempts to reach it. */
const START = 5000
const RETRY = 250

/** Milliseconds of silence after which the system checks whether the other end still exists. */
const KEEP_ALIVE = 10_000

/** Milliseconds to wait for the last commands, because Redis may be gone. */
const CLOSE_TIMEOUT = 2000

/** Waits for an answer from a Redis that may be gone, but only for a short time. */
export async function withTimeout(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT)
  })
  await Promise.race([answer.catch(() => {}), late])
  clearTimeout(timer)
}

/** A connection to the Redis of a cluster. While Redis is lost, commands wait until it is back. */
export interface Connection {
  readonly client: Redis
  /** Address of Redis for people: `localhost:6379`. */
  readonly place: string
  /** Runs `last` if Redis is available, and disconnects. */
  close(last?: () => Promise<unknown>): Promise<void>
}

export interface ConnectOptions {
  /** Called when Redis is unavailable or lost, and when it is back. */
  readonly onRemark?: ((text: string) => void) | undefined
  /** Ends the wait for a Redis that is not available yet. Without a signal there is no wait. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects to Redis at `redis://[user:password@]host[:port][/database]`, or with `rediss://` over TLS.
 *
 * @throws {BatchError} when it cannot be used, within 10 s with a signal, within 5 s without; no message contains a
 *   password
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
    // The timer of this option would keep the process alive after the end.
    socketTimeout: undefined as never,
  })
  first.disconnect()
  // BullMQ duplicates this connection. Before closing the duplicates it waits until they are ready, which may never
  // happen.
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
    lost = error === undefined ? 'the connection was ended' : getReason(error)
    onRemark(`Lost the connection to Redis at ${place} (${lost}), waiting for it.`)
  }
  client.on('error', lose)
  client.on('close', () => lose(undefined))
  client.on('ready', () => {
    if (lost !== null) onRemark(`Redis at ${place} is back.`)
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

/** Waits for a Redis that is being started or restarted, but not for one that answers and refuses. */
async function reach(url: string, { onRemark = () => {}, signal }: ConnectOptions): Promise<OpenRedis> {
  const end = performance.now() + START
  for (let attempts = 1; ; attempts++) {
    try {
      return await openRedis(url)
    } catch (error) {
      const reason = (error instanceof RedisError && error.reason) || ''
      if (!signal || signal.aborted || performance.now() > end || !MAY_PASS.test(reason)) throw error
      if (attempts === 1) onRemark(`Redis at ${new URL(url).host} does not answer (${reason}), waiting for it.`)
      await pause(RETRY)
    }
  }
}

/**
 * Reasons that may be temporary: nothing listens at the address, the connection broke, Redis is loading its file, or an
 * answer took too long.
 */
const MAY_PASS = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|LOADING|no usable answer)$/

/** Checks whether a URL is an address of Redis. If it is, a failure to connect is not the fault of the request. */
function isRedisAddress(url: string): boolean {
  return URL.canParse(url) && /^rediss?:\/\//i.test(url)
}
