import { describe, expect, expectTypeOf, it } from 'vitest'
import { type DimensionId, dimensions, getDimension, methodName } from '../../src/answers/dimensions/catalog.ts'
import { wordsFor } from '../../src/answers/dimensions/words.ts'
import { type Group, openVicinage, type Score } from '../../src/index.ts'
import { getExample } from '../../src/library/contract/score-examples.ts'

describe('the catalog', () => {
  it('contains unique IDs in path form', () => {
    const ids = dimensions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  it.each(dimensions)(
    'contains all texts and examples of $id needed for a legend, a list and the documentation',
    ({ id, ladder, name, ends, scale, method }) => {
      for (const text of [name, method, scale.low, scale.high, scale.zero]) expect(text.trim()).not.toBe('')
      for (const end of ends) expect(end.split(' ').length).toBeLessThanOrEqual(4)
      const example = getExample({ id, ladder })
      expect(example.score).toBeGreaterThanOrEqual(0)
      expect(example.score).toBeLessThanOrEqual(255)
      expect(example.description).toMatch(/^[A-Z].*\.$/)
    },
  )

  it.each(dimensions)(
    'contains rungs in ascending order, with unique words, that cover every score of $id',
    ({ ladder }) => {
      expect(ladder[0]?.[0]).toBe(1)
      for (let rung = 1; rung < ladder.length; rung++) expect(ladder[rung][0]).toBeGreaterThan(ladder[rung - 1][0])
      expect(ladder.at(-1)?.[0]).toBeLessThanOrEqual(255)
      expect(new Set(ladder.map(([, words]) => words)).size).toBe(ladder.length)
      for (const [, words] of ladder) expect(words).toMatch(/^[A-Z][^.:]+$/)
    },
  )

  it.each(dimensions)('describes both ends and the middle of $id in the words of its scale', ({ ladder, scale }) => {
    const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    const share = (a: string, b: string) => [...wordsOf(a)].some((word) => wordsOf(b).has(word))
    expect(share(wordsFor(ladder, 1), scale.low)).toBe(true)
    expect(share(wordsFor(ladder, 255), scale.high)).toBe(true)
    if (scale.middle !== null) expect(share(wordsFor(ladder, 128), scale.middle)).toBe(true)
  })

  it('rejects an unknown ID and lists the known IDs', () => {
    expect(() => getDimension('beauty')).toThrow("There is no dimension 'beauty'; choose from urban-rural, privacy,")
  })

  it('defines a library method for each dimension, in its group', async () => {
    const place = { lat: 30.27, lon: -97.74 }
    const vicinage = await openVicinage({ schools: false, geocoder: false })
    const groups = [...new Set(dimensions.map(({ group }) => group as Exclude<Group, 'layers'>))]
    expect(groups.flatMap((group) => Object.keys(vicinage[group]).map((name) => `${group}.${name}`)).sort()).toEqual(
      dimensions.map(({ group, id }) => `${group}.${methodName(id)}`).sort(),
    )
    for (const { group, id } of dimensions) {
      const methods = vicinage[group as Exclude<Group, 'layers'>] as Readonly<
        Record<string, (point: typeof place) => { result: Score }>
      >
      const { score, description } = vicinage.score(id, place)
      expect(methods[methodName(id)](place)).toEqual({ result: { score, description } })
    }
    expectTypeOf<DimensionId>().not.toEqualTypeOf<string>()
    expectTypeOf(vicinage.environment.noiseLevels).returns.toEqualTypeOf<{ readonly result: Score }>()
    expectTypeOf(vicinage.vibe).not.toHaveProperty('noiseLevels')
  })
})
