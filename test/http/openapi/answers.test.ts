import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detailJson } from '../../../src/endpoints/detail-json.ts'
import { ask } from '../../../src/endpoints/endpoint.ts'
import { endpoints } from '../../../src/endpoints/table.ts'
import { NotFoundError, ValidationError } from '../../../src/errors.ts'
import type { JsonSchema, Operation, ResponseObject } from '../../../src/http/openapi/document.ts'
import { openApiDocument } from '../../../src/http/openapi.ts'
import { openVicinage } from '../../../src/open.ts'
import { validatorOf } from './validator.ts'

const built = existsSync(new URL('../../../dist-data/manifest.json', import.meta.url))
const title = built ? 'answers of the built data' : 'answers (skipped: dist-data/manifest.json is not built)'

const document = openApiDocument({ version: '0.1.0', auth: true })
const problems = validatorOf(document)

const places = {
  'Downtown Austin': { lat: 30.2672, lon: -97.7431 },
  'the Mission': { lat: 37.7599, lon: -122.4148 },
  'The Villages': { lat: 28.9342, lon: -81.9748 },
  'the forest above Los Angeles': { lat: 34.3, lon: -118.1 },
  'outside the coverage': { lat: 0, lon: 0 },
  'the South Pole': { lat: -90, lon: 180 },
}

describe.skipIf(!built)(title, async () => {
  const vicinage = built ? await openVicinage() : (undefined as never)
  const answerOf = (id: string, input: object) => JSON.parse(JSON.stringify(ask(endpointOf(id), vicinage, input)))

  it.each(Object.entries(places))('fit the schemas of the document: %s', (_, point) => {
    for (const { id, parameters } of endpoints) {
      const given = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
      const all = Object.fromEntries(
        parameters.filter(({ required }) => required).map((one) => [one.name, one.example]),
      )
      for (const input of [
        { ...given, ...point },
        { ...all, ...point },
      ]) {
        expect({ id, problems: problems(schemaOf(id), answerOf(id, input)) }).toEqual({ id, problems: [] })
      }
    }
    const ids = answerOf('dimensions', {}).dimensions.map((one: { id: string }) => one.id)
    for (const dimension of ids) {
      expect(problems(schemaOf('explain'), answerOf('explain', { dimension, ...point }))).toEqual([])
    }
    const { schools } = answerOf('schools.schoolRatings', { ...point, limit: 50 })
    for (const { nces_id } of schools) {
      expect(problems(schemaOf('schools.school'), answerOf('schools.school', { nces_id }))).toEqual([])
    }
  })

  it('fit them when there is nothing to be found, or a point is wrong', () => {
    const nowhere = answerOf('tools.geocodeSingle', { address: 'Nowhere 1', country: 'DE' })
    expect(nowhere).toMatchObject({ lat: null, lon: null })
    expect(problems(schemaOf('tools.geocodeSingle'), nowhere)).toEqual([])
    const points = [{ lat: 91, lon: 'x' }, null, 7, places['the Mission'], {}]
    const batch = answerOf('scoresBatch', { points })
    expect(batch.results.map((one: { error: unknown }) => one.error === null)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
    expect(problems(schemaOf('scoresBatch'), batch)).toEqual([])
  })

  it('do not fit with a field too many or too few', () => {
    for (const { id, parameters } of endpoints) {
      const answer = answerOf(id, Object.fromEntries(parameters.map(({ name, example }) => [name, example])))
      expect(problems(schemaOf(id), { ...answer, more: 1 }), id).not.toEqual([])
      if (id === 'scores') continue
      for (const key of Object.keys(answer)) {
        const { [key]: _, ...less } = answer
        expect(problems(schemaOf(id), less), `${id} ${key}`).not.toEqual([])
      }
    }
  })

  it.each([
    ['schools.school', { nces_id: '000000000000' }, 'SchoolNotFound'],
    ['schools.schoolByDistrict', { lea_id: '0000000' }, 'DistrictNotFound'],
  ])('of 404 are those of the document: %s', (id, input, name) => {
    const [example] = Object.values(document.components.responses[name]!.content['application/json']!.examples!)
    const { detail } = example!.value as { detail: string }
    expect(detail).toMatch(/not found$/)
    expect(() => answerOf(id, input)).toThrow(new NotFoundError(detail))
    expect(operationOf(id).responses[404]).toEqual({ $ref: `#/components/responses/${name}` })
  })

  it('that refuse fit the schema of 422', () => {
    const refused = {
      lat: 'x',
      lon: 181,
      level: 'senior',
      limit: 0,
      same_district: 'maybe',
      lea_id: '',
      nces_id: '',
      address: '',
      country: 'USA',
      dimension: '',
      dimensions: '',
      points: 1,
      descriptions: 2,
    }
    for (const { id, parameters } of endpoints) {
      if (parameters.length === 0) continue
      const { $ref } = operationOf(id).responses[422] as { $ref: string }
      const { schema } = document.components.responses[$ref.split('/').at(-1)!]!.content['application/json']!
      for (const input of [{}, refused]) {
        const body = refusal(() => ask(endpointOf(id), vicinage, input))
        if (body !== undefined)
          expect(problems(schema, JSON.parse(detailJson(body.detail, parameters))), id).toEqual([])
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
