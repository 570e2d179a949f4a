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
  // The server ends every connection by itself, so that a test waits for that alone.
  const times = { headers: 3000, request: 4000, check: 200, idle: 6000 }
  serving = await serve(service, { host: '127.0.0.1', port: 0 }, times)
  port = Number(new URL(serving.url).port)
  // All at once: the slow ones have to wait for their time.
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

/** Every answer, whoever wrote it, has an id and says in JSON what was wrong. */
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
  it('are more than a hundred, each of another name', () => {
    expect(new Set(malformedRequests.map(({ name }) => name)).size).toBe(malformedRequests.length)
    expect(malformedRequests.length).toBeGreaterThan(100)
  })

  describe('each by itself', () => {
    it.each(malformedRequests.map((request, i) => ({ ...request, i })))('$name: $outcome', async (request) => {
      const { bytes, outcome, i } = request
      const { responses, rest, error } = await alone[i]
      const statuses = responses.map(({ status }) => status)
      for (const response of responses) expectOurs(response)
      expect(rest).toBe('')
      // Who still writes while the server closes may find the connection reset, and the refusal lost.
      if (error !== undefined && bytes.length > 10_000) expect(error).toMatch(/^(ECONNRESET|EPIPE)$/)
      else expect(statuses).toEqual([outcome === 'slow' ? 408 : outcome])
    })
  })

  describe('between two good ones', () => {
    it.each(malformedRequests.map(({ name }, i) => ({ name, i })))('$name', async ({ i }) => {
      const { responses, rest, error } = await between[i]
      for (const response of responses) expectOurs(response)
      // What is wrong behind a request takes nothing from its answer, unless the end of the connection does.
      if (error === undefined) expect(responses[0].status).toBe(200)
      for (const { status } of responses) expect(status).toBeLessThan(500)
      expect(rest).toBe('')
      // More answers than requests: part of one was taken for another.
      expect(responses.length).toBeLessThanOrEqual(3)
    })
  })

  it('leave a server that answers, and none of them was its own failure', async () => {
    await Promise.all([...alone, ...between])
    const { responses } = await send(Buffer.from(GOOD))
    expect(responses.map(({ status }) => status)).toEqual([200])
    expect(lines.filter(({ status }) => status >= 500)).toEqual([])
  })
})
