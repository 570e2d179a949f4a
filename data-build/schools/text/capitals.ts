/** Without blanks at the ends, and with one plain blank wherever the text has blanks, tabs or line ends. */
export function tidyBlanks(raw: string): string {
  return raw.replace(/[\s\u200b\ufeff]+/gu, ' ').trim()
}

/**
 * Whether a text is set in capitals throughout, so that its case says nothing. The `c` of `McALLEN` does not count.
 * Readable text has a small letter somewhere and is never changed a second time.
 */
export function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text.replace(/\bMc(?=\p{Lu})/gu, 'MC'))
}
