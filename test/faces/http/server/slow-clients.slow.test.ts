import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createService } from '../../../../src/faces/http/app.ts'
import { type Serving, serve } from '../../../../src/faces/http/serve.ts'
import { libraryFixture } from '../../cli/console.ts'
import { batchOf, type Connection, connect, GOOD } from './connection.ts'

const service = createService(libraryFixture, {})
const opened: Connection[] = []
let serving: Serving | undefined

/** Starts a server with short timeouts and returns a function that opens a connection to it. */
async function start(times: Parameters<typeof serve>[2], served: Parameters<typeof serve>[0] = service) {
  serving = await serve(served, { host: '127.0.0.1', port: 0 }, { drain: 0, ...times })
  const port = Number(new URL(serving.url).port)
  return async (half = false) => {
    const connection = await connect(port, { half })
    opened.push(connection)
    return connection
  }
}

async function expectAnswer(connection: Connection): Promise<void> {
  connection.socket.write(GOOD)
  await connection.until(1)
  expect(connection.received().toString()).toMatch(/^HTTP\/1\.1 200 /)
}

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy()
  await serving?.stop()
  serving = undefined
})

describe('a slow request', () => {
  const times = { headers: 500, request: 1000, check: 100 }

  const chunked = 'POST /v1/scores/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  it.each<[how: string, first: string, then: string]>([
    ['one byte at a time', 'GET / HTTP/1.1\r\nX-Slow: ', 'a'],
    ['without a single byte', '', ''],
    ['as endless empty lines', '', '\r\n'],
    ['with a body that stops halfway', batchOf(10).slice(0, -20), ''],
    ['with a chunk that stops halfway', `${chunked}ff\r\n{"points":[`, ''],
  ])('gets a 408 response if it arrives %s', async (_, first, then) => {
    const connection = await (await start(times))()
    connection.socket.write(first)
    const drip = setInterval(() => connection.socket.write(then), 20)
    connection.socket.once('end', () => clearInterval(drip))
    const { responses, rest } = await connection.closed
    expect(rest).toBe('')
    expect(responses).toHaveLength(1)
    const [{ status, headers, body }] = responses
    expect(headers).toMatchObject({ connection: 'close', 'x-request-id': expect.anything() })
    expect([status, body]).toEqual([408, '{"detail":"Request Timeout"}'])
  })
})

describe('a client', () => {
  const times = { headers: 10_000, request: 10_000, check: 100 }

  it('that disconnects in the middle of a request or a response does not stop the server', async () => {
    const open = await start(times)
    const halves = [GOOD.slice(0, 30), batchOf(1000).slice(0, 5000), batchOf(1000), `${GOOD}${GOOD.slice(0, 9)}`]
    for (const half of [...halves, ...halves]) {
      const connection = await open()
      connection.socket.write(half)
      await sleep(5)
      connection.socket.resetAndDestroy()
    }
    await expectAnswer(await open())
  })

  it('is disconnected after a rejected request even if it keeps its half of the connection open', async () => {
    const open = await start({ headers: 120_000, request: 120_000, idle: 120_000 })
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    const others = sockets()
    const connection = await open(true)
    connection.socket.write('rubbish\r\n\r\n')
    await new Promise((resolve) => connection.socket.once('end', resolve))
    // Both ends are in this process: only the client's end may remain, although no timeout has passed yet.
    while (sockets() > others + 1) await sleep(20)
    expect(connection.received().toString()).toMatch(/^HTTP\/1\.1 400 /)
    expect(connection.socket.writable).toBe(true)
  })
})

describe('a client that never reads', () => {
  it('does not cause the server to buffer more than the sockets hold, or to block other clients', async () => {
    const piece = new Uint8Array(100_000)
    let pieces = 0
    let canceled = 0
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          pieces++
          controller.enqueue(piece)
        },
        cancel() {
          canceled++
        },
      })
    const fetch = (request: Request) =>
      request.url.endsWith('/endless') ? new Response(endless()) : service.app.fetch(request)
    const open = await start({}, { app: { fetch } })
    const readers = await Promise.all(Array.from({ length: 5 }, () => open()))
    for (const { socket } of readers) {
      socket.pause()
      socket.write(GOOD.replace(/GET \S+/, 'GET /endless'))
    }
    // Wait until the buffers are full and the server asks the stream for no more pieces.
    for (let before = -1; before !== pieces || pieces === 0; ) {
      before = pieces
      await sleep(500)
    }
    // The kernel's buffers on the loopback address hold about 6 MB for each connection.
    expect(pieces).toBeLessThan(5 * 200)
    await expectAnswer(await open())
    for (const { socket } of readers) socket.destroy()
    while (canceled < readers.length) await sleep(10)
  })

  it('does not delay other clients while its 10,000 places are processed', async () => {
    const open = await start({})
    const connection = await open()
    connection.socket.pause()
    connection.socket.write(batchOf(10_000))
    await expectAnswer(await open())
    connection.socket.resume()
    connection.socket.write(GOOD.replace('\r\n', '\r\nConnection: close\r\n'))
    const { responses, rest } = await connection.closed
    expect(rest).toBe('')
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(JSON.parse(responses[0].body).results).toHaveLength(10_000)
  })
})

describe('idle connections', () => {
  it('beyond the limit are closed immediately, and closing another connection allows a new one', async () => {
    const open = await start({ connections: 3 })
    const idle = await Promise.all(Array.from({ length: 3 }, () => open()))
    const surplus = await Promise.all(Array.from({ length: 5 }, () => open()))
    for (const { responses } of await Promise.all(surplus.map(({ closed }) => closed))) expect(responses).toEqual([])
    for (const connection of idle) await expectAnswer(connection)
    idle[0].socket.destroy()
    await idle[0].closed
    // The server notices the closed connection a moment later.
    await sleep(100)
    await expectAnswer(await open())
  })

  it('do not prevent the server from responding or stopping, even if there are 500', async () => {
    const open = await start({})
    const idle = await Promise.all(Array.from({ length: 500 }, () => open()))
    await expectAnswer(await open())
    await expectAnswer(idle[250])
    await serving!.stop()
    serving = undefined
    await Promise.all(idle.map(({ closed }) => closed))
  })
})
