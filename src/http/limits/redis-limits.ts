import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { ApiKey } from '../keys.ts'
import { calendarMonth } from './calendar-month.ts'
import { limiterOfRate } from './limiter-of-rate.ts'
import type { Limits, Verdict } from './limits.ts'
import { LimitsError } from './limits-error.ts'
import { memoryLimits, type Usage } from './memory-limits.ts'
import { openRedis, reasonOf } from './open-redis.ts'
import { type MonthCount, UNLIMITED, verdict } from './verdict.ts'

export interface RedisLimitsOptions {
  /** Called once when Redis is lost, and again only after it came back. */
  readonly onError?: (error: LimitsError) => void
}

/**
 * Counts places if as many are left of the quota. Answers what is used then, and 1 or 0: counted or not.
 * KEYS: the counter. ARGV: places, quota, second since 1970 at which the counter goes.
 */
const COUNT = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local places = tonumber(ARGV[1])
if used + places > tonumber(ARGV[2]) then return {used, 0} end
used = redis.call('incrby', KEYS[1], places)
redis.call('expireat', KEYS[1], ARGV[3])
return {used, 1}`

/** Seconds for which the counter of a month stays after its end: clocks differ. */
const AFTER = 86_400

/**
 * Limits that several instances share: counted in Redis at `url`, `redis://[user:password@]host[:port][/database]`. A
 * request is one command for the rate and then one for the month.
 *
 * While Redis is lost each instance counts in memory, the rate from its beginning and the month from what it last saw;
 * when Redis is back it goes on from its own counts. Redis fails no request: if it stops answering, requests wait for a
 * second once.
 *
 * @throws {LimitsError} within 5 s when Redis cannot be used
 */
export async function redisLimits(url: string, { onError }: RedisLimitsOptions = {}): Promise<Limits> {
  const [{ client, place }, { RateLimiterRedis }] = await Promise.all([openRedis(url), import('rate-limiter-flexible')])
  client.defineCommand('vicinageCount', { numberOfKeys: 1, lua: COUNT })
  const { vicinageCount } = client as unknown as { vicinageCount: Count }
  const limiterOf = limiterOfRate(
    ({ requests, seconds }, name) =>
      new RateLimiterRedis({
        storeClient: client,
        points: requests,
        duration: seconds,
        keyPrefix: `vicinage:rate:${name}`,
      }),
  )
  const seen: Usage = { month: '', used: new Map(), changed() {}, async close() {} }
  const memory = memoryLimits({ usage: seen })
  let isLost = false
  let isClosed = false

  client.on('error', lose)
  client.on('ready', () => {
    isLost = false
  })

  function lose(error: unknown): void {
    if (isLost || isClosed) return
    isLost = true
    onError?.(
      new LimitsError(
        `Redis at ${place} is lost (${reasonOf(error)}): until it is back, limits are counted in memory.`,
      ),
    )
  }

  /** What Redis answers; what memory answers while Redis is lost. */
  async function ask(shared: () => Promise<Verdict>, alone: () => Verdict | Promise<Verdict>): Promise<Verdict> {
    if (client.status !== 'ready') return alone()
    try {
      const answer = await shared()
      isLost = false
      return answer
    } catch (error) {
      if (error instanceof LimitsError) throw error
      lose(error)
      return alone()
    }
  }

  async function take(key: ApiKey): Promise<Verdict> {
    const left = key.rate === null ? null : await limiterOf(key.rate).consume(key.id).catch(refusal)
    if (left !== null && left.consumedPoints > key.rate!.requests)
      return verdict('Rate limit exceeded', key, left, await countMonth(key, 0))
    return judgeMonth(key, left, await countMonth(key, 1))
  }

  async function takeMore(key: ApiKey, places: number): Promise<Verdict> {
    const left = key.rate === null ? null : limiterOf(key.rate).get(key.id)
    const [rate, count] = await Promise.all([left, countMonth(key, places)])
    return judgeMonth(key, rate, count)
  }

  async function countMonth(key: ApiKey, places: number): Promise<(MonthCount & { counted: boolean }) | null> {
    if (key.monthly === null) return null
    const month = calendarMonth(Date.now())
    const counter = `vicinage:month:${month.name}:${key.id}`
    const [used, counted] = await vicinageCount.call(client, counter, places, key.monthly, month.end / 1000 + AFTER)
    if (seen.month !== month.name) seen.used.clear()
    seen.month = month.name
    seen.used.set(key.id, used)
    return { month, used, counted: counted === 1 }
  }

  return {
    take: (key) =>
      hasLimits(key)
        ? ask(
            () => take(key),
            () => memory.take(key),
          )
        : UNLIMITED,
    takeMore: (key, places) =>
      hasLimits(key)
        ? ask(
            () => takeMore(key, places),
            () => memory.takeMore(key, places),
          )
        : UNLIMITED,
    async close() {
      isClosed = true
      // A connection that is lost cannot be ended in order.
      await client.quit().catch(() => client.disconnect())
      await memory.close()
    },
  }
}

type Count = (counter: string, places: number, quota: number, until: number) => Promise<[used: number, counted: number]>

function hasLimits(key: ApiKey): boolean {
  return key.rate !== null || key.monthly !== null
}

/** A refusal comes as a rejection. */
function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof Error) throw reason
  return reason as RateLimiterRes
}

function judgeMonth(
  key: ApiKey,
  left: RateLimiterRes | null,
  count: (MonthCount & { counted: boolean }) | null,
): Verdict {
  return verdict(count === null || count.counted ? null : 'Monthly quota exceeded', key, left, count)
}
