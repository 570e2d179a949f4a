import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { getPercentiles } from '../../../src/answers/dimensions/percentile-shares.ts'
import { Percentiles } from '../../../src/answers/dimensions/percentiles.ts'
import { amongOf, amongOfArea } from '../../../src/explorer/app/engine/among.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'

const engine = openEngine(new URL('../../../dist-data/', import.meta.url))

/** Makes the percentiles of one state in which a single person lives at each of these scores. */
function livingAt(...scores: number[]) {
  const states = scores.map(() => '48')
  const than = ['Louder', 'Quieter'] as const
  const ranks = new Percentiles(
    than,
    getPercentiles(
      Uint8Array.from(scores),
      states,
      scores.map(() => 1),
    ),
  )
  return { percentile: (score: number) => ranks.of(score, '48') }
}

describe('the bar of an area', () => {
  const loaded = livingAt(...Array.from({ length: 100 }, (_, person) => person + 1))

  it.each([
    ['high', { p10: 61, p50: 71, p90: 91 }, { than: 1, middle: 70, range: [60, 90] }],
    ['low', { p10: 11, p50: 21, p90: 31 }, { than: 0, middle: 79, range: [69, 89] }],
  ])(
    'ranks the middle 80%% of its residents among all residents of the state, for %s scores: %j',
    (_, score, position) => {
      expect(amongOfArea(loaded, '48', score)).toEqual(position)
    },
  )

  it('is empty if no resident has a score', () => {
    expect(amongOfArea(loaded, null, { p10: null, p50: null, p90: null })).toBeNull()
  })
})

describe('the bar of a score', () => {
  it.each([
    ['Austin', 30.2747, -97.7404],
    ['the country east of Austin', 30.25, -97.3],
    ['Clearwater Beach', 27.9775, -82.8271],
    ['Pacific Palisades', 34.05, -118.53],
    ['Modesto', 37.64, -120.99],
  ])('is as long as the share of people stated in its sentence: %s', async (_, lat, lon) => {
    for (const { id, than } of dimensions) {
      const { among, percentile } = await engine.explain(id, { lat, lon })
      if (percentile === null) expect(among, id).toBeNull()
      else {
        const { text } = percentile
        const named = Number(/(\d+) ?%/.exec(text)![1])
        // The sentence rounds down the share of people with a higher or lower score. The bar rounds the share of all
        // other people, so the two can differ by 1.
        expect(Math.abs(among!.share! - named), `${id}: ${text}`).toBeLessThanOrEqual(1)
        const end = among!.than === null ? 'The same' : than[among!.than]
        // If about as many people have a higher score as a lower one, the sentence and the bar can start at different
        // ends.
        if (Math.abs(named - 50) > 1) expect(text.startsWith(end), `${id}: ${text}`).toBe(true)
      }
    }
  })

  const ten = livingAt(10, 20, 30, 40, 50, 60, 70, 80, 90, 100)

  it('shows the residents above a low score, and the residents below a high score', () => {
    expect(amongOf(ten, '48', [20, 20])).toEqual({ lower: [10, 10], than: 0, share: 80, range: [80, 80] })
    expect(amongOf(ten, '48', [90, 90])).toEqual({ lower: [80, 80], than: 1, share: 80, range: [80, 80] })
  })

  it('draws the interval from the same end as the score', () => {
    expect(amongOf(ten, '48', [20, 20], { low: 10, high: 50 }).range).toEqual([50, 90])
    expect(amongOf(ten, '48', [90, 90], { low: 70, high: 100 }).range).toEqual([60, 90])
  })

  it('draws a range of scores from the nearer end', () => {
    expect(amongOf(ten, '48', [10, 30])).toMatchObject({ than: 0, share: null, range: [70, 90] })
    expect(amongOf(ten, '48', [60, 100])).toMatchObject({ than: 1, share: null, range: [50, 90] })
  })

  it('shows how many people have the same score if most of them do', () => {
    expect(amongOf(livingAt(5, 9, 9, 9, 200), '48', [9, 9])).toMatchObject({ than: null, share: 60 })
  })
})
