import type { Redis } from 'ioredis'
import { VicinageError } from '../../../base/errors.ts'

/** Time limit in milliseconds for Redis to become ready at startup. */
const START = 4000
/** Milliseconds without a reply after which the connection counts as lost. */
const SILENCE = 1000

/** A ready connection, and its address for messages, such as `localhost:6379`. */
export interface OpenRedis {
  readonly client: Redis
  readonly place: string
}

/**
 * Error for a Redis server that cannot be used or an address that is invalid. The message is one sentence and never
 * contains a password.
 */
export class RedisError extends VicinageError {
  override readonly name = 'RedisError'
  readonly code = 'redis_unavailable'
  /** Error code such as `ECONNREFUSED` or `LOADING`; null if the address is invalid. */
  readonly reason: string | null

  constructor(message: string, reason: string | null = null) {
    super(message)
    this.reason = reason
  }
}

/**
 * Connects to Redis at `redis://[user:password@]host[:port][/database]`, or with `rediss://` over TLS. A lost
 * connection is reestablished. In the meantime commands fail instead of waiting.
 *
 * @throws {RedisError} within 5 s when it cannot be used
 */
export async function openRedis(url: string): Promise<OpenRedis> {
  const place = getPlace(url)
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: START,
    socketTimeout: SILENCE,
    enableOfflineQueue: false,
    // A command that is sent twice would be counted twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  let cause: unknown
  client.on('error', (error) => {
    cause ??= error
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), START)
  })
  try {
    await Promise.race([client.connect(), late])
    // Without this check, a connection to a database that does not exist would use another database.
    if (cause !== undefined) throw cause
    return { client, place }
  } catch (error) {
    client.disconnect()
    cause ??= error
    throw new RedisError(`Redis at ${place} ${troubleWith(cause, place)}.`, getReason(cause))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns a one-word reason for a Redis failure that is safe to show. Redis error messages may repeat a command with
 * its password.
 */
export function getReason(error: unknown): string {
  const { code, message = '' } = Object(error) as { code?: unknown; message?: string }
  if (typeof code === 'string') return code
  return /^(?:Ready check failed: )?([A-Z]{3,})\b/.exec(message)?.[1] ?? 'no usable answer'
}

function troubleWith(error: unknown, place: string): string {
  const { message = '' } = Object(error) as { message?: string }
  if (message.startsWith('Protocol error')) return 'did not answer like Redis: check the URL'
  const reason = getReason(error)
  const credentials = `user and password in redis://user:password@${place}`
  if (reason === 'NOAUTH') return `requires a password: add ${credentials}`
  if (reason === 'WRONGPASS' || message.includes('invalid password'))
    return `rejects the password: correct ${credentials}`
  return `cannot be used (${reason}): start it, or correct the address`
}

/** Returns the host and port of an address. The other parts are not repeated because they may contain a password. */
function getPlace(text: string): string {
  const example = 'redis://host:6379, or rediss://host:6379 with TLS'
  let url: URL
  try {
    url = new URL(text)
    decodeURIComponent(url.username + url.password)
    // An @ here means that the password contains an unencoded / ? or #. In `redis://:12/34@host`, for example, `12` was
    // read as a port.
    if (`${url.pathname}${url.search}${url.hash}`.includes('@')) throw new Error('password')
  } catch {
    throw new RedisError(
      `The Redis URL cannot be parsed: expected ${example}, with @ : / ? # % in a password percent-encoded.`,
    )
  }
  const isRedis = /^rediss?:\/\//i.test(text)
  if (!isRedis)
    throw new RedisError(`The Redis URL begins with ${url.protocol} instead of redis: or rediss:. Expected ${example}.`)
  return `${url.hostname || 'localhost'}:${url.port || 6379}`
}
