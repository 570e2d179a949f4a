import * as z from 'zod'
import { methodName } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { ANY_COVERED } from '../states.ts'
import { batchEndpoint } from './batch.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { dimensionAmong, dimensionsAmong } from './endpoint-parameters.ts'
import { lat, lon } from './known-parameters.ts'

/**
 * The answers of the score endpoints, of `scores`, of `explain` and of the catalog. What is inside answers has an `id` and becomes a
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
  .describe('One entry per requested dimension, under the identifier of the dimension.')
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
    vintage: z.string().describe('Year or years of the data.'),
    license: z.string().describe('Terms of use.'),
  })
  .meta({ id: 'Source' })

const percentile = z.number().min(0).max(100).nullable()

const input = z
  .object({
    name: z.string().describe('What was measured.'),
    value: z.union([z.number(), z.string()]).nullable().describe('The raw value; null where no source gives one.'),
    unit: z.string().nullable().describe('Unit of the value; null for words and plain numbers.'),
    geography: z.string().describe('The area of the value: cell, block group, tract, county and so on.'),
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
    inputs: z.array(input).describe('The raw values that the score is made from.'),
    percentile: z
      .object({
        state: percentile.describe('Share of the people of the state who live at a lower or equal score, percent.'),
        coverage: percentile.describe('The same among the people of the whole coverage, percent.'),
      })
      .describe('The score among those of others; null when there is no data.'),
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
export type ScoreDimension = Pick<Dimension, 'id' | 'group' | 'name' | 'scale' | 'method' | 'example'>

const ONE_DIMENSION = 'For several dimensions of one place use scores.'
const ABOUT_RESIDENTS = 'It is about an area: conclude nothing from it about a person.'

/** The endpoint of each dimension's score, then `scores`, its batch, `explain` and the catalog. */
export function scoreEndpoints(dimensions: readonly ScoreDimension[]): readonly Endpoint[] {
  return [
    ...dimensions.map(oneScore),
    manyScores(dimensions),
    batchEndpoint(dimensions),
    explainScore(dimensions),
    catalog(dimensions),
  ]
}

function oneScore({ id, group, name, scale, method, example }: ScoreDimension): Endpoint {
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
    advice: group === 'demographics' ? `${ABOUT_RESIDENTS} ${ONE_DIMENSION}` : ONE_DIMENSION,
    parameters: [lat, lon],
    response: scoreResponse,
    example: { result: example },
    answer: (vicinage, point) => ({ result: vicinage.score(id, point) }),
  })
}

function manyScores(dimensions: readonly ScoreDimension[]): Endpoint {
  return defineEndpoint({
    id: 'scores',
    method: 'GET',
    path: '/v1/scores',
    summary: 'Scores of many dimensions',
    description: 'Scores of several dimensions, or of all, at one coordinate, with their descriptions, in one call.',
    advice:
      'The first choice for what a place is like; of an address, ask tools_geocode_single for the coordinate first. For two to ten places side by side use compare, for more scores_batch.',
    parameters: [lat, lon, dimensionsAmong(idsOf(dimensions), 'query')],
    response: scores,
    example: Object.fromEntries(dimensions.slice(0, 2).map(({ id, example }) => [id, example])),
    answer: (vicinage, { dimensions, ...point }) =>
      vicinage.scores(dimensions === undefined ? point : { ...point, dimensions }),
  })
}

function explainScore(dimensions: readonly ScoreDimension[]): Endpoint {
  const dimension = dimensionAmong(idsOf(dimensions))
  return defineEndpoint({
    id: 'explain',
    method: 'GET',
    path: '/v1/explain/{dimension}',
    summary: 'Score explained',
    description: sentences(
      'The score of one dimension at a coordinate with the raw values it is made from, their units and areas',
      'Says whether it was measured, modelled or estimated, its percentile, and its sources',
    ),
    advice:
      'Use it when somebody asks why, how sure or by whose data; the score alone is cheaper from the other tools.',
    parameters: [dimension, lat, lon],
    response: explanation,
    example: {
      dimension: dimension.example,
      ...(dimensions[0]?.example ?? { score: 0, description: null }),
      basis: 'modelled',
      inputs: [
        { name: 'People within about 1 km', value: 2500, unit: 'people/km²', geography: BLOCK_GROUP },
        { name: 'Day-time people within about 1 km', value: 9000, unit: 'people/km²', geography: BLOCK_GROUP },
      ],
      percentile: { state: 4.5, coverage: 9.25 },
      sources: [CENTERS],
    },
    answer: (vicinage, { dimension, ...point }) => vicinage.explain(dimension, point),
  })
}

function catalog(dimensions: readonly ScoreDimension[]): Endpoint {
  return defineEndpoint({
    id: 'dimensions',
    method: 'GET',
    path: '/v1/dimensions',
    summary: 'The catalog of dimensions',
    description: 'Every dimension: its identifier, group and path, the words of its scale, its method and its sources.',
    advice: 'Needs no place. Use it for identifiers, for the words of the scales and for sources to cite.',
    parameters: [],
    response: dimensionsResponse,
    example: {
      dimensions: dimensions.slice(1, 2).map(({ id, group, name, scale, method }) => {
        return { id, group, path: `/v1/${group}/${id}`, name, scale, method, sources: [CENTERS] }
      }),
    },
    answer: (vicinage) => ({ dimensions: [...vicinage.dimensions()] }),
  })
}

const BLOCK_GROUP = 'census block group 484530000001, Travis County, Texas'
const CENTERS = {
  agency: 'U.S. Census Bureau',
  title: 'Centers of population 2020: block groups, tracts, counties',
  vintage: '2020 census',
  license: 'public domain (U.S. government work)',
}

function idsOf(dimensions: readonly ScoreDimension[]): string[] {
  return dimensions.map(({ id }) => id)
}

function sentences(...parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('.') ? part : `${part}.`)).join(' ')
}
