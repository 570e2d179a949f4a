import { html } from 'hono/html'

/** A piece of the page; texts in it are escaped. */
export type Html = ReturnType<typeof html>

/** A text of the document, with what stands between backticks as code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** The same in paragraphs, which empty lines part. */
export function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((part) => html`<p>${prose(part)}</p>\n`)}`
}
