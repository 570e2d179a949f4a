import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema, OpenApiDocument } from '../../../src/faces/http/openapi.ts'

/** Returns a function that checks a value against a schema of the document and lists its problems. */
export function validatorOf(document: OpenApiDocument): (schema: JsonSchema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  // `components` is not a keyword of JSON Schema. OpenAPI keeps the referenced schemas there.
  ajv.addKeyword('components')
  // Schemas are added once so that shared schemas are compiled only once.
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<string, ValidateFunction>()
  return (schema, value) => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')))
    compiled.set(text, validate)
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
