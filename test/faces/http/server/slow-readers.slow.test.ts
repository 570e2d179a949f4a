import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createService } from '../../../../src/faces/http/app.ts'
import { getClientNetwork } from '../../../../src/faces/http/connections.ts'
import { hashToken, knownKeys } from '../../../../src/faces/http/keys.ts'
import { type Serving, serve } from '../../../../src/faces/http/serve.ts'
import { libraryFixture } from '../../cli/console.ts'
import { type Connection, connect, GOOD } from './connection.ts'

const TOKEN = 'a-token-of-the-test'
const key = {
  id: 'k1',
  name: 'reader',
  hash: (await hashToken(TOKEN)) as string,
  rate: null,
  monthly: null,
  expires: null,
  created: 0,
}
const KEYED = GOOD.replace('\r\n\r\n', `\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`)
const service = createService(libraryFixture, { keys: knownKeys([key]) })

/**
 * The limits are at most a tenth of the server's, and the rate can be measured despite socket buffers of a few
 * megabytes.
 */
const TIMES = { look: 50, slow: 1_000, idle: 5_000, bytesPerSecond: 100_000 }

const opened: Socket[] = []
let serving: Serving | undefined
/** Number of answers that were started. */
let begun = 0
/** Number of answers that ended because their connection was closed. */
let ended = 0
/** Milliseconds that each answer was under way before its connection was closed. */
const lives: number[] = []

/**
 * Answers `/endless` and `/large` without asking for a key, like requests for bundles. Everything else goes to the
 * service.
 */
function answer(request: Request, env: unknown): Response | Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname !== '/endless' && pathname !== '/large') return service.app.fetch(request, env as object)
  let left = pathname === '/large' ? 400 : Number.POSITIVE_INFINITY
  begun++
  const start = performance.now()
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(50_000))
      else controller.close()
    },
    cancel() {
      ended++
      lives.push(performance.now() - start)
    },
  })
  return new Response(body)
}

async function start(limits: Parameters<typeof serve>[2]): Promise<number> {
  begun = 0
  ended = 0
  serving = await serve(
    { ...service, app: { fetch: answer } },
    { host: '0.0.0.0', port: 0 },
    { drain: 0, grace: 100, ...TIMES, ...limits },
  )
  return Number(new URL(serving.url).port)
}

async function open(port: number): Promise<Connection> {
  const connection = await connect(port)
  opened.push(connection.socket)
  return connection
}

/** Opens connections that ask for an endless answer and never read; returns when all are under way. */
async function openReaders(port: number, count: number, then = (_: Socket) => {}): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = connectSocket({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.pause()
    socket.write(GOOD.replace(/GET \S+/, 'GET /endless'))
    then(socket)
    opened.push(socket)
  }
  await until(() => begun >= count)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

/**
 * Sends a request on a new connection. Returns the status of the answer, or undefined if the connection is closed
 * without one.
 */
async function statusOf(port: number, request: string, host = '127.0.0.1'): Promise<number | undefined> {
  const socket = connectSocket({ port, host, localAddress: host })
  opened.push(socket)
  socket.write(request)
  const status = await new Promise<number | undefined>((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1])))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
  socket.destroy()
  return status
}

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await serving?.stop()
  serving = undefined
})

describe('a client with an unread response', () => {
  it('is disconnected after one interval without reading, and not earlier', async () => {
    const port = await start({})
    await openReaders(port, 10)
    lives.length = 0
    await until(() => ended === 10)
    expect(Math.min(...lives)).toBeGreaterThan(TIMES.slow * 0.9)
    expect(Math.max(...lives)).toBeLessThan(TIMES.slow * 5)
  })

  it('is disconnected if it reads only an occasional byte', async () => {
    const port = await start({})
    const drips: ReturnType<typeof setInterval>[] = []
    await openReaders(port, 10, (socket) => {
      socket.on('readable', () => {})
      drips.push(setInterval(() => socket.read(1), 20))
    })
    await sleep(TIMES.slow * 2)
    for (const drip of drips) clearInterval(drip)
    expect(ended).toBe(10)
  })

  it('is disconnected if it keeps sending requests instead of reading', async () => {
    const port = await start({})
    const sends: ReturnType<typeof setInterval>[] = []
    await openReaders(port, 5, (socket) => {
      sends.push(setInterval(() => socket.write(GOOD), 50))
    })
    await sleep(TIMES.slow * 2)
    for (const send of sends) clearInterval(send)
    expect(ended).toBe(5)
  })

  it('gets the whole response if it reads steadily, however many intervals that takes', async () => {
    const port = await start({ slow: 400, bytesPerSecond: 10_000 })
    const connection = await open(port)
    connection.socket.write(GOOD.replace(/GET \S+/, 'GET /large').replace('\r\n', '\r\nConnection: close\r\n'))
    connection.socket.pause()
    // 20 MB, of which the system's buffers hold about 6 MB.
    const reading = setInterval(() => {
      connection.socket.resume()
      setImmediate(() => connection.socket.pause())
    }, 5)
    const { responses } = await connection.closed
    clearInterval(reading)
    expect(responses.map(({ status, body }) => [status, body.length])).toEqual([[200, 20_000_000]])
  })

  it('is not disconnected while the server itself is slow', async () => {
    const slowly = () =>
      new ReadableStream({
        async pull(controller) {
          await sleep(TIMES.slow * 2)
          controller.enqueue(new Uint8Array(10))
          controller.close()
        },
      })
    serving = await serve(
      { app: { fetch: () => new Response(slowly()) } },
      { host: '127.0.0.1', port: 0 },
      { drain: 0, ...TIMES },
    )
    expect((await fetch(serving.url)).status).toBe(200)
  })
})

describe('an idle connection', () => {
  it('is closed after the idle timeout and no sooner', async () => {
    const port = await start({ idle: 1_000 })
    const silent = await open(port)
    silent.socket.write(KEYED)
    await silent.until(1)
    let isClosed = false
    void silent.closed.then(() => {
      isClosed = true
    })
    await sleep(700)
    expect(isClosed).toBe(false)
    await sleep(600)
    expect(isClosed).toBe(true)
  })
})

describe('a client with a key', () => {
  it('is still served while slow readers use all connections available to clients without a key', async () => {
    const port = await start({ connections: 60, keptForKeys: 6, perAddress: 60, slow: 3_000, bytesPerSecond: 1e6 })
    const before = await open(port)
    await openReaders(port, 53)
    const strangers = await Promise.all(
      Array.from({ length: 20 }, () => statusOf(port, GOOD.replace(/GET \S+/, 'GET /endless'))),
    )
    // Clients without a key get 503, or are disconnected to make room for later ones.
    expect(new Set(strangers)).toEqual(new Set([503, ...strangers.filter((status) => status === undefined)]))
    expect(begun).toBe(53)
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push(await statusOf(port, KEYED))
    before.socket.write(KEYED)
    await before.until(1)
    expect(statuses).toEqual(new Array(20).fill(200))
    expect(before.received().toString()).toMatch(/^HTTP\/1\.1 200 /)
    expect(ended).toBe(0)
    await until(() => ended === 53)
    expect(await statusOf(port, GOOD)).toBe(401)
  })

  it('is still served while silent connections fill the reserved slots', async () => {
    const port = await start({ connections: 60, keptForKeys: 6, perAddress: 60 })
    await Promise.all(Array.from({ length: 100 }, () => open(port)))
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push(await statusOf(port, KEYED))
    expect(statuses).toEqual(new Array(20).fill(200))
  })

  it('gets no more connections than a client without a key if its key is unknown', async () => {
    const port = await start({ connections: 60, perAddress: 5 })
    await openReaders(port, 5)
    expect(await statusOf(port, KEYED.replace(TOKEN, 'another'))).toBe(503)
    expect(await statusOf(port, KEYED)).toBe(200)
  })
})

describe('a network address', () => {
  it('is limited in the number of its connections without a key, while other addresses are still served', async () => {
    const port = await start({ connections: 60, perAddress: 10 })
    await openReaders(port, 10)
    expect(await statusOf(port, GOOD)).toBe(503)
    expect(await statusOf(port, GOOD, '127.0.0.2')).toBe(401)
    for (const socket of opened.splice(0)) socket.destroy()
    await until(() => ended === 10)
    expect(await statusOf(port, GOOD)).toBe(401)
  })

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s belongs to the network %s', (address, network) => {
    expect(getClientNetwork(address)).toBe(network)
  })
})

describe('a request that expects 100 Continue', () => {
  const body = '{"points":[{"lat":30,"lon":-97}]}'
  const post = (more: string, length = body.length) =>
    `POST /v1/scores/batch HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n${more}\r\n`
  const authorization = `Authorization: Bearer ${TOKEN}\r\n`

  it.each([
    ['without a key', post(''), 401],
    ['with a key that nobody knows', post('Authorization: Bearer nobody\r\n'), 401],
    ['with a body that is too large', post(authorization, 9e6), 413],
    ['for a path that does not exist', post('').replace('/v1/scores/batch', '/nowhere'), 404],
    ['with a method that the path does not take', post('').replace('POST', 'PUT'), 405],
    ['to /mcp, which this service does not have', post('').replace('/v1/scores/batch', '/mcp'), 404],
  ])('%s gets an immediate response without 100 Continue, and the connection is closed', async (_, request, status) => {
    const connection = await open(await start({}))
    connection.socket.write(request)
    const { responses, rest } = await connection.closed
    expect(rest).toBe('')
    expect(responses.map((response) => [response.status, response.headers.connection])).toEqual([[status, 'close']])
  })

  it('with a key gets 100 Continue, then its response, on a connection that stays open', async () => {
    const connection = await open(await start({}))
    connection.socket.write(post(authorization))
    await connection.until(1)
    expect(connection.received().toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    connection.socket.write(body)
    await connection.until(200)
    expect(connection.received().toString()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(connection.socket.readableEnded).toBe(false)
  })
})
