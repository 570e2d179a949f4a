import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PhoneticNames } from '../../src/geocode/gazetteer/phonetic-names.ts'

const NAMES = ['PHOENIX', 'KNOXVILLE', 'WRIGHT', 'MERRICK', 'MARRACK', 'WESTON', 'HIGHWAY 15', 'LAKE', 'FAIR HOPE']
const search = new PhoneticNames(NAMES)
const heard = (text: string) => search.alike(text).map((name) => NAMES[name])

describe('names by their sound', () => {
  it.each([
    ['FEENIKS', 'PHOENIX'],
    ['NOCKSVIL', 'KNOXVILLE'],
    ['RITE', 'nothing: four letters'],
    ['RIGHTE', 'WRIGHT'],
    ['PHARE HOAP', 'FAIR HOPE'],
    ['PHAREHOAP', 'nothing: one word'],
    ['MEREEK', 'MERRICK, MARRACK'],
    // Vowels in front sound apart, and so do they with a W.
    ['EASTON', 'nothing'],
    ['GNOXVILLE', 'KNOXVILLE'],
    ['BHOENIX', 'nothing: B is not P, though they have one code'],
    ['FENIX', 'PHOENIX'],
    ['VENIX', 'nothing: V is not F'],
    ['LAIK', 'nothing: LAKE is short'],
    ['HIGHWAY 16', 'nothing: digits have no sound'],
    ['HIGHWAY 15', 'nothing'],
    ['', 'nothing'],
  ])('%s is %s', (text, names) => {
    expect(heard(text).join(', ') || 'nothing').toBe(names.split(':')[0])
  })

  it('are spelt alike within an edit for three letters, and three at most', () => {
    const isSpelt = (text: string, name: string) => search.isSpeltAlike(text, NAMES.indexOf(name))
    expect(isSpelt('MERIK', 'MERRICK')).toBe(false)
    expect(isSpelt('MERRIK', 'MERRICK')).toBe(true)
    expect(isSpelt('NOCKSVILLE', 'KNOXVILLE')).toBe(false)
    expect(isSpelt('NOXVIL', 'KNOXVILLE')).toBe(false)
    expect(isSpelt('KNOKSVIL', 'KNOXVILLE')).toBe(false)
    expect(isSpelt('NOXVILE', 'KNOXVILLE')).toBe(true)
    expect(isSpelt('FAIRHOP', 'FAIR HOPE')).toBe(true)
  })

  it('find every name by itself, and nothing in texts of no letters', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 5, maxLength: 9 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), (list) => {
        const made = new PhoneticNames(list)
        list.forEach((name, i) => {
          // A word without a consonant but H has no code.
          if (/[BCDFGJKLMNPQRSTVXZ]/.test(name)) expect(made.alike(name)).toContain(i)
          expect(made.isSpeltAlike(name, i)).toBe(true)
        })
      }),
    )
    for (const text of ['🙂🙂🙂🙂🙂', '\ud800'.repeat(9), '     ', "';--- ---", 'A'.repeat(61), 'ß'.repeat(60)])
      expect(heard(text), text).toEqual([])
  })
})
