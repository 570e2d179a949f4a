import { html } from 'hono/html'
import type { Html } from './prose.ts'

/** Characters of a line, beyond which an object or list takes a line for each entry. */
const WIDTH = 46

/** A value as JSON for people, coloured. */
export function jsonView(value: unknown): Html {
  return html`<pre class="json"><code>${valueView(value, '')}</code></pre>`
}

function valueView(value: unknown, indent: string): Html {
  if (typeof value !== 'object' || value === null) return scalarView(value)
  const inner = `${indent}  `
  const list = Array.isArray(value)
  const entries = Object.entries(value).map(([key, item]) => {
    const entry = valueView(item, inner)
    return list ? entry : html`<b>${JSON.stringify(key)}</b>: ${entry}`
  })
  const [open, close] = list ? '[]' : '{}'
  if (JSON.stringify(value).length + indent.length <= WIDTH) {
    const space = list || entries.length === 0 ? '' : ' '
    return html`${open}${space}${entries.map((entry, at) => [at === 0 ? '' : ', ', entry])}${space}${close}`
  }
  const lines = entries.map((entry, at) => [at === 0 ? '\n' : ',\n', inner, entry])
  return html`${open}${lines}\n${indent}${close}`
}

function scalarView(value: unknown): Html {
  const text = JSON.stringify(value)
  return typeof value === 'string' ? html`<i>${text}</i>` : html`<u>${text}</u>`
}
