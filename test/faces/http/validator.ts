import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema, OpenApiDocument } from '../../../src/faces/http/openapi.ts'

/** Judges values by the schemas of a document: the problems found, none for a value that fits. */
export function validatorOf(document: OpenApiDocument): (schema: JsonSchema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  // Not a keyword of JSON Schema: where OpenAPI keeps the schemas that references lead to.
  ajv.addKeyword('components')
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile({ ...schema, components: document.components })
    compiled.set(text, validate)
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
