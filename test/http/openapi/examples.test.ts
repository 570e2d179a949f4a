import { describe, expect, it } from 'vitest'
import * as known from '../../../src/endpoints/known-parameters.ts'
import { parse } from '../../../src/endpoints/parameters.ts'
import { endpoints } from '../../../src/endpoints/table.ts'
import { type ValidationDetail, ValidationError } from '../../../src/errors.ts'
import type { JsonSchema, MediaType } from '../../../src/http/openapi/document.ts'
import { bodyRefusals, parameterRefusals } from '../../../src/http/openapi/refusal-examples.ts'
import { openApiDocument } from '../../../src/http/openapi.ts'
import { readBody } from '../../../src/http/read-body.ts'
import { validatorOf } from './validator.ts'

const document = openApiDocument({ version: '0.1.0', auth: true })
const problems = validatorOf(document)

describe('the examples of the document', () => {
  it('fit their own schemas', () => {
    const pairs = [...examplesIn(document)]
    expect(pairs.length).toBeGreaterThan(100)
    for (const { at, schema, value } of pairs)
      expect({ at, problems: problems(schema, value) }).toEqual({ at, problems: [] })
  })

  it('are there for every answer of the table and every parameter', () => {
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

describe('the examples of refusals', () => {
  it('are what the parameters answer, one for each reason of the contract', () => {
    expect(parameterRefusals.map(({ type }) => type)).toEqual([
      'missing',
      'float_parsing',
      'int_parsing',
      'int_parsing_size',
      'bool_parsing',
      'less_than_equal',
      'greater_than_equal',
      'string_too_short',
      'string_too_long',
      'string_pattern_mismatch',
      'literal_error',
    ])
    for (const example of parameterRefusals) {
      const parameter = Object.values(known).find(({ name }) => name === example.loc[1])!
      const given = { [parameter.name]: sent(example) }
      const [detail] = refusal(() => parse([parameter], given))
      expect({ ...detail, input: example.input }).toEqual(example)
      if (example.type !== 'int_parsing_size') expect(detail!.input).toEqual(example.input)
    }
  })

  it('are what a body answers', () => {
    const texts = {
      missing: '{}',
      list_type: '{"points":"30.2672,-97.7431"}',
      too_long: JSON.stringify({ points: Array(10_001).fill(null) }),
      json_invalid: '{"points":',
      model_attributes_type: '[30.2672,-97.7431]',
    }
    expect(bodyRefusals.map(({ type }) => type)).toEqual(Object.keys(texts))
    const { parameters } = endpoints.find(({ id }) => id === 'scoresBatch')!
    for (const [at, body] of Object.values(texts).entries()) {
      const details = refusal(() => parse(parameters, readBody(body)))
      expect(details).toEqual([bodyRefusals[at]])
    }
  })

  function sent({ type, input }: ValidationDetail): unknown {
    if (type === 'missing') return undefined
    if (type === 'int_parsing_size') return '1'.padEnd(4301, '0')
    return type === 'literal_error' ? `high,${input}` : input
  }

  function refusal(attempt: () => unknown): readonly ValidationDetail[] {
    try {
      attempt()
    } catch (error) {
      if (error instanceof ValidationError) return error.detail
      throw error
    }
    return []
  }
})

/** Every example of a document beside the schema that it is one of. */
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
