/**
 * Replaces characters that look like ASCII letters and digits or are variants of them: mathematical and full-width
 * letters, ligatures, digits in other scripts, and Cyrillic and Greek letters between Latin letters. Returns the same
 * string if there is nothing to replace.
 */
export function withoutLookAlikes(text: string): string {
  let isPlain = true
  for (let at = 0; at < text.length && isPlain; at++) isPlain = text.charCodeAt(at) < 0x2b0
  if (isPlain || !FORMS.test(text)) return text
  const plain = text.replace(COMPATIBLE, (char) => char.normalize('NFKC')).replace(DIGITS, getDigit)
  return plain.replace(WORDS, (word) => {
    const latin = word.replace(/[\u0370-\u03ff\u0400-\u04ff]/g, (letter) => LATIN.get(letter) ?? letter)
    return /[\u0370-\u03ff\u0400-\u04ff]/.test(latin) ? word : latin
  })
}

/** Full-width, mathematical, enclosed and ligature forms. */
const COMPATIBLE =
  /[\uff01-\uff5e\ufb00-\ufb06\u2100-\u214f\u2460-\u24ff\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\u{1fbf0}-\u{1fbf9}]/gu
const DIGITS = /(?![0-9])\p{Nd}/gu
const FORMS =
  /[\uff01-\uff5e\ufb00-\ufb06\u2100-\u214f\u2460-\u24ff\u0370-\u04ff]|[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1ff}\u{1fbf0}-\u{1fbf9}]|(?![0-9])\p{Nd}/u
const WORDS = /[\p{L}\p{M}]+/gu

/** Returns the ASCII digit for a digit in any script. The digits zero to nine are consecutive in every script. */
function getDigit(char: string): string {
  const code = char.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** Letters that look like a Latin letter in most typefaces, from Unicode's list of confusable characters. */
const LATIN = new Map(
  [
    'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԚQ ԜW аa еe оo рp сc уy хx іi јj ѕs ԛq ԝw һh ӏl ԁd',
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ρp αa ιi',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair[0], pair[1]] as const),
)
