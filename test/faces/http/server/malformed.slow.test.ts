import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../../src/faces/http/app.ts'
import type { RequestLine } from '../../../../src/faces/http/log.ts'
import { type Serving, serve } from '../../../../src/faces/http/serve.ts'
import { libraryFixture } from '../../cli/console.ts'
import { connect, GOOD } from './connection.ts'
import { malformedRequests } from './malformed-requests.ts'
import type { Received } from './read-responses.ts'

const lines: (RequestLine & { error: unknown })[] = []
let serving: Serving
let port: number
let alone: ReturnType<typeof send>[]
let between: ReturnType<typeof send>[]

beforeAll(async () => {
  const service = createService(libraryFixture, { log: (line, _, error) => lines.push({ ...line, error }) })
  // The server closes every connection by itself, so tests only wait for that.
  const times = { headers: 3000, request: 4000, check: 200, idle: 6000 }
  serving = await serve(service, { host: '127.0.0.1', port: 0 }, times)
  port = Number(new URL(serving.url).port)
  // Send all requests at once, because the slow ones have to wait for their timeout.
  const good = Buffer.from(GOOD)
  alone = malformedRequests.map(({ bytes }) => send(bytes))
  between = malformedRequests.map(({ bytes }) => send(Buffer.concat([good, bytes, good])))
})
afterAll(() => serving.stop())

async function send(bytes: Buffer) {
  const connection = await connect(port)
  connection.socket.write(bytes)
  const { responses, rest } = await connection.closed
  return { responses: responses.filter(({ status }) => status !== 100), rest, error: connection.error() }
}

/**
 * Expects an answer with an ID and, in JSON, an explanation of what was wrong, no matter which layer of the server
 * wrote it.
 */
function expectOurs({ status, headers, body }: Received): void {
  expect(headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\w.-]+$/),
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json',
  })
  if (status === 200) expect(JSON.parse(body)).toHaveProperty('result.score', 255)
  else expect(JSON.parse(body)).toHaveProperty('detail')
  expect(body).not.toMatch(/ at .*\.[jt]s|node_modules/)
}

describe('malformed requests', () => {
  it('include more than a hundred cases, each with a unique name', () => {
    expect(new Set(malformedRequests.map(({ name }) => name)).size).toBe(malformedRequests.length)
    expect(malformedRequests.length).toBeGreaterThan(100)
  })

  describe('sent alone get the expected status:', () => {
    it.each(malformedRequests.map((request, i) => ({ ...request, i })))('$name: $outcome', async (request) => {
      const { bytes, outcome, i } = request
      const { responses, rest, error } = await alone[i]
      const statuses = responses.map(({ status }) => status)
      for (const response of responses) expectOurs(response)
      expect(rest).toBe('')
      // A client that is still writing when the server closes may find the connection reset and the answer lost.
      if (error !== undefined && bytes.length > 10_000) expect(error).toMatch(/^(ECONNRESET|EPIPE)$/)
      else expect(statuses).toEqual([outcome === 'slow' ? 408 : outcome])
    })
  })

  describe('sent between two good requests do not change the response to the first:', () => {
    it.each(malformedRequests.map(({ name }, i) => ({ name, i })))('$name', async ({ i }) => {
      const { responses, rest, error } = await between[i]
      for (const response of responses) expectOurs(response)
      // If the malformed request did not reset the connection, the good request before it must have been answered.
      if (error === undefined) expect(responses[0].status).toBe(200)
      for (const { status } of responses) expect(status).toBeLessThan(500)
      expect(rest).toBe('')
      // More answers than requests would mean that part of a request was read as another one.
      expect(responses.length).toBeLessThanOrEqual(3)
    })
  })

  it('do not stop the server, and are not logged as server errors', async () => {
    await Promise.all([...alone, ...between])
    const { responses } = await send(Buffer.from(GOOD))
    expect(responses.map(({ status }) => status)).toEqual([200])
    expect(lines.filter(({ status }) => status >= 500)).toEqual([])
  })
})
