import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Rate } from './keys.ts'
import { type CountMonth, calendarMonth, getLimits, type Limits, LimitsError, memoryUsage, monthIn } from './limits.ts'
import { getReason, openRedis, RedisError } from './redis/open-redis.ts'

export interface RedisLimitsOptions {
  /** Called once when the Redis connection is lost. After a reconnect, it can be called again. */
  readonly onError?: (error: LimitsError) => void
}

/**
 * Counts scores if the quota allows them. Returns the new usage, followed by 1 if the scores were counted, otherwise 0.
 * KEYS: the counter. ARGV: number of scores, quota, expiration time of the counter in seconds since 1970.
 */
const COUNT = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local places = tonumber(ARGV[1])
if used + places > tonumber(ARGV[2]) then return {used, 0} end
used = redis.call('incrby', KEYS[1], places)
redis.call('expireat', KEYS[1], ARGV[3])
return {used, 1}`

/** Seconds to keep a monthly counter after the month ends, for instances whose clock is slow. */
const AFTER = 86_400

/**
 * Creates limits that several instances share, counted in Redis at `url`, in the format
 * `redis://[user:password@]host[:port][/database]`. A request takes one command for the rate and then another for the
 * month.
 *
 * While Redis is unavailable, each instance counts in memory. Rates start over, and months continue from the last known
 * count. When Redis is available again, its own counts are used. Redis never causes a request to fail. If Redis stops
 * answering, requests are delayed once, by one second.
 *
 * @throws {LimitsError} within 5 s if Redis cannot be used
 */
export async function redisLimits(url: string, { onError }: RedisLimitsOptions = {}): Promise<Limits> {
  const { client, place } = await openRedis(url).catch((error) => {
    throw error instanceof RedisError ? new LimitsError(error.message, { cause: error }) : error
  })
  const seen = memoryUsage()
  const countInMemory = monthIn(seen)
  let isLost = false
  let isClosed = false

  client.on('error', lose)
  client.on('ready', () => {
    isLost = false
  })

  function lose(error: unknown): void {
    if (isLost || isClosed) return
    isLost = true
    const why = getReason(error)
    onError?.(
      new LimitsError(
        `Lost the connection to Redis at ${place} (${why}): limits are counted in memory until Redis is back.`,
      ),
    )
  }

  const countMonth: CountMonth = async (id, places, quota) => {
    if (client.status !== 'ready') return countInMemory(id, places, quota)
    try {
      const month = calendarMonth(Date.now())
      const until = month.end / 1000 + AFTER
      const counter = `vicinage:month:${month.name}:${id}`
      const [used, counted] = (await client.eval(COUNT, 1, counter, places, quota, until)) as [number, number]
      if (seen.month !== month.name) seen.used.clear()
      seen.month = month.name
      seen.used.set(id, used)
      isLost = false
      return { month, used, counted: counted === 1 }
    } catch (error) {
      lose(error)
      return countInMemory(id, places, quota)
    }
  }

  const makeLimiter = ({ requests: points, seconds: duration }: Rate, name: string) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `vicinage:rate:${name}`,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
      rejectIfRedisNotReady: true,
    })

  return getLimits(makeLimiter, countMonth, async () => {
    isClosed = true
    // `quit` fails on a lost connection.
    await client.quit().catch(() => client.disconnect())
  })
}
