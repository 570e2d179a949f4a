import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Rate } from './keys.ts'
import { type CountMonth, calendarMonth, getLimits, type Limits, LimitsError, memoryUsage, monthIn } from './limits.ts'
import { getReason, openRedis, RedisError } from './redis/open-redis.ts'

export interface RedisLimitsOptions {
  /** Called once when Redis is lost, and again only after it came back. */
  readonly onError?: (error: LimitsError) => void
}

/**
 * Counts places if the quota allows that many. Returns the usage afterwards, and 1 or 0 for counted or not. KEYS: the
 * counter. ARGV: places, quota, second since 1970 at which the counter expires.
 */
const COUNT = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local places = tonumber(ARGV[1])
if used + places > tonumber(ARGV[2]) then return {used, 0} end
used = redis.call('incrby', KEYS[1], places)
redis.call('expireat', KEYS[1], ARGV[3])
return {used, 1}`

/** Seconds for which the counter of a month is kept after the month ends, because clocks differ. */
const AFTER = 86_400

/**
 * Creates limits that several instances share, counted in Redis at `url`,
 * `redis://[user:password@]host[:port][/database]`. A request takes one command for the rate and then one for the
 * month.
 *
 * While Redis is lost, each instance counts in memory: the rate from its beginning, the month from the last known
 * count. When Redis is back, it continues from its own counts. Redis never fails a request: if it stops answering,
 * requests wait for a second once.
 *
 * @throws {LimitsError} within 5 s when Redis cannot be used
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
        `Lost the connection to Redis at ${place} (${why}): limits are counted in memory until it is back.`,
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
