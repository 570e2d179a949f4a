import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { TextColumn, textSections } from '../../src/bundle/text-column.ts'
import { BundleError } from '../../src/errors.ts'

const opened = (bytes: Uint8Array, ends: Uint32Array) => {
  const sections = [
    { name: 'name.bytes', data: bytes },
    { name: 'name.ends', data: ends },
  ]
  return new TextColumn(memoryBundle({ kind: 'made', id: 'made', meta: {}, sources: [], sections }), 'name')
}

describe('a column of texts', () => {
  it('gives every text back, and null for none', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme', minLength: 1 }))), (texts) => {
        const [bytes, ends] = textSections('name', texts).map(({ data }) => data) as [Uint8Array, Uint32Array]
        const column = opened(bytes, ends)
        expect(texts.map((_, row) => column.at(row))).toEqual(texts)
        expect(column.length).toBe(texts.length)
      }),
    )
  })

  it.each([
    ['end before the one above', [3, 2]],
    ['end behind the bytes', [3, 6]],
  ])('refuses texts that %s', (_, ends) => {
    expect(() => opened(new Uint8Array(5), Uint32Array.from(ends))).toThrow(BundleError)
    expect(() => opened(new Uint8Array(5), Uint32Array.from(ends))).toThrow(
      "element 1 of section 'name.ends', expected 3 to 5",
    )
  })
})
