import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileMembers } from '../../../data-build/streets/files.ts'
import { openLayer } from '../../../src/library/user-data/layers.ts'
import { readOwnBundle } from '../../../src/library/user-data/own-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const GIBIBYTE = 2 ** 30

/** Creates a sparse file that begins with `start`. The zeros that follow take no disk space. */
function hollow(name: string, start: string | Uint8Array, bytes: number): string {
  const path = join(emptyFolder(), name)
  writeFileSync(path, start)
  const file = openSync(path, 'r+')
  ftruncateSync(file, bytes)
  closeSync(file)
  return path
}

/** Returns the message of a rejection and the megabytes that it took. */
async function refused(read: () => Promise<unknown>): Promise<{ sentence: string; megabytes: number }> {
  const before = process.memoryUsage()
  const error = await read().then(
    () => new Error('it was read'),
    (cause: Error) => cause,
  )
  const after = process.memoryUsage()
  return { sentence: error.message, megabytes: (after.arrayBuffers - before.arrayBuffers) / 2 ** 20 }
}

describe('a large street file', () => {
  it('above the size limit is rejected because of its size, without being read', async () => {
    const path = hollow('big.csv', 'number,street\n', 3 * GIBIBYTE)
    const { sentence, megabytes } = await refused(() => fileMembers(path))
    expect(sentence).toBe(`${path} is larger than 768 MiB; split it by county.`)
    expect(megabytes).toBeLessThan(8)
  })

  it('full of spaces is rejected after the first chunk, plain or gzipped', async () => {
    const blanks = Buffer.alloc(1 << 24, ' ')
    for (const [name, bytes] of [
      ['blank.csv', blanks],
      ['blank.csv.gz', gzipSync(blanks)],
    ] as const) {
      const path = join(emptyFolder(), name)
      writeFileSync(path, bytes)
      const { sentence, megabytes } = await refused(() => fileMembers(path))
      expect(sentence).toMatch(
        /blank\.csv(\.gz)? begins with \d+ bytes of white space: it is not a table of addresses\.$/,
      )
      expect(megabytes).toBeLessThan(4)
    }
  })

  it('that is a table is read completely', async () => {
    const text = `number,street\n${'1,Main St\n'.repeat(60_000)}`
    for (const [name, bytes] of [
      ['a.csv', Buffer.from(text)],
      ['a.csv.gz', gzipSync(text)],
    ] as const) {
      const path = join(emptyFolder(), name)
      writeFileSync(path, bytes)
      const [member] = await fileMembers(path)
      expect([member.name, Buffer.from(member.bytes).toString()]).toEqual(['a.csv', text])
    }
  })
})

describe('a large custom dimension', () => {
  it.each([
    ['in another format', 'PK\x03\x04', 3 * GIBIBYTE, /it is not a bundle/],
    ['above the size limit', 'vicinage', 3 * GIBIBYTE, /has 3221225472 bytes, expected at most 268435456\./],
    ['that is empty', '', 0, /vicinage layer remove big/],
  ])('%s is rejected without using much memory', async (_, start, bytes, message) => {
    const path = hollow('big.bundle', start, bytes)
    const { sentence, megabytes } = await refused(() => openLayer(path, 'big'))
    expect(sentence).toMatch(message)
    expect(sentence).toContain('vicinage layer remove big')
    expect(megabytes).toBeLessThan(4)
  })

  it('is read completely', async () => {
    const path = hollow('whole.bundle', 'vicinage and more', 100_000)
    expect((await readOwnBundle(path)).length).toBe(100_000)
  })
})
