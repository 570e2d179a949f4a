import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STATUS, zeroBytes } from '../../../src/answers/scores/status.ts'

it('the status column has the documented values', () => {
  expect(STATUS).toEqual({ scored: 0, noData: 1, outside: 2, badCoordinate: 3, notLoaded: 4 })
})

it('zeroBytes() marks exactly the zero bytes of a word', () => {
  const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255))
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      const [word] = new Int32Array(Uint8Array.from(bytes).buffer)
      const marks = [...new Uint8Array(Int32Array.of(zeroBytes(word)).buffer)]
      expect(marks).toEqual(bytes.map((value) => (value === 0 ? 0x80 : 0)))
    }),
  )
})
