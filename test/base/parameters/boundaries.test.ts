import { describe, expect, it } from 'vitest'
import { readInteger } from '../../../src/base/parameters/check.ts'
import { readFloat } from '../../../src/base/parameters/check-basic.ts'
import { getCoordinate } from '../../../src/base/parameters/check-place.ts'
import { describe as described, unknownOption } from '../../../src/base/parameters/options.ts'

// Tests each boundary from both sides. The boundaries were found by mutating the sources: `npm run test:mutation`.

/** Unicode's White_Space characters, as listed in the standard. */
const SPACES = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]

describe('number parsing', () => {
  it('trims exactly the characters up to U+FFFF that Unicode defines as white space', () => {
    const blanks: number[] = []
    for (let code = 0; code <= 0xffff; code++) {
      const blank = String.fromCharCode(code)
      if (readFloat(`${blank}5${blank}`) === 5 && !/[\d.+_]/.test(blank)) blanks.push(code)
    }
    expect(blanks).toEqual(SPACES)
  })

  it('trims white space at the start, at the end or on both sides', () => {
    expect([' 5', '5 ', ' 5 ', '5'].map(readFloat)).toEqual([5, 5, 5, 5])
    expect([' 5', '5 ', ' 5 ', '5'].map(readInteger)).toEqual([5, 5, 5, 5])
  })

  it('rejects text that is only whitespace', () => {
    expect(readFloat(' \u3000')).toBeUndefined()
    expect(readInteger('\u2028')).toBe('int_parsing')
  })
})

describe('an error message about parameters', () => {
  it('quotes at most 64 characters of an unknown option', () => {
    const { message } = unknownOption({ ['x'.repeat(65)]: 1 } as never, { lat: true, lon: true } as never)!
    expect(message).toContain(`'${'x'.repeat(64)}'`)
  })

  it('quotes at most 80 characters of a value and marks the cut', () => {
    expect(described('x'.repeat(80))).toBe(`'${'x'.repeat(80)}'`)
    expect(described('x'.repeat(81))).toBe(`'${'x'.repeat(79)}…'`)
  })

  it('lists at most six fields of a place, with at most 24 characters each', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}${'x'.repeat(24)}`, 1]))
    const shown = (count: number) => Array.from({ length: count }, (_, i) => `${i}${'x'.repeat(23)}`).join(', ')
    expect(() => getCoordinate(fields(6))).toThrow(`got { ${shown(6)} }:`)
    expect(() => getCoordinate(fields(7))).toThrow(`got { ${shown(6)}, … }:`)
  })

  it('quotes at most 24 characters of a misspelled field', () => {
    const name = `lat${'_'.repeat(30)}`
    expect(() => getCoordinate({ [name]: 30, lon: -97 })).toThrow(`write 'lat' for '${name.slice(0, 24)}'.`)
  })
})
