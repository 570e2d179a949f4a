import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { redisLimits } from '../../../src/http/limits/redis-limits.ts'
import { hasRedis, startRedis } from '../redis-server.ts'

const PASSWORD = 'a-pass-word-that-nobody-may-see'

async function refusal(url: string): Promise<string> {
  const error = await redisLimits(url).then(
    () => expect.fail(`${url} was accepted`),
    (reason) => reason,
  )
  expect(error.name).toBe('LimitsError')
  // As a log would show it, with causes and properties.
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

describe('an address that is no Redis', () => {
  it.each([
    ['http://127.0.0.1:6379', 'begins with http:'],
    [`https://user:${PASSWORD}@127.0.0.1`, 'begins with https:'],
    ['127.0.0.1:6379', 'cannot be read'],
    ['localhost:6379', 'begins with localhost:'],
    ['redis:6379', 'begins with redis:'],
    ['', 'cannot be read'],
    [`redis://:${PASSWORD}%zz@127.0.0.1`, 'cannot be read'],
    [`redis://:${PASSWORD}/x@127.0.0.1`, 'cannot be read'],
    [`redis://user:12#${PASSWORD}@127.0.0.1`, 'cannot be read'],
    ['redis://127.0.0.1:99999', 'cannot be read'],
  ])('is refused: %s', async (url, words) => {
    const message = await refusal(url)
    expect(message).toContain(`The address of Redis ${words}`)
    expect(message).toContain('redis://host:6379')
  })

  it('is refused when nobody listens there', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    await once(server, 'close')
    expect(await refusal(`redis://user:${PASSWORD}@127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} cannot be used (ECONNREFUSED): start it, or correct the address.`,
    )
  })

  it('is refused when no such host exists', async () => {
    expect(await refusal('redis://nowhere.invalid')).toMatch(
      /^Redis at nowhere\.invalid:6379 cannot be used \((ENOTFOUND|EAI_AGAIN)\): /,
    )
  })

  it('is refused when an HTTP server listens there', async () => {
    const port = await listen(createHttpServer((_, response) => response.end('hello')))
    expect(await refusal(`redis://127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} is something else than Redis: correct the address.`,
    )
  })

  it('is refused when a server listens there that says nothing', async () => {
    const port = await listen(createServer())
    expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${port}`)).toContain(
      `Redis at 127.0.0.1:${port} cannot be used`,
    )
  })

  it('is refused when a server listens there that closes each connection', async () => {
    const port = await listen(createServer((socket) => socket.destroy()))
    expect(await refusal(`redis://127.0.0.1:${port}`)).toContain(`Redis at 127.0.0.1:${port} cannot be used`)
  })
})

describe.skipIf(!hasRedis())('a Redis that wants a password (skipped: redis-server is not installed)', () => {
  async function guarded(): Promise<number> {
    const server = await startRedis({ args: ['--requirepass', PASSWORD] })
    onTestFinished(() => server.kill())
    return server.port
  }

  it('is used with it, as user and password too', async () => {
    const port = await guarded()
    for (const who of [`:${PASSWORD}`, `default:${PASSWORD}`]) {
      const limits = await redisLimits(`redis://${who}@127.0.0.1:${port}/3`)
      await limits.close()
    }
  })

  it('is refused with another, or with none', async () => {
    const port = await guarded()
    expect(await refusal(`redis://:wrong-${PASSWORD}@127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} refuses the password: correct user and password in redis://user:password@127.0.0.1:${port}.`,
    )
    expect(await refusal(`redis://127.0.0.1:${port}`)).toBe(
      `Redis at 127.0.0.1:${port} asks for a password: give user and password in redis://user:password@127.0.0.1:${port}.`,
    )
  })

  it('is refused over TLS, which it does not speak', async () => {
    const port = await guarded()
    expect(await refusal(`rediss://:${PASSWORD}@127.0.0.1:${port}`)).toContain('cannot be used')
  })

  it('is refused when its answer repeats the password', async () => {
    const server = await startRedis({ args: ['--rename-command', 'AUTH', 'LET-IN'] })
    onTestFinished(() => server.kill())
    expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${server.port}`)).toContain('cannot be used (ERR)')
  })

  it('is refused for a database that it does not have', async () => {
    const port = await guarded()
    expect(await refusal(`redis://:${PASSWORD}@127.0.0.1:${port}/999`)).toContain('cannot be used (ERR)')
  })
})
