import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, constants as zlib } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { openZip } from '../../../data-build/read/zip.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { runs } from '../../support/runs.ts'
import { deflate64, zipOf } from './deflate64-bytes.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'

/** Unpacks content that the caller packed as Deflate64. */
async function unpacked(content: Uint8Array, packed: Uint8Array): Promise<Uint8Array> {
  const archive = await openZip(zipOf('made.csv', content, 9, packed), 'made.zip')
  return archive.member('made.csv').bytes()
}

/** Makes text without long repetitions, the same on every run. */
function words(length: number): Buffer {
  const next = randomNumbers(1)
  let text = ''
  while (text.length < length) text += `${next(5000).toString(36)}${' ,;'[next(3)]}`
  return Buffer.from(text.slice(0, length))
}

describe('Deflate64', () => {
  it('supports matches of 65,538 bytes and a window of 64 kB', async () => {
    const part = words(65_530)
    const bytes = Buffer.concat([Buffer.alloc(200_000, 'a'), part, part, Buffer.from('xyz'.repeat(50_000))])
    const packed = deflate64(bytes)
    expect(packed.length).toBeLessThan(80_000)
    expect(bytes.equals(await unpacked(bytes, packed))).toBe(true)
  })

  // A Deflate stream without matches of 258 bytes is valid Deflate64 too. Only the symbol of those matches differs.
  it.each([
    ['dynamic codes', { level: 9 }],
    ['literals alone', { strategy: zlib.Z_HUFFMAN_ONLY }],
    ['fixed codes', { strategy: zlib.Z_FIXED }],
    ['stored blocks', { level: 0 }],
    ['small windows', { level: 6, windowBits: 9, memLevel: 1 }],
  ])('decompresses zlib output with %s', async (_, options) => {
    const bytes = words(500_000)
    expect(bytes.equals(await unpacked(bytes, deflateRawSync(bytes, options)))).toBe(true)
  })

  it('restores arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 }),
        fc.nat({ max: 30 }),
        async (parts, times) => {
          const once = Buffer.concat(parts)
          const bytes = Buffer.concat(Array.from({ length: times }, () => once))
          return bytes.equals(await unpacked(bytes, deflate64(bytes)))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('rejects truncated data', async () => {
    const bytes = words(2_000)
    const packed = deflateRawSync(bytes)
    const taken: number[] = []
    for (let length = 0; length < packed.length - 8; length += 7) {
      await unpacked(bytes, packed.subarray(0, length)).then(
        () => taken.push(length),
        (error) => error instanceof SourceError || taken.push(length),
      )
    }
    expect(taken).toEqual([])
  })
})

describe('a zip member', () => {
  it('is read in chunks that do not share memory', async () => {
    const bytes = Buffer.concat([words(1_500_000), Buffer.alloc(700_001, 'ab'), words(300_000)])
    const member = (await openZip(zipSync({ 'made.csv': bytes }, { level: 1 }), 'made.zip')).member('made.csv')
    const chunks: Uint8Array[] = []
    for await (const chunk of member.chunks()) chunks.push(chunk)
    expect(chunks.length).toBeGreaterThan(2)
    expect(bytes.equals(Buffer.concat(chunks))).toBe(true)
  })

  it('does not have to be read to its end', async () => {
    const { members } = await openZip(zipSync({ 'made.csv': words(3_000_000) }, { level: 1 }), 'made.zip')
    for await (const chunk of members[0].chunks()) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
  })

  it('is rejected if its length differs from the length in its headers', async () => {
    const whole = zipSync({ 'data.csv': [ascii('some text'), { level: 0 }] })
    const view = new DataView(whole.buffer, whole.byteOffset)
    // The uncompressed size is 22 bytes into the local header and 24 into the directory's (PKWARE APPNOTE 4.3.7,
    // 4.3.12).
    view.setUint32(22, 8, true)
    view.setUint32(Buffer.from(whole).lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24, 8, true)
    const read = folderFixture({ 'z.zip': whole }).member('z.zip', 'data.csv')
    await expect(read).rejects.toThrow('z.zip > data.csv: ')
    await expect(read).rejects.toBeInstanceOf(SourceError)
  })

  it('is rejected if its compression method is not supported', async () => {
    const { members } = await openZip(zipOf('made.csv', ascii('text'), 12, ascii('text')), 'made.zip')
    expect(members[0].supported).toBe(false)
    await expect(members[0].bytes()).rejects.toThrow('made.zip > made.csv: compression method 12; expected Deflate')
  })
})

it('a zip with a wrong or missing byte is rejected, or all its members are intact', async () => {
  const small = zipSync({ 'a.txt': strToU8('abc,def,ghi'), 'b/c.txt': strToU8('x'.repeat(300)) })
  const path = join(folderFixture({}).directory, 'some.zip')
  const whole = Object.values(unzipSync(small)).map((bytes) => Buffer.from(bytes).toString())
  await fc.assert(
    fc.asyncProperty(fc.nat(small.length - 1), fc.boolean(), async (at, cut) => {
      const bytes = cut ? small.subarray(0, at) : small.slice()
      if (!cut) bytes[at] ^= 0x55
      writeFileSync(path, bytes)
      const read: string[] = []
      try {
        const { members } = await openZip(await openAsBlob(path), 'some.zip')
        for (const member of members) read.push(Buffer.from(await member.bytes()).toString())
      } catch (error) {
        return error instanceof SourceError && /^some\.zip( > .*)?: .+; expected .+\.$/s.test((error as Error).message)
      }
      // If a damaged zip is read, its members are complete. Names, dates and attributes may have changed, and an
      // attribute can turn a member into a folder.
      return !cut && read.length > 0 && read.every((text) => whole.includes(text))
    }),
    { numRuns: runs(400, 100) },
  )
})
