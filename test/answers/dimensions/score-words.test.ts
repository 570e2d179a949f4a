import { describe, expect, it } from 'vitest'
import { CATALOG, openVicinage, scoreWords, ValidationError } from '../../../src/index.ts'

describe('scoreWords()', () => {
  it.each(CATALOG)("returns the catalog's words for every $id score", ({ id, words, scale }) => {
    for (const [i, { from, words: own }] of words.entries()) {
      const last = (words[i + 1]?.from ?? 256) - 1
      expect([scoreWords(id, from), scoreWords(id, last)]).toEqual([own, own])
      if (last < 255) expect(scoreWords(id, last + 0.9)).toBe(own)
    }
    expect(scoreWords(id, 0).toLowerCase()).toBe(scale.zero.toLowerCase())
  })

  // Only these dimensions are tested. For other dimensions, some descriptions begin with words that are not in the
  // scale: `Uncertain noise`, `Hardly any homes nearby`.
  it('returns the words that place descriptions begin with', async () => {
    const dimensions = ['walkability', 'visual-appeal', 'dog-friendliness', 'industrial-proximity'] as const
    const vicinage = await openVicinage({ dimensions, userData: false })
    const words = new Set<string>()
    for (let i = 0; i < 40; i++)
      for (const id of dimensions) {
        const { score, description } = vicinage.score(id, { lat: 30.2 + i / 100, lon: -97.74 })
        words.add(scoreWords(id, score))
        expect(description!.startsWith(scoreWords(id, score)), description!).toBe(true)
      }
    expect(words.size).toBeGreaterThan(8)
  })

  it.each([-1, 0.5, 256, Number.NaN, '12', null])('rejects %j', (score) => {
    expect(() => scoreWords('walkability', score as number)).toThrow(ValidationError)
  })

  it('rejects an unknown dimension', () => {
    expect(() => scoreWords('charm' as 'fire', 1)).toThrow(/no dimension 'charm'/)
  })
})
