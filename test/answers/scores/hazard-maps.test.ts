import { describe, expect, it } from 'vitest'
import { isFloodEstimate } from '../../../src/answers/dimensions/flood.ts'
import type { Explanation } from '../../../src/answers/scores/answers.ts'
import { mapsAt } from '../../../src/answers/scores/hazard-maps.ts'

const NEITHER = { estimated: 0, replaced: 0 }

describe('mapsAt()', () => {
  // CAL FIRE's maps of 2007-2011 were replaced from 2024 on. FEMA replaces its maps county by county.
  it.each([
    ['fire', 'measured', '2007-2011', { estimated: 0, replaced: 1 }],
    ['fire', 'measured', '2023', { estimated: 0, replaced: 1 }],
    ['fire', 'measured', '2024', NEITHER],
    ['fire', 'measured', '2025-03', NEITHER],
    ['fire', 'measured', null, { estimated: 0, replaced: 1 }],
    ['fire', 'estimate', null, { estimated: 1, replaced: 0 }],
    ['flood', 'measured', '2020-07', NEITHER],
    ['flood', 'estimate', null, { estimated: 1, replaced: 0 }],
    ['walkability', 'modeled', undefined, NEITHER],
  ] as const)(
    'counts estimated and replaced maps for %s (%s) with a map of %s',
    (dimension, basis, map_date, expected) => {
      expect(mapsAt({ dimension, basis, map_date } as Explanation)).toEqual(expected)
    },
  )
})

it('a flood score above every zone but below unshaded X has the basis estimate', () => {
  // Scores from 176 to 245 are estimates. The highest score of a zone is 175, for land behind a levee, and unshaded X
  // scores 255.
  expect([0, 90, 175, 176, 210, 245, 246, 255].filter(isFloodEstimate)).toEqual([176, 210, 245])
})
