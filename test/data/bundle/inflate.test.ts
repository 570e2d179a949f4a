import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import zlib from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inflateWithStream, inflateWithZlib, readBundle } from '../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'
import { head, refusal } from './forge.ts'

const ways = [
  ["Node's zlib", (stored: Uint8Array, rawBytes: number) => inflateWithZlib(zlib, stored, rawBytes)],
  ["the web's DecompressionStream", inflateWithStream],
] as const

describe.each(ways)('inflating with %s', (_, inflate) => {
  it('returns the original bytes in a buffer of exactly their size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.nat(200), async (part, repeats) => {
        const raw = Buffer.concat(Array(repeats).fill(part))
        const inflated = await inflate(zlib.deflateRawSync(raw), raw.length)
        expect(Buffer.from(inflated).equals(raw)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  const stored = zlib.deflateRawSync(Buffer.from('neighbourhood '.repeat(50)))
  it.each([
    ['a smaller size', stored, 699],
    ['a size of 0', stored, 0],
    ['a decompression bomb of 32 MiB', zlib.deflateRawSync(Buffer.alloc(2 ** 25)), 4096],
  ])('stops at the declared size for %s', async (_, longer, rawBytes) => {
    await expect(inflate(longer, rawBytes)).rejects.toThrow(`inflates to more than ${rawBytes} bytes`)
  })

  it.each([
    ['a larger size', stored, 701],
    ['a truncated stream', stored.subarray(0, -1), 700],
    ['an empty stream', stored.subarray(0, 0), 700],
    ['noise', Buffer.alloc(50, 0xee), 700],
  ])('rejects %s', async (_, damaged, rawBytes) => {
    await expect(inflate(damaged, rawBytes)).rejects.toThrow()
  })
})

describe('readBundle without node:zlib and crypto.subtle, as on a web page over plain HTTP,', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('reads a bundle and still rejects damaged sections', async () => {
    const data = new Uint32Array(5000).fill(77)
    const written = await writeBundle({ ...head, sections: [{ name: 'cells', data }] })
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    vi.stubGlobal('crypto', {})
    const bundle = await readBundle(written, 'a')
    expect(bundle.section('cells', 'u32')).toEqual(data)
    const damaged = new Uint8Array(written)
    damaged.fill(0xee, -4)
    expect(await refusal(damaged)).toContain("its section 'cells' has a different CRC-32 than its head says")
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('an open bundle does not keep its file bytes in memory', async () => {
  const data = Uint8Array.from({ length: 1 << 16 }, (_, i) => (i * i) >> 3)
  const opened = async () => {
    const bytes = await writeBundle({ kind: 'test', id: 'a', meta: {}, sources: [], sections: [{ name: 'a', data }] })
    return { file: new WeakRef(bytes.buffer), bundle: await readBundle(bytes, 'a.bundle') }
  }
  const { file, bundle } = await opened()
  // Memory that a settled promise still holds is released in the next turn of the event loop.
  for (let turn = 0; turn < 20 && file.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collectGarbage()
  }
  expect(file.deref()).toBeUndefined()
  expect(bundle.section('a', 'u8')).toEqual(data)
})
