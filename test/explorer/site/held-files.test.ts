import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getPieces, heldFiles } from '../../../src/explorer/site/held-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'vicinage-held-'))

function fileWith(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

describe('heldFiles()', () => {
  it('returns the same bytes to all readers, even those that arrive during the read', async () => {
    const held = heldFiles()
    const path = fileWith('a', new Uint8Array(10).fill(7))
    const [first, second] = await Promise.all([held(path, 't'), held(path, 't')])
    expect(first).toEqual(Buffer.alloc(10, 7))
    expect(second).toBe(first)
    expect(await held(path, 't')).toBe(first)
  })

  it('reads a file again if its tag has changed', async () => {
    const held = heldFiles()
    const path = fileWith('b', new Uint8Array([1]))
    await held(path, 'old')
    fileWith('b', new Uint8Array([2]))
    expect(await held(path, 'new')).toEqual(Buffer.from([2]))
  })

  it('does not cache files over 32 MiB', async () => {
    expect(await heldFiles()(fileWith('c', new Uint8Array(2 ** 25 + 1)), 't')).toBeNull()
  })

  it('retries a file that could not be read', async () => {
    const held = heldFiles()
    await expect(held(join(folder, 'd'), 't')).rejects.toThrow('ENOENT')
    expect(await held(fileWith('d', new Uint8Array([3])), 't')).toEqual(Buffer.from([3]))
  })
})

describe('getPieces()', () => {
  it.each([0, 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])('streams %d bytes without copying them', async (length) => {
    const bytes = new Uint8Array(length).fill(5)
    const pieces: Uint8Array[] = []
    for await (const piece of getPieces(bytes) as unknown as AsyncIterable<Uint8Array>) pieces.push(piece)
    expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0)
    expect(pieces.every(({ buffer }) => buffer === bytes.buffer)).toBe(true)
  })
})
