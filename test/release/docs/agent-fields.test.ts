import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { toolSets } from '../../../src/faces/mcp/tools.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Returns the fields of an answer and of the objects in its lists. */
function fieldsOf(schema: Schema, isTop = true): string[] {
  const options = (schema.anyOf ?? []).flatMap((option) => fieldsOf(option, isTop))
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    name,
    ...(isTop && field.items !== undefined ? fieldsOf(field.items, false) : []),
  ])
  return [...options, ...own]
}

describe('the table of answer fields in agents.md', () => {
  const text = readFileSync('docs/guide/agents.md', 'utf8')
  const table = text.slice(text.indexOf('### Fields of the results'))

  // The fields of a school are listed in the reference.
  it.each(toolSets.core.filter(({ name }) => name !== 'school'))('names every field of $name', ({ name, output }) => {
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith(`| \`${name}\``))
      .join('\n')
    const missing = fieldsOf(z.toJSONSchema(output, { io: 'output' }) as Schema).filter(
      (field) => !rows.includes(`\`${field}\``) && !rows.includes(`\`${field}: `),
    )
    expect(missing).toEqual([])
  })
})
