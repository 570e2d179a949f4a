import fc from 'fast-check'
import { snappyUncompress } from 'hyparquet/src/snappy.js'
import { describe, expect, it } from 'vitest'
import { snappyCompress } from '../../../../src/faces/batch/formats/parquet/snappy.ts'
import { randomNumbers } from '../../../data/raster/random-raster.ts'

function read(bytes: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  snappyUncompress(bytes, output)
  return output
}

describe('Snappy compression', () => {
  it('produces bytes that hyparquet decompresses to the original, for every kind of repetition', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.nat(255), fc.nat(300)).map(([byte, count]) => new Uint8Array(count).fill(byte)),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(30))
        .map(([bytes, count]) => Uint8Array.from({ length: bytes.length * count }, (_, i) => bytes[i % bytes.length])),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const bytes = Buffer.concat(parts)
        return bytes.equals(read(snappyCompress(bytes), bytes.length))
      }),
    )
  })

  it('detects repetitions regardless of the amount of preceding data', () => {
    const random = randomNumbers(2)
    const blocks = Array.from({ length: 2000 }, () => {
      const block = Uint8Array.from({ length: 60 }, () => random(256))
      return [block, block]
    })
    const bytes = Buffer.concat(blocks.flat())
    expect(snappyCompress(bytes).length).toBeLessThan(0.6 * bytes.length)
  })

  it('supports literals and distances of any length', () => {
    const random = randomNumbers(1)
    const noise = Uint8Array.from({ length: 70_000 }, () => random(256))
    for (const length of [0, 1, 7, 8, 60, 61, 64, 256, 257, 8192, 65_535, 65_536, 65_537, 70_000]) {
      const bytes = Buffer.concat([noise.subarray(0, length), noise.subarray(0, length)])
      const packed = snappyCompress(bytes)
      expect(bytes.equals(read(packed, bytes.length)), String(length)).toBe(true)
      if (length >= 60 && length < 300) expect(packed.length).toBeLessThan(1.1 * length + 20)
    }
  })
})
