import { html } from 'hono/html'
import type { JsonSchema, OpenApiDocument } from '../openapi/types.ts'
import { fieldsOf, fieldTable } from './fields.ts'
import { type Html, prose } from './prose.ts'
import { typeWords } from './type-words.ts'

/** The headers of answers. */
export function headerSection({ components }: OpenApiDocument): Html {
  const fields = Object.entries(components.headers).map(([name, header]) => ({ ...header, name, required: null }))
  const limited = 'RateLimit' in components.headers
  return html`<section id="headers" aria-labelledby="headers-name">
<h2 id="headers-name">${limited ? 'Rate limits and other headers' : 'Headers'}</h2>
${
  limited
    ? html`<p>A key may have a rate, so many requests in so many seconds, and a number of requests for each calendar month. Every answer to such a key says what is left; past either limit the answer is <a href="#error-LimitExceeded">429</a> and <code>Retry-After</code> says when to come back. A request that the rate refuses costs nothing of the month.</p>\n`
    : ''
}${fieldTable('Headers of answers', fields)}</section>
`
}

/** The shared schemas, folded. */
export function schemaSection({ components }: OpenApiDocument): Html {
  return html`<section id="schemas" aria-labelledby="schemas-name">
<h2 id="schemas-name">Schemas</h2>
<p>The objects that requests and answers are made of. A fact that no source gives is null, never 0.</p>
${Object.entries(components.schemas).map(([name, schema]) => oneSchema(name, schema))}</section>
`
}

function oneSchema(name: string, schema: JsonSchema): Html {
  const fields = fieldsOf(schema, name.endsWith('Request') || name === 'Point')
  return html`<details class="schema" id="schema-${name}">
<summary>${name}</summary>
${schema.description === undefined ? '' : html`<p>${prose(schema.description)}</p>\n`}${
  fields.length === 0 ? html`<p>${typeWords(schema)}</p>\n` : fieldTable(`Fields of ${name}`, fields)
}</details>
`
}
