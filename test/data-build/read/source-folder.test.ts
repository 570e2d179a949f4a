import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { gunzipped } from '../../../data-build/read/source-folder.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const long = ascii(Array.from({ length: 2000 }, (_, i) => `row ${i * 7919}`).join('\n'))

describe('a sources folder', () => {
  it('reads plain files and inflates .gz', async () => {
    const folder = folderFixture({ 'a/plain.csv': 'x', 'a/packed.csv.gz': gzipSync('packed') })
    expect(text(await folder.bytes('a/plain.csv'))).toBe('x')
    expect(text(await folder.bytes('a/packed.csv.gz'))).toBe('packed')
  })

  it('lists the files of a folder by name', () => {
    const folder = folderFixture({ 'd/b.zip': '', 'd/a.zip': '', 'd/sub/c.zip': '', 'd/B.zip': '' })
    expect(folder.list('d')).toEqual(['d/B.zip', 'd/a.zip', 'd/b.zip'])
    expect(folder.has('d/a.zip')).toBe(true)
    expect(folder.has('d/z.zip')).toBe(false)
    expect(() => folder.list('e')).toThrow('e: no such folder')
  })

  it('records each file once, however often it was read, with the SHA-256 of its stored bytes', async () => {
    const packed = gzipSync('packed')
    const folder = folderFixture({ 'b.gz': packed, 'a.zip': zipSync({ m: ascii('m') }), 'never.csv': 'x' })
    await folder.bytes('b.gz')
    await folder.member('a.zip', 'm')
    await folder.bytes('b.gz')
    const used = folder.used()
    expect(used.map((file) => file.path)).toEqual(['a.zip', 'b.gz'])
    expect(used[1]).toEqual({
      path: 'b.gz',
      sha256: createHash('sha256').update(packed).digest('hex'),
      bytes: packed.length,
    })
  })

  it('never writes to the folder', async () => {
    const folder = folderFixture({ 'a.zip': zipSync({ m: ascii('m') }) })
    await folder.member('a.zip', 'm')
    expect(readdirSync(folder.directory)).toEqual(['a.zip'])
  })

  it('reports a missing file by name', async () => {
    const folder = folderFixture({})
    await expect(folder.bytes('x/y.csv')).rejects.toThrow(/^x\/y\.csv: no such file; expected it in /)
    await expect(folder.bytes('x/y.csv')).rejects.toBeInstanceOf(SourceError)
  })

  it('rejects a gzip bomb before inflating it', async () => {
    const bomb = gzipSync(Buffer.alloc(1 << 20))
    await expect(gunzipped(bomb, 'bomb.gz', 65_536)).rejects.toThrow('bomb.gz: more than 65536 bytes')
    expect(await gunzipped(bomb, 'bomb.gz', 1 << 20)).toHaveLength(1 << 20)
  })

  it('rejects a gzip truncated at any byte', async () => {
    const packed = gzipSync(long)
    for (const length of [0, 5, 20, packed.length >> 1, packed.length - 1]) {
      const folder = folderFixture({ 'cut.gz': packed.subarray(0, length) })
      await expect(folder.bytes('cut.gz'), `${length} bytes`).rejects.toThrow('cut.gz: not a complete gzip file')
    }
  })
})

describe('zips in a sources folder', () => {
  const inner = zipSync({ 'deep/layer.geojson': ascii('inner') })
  const outer = { 'readme.txt': ascii('r'), 'folder/data.csv': long, 'inner.zip': inner }

  it('return a member by name, by name within a folder, or by pattern', async () => {
    const folder = folderFixture({ 'z.zip': zipSync(outer) })
    expect(text(await folder.member('z.zip', 'readme.txt'))).toBe('r')
    expect(await folder.member('z.zip', 'data.csv')).toEqual(long)
    expect(await folder.member('z.zip', /\.csv$/)).toEqual(long)
    const { members } = await folder.archive('z.zip')
    expect(members.map(({ name }) => name)).toEqual(['folder/data.csv', 'inner.zip', 'readme.txt'])
  })

  it('return a member of a zip inside the zip', async () => {
    const folder = folderFixture({ 'z.zip': zipSync(outer) })
    const opened = await folder.open({ zip: 'z.zip', member: ['inner.zip', /geojson$/] })
    expect(text(opened.bytes)).toBe('inner')
    expect(opened.file).toBe('z.zip > inner.zip > deep/layer.geojson')
  })

  it('reject a member that is missing or not unique', async () => {
    const folder = folderFixture({ 'z.zip': zipSync(outer) })
    await expect(folder.member('z.zip', 'no.csv')).rejects.toThrow('z.zip: no member no.csv among folder/data.csv')
    await expect(folder.member('z.zip', /./)).rejects.toThrow('several members match /./: folder/data.csv, inner.zip')
    await expect(folder.member('z.zip', ['inner.zip', 'no'])).rejects.toThrow('z.zip > inner.zip: no member no')
  })

  it('are rejected if they are truncated or damaged inside', async () => {
    const whole = zipSync(outer)
    for (const length of [0, 10, whole.length >> 1, whole.length - 30]) {
      const folder = folderFixture({ 'cut.zip': whole.subarray(0, length) })
      await expect(folder.member('cut.zip', 'data.csv'), `${length} bytes`).rejects.toBeInstanceOf(SourceError)
    }
    const damaged = whole.slice()
    const at = Buffer.from(whole).indexOf('data.csv') + 8
    damaged.fill(0xff, at, at + 200)
    await expect(folderFixture({ 'z.zip': damaged }).member('z.zip', 'data.csv')).rejects.toThrow(
      'z.zip > folder/data.csv:',
    )
  })
})
