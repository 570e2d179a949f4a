import * as z from 'zod'
import { AREA_NOTATION, getArea } from '../../answers/areas/named-area.ts'
import type { FitRequest } from '../../answers/fit/answers.ts'
import { ifLoaded, refusedArgument, ValidationError } from '../../base/errors.ts'
import { rankParameters } from '../../base/parameters/endpoint-parameters.ts'
import { fitParameters, fitQueryParameters, wantIn, weightsIn } from '../../base/parameters/fit-parameters.ts'
import { lat, lon, placeRadius } from '../../base/parameters/known-parameters.ts'
import { want } from './answers.ts'
import { callLibrary, notFound, RANK_COST, rankingResponse, TIMEOUT, throwNotFound, within } from './areas.ts'
import { describeFields } from './describe-fields.ts'
import { defineEndpoint, type Endpoint, type NotFound } from './endpoint.ts'
import { placeCost } from './place-cost.ts'

const percent = z.number().min(0).max(100)
const share = z.number().min(0).max(1)

const contribution = z
  .object(
    describeFields('FitContribution', {
      dimension: z.string(),
      want,
      weight: share,
      score: z.int().min(1).max(255).nullable(),
      basis: z.enum(['measured', 'modeled', 'estimate']).nullable(),
      match: percent.nullable(),
      people_with_data: share.nullable(),
      points: percent.nullable(),
    }),
  )
  .meta({ id: 'FitContribution' })

export const fitResponse = z
  .object(
    describeFields('Fit', {
      fit: percent.int().nullable(),
      interval: z.object({ low: percent.int(), high: percent.int() }).nullable(),
      contributions: z.array(contribution),
      missing: z.array(z.string()),
      missing_weight: share,
      description: z.string(),
    }),
  )
  .meta({ title: 'FitResponse' })

const example: z.output<typeof fitResponse> = {
  fit: 61,
  interval: null,
  contributions: [
    {
      dimension: 'walkability',
      want: 'high',
      weight: 0.6,
      score: 255,
      basis: 'modeled',
      match: 100,
      people_with_data: 1,
      points: 60,
    },
    {
      dimension: 'noise-levels',
      want: 'high',
      weight: 0.4,
      score: 126,
      basis: 'estimate',
      match: 1.7,
      people_with_data: 1,
      points: 0.68,
    },
  ],
  missing: [],
  missing_weight: 0,
  description:
    'Good fit: 61 of 100. For it: walkability (better for fewer than 1% of Texans). Against it: noise levels ' +
    '(estimate, better for 98% of Texans).',
}

const METHOD =
  "Each score becomes a percentage: the share of the state's residents with data whose score is no better, as judged by " +
  '`want`; the fit is the weighted mean, 0 to 100. A dimension without data is left out. Because of fair-housing law, ' +
  'dimensions about residents are refused unless `demographics` is true.'

const notLoaded: NotFound = {
  name: 'DimensionNotLoaded',
  description: 'The service was started without the data for one of the weighted dimensions.',
  detail: 'Walkability is not loaded: its bundle was not included.',
}

/** Parses the strings of a query, such as `walkability=3,privacy=1` for the weights, into a request. */
export function parseFitRequest(texts: {
  readonly weights: string
  readonly want?: string | undefined
  readonly among?: 'state' | 'coverage' | undefined
  readonly demographics?: boolean | undefined
}): FitRequest<string> {
  const { weights, want, ...others } = texts
  return { ...others, weights: weightsIn(weights), want: want === undefined ? undefined : wantIn(want) }
}

/**
 * Calls the library, and rethrows its errors about priorities as errors about the HTTP request.
 *
 * @throws {NotFoundError} when data is not loaded
 */
export function callFit<Answer>(part: 'query' | 'body', call: () => Answer): Answer {
  try {
    return ifLoaded(call, throwNotFound)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const detail = error.detail.map(({ loc, ...problem }) => ({ ...problem, loc: [part, ...loc.slice(1)] }))
    throw new ValidationError(detail, undefined, error.code)
  }
}

/** Calls the library, and rethrows its errors about the area and the priorities as errors about the query. */
function callRank<Answer>(call: () => Answer): Answer {
  return callLibrary('query', () => callFit('query', call))
}

/** Endpoints for fits, under `/v1/fit` and `/v1/rankings`. */
export const fitEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'fit',
    method: 'GET',
    path: '/v1/fit',
    cost: placeCost,
    summary: 'How well a place fits',
    description: `How well a place fits somebody's priorities, given as weights by dimension. ${METHOD}`,
    advice: 'Use it when someone says what matters to them. For the scores themselves, use `scores`.',
    parameters: [lat, lon, placeRadius, ...fitQueryParameters],
    response: fitResponse,
    example,
    notFound: notLoaded,
    answer: (vicinage, { lat, lon, radius, ...priorities }) =>
      callFit('query', () => vicinage.fit({ lat, lon, radius }, parseFitRequest(priorities))),
  }),
  defineEndpoint({
    id: 'fitPost',
    method: 'POST',
    path: '/v1/fit',
    cost: placeCost,
    summary: 'How well a place fits, as JSON',
    description: `How well a place fits somebody's priorities, sent as JSON. ${METHOD}`,
    advice: 'Use it for weights in a JSON object. For weights in a text, use `fit`.',
    parameters: [{ ...lat, in: 'body' }, { ...lon, in: 'body' }, { ...placeRadius, in: 'body' }, ...fitParameters],
    response: fitResponse,
    example,
    notFound: notLoaded,
    answer: (vicinage, { lat, lon, radius, ...priorities }) =>
      callFit('body', () => vicinage.fit({ lat, lon, radius }, priorities as FitRequest<string>)),
  }),
  defineEndpoint({
    id: 'areas.rankByFit',
    method: 'GET',
    path: '/v1/rankings',
    cost: RANK_COST,
    summary: 'Areas ranked by fit',
    description:
      'Ranks cities, ZIPs, counties or school districts by the mean fit of their residents (`mean`). Areas where more ' +
      `than half of the people have no fit are left out. ${METHOD}`,
    advice: 'Use it to find which cities or ZIPs suit somebody best. For a single dimension, use areas_rank.',
    parameters: [...fitQueryParameters, ...rankParameters, within],
    response: rankingResponse,
    example: {
      boundary: 'exact',
      total: 1920,
      areas: [
        {
          rank: 1,
          kind: 'zip',
          id: '78202',
          name: '78202',
          people: 11_422,
          mean: 77.3,
          without_data: 0,
          contributions: [
            {
              dimension: 'walkability',
              want: 'high',
              weight: 0.6,
              score: 208.1,
              match: 93,
              points: 55.83,
              without_data: 0,
            },
            {
              dimension: 'noise-levels',
              want: 'high',
              weight: 0.4,
              score: 174.7,
              match: 53.8,
              points: 21.5,
              without_data: 0,
            },
          ],
        },
      ],
    },
    notFound,
    answer: (
      vicinage,
      { of, within, limit, order, min_people: minPeople, postal_cities: postalCities, ...priorities },
    ) =>
      callRank(() => {
        const area = within === undefined ? undefined : getArea(within)
        if (area === null)
          throw refusedArgument('within', `'${within}' is not a known area; write areas as ${AREA_NOTATION}`, within)
        const options = { of, limit, order, minPeople, postalCities, within: area, timeout: TIMEOUT }
        return vicinage.rank(parseFitRequest(priorities), options)
      }),
  }),
]
