import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Editions } from '../../../data-build/fetch/editions.ts'
import { byHandText, fetchSettings, TransferError } from '../../../data-build/fetch/request.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { bytesOf, fetchOne, fileServer, good, inTurn, planned, type Route, run, zipFixture } from './file-server.ts'

const zip = zipFixture(5000)

/** Answers every request with status 200 and this body. */
const says =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Route =>
  (_, response) =>
    response.writeHead(200, headers).end(body)

/** Makes the default fetch settings with a clock that does not really wait, and records the pauses in seconds. */
function fakeClock() {
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(Math.round(ms / 1000))
  return { pauses, settings: { ...fetchSettings('vicinage-test', { wait }), pauseMs: 0 } }
}

describe('a server that throttles with status 200', () => {
  const page = '<!DOCTYPE html><html><head><title>Request Rejected</title></head></html>'
  it.each<[string, Route]>([
    ['a web page', says(page, { 'Content-Type': 'text/html' })],
    ['a page labeled as a zip', says(page, { 'Content-Type': 'application/zip' })],
    ['a page after a byte order mark and blank lines', says(`\uFEFF\r\n\n${page}`)],
    ['a fragment of a page', says('<h1>Too many requests</h1>')],
    ['a sentence', says('Too many requests, slow down.')],
    ['JSON', says('{"error":"rate limited"}')],
    ['an empty body', says('')],
    ['an empty body with a Content-Length', says('', { 'Content-Length': '0' })],
    ['white space', says('\n\n  \n')],
    ['a page that breaks off', says(page.slice(0, 20))],
  ])('is retried after 20, 40 and 80 s if it sends %s', async (_, refusal) => {
    const { pauses, settings } = fakeClock()
    const { state, bytes } = await fetchOne(inTurn(refusal, refusal, refusal, good(zip)), {}, settings)
    expect(state).toBe('new')
    expect(bytes).toEqual(zip)
    expect(pauses).toEqual([20, 40, 80])
  })

  it.each<[string, 'gz' | 'csv' | 'text', Uint8Array, string]>([
    ['a gzip file', 'gz', new Uint8Array(gzipSync('a,b\n1,2\n')), 'made/x.csv.gz'],
    ['a table', 'csv', new TextEncoder().encode('a,b\n1,2\n3,4\n'), 'made/x.csv'],
    ['a text table', 'text', new TextEncoder().encode('a|b\n1|2\n3|4\n'), 'made/x.txt'],
  ])('is recognized and retried if %s was requested', async (_, kind, whole, path) => {
    const { pauses, settings } = fakeClock()
    const route = inTurn(says('<html>busy'), says(''), good(whole))
    const { state, bytes } = await fetchOne(route, { kind, path }, settings)
    expect([state, bytes, pauses]).toEqual(['new', whole, [20, 40]])
  })

  it('does not cause the loss of a partially received file', async () => {
    const { settings } = fakeClock()
    const half: Route = (_, response) => {
      response.writeHead(200, { ETag: '"one"', 'Content-Length': zip.length })
      response.write(zip.subarray(0, 300), () => setTimeout(() => response.destroy(), 20))
    }
    const { asked, bytes } = await fetchOne(inTurn(half, says('<html>busy'), says(''), good(zip)), {}, settings)
    expect(bytes).toEqual(zip)
    expect(asked.map(({ headers }) => headers.range)).toEqual([undefined, ...Array(3).fill('bytes=300-')])
  })

  it('is not retried before the requested time, even for a page with status 200', async () => {
    const { pauses, settings } = fakeClock()
    await fetchOne(inTurn(says('<html>busy', { 'Retry-After': '7' }), good(zip)), {}, settings)
    expect(pauses).toEqual([7])
  })
})

describe('a server that responds with an error status', () => {
  const status =
    (code: number, headers: Record<string, string> = {}): Route =>
    (_, response) =>
      response.writeHead(code, headers).end('<html>')
  it.each<[string, Route, number[]]>([
    ['429', status(429), [20]],
    ['429 with Retry-After', status(429, { 'Retry-After': '5' }), [5]],
    ['503', status(503), [1]],
    ['403 with Retry-After', status(403, { 'Retry-After': '9' }), [9]],
  ])('is retried after %s', async (_, route, expected) => {
    const { pauses, settings } = fakeClock()
    expect((await fetchOne(inTurn(route, good(zip)), {}, settings)).state).toBe('new')
    expect(pauses).toEqual(expected)
  })

  it('is not retried after a 403, or if the requested wait is too long', async () => {
    const { pauses, settings } = fakeClock()
    const refused = await fetchOne(status(403), {}, settings)
    expect([refused.state, refused.asked.length]).toEqual(['failed', 1])
    const late = await fetchOne(status(429, { 'Retry-After': '86400' }), {}, settings)
    expect([late.state, late.asked.length]).toEqual(['failed', 1])
    expect(late.notes[0]).toMatch(/says to wait 86400 s/)
    expect(pauses).toEqual([])
  })

  it('is retried throughout an outage of half a minute', async () => {
    let now = 0
    const wait = async (ms: number) => {
      now += ms
    }
    const route: Route = (...answer) => (now < 30_000 ? status(503) : good(zip))(...answer)
    const { state } = await fetchOne(route, {}, { ...fetchSettings('vicinage-test', { wait }), pauseMs: 0 })
    expect(state).toBe('new')
  })
})

it('a download of a file that is never served ends after 5 minutes and explains how to add the file by hand', async () => {
  const { pauses, settings } = fakeClock()
  const { state, notes, file } = await fetchOne(says('<html>busy'), {}, settings)
  expect(state).toBe('failed')
  expect(pauses).toEqual([20, 40, 80, 160])
  expect(notes[0]).toBe(`received a web page instead of the file (gave up after 5 attempts): ${file.url}`)
  expect(byHandText({ open: [file.url], files: ['file.zip', '/my data/other.zip'] }, 'vicinage streets add')).toBe(
    `Open ${file.url} in a browser, then: vicinage streets add --from file.zip "/my data/other.zip"`,
  )
})

it('a download without Content-Length that ends early is retried', async () => {
  const cut: Route = (_, response) => response.writeHead(200).end(zip.subarray(0, 3000))
  const { state, bytes, lines } = await fetchOne(inTurn(cut, good(zip)))
  expect([state, bytes]).toEqual(['new', zip])
  expect(lines).toEqual([expect.stringMatching(/the download is damaged; downloading again/)])
})

it('downloads pause between two files from the same host, but not before the first file', async () => {
  const server = await fileServer({ '/a.zip': good(zip), '/b.zip': good(zip), '/c.zip': good(zip) })
  const pauses: number[] = []
  const wait = async (ms: number) => void pauses.push(ms)
  const files = ['a', 'b', 'c'].map((name) => planned(`${server.origin}/${name}.zip`, { path: `${name}.zip` }))
  const folder = emptyFolder()
  await run(files, folder, { wait, pauseMs: 1_000_000 })
  // Counts only the pauses between these files. An earlier server may have used the same port, and the rest of the
  // pause after its last file is shorter.
  expect(pauses.filter((ms) => ms > 990_000)).toHaveLength(2)
  expect(bytesOf(folder, 'c.zip')).toEqual(zip)
})

describe('editions of a source', () => {
  const missing = () => {
    throw new TransferError('status 404', { missing: true })
  }
  it('are requested from the newest to the oldest, and a missing edition is requested only once', async () => {
    const asked: number[] = []
    const read = async (year: number) => {
      asked.push(year)
      return year > 2025 ? missing() : year
    }
    const editions = new Editions([2027, 2026, 2025])
    expect([await editions.newest(read), await editions.newest(read)]).toEqual([2025, 2025])
    expect(asked).toEqual([2027, 2026, 2025, 2025])
  })

  it('are chosen per file if only some files of the newest edition exist', async () => {
    const asked: number[] = []
    const editions = new Editions([2026, 2025])
    const read = (isThere: boolean) => async (year: number) => {
      asked.push(year)
      return year === 2026 && !isThere ? missing() : year
    }
    const years = []
    for (const isThere of [true, false, true]) years.push(await editions.newest(read(isThere)))
    expect(years).toEqual([2026, 2025, 2026])
    expect(asked).toEqual([2026, 2026, 2025, 2026])
  })

  it('are not replaced by an older edition if the server is busy or no edition exists', async () => {
    const editions = new Editions([2026, 2025])
    const busy = new TransferError('busy', { busy: true })
    await expect(editions.newest(() => Promise.reject(busy))).rejects.toBe(busy)
    await expect(editions.newest(async () => missing())).rejects.toThrow('status 404')
  })
})
