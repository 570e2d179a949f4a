import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { PlannedFile } from '../../../data-build/fetch/plan.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { bytesOf, fetchOne, fileServer, good, namesIn, planned, type Route, run, zipFixture } from './file-server.ts'

const page = strToU8('\uFEFF \n<!-- x --><!DOCTYPE html><html><head><title>Sorry,\n we moved</title></head></html>')
const table = strToU8(`id,name\n${Array.from({ length: 50 }, (_, i) => `${i},Invented School ${i}`).join('\n')}\n`)
const zip = zipFixture()
const workbook = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') })

/** Serves the bytes for a planned file, and returns the result of fetching it. */
const fetched = (bytes: Uint8Array, changes: Partial<PlannedFile> = {}) => fetchOne(good(bytes), changes)

/** Copies the zip with one byte changed. */
function damagedAt(bytes: Uint8Array, at: number): Uint8Array {
  const damaged = bytes.slice()
  damaged[at] ^= 0x55
  return damaged
}

describe('a downloaded file', () => {
  const kinds: [string, Uint8Array, Partial<PlannedFile>][] = [
    ['a zip', zip, {}],
    ['a workbook', workbook, { kind: 'xlsx', path: 'made/file.xlsx' }],
    ['a csv', table, { kind: 'csv', path: 'made/file.csv' }],
    ['a text', strToU8('id\tname\n1\tÉcole\n'), { kind: 'text', path: 'made/file.txt' }],
    ['a gzip', new Uint8Array(gzipSync(table)), { kind: 'gz', path: 'made/file.csv.gz' }],
  ]
  it.each(kinds)('is accepted: %s', async (_, bytes, changes) => {
    expect(await fetched(bytes, changes)).toMatchObject({ state: 'new', bytes })
  })

  it.each(kinds)(
    'is requested again, then reported as failed, if the server sends a web page instead of %s',
    async (_, __, changes) => {
      const { state, notes, folder, asked } = await fetched(page, changes)
      expect(state).toBe('failed')
      expect(notes[0]).toContain('received a web page instead of the file ("Sorry, we moved")')
      expect(notes[0]).toContain('/file.zip')
      expect(namesIn(folder)).toEqual([])
      // The file is requested three times because a busy server may serve it a little later.
      expect(asked).toHaveLength(3)
    },
  )

  it.each<[string, Uint8Array, Partial<PlannedFile>, string]>([
    ['a zip under a csv name', zip, { kind: 'csv' }, 'expected a csv table'],
    ['a gzip under a text name', gzipSync(table), { kind: 'text' }, 'expected a text table'],
    ['a csv under a zip name', table, {}, 'not a complete zip'],
    ['a zip under a workbook name', zip, { kind: 'xlsx' }, 'a zip that is not a workbook; expected an xlsx workbook'],
    ['a csv under a gzip name', table, { kind: 'gz' }, 'a gzip file that cannot be decompressed'],
    [
      'a gzip that breaks off',
      gzipSync(table).subarray(0, 100),
      { kind: 'gz' },
      'a gzip file that cannot be decompressed',
    ],
    ['a sentence', strToU8('Service temporarily not available.'), { kind: 'csv' }, 'a first line without separators'],
    ['a csv with NUL bytes', new Uint8Array([...table, 0, 0]), { kind: 'csv' }, 'NUL bytes'],
    [
      'too small a file',
      table,
      { kind: 'csv', leastBytes: 5000 },
      `${table.length} bytes; expected a csv table of at least 5000 bytes`,
    ],
    ['nothing at all', new Uint8Array(0), { kind: 'text' }, 'received nothing instead of the file'],
    ['an empty zip', zipSync({}), {}, 'a zip without members'],
  ])('is rejected: %s', async (_, bytes, changes, words) => {
    const { state, notes, folder } = await fetched(bytes, changes)
    expect(state).toBe('failed')
    expect(notes[0]).toContain(words)
    expect(namesIn(folder)).toEqual([])
  })
})

describe('a wrong Content-Length', () => {
  const announce =
    (length: number): Route =>
    (request, response) => {
      request.socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`)
      request.socket.write(zip, () => request.socket.destroySoon())
      response.on('error', () => undefined)
    }

  it('is detected if it is too large', async () => {
    const { notes, ...result } = await fetchOne(announce(zip.length + 100))
    expect(result).toMatchObject({ state: 'failed', bytes: null })
    expect(notes[0]).toContain('gave up after 3 attempts')
  })

  it('is detected if it is too small', async () => {
    expect(await fetchOne(announce(zip.length - 100))).toMatchObject({ state: 'failed', bytes: null })
  })

  it('does not allow a download to exceed the maximum file size', async () => {
    const server = await fileServer({
      '/announced.zip': (_, response) => response.writeHead(200, { 'Content-Length': 1e15 }).write('PK'),
      '/endless.zip': (_, response) => {
        const more = () => response.destroyed || response.write(new Uint8Array(4096), () => setImmediate(more))
        more()
      },
    })
    const folder = emptyFolder()
    const files = ['announced', 'endless'].map((name) =>
      planned(`${server.origin}/${name}.zip`, { path: `${name}.zip` }),
    )
    const { results } = await run(files, folder, { maxBytes: 100_000 })
    for (const { state, notes } of results) {
      expect(state).toBe('failed')
      expect(notes[0]).toContain('larger than 100000 bytes')
    }
  })
})

describe('a downloaded zip', () => {
  it('is rejected with an error that names the damaged member', async () => {
    const { state, notes, folder } = await fetched(damagedAt(zip, 200))
    expect(state).toBe('failed')
    expect(notes[0]).toMatch(/made\/file\.zip > table\.csv: .*expected/)
    expect(namesIn(folder)).toEqual([])
  })

  it('is rejected if its end is missing', async () => {
    const { state, notes } = await fetched(zip.subarray(0, zip.length - 30))
    expect(state).toBe('failed')
    expect(notes[0]).toContain('not a complete zip')
  })

  it('is accepted with sizes stored after the members, and with stored or empty members', async () => {
    const chunks: Uint8Array[] = []
    const streamed = new Zip((_, chunk) => chunks.push(chunk))
    const member = new ZipDeflate('table.csv')
    streamed.add(member)
    member.push(table, true)
    streamed.end()
    expect((await fetched(Buffer.concat(chunks))).state).toBe('new')
    const stored = zipSync({
      'dir/': new Uint8Array(0),
      'empty.txt': new Uint8Array(0),
      'a.csv': [table, { level: 0 }],
    })
    expect((await fetched(stored)).state).toBe('new')
  })

  it('is accepted in the zip64 format for files over 4 GB', async () => {
    expect((await fetched(zip64('table.csv', table))).state).toBe('new')
    const damaged = zip64('table.csv', table)
    expect((await fetched(damagedAt(damaged, 100))).state).toBe('failed')
  })

  it('is verified even if it is compressed with Deflate64, which Windows uses for large files', async () => {
    // Deflate data without matches of the maximum length, 258, means the same in Deflate64.
    const large = withMethod(zipSync({ 'table.csv': table }), 9)
    const taken = await fetched(large, { path: 'made/table.csv', member: 'table.csv' })
    expect(taken).toMatchObject({ state: 'new', notes: [], bytes: table })
    const { state, notes } = await fetched(damagedAt(large, 150))
    expect(state).toBe('failed')
    expect(notes[0]).toContain('made/file.zip > table.csv')
  })

  it("is accepted with a note if a member's compression is unknown, and rejected if a member is encrypted", async () => {
    const taken = await fetched(withMethod(zipSync({ 'table.csv': table }), 12)) // bzip2
    expect(taken.state).toBe('new')
    expect(taken.notes).toEqual(['members that could not be checked because of their compression: table.csv'])
    const secret = zipSync({ 'table.csv': table })
    secret[Buffer.from(secret).indexOf('PK\u0001\u0002') + 8] |= 1
    expect((await fetched(secret)).notes[0]).toContain('the encrypted member table.csv')
  })
})

describe('a file that is not stored in its downloaded form', () => {
  it('may be one member of the zip, compressed', async () => {
    const served = zipSync({ 'read me.txt': strToU8('x'), 'in/table.csv': table })
    const taken = await fetched(served, { path: 'made/table.csv.gz', member: 'table.csv' })
    const { bytes, folder } = taken
    expect(taken).toMatchObject({ state: 'new', fetched: { servedBytes: served.length } })
    expect(new Uint8Array(gunzipSync(bytes as Uint8Array))).toEqual(table)
    expect(namesIn(folder)).toEqual(['fetched.json', 'made/table.csv.gz'])
  })

  it('may be one member of the zip, unchanged', async () => {
    const { bytes } = await fetched(zipSync({ 'table.csv': table }), { path: 'made/table.csv', member: 'table.csv' })
    expect(bytes).toEqual(table)
  })

  it('may be compressed text with reproducible bytes', async () => {
    const changes = { kind: 'text', path: 'made/table.txt.gz' } as const
    const first = await fetched(table, changes)
    const second = await fetched(table, changes)
    expect(new Uint8Array(gunzipSync(first.bytes as Uint8Array))).toEqual(table)
    expect(second.fetched?.sha256).toBe(first.fetched?.sha256)
  })

  it('is reported with the name of a missing member, and no partial file is left', async () => {
    const { state, notes, folder } = await fetched(zip, { path: 'made/x.csv.gz', member: 'x.csv' })
    expect(state).toBe('failed')
    expect(notes[0]).toContain('no member x.csv among table.csv; expected exactly one')
    expect(namesIn(folder)).toEqual([])
  })
})

describe('an existing valid file', () => {
  it.each<[string, Uint8Array]>([
    ['a web page', page],
    ['a damaged zip', damagedAt(zip, 200)],
  ])('is never replaced by %s', async (_, bytes) => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'made'))
    writeFileSync(join(folder, 'made/file.zip'), zip)
    const server = await fileServer({ '/file.zip': good(bytes, '"two"') })
    const { results } = await run([planned(`${server.origin}/file.zip`)], folder)
    expect(results[0].state).toBe('failed')
    expect(bytesOf(folder)).toEqual(zip)
    expect(namesIn(folder)).toEqual(['made/file.zip'])
  })
})

/** Changes the compression method of a zip with one member. */
function withMethod(bytes: Uint8Array, method: number): Uint8Array {
  bytes[8] = bytes[Buffer.from(bytes).indexOf('PK\u0001\u0002') + 10] = method
  return bytes
}

/** Zips a member with sizes and offsets in zip64 fields, following the layout in APPNOTE 4.3. */
function zip64(name: string, content: Uint8Array): Uint8Array {
  const plain = Buffer.from(zipSync({ [name]: [content, { level: 0 }] }))
  const central = plain.indexOf('PK\u0001\u0002')
  const crc = plain.readUInt32LE(central + 16)
  const wide = (...values: number[]) => {
    const buffer = Buffer.alloc(values.length * 8)
    values.forEach((value, i) => {
      buffer.writeBigUInt64LE(BigInt(value), i * 8)
    })
    return buffer
  }
  const extra = Buffer.concat([Buffer.from([1, 0, 24, 0]), wide(content.length, content.length, 0)])
  const header = Buffer.alloc(46)
  header.write('PK\u0001\u0002', 'latin1')
  header.writeUInt16LE(45, 6)
  header.writeUInt32LE(crc, 16)
  header.fill(0xff, 20, 28)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.fill(0xff, 42, 46)
  const directory = Buffer.concat([header, Buffer.from(name), extra])
  const end64 = Buffer.concat([
    Buffer.from('PK\u0006\u0006'),
    wide(44),
    Buffer.alloc(12),
    wide(1, 1, directory.length, central),
  ])
  const locator = Buffer.concat([
    Buffer.from('PK\u0006\u0007'),
    Buffer.alloc(4),
    wide(central + directory.length),
    Buffer.from([1, 0, 0, 0]),
  ])
  const end = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(4), Buffer.alloc(12, 0xff), Buffer.alloc(2)])
  return new Uint8Array(Buffer.concat([plain.subarray(0, central), directory, end64, locator, end]))
}
