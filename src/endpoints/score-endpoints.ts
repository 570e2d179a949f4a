import type { Dimension } from '../dimensions/dimension.ts'
import { batchEndpoint } from './batch-endpoint.ts'
import { dimensionAmong, dimensionsAmong } from './dimension-parameter.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { lat, lon } from './known-parameters.ts'
import { dimensionsResponse, explanation, scoreResponse, scores } from './schemas.ts'

/** What the table needs to know of a dimension. */
export type ScoreDimension = Pick<Dimension, 'id' | 'group' | 'name' | 'scale' | 'method'>

/** The endpoint of each dimension's score, then `scores`, its batch, `explain` and the catalogue. */
export function scoreEndpoints(dimensions: readonly ScoreDimension[]): readonly Endpoint[] {
  const ids = dimensions.map(({ id }) => id)
  return [...dimensions.map(oneScore), manyScores(ids), batchEndpoint(ids), explainScore(ids), catalogue]
}

function oneScore({ id, group, name, scale, method }: ScoreDimension): Endpoint {
  const middle = scale.middle === null ? '' : ` 128 = ${scale.middle};`
  return defineEndpoint({
    id: `${group}.${camelCase(id)}`,
    method: 'GET',
    path: `/v1/${group}/${id}`,
    summary: `${name} score`,
    description: sentences(
      `${name} at a coordinate in California, Texas or Florida, as a score with a short description`,
      `1 = ${scale.low};${middle} 255 = ${scale.high}; 0 = ${scale.zero}`,
      method,
    ),
    parameters: [lat, lon],
    response: scoreResponse,
    answer: (vicinage, point) => ({ result: vicinage.score(id, point) }),
  })
}

function manyScores(ids: readonly string[]): Endpoint {
  return defineEndpoint({
    id: 'scores',
    method: 'GET',
    path: '/v1/scores',
    summary: 'Scores of many dimensions',
    description: 'Scores of several dimensions, or of all, at one coordinate, with their descriptions, in one call.',
    parameters: [lat, lon, dimensionsAmong(ids, 'query')],
    response: scores,
    answer: (vicinage, { dimensions, ...point }) =>
      vicinage.scores(dimensions === undefined ? point : { ...point, dimensions }),
  })
}

function explainScore(ids: readonly string[]): Endpoint {
  const dimension = dimensionAmong(ids)
  return defineEndpoint({
    id: 'explain',
    method: 'GET',
    path: '/v1/explain/{dimension}',
    summary: 'What is behind a score',
    description: sentences(
      'The score of one dimension at a coordinate with the raw values behind it, their units and the areas they stand for',
      'Says whether it was measured, modelled or estimated, where it stands among others, and which sources it comes from',
    ),
    parameters: [dimension, lat, lon],
    response: explanation,
    answer: (vicinage, { dimension, ...point }) => vicinage.explain(dimension, point),
  })
}

const catalogue = defineEndpoint({
  id: 'dimensions',
  method: 'GET',
  path: '/v1/dimensions',
  summary: 'The catalogue of dimensions',
  description: 'Every dimension: its identifier, group and path, the words of its scale, its method and its sources.',
  parameters: [],
  response: dimensionsResponse,
  answer: (vicinage) => ({ dimensions: [...vicinage.dimensions()] }),
})

function camelCase(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function sentences(...parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('.') ? part : `${part}.`)).join(' ')
}
