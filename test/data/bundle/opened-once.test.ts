import { beforeAll, describe, expect, it } from 'vitest'
import { openBundle } from '../../../src/data/bundle/data-folder.ts'
import type { DataFolder } from '../../../src/data/bundle/folder.ts'
import { readHead } from '../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'

let bytes: Uint8Array
let sha256: string
beforeAll(async () => {
  const sections = [{ name: 'some', data: new Uint8Array([1, 2, 3]) }]
  bytes = await writeBundle({ kind: 'test', id: 'made', meta: {}, sources: [], sections })
  sha256 = Buffer.from((await readHead(bytes, bytes.length, 'made.bundle')).digest).toString('hex')
})

/**
 * Makes a folder with one bundle. The folder counts its reads, and the first `failing` reads fail. Also returns a
 * function that opens the bundle.
 */
function countedFolder(stamp: string | undefined, failing = 0) {
  const reads: string[] = []
  const folder: DataFolder = {
    name: 'made',
    async read(file) {
      reads.push(file)
      if (reads.length <= failing) throw new Error('not now')
      return bytes
    },
    has: async () => true,
    ...(stamp !== undefined && { stamp: async () => stamp }),
  }
  const entry = { file: 'made.bundle', kind: 'test', id: 'made', bytes: bytes.length, start: 0, rows: 0, sources: [] }
  return { reads, open: () => openBundle(folder, { ...entry, sha256 }) }
}

describe('a bundle opened twice', () => {
  it('is read once while its file is unchanged, even if both calls happen at the same time', async () => {
    const { reads, open } = countedFolder('1')
    const [first, second] = await Promise.all([open(), open()])
    expect(second).toBe(first)
    expect(await open()).toBe(first)
    expect(reads).toHaveLength(1)
  })

  it('is read again if its file has changed or if a change cannot be detected', async () => {
    const before = await countedFolder('2').open()
    expect(await countedFolder('3').open()).not.toBe(before)
    const { reads, open } = countedFolder(undefined)
    expect(await open()).not.toBe(await open())
    expect(reads).toHaveLength(2)
  })

  it('is read again after a read that failed', async () => {
    const { reads, open } = countedFolder('4', 1)
    await expect(open()).rejects.toThrow('not now')
    expect((await open()).id).toBe('made')
    expect(reads).toHaveLength(2)
  })
})
