import type { Tool as ListedTool } from '@modelcontextprotocol/server'

/** Part of a JSON Schema. */
type Schema = Readonly<Record<string, unknown>>

/**
 * Maximum length of a list of allowed values that is repeated in every tool. A longer list is only written in the first
 * tool that has it.
 */
const FEW_VALUES = 8

/** Schema fields that models do not need, because the error for a wrong argument says what is allowed. */
const LEFT_OUT = ['examples', 'pattern', 'minLength', 'maxLength', 'propertyNames', 'additionalProperties']

/**
 * Limits worth showing to a model: minimums of 2 or more and maximums of 1,000 or less. Other limits only exist for
 * safety.
 */
const USEFUL = { minimum: 2, maximum: 1000 }

/** Arguments that need no description, because their names or the description of their tool explain them. */
const SELF_EVIDENT = [
  'dimension',
  'limit',
  'min_people',
  'nces_id',
  'lea_id',
  'same_district',
  'units',
  'among',
  'of',
  'order',
]

/**
 * Shortens a list of tools for models, which pay for the list in every conversation. Omits the output schemas (a model
 * reads the answers anyway), the examples of plain values, and everything that an earlier tool in the list has
 * described.
 */
export function briefTools(tools: readonly ListedTool[]): readonly ListedTool[] {
  /**
   * Name of the tool that first listed a set of values or a kind of object, keyed by the JSON of the values or the
   * object.
   */
  const listedBy = new Map<string, string>()
  return tools.map(({ outputSchema: _, annotations: { readOnlyHint } = {}, inputSchema, ...tool }) => {
    const earlierWith: EarlierWith = (part) => {
      const key = JSON.stringify(part)
      const earlier = listedBy.get(key)
      if (earlier === undefined) listedBy.set(key, tool.name)
      return earlier === tool.name ? undefined : earlier
    }
    const brief = briefObject(inputSchema, earlierWith) as ListedTool['inputSchema']
    return { ...tool, inputSchema: brief, annotations: { readOnlyHint } }
  })
}

/** Returns the name of an earlier tool that has listed this part of a schema. */
type EarlierWith = (part: unknown) => string | undefined

function briefObject({ properties, ...schema }: Schema, earlierWith: EarlierWith): Schema {
  const brief = Object.entries(Object(properties) as Readonly<Record<string, Schema>>).map(([name, value]) => [
    name,
    briefProperty(name, value, earlierWith),
  ])
  return { ...schema, properties: Object.fromEntries(brief) }
}

function briefProperty(name: string, schema: Schema, earlierWith: EarlierWith): Schema {
  // Models know `lat` and `lon` without a description.
  if (name === 'lat' || name === 'lon') return { type: 'number' }
  const [value, earlier] = briefValue(schema, earlierWith)
  const { description, ...rest } = Object.fromEntries(Object.entries(value).filter(([key, field]) => tells(key, field)))
  const isNew = !SELF_EVIDENT.includes(name) && earlierWith([name, description]) === undefined
  const words = [...(isNew ? [description] : []), ...(earlier === undefined ? [] : [`As in ${earlier}.`])].join(' ')
  return {
    ...rest,
    ...(words !== '' && { description: words }),
    // Keep the examples, because conditions and weights are hard to guess.
    ...(schema.type === 'object' && schema.examples !== undefined && { examples: schema.examples }),
  }
}

function tells(key: string, field: unknown): boolean {
  if (key === 'minimum' || key === 'minItems') return (field as number) >= USEFUL.minimum
  if (key === 'default') return field !== false
  if (key === 'maximum') return (field as number) <= USEFUL.maximum
  return !LEFT_OUT.includes(key)
}

/** Returns a schema without the parts that an earlier tool has described, and the name of that tool. */
function briefValue(schema: Schema, earlierWith: EarlierWith): readonly [Schema, string | undefined] {
  const { enum: values, items, ...rest } = schema
  if (Array.isArray(values) && values.length > FEW_VALUES) {
    const earlier = earlierWith(values)
    return [earlier === undefined ? schema : rest, earlier]
  }
  if (items === undefined) return [schema, undefined]
  const { properties, anyOf } = items as Schema
  if (Array.isArray(anyOf)) {
    const options = anyOf as readonly Schema[]
    const [earlier] = options.flatMap(({ properties }) =>
      properties === undefined ? [] : (earlierWith(properties) ?? []),
    )
    return earlier === undefined
      ? [schema, undefined]
      : [{ ...rest, items: { type: options.map(({ type }) => type) } }, earlier]
  }
  if (properties === undefined) {
    const [value, earlier] = briefValue(items as Schema, earlierWith)
    return [{ ...rest, items: value }, earlier]
  }
  const earlier = earlierWith(properties)
  return [
    { ...rest, items: earlier === undefined ? briefObject(items as Schema, earlierWith) : { type: 'object' } },
    earlier,
  ]
}
