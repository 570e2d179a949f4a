import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ArrivingBodies, type ArrivingLimits } from '../../../src/faces/http/arriving-bodies.ts'
import { BusyError } from '../../../src/faces/http/pool.ts'
import { CutShortError } from '../../../src/faces/http/request-body.ts'
import { listeningInTest } from '../../support/listening.ts'

const LIMITS: ArrivingLimits = { heldBytes: 1e9, heldBytesPerAddress: 1e9, piecesPerTurn: 16, discarded: 1e9 }
const MEGABYTE = 1_000_000

type Handler = (incoming: IncomingMessage, response: ServerResponse, bodies: ArrivingBodies) => unknown

/** Starts a server that reads bodies within `limits` and returns its URL. */
async function serving(limits: Partial<ArrivingLimits>, handler: Handler) {
  const bodies = new ArrivingBodies({ ...LIMITS, ...limits })
  return listeningInTest(createServer((incoming, response) => void handler(incoming, response, bodies)))
}

async function lengthOf(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const piece of pieces) length += piece.length
  return length
}

const post = async (url: string, bytes: number) =>
  (await fetch(url, { method: 'POST', body: new Uint8Array(bytes) })).text()

/** Opens a connection for a test to write to; `received` returns the text received so far. */
async function connectionTo(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { socket, received: () => received }
}

describe('a request body', () => {
  it.each([0, 1, 70_000, 3 * MEGABYTE])('of %i bytes is read completely', async (bytes) => {
    const url = await serving({}, async (incoming, response, bodies) =>
      response.end(`${await lengthOf(bodies.pieces(incoming, 'a'))}`),
    )
    expect(await post(url, bytes)).toBe(`${bytes}`)
  })

  it('does not block other requests, because each turn of the event loop reads a limited number of chunks', async () => {
    let inTurn = 0
    let most = 0
    let pieces = 0
    const url = await serving({ piecesPerTurn: 3 }, async (incoming, response, bodies) => {
      for await (const piece of bodies.pieces(incoming, 'a')) {
        if (piece.length < 60_000) continue
        pieces++
        if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
        most = Math.max(most, inTurn)
      }
      response.end()
    })
    await Promise.all(Array.from({ length: 12 }, () => post(url, MEGABYTE)))
    expect(pieces).toBeGreaterThan(100)
    // The first piece of a body does not wait for a turn, so each of the twelve bodies may add one piece.
    expect(most).toBeLessThanOrEqual(3 + 12)
  })

  it('is discarded when the handler stops reading, and the next request on the connection is accepted', async () => {
    const url = await serving({}, async (incoming, response, bodies) => {
      for await (const _ of bodies.pieces(incoming, 'a')) break
      response.end(incoming.url)
    })
    const { socket, received } = await connectionTo(url)
    const request = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEGABYTE}\r\n\r\n`
    socket.write(request('/first') + 'x'.repeat(70_000))
    await expect.poll(received).toContain('/first')
    socket.write('x'.repeat(MEGABYTE - 70_000) + request('/second') + 'x'.repeat(MEGABYTE))
    await expect.poll(received).toContain('/second')
  })

  it('that continues endlessly after the response causes the connection to be closed', async () => {
    const url = await serving({ discarded: 2 * MEGABYTE }, (incoming, response, bodies) => {
      response.end('no')
      void bodies.discard(incoming)
    })
    const { socket } = await connectionTo(url)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n')
    const endless = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(MEGABYTE)));
    }
    socket.on('drain', endless)
    endless()
    await ended
    expect(socket.bytesWritten).toBeLessThan(100 * MEGABYTE)
  })

  it('throws CutShortError when the client disconnects', async () => {
    const errors: unknown[] = []
    const url = await serving({}, async (incoming, _, bodies) => {
      await lengthOf(bodies.pieces(incoming, 'a')).catch((error) => errors.push(error))
    })
    const { socket } = await connectionTo(url)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEGABYTE}\r\n\r\nxxx`)
    await nextTurn()
    socket.end()
    await expect.poll(() => errors).toEqual([expect.any(CutShortError)])
  })
})

describe('buffered bytes of unfinished request bodies', () => {
  /**
   * Starts a server that uses the path of a request as the client's address. `begun` sends a body without its last
   * byte.
   */
  async function holding(limits: Partial<ArrivingLimits>) {
    const bodies = new ArrivingBodies({ ...LIMITS, ...limits })
    const url = await listeningInTest(
      createServer(async (incoming, response) => {
        try {
          response.end(`${await lengthOf(bodies.pieces(incoming, incoming.url!))}`)
        } catch (error) {
          response.writeHead(error instanceof BusyError ? 503 : 500).end()
        }
      }),
    )
    const begun = async (address: string) => {
      const connection = await connectionTo(url)
      connection.socket.write(
        `POST ${address} HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n${'x'.repeat(100_000)}`,
      )
      return connection
    }
    const statusOf = async (address: string) =>
      (await fetch(url + address, { method: 'POST', body: new Uint8Array(60_000) })).status
    return { begun, statusOf }
  }

  it('are limited per address, and released when a body is complete', async () => {
    const { begun, statusOf } = await holding({ heldBytesPerAddress: 150_000 })
    const { socket, received } = await begun('/a')
    await expect.poll(() => statusOf('/a')).toBe(503)
    expect(await statusOf('/b')).toBe(200)
    socket.write('x')
    await expect.poll(received).toContain('100001')
    expect(await statusOf('/a')).toBe(200)
  })

  it('are limited across all addresses, and released when a client disconnects', async () => {
    const { begun, statusOf } = await holding({ heldBytes: 150_000 })
    const { socket } = await begun('/a')
    await expect.poll(() => statusOf('/b')).toBe(503)
    socket.destroy()
    await expect.poll(() => statusOf('/b')).toBe(200)
  })
})
