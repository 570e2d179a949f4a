import { describe, expect, it } from 'vitest'
import type { DimensionEntry, Explanation, Scores, ScoresAround } from '../../../src/answers/scores/answers.ts'
import { ValidationError } from '../../../src/base/errors.ts'
import { callEndpoint, type Library } from '../../../src/library/contract/endpoint.ts'
import { type ScoreDimension, scoreEndpoints } from '../../../src/library/contract/scores.ts'
import { libraryFixture } from '../../faces/cli/console.ts'
import { refusedBy } from './refused-by.ts'

const scale = { low: 'loud', middle: null, high: 'calm', zero: 'no data' }
const than = ['Louder', 'Quieter'] as const
const dimensions: readonly ScoreDimension[] = [
  {
    id: 'noise-levels',
    group: 'environment',
    name: 'Noise levels',
    scale,
    ladder: [[1, 'Any']],
    than,
    method: 'Adds sources of sound.',
  },
  {
    id: 'flood',
    group: 'risk',
    name: 'Flood safety',
    scale: { ...scale, middle: 'even' },
    ladder: [[1, 'Any']],
    than,
    method: 'Reads zones.',
  },
]
const endpoints = scoreEndpoints(dimensions)

const explanation: Explanation = {
  dimension: 'flood',
  score: 7,
  description: 'Wet.',
  basis: 'estimate',
  inputs: [{ name: 'depth', value: 1.5, unit: 'm', geography: 'tract' }],
  percentile: { state: 3, coverage: 4, text: 'Louder than where 90% of Texans live.' },
  sources: [{ agency: 'A', title: 'T', vintage: '2020', license: 'public domain' }],
}
const { than: _, ladder: __, ...record } = dimensions[0]!
const entry: DimensionEntry = { ...record, path: '/v1/environment/noise-levels', words: [], loaded: true, sources: [] }

/** A library that repeats its input in its answers. */
const vicinage: Library = {
  ...libraryFixture,
  score: (dimension, { lat, lon }, { description = true } = {}) => ({
    score: 9,
    description: description ? `${dimension} ${lat} ${lon}` : null,
  }),
  scores: (place, { dimensions: ids = [] } = {}) =>
    Object.fromEntries(ids.map((id) => [id, { score: 9, description: `within ${place.radius}` }])) as never,
  scoresAround: ({ dimensions: ids = [], ...circle }) => ({
    ...circle,
    people: 12,
    scores: Object.fromEntries(
      ids.map((id) => [id, { score: 9, p10: 3, p90: 30, narrow: false }]),
    ) as ScoresAround['scores'],
  }),
  explain: (dimension, { lat, lon }) => ({ ...explanation, description: `${dimension} ${lat} ${lon}` }),
  dimensions: () => [entry],
}

function body(id: string, input: unknown): unknown {
  const endpoint = endpoints.find((candidate) => candidate.id === id)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  return endpoint.response.parse(callEndpoint(endpoint, vicinage, input))
}

const detailOf = (id: string, input: unknown) => refusedBy(() => body(id, input)).detail

describe('the score endpoint table', () => {
  it('contains one row per dimension, followed by scores, explain and dimensions', () => {
    expect(endpoints.map(({ id, method, path }) => `${id} ${method} ${path}`)).toEqual([
      'environment.noiseLevels GET /v1/environment/noise-levels',
      'risk.flood GET /v1/risk/flood',
      'scores GET /v1/scores',
      'scoresAround GET /v1/scores/around',
      'scoresBatch POST /v1/scores/batch',
      'explain GET /v1/explain/{dimension}',
      'dimensions GET /v1/dimensions',
    ])
  })

  it('contains exactly the path parameters in the braces of the path', () => {
    for (const { path, parameters } of endpoints) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(inPath).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]))
    }
  })

  it('describes the scale of each dimension', () => {
    const place = 'at a point in California, Texas or Florida, as a score with a short description.'
    expect(endpoints.slice(0, 2).map(({ description }) => description)).toEqual([
      `Noise levels ${place} 1 = loud; 255 = calm; 0 = no data. Adds sources of sound.`,
      `Flood safety ${place} 1 = loud; 128 = even; 255 = calm; 0 = no data. Reads zones.`,
    ])
  })
})

describe('the score endpoints', () => {
  it('return one dimension', () => {
    expect(body('environment.noiseLevels', { lat: '30', lon: '-97.5' })).toEqual({
      result: { score: 9, description: 'noise-levels 30 -97.5' },
    })
  })

  it('return several dimensions', () => {
    const all = body('scores', { lat: 30, lon: -97 }) as Scores
    expect(Object.keys(all)).toEqual(dimensions.map(({ id }) => id))
    expect(all.flood).toEqual({ score: 9, description: 'flood 30 -97' })
    expect(body('scores', { lat: 30, lon: -97, dimensions: 'flood,noise-levels' })).toEqual({
      flood: { score: 9, description: 'flood 30 -97' },
      'noise-levels': { score: 9, description: 'noise-levels 30 -97' },
    })
    const keeping: Library = {
      ...vicinage,
      score: (_, __, options) => ({ score: 9, description: JSON.stringify(options) }),
    }
    const ranked = callEndpoint(endpoints.find(({ id }) => id === 'scores')!, keeping, {
      lat: 30,
      lon: -97,
      percentiles: 'true',
    })
    expect((ranked as Scores).flood.description).toBe('{"percentiles":true}')
  })

  // Order, single errors and the maximum number of points are tested in test/faces/http/batch.test.ts.
  it('return several places, without descriptions if they are turned off', () => {
    const none = { score: 9, description: null }
    expect(body('scoresBatch', { points: [{ lat: 1, lon: 2 }], descriptions: false })).toEqual({
      results: [{ scores: { 'noise-levels': none, flood: none }, error: null }],
    })
  })

  it('return an explanation', () => {
    expect(body('explain', { dimension: 'flood', lat: 30, lon: -97 })).toEqual({
      ...explanation,
      description: 'flood 30 -97',
    })
  })

  it('use the requested units', () => {
    const asked: unknown[] = []
    const keeping: Library = {
      ...vicinage,
      score: (_, __, options) => {
        asked.push(options?.units)
        return { score: 0, description: null }
      },
      explain: (_, __, options) => {
        asked.push(options?.units)
        return explanation
      },
    }
    const point = { lat: 30, lon: -97 }
    for (const units of [{}, { units: 'us' }, { units: 'metric' }])
      for (const [id, input] of [
        ['scores', { ...point, dimensions: ['flood'] }],
        ['explain', { ...point, dimension: 'flood' }],
        ['scoresBatch', { points: [point], dimensions: ['flood'] }],
      ] as const)
        callEndpoint(endpoints.find((endpoint) => endpoint.id === id)!, keeping, { ...input, ...units })
    expect(asked).toEqual([undefined, undefined, undefined, 'us', 'us', 'us', 'metric', 'metric', 'metric'])
    expect(detailOf('explain', { ...point, dimension: 'flood', units: 'km' })).toEqual([
      {
        type: 'literal_error',
        loc: ['query', 'units'],
        msg: "Input should be 'us' or 'metric'",
        input: 'km',
        ctx: { expected: "'us' or 'metric'" },
      },
    ])
  })

  it('return the catalog for any valid input', () => {
    for (const input of [undefined, {}, []]) expect(body('dimensions', input)).toEqual({ dimensions: [entry] })
    expect(() => body('dimensions', { lat: 'x' })).toThrow(ValidationError)
  })

  it('reject an unknown parameter, but report it with other errors only if it resembles a known parameter', () => {
    const wrong = (input: object) => detailOf('scores', input).map(({ loc }) => loc[1])
    expect(wrong({ lat: 30, lon: -97, theme: 1 })).toEqual(['theme'])
    expect(wrong({ lat: 91, lon: -97, theme: 1 })).toEqual(['lat'])
    expect(wrong({ lat: 91, lon: -97, unit: 'us' })).toEqual(['unit', 'lat'])
  })

  it('reject unknown dimensions', () => {
    const expected = { expected: "'noise-levels' or 'flood'" }
    const msg = "Input should be 'noise-levels' or 'flood'"
    const point = { lat: 30, lon: -97 }
    expect(detailOf('explain', { dimension: 'hail', ...point })).toEqual([
      { type: 'literal_error', loc: ['path', 'dimension'], msg, input: 'hail', ctx: expected },
    ])
    expect(detailOf('scores', { dimensions: 'flood,hail', ...point })).toEqual([
      { type: 'literal_error', loc: ['query', 'dimensions', 1], msg, input: 'hail', ctx: expected },
    ])
  })
})
