import { deflateRawSync, constants as zlib } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inflate64 } from '../../data-build/read/inflate64.ts'
import { SourceError } from '../../data-build/read/source-error.ts'
import { deflate64 } from './deflate64-bytes.ts'

const inflated = (bytes: Uint8Array) => Buffer.concat([...inflate64(bytes, 'made.zip > made.csv')])

/** Text without long repetitions, the same on every run. */
function words(length: number): Buffer {
  let seed = 1
  const next = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed >> 8
  }
  let text = ''
  while (text.length < length) text += `${(next() % 5000).toString(36)}${' ,;'[next() % 3]}`
  return Buffer.from(text.slice(0, length))
}

describe('Deflate64', () => {
  it('has matches of 65,538 bytes and a window of 64 kB', () => {
    const part = words(65_530)
    const bytes = Buffer.concat([Buffer.alloc(200_000, 'a'), part, part, Buffer.from('xyz'.repeat(50_000))])
    const packed = deflate64(bytes)
    expect(packed.length).toBeLessThan(80_000)
    expect(inflated(packed).equals(bytes)).toBe(true)
  })

  it('is whole over many blocks of output, each in memory of its own', () => {
    const bytes = Buffer.concat([words(300_000), Buffer.alloc(700_001, 'ab'), words(300_000)])
    const blocks = [...inflate64(deflate64(bytes), 'made')]
    expect(blocks.length).toBeGreaterThan(3)
    expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
  })

  // A Deflate stream without matches of 258 bytes, whose symbol means another thing here, is one of Deflate64 too.
  for (const [name, options] of [
    ['dynamic codes', { level: 9 }],
    ['literals alone', { strategy: zlib.Z_HUFFMAN_ONLY }],
    ['fixed codes', { strategy: zlib.Z_FIXED }],
    ['stored blocks', { level: 0 }],
    ['small windows', { level: 6, windowBits: 9, memLevel: 1 }],
  ] as const)
    it(`reads what zlib packs with ${name}`, () => {
      const bytes = words(500_000)
      expect(inflated(deflateRawSync(bytes, options)).equals(bytes)).toBe(true)
    })

  it('gives back any bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 }),
        fc.nat({ max: 30 }),
        (parts, times) => {
          const once = Buffer.concat(parts)
          const bytes = Buffer.concat(Array.from({ length: times }, () => once))
          expect(inflated(deflate64(bytes)).equals(bytes)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('refuses a stream that is cut short, wherever', () => {
    const packed = deflateRawSync(words(2_000))
    for (let length = 0; length < packed.length - 8; length += 7)
      expect(() => inflated(packed.subarray(0, length)), String(length)).toThrow(SourceError)
  })

  it('ends with an answer or a SourceError on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        try {
          inflated(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
