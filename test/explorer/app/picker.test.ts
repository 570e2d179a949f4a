import { beforeAll, describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { loosened } from '../../../src/explorer/app/area/loosened.ts'
import type { Filter } from '../../../src/explorer/app/engine/engine.ts'
import { getProgress } from '../../../src/explorer/app/loading.tsx'
import { examples, groups } from '../../../src/explorer/app/picker/groups.ts'
import { stories } from '../../../src/explorer/app/start/stories.ts'
import { conditionWords, getSentence } from '../../../src/explorer/app/words.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { builtVicinage } from '../../library/built.ts'

describe('the dimension picker', () => {
  it('lists every dimension once, in a group', () => {
    const ids = groups().flatMap(({ members }) => members.map(({ id }) => id))
    expect([...ids].sort()).toEqual(dimensions.map(({ id }) => id).sort())
  })
})

describe('the description of a condition', () => {
  it.each<[Filter, string]>([
    [{ dimension: 'noise-levels', from: 187, to: 255 }, 'quiet or quieter'],
    [{ dimension: 'noise-levels', from: 255, to: 255 }, 'nature sounds only'],
    [{ dimension: 'noise-levels', from: 1, to: 113 }, 'loud or louder'],
    [{ dimension: 'walkability', from: 180, to: 255 }, 'at least somewhat walkable (180 or more)'],
    [{ dimension: 'walkability', from: 52, to: 255 }, 'mostly car dependent or more walkable'],
    [{ dimension: 'dog-friendliness', from: 104, to: 255 }, 'at least good for dogs'],
    [{ dimension: 'walkability', from: 1, to: 179 }, 'at most somewhat walkable (179 or less)'],
    [{ dimension: 'urban-rural', from: 25, to: 99 }, 'urban'],
    [{ dimension: 'urban-rural', from: 20, to: 90 }, 'dense urban core (20 or more) to urban (90 or less)'],
    [{ dimension: 'flood', from: 202, to: 255 }, 'uncertain flood risk or low flood risk'],
    [{ dimension: 'fire', from: 1, to: 255 }, 'Fire hazard known'],
  ])('matches the expected words for %j', (condition, words) => {
    expect(conditionWords(condition)).toBe(words)
  })

  it('joins conditions into one sentence', () => {
    const only = (['walkability', 'flood'] as const).map((dimension) => ({ dimension, from: 100, to: 255 }))
    expect(getSentence(only.slice(0, 2))).toBe(
      'Colored: mostly car dependent (100 or more) or more walkable; substantial flood risk or uncertain flood risk or low flood risk.',
    )
    expect(getSentence(only.slice(0, 1))).toBe('Colored: mostly car dependent (100 or more) or more walkable.')
  })
})

describe('the example conditions', () => {
  it('start at the bounds of scale words, so that no matching place contradicts them', () => {
    for (const { only } of [...examples, ...stories])
      for (const { dimension, from } of only)
        expect(dimensions.find(({ id }) => id === dimension)!.ladder.map(([start]) => start)).toContain(from)
  })

  let vicinage: Vicinage
  beforeAll(async () => {
    vicinage = await builtVicinage()
  })

  const cities = {
    Austin: [30.27, -97.74],
    'San Francisco': [37.76, -122.44],
    Miami: [25.77, -80.22],
    Houston: [29.76, -95.37],
  }

  it.each(examples.map((example) => [example.name, example] as const))(
    'match part of at least one city and never a whole city, for %s',
    (_, { only, dimension }) => {
      expect(only.map((one) => one.dimension)).toContain(dimension)
      let some = 0
      for (const [city, [lat, lon]] of Object.entries(cities)) {
        const places = squareAround(lat, lon)
        const kept = places.filter((place) =>
          only.every(({ dimension, from, to }) => within(vicinage.score(dimension, place).score, from, to)),
        )
        if (kept.length > places.length * 0.005) some++
        expect(kept.length, city).toBeLessThan(places.length * 0.9)
      }
      expect(some).toBeGreaterThanOrEqual(1)
    },
  )

  it.each(['San Francisco, CA', 'Sacramento, CA', 'Miami, FL', 'Tampa, FL', 'Austin, TX'])(
    'each match areas in %s',
    (within) => {
      const totals = examples.map(({ name, only }) => {
        const where = Object.fromEntries(only.map(({ dimension, from }) => [dimension, { min: from }]))
        return [name, vicinage.find({ where, within, limit: 1 }).total]
      })
      expect(totals.filter(([, total]) => total === 0)).toEqual([])
    },
  )
})

describe('the loading progress', () => {
  const loading = (file: string, bytes: number, state: 'loading' | 'ready' | 'failed') =>
    [file, { file, bytes, state }] as const

  it('counts the bytes of all files requested since loading began', () => {
    const all = new Map([
      loading('old', 900, 'ready'),
      loading('a', 300, 'ready'),
      loading('b', 100, 'loading'),
      loading('c', 5, 'failed'),
    ])
    const { part, waiting } = getProgress(all, new Set(['old']))
    expect(part).toBe(0.75)
    expect(waiting.map(({ file }) => file)).toEqual(['b'])
  })

  it('is complete if there is nothing to load', () => {
    expect(getProgress(new Map(), new Set()).part).toBe(1)
  })
})

/** Returns 40 × 40 places within 0.1°. */
function squareAround(lat: number, lon: number): { lat: number; lon: number }[] {
  return Array.from({ length: 1600 }, (_, i) => ({
    lat: lat + ((i % 40) - 20) * 0.005,
    lon: lon + (Math.floor(i / 40) - 20) * 0.005,
  }))
}

function within(score: number, from: number, to: number): boolean {
  return score >= from && score <= to
}

describe('unmet conditions', () => {
  it('are relaxed by one class of the scale, except for hazards', () => {
    const quiet = { dimension: 'noise-levels', from: 187, to: 255 } as const
    const suburban = { dimension: 'urban-rural', from: 100, to: 174 } as const
    const flood = { dimension: 'flood', from: 202, to: 255 } as const
    const wider = loosened([quiet, suburban, flood])!
    expect(wider.map(conditionWords)).toEqual([
      'moderate noise or quieter',
      'urban to small town or outskirts',
      conditionWords(flood),
    ])
    expect(loosened([flood])).toBeNull()
    expect(loosened([{ ...quiet, from: 1 }])).toBeNull()
  })
})
