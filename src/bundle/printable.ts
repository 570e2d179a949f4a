/** Words out of a file, fit for a message: no line breaks, no terminal codes, at most 200 characters. */
export function printable(words: string): string {
  return words.replace(/[^ -~]/g, '?').slice(0, 200)
}
