import { describe, expect, it } from 'vitest'
import { lively } from '../../../data-build/score/liveliness/score.ts'
import { liveliness } from '../../../src/answers/dimensions/liveliness.ts'
import { reading } from './reading.ts'

describe('the raw liveliness of a place', () => {
  it('weights the daytime population by 6, its surplus over residents by 2, stores by 1 and residents by 0.75', () => {
    expect(lively(1, 0, 0, 0, 1)).toBe(6 / 9.75)
    expect(lively(0, 1, 0, 0, 1)).toBe(0.75 / 9.75)
    expect(lively(0, 0, 1, 0, 1)).toBe(2 / 9.75)
    expect(lively(0, 0, 0, 1, 1)).toBe(1 / 9.75)
  })

  it('ranges from 0 to 1', () => {
    expect(lively(1, 1, 1, 1, 1)).toBe(1)
    expect(lively(1, 1, 1, 1, 0)).toBe(0)
  })
})

describe('the description of liveliness', () => {
  it('states whether work draws many people in or away during the day', () => {
    expect(liveliness.describe(reading(250, { day_people_km2: 21_400, people_km2: 4000 }))).toBe(
      'Urban hotspot: about 55,000 people per square mile (21,000 per km²) live, work or study here by day, far more than live here; visitors are not counted (2020-24).',
    )
    expect(liveliness.describe(reading(100, { day_people_km2: 1234, people_km2: 2000 }))).toBe(
      'Calm: about 3,200 people per square mile (1,200 per km²) live, work or study here by day, fewer than live here; visitors are not counted (2020-24).',
    )
    expect(liveliness.describe({ ...reading(150, { day_people_km2: 1234, people_km2: 1200 }), units: 'metric' })).toBe(
      'Some life: about 1,200 people per km² live, work or study here by day; visitors are not counted (2020-24).',
    )
    expect(liveliness.describe(reading(20, { day_people_km2: 0.1 }))).toBe(
      'Quiet enclave: hardly anyone lives, works or studies here by day; visitors are not counted (2020-24).',
    )
  })

  it('states next to a prison that inmates are not counted', () => {
    expect(liveliness.describe(reading(30, { day_people_km2: 120, people_km2: 200, inmates_km2: 900 }))).toBe(
      'Quiet enclave: about 310 people per square mile (120 per km²) live, work or study here by day, fewer than live here; visitors, inmates and patients are not counted (2020-24).',
    )
  })

  it('omits unknown facts, and states whether it is an estimate', () => {
    expect(liveliness.describe(reading(200, {}))).toBe('Lively (2020-24).')
    expect(liveliness.describe(reading(200, {}, 'estimate'))).toBe('Lively (estimate) (2020-24).')
  })
})
