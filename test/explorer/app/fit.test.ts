import { afterEach, describe, expect, it } from 'vitest'
import {
  getSentences,
  isPriority,
  prioritiesWords,
  weigh,
  weightWords,
} from '../../../src/explorer/app/fit/priorities.ts'
import { drawn, isByFit, priorities, showScore } from '../../../src/explorer/app/view.ts'

describe('priorities', () => {
  afterEach(() => {
    priorities.value = []
    showScore('walkability')
  })

  it('color the map by fit if at least one priority has a weight and no single score is selected', () => {
    expect(drawn.value).toEqual({ dimension: 'walkability', only: [] })
    weigh('noise-levels', 2)
    weigh('urban-rural', -1)
    const fit = [
      { dimension: 'noise-levels', weight: 2 },
      { dimension: 'urban-rural', weight: -1 },
    ]
    expect(drawn.value).toEqual({ dimension: 'walkability', only: [], fit })
    showScore('flood')
    expect(drawn.value).toEqual({ dimension: 'flood', only: [] })
    weigh('noise-levels', 3)
    expect(drawn.value.fit).toBeUndefined()
    isByFit.value = true
    weigh('noise-levels', 0)
    expect(drawn.value.fit).toEqual(fit.slice(1))
    weigh('urban-rural', 0)
    expect(drawn.value.fit).toBeUndefined()
  })

  it('are described in the words of the scales, heaviest weight first', () => {
    expect(weightWords('noise-levels', 0)).toBe('does not matter')
    expect(weightWords('noise-levels', 3)).toBe('matters a lot')
    expect(weightWords('urban-rural', -1)).toBe('more urban: matters a little')
    const all = [
      { dimension: 'air-quality', weight: 1 },
      { dimension: 'noise-levels', weight: 2 },
      { dimension: 'urban-rural', weight: -3 },
    ] as const
    expect(prioritiesWords(all)).toBe('more urban (a lot), quieter, cleaner air (a little)')
    expect(getSentences('Fair fit: 51 of 100 (50-74). For it: air.')).toEqual([
      'Fair fit: 51 of 100 (50-74).',
      'For it: air.',
    ])
  })

  it('may prefer the low end only on scales that are a matter of taste, and may not use dimensions about residents', () => {
    expect(isPriority({ dimension: 'urban-rural', weight: -3 })).toBe(true)
    expect(isPriority({ dimension: 'air-quality', weight: -1 })).toBe(false)
    expect(isPriority({ dimension: 'air-quality', weight: 4 })).toBe(false)
    for (const dimension of ['population-profile', 'ideological-lean', 'insurance-coverage'] as const)
      expect(isPriority({ dimension, weight: 1 })).toBe(false)
  })
})
