import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { downloadStreets } from '../../../data-build/streets/download-streets.ts'
import { systemFault } from '../../../data-build/user-data/layer-folder.ts'
import { listShards } from '../../../src/answers/geocode/streets/shard-file.ts'
import { releaseLock, takeLock } from '../../../src/base/locks/held-lock.ts'
import { LayerError } from '../../../src/library/user-data/layer-error.ts'
import { breaksOff, good, inTurn, type Route } from '../../data-build/fetch/file-server.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'
import { userDataAt } from './fixtures/user-data.ts'
import { agency, countyZip, downloaded, meagher, pathOf } from './rehearsal.ts'

const counties = ['48001', '48003', '48005', '48007', '48009', '48011']
const zips = Object.fromEntries(counties.map((county) => [county, countyZip(county)]))
const allGood = Object.fromEntries(counties.map((county) => [county, good(zips[county])]))
const page: Route = (_, response) =>
  response
    .writeHead(200, { 'Content-Type': 'text/html' })
    .end('<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>')
const status =
  (code: number, headers: Record<string, string> = {}): Route =>
  (_, response) =>
    response.writeHead(code, headers).end('busy')
/** Sends half of the bytes and then nothing, without closing the connection. */
const stalls =
  (bytes: Uint8Array): Route =>
  (_, response) => {
    response.writeHead(200, { ETag: '"one"', 'Content-Length': bytes.length })
    response.write(bytes.subarray(0, bytes.length / 2))
  }

/** Returns the files of the street index, after checking that no temporary files are left. */
function filesOf(folder: string): string[] {
  expect(readdirSync(join(folder, 'downloads'))).toEqual(['fetched.json'])
  return readdirSync(folder).filter((name) => name !== 'downloads')
}

const shardNames = (codes: readonly string[]) => codes.map((county) => `streets-${county}.bundle`)

describe('downloading streets from a good server', () => {
  it('builds the street index county by county, one request at a time, with progress', async () => {
    const server = await agency({ ...allGood, '30059': good(meagher) })
    const folder = emptyFolder()
    const { summary, progress, notes } = await downloaded(server.counties, folder, server.mirror)
    expect(summary).toMatchObject({ written: 7, kept: 0, failed: [], left: 0 })
    expect(summary.received).toBe(Object.values(zips).reduce((sum, { length }) => sum + length, meagher.length))
    expect(filesOf(folder)).toEqual(shardNames([...server.counties].sort()))
    expect([...server.mostAtOnce.values()]).toEqual([1])
    expect(server.asked.map(({ headers }) => headers['user-agent'])).toEqual(Array(7).fill('vicinage-test'))
    expect(progress.at(-1)).toMatchObject({ done: 7, all: 7, secondsLeft: 0, share: 1 })
    expect(progress.some(({ done, secondsLeft }) => done === 5 && secondsLeft !== null && secondsLeft > 0)).toBe(true)
    expect(notes).toEqual([])
  })

  it('downloads nothing twice, and sends the ETags of its files in an update', async () => {
    const changed = countyZip('48003', 30)
    const server = await agency({ ...allGood, '48003': inTurn(good(zips['48003']), good(changed, '"two"')) })
    const folder = emptyFolder()
    await downloaded(server.counties, folder, server.mirror)
    const again = await downloaded(server.counties, folder, server.mirror)
    expect(again.summary).toEqual({ written: 0, kept: 6, failed: [], left: 0, received: 0 })
    expect(server.asked).toHaveLength(6)
    const { summary, shards } = await downloaded(server.counties, folder, server.mirror, { renew: true })
    expect(summary).toMatchObject({ written: 1, kept: 5, received: changed.length })
    expect(shards.map(({ file, meta }) => [file, meta.ranges])).toEqual([['streets-48003.bundle', 30]])
    expect(server.asked.slice(6).map(({ headers }) => headers['if-none-match'])).toEqual(Array(6).fill('"one"'))
  })

  it('replaces a damaged file', async () => {
    const server = await agency(allGood)
    const folder = emptyFolder()
    await downloaded(server.counties, folder, server.mirror)
    writeFileSync(join(folder, 'streets-48005.bundle'), 'damaged')
    expect((await downloaded(server.counties, folder, server.mirror)).summary).toMatchObject({ written: 1, kept: 5 })
    expect(listShards(folder)).toHaveLength(6)
  })
})

describe('downloading streets from a bad server', () => {
  it('succeeds if a retry succeeds', async () => {
    const server = await agency({
      // The file is truncated, so the download is resumed.
      '48001': inTurn(breaksOff(zips['48001'], 300), good(zips['48001'])),
      '48003': inTurn(status(503, { 'Retry-After': '0' }), good(zips['48003'])),
      '48005': inTurn(stalls(zips['48005']), good(zips['48005'])),
      // The first answer is a web page instead of the file.
      '48007': inTurn(page, good(zips['48007'])),
      // The file changes between two attempts, so the download starts again.
      '48009': inTurn(breaksOff(countyZip('48009', 90), 300), good(zips['48009'], '"two"')),
      '48011': inTurn(status(429, { 'Retry-After': '0' }), status(500), good(zips['48011'])),
      '30059': inTurn(breaksOff(meagher, meagher.length >> 1), good(meagher)),
    })
    const folder = emptyFolder()
    const { summary, notes } = await downloaded(server.counties, folder, server.mirror)
    expect(summary).toMatchObject({ written: 7, failed: [], left: 0 })
    expect(filesOf(folder)).toEqual(shardNames([...server.counties].sort()))
    const rangesOf = (county: string) =>
      server.asked.filter(({ path }) => path === pathOf(county)).map(({ headers }) => headers.range)
    expect(rangesOf('48001')).toEqual([undefined, 'bytes=300-'])
    expect(rangesOf('30059')).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
    const words = notes.join('\n')
    expect(words).toMatch(/48001.*closed.*; retrying/)
    expect(words).toMatch(/48003.*status 503/)
    expect(words).toMatch(/48005.*no bytes for 0\.25 s/)
    expect(words).toMatch(/48007.*received a web page instead of the file \("Request Rejected"\); retrying/)
    // The files are the same as after an undisturbed run.
    const calm = await agency({ ...allGood, '30059': good(meagher) })
    const other = emptyFolder()
    await downloaded(calm.counties, other, calm.mirror)
    for (const name of filesOf(folder))
      expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(other, name)))
  })

  it('preserves existing files and returns the reason for each failed county', async () => {
    const whole = await agency(allGood)
    const folder = emptyFolder()
    await downloaded(['48001'], folder, whole.mirror)
    const before = readFileSync(join(folder, 'streets-48001.bundle'))
    const server = await agency({
      '48001': page,
      '48003': good(zips['48003']),
      '48005': good(zips['48001'], '"other"'),
      '48007': good(zipSync({ 'readme.txt': strToU8('a,b\nnothing\n') }, { level: 0 })),
      '48009': good(zips['48009']),
      '48011': good(zips['48011'].subarray(0, -200), null),
    })
    const { summary } = await downloaded([...server.counties, '48013'], folder, server.mirror, { renew: true })
    expect(summary).toMatchObject({ written: 2, kept: 0, left: 0 })
    const reasons = Object.fromEntries(summary.failed.map(({ county, reason }) => [county, reason]))
    expect(reasons).toEqual({
      '48013': expect.stringMatching(/^file not found, status 404/),
      '48001': expect.stringMatching(/^received a web page instead of the file \("Request Rejected"\)/),
      '48005': expect.stringMatching(/county 48001, expected 48005/),
      '48007': expect.stringMatching(/48007.*at least 800 bytes|address points/),
      '48011': expect.stringMatching(/not a complete zip/),
    })
    expect(readFileSync(join(folder, 'streets-48001.bundle'))).toEqual(before)
    expect(filesOf(folder)).toEqual(shardNames(['48001', '48003', '48009']))
    // A missing file is requested only once.
    expect(server.asked.filter(({ path }) => path === pathOf('48013'))).toHaveLength(1)
  })

  it('stops after three failed counties in a row', async () => {
    const server = await agency({ ...allGood, '48003': status(404), '48005': status(410), '48007': page })
    const folder = emptyFolder()
    const { summary } = await downloaded(server.counties, folder, server.mirror)
    expect(summary).toMatchObject({ written: 1, left: 2 })
    expect(summary.failed.map(({ county }) => county)).toEqual(['48003', '48005', '48007'])
    // A busy server is retried with pauses before the download gives up.
    expect(server.asked.slice(3).map(({ path }) => path)).toEqual(Array(5).fill(pathOf('48007')))
  })

  it('is reported on the command line with one message and exit code 1', async () => {
    const server = await agency({ ...allGood, '48003': status(404) })
    const home = userDataAt(emptyFolder())
    const argv = ['streets', 'add', '--county', counties.join(','), '--mirror', server.mirror]
    const { code, out, err } = await consoleOf(argv)
    expect(code).toBe(1)
    expect(err).toMatch(/^vicinage: 1 of 6 counties could not be added\..*run the same command again to continue/)
    expect(err).toContain('  48003: file not found, status 404')
    expect(out.match(/^streets-\d+\.bundle: county/gm)).toHaveLength(5)
    expect(filesOf(join(home, 'streets'))).toHaveLength(5)
    const rest = await agency(allGood)
    const again = await consoleOf([...argv.slice(0, -1), rest.mirror])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toMatch(/1 county added, 5 counties already in place; [\d.]+ kB received/)
    const update = await consoleOf(['streets', 'update', '--mirror', rest.mirror])
    expect(update.out).toContain('0 counties added, 6 counties already in place')
  })
})

describe('the counties of a state', () => {
  it.each([
    ['TX', 254],
    ['fl', 67],
    ['CA', 58],
  ])('are completely listed for %s', async (state, count) => {
    const server = await agency({})
    userDataAt(emptyFolder())
    const { code, err } = await consoleOf(['streets', 'add', '--states', state, '--mirror', server.mirror])
    expect(code).toBe(1)
    expect(err).toContain(
      `3 of ${count} counties could not be added, and ${count - 3} were not tried after 3 failures.`,
    )
    // The newest edition is requested once, and then the previous year's edition.
    expect(server.asked.map(({ path }) => path.includes('2026'))).toEqual([true, false, false, false])
  })
})

describe('a folder with a street index', () => {
  it('is never changed by two runs at once', async () => {
    // The server answers only after one of the two runs was rejected, so that they overlap.
    let answerNow = () => {}
    const refusedOther = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const late =
      (county: string): Route =>
      (request, response, requests) =>
        void refusedOther.then(() => good(zips[county])(request, response, requests))
    const server = await agency({ ...allGood, '48001': late('48001'), '48003': late('48003') })
    const folder = emptyFolder()
    const runs = [downloaded(['48001'], folder, server.mirror), downloaded(['48003'], folder, server.mirror)]
    await expect(Promise.race(runs)).rejects.toThrow(LayerError)
    answerNow()
    const [one, other] = await Promise.allSettled(runs)
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    const refused = [one, other].find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toBeInstanceOf(LayerError)
    expect(refused.reason.message).toMatch(/^Another run is changing .*: wait until it ends/)
    // The folder has a lock that another run holds, or one that a killed process left behind.
    const lock = join(folder, 'changing.lock')
    await takeLock(lock)
    await expect(downloaded(['48005'], folder, server.mirror)).rejects.toThrow(LayerError)
    await releaseLock(lock)
    writeFileSync(lock, '4194399 elsewhere\n'.replace('elsewhere', (await import('node:os')).hostname()))
    writeFileSync(join(folder, 'streets-48005.bundle.4194399.part'), 'half')
    expect((await downloaded(['48005'], folder, server.mirror)).summary.written).toBe(1)
    expect(filesOf(folder)).toHaveLength(2)
  })

  it.skipIf(process.getuid?.() === 0)(
    skippedName('that cannot be written ends the run with one sentence', process.getuid?.() === 0, 'for root'),
    async () => {
      const server = await agency(allGood)
      const folder = emptyFolder()
      chmodSync(folder, 0o500)
      await expect(downloaded(counties, folder, server.mirror)).rejects.toThrow(/cannot be written \(EACCES/)
      chmodSync(folder, 0o700)
    },
  )

  it('ends the run at once if a file cannot be written, and keeps its complete counties but no lock', async () => {
    const server = await agency(allGood)
    const folder = emptyFolder()
    // A directory is in the way of the download, so the system refuses to write it.
    mkdirSync(join(folder, 'downloads', 'tl_2025_48003_addrfeat.zip', 'below'), { recursive: true })
    await expect(downloaded(counties, folder, server.mirror)).rejects.toThrow(LayerError)
    expect(listShards(folder).map(({ meta }) => meta.county)).toEqual(['48001'])
    expect(existsSync(join(folder, 'changing.lock'))).toBe(false)
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    expect(systemFault(full, '/data')?.message).toMatch(
      /^The disk that contains \/data is full: free some space and run the same/,
    )
  })

  it('is not created if no file was received', async () => {
    const server = await agency({ '48001': status(404) })
    const folder = join(emptyFolder(), 'home', 'streets')
    await downloaded(['48001'], folder, server.mirror)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('an interrupted download', () => {
  it('preserves complete counties and resumes in the middle of a file', async () => {
    const half = meagher.length >> 1
    const order = ['48001', '30059', '48003']
    const server = await agency({
      '48001': good(zips['48001']),
      '30059': inTurn(stalls(meagher), good(meagher)),
      '48003': good(zips['48003']),
    })
    const folder = emptyFolder()
    const stop = new AbortController()
    const { summary } = await downloaded(order, folder, server.mirror, {
      signal: stop.signal,
      onProgress: ({ file, share }) => {
        if (file.includes('30059') && share !== null && share > 0.4) stop.abort('SIGINT')
      },
    })
    expect(summary).toMatchObject({ written: 1, failed: [], left: 2 })
    const rest = await downloaded(order, folder, server.mirror)
    expect(rest.summary).toMatchObject({ written: 2, kept: 1 })
    const asked = server.asked.filter(({ path }) => path === pathOf('30059'))
    expect(asked.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${half}-`])
  })
})

describe('the Census Bureau URL', () => {
  it('is described as untested until a file has been received', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url.href)
      return new Response(new Uint8Array(zips['48001']), { headers: { etag: '"one"' } })
    })
    try {
      const folder = emptyFolder()
      const notes: string[] = []
      const options = {
        ...{ year: 2025, renew: true, userAgent: 'vicinage-test', signal: new AbortController().signal },
        ...{ onNote: (note: string) => notes.push(note), onShard: () => {}, onProgress: () => {} },
      }
      await downloadStreets(['48001'], folder, options)
      expect(asked).toEqual(['https://www2.census.gov/geo/tiger/TIGER2025/ADDRFEAT/tl_2025_48001_addrfeat.zip'])
      expect(notes).toEqual([expect.stringMatching(/looked up but not tested.*vicinage streets add FILE/)])
      await downloadStreets(['48001'], folder, options)
      expect(notes).toHaveLength(1)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
