import { describe, expect, it } from 'vitest'
import {
  dimensionsAmong,
  findParameters,
  rankParameters,
  tileParameters,
  unitsIn,
} from '../../../src/base/parameters/endpoint-parameters.ts'
import { fitParameters, fitQueryParameters, wantIn, weightsIn } from '../../../src/base/parameters/fit-parameters.ts'
import * as known from '../../../src/base/parameters/known-parameters.ts'
import type { Parameter } from '../../../src/base/parameters/parameter.ts'

/** Describes what a parameter accepts in one line: its kind, limits and default. */
function limitsOf(parameter: Parameter): string {
  const fields: Readonly<Record<string, unknown>> = { ...parameter }
  const { ge, le, minLength, maxLength, maxItems, pattern, default: value } = fields
  const limits = { ge, le, minLength, maxLength, maxItems, pattern, default: value }
  const stated = Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [`${name} ${limit}`]))
  return [`${parameter.in} ${parameter.kind}${parameter.required ? '' : '?'}`, ...stated].join(', ')
}

const byName = (parameters: readonly Parameter[]) =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, limitsOf(parameter)]))

// Limits are promised to users of the service, so changing a limit changes the contract.
describe('parameter limits', () => {
  it('match the contract for places, addresses and schools', () => {
    expect(Object.fromEntries(Object.entries(known).map(([name, parameter]) => [name, limitsOf(parameter)]))).toEqual({
      lat: 'query float, ge -90, le 90',
      lon: 'query float, ge -180, le 180',
      radius: 'query float, ge 1, le 10000000',
      placeRadius: 'query float?, ge 0, le 10000000',
      level: 'query literals?',
      limit: 'query integer?, ge 1, le 50, default 10',
      sameDistrict: 'query boolean?, default false',
      leaId: 'query string, pattern ^\\d{7}$',
      ncesId: 'path string, pattern ^\\d{12}$',
      address: 'query string, minLength 1, maxLength 300',
      minLayer: 'query literal?',
      maxRadius: 'query float?, ge 0, le 10000000',
      country: 'query string?, minLength 2, maxLength 2, pattern ^[A-Za-z]{2}$',
      text: 'query string, minLength 1, maxLength 100',
      nearLat: 'query float?, ge -90, le 90',
      nearLon: 'query float?, ge -180, le 180',
      suggestionLimit: 'query integer?, ge 1, le 50, default 10',
      points: 'body points, maxItems 10000',
      percentiles: 'query boolean?, default false',
      descriptions: 'body boolean?, default true',
      zoom: 'path integer, ge 0, le 20',
    })
  })

  it('match the contract for searches and rankings', () => {
    expect(byName(findParameters)).toEqual({
      where: 'body object',
      within: 'body object',
      limit: 'body integer?, ge 1, le 50, default 10',
      rank_by: 'body string?, maxLength 40',
      by: 'body object?',
      min_people: 'body integer?, ge 0, le 100000000, default 0',
      outline: 'body boolean?, default false',
      demographics: 'body boolean?, default false',
      of: 'body literal?',
      postal_cities: 'body boolean?, default false',
    })
    expect(byName(rankParameters)).toEqual({
      of: 'query literal',
      limit: 'query integer?, ge 1, le 1000, default 10',
      order: 'query literal?',
      min_people: 'query integer?, ge 0, le 100000000, default 1',
      postal_cities: 'query boolean?, default false',
    })
  })

  it('match the contract for priorities', () => {
    expect(byName(fitParameters)).toEqual({
      weights: 'body object',
      want: 'body object?',
      among: 'body literal?',
      demographics: 'body boolean?, default false',
    })
    const [weights, want] = fitQueryParameters
    expect([weights.maxLength, want.maxLength]).toEqual([2000, 2000])
  })
})

describe('tile parameters', () => {
  it.each([
    ['0', 0],
    ['5', 31],
    ['14', 16_383],
    ['20', 1_048_575],
    ['21', 1_048_575],
    ['', 1_048_575],
    ['five', 1_048_575],
    ['123', 1_048_575],
  ])('at zoom %j allow columns and rows up to %d', (z, most) => {
    const [dimension, zoom, x, y] = tileParameters(['fire', 'flood'], z)
    expect([dimension.values, zoom.le]).toEqual([['fire', 'flood'], 20])
    expect([x.name, x.ge, x.le, y.name, y.ge, y.le]).toEqual(['x', 0, most, 'y', 0, most])
  })
})

it('shared parameters are marked as body or query parameters', () => {
  expect([unitsIn('body').in, unitsIn('query').in]).toEqual(['body', 'query'])
  const some = dimensionsAmong(['fire', 'flood', 'privacy'], 'query')
  expect([some.example, some.description]).toEqual(['fire,flood', 'Dimension ids, comma-separated. Default: all.'])
  expect(dimensionsAmong(['fire'], 'body').description).toBe('Dimension ids. Default: all.')
})

describe('priorities in a query string', () => {
  const [weights, want] = fitQueryParameters.map(
    (parameter) => new RegExp((parameter as { pattern?: string }).pattern ?? ''),
  )

  it('are parsed as weights and wants', () => {
    expect(weightsIn('walkability=3, noise-levels=0.5')).toEqual({ walkability: 3, 'noise-levels': 0.5 })
    expect(wantIn('urban-rural=low,privacy=128, fire=high')).toEqual({
      'urban-rural': 'low',
      privacy: { around: 128 },
      fire: 'high',
    })
  })

  it('are rejected without a valid weight for each dimension', () => {
    for (const text of ['fire=1', 'fire=1234567.123456789', 'noise-levels=0,fire=2'])
      expect(text, text).toMatch(weights)
    for (const text of ['', 'fire', 'fire=', 'fire=-1', 'fire=1e3', 'fire=12345678', 'fire=1,', 'fire=1.1234567890'])
      expect(text, text).not.toMatch(weights)
  })

  it('are rejected without a valid want for each dimension', () => {
    for (const text of ['fire=high', 'fire=low', 'privacy=255,fire=low']) expect(text, text).toMatch(want)
    for (const text of ['fire=middle', 'fire=1000', 'fire=', 'fire=low;']) expect(text, text).not.toMatch(want)
  })
})
