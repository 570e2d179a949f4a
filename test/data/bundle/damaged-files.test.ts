import zlib from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { BundleError } from '../../../src/base/errors.ts'
import { type Bundle, readBundle, readHead } from '../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'
import { runs } from '../../support/runs.ts'
import { DIGEST, head, isOneSentence, PREAMBLE, refusal, seal } from './forge.ts'

const written = await writeBundle({
  ...head,
  sections: [
    { name: 'stored', data: new Uint16Array([1, 2, 3]) },
    { name: 'deflated', data: new Uint8Array(4096).fill(9) },
  ],
})
const { layout, header } = await readHead(written, written.length, 'sample.bundle')

/** Returns a copy with a 32-bit little-endian number replaced. */
function withNumber(at: number, value: number): Uint8Array {
  const bytes = new Uint8Array(written)
  new DataView(bytes.buffer).setUint32(at, value, true)
  return bytes
}

const MUTATIONS = runs(5000, 1500)

describe('readBundle rejects', () => {
  it('an empty file', async () => {
    expect(await refusal(new Uint8Array(0))).toBe('sample.bundle is empty, expected a bundle of at least 56 bytes.')
  })

  it('a file truncated at any byte, with and without a valid hash', async () => {
    for (let length = 0; length < written.length; length++) {
      const cut = written.subarray(0, length)
      const message = await refusal(cut)
      const fault =
        length === 0 ? 'is empty' : length < PREAMBLE + DIGEST ? `is only ${length} bytes long` : 'cut short'
      expect(message).toContain(fault)
    }
    for (let length = 0; length < written.length; length++) await refusal(seal(written.subarray(0, length)))
  })

  it('a file truncated at the end of the header or of a section', async () => {
    const ends = [...layout.sections, layout.sections[1] + header.sections[1].bytes - 1]
    for (const end of ends) {
      expect(await refusal(written.subarray(0, end))).toMatch(/long, expected \d+ as its header declares/)
      expect(await refusal(seal(written.subarray(0, end)))).toContain('sample.bundle')
    }
  })

  it('a file followed by extra bytes', async () => {
    const longer = Buffer.concat([written, Buffer.from([0])])
    expect(await refusal(longer)).toContain(`is ${written.length + 1} bytes long, expected ${written.length}`)
  })

  it('a file with any single flipped bit', async () => {
    for (let bit = 0; bit < written.length * 8; bit++) {
      const bytes = new Uint8Array(written)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      expect(await refusal(bytes)).not.toBe('')
    }
  })

  it('a file that is not a bundle', async () => {
    const png = new Uint8Array(100)
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(await refusal(png)).toContain('expected "vicinage": it is not a bundle')
    const html = new TextEncoder().encode('<!doctype html><title>404</title><p>There is no such file on this server.')
    expect(await refusal(html)).toContain('starts with "<!doctyp", expected "vicinage"')
  })

  it('a newer format version, whatever else differs', async () => {
    for (const version of [3, 4, 2 ** 32 - 1]) {
      const message = await refusal(withNumber(8, version).subarray(0, 200))
      expect(message).toContain(`has format version ${version}, expected 2: it was written by a newer vicinage; update`)
    }
  })

  it('an older or invalid format version', async () => {
    for (const version of [0, 1])
      expect(await refusal(withNumber(8, version))).toContain(
        `has format version ${version}, expected 2: it was written for an older vicinage; fetch or build the data again`,
      )
  })

  it('a total length of 4 GB or of more than 2^53', async () => {
    expect(await refusal(withNumber(16, 2 ** 32 - 1))).toContain('expected 4294967295 as its header declares')
    expect(await refusal(withNumber(20, 2 ** 32 - 1))).toContain('cut short')
  })

  it('a header longer than the file or longer than 1 MiB, even with a valid SHA-256', async () => {
    const most = written.length - PREAMBLE - DIGEST
    for (const length of [most + 1, 2 ** 31, 2 ** 32 - 1])
      expect(await refusal(seal(withNumber(12, length)))).toContain(
        `a header of ${length} bytes, expected at most ${most}`,
      )
    const big = Buffer.concat([written.subarray(0, PREAMBLE), Buffer.alloc(2 ** 21)])
    big.writeUInt32LE(2 ** 20 + 1, 12)
    expect(await refusal(seal(big))).toContain('a header of 1048577 bytes, expected at most 1048576')
  })

  it('a wrong SHA-256, with both hashes in the message', async () => {
    const bytes = new Uint8Array(written)
    const at = layout.headBytes - DIGEST
    bytes.fill(0xab, at, layout.headBytes)
    const real = Buffer.from(written.subarray(at, layout.headBytes)).toString('hex')
    expect(await refusal(bytes)).toContain(`its head has SHA-256 ${real}, expected ${'ab'.repeat(32)}`)
  })
})

const intact = await writeBundle({
  ...head,
  sections: [
    { name: 'palette', data: new Uint8Array([3, 1, 4, 1, 5]) },
    { name: 'cells', data: Uint16Array.from({ length: 600 }, (_, index) => index % 9) },
    { name: 'none', data: new Float64Array(0) },
    { name: 'lon', data: Float64Array.from({ length: 20 }, (_, index) => -118 + index / 7) },
  ],
})
const original = await readBundle(intact, 'mutated.bundle')
const originalContent = contentOf(original)

type Mutation =
  | { readonly kind: 'flip' | 'set' | 'insert'; readonly at: number; readonly value: number }
  | { readonly kind: 'delete' | 'cut'; readonly at: number; readonly value: number }

const at = fc.oneof(fc.nat(intact.length - 1), fc.nat(24 + 700), fc.nat(24))
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'set', 'insert', 'delete', 'cut'),
  at: at.map((position) => Math.min(position, intact.length - 1)),
  value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0x80, 0xc1, 0xc6, 0xdb, 0xdd, 0xdf, 0xff)),
})

function mutate(bytes: Uint8Array, { kind, at, value }: Mutation): Uint8Array {
  const before = bytes.subarray(0, at)
  if (kind === 'cut') return before
  if (kind === 'delete') return Buffer.concat([before, bytes.subarray(at + 1 + (value % 16))])
  const keep = kind === 'insert' ? at : at + 1
  const byte = kind === 'flip' ? (bytes[at] ?? 0) ^ (1 << (value % 8)) : value
  return Buffer.concat([before, Buffer.from([byte]), bytes.subarray(keep)])
}

describe(`readBundle, for ${MUTATIONS} mutations of a bundle,`, () => {
  const inflateRaw = vi.spyOn(zlib, 'inflateRaw')
  afterAll(() => inflateRaw.mockRestore())

  it('either throws a BundleError or returns an equal bundle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const outcome = await read(mutations.reduce(mutate, intact))
        if (!(outcome instanceof BundleError)) expect(contentOf(outcome)).toEqual(originalContent)
      }),
      { numRuns: MUTATIONS },
    )
  })

  it('throws a BundleError or returns a consistent bundle if the hash is valid, without large allocations', async () => {
    let opened = 0
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const bytes = seal(mutations.reduce(mutate, intact))
        inflateRaw.mockClear()
        const outcome = await read(bytes)
        for (const [, options] of inflateRaw.mock.calls)
          expect((options as zlib.ZlibOptions).chunkSize).toBeLessThanOrEqual(1032 * bytes.length + 64)
        if (outcome instanceof BundleError) return
        opened++
        for (const { name, type, length } of outcome.sections) {
          const array = outcome.section(name, type)
          expect(array.length).toBe(length)
          expect(array.buffer.byteLength).toBe(array.byteLength)
        }
      }),
      { numRuns: MUTATIONS },
    )
    // Changed values under a valid SHA-256 are still a valid bundle. If none opened, the deeper checks would not be
    // reached.
    expect(opened).toBeGreaterThan(MUTATIONS / 50)
  })
})

/** Returns the bundle, or the BundleError it is rejected with. Any other error fails the property. */
async function read(bytes: Uint8Array): Promise<Bundle | BundleError> {
  try {
    return await readBundle(bytes, 'mutated.bundle')
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    expect(isOneSentence(error.message, 'mutated.bundle'), error.message).toBe(true)
    return error
  }
}

function contentOf({ kind, id, meta, sources, sections, section }: Bundle): unknown {
  return { kind, id, meta, sources, sections: sections.map(({ name, type }) => [name, section(name, type)]) }
}
