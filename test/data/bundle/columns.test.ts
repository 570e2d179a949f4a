import { describe, expect, it } from 'vitest'
import { ascending, checked, checkedTexts, summed } from '../../../src/data/bundle/checked.ts'
import {
  columnIn,
  differences,
  fits,
  getBlocks,
  getRow,
  rowParts,
  sums,
  TextColumn,
  textParts,
  textSections,
} from '../../../src/data/bundle/columns.ts'
import type { LoadedBlocks } from '../../../src/data/bundle/read.ts'
import { bundleOf } from './bundle-of.ts'

/**
 * Returns a list of row blocks, some of which are loaded. For each section, `starts` lists the index at which each
 * loaded block begins, followed by the end of the last one.
 */
const rowBlocks = (numbers: number[], count: number, starts: Record<string, number[]>) =>
  ({
    name: 'rows',
    count,
    numbers: Uint32Array.from(numbers),
    starts: new Map(Object.entries(starts)),
  }) as unknown as LoadedBlocks

describe('columns stored in row blocks', () => {
  it('are divided into at least one block', () => {
    expect([0, 1, 3, 4, 6].map((size) => getBlocks(size, 3))).toEqual([1, 1, 1, 2, 2])
    expect(rowParts({ a: Uint8Array.of(1, 2, 3, 4, 5) }, 2)).toEqual([
      { name: 'a', parts: [Uint8Array.of(1, 2), Uint8Array.of(3, 4), Uint8Array.of(5)] },
    ])
    const [bytes, ends] = textParts('t', ['ab', null, 'c', 'def'], 3)
    expect(bytes).toEqual({
      name: 't.bytes',
      parts: [Uint8Array.from(Buffer.from('abc')), Uint8Array.from(Buffer.from('def'))],
    })
    expect(ends).toEqual({ name: 't.ends', parts: [Uint32Array.of(2, 2, 3), Uint32Array.of(3)] })
  })

  it('are stored as differences that restart in each block', () => {
    expect(differences(Int32Array.of(5, 7, 4, 10, 10, 1), 4)).toEqual(Int32Array.of(5, 2, -3, 6, 10, -9))
    const stored = Int32Array.of(5, 2, -3, 6, 10, -9)
    expect(sums(stored, 4)).toEqual(Int32Array.of(5, 7, 4, 10, 10, 1))
    expect(stored[1]).toBe(2)
    expect(summed(bundleOf({ a: Uint32Array.of(1, 2, 3) }), 'a', 'u32')).toEqual(Uint32Array.of(1, 3, 6))
  })

  it('are read as a whole, or with 0 in rows that are not loaded', () => {
    const whole = bundleOf({ a: Uint8Array.of(1, 2, 3, 4, 5) }, [rowBlocks([0, 1, 2], 3, { a: [0, 2, 4, 5] })])
    expect(columnIn(whole, 'a', 'u8', 2, 5)).toEqual(Uint8Array.of(1, 2, 3, 4, 5))
    const some = bundleOf({ a: Uint8Array.of(1, 2, 5) }, [rowBlocks([0, 2], 3, { a: [0, 2, 3] })])
    expect(columnIn(some, 'a', 'u8', 2, 5)).toEqual(Uint8Array.of(1, 2, 0, 0, 5))
    expect(columnIn(bundleOf({ a: Uint8Array.of(7) }), 'a', 'u8', 2, 5)).toEqual(Uint8Array.of(7))
    expect(() => columnIn(some, 'a', 'u8', 2, 6)).toThrow(
      "made.bundle has a block of 1 elements of section 'a', expected 2.",
    )
  })

  it('are valid if they have the full length, or if they are shorter because blocks are missing', () => {
    const loaded = (numbers: number[]) =>
      bundleOf({ a: new Uint8Array(5), b: new Uint8Array(5) }, [rowBlocks(numbers, 3, { a: [0, 2, 4] })])
    expect([fits(loaded([0, 1]), 'a', 'u8', 9), fits(loaded([0, 1]), 'b', 'u8', 9)]).toEqual([true, false])
    expect([fits(loaded([0, 1, 2]), 'a', 'u8', 9), fits(loaded([0, 1, 2]), 'a', 'u8', 5)]).toEqual([false, true])
  })

  it('return the row of a number, or -1 for a missing number', () => {
    const numbers = Uint32Array.of(2, 3, 5, 8, 13)
    expect([1, 2, 3, 4, 5, 8, 9, 13, 14].map((wanted) => getRow(numbers, wanted))).toEqual([
      -1, 0, 1, -1, 2, 3, -1, 4, -1,
    ])
    expect(getRow(new Uint32Array(0), 1)).toBe(-1)
  })
})

describe('text columns', () => {
  const sections = (texts: (string | null)[]) =>
    Object.fromEntries(textSections('t', texts).map(({ name, data }) => [name, data as ArrayLike<number>]))

  it('return the stored text, and null for empty text', () => {
    const column = new TextColumn(bundleOf(sections(['Ñandú', '', null, 'x'])), 't')
    expect(column.length).toBe(4)
    expect([0, 1, 2, 3].map((row) => column.at(row))).toEqual(['Ñandú', null, null, 'x'])
  })

  it('return null in the rows that are not loaded', () => {
    // Blocks 1 and 3 are loaded from a table of seven rows in blocks of two. Within each block, text offsets start at
    // 0.
    const list = rowBlocks([1, 3], 4, { 't.ends': [0, 2, 3], 't.bytes': [0, 3, 5] })
    const bundle = bundleOf({ 't.bytes': Uint8Array.from(Buffer.from('abcde')), 't.ends': Uint32Array.of(1, 3, 2) }, [
      list,
    ])
    const column = new TextColumn(bundle, 't', { rows: 2, size: 7 })
    expect(Array.from({ length: 7 }, (_, row) => column.at(row))).toEqual([null, null, 'a', 'bc', null, null, 'de'])
    expect(() => new TextColumn(bundle, 't', { rows: 2, size: 8 })).toThrow(
      "a block of 1 elements of section 't.ends', expected 2.",
    )
  })

  it('are rejected unless their end offsets ascend and lie within the bytes', () => {
    const of =
      (...ends: number[]) =>
      () =>
        new TextColumn(bundleOf({ 't.bytes': new Uint8Array(4), 't.ends': Uint32Array.from(ends) }), 't')
    expect(of(2, 2, 4)).not.toThrow()
    expect(of(2, 1)).toThrow("made.bundle has 1 at element 1 of section 't.ends', expected 2 to 4.")
    expect(of(5)).toThrow("made.bundle has 5 at element 0 of section 't.ends', expected 0 to 4.")
  })

  it('are rejected if they contain an unexpected number of entries', () => {
    const bundle = bundleOf(sections(['a', 'b']))
    expect(checkedTexts(bundle, 't', 2).at(1)).toBe('b')
    expect(() => checkedTexts(bundle, 't', 3)).toThrow("made.bundle has 2 entries in section 't.ends', expected 3.")
  })
})

describe('number columns', () => {
  const bundle = bundleOf({})

  it('are rejected if a value is out of range', () => {
    const bytes = Uint8Array.of(0, 3, 9)
    expect(checked(bundle, 'a', bytes, { length: 3, most: 9 })).toBe(bytes)
    expect(() => checked(bundle, 'a', bytes, { length: 3, most: 8 })).toThrow(
      "made.bundle has 9 at element 2 of section 'a', expected 0 to 8.",
    )
    expect(() => checked(bundle, 'a', bytes, { length: 4, most: 9 })).toThrow("3 entries in section 'a', expected 4.")
    const limits = { length: 2, least: 1, most: 9 }
    expect(checked(bundle, 'a', Float64Array.of(1, 9), limits)).toEqual(Float64Array.of(1, 9))
    for (const wrong of [0, 10, Number.NaN])
      expect(() => checked(bundle, 'a', Float64Array.of(wrong, 9), limits)).toThrow(
        `made.bundle has ${wrong} at element 0 of section 'a', expected 1 to 9.`,
      )
    expect(() => checked(bundle, 'a', Int32Array.of(0, -1), { length: 2, most: 9 })).toThrow('-1 at element 1')
  })

  it('are rejected if they do not ascend where required', () => {
    expect(() => ascending(bundle, 'a', [])).not.toThrow()
    expect(() => ascending(bundle, 'a', [3, 4, 9])).not.toThrow()
    expect(() => ascending(bundle, 'a', [3, 4, 4])).toThrow(
      "made.bundle has 4 after 4 in section 'a', expected ascending numbers.",
    )
    expect(() => ascending(bundle, 'a', [3, 2])).toThrow('2 after 3')
  })
})
