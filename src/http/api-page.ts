import { html } from 'hono/html'
import { errorSection } from './api-page/error-section.ts'
import { type Group, groupsOf } from './api-page/groups.ts'
import { operationSection } from './api-page/operation-section.ts'
import { type Html, paragraphs, prose } from './api-page/prose.ts'
import { headerSection, schemaSection } from './api-page/reference-sections.ts'
import type { OpenApiDocument } from './openapi/types.ts'

export { apiPageStyle } from './api-page/style.ts'

/**
 * The page for people of an OpenAPI document of this service. It runs no script and asks for nothing but `docs.css` beside it, so that
 * `default-src 'none'; style-src 'self'` suffices for it.
 */
export function apiPage(document: OpenApiDocument): string {
  const { info } = document
  const groups = groupsOf(document)
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} ${info.version}: HTTP interface</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${info.title}</h1>
<p class="lead">${info.summary}.</p>
<p class="note">Version ${info.version}, licence ${info.license.name}. For programs: <a href="openapi.json">openapi.json</a></p>
</header>
${contents(groups)}<main id="content" tabindex="-1">
${start(document)}${groups.map((group) => groupSection(document, group))}${errorSection(document)}${headerSection(document)}${schemaSection(document)}</main>
</body>
</html>
`.toString()
}

function contents(groups: readonly Group[]): Html {
  return html`<nav aria-label="Contents">
<ul>
<li><a href="#start">Getting started</a></li>
${groups.map(
  ({ name, entries }) => html`<li><a href="#group-${name}">${capitalised(name)}</a>
<ul>
${entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>\n`)}</ul>
</li>
`,
)}<li><a href="#errors">Errors</a></li>
<li><a href="#headers">Headers</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
`
}

function start({ info, components }: OpenApiDocument): Html {
  const key = components.securitySchemes?.bearer
  const settings = key === undefined ? '' : '\nexport VICINAGE_KEY=…'
  return html`<section id="start" aria-labelledby="start-name">
<h2 id="start-name">Getting started</h2>
${paragraphs(info.description)}<h3>Authentication</h3>
<p>${key === undefined ? 'No key is asked for.' : prose(key.description)}</p>
<h3>The examples</h3>
<p>The requests below run in a shell as they stand, after these lines. The URL is the address of this page without <code>/docs</code>.</p>
<pre class="shell"><code>export VICINAGE_URL=…${settings}</code></pre>
</section>
`
}

function groupSection(document: OpenApiDocument, { name, description, entries }: Group): Html {
  return html`<section id="group-${name}" aria-labelledby="group-${name}-name">
<h2 id="group-${name}-name">${capitalised(name)}</h2>
<p>${prose(description)}</p>
${entries.map((entry) => operationSection(document, entry))}</section>
`
}

function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
