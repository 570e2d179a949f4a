import fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc32 } from '../../../src/data/bundle/format.ts'

it('crc32() returns the same values as the built-in Node function', () => {
  const zlib = process.getBuiltinModule('node:zlib') as { crc32: ((bytes: Uint8Array) => number) | undefined }
  const byNode = zlib.crc32!
  zlib.crc32 = undefined
  try {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === byNode(bytes)))
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  } finally {
    zlib.crc32 = byNode
  }
})
