import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../../src/base/errors.ts'
import { parse } from '../../../src/base/parameters/check.ts'
import { writeValidationBody } from '../../../src/base/parameters/validation-body.ts'
import {
  type JsonSchema,
  type MediaType,
  type Operation,
  openApiDocument,
  type ResponseObject,
} from '../../../src/faces/http/openapi.ts'
import { callEndpoint } from '../../../src/library/contract/endpoint.ts'
import { bodyErrorExamples, parameterErrorExamples } from '../../../src/library/contract/refusals.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import { builtVicinage } from '../../library/built.ts'
import { validatorOf } from './validator.ts'

const document = openApiDocument({ version: '0.1.0', auth: true })
const about = ['/health', '/metrics', '/openapi.json']

describe('the OpenAPI document', () => {
  it("contains every endpoint of the table and the service's own paths, and nothing else", () => {
    const rows = new Map<string, object>()
    for (const { path, method, id } of endpoints) rows.set(path, { ...rows.get(path), [method.toLowerCase()]: id })
    const own = about.map((path) => [path, { get: path.replace(/\W|json/g, '') }])
    const ids = Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, operation.operationId])),
    ])
    expect(ids).toEqual([...rows, ...own])
  })

  it('contains the parameters of every endpoint, with body parameters in the schema of the body', () => {
    for (const { path, method, parameters } of endpoints) {
      const operation = document.paths[path]![method === 'GET' ? 'get' : 'post']!
      const names = (operation.parameters ?? []).map(({ name, in: place, required }) => [name, place, required])
      const sent = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
      const body = sent === undefined ? {} : document.components.schemas[sent]!
      const fields = Object.keys(body.properties ?? {}).map((name) => [name, 'body', body.required?.includes(name)])
      expect([...names, ...fields]).toEqual(parameters.map(({ name, in: place, required }) => [name, place, required]))
    }
  })

  it('describes a list in the query as a string with a pattern', () => {
    const level = document.paths['/v1/schools/search/school-ratings']!.get!.parameters!.find(
      ({ name }) => name === 'level',
    )
    expect(level).toEqual({
      name: 'level',
      in: 'query',
      required: false,
      description: 'School levels, comma-separated. Default: all levels.',
      schema: { type: 'string', pattern: '^(?:elementary|middle|high)(?:,(?:elementary|middle|high))*$' },
      example: 'middle,high',
    })
  })

  it('lists the errors of each kind of operation', () => {
    const statuses = (path: string, method: 'get' | 'post' = 'get') =>
      Object.keys(document.paths[path]![method]!.responses).join(' ')
    expect(statuses('/v1/vibe/walkability')).toBe('200 401 422 429 500')
    expect(statuses('/v1/dimensions')).toBe('200 401 429 500')
    expect(statuses('/v1/schools/school/{nces_id}')).toBe('200 401 404 422 429 500')
    expect(statuses('/v1/schools/search/school-by-district')).toBe('200 401 404 422 429 500')
    expect(statuses('/v1/scores/batch', 'post')).toBe('200 401 413 422 429 500 503')
    for (const path of about) expect(statuses(path)).toBe('200')
  })

  it("requires a key on every path except the service's own paths", () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes!.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const [path, operation] of operationsOf(document)) {
      expect(operation.security).toEqual(about.includes(path) ? [] : undefined)
    }
  })

  it('mentions no keys, limits or limit headers for a service without keys', () => {
    const open = openApiDocument({ version: '0.1.0', auth: false })
    expect(open.security).toEqual([])
    expect(Object.keys(open.components.headers)).toEqual(['X-Request-Id'])
    for (const [, { responses }] of operationsOf(open)) {
      expect(Object.keys(responses)).not.toContain('401')
      expect(Object.keys(responses)).not.toContain('429')
    }
    expect(JSON.stringify(open)).not.toMatch(/"401"|"429"|RateLimit|Retry-After|WWW-Authenticate/)
  })

  it('contains no absolute URL', () => {
    expect(JSON.stringify(document)).not.toMatch(/https?:|www\./i)
    // The server URL is relative, so it is right wherever the service is mounted.
    const urls = document.servers.map(({ url }) => new URL(url, 'https://host.example/scores/openapi.json').href)
    expect(urls).toEqual(['https://host.example/scores/'])
  })
})

function operationsOf({ paths }: typeof document): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((one) => [path, one] as [string, Operation]),
  )
}

const problemsOf = validatorOf(document)

const places = {
  'Downtown Austin': { lat: 30.2672, lon: -97.7431 },
  'the Mission': { lat: 37.7599, lon: -122.4148 },
  'The Villages': { lat: 28.9342, lon: -81.9748 },
  'the forest above Los Angeles': { lat: 34.3, lon: -118.1 },
  'outside the coverage': { lat: 0, lon: 0 },
  'the South Pole': { lat: -90, lon: 180 },
}

describe('responses from the built data', async () => {
  const vicinage = await builtVicinage()
  const answerOf = (id: string, input: object) =>
    JSON.parse(JSON.stringify(callEndpoint(endpointOf(id), vicinage, input)))

  it.each(Object.entries(places))('match the schemas of the document for %s', (name, point) => {
    for (const { id, parameters } of endpoints) {
      const hasPlace = parameters.some((parameter) => parameter.name === 'lat')
      // Endpoints without a place give the same answer for all places.
      if (!hasPlace && name !== 'Downtown Austin') continue
      const every = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
      const necessary = Object.fromEntries(
        parameters.filter(({ required }) => required).map((one) => [one.name, one.example]),
      )
      const asked = hasPlace ? point : {}
      for (const input of [
        { ...every, ...asked },
        { ...necessary, ...asked },
      ]) {
        expect({ id, problems: problemsOf(schemaOf(id), answerOf(id, input)) }).toEqual({ id, problems: [] })
      }
    }
    const ids = answerOf('dimensions', {}).dimensions.map((one: { id: string }) => one.id)
    for (const dimension of ids) {
      expect(problemsOf(schemaOf('explain'), answerOf('explain', { dimension, ...point }))).toEqual([])
    }
    const { schools } = answerOf('schools.schoolRatings', { ...point, limit: 50 })
    for (const { nces_id } of schools) {
      expect(problemsOf(schemaOf('schools.school'), answerOf('schools.school', { nces_id }))).toEqual([])
    }
  })

  it('match the schemas when nothing is found or a point is invalid', () => {
    const nowhere = answerOf('tools.geocodeSingle', { address: 'Nowhere 1', country: 'DE' })
    expect(nowhere).toMatchObject({ lat: null, lon: null })
    expect(problemsOf(schemaOf('tools.geocodeSingle'), nowhere)).toEqual([])
    const points = [{ lat: 91, lon: 'x' }, null, 7, places['the Mission'], {}]
    const batch = answerOf('scoresBatch', { points })
    expect(batch.results.map((one: { error: unknown }) => one.error === null)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
    expect(problemsOf(schemaOf('scoresBatch'), batch)).toEqual([])
  })

  it('are rejected by the schemas if a field is extra or missing', () => {
    for (const { id, parameters } of endpoints) {
      const answer = answerOf(id, Object.fromEntries(parameters.map(({ name, example }) => [name, example])))
      expect(problemsOf(schemaOf(id), { ...answer, more: 1 }), id).not.toEqual([])
      if (id === 'scores') continue
      // Only approximate places have a band, and intervals are sent only on request.
      for (const key of Object.keys(answer).filter((key) => key !== 'band' && key !== 'interval')) {
        const { [key]: _, ...less } = answer
        expect(problemsOf(schemaOf(id), less), `${id} ${key}`).not.toEqual([])
      }
    }
  })

  it.each([
    ['schools.school', { nces_id: '000000000000' }, 'SchoolNotFound'],
    ['schools.schoolByDistrict', { lea_id: '0000000' }, 'DistrictNotFound'],
  ])('contain the documented 404 message for %s', (id, input, name) => {
    const [example] = Object.values(document.components.responses[name]!.content['application/json']!.examples!)
    const { detail } = example!.value as { detail: string }
    expect(detail).toMatch(/not found$/)
    expect(() => answerOf(id, input)).toThrow(expect.objectContaining({ name: 'NotFoundError', detail }))
    expect(operationOf(id).responses[404]).toEqual({ $ref: `#/components/responses/${name}` })
  })

  it('match the 422 schema for invalid input', () => {
    const refused = {
      ...{ lat: 'x', lon: 181, level: 'senior', limit: 0, same_district: 'maybe', lea_id: '', nces_id: '' },
      ...{ address: '', country: 'USA', dimension: '', dimensions: '', points: 1, descriptions: 2 },
    }
    for (const { id, parameters } of endpoints) {
      if (parameters.length === 0) continue
      const { $ref } = operationOf(id).responses[422] as { $ref: string }
      const { schema } = document.components.responses[$ref.split('/').at(-1)!]!.content['application/json']!
      for (const input of [{}, refused]) {
        const body = refusal(() => callEndpoint(endpointOf(id), vicinage, input))
        if (body !== undefined)
          expect(problemsOf(schema, JSON.parse(writeValidationBody(body.detail, parameters))), id).toEqual([])
        else expect(parameters.some(({ required }) => required)).toBe(false)
      }
    }
  })
})

function endpointOf(id: string) {
  return endpoints.find((endpoint) => endpoint.id === id)!
}

function operationOf(id: string): Operation {
  const { path, method } = endpointOf(id)
  return document.paths[path]![method === 'GET' ? 'get' : 'post']!
}

function schemaOf(id: string): JsonSchema {
  return (operationOf(id).responses[200] as ResponseObject).content['application/json']!.schema
}

function refusal(attempt: () => unknown): ValidationError | undefined {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  return undefined
}

describe('the examples in the OpenAPI document', () => {
  it('match their own schemas', () => {
    const pairs = [...examplesIn(document)]
    expect(pairs.length).toBeGreaterThan(100)
    for (const { at, schema, value } of pairs)
      expect({ at, problems: problemsOf(schema, value) }).toEqual({ at, problems: [] })
  })

  it('cover every response and every parameter', () => {
    for (const { path, method, parameters } of endpoints) {
      const operation = document.paths[path]![method === 'GET' ? 'get' : 'post']!
      const answer = operation.responses[200] as { content: Record<string, MediaType> }
      expect(answer.content['application/json']!.example, path).toBeDefined()
      for (const { example, name } of operation.parameters ?? []) expect(example, name).toBeDefined()
      const given = Object.fromEntries((operation.parameters ?? []).map(({ name, example }) => [name, String(example)]))
      const sent = (operation.requestBody?.content['application/json']?.example ?? {}) as object
      expect(() => parse(parameters, { ...given, ...sent })).not.toThrow()
    }
  })
})

describe('the error examples in the OpenAPI document', () => {
  it('cover every error type of the contract once', () => {
    expect(parameterErrorExamples.map(({ type }) => type)).toEqual([
      ...['missing', 'float_parsing', 'int_parsing', 'int_parsing_size', 'bool_parsing'],
      ...['less_than_equal', 'greater_than_equal', 'string_too_short', 'string_too_long'],
      ...['string_pattern_mismatch', 'literal_error'],
    ])
    expect(bodyErrorExamples.map(({ type }) => type)).toEqual([
      ...['missing', 'list_type', 'too_long', 'json_invalid', 'model_attributes_type'],
    ])
  })
})

/** Yields every example of a document with its schema. */
function* examplesIn(part: unknown, at = ''): Generator<{ at: string; schema: JsonSchema; value: unknown }> {
  if (typeof part !== 'object' || part === null) return
  const { schema, example, examples } = part as { schema?: JsonSchema; example?: unknown; examples?: unknown }
  if (schema !== undefined && example !== undefined) yield { at, schema, value: example }
  if (schema !== undefined && examples !== undefined) {
    for (const { value } of Object.values(examples as Record<string, { value: unknown }>)) yield { at, schema, value }
  }
  if (schema === undefined && Array.isArray(examples)) {
    for (const value of examples) yield { at, schema: part as JsonSchema, value }
  }
  for (const [key, inner] of Object.entries(part)) {
    if (key !== 'example' && key !== 'examples') yield* examplesIn(inner, `${at}/${key}`)
  }
}

// The service's own paths take no input, and neither does the catalog if the service has no keys. None of them has a
// 4XX response.
const rules = { 'operation-4xx-response': 'off' } as const

describe('the recommended rules of Redocly', () => {
  it.each([{ auth: true }, { auth: false }])('report no problems in the document for %j', async (options) => {
    expect(await lintProblems(openApiDocument({ version: '0.1.0', ...options }))).toEqual([])
  })

  it('report an example that violates its schema and a broken reference', async () => {
    const text = JSON.stringify(openApiDocument({ version: '0.1.0', auth: true }))
    expect(await lintProblems(JSON.parse(text.replace(/"score":(\d)/g, '"score":9$1')))).not.toEqual([])
    expect(await lintProblems(JSON.parse(text.replace('schemas/ScoreResponse"', 'schemas/Absent"')))).not.toEqual([])
  })
})

async function lintProblems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}
