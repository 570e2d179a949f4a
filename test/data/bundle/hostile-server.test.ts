import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boundedBytes, piecesIn } from '../../../src/base/bounded-bytes.ts'
import { servedFolder } from '../../../src/data/bundle/served-folder.ts'
import { openVicinage } from '../../../src/index.ts'

const here = new URL('../../../dist-data/', import.meta.url)
const MiB = 2 ** 20
const around = { lat: 30.2672, lon: -97.7431, radius: 500 }
const options = { dimensions: ['flood'], schools: false, userData: false, around, data: 'http://data.test/' } as const

interface Asked {
  /** Number of bytes that were sent in response bodies. */
  sent: number
  requests: number
  canceled: number
}

/** Returns a body of `count` chunks of `bytes` bytes, one every `pause` milliseconds. */
function body(asked: Asked, { bytes, count, pause = 0 }: { bytes: number; count: number; pause?: number }) {
  let left = count
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        asked.sent += bytes
        if (left-- > 0) controller.enqueue(new Uint8Array(bytes))
        else controller.close()
      },
      cancel() {
        asked.canceled++
      },
    },
    { highWaterMark: 0 },
  )
}

/** Serves the data of the package, except for the requests that `answer` handles itself. */
function server(answer: (asked: Asked, file: string, range: string | null) => Response | null) {
  const asked: Asked = { sent: 0, requests: 0, canceled: 0 }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.requests++
    const file = String(input).split('/').at(-1)!
    const range = new Headers(init?.headers).get('range')
    const whole = readFileSync(new URL(file, here))
    const given = answer(asked, file, range)
    if (given !== null) return abortable(given, init?.signal)
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
    return start === undefined
      ? new Response(whole)
      : new Response(whole.subarray(Number(start), Number(end) + 1), { status: 206 })
  }
  return { asked, fetch }
}

/** Returns the response with a body that breaks off when the request is aborted, like that of `fetch`. */
function abortable(response: Response, signal: AbortSignal | null | undefined): Response {
  const through = new TransformStream<Uint8Array, Uint8Array>()
  response.body?.pipeTo(through.writable, signal ? { signal } : {}).catch(() => {})
  return new Response(through.readable, response)
}

const isBundle = (file: string) => file.endsWith('.bundle')

describe('opening the data of a place from a server', () => {
  it.each([
    ['that ignores ranges and never stops sending', 200],
    ['that sends endless partial responses', 206],
  ])('never reads more bytes than the manifest lists, even from a server %s', async (_, status) => {
    const { asked, fetch } = server((asked, file) =>
      isBundle(file) ? new Response(body(asked, { bytes: MiB, count: 1e9 }), { status }) : null,
    )
    const opening = openVicinage({ ...options, fetch })
    await expect(opening).rejects.toThrow(/could not be fetched .*: more than the expected \d+ bytes arrived/)
    expect(asked.sent).toBeLessThan(30 * MiB)
  })

  it.each([
    ['its reason', new Error('redirect count exceeded'), 'redirect count exceeded'],
    ['the code of a reason without words', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['its error, if it gives no reason', undefined, 'TypeError: fetch failed'],
  ])('fails with %s if the server is unreachable', async (_, cause, words) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    await expect(openVicinage({ ...options, fetch })).rejects.toThrow(
      new RegExp(`^manifest\\.json could not be fetched from \\S+: ${words}\\.$`),
    )
  })

  it('returns the same answers if the server ignores ranges but is otherwise correct', async () => {
    const plain = server((_, file, range) => (range === null ? null : new Response(readFileSync(new URL(file, here)))))
    const ranged = server(() => null)
    const [first, second] = await Promise.all([plain, ranged].map(({ fetch }) => openVicinage({ ...options, fetch })))
    const { lat, lon } = around
    expect(first.scores({ lat, lon })).toEqual(second.scores({ lat, lon }))
  })

  it('fails before the body is read if the server declares more bytes than the manifest', async () => {
    const { asked, fetch } = server((asked, file) =>
      isBundle(file)
        ? new Response(body(asked, { bytes: MiB, count: 1e9 }), { headers: { 'content-length': '5000000000' } })
        : null,
    )
    await expect(openVicinage({ ...options, fetch })).rejects.toThrow(/more than the expected \d+ bytes arrived/)
    expect(asked.sent).toBeLessThan(8 * MiB)
  })

  it('fails before any bundle is requested if the manifest lists gigabytes', async () => {
    const manifest = JSON.parse(readFileSync(new URL('manifest.json', here), 'utf8'))
    for (const entry of manifest.bundles) entry.bytes = 2 ** 29
    const { asked, fetch } = server((_, file) => (file === 'manifest.json' ? Response.json(manifest) : null))
    await expect(openVicinage({ ...options, fetch })).rejects.toThrow(
      'manifest.json in http://data.test/ lists 14495514624 bytes of bundles',
    )
    expect(asked.requests).toBe(1)
  })
})

describe('reading from a server', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function outcome(reading: Promise<unknown>, ms: number): Promise<string> {
    let words = 'still reading'
    reading.then(
      () => {
        words = 'whole'
      },
      (error: Error) => {
        words = error.message
      },
    )
    await vi.advanceTimersByTimeAsync(ms)
    return words
  }

  it('fails after the timeout if the server sends one byte per 100 ms', async () => {
    const { fetch } = server((asked) => new Response(body(asked, { bytes: 1, count: 1e9, pause: 100 })))
    const folder = servedFolder(new URL('http://data.test/'), { fetch })
    const reading = folder.read('flood.bundle', { span: { start: 0, end: 50_000 }, bytes: 700_000 })
    expect(await outcome(reading, 31_000)).toMatch(/the server sent only \d+ bytes for 30 seconds/)
  })

  it('fails after 20 minutes if the server sends steadily without end', async () => {
    const { fetch } = server((asked) => new Response(body(asked, { bytes: 5_000, count: 1e9, pause: 1_000 })))
    const folder = servedFolder(new URL('http://data.test/'), { fetch })
    const reading = folder.read('flood.bundle', { bytes: 2 ** 28 })
    expect(await outcome(reading, 1_190_000)).toBe('still reading')
    expect(await outcome(reading, 20_000)).toContain('it did not arrive completely within 1200 seconds')
  })

  it('succeeds if the server is slow but fast enough', async () => {
    const { fetch } = server((asked) => new Response(body(asked, { bytes: 20_000, count: 35, pause: 4_000 })))
    const folder = servedFolder(new URL('http://data.test/'), { fetch })
    expect(await outcome(folder.read('flood.bundle', { bytes: 700_000 }), 200_000)).toBe('whole')
  })

  it('requests a file once for concurrent reads of several parts if the server ignores ranges', async () => {
    vi.useRealTimers()
    const { asked, fetch } = server((asked) => new Response(body(asked, { bytes: MiB, count: 4 })))
    const folder = servedFolder(new URL('http://data.test/'), { fetch })
    const spans = Array.from({ length: 8 }, (_, i) => ({ start: i * 1000, end: i * 1000 + 10 }))
    const parts = await Promise.all(spans.map((span) => folder.read('flood.bundle', { span, bytes: 4 * MiB })))
    expect(parts.map((part) => part?.length)).toEqual(spans.map(() => 10))
    expect(asked.sent).toBeLessThan(14 * MiB)
    await folder.read('flood.bundle', { span: spans[0], bytes: 4 * MiB })
    expect(asked.requests).toBe(8)
  })
})

describe('boundedBytes()', () => {
  const refuse = (most: number): never => {
    throw new RangeError(`more than ${most}`)
  }

  it.each([
    ['no chunks', []],
    ['one chunk', [3]],
    ['chunks of various sizes', [1, 0, 100_000, 7, 65_536, 1]],
  ])('joins %s', async (_, sizes) => {
    const pieces = sizes.map((size, i) => new Uint8Array(size).fill(i + 1))
    for (const expected of [undefined, 0, 5, 1e6]) {
      const bytes = await boundedBytes(pieces, { most: 1e6, expected, refuse })
      expect(Buffer.compare(bytes, Buffer.concat(pieces))).toBe(0)
    }
  })

  it('accepts exactly the maximum and rejects one more byte without requesting further chunks', async () => {
    const bound = { most: 10, refuse }
    expect(await boundedBytes([new Uint8Array(9), new Uint8Array(1)], bound)).toHaveLength(10)
    let asked = 0
    const pieces = (function* () {
      for (;;) {
        asked++
        yield new Uint8Array(4)
      }
    })()
    await expect(boundedBytes(pieces, bound)).rejects.toThrow('more than 10')
    expect(asked).toBe(3)
  })

  it('cancels a rejected web stream', async () => {
    let canceled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(8)),
      cancel() {
        canceled = true
      },
    })
    await expect(boundedBytes(piecesIn(stream), { most: 10, refuse })).rejects.toThrow('more than 10')
    expect(canceled).toBe(true)
  })
})
