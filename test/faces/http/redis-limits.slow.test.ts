import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Limits, Verdict } from '../../../src/faces/http/limits.ts'
import { redisLimits } from '../../../src/faces/http/redis-limits.ts'
import { skippedName } from '../../support/skipped-name.ts'
import { limitedKey } from './fixtures/keys.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

const month = new Date().toISOString().slice(0, 7)
const counter = `vicinage:month:${month}:0a1b2c3d`

describe.skipIf(!hasRedis())(skippedName('limits in Redis', !hasRedis(), 'redis-server is not installed'), () => {
  let server: RedisServer
  const opened: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    await server.kill()
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function instance(onError?: (error: Error) => void): Promise<Limits> {
    const limits = await redisLimits(`redis://127.0.0.1:${server.port}`, onError === undefined ? {} : { onError })
    opened.push(limits)
    return limits
  }

  function looker(): Redis {
    const redis = new Redis(server.port, '127.0.0.1')
    opened.push({ close: async () => redis.disconnect() })
    return redis
  }

  it('share the window of a rate between two instances and allow exactly the permitted number of requests', async () => {
    const [one, other] = [await instance(), await instance()]
    const key = limitedKey({ rate: { requests: 50, seconds: 60 } })
    const verdicts = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take(key)))
    expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(50)
    expect(new Set(verdicts.map(({ refused }) => refused))).toEqual(new Set([null, 'Rate limit exceeded']))
    const left = verdicts.filter(({ refused }) => refused === null).map(({ windows: [rate] }) => rate.remaining)
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 50 }, (_, i) => 49 - i))
    for (const { windows } of verdicts) {
      expect(windows).toHaveLength(1)
      expect(windows[0]).toMatchObject({ name: 'rate', limit: 50, seconds: 60 })
      expect(windows[0].reset).toBeGreaterThanOrEqual(1)
      expect(windows[0].reset).toBeLessThanOrEqual(60)
    }
  })

  it('reset a rate at the end of its window', async () => {
    const limits = await instance()
    const key = limitedKey({ rate: { requests: 1, seconds: 1 } })
    expect((await limits.take(key)).refused).toBe(null)
    await vi.waitFor(async () => expect((await limits.take(key)).refused).toBe(null), {
      timeout: 10_000,
      interval: 100,
    })
  })

  it('share a monthly quota between two instances and never exceed it', async () => {
    const [one, other] = [await instance(), await instance()]
    const key = limitedKey({ monthly: 100 })
    const verdicts = await Promise.all(Array.from({ length: 80 }, (_, i) => (i % 2 ? one : other).takeMore(key, 3)))
    expect(verdicts.filter(({ refused }) => refused === null)).toHaveLength(33)
    expect(await looker().get(counter)).toBe('99')
    expect(await one.take(key)).toMatchObject({ refused: null, windows: [{ name: 'month', limit: 100, remaining: 0 }] })
    expect(await other.take(key)).toMatchObject({ refused: 'Monthly quota exceeded', windows: [{ remaining: 0 }] })
  })

  it('do not count a request against the monthly quota if the rate limit or the quota refuses it', async () => {
    const limits = await instance()
    const key = limitedKey({ rate: { requests: 2, seconds: 60 }, monthly: 10 })
    const verdicts: Verdict[] = []
    for (let i = 0; i < 5; i++) verdicts.push(await limits.take(key))
    expect(verdicts.map(({ refused }) => refused)).toEqual([null, null, ...Array(3).fill('Rate limit exceeded')])
    expect(verdicts.map(({ windows }) => windows.map(({ name, remaining }) => `${name} ${remaining}`).join())).toEqual([
      'rate 1,month 9',
      'rate 0,month 8',
      ...Array(3).fill('rate 0,month 8'),
    ])
    expect(await limits.takeMore(key, 9)).toMatchObject({
      refused: 'Monthly quota exceeded',
      windows: [{ name: 'rate' }, { name: 'month', remaining: 8 }],
    })
    expect(await looker().get(counter)).toBe('2')
    expect(await limits.takeMore(key, 8)).toMatchObject({ refused: null, windows: [{}, { remaining: 0 }] })
  })

  it('preserve the monthly count while no instance runs, until a day after the end of the month', async () => {
    const key = limitedKey({ monthly: 10 })
    const before = await redisLimits(`redis://127.0.0.1:${server.port}`)
    await before.takeMore(key, 7)
    await before.close()
    expect(await (await instance()).take(key)).toMatchObject({ windows: [{ remaining: 2 }] })
    const [year, number] = month.split('-').map(Number)
    expect(await looker().call('EXPIRETIME', counter)).toBe(Date.UTC(year, number) / 1000 + 86_400)
  })

  it('allow requests of a key without limits without contacting Redis', async () => {
    const limits = await instance()
    await server.kill()
    expect(await limits.take(limitedKey())).toEqual({ refused: null, windows: [] })
    expect(await limits.takeMore(limitedKey(), 5)).toEqual({ refused: null, windows: [] })
  })

  it('continue in memory when Redis is killed under load, report this once, and are shared again afterwards', async () => {
    const complaints: string[] = []
    const [one, other] = [await instance(({ message }) => complaints.push(message)), await instance()]
    const key = limitedKey({ rate: { requests: 1_000_000, seconds: 3600 }, monthly: 1_000_000 })
    await one.takeMore(key, 1000)
    let isRunning = true
    let answered = 0
    const load = Array.from({ length: 20 }, async () => {
      while (isRunning) {
        const { refused, windows } = await one.take(key)
        expect(refused).toBe(null)
        expect(windows.map(({ name }) => name)).toEqual(['rate', 'month'])
        // The monthly count continues from the last known value.
        expect(windows[1].remaining).toBeLessThan(999_000)
        answered++
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })
    await vi.waitFor(() => expect(answered).toBeGreaterThan(200), { timeout: 20_000 })
    await server.kill()
    const atKill = answered
    await vi.waitFor(() => expect(complaints).toHaveLength(1), { timeout: 20_000 })
    await vi.waitFor(() => expect(answered).toBeGreaterThan(atKill + 500), { timeout: 20_000 })
    // Wait, because the timeout of the lost connection also ends a new connection that is made before it expires
    // (ioredis 5.11, redis/ioredis#2147).
    await new Promise((resolve) => setTimeout(resolve, 1200))
    isRunning = false
    await Promise.all(load)
    expect(complaints).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Lost the connection to Redis at 127\\.0\\.0\\.1:${server.port} \\([^)]+\\): limits are counted in memory until Redis is back\\.$`,
        ),
      ),
    ])

    server = await startRedis({ port: server.port })
    const few = limitedKey({ id: 'ffffffff', rate: { requests: 1000, seconds: 3600 }, monthly: 1000 })
    await vi.waitFor(
      async () => {
        const [rate, month] = (await one.take(few)).windows
        expect((await other.take(few)).windows).toMatchObject([
          { remaining: rate.remaining - 1 },
          { remaining: month.remaining - 1 },
        ])
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(complaints).toHaveLength(1)
    await server.kill()
    await vi.waitFor(() => expect(complaints).toHaveLength(2), { timeout: 20_000 })
    expect((await one.take(few)).refused).toBe(null)
  })

  it('continue in memory when Redis hangs, and can still be closed', async () => {
    const complaints: string[] = []
    const limits = await instance(({ message }) => complaints.push(message))
    const key = limitedKey({ rate: { requests: 2, seconds: 3600 }, monthly: 100 })
    server.process.kill('SIGSTOP')
    const verdicts = await Promise.all([limits.take(key), limits.take(key), limits.take(key)])
    expect(verdicts.map(({ refused }) => refused)).toEqual([null, null, 'Rate limit exceeded'])
    expect(await limits.takeMore(key, 99)).toMatchObject({ refused: 'Monthly quota exceeded' })
    await limits.close()
    expect(complaints).toHaveLength(1)
  })

  it('continue in memory when Redis answers with errors', async () => {
    const complaints: string[] = []
    const limits = await instance(({ message }) => complaints.push(message))
    await looker().config('SET', 'maxmemory', '1')
    const key = limitedKey({ rate: { requests: 2, seconds: 3600 }, monthly: 100 })
    for (const refused of [null, null, 'Rate limit exceeded'])
      expect(await limits.take(key)).toMatchObject({ refused, windows: [{ name: 'rate' }, { name: 'month' }] })
    expect(complaints).toEqual([expect.stringContaining('(OOM)')])
    await looker().config('SET', 'maxmemory', '0')
    expect(await limits.take(key)).toMatchObject({ refused: null, windows: [{ remaining: 1 }, { remaining: 99 }] })
  })

  it('continue in memory if the counter of a key is not a number', async () => {
    const limits = await instance()
    const redis = looker()
    await redis.set(counter, 'garbage')
    expect(await limits.take(limitedKey({ monthly: 3 }))).toMatchObject({ refused: null, windows: [{ remaining: 2 }] })
    await redis.del(counter)
    await redis.lpush(counter, 'a list')
    expect(await limits.take(limitedKey({ monthly: 3 }))).toMatchObject({ refused: null, windows: [{ remaining: 1 }] })
  })

  it('count in memory after being closed, and can be closed twice', async () => {
    const limits = await instance()
    const key = limitedKey({ rate: { requests: 1, seconds: 60 } })
    await limits.close()
    await limits.close()
    expect((await limits.take(key)).refused).toBe(null)
    expect((await limits.take(key)).refused).toBe('Rate limit exceeded')
  })
})

const PASSWORD = 'a-pass-word-that-nobody-may-see'

async function refusal(url: string): Promise<string> {
  const error = await redisLimits(url).then(
    () => expect.fail(`${url} was accepted`),
    (reason) => reason,
  )
  expect(error.name).toBe('LimitsError')
  // Inspect the error as a log would show it, with causes and properties.
  expect(inspect(error, { depth: 10 })).not.toContain(PASSWORD)
  expect(error.message).toMatch(/^[^\n]+[^.\n]\.$/)
  return error.message
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('a Redis address', () => {
  it.each([
    ['http://127.0.0.1:6379', 'begins with http:'],
    [`https://user:${PASSWORD}@127.0.0.1`, 'begins with https:'],
    ['127.0.0.1:6379', 'cannot be parsed'],
    ['localhost:6379', 'begins with localhost:'],
    ['redis:6379', 'begins with redis:'],
    ['', 'cannot be parsed'],
    [`redis://:${PASSWORD}%zz@127.0.0.1`, 'cannot be parsed'],
    [`redis://:${PASSWORD}/x@127.0.0.1`, 'cannot be parsed'],
    [`redis://user:12#${PASSWORD}@127.0.0.1`, 'cannot be parsed'],
    ['redis://127.0.0.1:99999', 'cannot be parsed'],
  ])('is rejected if it is not a Redis URL: %s', async (url, words) => {
    const message = await refusal(url)
    expect(message).toContain(`The Redis URL ${words}`)
    expect(message).toContain('redis://host:6379')
  })

  it('is rejected if nothing listens on the port', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    await once(server, 'close')
    expect(await refusal(`redis://user:${PASSWORD}@127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} cannot be used (ECONNREFUSED): start it, or correct the address.`,
    )
  })

  it('is rejected if the host does not exist', async () => {
    expect(await refusal('redis://nowhere.invalid')).toMatch(
      /^Redis at nowhere\.invalid:6379 cannot be used \((ENOTFOUND|EAI_AGAIN)\): /,
    )
  })

  it.each<[string, () => Server, string]>([
    [
      'speaks HTTP',
      () => createHttpServer((_, response) => response.end('hello')),
      'did not answer like Redis: check the URL.',
    ],
    ['says nothing', () => createServer(), 'cannot be used'],
    ['closes each connection', () => createServer((socket) => socket.destroy()), 'cannot be used'],
  ])('is rejected if the server %s', async (_, createOther, words) => {
    const port = await listen(createOther())
    expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${port}`)).toContain(`Redis at 127.0.0.1:${port} ${words}`)
  })
})

describe.skipIf(!hasRedis())(
  skippedName('a Redis that requires a password', !hasRedis(), 'redis-server is not installed'),
  () => {
    async function guarded(): Promise<number> {
      const server = await startRedis({ args: ['--requirepass', PASSWORD] })
      onTestFinished(() => server.kill())
      return server.port
    }

    it('is accepted with the correct password, with or without a user name', async () => {
      const port = await guarded()
      for (const who of [`:${PASSWORD}`, `default:${PASSWORD}`]) {
        const limits = await redisLimits(`redis://${who}@127.0.0.1:${port}/3`)
        expect((await limits.take(limitedKey({ monthly: 5 }))).refused).toBe(null)
        await limits.close()
      }
    })

    it('is rejected if the password is wrong or missing', async () => {
      const port = await guarded()
      expect(await refusal(`redis://:wrong-${PASSWORD}@127.0.0.1:${port}`)).toBe(
        `Redis at 127.0.0.1:${port} rejects the password: correct user and password in redis://user:password@127.0.0.1:${port}.`,
      )
      expect(await refusal(`redis://127.0.0.1:${port}`)).toBe(
        `Redis at 127.0.0.1:${port} requires a password: add user and password in redis://user:password@127.0.0.1:${port}.`,
      )
    })

    it('is rejected if the address requests TLS, which the server does not support', async () => {
      const port = await guarded()
      expect(await refusal(`rediss://:${PASSWORD}@127.0.0.1:${port}`)).toContain('cannot be used')
    })

    it('is rejected with an error that does not contain the password, even if the server repeats it', async () => {
      const server = await startRedis({ args: ['--rename-command', 'AUTH', 'LET-IN'] })
      onTestFinished(() => server.kill())
      expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${server.port}`)).toContain('cannot be used (ERR)')
    })

    it('is rejected if the address names a database that does not exist', async () => {
      const port = await guarded()
      expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${port}/999`)).toContain('cannot be used (ERR)')
    })
  },
)
