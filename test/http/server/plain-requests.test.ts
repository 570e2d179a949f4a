import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/http/app.ts'
import { knownKeys } from '../../../src/http/keys.ts'
import { type Served, type Serving, serve } from '../../../src/http/serve.ts'
import type { RequestLine } from '../../../src/http/service.ts'
import { EXPIRED, everyEndpoint, failing, madeKey, madeUp, requestOf, TOKEN } from '../made-app.ts'
import { connect } from './connection.ts'

/** Two servers of the same answers: one answers plain requests by itself, the other leaves all of them to its app. */
let byItself: Asked
let byApp: Asked
let toApp = 0
const lines: RequestLine[] = []

interface Asked {
  readonly serving: Serving
  ask(request: string): Promise<unknown[]>
}

const keys = knownKeys([madeKey(TOKEN), madeKey(EXPIRED, { expires: Date.UTC(2020) })])

async function listening(served: Served): Promise<Asked> {
  const serving = await serve(served, { host: '127.0.0.1', port: 0 }, { drain: 0 })
  const port = Number(new URL(serving.url).port)
  return {
    serving,
    async ask(request) {
      const connection = await connect(port)
      // Latin 1: what a test writes above 0x7f are single bytes.
      connection.socket.end(request, 'latin1')
      const { responses, rest } = await connection.closed
      expect(rest).toBe('')
      return responses.map(({ status, headers: { date, 'x-request-id': id, ...headers }, body }) => {
        expect(id).toMatch(/^[\w.-]{1,64}$/)
        return { status, headers, body, id: id.startsWith('given') ? id : '' }
      })
    },
  }
}

beforeAll(async () => {
  const service = createService(madeUp, { keys, log: (line) => lines.push(line) })
  const app = {
    fetch(request: Request) {
      toApp++
      return service.app.fetch(request)
    },
  }
  byItself = await listening({ ...service, app })
  byApp = await listening({ app: createService(madeUp, { keys }).app })
})
afterAll(() => Promise.all([byItself.serving.stop(), byApp.serving.stop()]))

const AUTHORIZED = `Authorization: Bearer ${TOKEN}\r\n`

function get(
  target: string,
  headers = AUTHORIZED,
  { method = 'GET', host = 'localhost', version = '1.1' } = {},
): string {
  return `${method} ${target} HTTP/${version}\r\nHost: ${host}\r\n${headers}\r\n`
}

async function expectSame(request: string): Promise<void> {
  expect(await byItself.ask(request)).toEqual(await byApp.ask(request))
}

const PATH = '/v1/vibe/walkability'

describe('a plain request', () => {
  it.each(everyEndpoint.filter(([, { method }]) => method === 'GET'))(
    '%s is answered as by the app',
    async (_, endpoint) => {
      const [target] = requestOf(endpoint)
      const before = toApp
      await expectSame(get(target))
      await expectSame(get(target, ''))
      expect(toApp - before).toBe(endpoint.path.includes('{') ? 2 : 0)
    },
  )

  it.each([
    ['nothing asked', get(PATH)],
    ['an empty query', get(`${PATH}?`)],
    ['an unknown and a repeated parameter', get(`${PATH}?lat=1&lat=30&lon=-97&odd&=&&`)],
    ['encoded characters', get(`${PATH}?l%61t=3%30&lon=-9%2B7&a=+b`)],
    ['broken codes', get(`${PATH}?lat=%&lon=%zz%ff`)],
    ['an address', get('/v1/tools/geocode-single?address=1+Main+St%2C+Austin%20TX')],
    ['an expired key', get(PATH, `Authorization: Bearer ${EXPIRED}\r\n`)],
    ['another scheme', get(PATH, 'Authorization: Basic YTpi\r\n')],
    ['an id', get(PATH, `${AUTHORIZED}X-Request-Id: given-1\r\n`)],
    ['an id that is none', get(PATH, `${AUTHORIZED}X-Request-Id: given 1\r\n`)],
    ['spaces around the token', get(PATH, `Authorization:  \t Bearer ${TOKEN} \t\r\n`)],
    ['a body', get(`${PATH}?lat=30&lon=-97`, `${AUTHORIZED}Content-Length: 5\r\n\r\nabcde`).slice(0, -2)],
    ['a connection to close', get(`${PATH}?lat=30&lon=-97`, `${AUTHORIZED}Connection: close\r\n`)],
    ['three in one packet', get(`${PATH}?lat=30&lon=-97`) + get('/health') + get(`${PATH}?lat=99&lon=-97`)],
  ])('with %s is answered as by the app', (_, request) => expectSame(request))

  it('with any query is answered as by the app', async () => {
    const piece = fc.oneof(
      fc.constantFrom('lat=30', 'lon=-97', '&', '=', '%', '%3', '%20', '+', 'lat', 'address=a'),
      fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 3 }),
    )
    const query = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    const path = fc.constantFrom(PATH, '/v1/tools/geocode-single', '/v1/scores')
    await fc.assert(
      fc.asyncProperty(path, query, (path, query) => expectSame(get(`${path}?${query}`))),
      { numRuns: 300 },
    )
  })
})

describe('all others go to the app:', () => {
  it.each([
    ['HEAD', get(`${PATH}?lat=30&lon=-97`, AUTHORIZED, { method: 'HEAD' })],
    ['POST', get(`${PATH}?lat=30&lon=-97`, `${AUTHORIZED}Content-Length: 0\r\n`, { method: 'POST' })],
    ['a path with a slash behind', get(`${PATH}/`)],
    ['an encoded path', get('/v1/vibe/w%61lkability?lat=30&lon=-97')],
    ['a path with dots', get('/v1/risk/../vibe/walkability?lat=30&lon=-97')],
    ['a fragment', get(`${PATH}?lat=30&lon=-97#x`)],
    ['a fragment in place of a query', get(`${PATH}#?lat=30`)],
    ['an absolute address', get(`http://localhost${PATH}?lat=30&lon=-97`)],
    ['a host of other letters', get(`${PATH}?lat=30&lon=-97`, AUTHORIZED, { host: 'LocalHost' })],
    ['a host that is none', get(`${PATH}?lat=30&lon=-97`, AUTHORIZED, { host: 'a b' })],
    ['a host with a port beyond all', get(`${PATH}?lat=30&lon=-97`, AUTHORIZED, { host: 'localhost:99999' })],
    ['two keys', get(`${PATH}?lat=30&lon=-97`, AUTHORIZED + AUTHORIZED)],
    ['two ids', get(`${PATH}?lat=30&lon=-97`, `${AUTHORIZED}X-Request-Id: given-1\r\nX-Request-Id: given-2\r\n`)],
  ])('%s', async (_, request) => {
    const before = toApp
    await expectSame(request)
    expect(toApp - before).toBeLessThanOrEqual(1)
    expect(lines.at(-1)?.status).toBeDefined()
  })

  it('two hosts, or none, are refused before', async () => {
    await expectSame(get(PATH, `${AUTHORIZED}Host: localhost\r\n`))
    await expectSame(`GET ${PATH} HTTP/1.1\r\n\r\n`)
    await expectSame(`GET ${PATH}?lat=30&lon=-97 HTTP/1.0\r\n${AUTHORIZED}\r\n`)
  })
})

it('what the server refuses itself is logged and counted, too', async () => {
  const from = lines.length
  await byItself.ask(get(`${PATH}?address=1`, `${AUTHORIZED}Host: localhost\r\n`))
  await byItself.ask('no request at all\r\n\r\n')
  await byItself.ask(get(PATH, AUTHORIZED, { host: 'a b' }))
  expect(lines.slice(from)).toMatchObject([
    { method: 'GET', path: PATH, status: 400, key: null },
    { method: null, path: null, status: 400, key: null },
    { method: null, path: null, status: 400, key: null },
  ])
  const [metrics] = (await byItself.ask(get('/metrics'))) as { body: string }[]
  expect(metrics.body).toMatch(/requests_total\{method="GET",path="none",status="400"\} [1-9]/)
  expect(metrics.body).toMatch(/requests_total\{method="other",path="none",status="400"\} [1-9]/)
})

it('a service with CORS leaves all to its app, which adds the headers', () => {
  expect(createService(madeUp, { cors: ['https://example.org'] }).questions.size).toBe(0)
  expect(createService(madeUp, {}).questions.size).toBeGreaterThan(14)
})

it('what fails is a 500 without a word of the inside, and is logged', async () => {
  const errors: unknown[] = []
  const thrown = new Error('secret')
  const broken = await listening(createService(failing(thrown), { log: (_, __, error) => errors.push(error) }))
  const [answer] = await broken.ask(get(`${PATH}?lat=30&lon=-97`))
  expect(answer).toMatchObject({ status: 500, body: '{"detail":"Internal Server Error"}' })
  expect(errors).toEqual([thrown])
  await broken.serving.stop()
})

it('a log that fails takes neither the server nor the connection with it', async () => {
  const service = createService(madeUp, {
    log: () => {
      throw new Error('the disk is full')
    },
  })
  const broken = await listening(service)
  expect(await broken.ask(get(`${PATH}?lat=30&lon=-97`))).toMatchObject([{ status: 500 }])
  await broken.serving.stop()
})

it('answers of keys that take their time are written when they are there', async () => {
  const slow = { find: async (token: string) => keys.find(token) }
  const late = await listening(createService(madeUp, { keys: slow }))
  expect(await late.ask(get(`${PATH}?lat=30&lon=-97`) + get(`${PATH}?lat=x&lon=-97`))).toMatchObject([
    { status: 200 },
    { status: 422 },
  ])
  await late.serving.stop()
})
