import * as z from 'zod'
import type { JsonSchema } from './types.ts'

/**
 * The shared schemas of a document: each under its title, after the definitions that it refers to. An answer has the fields of its
 * schema and no others; what is sent may have more, which are ignored.
 */
export function schemaComponents(
  sent: readonly z.ZodType[],
  answered: readonly z.ZodType[],
): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {}
  const add = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema, $defs, ...root } = jsonSchema(schema, io)
    Object.assign(components, $defs, { [titleOf(schema)]: root })
  }
  for (const schema of sent) add(schema, 'input')
  for (const schema of answered) add(schema, 'output')
  return components
}

/** A reference to a shared schema. */
export function schemaReference(schema: z.ZodType): JsonSchema {
  return { $ref: `#/components/schemas/${titleOf(schema)}` }
}

/** A schema that stands where it is used: without the text and examples, which have their own places there. */
export function bareSchema(schema: z.ZodType): JsonSchema {
  const { $schema, description, examples, ...bare } = jsonSchema(schema, 'input')
  return bare
}

function titleOf(schema: z.ZodType): string {
  const title = schema.meta()?.title
  if (title === undefined) throw new Error('A schema of the OpenAPI document has no title; give it one with meta().')
  return title
}

// The dialect is not named in each schema: 3.1 has one for the whole document. Zod bounds every integer by what a double holds.
function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })), (key, value) => {
    if (key === '$ref') return value.replace('#/$defs/', '#/components/schemas/')
    const unbounded = (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER
    return unbounded ? undefined : value
  })
}
