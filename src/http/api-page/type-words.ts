import { html } from 'hono/html'
import type { JsonSchema } from '../openapi/types.ts'
import type { Html } from './prose.ts'
import { nameOf } from './resolve.ts'

/** The type of a value in a few words: `integer or null`, `list of Source`, with links to shared schemas. */
export function typeWords(schema: JsonSchema): Html {
  const { $ref, anyOf, type, items, const: only } = schema
  if ($ref !== undefined) return html`<a href="#schema-${nameOf({ $ref })}">${nameOf({ $ref })}</a>`
  if (anyOf !== undefined) return joined(anyOf.map(typeWords))
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (type === 'array') return html`list of ${items === undefined ? 'anything' : typeWords(items)}`
  if (type === 'object' && isMap(schema)) return html`object of ${typeWords(schema.additionalProperties)}`
  if (type === undefined) return html`anything`
  return joined([type].flat().map((word) => html`${word}`))
}

/** What bounds a value, and the word for that; none for one without bounds. */
export function bounds(schema: JsonSchema): { readonly word: string; readonly value: Html }[] {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, items, anyOf = [] } = schema
  const found = [...anyOf, ...(items === undefined ? [] : [items])].flatMap(bounds)
  const add = (word: string, value: Html) => found.unshift({ word, value })
  if (pattern !== undefined) add('Pattern', html`<code>${pattern}</code>`)
  if (schema.enum !== undefined)
    add('One of', html`${schema.enum.map((one, at) => [at === 0 ? '' : ', ', html`<code>${one}</code>`])}`)
  if (maxItems !== undefined) add('Bounds', html`at most ${maxItems.toLocaleString('en-GB')} entries`)
  if (minLength !== undefined || maxLength !== undefined) add('Bounds', html`${range(minLength, maxLength)} characters`)
  if (minimum !== undefined || maximum !== undefined) add('Bounds', html`${range(minimum, maximum)}`)
  return found
}

/** Whether the schema is of an object whose entries have any names. */
function isMap(schema: JsonSchema): schema is JsonSchema & { readonly additionalProperties: JsonSchema } {
  return typeof schema.additionalProperties === 'object'
}

function joined(words: readonly Html[]): Html {
  return html`${words.map((word, at) => [at === 0 ? '' : at === words.length - 1 ? ' or ' : ', ', word])}`
}

function range(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `at most ${to}`
  if (to === undefined) return `at least ${from}`
  return from === to ? `${from}` : `${signed(from)} to ${signed(to)}`
}

function signed(value: number): string {
  return String(value).replace('-', '−')
}
