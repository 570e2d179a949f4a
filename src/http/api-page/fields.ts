import { html } from 'hono/html'
import type { JsonSchema } from '../openapi/types.ts'
import { type Html, prose } from './prose.ts'
import { bounds, typeWords } from './type-words.ts'

/** A named value: a parameter, or a field of an object. */
export interface Field {
  readonly name: string
  /** Null where nothing is to be said of it. */
  readonly required: boolean | null
  readonly description: string | undefined
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** The fields of an object, those of objects inside under their path: `scale.low`, `results[].error`. */
export function fieldsOf(schema: JsonSchema, sent: boolean, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    const always = schema.required?.includes(key) === true
    const required = sent ? always : always ? null : false
    const { description } = property
    const example = property.examples?.[0]
    const within =
      property.type === 'array'
        ? fieldsOf(property.items ?? {}, sent, `${name}[].`)
        : fieldsOf(property, sent, `${name}.`)
    return [{ name, required, description, schema: property, example }, ...within]
  })
}

/** A table of fields: name, type and whether it is required; meaning, bounds, default and example. */
export function fieldTable(caption: string, fields: readonly Field[]): Html {
  return html`<table class="fields">
<caption>${caption}</caption>
<tbody>
${fields.map(row)}</tbody>
</table>
`
}

function row({ name, required, description, schema, example }: Field): Html {
  const need = required === null ? '' : required ? html` <strong>required</strong>` : html` <em>optional</em>`
  const limits = bounds(schema)
  return html`<tr>
<th scope="row"><code>${breakable(name)}</code> <span>${typeWords(schema)}${need}</span></th>
<td>${description === undefined ? '' : html`<p>${prose(description)}</p>`}
${limits.map(({ word, value }) => fact(word, value))}${
  schema.default === undefined ? '' : fact('Default', html`<code>${JSON.stringify(schema.default)}</code>`)
}${example === undefined ? '' : fact('Example', html`<code>${typeof example === 'string' ? example : JSON.stringify(example)}</code>`)}</td>
</tr>
`
}

function fact(name: string, value: Html): Html {
  return html`<p class="fact"><span>${name}</span> ${value}</p>\n`
}

/** A long name may break after its underscores and dots. */
function breakable(name: string): Html {
  return html`${name.split(/(?<=[_.])/).map((part) => html`${part}<wbr>`)}`
}
