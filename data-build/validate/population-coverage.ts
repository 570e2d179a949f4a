import type { Check } from './check.ts'

/**
 * How the people are spread over a dimension's scores: nobody is served by a scale on which most places are alike.
 * `apart` is a score that the scale itself makes common and that the second line leaves out.
 */
export function coverageChecks(
  dimension: string,
  scores: Uint8Array,
  population: Float64Array,
  apart: number | null = null,
): readonly Check[] {
  const people = new Float64Array(256)
  for (let b = 0; b < scores.length; b++) people[scores[b]] += population[b]
  const total = population.reduce((sum, count) => sum + count, 0)
  const without = (100 * people[0]) / total
  const common = people.reduce(
    (most, count, score) => (score === 0 || score === apart ? most : Math.max(most, count)),
    0,
  )
  const n = scores.length
  const exception = apart === null ? '' : ` other than ${apart}`
  return [
    {
      dimension,
      check: 'people without a score',
      statistic: '%',
      value: without,
      n,
      trial: null,
      reached: without <= 1,
    },
    {
      dimension,
      check: `people on the most common score${exception}`,
      statistic: '%',
      value: (100 * common) / total,
      n,
      trial: null,
      reached: common <= 0.3 * total,
    },
  ]
}
