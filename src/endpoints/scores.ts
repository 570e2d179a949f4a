import * as z from 'zod'
import { methodName } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { ANY_COVERED } from '../states.ts'
import { batchEndpoint } from './batch.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { dimensionAmong, dimensionsAmong } from './endpoint-parameters.ts'
import { lat, lon } from './known-parameters.ts'

/**
 * The answers of the score endpoints, of `scores`, of `explain` and of the catalogue. What stands inside answers has an `id` and becomes a
 * shared definition of JSON Schema; a whole answer has a `title` only, because MCP wants `type: object` at its root, not a reference.
 */

export const score = z
  .object({
    score: z
      .int()
      .min(0)
      .max(255)
      .describe('0-255. 0 = no data for the location; 1-255 on the scale of the dimension.'),
    description: z.string().nullable().describe('Short text for people that explains the score.'),
  })
  .meta({ id: 'ScoreResult' })
export type Score = z.infer<typeof score>

export const scoreResponse = z.object({ result: score }).meta({ title: 'ScoreResponse' })

export const scores = z
  .record(z.string(), score)
  .describe('One entry per dimension asked for, under the identifier of the dimension.')
  .meta({ title: 'Scores' })
export type Scores = z.infer<typeof scores>

export const validationDetail = z
  .object({
    type: z.string().describe('Machine-readable reason, such as `missing` or `less_than_equal`.'),
    loc: z.array(z.union([z.string(), z.int()])).describe('Where the value came from, such as `["query", "lat"]`.'),
    msg: z.string().describe('The reason as a sentence for people.'),
    input: z.unknown().describe('The value as it was received.'),
    ctx: z.record(z.string(), z.unknown()).optional().describe('Bounds or choices that the reason refers to.'),
  })
  .meta({ id: 'ValidationError' })

export const scoresBatchResponse = z
  .object({
    results: z
      .array(
        z.object({
          scores: scores.nullable().describe('Scores of the place by dimension; null when the place was refused.'),
          error: z.array(validationDetail).nullable().describe('Why the place was refused; null otherwise.'),
        }),
      )
      .describe('One entry per place, in the order of the places.'),
  })
  .meta({ title: 'ScoresBatchResponse' })

export const source = z
  .object({
    agency: z.string().describe('Who published the data.'),
    title: z.string().describe('Name of the dataset.'),
    vintage: z.string().describe('Year or years that the data stand for.'),
    license: z.string().describe('Terms of use.'),
  })
  .meta({ id: 'Source' })

const percentile = z.number().min(0).max(100).nullable()

const input = z
  .object({
    name: z.string().describe('What was measured.'),
    value: z.union([z.number(), z.string()]).nullable().describe('The raw value; null where no source gives one.'),
    unit: z.string().nullable().describe('Unit of the value; null for words and plain numbers.'),
    geography: z.string().describe('The area that the value stands for: cell, block group, tract, county and so on.'),
  })
  .meta({ id: 'ExplanationInput' })

export const explanation = z
  .object({
    dimension: z.string().describe('Identifier of the dimension.'),
    ...score.shape,
    basis: z
      .enum(['measured', 'modelled', 'estimate'])
      .nullable()
      .describe(
        'measured = an observation or official zone at the place; modelled = computed from nearby observations; estimate = a coarser area or a proxy; null when there is no data.',
      ),
    inputs: z.array(input).describe('The raw values behind the score.'),
    percentile: z
      .object({
        state: percentile.describe('Share of the people of the state who live at a lower or equal score, per cent.'),
        coverage: percentile.describe('The same among the people of the whole coverage, per cent.'),
      })
      .describe('Where the score stands among others; null when there is no data.'),
    sources: z.array(source).describe('The datasets that the score was made from.'),
  })
  .meta({ title: 'Explanation' })
export type Explanation = z.infer<typeof explanation>

export const dimensionEntry = z
  .object({
    id: z.string().describe('Identifier of the dimension, the last part of its path.'),
    group: z.enum(['vibe', 'environment', 'demographics', 'risk']),
    path: z.string().describe('Path of the score endpoint.'),
    name: z.string().describe('Name for people.'),
    scale: z
      .object({
        low: z.string().describe('Meaning of 1.'),
        middle: z.string().nullable().describe('Meaning of 128; null where the scale has no fixed middle.'),
        high: z.string().describe('Meaning of 255.'),
        zero: z.string().describe('Meaning of 0.'),
      })
      .describe('What the ends of the scale mean.'),
    method: z.string().describe('How the score is made, in one line.'),
    sources: z.array(source).describe('The datasets that the score is made from.'),
  })
  .meta({ id: 'Dimension' })
export type DimensionEntry = z.infer<typeof dimensionEntry>

export const dimensionsResponse = z
  .object({ dimensions: z.array(dimensionEntry) })
  .meta({ title: 'DimensionsResponse' })

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
    id: `${group}.${methodName(id)}`,
    method: 'GET',
    path: `/v1/${group}/${id}`,
    summary: `${name} score`,
    description: sentences(
      `${name} at a coordinate in ${ANY_COVERED}, as a score with a short description`,
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

function sentences(...parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('.') ? part : `${part}.`)).join(' ')
}
