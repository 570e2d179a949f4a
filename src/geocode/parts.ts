import type { AddressPart, ParsedStreet } from './parsed-address.ts'
import type { Words } from './runs.ts'
import type { StreetSpan } from './street.ts'
import type { Token } from './tokens.ts'

/** The units that stand together after the street, or before the number where none does. */
export function unitOf(words: Words, number: number): AddressPart | null {
  const units = words.spans.filter(({ kind }) => kind === 'unit')
  if (units.length === 0) return null
  const first = Math.max(
    0,
    units.findIndex((unit) => unit.first > number),
  )
  let last = first
  let { text } = units[first]
  while (last + 1 < units.length && units[last + 1].first === units[last].end) text += ` ${units[++last].text}`
  return partOf(words, units[first].first, units[last].end, text)
}

/** The first box. */
export function boxOf(words: Words): AddressPart | null {
  const box = words.spans.find(({ kind }) => kind === 'box')
  return box ? partOf(words, box.first, box.end, box.text) : null
}

/** The parts of a street; all null without one. */
export function streetOf(words: Words, street: StreetSpan | null): ParsedStreet {
  if (street === null) return NO_STREET
  const { first, name, suffixAt, postdirectionalAt, end } = street
  return {
    predirectional: first < name ? partOf(words, first, name, street.predirectional) : null,
    street: partOf(words, name, suffixAt, street.text),
    suffix: suffixAt < postdirectionalAt ? partOf(words, suffixAt, postdirectionalAt, street.suffix) : null,
    postdirectional: postdirectionalAt < end ? partOf(words, postdirectionalAt, end, street.postdirectional) : null,
  }
}

const NO_STREET: ParsedStreet = { predirectional: null, street: null, suffix: null, postdirectional: null }

/** The words `[first, last)` with their place in the input; at least one word. */
export function partOf({ input, tokens }: Words, first: number, last: number, text: string): AddressPart {
  const start = tokens[first].start
  const end = tokens[last - 1].end
  return { text, given: input.slice(start, end), start, end }
}

/** The words `[first, end)` as one text. */
export function textOf(tokens: readonly Token[], first: number, end: number): string {
  let text = tokens[first].text
  for (let at = first + 1; at < end; at++) text += ` ${tokens[at].text}`
  return text
}
