/** A mark that belongs to the letter before it and counts for nothing. */
export const MARK = '\u0301'

/** Signs that are a fraction. */
export const FRACTIONS: Readonly<Record<string, string>> = { '¼': '1/4', '½': '1/2', '¾': '3/4' }

/** Upper case without accents, of the same length, so that offsets stay. */
export function fold(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return foldWide(text)
  return text.toUpperCase()
}

function foldWide(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i++) folded += text.charCodeAt(i) < 128 ? text[i].toUpperCase() : foldOne(text[i])
  return folded
}

function foldOne(char: string): string {
  if (/[\u2010-\u2015\u2212]/.test(char)) return '-'
  if (/[\u2018\u2019\u02bc]/.test(char)) return "'"
  if (/[\u3001\uff0c\uff1b\u2028\u2029\u2022\u00b7]/.test(char)) return ','
  if (/[\p{M}\p{Cf}]/u.test(char)) return MARK
  if (char in FRACTIONS) return char
  const plain = char.normalize('NFKD').toUpperCase()[0]
  if (plain.charCodeAt(0) < 128) return plain
  return /[\p{L}\p{N}]/u.test(char) ? char.toUpperCase()[0] : ' '
}
