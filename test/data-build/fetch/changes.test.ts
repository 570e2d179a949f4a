import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FetchedRecord, sinceBuild, sinceText } from '../../../data-build/fetch/fetched-record.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { breaksOff, bytesOf, fileServer, good, inTurn, planned, type Route, run, zipFixture } from './file-server.ts'

const zip = zipFixture()
const next = zipFixture(5000, 9)
const date = 'Sat, 21 Nov 2026 10:00:00 GMT'

async function twice(route: Route, between: (folder: string) => void = () => undefined) {
  const server = await fileServer({ '/file.zip': route })
  const folder = emptyFolder()
  const file = planned(`${server.origin}/file.zip`)
  await run([file], folder)
  between(folder)
  const { results } = await run([file], folder)
  return { ...results[0], folder, asked: server.asked }
}

describe('a second download run', () => {
  it.each<[string, string | null, string | null, string]>([
    ['by entity tag', '"one"', null, 'if-none-match'],
    ['by a weak entity tag', 'W/"one"', null, 'if-none-match'],
    ['by date', null, date, 'if-modified-since'],
  ])('requests the file only if it has changed, as determined %s', async (_, etag, lastModified, header) => {
    const { state, received, folder, asked, fetched } = await twice(good(zip, etag, lastModified))
    expect({ state, received }).toEqual({ state: 'unchanged', received: 0 })
    expect(asked[1].headers[header]).toBe(etag ?? lastModified)
    expect(fetched?.bytes).toBe(zip.length)
    expect(bytesOf(folder)).toEqual(zip)
  })

  it('does not read the body if a server ignores the condition but sends the same edition', async () => {
    const large = zipFixture(3_000_000)
    const ignores: Route = (_, response) => {
      response.writeHead(200, { ETag: '"one"', 'Content-Length': large.length }).end(large)
    }
    const { state, received } = await twice(ignores)
    expect({ state, received }).toEqual({ state: 'unchanged', received: 0 })
  })

  it('downloads a new edition and reports a change', async () => {
    const { state, folder, fetched } = await twice(inTurn(good(zip), good(next, '"two"')))
    expect(state).toBe('changed')
    expect(bytesOf(folder)).toEqual(next)
    expect(fetched?.etag).toBe('"two"')
  })

  it('reports an unchanged file if a server without editions sends the same bytes', async () => {
    const { state } = await twice(good(zip, null))
    expect(state).toBe('same')
  })

  it('preserves the earlier file and its entry if the new edition is repeatedly truncated', async () => {
    const broken = breaksOff(next, 1000, '"two"')
    const { state, folder, fetched } = await twice(inTurn(good(zip), broken))
    expect(state).toBe('failed')
    expect(bytesOf(folder)).toEqual(zip)
    expect(fetched?.etag).toBe('"one"')
  })

  it.each<[string, (folder: string) => void]>([
    ['was changed by hand', (folder) => writeFileSync(join(folder, 'made/file.zip'), 'changed')],
    ['was deleted', (folder) => rmSync(join(folder, 'made/file.zip'))],
    ['is not in the list', (folder) => rmSync(join(folder, 'fetched.json'))],
  ])('downloads a file again if it %s', async (_, between) => {
    const { folder, asked } = await twice(good(zip), between)
    expect(asked[1].headers['if-none-match']).toBeUndefined()
    expect(bytesOf(folder)).toEqual(zip)
  })

  it('downloads a file again if its address in the catalog has changed', async () => {
    const server = await fileServer({ '/old.zip': good(zip), '/new.zip': good(next) })
    const folder = emptyFolder()
    await run([planned(`${server.origin}/old.zip`)], folder)
    const { results } = await run([planned(`${server.origin}/new.zip`)], folder)
    expect(results[0].state).toBe('changed')
    expect(bytesOf(folder)).toEqual(next)
  })
})

describe('fetched.json', () => {
  it('preserves the entries of files outside the run, sorted by path', async () => {
    const server = await fileServer({ '/a.zip': good(zip), '/b.zip': good(zip) })
    const folder = emptyFolder()
    await run([planned(`${server.origin}/b.zip`, { path: 'made/b.zip' })], folder)
    await run([planned(`${server.origin}/a.zip`, { path: 'made/a.zip' })], folder)
    const { files } = JSON.parse(readFileSync(join(folder, 'fetched.json'), 'utf8'))
    expect(files.map(({ path }: { path: string }) => path)).toEqual(['made/a.zip', 'made/b.zip'])
  })

  it.each([
    '',
    '{',
    '[]',
    '{"format":2,"files":[]}',
    '{"format":1,"files":[{"path":1}]}',
    '{"format":1,"files":[null]}',
  ])('stops the run with a one-sentence error if it contains %j', (content) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'fetched.json'), content)
    expect(() => new FetchedRecord(folder)).toThrow(
      /fetched\.json: not readable .*delete this list to download every file again\.$/,
    )
  })
})

describe('files downloaded since the build', () => {
  const lying = (source: string, path: string, sha256: string) => ({
    source,
    path,
    sha256,
    url: '',
    finalUrl: '',
    bytes: 1,
    servedBytes: 1,
    etag: null,
    lastModified: null,
    time: '',
  })

  it('are counted by source as unchanged, changed or new', () => {
    const built = {
      sources: [
        { id: 'schools', files: ['a', 'b', 'c'].map((path) => ({ path, sha256: `sha ${path}` })) },
        { id: 'tracts', files: [{ path: 't', sha256: 'sha t' }] },
      ],
    }
    const files = [
      lying('schools', 'a', 'sha a'),
      lying('fires', 'f', 'sha f'),
      lying('schools', 'b', 'sha b2'),
      lying('schools', 'd', 'sha d'),
      lying('schools', 'renamed', 'sha c'),
      // This file has the same bytes as a file of another source, but it still counts as new.
      lying('fires', 'g', 'sha a'),
    ]
    const since = sinceBuild(built, files)
    expect(since).toEqual([
      { source: 'schools', same: 2, other: 1, fresh: 1 },
      { source: 'fires', same: 0, other: 0, fresh: 2 },
    ])
    expect(since.map(sinceText)).toEqual(['2 unchanged, 1 changed, 1 new', '2 new'])
  })
})
