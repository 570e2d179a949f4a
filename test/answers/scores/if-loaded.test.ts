import { describe, expect, it } from 'vitest'
import { compareScores, getLabels, isRough, sameCenterNote } from '../../../src/answers/scores/compare.ts'
import {
  type AnyScores,
  explainIfLoaded,
  scoreIfLoaded,
  scoresAroundIfLoaded,
  scoresIfLoaded,
} from '../../../src/answers/scores/if-loaded.ts'
import { NotLoadedError } from '../../../src/base/errors.ts'
import type { Place } from '../../../src/base/geo/place.ts'

const MAP = { mapped: true, zone: 'AE', map_date: '2024' }
/** Scores by dimension and latitude. Flood is not loaded. */
const SCORES: Record<string, Record<number, number>> = {
  walkability: { 30: 200, 31: 120, 32: 0, 33: 200 },
  fire: { 30: 10, 31: 90, 32: 50, 33: 10 },
  privacy: { 30: 7, 31: 7, 32: 0, 33: 7 },
}

/**
 * A vicinage with known scores, and bands that extend 10 points to either side. Flood and fire have an official map.
 */
const scores = {
  dimensions: () => ['walkability', 'flood', 'fire', 'privacy'].map((id) => ({ id, loaded: id in SCORES })),
  score(id: string, { lat }: Place, options?: { percentiles?: boolean }) {
    if (!(id in SCORES)) throw new NotLoadedError(`${id} is not loaded.`, 'dimension_not_loaded')
    const answer = {
      score: SCORES[id][lat],
      description: 'Some.',
      ...(options?.percentiles ? { percentile: { state: 5 } } : {}),
    }
    return id === 'fire' ? { ...answer, ...MAP } : answer
  },
  scores: (place: Place, { dimensions }: { dimensions: string[] }) =>
    Object.fromEntries(dimensions.map((id) => [id, { ...scores.score(id, place), band: 'wide' }])),
  explain(id: string, place: Place) {
    return { dimension: id, basis: 'measured', ...scores.score(id, place) }
  },
  scoresAround: ({ lat, radius, dimensions }: { lat: number; radius: number; dimensions: string[] }) => ({
    radius,
    scores: Object.fromEntries(
      dimensions.map((id) => {
        const score = SCORES[id][lat]
        return [id, score === 0 ? { score, p10: null, p90: null } : { score, p10: score - 5, p90: score + 20 }]
      }),
    ),
  }),
  place: ({ lat }: Place) => (lat === 33 ? null : {}),
}
const vicinage = scores as unknown as AnyScores
const place = { lat: 31, lon: -97 }

describe('an answer about a dimension that is not loaded', () => {
  it('reports the score 0, with the reason in its description', () => {
    expect(scoreIfLoaded(vicinage, 'flood', place)).toEqual({ score: 0, description: 'flood is not loaded.' })
    expect(scoreIfLoaded(vicinage, 'flood', place, { description: false })).toEqual({ score: 0, description: null })
    expect(scoreIfLoaded(vicinage, 'flood', place, { percentiles: true, interval: true })).toEqual({
      score: 0,
      description: 'flood is not loaded.',
      percentile: null,
      interval: null,
    })
    const nothing = {
      score: 0,
      description: 'flood is not loaded.',
      basis: null,
      inputs: [],
      percentile: null,
      sources: [],
    }
    expect(explainIfLoaded(vicinage, 'flood', place)).toEqual({ dimension: 'flood', ...nothing })
    expect(explainIfLoaded(vicinage, 'flood', place, { interval: true })).toEqual({
      dimension: 'flood',
      ...nothing,
      interval: null,
    })
  })

  it('is included with the scores of loaded dimensions, without official map fields', () => {
    expect(explainIfLoaded(vicinage, 'fire', place)).toMatchObject({ score: 90, basis: 'measured' })
    expect(scoreIfLoaded(vicinage, 'fire', place)).toEqual({ score: 90, description: 'Some.' })
    const ids = ['fire', 'flood'] as const
    const flood = { score: 0, description: 'flood is not loaded.' }
    expect(scoresIfLoaded(vicinage, { ...place, radius: 150 }, ids, {})).toEqual({
      fire: { score: 90, description: 'Some.' },
      flood,
    })
    expect(scoresIfLoaded(vicinage, { ...place, radius: 151 }, ids, {})).toEqual({
      fire: { score: 90, description: 'Some.', band: 'wide' },
      flood,
    })
    expect(scoresIfLoaded(vicinage, { ...place, radius: 151 }, ['flood'], {})).toEqual({ flood })
    expect(scoresAroundIfLoaded(vicinage, { ...place, radius: 500, dimensions: ids })).toEqual({
      radius: 500,
      scores: {
        fire: { score: 90, p10: 85, p90: 110 },
        flood: { score: 0, p10: null, p90: null, narrow: false, without_data: 1, note: null },
      },
    })
  })
})

describe('a comparison', () => {
  const at = (lat: number, rest: Partial<Place> = {}): Place => ({ lat, lon: -97, ...rest })

  it('lists the dimension with the greatest difference first, with its highest and lowest places', () => {
    const ids = ['privacy', 'flood', 'walkability', 'fire'] as const
    const { places, dimensions, note } = compareScores(vicinage, [at(30), at(31, { label: 'B' }), at(32), at(33)], ids)
    expect(places.map(({ label }) => label)).toEqual(['place 1', 'B', 'place 3', 'place 4'])
    expect(dimensions.map(({ scale: _, ...row }) => row)).toEqual([
      {
        ...{ dimension: 'walkability', scores: [200, 120, 0, 200], spread: 80 },
        ...{ highest: ['place 1', 'place 4'], lowest: ['B'], without_data: ['place 3'] },
      },
      { dimension: 'fire', scores: [10, 90, 50, 10], spread: 80, highest: ['B'], lowest: ['place 1', 'place 4'] },
      { dimension: 'privacy', scores: [7, 7, 0, 7], spread: 0, without_data: ['place 3'] },
      { dimension: 'flood', scores: [0, 0, 0, 0], spread: null, without_data: ['place 1', 'B', 'place 3', 'place 4'] },
    ])
    expect(note).toBe('Outside the coverage (California, Texas and Florida): place 4.')
  })

  it('uses the middle of the band of an approximate place', () => {
    const { places, dimensions } = compareScores(
      vicinage,
      [at(30), at(31, { radius: 151 }), at(32, { radius: 200 })],
      ['walkability'],
    )
    expect(places.map(({ radius }) => radius)).toEqual([undefined, 151, 200])
    // The middle of 115 to 140 is 127.5, rounded down.
    expect(dimensions[0]).toMatchObject({
      ...{ scores: [200, 120, 0], bands: [null, [115, 140], null], spread: 73 },
      ...{ highest: ['place 1'], lowest: ['place 2'], without_data: ['place 3'] },
    })
    expect(
      compareScores(vicinage, [at(30), at(31, { radius: 150 })], ['walkability']).dimensions[0],
    ).not.toHaveProperty('bands')
    expect([isRough(at(1)), isRough(at(1, { radius: 150 })), isRough(at(1, { radius: 150.1 }))]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('numbers places with the same name', () => {
    expect(getLabels([at(1, { label: 'Home' }), at(2, { label: 'Work' })])).toEqual(['Home', 'Work'])
    expect(getLabels([at(1, { label: 'Home' }), at(2, { label: 'Home' }), at(3)])).toEqual([
      'Home (1)',
      'Home (2)',
      'place 3 (3)',
    ])
  })

  it('reports approximate places at the same coordinates', () => {
    const rough = at(30, { radius: 900 })
    const labels = ['a', 'b', 'c']
    const text = 'These places cannot be told apart: a, b have the same coordinate'
    expect(sameCenterNote([rough, at(30), at(31)], labels)).toContain(text)
    expect(sameCenterNote([at(30), rough, at(31)], labels)).toContain(text)
    for (const other of [at(31, { radius: 900 }), at(30, { lon: -98, radius: 900 })])
      expect(sameCenterNote([rough, other, at(32)], labels)).toBeNull()
    expect(sameCenterNote([at(30), at(30), at(31)], labels)).toBeNull()
    const both = compareScores(vicinage, [at(33, { radius: 900 }), at(33)], ['fire']).note
    expect(both).toMatch(
      /^Outside the coverage \(.*\): place 1, place 2\. These places cannot be told apart: place 1, place 2 /,
    )
  })
})
