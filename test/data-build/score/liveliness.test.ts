import { describe, expect, it } from 'vitest'
import { lively } from '../../../data-build/score/liveliness/score.ts'
import { liveliness } from '../../../src/answers/dimensions/liveliness.ts'
import { reading } from './reading.ts'

describe('the raw liveliness of a place', () => {
  it('weighs daytime people by 3, daytime surplus by 2.25, stores by 2 and residents by 0.75', () => {
    expect(lively(1, 0, 0, 0, 1)).toBe(3 / 9)
    expect(lively(0, 1, 0, 0, 1)).toBe(0.75 / 9)
    expect(lively(0, 0, 1, 0, 1)).toBe(0.25)
    expect(lively(0, 0, 0, 1, 1)).toBe(3 / 9)
  })

  it('ranges from 0 to 1', () => {
    expect(lively(1, 1, 1, 1, 1)).toBe(1)
    expect(lively(1, 1, 1, 1, 0)).toBe(0)
  })
})

describe('the description of liveliness', () => {
  it('notes where work draws many people by day, and where it draws them away', () => {
    expect(liveliness.describe(reading(250, { day_people_km2: 21_400, people_km2: 4000 }))).toBe(
      'Urban hotspot: about 55,000 people per square mile (21,000 per km²) around by day, far more than live there (2020-24).',
    )
    expect(liveliness.describe(reading(100, { day_people_km2: 1234, people_km2: 2000 }))).toBe(
      'Calm: about 3,200 people per square mile (1,200 per km²) around by day, fewer than live there (2020-24).',
    )
    expect(liveliness.describe({ ...reading(150, { day_people_km2: 1234, people_km2: 1200 }), units: 'metric' })).toBe(
      'Some life: about 1,200 people per km² around by day (2020-24).',
    )
  })

  it('omits unknown facts, and says whether it is an estimate', () => {
    expect(liveliness.describe(reading(200, {}))).toBe('Lively (2020-24).')
    expect(liveliness.describe(reading(200, {}, 'estimate'))).toBe('Lively (estimate) (2020-24).')
  })
})
