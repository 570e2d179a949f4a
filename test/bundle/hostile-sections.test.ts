import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../../src/bundle/read.ts'
import { forgeSections, refusal } from './forge.ts'

const GiB = 2 ** 30
const body = new Uint8Array(64)
const cells = { name: 'cells', type: 'u8', codec: 'none', offset: 0, bytes: 16, length: 16 }
const packed = { name: 'cells', type: 'u8', codec: 'deflate-raw', offset: 0 }

describe('readBundle, under a valid SHA-256,', () => {
  it('reads what these tests damage', async () => {
    const bundle = await readBundle(forgeSections([cells, { ...cells, name: 'more', offset: 16 }], body), 'a')
    expect(bundle.section('more', 'u8')).toEqual(new Uint8Array(16))
  })

  it.each([
    ['two sections of one name', [cells, { ...cells, offset: 16 }], "'cells' that appears twice"],
    ['an odd offset', [{ ...cells, offset: 4 }], 'starts at byte 1028, expected a multiple of 8'],
    [
      'overlapping sections',
      [cells, { ...cells, name: 'b', offset: 8 }],
      'starts at byte 1032, expected 1040 or later',
    ],
    [
      'sections out of order',
      [
        { ...cells, offset: 16 },
        { ...cells, name: 'b' },
      ],
      'starts at byte 1024, expected 1056',
    ],
    ['a section over the preamble', [{ ...cells, offset: -1024 }], 'starts at byte 0, expected'],
    ['a section over the header', [{ ...cells, offset: -1000 }], 'starts at byte 24, expected'],
    ['a section over the digest', [{ ...cells, offset: 56 }], 'ends at byte 1096, expected 1088 at most'],
    ['an offset of 4 GB', [{ ...cells, offset: 2 ** 32 }], 'expected 1088 at most'],
    ['stored bytes of 4 GB', [{ ...cells, bytes: 2 ** 32 - 1 }], 'ends at byte 4294968319, expected 1088 at most'],
    ['a length of 4 G', [{ ...cells, length: 2 ** 32 - 1 }], 'stores 16 uncompressed bytes, expected 4294967295'],
    [
      'offset and size that only add up beyond 2^53',
      [{ ...cells, offset: 2 ** 53 - 1032, bytes: 2 ** 53 - 1 }],
      'expected 1088 at most',
    ],
    [
      'a stored size that its type cannot have',
      [{ ...cells, type: 'f64' }],
      'stores 16 uncompressed bytes, expected 128',
    ],
    ['a deflated length of 4 G', [{ ...packed, bytes: 16, length: 2 ** 32 - 1 }], 'expected 16576 at most from its 16'],
    [
      'a length whose bytes pass 2^53',
      [{ ...packed, type: 'f64', bytes: 16, length: 2 ** 53 - 1 }],
      'expected 16576 at most',
    ],
  ])('refuses %s', async (_, entries, message) => {
    expect(await refusal(forgeSections(entries, body))).toContain(message)
  })

  it('refuses more than 1 GiB of decoded bytes, in one section or in all together', async () => {
    const stored = new Uint8Array(1_100_000)
    const one = { ...packed, bytes: stored.length, length: GiB + 1 }
    expect(await refusal(forgeSections([one], stored))).toContain('brings the bundle to 1073741825 decoded bytes')
    const half = { ...packed, type: 'f64', bytes: 550_000, length: GiB / 16 + 1 }
    const two = [half, { ...half, name: 'b', offset: 550_000 }]
    expect(await refusal(forgeSections(two, stored))).toContain(
      "'b' that brings the bundle to 1073741840 decoded bytes",
    )
  })
})

describe('readBundle, for a deflated section,', () => {
  const raw = Uint8Array.from({ length: 1000 }, (_, index) => index % 7)
  const stored = deflateRawSync(raw)
  const entry = { ...packed, bytes: stored.length, length: raw.length }
  const bomb = deflateRawSync(new Uint8Array(32 * 2 ** 20))

  it('reads what these tests damage', async () => {
    const bundle = await readBundle(forgeSections([entry], stored), 'a')
    expect(bundle.section('cells', 'u8')).toEqual(raw)
  })

  it.each([
    ['one element less than inside', { ...entry, length: 999 }, stored, 'inflates to more than 999 bytes'],
    ['no elements where there are some', { ...entry, length: 0 }, stored, 'expected exactly 0 bytes'],
    ['one element more than inside', { ...entry, length: 1001 }, stored, 'inflates to 1000 bytes'],
    ['one stored byte less', { ...entry, bytes: stored.length - 1 }, stored, 'expected exactly 1000 bytes'],
    [
      'one stored byte more',
      { ...entry, bytes: stored.length + 1 },
      stored,
      `ends after ${stored.length} stored bytes`,
    ],
    ['no stored bytes', { ...entry, bytes: 0, length: 10 }, stored, 'expected exactly 10 bytes'],
    ['noise', { ...entry, bytes: 64 }, new Uint8Array(64).fill(0xee), 'do not inflate'],
    ['a bomb of 32 MiB', { ...packed, bytes: bomb.length, length: 4096 }, bomb, 'inflates to more than 4096 bytes'],
  ])('refuses %s', async (_, section, content, message) => {
    const padded = new Uint8Array(Math.max(64, Math.ceil((content.length + 1) / 8) * 8))
    padded.set(content)
    expect(await refusal(forgeSections([section], padded))).toContain(message)
  })
})
