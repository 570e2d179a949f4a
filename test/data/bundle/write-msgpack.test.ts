import * as fc from 'fast-check'
import { Packr, unpack } from 'msgpackr'
import { describe, expect, it } from 'vitest'
import { BundleError } from '../../../src/base/errors.ts'
import { readMsgpack } from '../../../src/data/bundle/msgpack.ts'
import { writeMsgpack } from '../../../src/data/bundle/write-msgpack.ts'

const msgpackr = new Packr({ useRecords: false, variableMapSize: true })

/** Values at the boundaries between encodings of numbers, strings, arrays and maps. */
const EDGES = [
  ...[0, 1, 31, 32, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53],
  ...[-0, -1, -32, -33, -128, -129, -32_768, -32_769, -(2 ** 31), -(2 ** 31) - 1, 0.5, -0.1, 1e300],
  ...[0, 31, 32, 255, 256, 65_535, 65_536].map((length) => 'é'.repeat(length / 2) + 'a'.repeat(length % 2)),
  ...[0, 15, 16, 65_535, 65_536].map((length) => new Array(length).fill(7)),
  ...[0, 15, 16, 300].map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`key${i}`, i]))),
]

describe('writeMsgpack', () => {
  it('writes the same bytes as msgpackr at every boundary between encodings', () => {
    for (const value of EDGES)
      expect(Buffer.compare(writeMsgpack(value, 'a'), msgpackr.pack(value)), JSON.stringify(value).slice(0, 80)).toBe(0)
  })

  it('writes the same bytes as msgpackr for any JSON', () => {
    const json = fc.jsonValue({ maxDepth: 6 }).filter((value) => !/\\ud[89a-f]/i.test(JSON.stringify(value)))
    fc.assert(
      fc.property(json, (value) => Buffer.compare(writeMsgpack(value, 'a'), msgpackr.pack(value)) === 0),
      { numRuns: 2000 },
    )
  })

  it('writes a lone surrogate as valid UTF-8 that every reader accepts', () => {
    expect(unpack(writeMsgpack('a\ud800b', 'a'))).toBe('a\ufffdb')
    expect(readMsgpack(writeMsgpack({ 'a\udc00': 1 }, 'a'), 'a')).toEqual({ 'a\ufffd': 1 })
  })

  it.each([
    ['undefined', { meta: { unit: undefined } }],
    ['Date', [new Date(0)]],
    ['bigint', { big: 1n }],
    ['Uint8Array', new Uint8Array(3)],
    ['function', () => 1],
    ['Map', new Map()],
  ])('rejects a value of type %s with an error that names the file', (name, value) => {
    expect(() => writeMsgpack(value, 'parks.bundle')).toThrow(BundleError)
    expect(() => writeMsgpack(value, 'parks.bundle')).toThrow(`parks.bundle has a header with a value of type ${name},`)
  })
})

it('readMsgpack reads the 4-byte floats that other programs write', () => {
  const value = { a: 1.5, b: [-0.25, 0.5], c: 'after' }
  const bytes = new Packr({ useRecords: false, variableMapSize: true, useFloat32: 1 }).pack(value)
  expect(bytes.filter((byte) => byte === 0xca)).toHaveLength(3)
  expect(readMsgpack(bytes, 'a')).toEqual(value)
})
