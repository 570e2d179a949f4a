import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/geocode/parse/parse-address.ts'
import { answerOf, CLEAN, expectedOf, MESSY, PARSING, readLabeled } from './labeled.ts'

/**
 * The parser was developed on the other half of these sets. Number, street (all its parts together), city and ZIP have
 * to be right at once; no list of places helps.
 */
describe.skipIf(!existsSync(PARSING))('labeled addresses that were never looked at (skipped without them)', () => {
  it.each([
    ['clean', CLEAN, 2000, 0.93],
    ['messy', MESSY, 700, 0.75],
  ] as const)('%s: four parts right', (_, sets, atLeast, share) => {
    const unseen = readLabeled(sets).filter(({ half }) => half === 1)
    expect(unseen.length).toBeGreaterThan(atLeast)
    // Lines that hold none of the four parts (somebody's name alone) are judged as well: no part may be invented.
    const right = unseen.filter((address) => {
      const expected = expectedOf(address)
      const answer = answerOf(parseAddress(address.text))
      return (
        expected.number === answer.number &&
        expected.street === answer.street &&
        expected.city === answer.city &&
        expected.zip === answer.zip
      )
    })
    expect(right.length / unseen.length).toBeGreaterThan(share)
  })
})
