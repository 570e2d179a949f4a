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
 * What fits of a description on one line: whole; or its first clauses, where they fill most of the line; or its first words and an
 * ellipsis.
 */
export function shorten(text: string, width: number, unicode: boolean): string {
  const whole = text.replace(/\.$/, '')
  if (whole.length <= width) return whole
  const cut = Math.max(...['; ', ', ', '. '].map((end) => whole.lastIndexOf(end, width)))
  if (cut >= 0.6 * width) return whole.slice(0, cut)
  const ellipsis = unicode ? '…' : '...'
  const space = whole.lastIndexOf(' ', width - ellipsis.length)
  const words = whole.slice(0, space > 0 ? space : width - ellipsis.length)
  return words.replace(/[,;:. (]+$/, '') + ellipsis
}
