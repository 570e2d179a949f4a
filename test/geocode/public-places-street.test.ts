import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf, hashOfBytes } from '../../src/geocode/public-places/columns.ts'
import {
  masksFit,
  streetMask,
  streetMaskOfBytes,
  streetSimilarity,
} from '../../src/geocode/public-places/street-similarity.ts'

const name = fc.stringMatching(/^[A-E]{1,5}( [A-F0-2]{1,5})?$/)
const parts = fc.record({
  predirectional: fc.constantFrom('', 'N', 'S', 'NE'),
  street: name,
  suffix: fc.constantFrom('', 'ST', 'AVE'),
  postdirectional: fc.constantFrom('', 'N', 'S', 'NE'),
})
const bytes = (text: string) => new TextEncoder().encode(text)

describe('the similarity of streets', () => {
  it('is 1 for a street and itself only, from 0 to 1, and the same both ways', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const fit = streetSimilarity(a, b)
        expect(streetSimilarity(a, a)).toBe(1)
        expect(fit).toBe(streetSimilarity(b, a))
        expect(fit).toBeGreaterThanOrEqual(0)
        const { street, suffix, predirectional, postdirectional } = a
        const same =
          street === b.street &&
          suffix === b.suffix &&
          predirectional === b.predirectional &&
          postdirectional === b.postdirectional
        if (same) expect(fit).toBe(1)
        else expect(fit).toBeLessThan(1)
      }),
      { numRuns: 3000 },
    )
  })

  it('is never above 0 where the masks rule it out', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        if (streetSimilarity(a, b) > 0) expect(masksFit(streetMask(a.street), streetMask(b.street))).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(masksFit(streetMask('OAK'), streetMask('WILLOW'))).toBe(false)
    expect(masksFit(streetMask('HIGHWAY 6'), streetMask('STATE ROAD 6'))).toBe(true)
    expect(masksFit(streetMask('HIGHWAY 6'), streetMask('HIGHWAY 7'))).toBe(false)
  })

  it('hashes and masks bytes as it does texts', () => {
    fc.assert(
      fc.property(name, name, (before, text) => {
        const all = bytes(`${before}|${text}`)
        const start = before.length + 1
        expect(hashOfBytes(all, start, all.length)).toBe(hashOf(text))
        expect(streetMaskOfBytes(all, start, all.length)).toBe(streetMask(text))
      }),
    )
  })
})
