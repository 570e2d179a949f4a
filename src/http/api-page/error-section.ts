import { html } from 'hono/html'
import type { OpenApiDocument, ResponseObject } from '../openapi/types.ts'
import { jsonView } from './json-view.ts'
import { type Html, prose } from './prose.ts'
import { nameOf } from './resolve.ts'
import { typeWords } from './type-words.ts'

/** The errors that operations share, each with its bodies. */
export function errorSection(document: OpenApiDocument): Html {
  const statuses = statusesOf(document)
  return html`<section id="errors" aria-labelledby="errors-name">
<h2 id="errors-name">Errors</h2>
<p>An error says in its body what was wrong: a sentence, or one entry for each refused parameter.</p>
${Object.entries(document.components.responses).map(([name, response]) => error(name, statuses.get(name), response))}</section>
`
}

function error(name: string, status: string | undefined, { description, content }: ResponseObject): Html {
  const { schema, examples = {} } = content['application/json']!
  const views = Object.values(examples).map(({ value }) => jsonView(value))
  const folded = views.length > 3
  return html`<section class="error" id="error-${name}">
<h3><span class="status">${status}</span> ${name.split(/(?=[A-Z])/).map((word, at) => (at === 0 ? word : ` ${word.toLowerCase()}`))}</h3>
<p>${prose(description)} Body: ${typeWords(schema)}.</p>
${folded ? html`<details><summary>${views.length} examples, one for each reason</summary>${views}</details>` : views}
</section>
`
}

/** The status under which operations refer to each shared response. */
function statusesOf({ paths }: OpenApiDocument): ReadonlyMap<string, string> {
  const operations = Object.values(paths).flatMap(({ get, post }) => [get ?? [], post ?? []].flat())
  const references = operations.flatMap(({ responses }) => Object.entries(responses))
  return new Map(
    references.flatMap(([status, response]) => ('$ref' in response ? [[nameOf(response), status] as const] : [])),
  )
}
