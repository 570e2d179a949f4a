/** Breaks a string between words into lines of at most `width` characters. A longer word gets a separate line. */
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

/** Wraps a string with `indent` spaces before every line except the first. */
export function hang(text: string, width: number, indent: number): string {
  return wrap(text, width - indent).join(`\n${' '.repeat(indent)}`)
}

/**
 * Shortens a description to one line. Text that is too long is cut with an ellipsis, at the end of a clause if the
 * clause fills most of the line, otherwise after a word.
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

/**
 * Truncates `text` with an ellipsis if the text is wider than `width`. Used for names, which are cut within a word to
 * keep as many letters as possible.
 */
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

/**
 * Joins strings with `between` into lines of at most `width` characters. A string that is longer than a line is
 * wrapped.
 */
export function flow(parts: readonly string[], between: string, width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const joined = lines.length === 0 ? part : lines[lines.length - 1] + between + part
    if (lines.length > 0 && textWidth(joined) <= width) lines[lines.length - 1] = joined
    else lines.push(...wrap(part, width))
  }
  return lines
}

/** Counts the terminal columns of a string. A combining mark has width 0, an East Asian character 2. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += combining.test(letter) ? 0 : wide.test(letter) ? 2 : 1
  return width
}

/** Pads `text` with spaces at the end to `width` columns. Longer text is returned unchanged. */
export function padAfter(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** Pads `text` with spaces at the start to `width` columns. Longer text is returned unchanged. */
export function padBefore(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text
}

// Combining marks, joiners and variation selectors, which have no width.
const combining = /[\p{M}\u200b-\u200d]/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000\uff01-\uff60\p{Emoji_Presentation}]/u

/**
 * Makes the strings of an answer safe for the terminal. Names come from data files and could contain control
 * characters. Control characters and line breaks become spaces, marks that change the writing direction are removed,
 * and letters are composed (`n` + tilde = `ñ`).
 */
export function withoutControls<Answer>(answer: Answer): Answer {
  const harmless = (_: string, value: unknown) =>
    typeof value === 'string'
      ? value
          .normalize('NFC')
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .replace(turns, '')
          .trim()
      : value
  return JSON.parse(JSON.stringify(answer), harmless) as Answer
}

const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
