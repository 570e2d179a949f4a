import { textWidth } from './text-width.ts'

/** Lines of at most `width` characters, broken between words; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line === '') line = word
    else if (textWidth(line) + 1 + textWidth(word) <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Wrapped with `indent` spaces before every line but the first. */
export function hang(text: string, width: number, indent: number): string {
  return wrap(text, width - indent).join(`\n${' '.repeat(indent)}`)
}

/**
 * What fits of a description on one line: whole; or, with an ellipsis, its first clauses, where they fill most of the line, or its
 * first words.
 */
export function shorten(text: string, width: number, unicode: boolean): string {
  const whole = text.replace(/\.$/, '')
  if (whole.length <= width) return whole
  const ellipsis = unicode ? '…' : '...'
  const room = width - ellipsis.length
  const clauses = Math.max(...['; ', ', ', '. '].map((end) => whole.lastIndexOf(end, room)))
  const words = whole.lastIndexOf(' ', room)
  const cut = clauses >= 0.75 * width ? clauses : words > 0 ? words : room
  return whole.slice(0, cut).replace(/[,;:. (]+$/, '') + ellipsis
}

/** `text`, cut with an ellipsis where it is longer than `width`: for names, of which every letter counts. */
export function clip(text: string, width: number, unicode: boolean): string {
  if (textWidth(text) <= width) return text
  const ellipsis = unicode ? '…' : '...'
  let cut = ''
  for (const letter of text) {
    if (textWidth(cut + letter) > width - ellipsis.length) break
    cut += letter
  }
  return cut.trimEnd() + ellipsis
}

/** Parts joined by `between`, on as many lines of at most `width` characters as they need; a longer part is wrapped. */
export function flow(parts: readonly string[], between: string, width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const joined = lines.length === 0 ? part : lines[lines.length - 1] + between + part
    if (lines.length > 0 && textWidth(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(...wrap(part, width))
  }
  return lines
}
