import { rankCorrelation, weightedMean } from '../../statistics.ts'
import type { Checker } from '../../validate/check.ts'
import { readDogPlaces } from './score.ts'

const dimension = 'dog-friendliness'

export const check: Checker = async (context) => {
  const scores = context.centerScores(dimension)
  const parks = rankCorrelation(scores, context.eji('E_PARK'))
  const { dogParks } = await readDogPlaces(context.sources)
  const near = context.scores(dimension, dogParks.lat, dogParks.lon)
  const here = near.filter((score) => score > 0)
  const mean = weightedMean(here, new Uint8Array(here.length).fill(1))
  return [
    {
      dimension,
      check: 'land within a mile of a park (an input: agreement, not proof), at block-group centres',
      statistic: 'Spearman rho',
      value: parks.rho,
      n: parks.n,
      trial: 0.745,
      reached: parks.rho >= 0.7445,
    },
    {
      dimension,
      check: 'mean score at the recorded dog parks (people have 128 on average)',
      statistic: 'mean score',
      value: mean,
      n: here.length,
      trial: null,
      reached: null,
    },
  ]
}
