import { html } from 'hono/html'
import type { OpenApiDocument, Operation, ResponseObject } from './openapi.ts'

/** HTML fragment whose strings are escaped. */
type Html = ReturnType<typeof html>

/** Style sheet of the page, served as `/docs.css`. */
export const apiPageStyle = `:root { color-scheme: light dark; --text: #1b2320; --soft: #52605a; --link: #075e54; --ground: #fdfdfb; --panel: #f2f4f0; --line: #d9dfd6; }
@media (prefers-color-scheme: dark) { :root { --text: #e4eae6; --soft: #a5b3ac; --link: #6fd3c0; --ground: #121615; --panel: #1b2220; --line: #313b37; } }
body { max-width: 56rem; margin: 0 auto; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
h2 { margin-top: 3rem; }
h3 { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 1rem; }
code, pre { font: 0.875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { padding: 0.75rem; background: var(--panel); white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; font-weight: 600; }
th, td { padding: 0.4rem 0.6rem 0.4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
td, small { color: var(--soft); }
`

/**
 * Renders the documentation page for an OpenAPI document of this service. The page runs no script and only loads
 * `docs.css`, so the policy `default-src 'none'; style-src 'self'` is sufficient.
 */
export function apiPage(document: OpenApiDocument): string {
  const { info, tags, paths, components } = document
  const key = components.securitySchemes?.bearer
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = tags.map(({ name, description }) => {
    return { name, description, operations: operations.filter(({ operation }) => operation.tags.includes(name)) }
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}: HTTP API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<h1>${info.title} ${info.version}</h1>
${paragraphs(`${info.summary}.\n\n${info.description}`)}
<p>${key === undefined ? 'No key is required.' : prose(key.description)} Programs can read <a href="openapi.json">openapi.json</a> (license: ${info.license.name}).</p>
<p>The examples run in a shell after <code>export VICINAGE_URL=…</code>, the address of this page without <code>/docs</code>${key === undefined ? '' : html`, and <code>export VICINAGE_KEY=…</code>`}.</p>
<ul>
${groups.map(({ name, operations }) => {
  const links = operations.map(
    ({ operation: { operationId, summary } }) => html` · <a href="#${operationId}">${summary}</a>`,
  )
  return html`<li>${name}${links}</li>\n`
})}<li><a href="#errors">Errors</a>, <a href="#headers">headers</a>, <a href="#schemas">schemas</a></li>
</ul>
${groups.map(
  ({ name, description, operations }) => html`<h2>${name}</h2>
<p>${prose(description)}</p>
${operations.map(({ path, method, operation }) => operationPart(document, path, method, operation))}`,
)}<h2 id="errors">Errors</h2>
${Object.entries(components.responses).map(
  ([name, { description, content }]) => html`<h3 id="error-${name}">${name}</h3>
<p>${prose(description)} Body: ${link('schema', content['application/json']!.schema.$ref!)}.</p>
${Object.values(content['application/json']!.examples ?? {}).map(({ value }) => json(value))}`,
)}<h2 id="headers">Headers</h2>
${table('Response headers', components.headers)}<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => html`<h3 id="schema-${name}">${name}</h3>\n${json(schema)}`)}</body>
</html>
`.toString()
}

function operationPart(document: OpenApiDocument, path: string, method: string, operation: Operation): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation
  const body = requestBody?.content['application/json']?.schema.$ref
  const answer = Object.entries((responses[200] as ResponseObject).content)
  const errors = Object.entries(responses).flatMap(([status, error]) => ('$ref' in error ? [{ status, error }] : []))
  return html`<h3 id="${operationId}">${summary}</h3>
<p><code>${method.toUpperCase()} ${path}</code></p>
${paragraphs(description)}
${table('Parameters', Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter])))}${body === undefined ? '' : html`<p>Body: ${link('schema', body)}</p>`}
<pre>${curl(path, operation, (security ?? document.security).length > 0)}</pre>
${answer.map(([type, { schema, example }]) => html`<p>200: ${schema.$ref === undefined ? type : link('schema', schema.$ref)}</p>\n${example === undefined ? '' : json(example)}`)}
${errors.map(({ status, error }) => html`<p>${status}: ${link('error', error.$ref)}</p>\n`)}`
}

/** Renders a table of parameters or headers. */
function table(
  caption: string,
  rows: Readonly<Record<string, { description: string; required?: boolean; schema: object; example: unknown }>>,
): Html | '' {
  if (Object.keys(rows).length === 0) return ''
  return html`<table>
<caption>${caption}</caption>
${Object.entries(rows).map(
  ([name, { description, required, schema, example }]) =>
    html`<tr><th scope="row"><code>${name}</code><br><small>${required ? 'required' : 'optional'}</small></th><td>${prose(description)}<br><code>${JSON.stringify(schema)}</code><br>Example: <code>${JSON.stringify(example)}</code></td></tr>\n`,
)}</table>
`
}

/** Returns a shell command (POSIX) that sends the example request. */
export function curl(path: string, { parameters = [], requestBody }: Operation, needsKey: boolean): string {
  // Commas need no encoding in a query and are easier to read.
  const encode = (value: unknown) => encodeURIComponent(String(value)).replaceAll('%2C', ',')
  const example = (name: string) => encode(parameters.find((parameter) => parameter.name === name)?.example)
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => `${name}=${example(name)}`)
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => example(name))
  const words = [`curl "$VICINAGE_URL${target}${query.length === 0 ? '' : `?${query.join('&')}`}"`]
  if (needsKey) words.push('-H "Authorization: Bearer $VICINAGE_KEY"')
  if (requestBody !== undefined) {
    const body = JSON.stringify(requestBody.content['application/json']?.example)
    words.push(`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", "'\\''")}'`)
  }
  return words.join(' \\\n  ')
}

/**
 * Links to a schema or an error on the page. The name is the last part of a reference such as
 * `#/components/schemas/Scores`.
 */
function link(kind: 'schema' | 'error', reference: string): Html {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return html`<a href="#${kind}-${name}">${name}</a>`
}

function json(value: unknown): Html {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>\n`
}

/** Renders text between backticks as code. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((part) => html`<p>${prose(part)}</p>\n`)}`
}
