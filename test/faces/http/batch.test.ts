import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/faces/http/app.ts'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import { callEndpoint, type Library } from '../../../src/library/contract/endpoint.ts'
import { asking, bearer, endpointOf, libraryFixture, TOKEN } from './fixtures/app.ts'
import { keyFixture } from './fixtures/keys.ts'

const PATH = '/v1/scores/batch'
const batch = endpointOf('scoresBatch')
const get = asking()
const post = (body: BodyInit, init: RequestInit = {}) => get(PATH, { ...init, method: 'POST', body })
const someOf = (count: number, point: (at: number) => unknown = (at) => ({ lat: (at % 90) / 2, lon: -at / 100 })) =>
  Array.from({ length: count }, (_, at) => point(at))

describe('a batch response', () => {
  it('contains an entry for each place in the order of the request, with scores or errors', async () => {
    const points = [{ lat: 30, lon: -97 }, { lat: '91', lon: -97 }, { lon: 1 }, null, 'x', { lat: 1, lon: 1 }]
    const { status, body } = await post(JSON.stringify({ points, dimensions: ['fire', 'privacy'] }))
    const missing = (at: number, name: string) =>
      `{"type":"missing","loc":["body","points",${at},"${name}"],"msg":"Field required","input":null}`
    const outside = '{"score":0,"description":"Outside the coverage."}'
    const entries = [
      '{"scores":{"fire":{"score":0,"description":"Fire safety covers California only."},"privacy":{"score":128,"description":"Typical suburban privacy."}},"error":null}',
      '{"scores":null,"error":[{"type":"less_than_equal","loc":["body","points",1,"lat"],"msg":"Input should be less than or equal to 90","input":"91","ctx":{"le":90}}]}',
      `{"scores":null,"error":[${missing(2, 'lat')}]}`,
      `{"scores":null,"error":[${missing(3, 'lat')},${missing(3, 'lon')}]}`,
      `{"scores":null,"error":[${missing(4, 'lat')},${missing(4, 'lon')}]}`,
      `{"scores":{"fire":${outside},"privacy":${outside}},"error":null}`,
    ]
    expect([status, body]).toEqual([200, `{"results":[${entries.join(',')}]}`])
  })

  it('contains a score band for a place with a radius, and an error for an unknown field', async () => {
    const place = { lat: 30, lon: -97 }
    const points = [
      { ...place, radius: 2500 },
      { ...place, radus: 5 },
    ]
    const { body } = await post(JSON.stringify({ points, dimensions: ['flood'] }))
    expect(JSON.parse(body).results).toMatchObject([
      { scores: { flood: { band: { p10: expect.any(Number) } } }, error: null },
      { scores: null, error: [{ loc: ['body', 'points', 1, 'radus'] }] },
    ])
  })

  it.each([0, 1, 2, 99, 100, 101, 199, 200, 201, 1000, 10_000])(
    'matches the answer of the library for %d places',
    async (count) => {
      const input = { points: someOf(count), dimensions: ['flood', 'fire'] }
      const { status, headers, body } = await post(JSON.stringify(input))
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(body).toBe(JSON.stringify(callEndpoint(batch, libraryFixture, input)))
      expect(JSON.parse(body).results).toHaveLength(count)
    },
  )

  it('matches the answer of the library if some places are invalid', async () => {
    const wrong = [null, {}, [1, 2], { lat: 'ü😀"\\', lon: {} }, 7]
    const input = { points: someOf(1000, (at) => (at % 7 === 0 ? wrong[at % 5] : { lat: 1, lon: -at % 180 })) }
    expect((await post(JSON.stringify(input))).body).toBe(JSON.stringify(callEndpoint(batch, libraryFixture, input)))
  })

  it('does not depend on the content type or on whether numbers are sent as strings', async () => {
    const body = JSON.stringify({ points: [{ lat: ' 3_0 ', lon: '-97' }], dimensions: 'flood', descriptions: 'yes' })
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      expect((await post(body, { headers: { 'Content-Type': type } })).status).toBe(200)
    }
  })

  it('does not block other requests while it is written', async () => {
    const app = createApp(libraryFixture)
    const body = JSON.stringify({ points: someOf(10_000) })
    const long = await app.request(PATH, { method: 'POST', body })
    let done = false
    const read = long.text().then(() => {
      done = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect((await app.request('/health')).status).toBe(200)
    expect(done).toBe(false)
    await read
  })

  it('is computed as it is read, and stops when the client disconnects', async () => {
    let asked = 0
    const counting: Library = {
      ...libraryFixture,
      score(...question) {
        asked++
        return libraryFixture.score(...question)
      },
    }
    const input = { points: someOf(10_000), dimensions: ['flood'] }
    const response = await createApp(counting).request(PATH, { method: 'POST', body: JSON.stringify(input) })
    const reader = response.body!.getReader()
    for (let i = 0; i < 3; i++) await reader.read()
    await reader.cancel()
    const then = asked
    expect(then).toBeGreaterThan(0)
    expect(then).toBeLessThan(1000)
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toBe(then)
  })

  it('is truncated if a later place fails, and is logged and counted once as 500', async () => {
    const failing: Library = {
      ...libraryFixture,
      score(dimension, point) {
        if (point.lat === 45) throw new Error('SECRET')
        return libraryFixture.score(dimension, point)
      },
    }
    const points = someOf(10_000, (at) => ({ lat: at === 5000 ? 45 : 1, lon: -1 }))
    const lines: unknown[] = []
    const app = createApp(failing, { log: ({ status }, _, error) => lines.push([status, String(error)]) })
    const response = await app.request(PATH, { method: 'POST', body: JSON.stringify({ points }) })
    await expect(response.text()).rejects.toThrow()
    expect(lines).toEqual([[500, 'Error: SECRET']])
    expect(await statusesOf(app)).toEqual(['500"} 1'])
  })

  it('is logged and counted once, after it has been read or canceled', async () => {
    const lines: number[] = []
    const app = createApp(libraryFixture, { log: ({ status }) => lines.push(status) })
    const body = JSON.stringify({ points: someOf(1000), dimensions: ['flood'] })
    const whole = await app.request(PATH, { method: 'POST', body })
    expect(lines).toEqual([])
    await whole.text()
    expect(lines).toEqual([200])
    await (await app.request(PATH, { method: 'POST', body })).body!.cancel()
    expect(lines).toEqual([200, 200])
    expect(await statusesOf(app)).toEqual(['200"} 2'])
  })

  /** Returns the statuses of batches with their counts from the metrics of an app. */
  async function statusesOf(app: ReturnType<typeof createApp>): Promise<string[]> {
    const text = await (await app.request('/metrics')).text()
    return [...text.matchAll(/requests_total\{method="POST",path="\/v1\/scores\/batch",status="(.*)/g)].map(
      ([, end]) => end,
    )
  }
})

describe('a batch body', () => {
  const invalid = (input: unknown) => ({ type: 'model_attributes_type', loc: ['body'], input })

  it.each<[string, string, unknown]>([
    ['it is empty', '', { type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
    ['it is an array', '[]', invalid([])],
    ['it is null', 'null', invalid(null)],
    ['it is a text', '"x"', invalid('x')],
    ['it has no points', '{}', { type: 'missing', loc: ['body', 'points'], input: null }],
    ['its points are null', '{"points":null}', { type: 'list_type', loc: ['body', 'points'], input: null }],
    ['its points are a number', '{"points":7}', { type: 'list_type', loc: ['body', 'points'], input: 7 }],
    ['its points are an object', '{"points":{"length":1}}', { type: 'list_type', input: { length: 1 } }],
    ['its points are a text', '{"points":"1,2"}', { type: 'list_type', input: '1,2' }],
    [
      'its dimensions are a number',
      '{"points":[],"dimensions":7}',
      { type: 'string_type', loc: ['body', 'dimensions'] },
    ],
    [
      'it has an unknown dimension',
      '{"points":[],"dimensions":["flood","x"]}',
      { loc: ['body', 'dimensions', 1], input: 'x' },
    ],
    ['its points are inside __proto__', '{"__proto__":{"points":[]}}', { type: 'missing', loc: ['body', 'points'] }],
    ['its points are inside constructor', '{"constructor":{"prototype":{"points":[]}}}', { type: 'missing' }],
  ])('is rejected with 422 if %s', async (_, body, detail) => {
    const answer = await post(body)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/json'])
    expect(JSON.parse(answer.body)).toMatchObject({ detail: [detail] })
  })

  it('with too many points is rejected with the number of points, without quoting them', async () => {
    const { status, body } = await post(JSON.stringify({ points: someOf(10_001) }))
    expect([status, body]).toEqual([
      422,
      '{"detail":[{"type":"too_long","loc":["body","points"],"msg":"List should have at most 10000 items after validation, not 10001","input":null,"ctx":{"field_type":"List","max_length":10000,"actual_length":10001}}]}',
    ])
  })

  it.each([
    ...['{', '{"points":[}', "{'points':[]}", '{"points":[],}', '{"points":[NaN]}'],
    ...['points=1', '<points/>', '\0', ' ', '{"points":[]}{}', '�'],
    '['.repeat(1_000_000),
  ])('is rejected as invalid JSON: %.20j', async (sent) => {
    const { status, body } = await post(sent)
    expect(status).toBe(422)
    const { detail } = JSON.parse(body)
    expect(detail).toEqual([
      { type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: {}, ctx: { error: expect.any(String) } },
    ])
    expect(body.length).toBeLessThan(400)
  })

  it.each<[string, (nested: string) => string]>([
    ['the body itself', (nested) => nested],
    ['its points', (nested) => `{"points":${nested}}`],
    ['a place', (nested) => `{"points":[${nested}]}`],
    ['a latitude', (nested) => `{"points":[{"lat":${nested},"lon":1}]}`],
    [
      'a latitude after 500 places',
      (nested) => `{"points":[${'{"lat":1,"lon":1},'.repeat(500)}{"lat":${nested},"lon":1}]}`,
    ],
    ['an unknown field', (nested) => `{"points":[],"x":${nested}}`],
  ])('is rejected if it is nested too deeply in %s', async (_, bodyOf) => {
    const deep = 500_000
    for (const nested of ['['.repeat(deep) + ']'.repeat(deep), '{"":'.repeat(deep / 2) + 0 + '}'.repeat(deep / 2)]) {
      const { status, body } = await post(bodyOf(nested))
      expect([status, JSON.parse(body).detail[0].ctx]).toEqual([422, { error: 'More than 100 levels' }])
    }
  })

  it('may be nested 90 levels deep', async () => {
    const nested = '['.repeat(90) + ']'.repeat(90)
    const { status, body } = await post(`{"points":[{"lat":${nested},"lon":1}]}`)
    expect(status).toBe(200)
    expect(body).toContain(`"input":${nested}`)
  })

  it('cannot modify an object prototype', async () => {
    const { body } = await post('{"points":[{"__proto__":{"lat":1,"lon":1}}]}')
    expect(JSON.parse(body).results).toMatchObject([
      { scores: null, error: [{ type: 'missing' }, { type: 'missing' }] },
    ])
    expect(({} as Record<string, unknown>).lat).toBeUndefined()
  })
})

const streamed = { duplex: 'half' } as RequestInit

describe('a batch over 2 MiB', () => {
  const large = ' '.repeat(3 * 2 ** 20)
  const inPieces = (text: string) => {
    let at = 0
    return new ReadableStream({
      pull(controller) {
        if (at >= text.length) return controller.close()
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 65_536)))
        at += 65_536
      },
    })
  }

  it.each<[string, BodyInit, RequestInit]>([
    ['its length is announced', large, { headers: { 'Content-Length': `${large.length}` } }],
    ['it comes without a length', inPieces(large), streamed],
    [
      'it comes in chunks with a smaller length',
      inPieces(large),
      {
        ...streamed,
        headers: { 'Content-Length': '2', 'Transfer-Encoding': 'chunked' },
      },
    ],
    ['only its announced length is too large', '{}', { headers: { 'Content-Length': '99999999999' } }],
  ])('is rejected with 413 if %s', async (_, body, init) => {
    const answer = await post(body, init)
    expect([answer.status, answer.body]).toEqual([413, '{"detail":"Request body too large"}'])
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  it('is rejected, but a batch of exactly 2 MiB is accepted, whether sent in one chunk or in several', async () => {
    const body = '{"points":[{"lat":30,"lon":-97}]}'.padEnd(2 * 2 ** 20)
    expect((await post(body)).status).toBe(200)
    expect((await post(inPieces(body), streamed)).status).toBe(200)
    expect((await post(inPieces(`${body} `), streamed)).status).toBe(413)
  })
})

describe('an incomplete batch', () => {
  it.each<[string, RequestInit, number, string]>([
    ['500 without the reason', {}, 500, 'Internal Server Error'],
    ['400 if the client has disconnected', { signal: AbortSignal.abort() }, 400, 'Bad Request'],
  ])('is rejected with %s', async (_, init, status, detail) => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('SECRET')) })
    const answer = await post(broken, { ...streamed, ...init })
    expect([answer.status, answer.body]).toEqual([status, `{"detail":"${detail}"}`])
  })
})

describe('the monthly quota', () => {
  const quota = (monthly: number) => {
    const ask = asking({ keys: knownKeys([keyFixture(TOKEN, { monthly })]) })
    return (count: number) =>
      ask(PATH, {
        ...bearer(TOKEN),
        method: 'POST',
        body: JSON.stringify({ points: someOf(count), dimensions: ['fire'] }),
      })
  }
  const left = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])

  it('is charged one request per place of a batch, and one for an empty batch', async () => {
    const ask = quota(1000)
    expect(left(await ask(1))).toBe(999)
    expect(left(await ask(10))).toBe(989)
    expect(left(await ask(0))).toBe(988)
    expect(left(await ask(200))).toBe(788)
  })

  it('rejects a batch larger than the remaining quota, and then accepts a batch that fits', async () => {
    const ask = quota(100)
    const refused = await ask(101)
    expect([refused.status, refused.body]).toEqual([429, '{"detail":"Monthly quota exceeded"}'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(left(refused)).toBe(99)
    expect((await ask(99)).status).toBe(200)
    const last = await ask(0)
    expect([last.status, left(last)]).toEqual([429, 0])
  })

  it('is charged one request for a rejected body, not its places', async () => {
    const ask = quota(100_000)
    const refused = await ask(10_001)
    expect([refused.status, left(refused)]).toEqual([422, 99_999])
  })

  it('is not exceeded by concurrent batches', async () => {
    const ask = quota(50)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(10)))
    const answered = answers.filter(({ status }) => status === 200).length
    expect(answered).toBeLessThanOrEqual(5)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })

  it('counts places, while the rate limit counts requests', async () => {
    const ask = asking({ keys: knownKeys([keyFixture(TOKEN, { rate: { requests: 2, seconds: 60 } })]) })
    const init = {
      ...bearer(TOKEN),
      method: 'POST',
      body: JSON.stringify({ points: someOf(300), dimensions: ['fire'] }),
    }
    expect(left(await ask(PATH, init))).toBe(1)
    expect(left(await ask(PATH, init))).toBe(0)
    expect((await ask(PATH, init)).body).toBe('{"detail":"Rate limit exceeded"}')
  })
})
