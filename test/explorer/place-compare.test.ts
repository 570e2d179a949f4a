import { describe, expect, it } from 'vitest'
import { dimensionOf, dimensions } from '../../src/dimensions/catalog.ts'
import { differenceWords, ranked, signed } from '../../src/explorer/place/difference.ts'
import { near } from '../../src/explorer/place/scale-words.ts'

const of = (id: string) => dimensions.find((dimension) => dimension.id === id)!
const score = (value: number) => ({ score: value, description: null })
const pair = (id: string, a: number, b: number) => ({ dimension: of(id), first: score(a), second: score(b) })

describe('differences', () => {
  it('stand by size whichever way they point, and those without data last', () => {
    const rows = ranked([
      pair('privacy', 100, 110),
      pair('fire', 0, 255),
      pair('walkability', 200, 50),
      pair('flood', 10, 100),
      pair('liveliness', 90, 100),
    ])
    expect(rows.map(({ dimension, by }) => [dimension.id, by])).toEqual([
      ['walkability', -150],
      ['flood', 90],
      ['privacy', 10],
      ['liveliness', 10],
      ['fire', null],
    ])
  })

  it('have a sign', () => {
    expect([signed(38), signed(-175), signed(0)]).toEqual(['+38', '−175', '±0'])
  })

  it('say which end of the scale the second place is nearer to', () => {
    const words = (a: number, b: number) => differenceWords(ranked([pair('walkability', a, b)])[0])
    const [low, high] = dimensionOf('walkability').ends
    expect(words(1, 255)).toBe(`B is much nearer to “${high}”`)
    expect(words(200, 150)).toBe(`B is clearly nearer to “${low}”`)
    expect(words(200, 210)).toBe(`B is a little nearer to “${high}”`)
    expect(words(200, 203)).toBe('about the same')
    expect(words(200, 200)).toBe('the same')
    expect(words(0, 200)).toBe('no data for A')
    expect(words(200, 0)).toBe('no data for B')
    expect(words(0, 0)).toBe('no data for either place')
  })
})

describe('the end that a score is near to', () => {
  it('is the low or the high one in the outer fifths', () => {
    const scores = [1, 51, 52, 128, 204, 205, 255]
    expect(scores.map((value) => near(of('flood'), value))).toEqual(['low', 'low', null, null, null, 'high', 'high'])
  })

  it('is the middle only where the descriptions say so, too', () => {
    for (const id of ['ideological-lean', 'population-profile'])
      for (let score = 1; score <= 255; score++)
        if (near(of(id), score) === 'middle')
          expect(of(id).describe({ score, basis: 'modelled', fact: () => 1 })).toMatch(
            /^(Evenly split|Balanced age mix)/,
          )
    expect(near(of('ideological-lean'), 128)).toBe('middle')
  })
})
