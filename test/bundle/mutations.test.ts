import zlib from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type Bundle, readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { BundleError } from '../../src/errors.ts'
import { head, isOneSentence, seal } from './forge.ts'

const written = await writeBundle({
  ...head,
  sections: [
    { name: 'palette', data: new Uint8Array([3, 1, 4, 1, 5]) },
    { name: 'cells', data: Uint16Array.from({ length: 600 }, (_, index) => index % 9) },
    { name: 'none', data: new Float64Array(0) },
    { name: 'lon', data: Float64Array.from({ length: 20 }, (_, index) => -118 + index / 7) },
  ],
})
const original = await readBundle(written, 'mutated.bundle')
const originalContent = contentOf(original)

type Mutation =
  | { readonly kind: 'flip' | 'set' | 'insert'; readonly at: number; readonly value: number }
  | { readonly kind: 'delete' | 'cut'; readonly at: number; readonly value: number }

const at = fc.oneof(fc.nat(written.length - 1), fc.nat(24 + 700), fc.nat(24))
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'set', 'insert', 'delete', 'cut'),
  at: at.map((position) => Math.min(position, written.length - 1)),
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

describe('readBundle, given 10,000 mutations of a bundle,', () => {
  const inflateRaw = vi.spyOn(zlib, 'inflateRaw')
  afterAll(() => inflateRaw.mockRestore())

  it('answers with a BundleError or an equal bundle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const outcome = await read(mutations.reduce(mutate, written))
        if (!(outcome instanceof BundleError)) expect(contentOf(outcome)).toEqual(originalContent)
      }),
      { numRuns: 5000 },
    )
  })

  it('sealed anew, answers with a BundleError or a bundle that is whole, and allocates in proportion to the file', async () => {
    let opened = 0
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const bytes = seal(mutations.reduce(mutate, written))
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
      { numRuns: 5000 },
    )
    // Changed figures under a valid SHA-256 are a valid bundle: were there none, the deeper checks would not be reached.
    expect(opened).toBeGreaterThan(100)
  })
})

/** The bundle, or the BundleError that it is refused with; any other error fails the property. */
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
