import type * as z from 'zod'
import { type DimensionId, methodName } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import { getScaleWords } from '../../answers/dimensions/words.ts'
import { explainIfLoaded, scoreIfLoaded, scoresAroundIfLoaded, scoresIfLoaded } from '../../answers/scores/if-loaded.ts'
import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { dimensionAmong, dimensionsAmong, intervalIn, unitsIn } from '../../base/parameters/endpoint-parameters.ts'
import {
  descriptions,
  lat,
  lon,
  percentiles,
  placeRadius,
  points,
  radius,
} from '../../base/parameters/known-parameters.ts'
import { ANY_COVERED } from '../../base/states.ts'
import {
  dimensionsResponse,
  explanation,
  scoreResponse,
  scores,
  scoresAroundResponse,
  scoresBatchResponse,
} from './answers.ts'
import { defineEndpoint, type Endpoint, type Library } from './endpoint.ts'
import { placeCost, placesCost } from './place-cost.ts'
import { getExample } from './score-examples.ts'

/** The fields of a dimension's record that its endpoints need. */
export type ScoreDimension = Pick<
  Dimension<DimensionId>,
  'id' | 'group' | 'name' | 'scale' | 'ladder' | 'than' | 'method'
>

const ONE_DIMENSION = 'For several dimensions of one place, use `scores`.'
const ABOUT_RESIDENTS = 'It describes an area: conclude nothing from it about a person.'

/** Returns the endpoints of all dimensions, followed by the endpoints for several scores, `explain` and the catalog. */
export function scoreEndpoints(dimensions: readonly ScoreDimension[]): readonly Endpoint[] {
  return [
    ...dimensions.map(scoreEndpoint),
    scoresEndpoint(dimensions),
    aroundEndpoint(dimensions),
    batchEndpoint(dimensions),
    explainEndpoint(dimensions),
    catalogEndpoint(dimensions),
  ]
}

function scoreEndpoint(dimension: ScoreDimension): Endpoint {
  const { id, group, name, scale, method } = dimension
  const middle = scale.middle === null ? '' : ` 128 = ${scale.middle};`
  return defineEndpoint({
    id: `${group}.${methodName(id)}`,
    method: 'GET',
    path: `/v1/${group}/${id}`,
    summary: `${name} score`,
    description: sentences(
      `${name} at a point in ${ANY_COVERED}, as a score with a short description`,
      `1 = ${scale.low};${middle} 255 = ${scale.high}; 0 = ${scale.zero}`,
      method,
    ),
    advice: group === 'demographics' ? `${ABOUT_RESIDENTS} ${ONE_DIMENSION}` : ONE_DIMENSION,
    parameters: [lat, lon],
    mirrored: true,
    response: scoreResponse,
    example: { result: getExample(dimension) },
    answer: (vicinage, point) => ({ result: scoreIfLoaded(vicinage, id, point) }),
  })
}

function scoresEndpoint(dimensions: readonly ScoreDimension[]): Endpoint {
  return defineEndpoint({
    id: 'scores',
    method: 'GET',
    path: '/v1/scores',
    cost: placeCost,
    summary: 'Scores of many dimensions',
    description:
      'Scores of several or all dimensions at one place, with their descriptions, in one call. For a place with a ' +
      'radius over 150 m, each score also has a band: the range of the scores in the circle.',
    advice:
      'Use this first to learn what a place is like. For an address, first get the coordinates from ' +
      'tools_geocode_single. For two to ten places side by side, use compare; for more, use scores_batch.',
    parameters: [
      lat,
      lon,
      placeRadius,
      dimensionsAmong(getIds(dimensions), 'query'),
      percentiles,
      intervalIn('query'),
      unitsIn('query'),
    ],
    response: scores,
    example: Object.fromEntries(
      dimensions.slice(0, 2).map((dimension) => {
        const text = `${dimension.than[1]} than where 62% of Texans live.`
        return [dimension.id, { ...getExample(dimension), percentile: { state: 62, coverage: 58, text } }]
      }),
    ),
    answer: (vicinage, { dimensions: ids = getIds(dimensions), percentiles, interval, units, ...place }) =>
      scoresIfLoaded(vicinage, place, ids, { percentiles, ...intervalOption(interval), units }),
  })
}

function aroundEndpoint(dimensions: readonly ScoreDimension[]): Endpoint {
  return defineEndpoint({
    id: 'scoresAround',
    method: 'GET',
    path: '/v1/scores/around',
    cost: placeCost,
    summary: 'Scores in a circle',
    description:
      'Scores of several or all dimensions in a circle: the score at its center, and the 10th and 90th percentile ' +
      'of the scores of the people inside. If these are less than 25 points apart, the score represents the whole ' +
      'circle.',
    advice:
      'Use it for an address that was only found roughly (a radius over 300 m). Report the band, as in ' +
      '"walkability 96-180", not the score at the center. For an exact place, use `scores`.',
    parameters: [lat, lon, radius, dimensionsAmong(getIds(dimensions), 'query')],
    response: scoresAroundResponse,
    example: {
      lat: lat.example,
      lon: lon.example,
      radius: radius.example,
      people: 31_204,
      scores: Object.fromEntries(
        dimensions.slice(0, 2).map((dimension) => {
          const { score } = getExample(dimension)
          const p10 = Math.max(1, score - 4)
          const p90 = Math.min(255, score + 30)
          return [dimension.id, { score, p10, p90, narrow: p90 - p10 < 25, without_data: 0, note: null }]
        }),
      ),
    },
    answer: (vicinage, { dimensions: ids = getIds(dimensions), ...circle }) =>
      scoresAroundIfLoaded(vicinage, { ...circle, dimensions: ids }),
  })
}

/** Number of milliseconds or places after which a chunk of an answer ends, whichever comes first. */
const CHUNK = { milliseconds: 5, places: 50 }

interface BatchRequest {
  readonly points: readonly unknown[]
  readonly dimensions: readonly DimensionId[]
  readonly descriptions: boolean
  readonly interval: boolean
  readonly units: Units | undefined
}

/** Result for one place of a batch. */
type BatchResult = z.output<typeof scoresBatchResponse>['results'][number]

/** Returns the endpoint for many places in one request. An invalid place only affects its own result. */
function batchEndpoint(dimensionRecords: readonly ScoreDimension[]): Endpoint {
  const ids = dimensionRecords.map(({ id }) => id)
  return defineEndpoint({
    id: 'scoresBatch',
    method: 'POST',
    path: '/v1/scores/batch',
    cost: ({ points: places }) =>
      placesCost(
        places.map((place) => ({ radius: getRadius(place) })),
        points.name,
      ),
    summary: 'Scores of many places',
    description:
      'Scores of several or all dimensions at up to 10,000 points, one entry per point in the order of ' +
      'the request. An invalid point has an error instead of scores and does not affect the others. A place ' +
      'with a radius costs more: at most 1,500 with radii up to 2.5 km, 750 up to 10 km, 120 up to 50 km, or 15 beyond.',
    advice:
      'Use it for more than ten places, with `descriptions` false unless the words are needed: all dimensions ' +
      `of 100 places are ${(ids.length * 100).toLocaleString('en-US')} scores. For one place, use \`scores\`; for two to ` +
      'ten, use compare.',
    parameters: [points, dimensionsAmong(ids, 'body'), descriptions, intervalIn('body'), unitsIn('body')],
    response: scoresBatchResponse,
    example: {
      results: points.example.map(() => ({
        scores: Object.fromEntries(
          dimensionRecords
            .slice(0, 2)
            .map((dimension) => [dimension.id, { score: getExample(dimension).score, description: null }]),
        ),
        error: null,
      })),
    },
    answer: (vicinage, { dimensions = ids, ...question }) => ({
      results: question.points.map((_, at) => resultAt(vicinage, at, { dimensions, ...question })),
    }),
    stream: (vicinage, { dimensions = ids, ...question }) => getChunks(vicinage, { dimensions, ...question }),
  })
}

/** Returns the radius of a place in a request; 0 if it is missing or invalid. */
function getRadius(place: unknown): number {
  const radius = (place as { readonly radius?: unknown } | null | undefined)?.radius ?? 0
  if (typeof radius === 'number') return radius
  try {
    return parse([placeRadius], { radius }).radius ?? 0
  } catch {
    return 0
  }
}

function* getChunks(vicinage: Library, question: BatchRequest): Iterable<string> {
  yield '{"results":['
  const { length } = question.points
  for (let at = 0; at < length; ) {
    const start = at
    const results: BatchResult[] = []
    const end = performance.now() + CHUNK.milliseconds
    do results.push(resultAt(vicinage, at++, question))
    while (at < length && results.length < CHUNK.places && performance.now() < end)
    yield `${start === 0 ? '' : ','}${JSON.stringify(results).slice(1, -1)}`
  }
  yield ']}'
}

function resultAt(
  vicinage: Library,
  at: number,
  { points, dimensions, descriptions, interval, units }: BatchRequest,
): BatchResult {
  try {
    const point = points[at]
    if (typeof point === 'object' && point !== null) checkPlace(point)
    const place = parse([lat, lon, placeRadius], point)
    const scores = scoresIfLoaded(vicinage, place, dimensions, {
      description: descriptions,
      ...intervalOption(interval),
      units,
    })
    return { scores, error: null }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { scores: null, error: error.detail.map((detail) => ({ ...detail, loc: locAt(at, detail) })) }
  }
}

function locAt(at: number, { loc }: ValidationDetail): (string | number)[] {
  return ['body', 'points', at, ...(loc.length > 1 ? loc.slice(1) : loc)]
}

function explainEndpoint(dimensions: readonly ScoreDimension[]): Endpoint {
  const dimension = dimensionAmong(getIds(dimensions))
  return defineEndpoint({
    id: 'explain',
    method: 'GET',
    path: '/v1/explain/{dimension}',
    cost: placeCost,
    summary: 'Explanation of a score',
    description: sentences(
      'The score of one dimension at a place with the raw values it is computed from, their units and areas',
      'Says whether the score was measured, modeled or estimated, and gives its percentile and sources',
    ),
    advice: 'Use it when someone asks for reasons, certainty (`interval`) or sources.',
    parameters: [dimension, lat, lon, placeRadius, intervalIn('query'), unitsIn('query')],
    response: explanation,
    example: {
      dimension: dimension.example,
      ...(dimensions[0] === undefined ? { score: 0, description: null } : getExample(dimensions[0])),
      basis: 'modeled',
      inputs: [
        {
          name: 'People within a few miles, averaged over night and day',
          value: 5012,
          unit: 'people/km²',
          geography: AROUND,
        },
        { name: 'Residents within about a mile, 2020', value: 2818, unit: 'people/km²', geography: CENTER },
      ],
      percentile: { state: 4, coverage: 9, text: 'More urban than where 95% of Texans live.' },
      sources: [CENTERS],
    },
    answer: (vicinage, { dimension, interval, units, ...place }) =>
      explainIfLoaded(vicinage, dimension, place, { ...intervalOption(interval), units }),
  })
}

function catalogEndpoint(dimensions: readonly ScoreDimension[]): Endpoint {
  return defineEndpoint({
    id: 'dimensions',
    method: 'GET',
    path: '/v1/dimensions',
    summary: 'The catalog of dimensions',
    description: 'Every dimension: its identifier, group and path, the words of its scale, its method and its sources.',
    advice: 'Use it for identifiers, the meaning of scales, and sources to cite. It needs no place.',
    parameters: [],
    response: dimensionsResponse,
    example: {
      dimensions: dimensions.slice(1, 2).map(({ id, group, name, scale, ladder, method }) => {
        const words = getScaleWords(ladder)
        return { id, group, path: `/v1/${group}/${id}`, name, scale, words, method, loaded: true, sources: [CENTERS] }
      }),
    },
    answer: (vicinage) => ({ dimensions: [...vicinage.dimensions()] }),
  })
}

/** Returns the option for intervals if they were requested. */
function intervalOption(interval: boolean): { interval?: true } {
  return interval ? { interval } : {}
}

const AROUND = 'the neighborhood around the place (mean)'
const CENTER = 'the neighborhood around the center of census block group 484530011022 (mean)'
const CENTERS = {
  agency: 'U.S. Census Bureau',
  title: 'Centers of population 2020: block groups, tracts, counties',
  vintage: '2020 census',
  license: 'public domain (U.S. government work)',
}

function getIds(dimensions: readonly ScoreDimension[]): DimensionId[] {
  return dimensions.map(({ id }) => id)
}

function sentences(...parts: readonly string[]): string {
  return parts.map((part) => (part.endsWith('.') ? part : `${part}.`)).join(' ')
}
