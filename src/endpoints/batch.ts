import type * as z from 'zod'
import { type ValidationDetail, ValidationError } from '../errors.ts'
import { parse } from './check.ts'
import { defineEndpoint, type Endpoint, type Library } from './endpoint.ts'
import { dimensionsAmong } from './endpoint-parameters.ts'
import { descriptions, lat, lon, points } from './known-parameters.ts'
import { type ScoreDimension, scoresBatchResponse } from './scores.ts'

/** Places between two chunks of an answer: some 2 ms of work with all dimensions. */
const CHUNK = 100

interface BatchRequest {
  readonly points: readonly unknown[]
  readonly dimensions: readonly string[]
  readonly descriptions: boolean
}

/** What is answered about one place of many. */
type BatchResult = z.output<typeof scoresBatchResponse>['results'][number]

/** Scores of many places in one request; a wrong place spoils its own entry only. */
export function batchEndpoint(dimensionRecords: readonly ScoreDimension[]): Endpoint {
  const ids = dimensionRecords.map(({ id }) => id)
  return defineEndpoint({
    id: 'scoresBatch',
    method: 'POST',
    path: '/v1/scores/batch',
    summary: 'Scores of many places',
    description:
      'Scores of several dimensions, or of all, at up to 10,000 coordinates. One entry per coordinate, in the order of the request; a coordinate that is refused has an error in place of scores, and the others are answered.',
    advice: `Use it for more than ten places, with \`descriptions\` false unless the words are needed: all dimensions of 100 places are ${(ids.length * 100).toLocaleString('en-US')} scores. For one place use scores, for two to ten compare.`,
    parameters: [points, dimensionsAmong(ids, 'body'), descriptions],
    response: scoresBatchResponse,
    example: {
      results: points.example.map(() => ({
        scores: Object.fromEntries(
          dimensionRecords.slice(0, 2).map(({ id, example }) => [id, { score: example.score, description: null }]),
        ),
        error: null,
      })),
    },
    answer: (vicinage, { dimensions = ids, ...question }) => ({
      results: question.points.map((_, at) => resultAt(vicinage, at, { dimensions, ...question })),
    }),
    stream: (vicinage, { dimensions = ids, ...question }) => ({
      places: question.points.length,
      json: chunksOf(vicinage, { dimensions, ...question }),
    }),
  })
}

function* chunksOf(vicinage: Library, question: BatchRequest): Iterable<string> {
  yield '{"results":['
  for (let start = 0; start < question.points.length; start += CHUNK) {
    const some = question.points.slice(start, start + CHUNK).map((_, i) => resultAt(vicinage, start + i, question))
    yield `${start === 0 ? '' : ','}${JSON.stringify(some).slice(1, -1)}`
  }
  yield ']}'
}

function resultAt(vicinage: Library, at: number, { points, dimensions, descriptions }: BatchRequest): BatchResult {
  try {
    const point = parse([lat, lon], points[at])
    const scores = dimensions.map((id) => [id, vicinage.score(id, point, { description: descriptions })] as const)
    return { scores: Object.fromEntries(scores), error: null }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { scores: null, error: error.detail.map((detail) => ({ ...detail, loc: locAt(at, detail) })) }
  }
}

function locAt(at: number, { loc }: ValidationDetail): (string | number)[] {
  return ['body', 'points', at, ...loc.slice(1)]
}
