import { html } from 'hono/html'
import type { MediaType, OpenApiDocument, Operation, ResponseObject } from '../openapi/types.ts'
import { curl } from './curl.ts'
import { fieldsOf, fieldTable } from './fields.ts'
import type { Entry } from './groups.ts'
import { jsonView } from './json-view.ts'
import { type Html, paragraphs, prose } from './prose.ts'
import { nameOf, resolve } from './resolve.ts'
import { typeWords } from './type-words.ts'

/** Characters of an example, as JSON, that is folded away at first. */
const LONG = 600

/** All about one operation: what it answers, parameters, an example of both, errors. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: Entry): Html {
  const asksKey = (operation.security ?? document.security).length > 0
  return html`<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-name">
<div class="words">
<h3 id="${operation.operationId}-name">${operation.summary}</h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}</code></p>
${paragraphs(operation.description)}${sent(document, operation)}${errors(document, operation)}</div>
<div class="sample">
<h4>Request</h4>
<pre class="shell"><code>${curl(path, operation, asksKey)}</code></pre>
${answer(document, operation)}</div>
</section>
`
}

function sent(document: OpenApiDocument, { parameters = [], requestBody }: Operation): Html {
  const body = requestBody?.content['application/json']
  return html`${parameters.length === 0 ? '' : fieldTable('Parameters', parameters)}${
    body === undefined
      ? ''
      : fieldTable('Fields of the body, a JSON object', fieldsOf(resolve(document, body.schema), true))
  }`
}

function answer(document: OpenApiDocument, { responses }: Operation): Html {
  const { content } = resolve(document, responses[200]!)
  const [type, media] = Object.entries(content)[0]!
  return html`<h4>Answer <span class="note">200, ${media.schema.$ref === undefined ? type : typeWords(media.schema)}</span></h4>
${example(media)}`
}

function example({ example }: MediaType): Html | '' {
  if (example === undefined) return ''
  const view = jsonView(example)
  if (JSON.stringify(example).length <= LONG) return view
  return html`<details><summary>Example of the answer</summary>${view}</details>`
}

function errors(document: OpenApiDocument, { responses }: Operation): Html | '' {
  const failures = Object.entries(responses).filter(([status]) => status !== '200')
  if (failures.length === 0) return ''
  return html`<h4>Errors</h4>
<ul class="errors">
${failures.map(([status, response]) => {
  const { description } = resolve<ResponseObject>(document, response)
  const link = '$ref' in response ? html`<a href="#error-${nameOf(response)}">${status}</a>` : status
  return html`<li>${link} ${prose(firstSentence(description))}</li>\n`
})}</ul>
`
}

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('.') + 1) || text
}
