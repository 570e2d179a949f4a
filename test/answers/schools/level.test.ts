import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getLevel, levelBits, levelsServed } from '../../../src/answers/schools/level.ts'

const { elementary, middle, high } = levelBits

describe('the level of a school', () => {
  it.each([
    ['Prekindergarten', '-1 to -1'],
    ['Elementary', '-1 to 0, 0 to 5, 0 to 8, 3 to 3, 3 to 8'],
    ['Middle', '4 to 4, 4 to 9, 6 to 8, 7 to 7, 7 to 9, 8 to 8, 8 to 9'],
    ['High', '7 to 10, 7 to 12, 8 to 11, 9 to 9, 9 to 12, 12 to 12, 9 to 14'],
    ['Combined', '-1 to 12, 0 to 9, 3 to 9, 4 to 10, 6 to 12, 0 to 14'],
    ['Ungraded', '13 to 13, 13 to 14'],
    ['Adult Education', '14 to 14'],
  ])('is %s for grades %s', (level, spans) => {
    for (const span of spans.split(', ')) {
      const [lowest, highest] = span.split(' to ').map(Number)
      expect(getLevel(lowest, highest), span).toBe(level)
    }
  })
})

describe('the levels under which a school is listed', () => {
  it('consist of its own level and every level in which it teaches at least two grades', () => {
    const served = (lowest: number, highest: number) => levelsServed(getLevel(lowest, highest), lowest, highest)
    expect(served(-1, 12)).toBe(elementary | middle | high)
    expect(served(0, 14)).toBe(elementary | middle | high)
    expect(served(0, 8)).toBe(elementary | middle)
    expect(served(0, 6)).toBe(elementary)
    expect(served(-1, 0)).toBe(elementary)
    expect(served(6, 12)).toBe(middle | high)
    expect(served(8, 12)).toBe(high)
    expect(served(8, 8)).toBe(middle)
    expect(served(4, 5)).toBe(elementary | middle)
    for (const grade of [-1, 13, 14]) expect(served(grade, grade)).toBe(0)
  })

  it('include at least one level for any span of regular grades', () => {
    const grade = fc.integer({ min: 0, max: 12 })
    fc.assert(
      fc.property(grade, grade, (a, b) => {
        const [lowest, highest] = [Math.min(a, b), Math.max(a, b)]
        expect(levelsServed(getLevel(lowest, highest), lowest, highest), `${lowest}-${highest}`).toBeGreaterThan(0)
      }),
    )
  })

  it('include only its own level if the grades are unknown, and all three for a Combined school', () => {
    expect(levelsServed('Middle', null, null)).toBe(middle)
    expect(levelsServed('Combined', null, null)).toBe(elementary | middle | high)
    expect(levelsServed(null, null, null)).toBe(0)
  })
})
