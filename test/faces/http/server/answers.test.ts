import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService } from '../../../../src/faces/http/app.ts'
import type { RequestLine } from '../../../../src/faces/http/log.ts'
import { type Served, type Serving, serve } from '../../../../src/faces/http/serve.ts'
import { EXPIRED, failing, libraryFixture, TOKEN, twoKeys } from '../fixtures/app.ts'
import { connect } from './connection.ts'

/** A server to which requests are sent over a socket, byte for byte. */
interface Answering {
  readonly serving: Serving
  ask(request: string): Promise<{ status: number; headers: Record<string, string>; body: string }[]>
}

const lines: RequestLine[] = []
let service: Answering

async function listening(served: Served): Promise<Answering> {
  const serving = await serve(served, { host: '127.0.0.1', port: 0 }, { drain: 0 })
  const port = Number(new URL(serving.url).port)
  return {
    serving,
    async ask(request) {
      const connection = await connect(port)
      // Latin 1 sends characters above 0x7f as single bytes.
      connection.socket.end(request, 'latin1')
      const { responses, rest } = await connection.closed
      expect(rest).toBe('')
      for (const { headers } of responses) expect(headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
      return responses as Awaited<ReturnType<Answering['ask']>>
    },
  }
}

beforeAll(async () => {
  service = await listening(
    createService(libraryFixture, { keys: twoKeys, cors: ['https://page.example'], log: (line) => lines.push(line) }),
  )
})
afterAll(() => service.serving.stop())

const PATH = '/v1/vibe/walkability'
const POINT = `${PATH}?lat=30&lon=-97`
const AUTHORIZED = `Authorization: Bearer ${TOKEN}\r\n`

function get(target: string, headers = AUTHORIZED, { method = 'GET', host = 'localhost' } = {}): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`
}

it.each([
  ['a request for a score', get(POINT), 200],
  ['a path with an encoded letter', get('/v1/vibe/w%61lkability?lat=30&lon=-97'), 200],
  ['a target with a fragment', get(`${POINT}#x`), 200],
  ['a fragment in place of a query', get(`${PATH}#?lat=30`), 422],
  ['malformed percent escapes in the query', get(`${PATH}?lat=%&lon=%zz%ff`), 422],
  ['spaces around the token', get(POINT, `Authorization:  \t Bearer ${TOKEN} \t\r\n`), 200],
  ['a header name in another case', get(POINT, AUTHORIZED.replace('Authorization', 'aUTHORIZATION')), 200],
  ['two tokens of which the first is known', get(POINT, `${AUTHORIZED}Authorization: Bearer x\r\n`), 401],
  ['two tokens of which the last is known', get(POINT, `Authorization: Bearer x\r\n${AUTHORIZED}`), 401],
  ['an expired key', get(POINT, `Authorization: Bearer ${EXPIRED}\r\n`), 401],
  ['another authorization scheme', get(POINT, 'Authorization: Basic YTpi\r\n'), 401],
  ['a host name in another case', get(POINT, AUTHORIZED, { host: 'LocalHost' }), 200],
  ['a path with two dots', get('/v1/../health'), 404],
  ['a path with encoded dots', get('/v1/%2e%2e/health'), 404],
  ['a path with half-encoded dots', get('/v1/.%2E/health'), 404],
  ['a path with one dot', get('/./health'), 404],
  ['dots below the explorer', get('/explore/%2e%2e/health'), 404],
])('%s gets the expected status', async (_, request, status) => {
  expect((await service.ask(request)).map((answer) => answer.status)).toEqual([status])
})

it('three requests in one packet are answered in order, even if keys are looked up asynchronously', async () => {
  const slow = await listening(createService(libraryFixture, { keys: { find: async (token) => twoKeys.find(token) } }))
  for (const { ask } of [service, slow]) {
    const answers = await ask(get(POINT) + get('/health') + get(`${PATH}?lat=x&lon=-97`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  }
  await slow.serving.stop()
})

it('requests in one packet are started over many turns of the event loop, and answered in order', async () => {
  const begun: number[] = []
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  const app = {
    fetch: async ({ url }: Request) => {
      begun.push(turn)
      return new Response(new URL(url).pathname)
    },
  }
  const serving = await serve({ app }, { host: '127.0.0.1', port: 0 }, { drain: 0, pipelinedPerTurn: 4 })
  const connection = await connect(Number(new URL(serving.url).port))
  setImmediate(count)
  const paths = Array.from({ length: 500 }, (_, i) => `/${i}`)
  connection.socket.write(paths.map((path) => get(path, '')).join(''))
  for (const path of paths) expect((await connection.next())?.body).toBe(path)
  isOver = true
  connection.socket.destroy()
  const perTurn = begun.map((at) => begun.filter((other) => other === at).length)
  // One more than the limit, because the first request of each read from the socket does not wait for other requests.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(5)
  await serving.stop()
})

it('every response to an allowed origin contains CORS headers', async () => {
  for (const request of [get(POINT), get(PATH), get(POINT, ''), get('/nowhere')]) {
    const [{ headers }] = await service.ask(request.replace('\r\n\r\n', '\r\nOrigin: https://page.example\r\n\r\n'))
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://page.example', vary: 'Origin' })
  }
})

it('requests that are rejected before they reach the app are also logged and counted', async () => {
  const from = lines.length
  const twoHosts = `${AUTHORIZED}Host: localhost\r\n`
  await service.ask(get(`${PATH}?address=1`, twoHosts))
  await service.ask(get(`/vic_${'A'.repeat(43)}`, twoHosts))
  await service.ask('not HTTP at all\r\n\r\n')
  await service.ask(get(PATH, AUTHORIZED, { host: 'a b' }))
  expect(lines.slice(from)).toMatchObject([
    { method: 'GET', path: PATH, status: 400, key: null },
    { method: 'GET', path: '/vic_…', status: 400, key: null },
    { method: null, path: null, status: 400, key: null },
    { method: null, path: null, status: 400, key: null },
  ])
  const [metrics] = await service.ask(get('/metrics'))
  expect(metrics.body).toMatch(/requests_total\{method="GET",path="none",status="400"\} [1-9]/)
  expect(metrics.body).toMatch(/requests_total\{method="other",path="none",status="400"\} [1-9]/)
})

it('a request that fails gets a 500 response without internal details, and the error is logged', async () => {
  const errors: unknown[] = []
  const thrown = new Error('secret')
  const broken = await listening(createService(failing(thrown), { log: (_, __, error) => errors.push(error) }))
  expect(await broken.ask(get(POINT))).toMatchObject([{ status: 500, body: '{"detail":"Internal Server Error"}' }])
  expect(errors).toEqual([thrown])
  await broken.serving.stop()
})

it('a request whose logging fails gets a 500 response', async () => {
  const log = () => {
    throw new Error('the disk is full')
  }
  const broken = await listening(createService(libraryFixture, { log }))
  expect(await broken.ask(get(POINT))).toMatchObject([{ status: 500 }])
  await broken.serving.stop()
})
