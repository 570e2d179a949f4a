import { describe, expect, it } from 'vitest'
import { lively } from '../../data-build/score/liveliness/score.ts'
import { liveliness } from '../../src/dimensions/liveliness.ts'
import { reading } from './reading.ts'

describe('lively', () => {
  it('weighs day-time people 4, index 2, residents and day-time surplus 1 each', () => {
    expect(lively(1, 0, 0, 0, 1)).toBe(0.5)
    expect(lively(0, 1, 0, 0, 1)).toBe(0.25)
    expect(lively(0, 0, 1, 0, 1)).toBe(0.125)
    expect(lively(0, 0, 0, 1, 1)).toBe(0.125)
  })

  it('reaches both ends', () => {
    expect(lively(1, 1, 1, 1, 1)).toBe(1)
    expect(lively(1, 1, 1, 1, 0)).toBe(0)
  })
})

describe('describe', () => {
  it('notes where work draws people and where it sends them away', () => {
    expect(liveliness.describe(reading(250, { day_people_km2: 21_400, people_km2: 4000 }))).toBe(
      'Urban hotspot: about 21000 people per km² by day, far more than live there.',
    )
    expect(liveliness.describe(reading(100, { day_people_km2: 1234, people_km2: 2000 }))).toBe(
      'Calm: about 1200 people per km² by day, fewer than live there.',
    )
    expect(liveliness.describe(reading(150, { day_people_km2: 1234, people_km2: 1200 }))).toBe(
      'Some life: about 1200 people per km² by day.',
    )
  })

  it('is modest where few are', () => {
    expect(liveliness.describe(reading(3, { day_people_km2: 12, people_km2: 1 }))).toBe(
      'Quiet enclave: fewer than 100 people per km² by day.',
    )
  })

  it('leaves out what is not known and names an estimate', () => {
    expect(liveliness.describe(reading(200, { day_people_km2: 5000 }))).toBe(
      'Lively: about 5000 people per km² by day.',
    )
    expect(liveliness.describe(reading(200, {}, 'estimate'))).toBe('Lively (estimate).')
  })
})
