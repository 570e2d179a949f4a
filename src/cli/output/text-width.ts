/** Columns that a text takes on a terminal: marks that combine with the letter before take none, East Asian letters two. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += combining.test(letter) ? 0 : wide.test(letter) ? 2 : 1
  return width
}

/** `text` with spaces after it, `width` columns wide; longer text as it is. */
export function padAfter(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/** `text` with spaces before it, `width` columns wide; longer text as it is. */
export function padBefore(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text
}

// Marks, joiners and variation selectors.
const combining = /[\p{M}\u200b-\u200d]/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000\uff01-\uff60\p{Emoji_Presentation}]/u
