import type * as z from 'zod'
import { fieldTexts } from './field-texts.ts'

/**
 * Describes the fields of an answer's schema with the comments of its type, so that the OpenAPI document matches the
 * type declarations. A field that already has a description keeps it.
 *
 * @param type name of the type in `fieldTexts`
 */
export function describeFields<Fields extends Readonly<Record<string, z.ZodType>>>(
  type: keyof typeof fieldTexts,
  fields: Fields,
): Fields {
  const texts: Readonly<Record<string, string>> = fieldTexts[type]
  const described = Object.entries(fields).map(([name, schema]) => {
    if (schema.description !== undefined) return [name, schema]
    if (texts[name] === undefined) throw new Error(`The field '${name}' of ${type} has no description.`)
    return [name, schema.describe(texts[name])]
  })
  return Object.fromEntries(described) as Fields
}
