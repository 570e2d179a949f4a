import type { Redis } from 'ioredis'
import { BatchError, BatchFailure } from '../batch/errors.ts'
import { LimitsError } from '../http/limits.ts'
import { openRedis, reasonOf } from '../http/redis.ts'

/** Milliseconds without a word after which the system looks whether the other end is still there. */
const KEEP_ALIVE = 10_000

/** Milliseconds that are left for the last words to a Redis that may be gone. */
const CLOSE_TIMEOUT = 2000

/** Waits for what is said to a Redis that may be gone, and not for long. */
export async function withTimeout(said: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT)
  })
  await Promise.race([said.catch(() => {}), late])
  clearTimeout(timer)
}

/** A connection to the Redis of a cluster. While Redis is lost, commands wait until it is back. */
export interface Connection {
  readonly client: Redis
  /** Where it leads: `localhost:6379`. */
  readonly place: string
  /** Runs `last`, as far as Redis is there to hear it, and disconnects. */
  close(last?: () => Promise<unknown>): Promise<void>
}

/**
 * Connects to Redis at `redis://[user:password@]host[:port][/database]`, with `rediss://` over TLS.
 *
 * @param onRemark told when Redis is lost, and when it is back
 * @throws {BatchError} within 5 s when it cannot be used; no message holds a password
 */
export async function connect(url: string, onRemark: (text: string) => void = () => {}): Promise<Connection> {
  const { client: first, place } = await openRedis(url).catch((error) => {
    if (!(error instanceof LimitsError)) throw error
    throw isRedisAddress(url) ? new BatchFailure(error.message) : new BatchError(error.message)
  })
  const client = first.duplicate({
    lazyConnect: false,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
    // BullMQ asks for it.
    maxRetriesPerRequest: null,
    keepAlive: KEEP_ALIVE,
    // Its timer would keep the process alive after the end.
    socketTimeout: undefined as never,
  })
  first.disconnect()
  let lost: string | null = null
  let isClosed = false
  const lose = (error: unknown) => {
    if (lost !== null || isClosed) return
    lost = error === undefined ? 'the connection was ended' : reasonOf(error)
    onRemark(`Redis at ${place} is lost (${lost}): waiting for it.`)
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
      client.disconnect()
    },
  }
}

/** Where it is, something is wrong with Redis, and not with what was asked. */
function isRedisAddress(url: string): boolean {
  return URL.canParse(url) && /^rediss?:\/\//i.test(url)
}
