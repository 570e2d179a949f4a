import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'

const specification = readFileSync(new URL('../../docs/bundle-format.md', import.meta.url), 'utf8')

/** The bytes of the listing: 4 digits of position, up to 16 pairs of digits, then the same as text. */
function listedBytes(): Uint8Array {
  const listing = /```hex\n([^`]*)```/.exec(specification)?.[1] ?? ''
  return Buffer.from(listing.replace(/^[0-9a-f]{4} {2}(.{1,47}).*$/gm, '$1').replace(/\s/g, ''), 'hex')
}

describe('the example of docs/bundle-format.md', () => {
  const bytes = listedBytes()

  it('has the length and the SHA-256 that it says', () => {
    expect(specification).toContain(`${bytes.length} bytes with two sections`)
    const digest = createHash('sha256').update(bytes.subarray(0, -32)).digest()
    expect(digest.equals(bytes.subarray(-32))).toBe(true)
  })

  it('is read as the text says', async () => {
    const bundle = await readBundle(bytes, 'tiny.bundle')
    expect(bundle).toMatchObject({ kind: 'example', id: 'tiny', meta: { unit: 'm' } })
    expect(bundle.section('heights', 'u16')).toEqual(new Uint16Array([10, 500, 65535]))
    expect(bundle.section('zeros', 'u8')).toEqual(new Uint8Array(64))
  })

  it('is what the writer writes, byte for byte', async () => {
    const written = await writeBundle({
      kind: 'example',
      id: 'tiny',
      meta: { unit: 'm' },
      sources: [{ id: 'made', agency: 'Nobody', title: 'By hand', vintage: '2024', licence: 'CC0' }],
      sections: [
        { name: 'heights', data: new Uint16Array([10, 500, 65535]) },
        { name: 'zeros', data: new Uint8Array(64) },
      ],
    })
    expect(Buffer.from(written).equals(bytes)).toBe(true)
  })
})
