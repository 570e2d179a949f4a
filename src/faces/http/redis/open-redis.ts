import type { Redis } from 'ioredis'
import { VicinageError } from '../../../base/errors.ts'

/** Milliseconds in which Redis must be ready at the start. */
const START = 4000
/** Milliseconds without an answer after which a connection is given up. */
const SILENCE = 1000

/** A connection that is ready, and where it leads: `localhost:6379`. */
export interface OpenRedis {
  readonly client: Redis
  readonly place: string
}

/**
 * A Redis that cannot be used, or whose address cannot be read. The message is one sentence and never holds a password.
 */
export class RedisError extends VicinageError {
  override readonly name = 'RedisError'
  readonly code = 'redis_unavailable'
  /** `ECONNREFUSED`, `LOADING` …; null when the address is wrong. */
  readonly reason: string | null

  constructor(message: string, reason: string | null = null) {
    super(message)
    this.reason = reason
  }
}

/**
 * Connects to Redis at `redis://[user:password@]host[:port][/database]`, with `rediss://` over TLS. A connection that
 * is lost later is made again; commands fail meanwhile, they do not wait.
 *
 * @throws {RedisError} within 5 s when it cannot be used
 */
export async function openRedis(url: string): Promise<OpenRedis> {
  const place = placeOf(url)
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: START,
    socketTimeout: SILENCE,
    enableOfflineQueue: false,
    // A command that is sent twice would count twice.
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
    // A database that is not there leaves the connection in another one.
    if (cause !== undefined) throw cause
    return { client, place }
  } catch (error) {
    client.disconnect()
    cause ??= error
    throw new RedisError(`Redis at ${place} ${troubleWith(cause, place)}.`, reasonOf(cause))
  } finally {
    clearTimeout(timer)
  }
}

/** Why Redis failed, in one word that is safe to show: answers of Redis may repeat a command with its password. */
export function reasonOf(error: unknown): string {
  const { code, message = '' } = Object(error) as { code?: unknown; message?: string }
  if (typeof code === 'string') return code
  return /^(?:Ready check failed: )?([A-Z]{3,})\b/.exec(message)?.[1] ?? 'no usable answer'
}

function troubleWith(error: unknown, place: string): string {
  const { message = '' } = Object(error) as { message?: string }
  if (message.startsWith('Protocol error')) return 'did not answer like Redis: check the URL'
  const reason = reasonOf(error)
  const credentials = `user and password in redis://user:password@${place}`
  if (reason === 'NOAUTH') return `asks for a password: give ${credentials}`
  if (reason === 'WRONGPASS' || message.includes('invalid password'))
    return `refuses the password: correct ${credentials}`
  return `cannot be used (${reason}): start it, or correct the address`
}

/** Host and port of an address. What the address is otherwise is not repeated: it may hold a password. */
function placeOf(text: string): string {
  const example = 'redis://host:6379, or rediss://host:6379 with TLS'
  let url: URL
  try {
    url = new URL(text)
    decodeURIComponent(url.username + url.password)
    // The rest of a password in which / ? or # stands as itself; its beginning was taken for a port.
    if (`${url.pathname}${url.search}${url.hash}`.includes('@')) throw new Error('password')
  } catch {
    throw new RedisError(
      `The address of Redis cannot be read: give ${example}, in a password each of @ : / ? # % as its percent code.`,
    )
  }
  const isRedis = /^rediss?:\/\//i.test(text)
  if (!isRedis) throw new RedisError(`The address of Redis begins with ${url.protocol}, and has to be ${example}.`)
  return `${url.hostname || 'localhost'}:${url.port || 6379}`
}
