import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSpelledAlike, PhoneticNames } from '../../../src/answers/geocode/gazetteer/similar-names.ts'
import { editDistance, tolerance } from '../../../src/base/geo/edit-distance.ts'

/** Computes optimal string alignment by definition: fills the whole table without any shortcuts. */
function byDefinition(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const replaced = table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      table[i][j] = Math.min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1)
    }
  return table[a.length][b.length]
}

/** The alphabet has few letters, so that words share many of them and swaps are frequent. */
const lettersUpTo = (maxLength: number) => fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength })

describe('editDistance()', () => {
  it('returns the same distances as a count by hand', () => {
    expect(editDistance('AUSTIN', 'AUSTIN', 2)).toBe(0)
    expect(editDistance('AUSTIN', 'AUSTN', 2)).toBe(1)
    expect(editDistance('AUSTIN', 'ASUTIN', 2)).toBe(1)
    expect(editDistance('AUSTIN', 'HOUSTON', 3)).toBe(3)
    expect(editDistance('SARASOTA', 'SARSAOTTA', 2)).toBe(2)
    // "CA" to "AC" to "ABC" would edit the swapped pair twice.
    expect(editDistance('CA', 'ABC', 3)).toBe(3)
    expect(editDistance('', 'AB', 1)).toBe(2)
    expect(editDistance('AB', '', 2)).toBe(2)
    expect(editDistance('A', 'B', 0)).toBe(1)
  })

  it('matches the full table of distances, up to the maximum', () => {
    fc.assert(
      fc.property(lettersUpTo(12), lettersUpTo(12), fc.integer({ min: 0, max: 5 }), (a, b, most) => {
        expect(editDistance(a, b, most)).toBe(Math.min(byDefinition(a, b), most + 1))
      }),
      { numRuns: 5000 },
    )
  })

  it('matches the full table of distances for strings longer than the preallocated rows', () => {
    const long = fc.tuple(lettersUpTo(110), lettersUpTo(110), fc.integer({ min: 0, max: 90 }))
    fc.assert(
      fc.property(long, ([a, b, most]) => {
        expect(editDistance(a, b, most)).toBe(Math.min(byDefinition(a, b), most + 1))
      }),
      { numRuns: 300 },
    )
  })

  it('keeps no state between calls', () => {
    const words = ['ABCABCABC', 'CBA', 'A', 'BBBBBBBBBBBBB', 'ACB', '']
    for (const a of words)
      for (const b of words)
        for (const most of [0, 1, 2, 9])
          expect(editDistance(a, b, most), `${a} ${b} ${most}`).toBe(Math.min(byDefinition(a, b), most + 1))
  })
})

describe('tolerance()', () => {
  it('grows with the length of the word', () => {
    expect([0, 3, 4, 7, 8, 300].map(tolerance)).toEqual([0, 0, 1, 1, 2, 2])
  })
})

const NAMES = 'PHOENIX,KNOXVILLE,WRIGHT,MERRICK,MARRACK,WESTON,HIGHWAY 15,LAKE,FAIR HOPE'
const search = new PhoneticNames(NAMES.split(','))

describe('phonetic name search', () => {
  it.each([
    ['FEENIKS', 'PHOENIX'],
    ['NOCKSVIL', 'KNOXVILLE'],
    ['RITE', 'nothing: four letters'],
    ['RIGHTE', 'WRIGHT'],
    ['PHARE HOAP', 'FAIR HOPE'],
    ['PHAREHOAP', 'nothing: one word'],
    ['MEREEK', 'MERRICK, MARRACK'],
    // Initial vowels sound different from each other and from a W.
    ['EASTON', 'nothing'],
    ['GNOXVILLE', 'KNOXVILLE'],
    ['BHOENIX', 'nothing: B is not P, though they have one code'],
    ['FENIX', 'PHOENIX'],
    ['VENIX', 'nothing: V is not F'],
    ['LAIK', 'nothing: LAKE is short'],
    ['HIGHWAY 16', 'nothing: digits have no sound'],
    ['HIGHWAY 15', 'nothing'],
    ['', 'nothing'],
  ])('for "%s" returns %s', (text, names) => {
    expect(search.alike(text).join(', ') || 'nothing').toBe(names.split(':')[0])
  })

  it.each([
    ['MERIK', 'MERRICK', false],
    ['MERRIK', 'MERRICK', true],
    ['NOCKSVILLE', 'KNOXVILLE', false],
    ['NOXVIL', 'KNOXVILLE', false],
    ['KNOKSVIL', 'KNOXVILLE', false],
    ['NOXVILE', 'KNOXVILLE', true],
    ['FAIRHOP', 'FAIR HOPE', true],
  ])('allows one spelling edit per three letters, and at most three: "%s" for "%s" is %s', (text, name, isAlike) =>
    expect(isSpelledAlike(text, name)).toBe(isAlike),
  )

  it('finds every name by its exact spelling, and nothing for text without letters', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 5, maxLength: 9 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), (list) => {
        const made = new PhoneticNames(list)
        for (const name of list) {
          // A word without any of these letters may have no phonetic code.
          if (/[BCDFGJKLMNPQRSTVXZ]/.test(name)) expect(made.alike(name)).toContain(name)
          expect(isSpelledAlike(name, name)).toBe(true)
        }
      }),
    )
    for (const text of ['🙂🙂🙂🙂🙂', '\ud800'.repeat(9), '     ', "';--- ---", 'A'.repeat(61), 'ß'.repeat(60)])
      expect(search.alike(text), text).toEqual([])
  })
})
