/** Lines of at most `width` characters, broken between words; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= width) line += ` ${word}`
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
