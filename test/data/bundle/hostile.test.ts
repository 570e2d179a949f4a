import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { unpack } from 'msgpackr'
import { describe, expect, it } from 'vitest'
import { BundleError } from '../../../src/base/errors.ts'
import { readMsgpack } from '../../../src/data/bundle/msgpack.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { forge, forgeSections, head, packHeader, refusal, source } from './forge.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

/** Returns the msgpack bytes of `{ "a": value }`. */
const underKey = (...value: number[]) => bytes(0x81, 0xa1, 0x61, ...value)

describe('readBundle rejects, despite a valid SHA-256, a msgpack header', () => {
  const wide = [0xff, 0xff, 0xff, 0xff]
  it.each([
    ['with a string of 4 GB', underKey(0xdb, ...wide), 'length 4294967295 for the string at'],
    ['with binary of 4 GB', underKey(0xc6, ...wide), 'length 4294967295 for the binary at'],
    ['with an array of 4 G items', underKey(0xdd, ...wide), 'length 4294967295 for the array at'],
    ['with a map of 4 G pairs', underKey(0xdf, ...wide), 'length 4294967295 for the map at'],
    ['that is an array of 4 G items', bytes(0xdd, ...wide), 'length 4294967295 for the array at'],
    ['that is a map of 4 G pairs', bytes(0xdf, ...wide), 'length 4294967295 for the map at'],
    ['with a string of 64 KB', underKey(0xda, 0xff, 0xff), 'length 65535 for the string at'],
    ['with binary of 64 KB', underKey(0xc5, 0xff, 0xff), 'length 65535 for the binary at'],
    ['with an array of 64 K items', underKey(0xdc, 0xff, 0xff), 'length 65535 for the array at'],
    ['with a map of 64 K pairs', underKey(0xde, 0xff, 0xff), 'length 65535 for the map at'],
    ['with a string of 255 bytes', underKey(0xd9, 0xff), 'length 255 for the string at'],
    ['with binary of 255 bytes', underKey(0xc4, 0xff), 'length 255 for the binary at'],
    ['with a map that has room for keys only', bytes(0x82, 0xa0, 0xa0), 'length 2 for the map at'],
    ['that stops in a length', underKey(0xdb, 0xff), 'stops inside the value at byte 3'],
    ['that stops in a number', underKey(0xcb, 0, 0), 'stops inside the value at byte 3'],
    ['that stops before a value', bytes(0x82, 0xa1, 0x61, 0xc0, 0xa1, 0x62), 'stops at byte 6'],
    ['with the fixed extension of a date', underKey(0xd6, 0xff, 0, 0, 0, 0), 'an extension type at byte 3'],
    ['with undefined, an extension of msgpackr', underKey(0xd4, 0, 0), 'an extension type at byte 3'],
    ['with an extension of 4 GB', underKey(0xc9, ...wide, 1), 'an extension type at byte 3'],
    ['with a record definition', bytes(0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61, 0xc0), 'an extension type at byte 0'],
    ['with the byte that msgpack never uses', underKey(0xc1), 'the unused type 0xc1'],
    ['with a number as a key', bytes(0x81, 0x01, 0xc0), 'a map key at byte 1 that is not a string'],
    ['that is nested too deep', bytes(...Array(40).fill(0x91), 0xc0), 'nested deeper than the 16 levels'],
    ['that is followed by another value', bytes(0xc0, 0xc0), 'ends at byte 1 of the 2'],
    ['that is empty', bytes(), 'stops at byte 0'],
  ])('%s', async (_, header, message) => {
    expect(await refusal(forge(header, new Uint8Array(64)))).toContain(message)
  })

  it('that is nested a million levels deep', async () => {
    expect(await refusal(forge(new Uint8Array(2 ** 20).fill(0x91)))).toContain('nested deeper')
  })
})

const whole = { ...head, sections: [], blocks: [] }

describe('readBundle rejects, despite a valid SHA-256, a header', () => {
  const entry = { name: 'cells', type: 'u8', codec: 'none', bytes: 0, length: 0 }
  it.each([
    ['that is not a map', [1, 2], 'its top level'],
    ['that is nil', null, 'its top level'],
    ['without sections', head, 'sections'],
    ['with a number as its kind', { ...whole, kind: 7 }, 'kind'],
    ['with an empty id', { ...whole, id: '' }, 'id'],
    ['with terminal control codes in its id', { ...whole, id: '\u001b[2J' }, 'id'],
    ['with an unknown field', { ...whole, encryption: 'aes' }, 'encryption'],
    ['with line breaks in a field name', { ...whole, 'a\nb. Then': 1 }, 'a?b'],
    ['with a list as meta', { ...whole, meta: [] }, 'meta'],
    ['with bytes in meta', { ...whole, meta: { a: Buffer.from('b') } }, 'meta.a'],
    ['with a 64-bit integer in meta', { ...whole, meta: { a: 2n ** 60n } }, 'meta.a'],
    ['with NaN in meta', { ...whole, meta: { a: Number.NaN } }, 'meta.a'],
    ['with a source without licence', { ...whole, sources: [{ ...source, licence: '' }] }, 'sources.0.licence'],
    ['with a section of an unknown type', { ...whole, sections: [{ ...entry, type: 'u64' }] }, 'sections.0.type'],
    ['with a section of an unknown codec', { ...whole, sections: [{ ...entry, codec: 'zstd' }] }, 'sections.0.codec'],
    ['with a section of an unknown filter', { ...whole, sections: [{ ...entry, filter: 'delta' }] }, 'filter'],
    ['with an offset', { ...whole, sections: [{ ...entry, offset: 8 }] }, 'offset'],
    ['with a negative size', { ...whole, sections: [{ ...entry, bytes: -8 }] }, 'sections.0.bytes'],
    ['with a fractional size', { ...whole, sections: [{ ...entry, bytes: 0.5 }] }, 'sections.0.bytes'],
    ['without blocks', { ...head, sections: [] }, 'blocks'],
    [
      'with blocks that have no sections',
      { ...whole, blocks: [{ name: 'a', count: 1, sections: [] }] },
      'blocks.0.sections',
    ],
    ['with a length above 2^53', { ...whole, sections: [{ ...entry, length: 2 ** 60 }] }, 'sections.0.length'],
    [
      'with an infinite length',
      { ...whole, sections: [{ ...entry, length: Number.POSITIVE_INFINITY }] },
      'sections.0.length',
    ],
    ['with a line break in a section name', { ...whole, sections: [{ ...entry, name: 'a\nb' }] }, 'sections.0.name'],
  ])('%s', async (_, value, field) => {
    const message = await refusal(forge(packHeader(value)))
    expect(message).toContain('does not follow the bundle format at')
    expect(message).toContain(field)
  })
})

it('readBundle accepts a header that follows the bundle format', async () => {
  const bundle = await readBundle(
    forge(packHeader({ ...whole, sources: [{ ...source, address: 'https://example.org' }] })),
    'a',
  )
  expect(bundle.sources[0]?.address).toBe('https://example.org')
})

describe('readMsgpack', () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 }))

  it('returns any JSON value packed by msgpackr unchanged', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(readMsgpack(packHeader(value), 'a'))).toBe(JSON.stringify(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('rejects every proper prefix of packed JSON', () => {
    fc.assert(
      fc.property(json, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (value, share) => {
        const packed = packHeader(value)
        const cut = packed.subarray(0, Math.floor(packed.length * share))
        expect(() => readMsgpack(cut, 'a')).toThrow(BundleError)
      }),
      { numRuns: 1000 },
    )
  })

  it('rejects bytes that msgpackr rejects and never returns a container larger than the input', () => {
    const noise = fc.uint8Array({ minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(noise, (made) => {
        try {
          expect(largest(readMsgpack(made, 'a'))).toBeLessThanOrEqual(made.length)
        } catch (error) {
          expect(error).toBeInstanceOf(BundleError)
          return
        }
        unpack(made)
      }),
      { numRuns: 5000 },
    )
  })
})

/** Returns the size of the largest array, map or string in a value. */
function largest(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 0
  const items = Object.values(value)
  return Math.max(items.length, ...items.map(largest))
}

const GiB = 2 ** 30
const body = new Uint8Array(64)
const cells = { name: 'cells', type: 'u8', codec: 'none', bytes: 16, length: 16 }
const packed = { name: 'cells', type: 'u8', codec: 'deflate-raw' }

describe('readBundle, despite a valid SHA-256,', () => {
  it('accepts the undamaged bundle', async () => {
    const bundle = await readBundle(
      forgeSections([cells, { ...cells, name: 'more', bytes: 48, length: 48 }], body),
      'a',
    )
    expect(bundle.section('more', 'u8')).toEqual(new Uint8Array(48))
  })

  it.each([
    ['two sections with the same name', [cells, { ...cells, bytes: 48, length: 48 }], "'cells' that appears twice"],
    ['bytes that belong to no section', [cells], 'has blocks that end at byte'],
    ['stored bytes of 4 GB', [{ ...cells, bytes: 2 ** 32 - 1 }], /ends at byte 42949\d+, expected at most \d+/],
    ['sizes whose sum exceeds 2^53', [cells, { ...cells, name: 'b', bytes: 2 ** 53 - 1 }], /expected at most \d+/],
    ['a length of 4 G', [{ ...cells, length: 2 ** 32 - 1 }], 'stores 16 uncompressed bytes, expected 4294967295'],
    [
      'a stored size that does not fit its type',
      [{ ...cells, type: 'f64' }],
      'stores 16 uncompressed bytes, expected 128',
    ],
    ['a deflated length of 4 G', [{ ...packed, bytes: 16, length: 2 ** 32 - 1 }], 'expected at most 16576 from its 16'],
    [
      'a length of more than 2^53 bytes',
      [{ ...packed, type: 'f64', bytes: 16, length: 2 ** 53 - 1 }],
      'expected at most 16576',
    ],
  ])('rejects %s', async (_, entries, message) => {
    expect(await refusal(forgeSections(entries, body))).toMatch(message)
  })

  it('rejects decoded sections larger than the file size allows, individually or in total', async () => {
    const stored = new Uint8Array(1_100_000)
    const one = { ...packed, bytes: stored.length, length: GiB + 1 }
    expect(await refusal(forgeSections([one], stored))).toContain('brings the bundle to 1073741825 decoded bytes')
    const half = { ...packed, type: 'f64', bytes: 550_000, length: 3_500_000 }
    const two = [half, { ...half, name: 'b' }]
    expect(await refusal(forgeSections(two, stored))).toMatch(
      /'b' that brings the bundle to 56000000 decoded bytes, expected at most 51160064/,
    )
  })
})

describe('readBundle, for a deflated section,', () => {
  const raw = Uint8Array.from({ length: 1000 }, (_, index) => index % 7)
  const stored = deflateRawSync(raw)
  const entry = { ...packed, bytes: stored.length, length: raw.length }
  const bomb = deflateRawSync(new Uint8Array(32 * 2 ** 20))

  it('accepts the undamaged section', async () => {
    const bundle = await readBundle(forgeSections([entry], stored), 'a')
    expect(bundle.section('cells', 'u8')).toEqual(raw)
  })

  it.each([
    ['one element fewer than stored', { ...entry, length: 999 }, stored, 'inflates to more than 999 bytes'],
    ['a length of 0 although elements are stored', { ...entry, length: 0 }, stored, 'expected exactly 0 bytes'],
    ['one element more than stored', { ...entry, length: 1001 }, stored, 'inflates to 1000 bytes'],
    ['one stored byte too few', { ...entry, bytes: stored.length - 1 }, stored, 'expected exactly 1000 bytes'],
    [
      'one stored byte too many',
      { ...entry, bytes: stored.length + 1 },
      stored,
      `ends after ${stored.length} stored bytes`,
    ],
    ['no stored bytes', { ...entry, bytes: 0, length: 10 }, stored, 'expected exactly 10 bytes'],
    ['noise', { ...entry, bytes: 64 }, new Uint8Array(64).fill(0xee), 'are damaged'],
    [
      'a decompression bomb of 32 MiB',
      { ...packed, bytes: bomb.length, length: 4096 },
      bomb,
      'inflates to more than 4096 bytes',
    ],
  ])('rejects %s', async (_, section, content, message) => {
    const padded = new Uint8Array(section.bytes)
    padded.set(content.subarray(0, section.bytes))
    expect(await refusal(forgeSections([section], padded))).toContain(message)
  })
})
