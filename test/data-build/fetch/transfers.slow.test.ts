import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { withFolderLock } from '../../../data-build/fetch/fetch-sources.ts'
import { eachByHost, hostLocks } from '../../../data-build/fetch/request.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import {
  breaksOff,
  bytesOf,
  fetchOne,
  fileServer,
  firstByte,
  good,
  inTurn,
  namesIn,
  planned,
  type Route,
  run,
  zipFixture,
} from './file-server.ts'

const zip = zipFixture(60_000)
const status =
  (code: number, headers: Record<string, string> = {}): Route =>
  (_, response) =>
    response.writeHead(code, headers).end('busy')

describe('a complete response', () => {
  it('is saved byte for byte, with its metadata in fetched.json', async () => {
    const { folder, bytes, ...result } = await fetchOne(good(zip, '"one"', 'Sat, 21 Nov 2026 10:00:00 GMT'))
    expect(result).toMatchObject({ state: 'new', received: zip.length })
    expect(bytes).toEqual(zip)
    expect(namesIn(folder)).toEqual(['fetched.json', 'made/file.zip'])
    const { url } = result.file
    const { files } = JSON.parse(readFileSync(join(folder, 'fetched.json'), 'utf8'))
    expect(files).toEqual([
      {
        path: 'made/file.zip',
        source: 'made',
        url,
        finalUrl: url,
        bytes: zip.length,
        sha256: createHash('sha256').update(zip).digest('hex'),
        servedBytes: zip.length,
        etag: '"one"',
        lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
  })

  it('is requested with a user agent and without compression', async () => {
    const { asked } = await fetchOne(good(zip))
    expect(asked[0].headers).toMatchObject({ 'user-agent': 'vicinage-test', 'accept-encoding': 'identity' })
    expect(asked[0].headers.range).toBeUndefined()
  })

  it('is accepted without a Content-Length', async () => {
    const { bytes } = await fetchOne((_, response) => response.writeHead(200).end(zip))
    expect(bytes).toEqual(zip)
  })
})

describe('an interrupted response', () => {
  it('is resumed from the last byte, with If-Range', async () => {
    const { lines, asked, bytes, folder, ...result } = await fetchOne(inTurn(breaksOff(zip, 1000), good(zip)))
    expect(bytes).toEqual(zip)
    expect(asked[1].headers).toMatchObject({ range: 'bytes=1000-', 'if-range': '"one"' })
    expect(result).toMatchObject({ state: 'new', received: zip.length })
    expect(lines).toHaveLength(1)
    expect(namesIn(folder)).toEqual(['fetched.json', 'made/file.zip'])
  })

  it('is resumed by date if the entity tag is weak', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    const weak = breaksOff(zip, 1000, 'W/"one"', { 'Last-Modified': date })
    const { asked, bytes } = await fetchOne(inTurn(weak, good(zip, null, date)))
    expect(asked[1].headers).toMatchObject({ range: 'bytes=1000-', 'if-range': date })
    expect(bytes).toEqual(zip)
  })

  it('is requested from the start if the server sends neither entity tag nor date', async () => {
    const { asked, bytes } = await fetchOne(inTurn(breaksOff(zip, 1000, null), good(zip)))
    expect(asked[1].headers.range).toBeUndefined()
    expect(bytes).toEqual(zip)
  })

  it('is requested from the start if the server does not support ranges', async () => {
    const whole: Route = (_, response) => response.writeHead(200, { 'Content-Length': zip.length }).end(zip)
    const { asked, bytes } = await fetchOne(inTurn(breaksOff(zip, 1000), whole))
    expect(asked[1].headers.range).toBe('bytes=1000-')
    expect(bytes).toEqual(zip)
  })

  it('is saved as a partial download for the next run, without a file under the final name', async () => {
    const server = await fileServer({ '/file.zip': inTurn(...[1, 2, 3].map(() => breaksOff(zip, 1000)), good(zip)) })
    const folder = emptyFolder()
    const file = planned(`${server.origin}/file.zip`)
    const { results } = await run([file], folder)
    expect(results[0].state).toBe('failed')
    expect(results[0].notes[0]).toMatch(/gave up after 3 attempts.*file\.zip/)
    expect(namesIn(folder)).toEqual(['made/file.zip.part', 'made/file.zip.part.json'])
    expect((await run([file], folder)).results[0].state).toBe('new')
    expect(server.asked[3].headers.range).toBe('bytes=1000-')
    expect(bytesOf(folder)).toEqual(zip)
  })

  it('is retried without counting attempts that brought new bytes', async () => {
    const large = zipSync({ 'table.csv': new Uint8Array(4_500_000).fill(7) }, { level: 0 })
    const step = 1_300_000
    const pieces: Route = (request, response) => {
      const from = firstByte(request) || 0
      const range = { 'Content-Range': `bytes ${from}-${large.length - 1}/${large.length}` }
      response.writeHead(from ? 206 : 200, {
        ETag: '"one"',
        'Content-Length': large.length - from,
        ...(from ? range : {}),
      })
      if (large.length - from <= step) response.end(large.subarray(from))
      else response.write(large.subarray(from, from + step), () => setTimeout(() => response.destroy(), 60))
    }
    expect(large.length).toBeGreaterThan(3 * step)
    const { asked, bytes, ...result } = await fetchOne(pieces, {}, { tries: 2 })
    expect(result).toMatchObject({ state: 'new', notes: [] })
    expect(asked.length).toBeGreaterThan(3)
    expect(Buffer.compare(bytes as Uint8Array, large)).toBe(0)
  })

  it('is used without a request if the partial download is already complete', async () => {
    const server = await fileServer({ '/file.zip': good(zip) })
    const folder = emptyFolder()
    const url = `${server.origin}/file.zip`
    mkdirSync(join(folder, 'made'))
    writeFileSync(join(folder, 'made/file.zip.part'), zip)
    const notes = { url, etag: '"one"', lastModified: null, total: zip.length }
    writeFileSync(join(folder, 'made/file.zip.part.json'), JSON.stringify(notes))
    const { results } = await run([planned(url)], folder)
    expect(results[0]).toMatchObject({ state: 'new', received: 0 })
    expect(bytesOf(folder)).toEqual(zip)
  })

  it.each([
    ['from another address', (url: string) => ({ url: `${url}?old`, etag: '"one"', lastModified: null, total: null })],
    ['longer than the file', (url: string) => ({ url, etag: '"one"', lastModified: null, total: 5 })],
    ['without readable notes', () => 'rubbish'],
  ])('is discarded if the partial download is %s', async (_, notes) => {
    const server = await fileServer({ '/file.zip': good(zip) })
    const folder = emptyFolder()
    const url = `${server.origin}/file.zip`
    mkdirSync(join(folder, 'made'))
    writeFileSync(join(folder, 'made/file.zip.part'), 'something else')
    writeFileSync(join(folder, 'made/file.zip.part.json'), JSON.stringify(notes(url)))
    await run([planned(url)], folder)
    expect(server.asked[0].headers.range).toBeUndefined()
    expect(bytesOf(folder)).toEqual(zip)
  })
})

describe('a response that is compressed although the request forbids it', () => {
  const packed = gzipSync(zip)
  const head = { 'Content-Encoding': 'gzip', ETag: '"one"', 'Content-Length': packed.length }

  it('is accepted, and never resumed by its compressed byte count', async () => {
    const breaks = breaksOff(packed, 30_000, '"one"', { 'Content-Encoding': 'gzip' })
    const whole: Route = (_, response) => response.writeHead(200, head).end(packed)
    const { state, asked, bytes } = await fetchOne(inTurn(breaks, whole))
    expect(state).toBe('new')
    expect(asked[1].headers.range).toBeUndefined()
    expect(bytes).toEqual(zip)
  })

  it('is never appended to bytes that were received uncompressed', async () => {
    const piece: Route = (request, response) => {
      const from = firstByte(request) || 0
      if (from === 0) return good(zip)(request, response, 1)
      const tail = gzipSync(zip.subarray(from))
      const range = `bytes ${from}-${zip.length - 1}/${zip.length}`
      return response.writeHead(206, { ...head, 'Content-Length': tail.length, 'Content-Range': range }).end(tail)
    }
    const { lines, bytes } = await fetchOne(inTurn(breaksOff(zip, 1000), piece))
    expect(lines.at(-1)).toContain('the file changed while it was being fetched')
    expect(bytes).toEqual(zip)
  })
})

describe('a file that changes during a download', () => {
  const next = zipFixture(60_000, 7)

  it('is downloaded from the start if the server sends the whole new edition', async () => {
    const { bytes } = await fetchOne(inTurn(breaksOff(zip, 1000), good(next, '"two"')))
    expect(bytes).toEqual(next)
  })

  it('is downloaded from the start if the server sends a range of another edition despite If-Range', async () => {
    const careless: Route = (request, response) => {
      const from = firstByte(request) || 0
      if (from === 0) return good(next, '"two"')(request, response, 1)
      const range = `bytes ${from}-${next.length - 1}/${next.length}`
      return response.writeHead(206, { ETag: '"two"', 'Content-Range': range }).end(next.subarray(from))
    }
    const { bytes } = await fetchOne(inTurn(breaksOff(zip, 1000), careless))
    expect(bytes).toEqual(next)
  })

  it('is downloaded from the start if the parts do not match, even if the server reported no change', async () => {
    const silent: Route = (request, response) => {
      const from = firstByte(request) || 0
      if (from === 0) return good(next)(request, response, 1)
      const tail = next.subarray(next.length - (zip.length - from))
      const range = `bytes ${from}-${zip.length - 1}/${zip.length}`
      return response.writeHead(206, { 'Content-Range': range, 'Content-Length': tail.length }).end(tail)
    }
    const { lines, bytes } = await fetchOne(inTurn(breaksOff(zip, 1000), silent))
    expect(lines.join('\n')).toContain('the resumed download is damaged')
    expect(bytes).toEqual(next)
  })
})

describe('a busy or unreachable server', () => {
  it.each([429, 500, 502, 503])('is retried after status %i', async (code) => {
    const { state, lines, bytes } = await fetchOne(inTurn(status(code), status(code), good(zip)))
    expect(state).toBe('new')
    expect(lines[0]).toContain(`status ${code}`)
    expect(bytes).toEqual(zip)
  })

  it('receives no request before its Retry-After time', async () => {
    const started = performance.now()
    const { lines } = await fetchOne(inTurn(status(503, { 'Retry-After': '1' }), good(zip)))
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(lines[0]).toContain('retrying in 1.0 s')
  })

  it('is not retried if the requested wait takes hours', async () => {
    const { notes, asked } = await fetchOne(status(429, { 'Retry-After': '7200' }))
    expect(notes[0]).toContain('says to wait 7200 s')
    expect(asked).toHaveLength(1)
  })

  it.each([400, 401, 403, 206, 204])('is not retried after status %i', async (code) => {
    const { state, notes, asked } = await fetchOne(status(code))
    expect(state).toBe('failed')
    expect(notes[0]).toContain(`status ${code}`)
    expect(asked).toHaveLength(1)
  })

  it('is disconnected and retried after a long silence before or after the headers', async () => {
    const silent: Route = () => undefined
    const stalls: Route = (_, response) => {
      response.writeHead(200, { ETag: '"one"', 'Content-Length': zip.length })
      response.write(zip.subarray(0, 2000))
    }
    const { lines, asked, bytes } = await fetchOne(inTurn(silent, stalls, good(zip)), {}, { idleMs: 400 })
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toContain('no bytes for 0.4 s')
    expect(asked[2].headers.range).toBe('bytes=2000-')
    expect(bytes).toEqual(zip)
  })

  it('is not disconnected while it sends slowly but steadily', async () => {
    const slow: Route = (_, response) => {
      response.writeHead(200, { 'Content-Length': zip.length })
      const step = Math.ceil(zip.length / 8)
      const send = (at: number) => {
        if (at >= zip.length) response.end()
        else response.write(zip.subarray(at, at + step), () => setTimeout(() => send(at + step), 170))
      }
      send(0)
    }
    const { asked, bytes } = await fetchOne(slow, {}, { idleMs: 1000 })
    expect(asked).toHaveLength(1)
    expect(bytes).toEqual(zip)
  })

  it('is reported in one line if nothing listens at the address', async () => {
    const { results } = await run([planned('http://127.0.0.1:9/file.zip')], emptyFolder())
    expect(results[0].state).toBe('failed')
    expect(results[0].notes[0]).toMatch(/127\.0\.0\.1.*http:\/\/127\.0\.0\.1:9\/file\.zip/)
  })
})

describe('a missing file on a server', () => {
  it('is reported in one line with the address, and the other downloads continue', async () => {
    const server = await fileServer({ '/file.zip': good(zip) })
    const folder = emptyFolder()
    const gone = planned(`${server.origin}/gone.zip`, { path: 'made/gone.zip' })
    const { results } = await run([gone, planned(`${server.origin}/file.zip`)], folder)
    expect(results.map(({ state }) => state)).toEqual(['failed', 'new'])
    expect(results[0].notes).toEqual([`file not found, status 404 (Not Found): ${server.origin}/gone.zip`])
    expect(server.asked).toHaveLength(2)
  })

  it('is not a failure if the file does not exist for some states', async () => {
    const result = await fetchOne(status(404), { mayBeMissing: 'not every state has one' })
    expect(result).toMatchObject({ state: 'absent', notes: ['not every state has one'] })
  })
})

describe('a redirect', () => {
  const to = (code: number, location: string): Route => status(code, { Location: location })

  it('is followed, and the output states the new address and whether the redirect is permanent', async () => {
    const server = await fileServer({
      '/a.zip': to(301, '/b.zip'),
      '/b.zip': to(308, 'c.zip#part'),
      '/c.zip': good(zip),
      '/d.zip': to(302, '/c.zip'),
    })
    const folder = emptyFolder()
    const { results } = await run(
      [planned(`${server.origin}/a.zip`), planned(`${server.origin}/d.zip`, { path: 'made/d.zip' })],
      folder,
    )
    expect(results[0].notes).toEqual([`moved permanently to ${server.origin}/c.zip`])
    expect(results[1].notes).toEqual([`moved to ${server.origin}/c.zip`])
    expect(bytesOf(folder)).toEqual(zip)
  })

  it('is followed to another host', async () => {
    const server = await fileServer({ '/c.zip': good(zip) })
    const first = await fileServer({ '/a.zip': to(302, `${server.otherOrigin}/c.zip`) })
    const folder = emptyFolder()
    const { results } = await run([planned(`${first.origin}/a.zip`)], folder)
    expect(results[0].fetched?.finalUrl).toBe(`${server.otherOrigin}/c.zip`)
    expect(bytesOf(folder)).toEqual(zip)
  })

  it.each([
    ['in a circle', { '/a.zip': to(302, '/b.zip'), '/b.zip': to(302, '/a.zip') }, 'redirect loop'],
    ['onto itself', { '/a.zip': to(301, '/a.zip') }, 'redirect loop'],
    [
      'too often',
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((n, i, all) => [`/${n}.zip`, to(302, `/${all[i + 1]}.zip`)]),
      ),
      'more than 5 redirects',
    ],
    ['to nowhere', { '/a.zip': status(302) }, 'without a Location header'],
    ['to another scheme', { '/a.zip': to(302, 'ftp://example.org/a.zip') }, 'is not followed'],
    ['to a file of this machine', { '/a.zip': to(302, 'file:///etc/passwd') }, 'is not followed'],
  ])('fails at once if it leads %s', async (_, routes, words) => {
    const server = await fileServer(routes)
    const { results, lines } = await run([planned(`${server.origin}/a.zip`)], emptyFolder())
    expect(results[0].state).toBe('failed')
    expect(results[0].notes[0]).toContain(words)
    expect(lines).toEqual([])
  })
})

describe('a redirect from an https address', () => {
  it('is not followed to http, although a redirect from http to https is followed', async () => {
    const seen: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      seen.push(url.href)
      const location = url.href === 'http://up.example/a.zip' ? 'https://up.example/a.zip' : 'http://down.example/a.zip'
      return new Response(null, { status: 302, headers: { Location: location } })
    })
    try {
      const { results } = await run([planned('http://up.example/a.zip')], emptyFolder())
      expect(results[0].notes[0]).toContain('from https:// to http://down.example/a.zip is not followed')
      expect(seen).toEqual(['http://up.example/a.zip', 'https://up.example/a.zip'])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('an interruption of a download run', () => {
  it('preserves the received bytes, so that the next run resumes', async () => {
    const stop = new AbortController()
    const stalls: Route = (_, response) => {
      response.writeHead(200, { ETag: '"one"', 'Content-Length': zip.length })
      response.write(zip.subarray(0, 3000), () => setTimeout(() => stop.abort(new Error('interrupted')), 300))
    }
    const server = await fileServer({ '/file.zip': inTurn(stalls, good(zip)), '/next.zip': good(zip) })
    const folder = emptyFolder()
    const files = [
      planned(`${server.origin}/file.zip`),
      planned(`${server.origin}/next.zip`, { path: 'made/next.zip' }),
    ]
    const { results } = await run(files, folder, {}, stop.signal)
    expect(results.map(({ state }) => state)).toEqual(['interrupted', 'interrupted'])
    expect(namesIn(folder)).toEqual(['made/file.zip.part', 'made/file.zip.part.json'])
    expect(server.asked).toHaveLength(1)
    const again = await run(files, folder)
    expect(again.results.map(({ state }) => state)).toEqual(['new', 'new'])
    expect(server.asked[1].headers.range).toBe('bytes=3000-')
    expect(bytesOf(folder)).toEqual(zip)
  })

  it('ends a pause between two attempts', async () => {
    const server = await fileServer({ '/file.zip': status(503, { 'Retry-After': '100' }) })
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('interrupted')), 100)
    const { results } = await run([planned(`${server.origin}/file.zip`)], emptyFolder(), {}, stop.signal)
    expect(results[0].state).toBe('interrupted')
  })
})

const zipOfHost = zipFixture()
const slowly: Route = (request, response) => setTimeout(() => good(zipOfHost)(request, response, 1), 200)

describe('download hosts', () => {
  it('receive one request at a time each, while different hosts are requested in parallel', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `/${i}.zip`)
    const server = await fileServer(Object.fromEntries(names.map((name) => [name, slowly])))
    const files = names.map((name, i) =>
      planned(`${i % 2 ? server.origin : server.otherOrigin}${name}`, { path: `made${name}` }),
    )
    const { results } = await run(files, emptyFolder())
    expect(results.map(({ file, state }) => [file.path, state])).toEqual(names.map((name) => [`made${name}`, 'new']))
    expect(Object.fromEntries(server.mostAtOnce)).toEqual({ '127.0.0.1': 1, localhost: 1 })
    expect(server.mostHostsAtOnce()).toBe(2)
  })

  it('receive one request at a time even if they are reached through redirects from another host', async () => {
    const away: Route = (request, response) => {
      response.writeHead(302, { Location: `${server.origin}${request.url?.replace('from', 'to')}` }).end()
    }
    const ids = [0, 1, 2, 3]
    const server = await fileServer(
      Object.fromEntries(ids.flatMap((id) => [[`/from${id}.zip`, away] as const, [`/to${id}.zip`, slowly] as const])),
    )
    const files = ids.map((id) =>
      planned(id % 2 ? `${server.origin}/to${id}.zip` : `${server.otherOrigin}/from${id}.zip`, {
        path: `made/${id}.zip`,
      }),
    )
    const { results } = await run(files, emptyFolder())
    expect(results.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new'])
    expect(server.mostAtOnce.get('127.0.0.1')).toBe(1)
  })
})

describe('eachByHost', () => {
  it('respects the host limit, never uses one host twice at once, and preserves the order', async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({ host: `h${(i * 7) % 6}`, i }))
    const underWay: string[] = []
    let most = 0
    const results = await eachByHost(
      items,
      ({ host }) => host,
      3,
      async ({ host, i }) => {
        expect(underWay).not.toContain(host)
        underWay.push(host)
        most = Math.max(most, underWay.length)
        await new Promise((done) => setTimeout(done, i % 3))
        underWay.splice(underWay.indexOf(host), 1)
        return i
      },
    )
    expect(results).toEqual(items.map(({ i }) => i))
    expect(most).toBe(3)
  })

  it('returns an empty list for an empty list', async () => {
    expect(await eachByHost([], String, 3, async () => 1)).toEqual([])
  })
})

describe('hostLocks', () => {
  it('are released after a task throws', async () => {
    const locks = hostLocks()
    const failed = locks('a', () => Promise.reject(new Error('no')))
    const next = locks('a', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})

describe('a folder with a running download', () => {
  it('rejects a second run, and is unlocked afterwards, whether the run succeeded or failed', async () => {
    const directory = emptyFolder()
    const outcome = await withFolderLock(directory, async () => {
      await expect(withFolderLock(directory, async () => 'second')).rejects.toThrow(SourceError)
      await expect(withFolderLock(directory, async () => 'second')).rejects.toThrow(
        `process ${process.pid} is downloading`,
      )
      return 'first'
    })
    expect(outcome).toBe('first')
    await expect(withFolderLock(directory, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(existsSync(join(directory, 'fetching.lock'))).toBe(false)
    expect(await withFolderLock(directory, async () => 'third')).toBe('third')
  })

  // A process number above the system's limit belongs to no process.
  it.each(['4194399\n', '', 'garbage', '-1'])(
    'is taken over if its lock contains no running process: %j',
    async (text) => {
      const directory = emptyFolder()
      writeFileSync(join(directory, 'fetching.lock'), text)
      expect(await withFolderLock(directory, async () => 'mine')).toBe('mine')
    },
  )
})
