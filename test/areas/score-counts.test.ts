import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ScoreCounts } from '../../src/areas/score-counts.ts'

it('finds the quantiles of a sorted list of people', () => {
  const people = fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  fc.assert(
    fc.property(people, fc.constantFrom(0.1, 0.25, 0.5, 0.9, 1), (groups, share) => {
      const counts = new ScoreCounts()
      for (const [score, weight] of groups) counts.add(score, weight)
      const each = groups.flatMap(([score, weight]) => Array<number>(score === 0 ? 0 : weight).fill(score))
      each.sort((a, b) => a - b)
      return counts.quantile(share) === (each[Math.ceil(share * each.length - 1e-9) - 1] ?? null)
    }),
  )
})

it('forgets what it counted', () => {
  const counts = new ScoreCounts()
  counts.add(7, 1)
  counts.clear()
  expect(counts.quantile(0.5)).toBeNull()
  counts.add(0, 5)
  expect(counts.quantile(0.5)).toBeNull()
})
