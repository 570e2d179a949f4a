const WORDS =
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE,FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')
const [CARDINALS, ORDINALS] = WORDS.split(',').map(
  (words) => new Map(words.split(' ').map((word, index) => [word, index + 1])),
)

/** Whether a word begins with a digit. */
export function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Whether a word has a digit in it. */
export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 48 && word.charCodeAt(i) <= 57) return true
  return false
}

/** Whether a word is digits alone. */
export function isDigits(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) < 48 || word.charCodeAt(i) > 57) return false
  return word !== ''
}

/** Whether a word is a complete ZIP, with or without the four digits of a ZIP+4. */
export function isZip(text: string): boolean {
  if (text.length === 5 || text.length === 9) return isDigits(text)
  return text.length === 10 && text[5] === '-' && isDigits(text.slice(0, 5)) && isDigits(text.slice(6))
}

/** Whether a word is a number written as an ordinal: `16TH`, `1ST`, `22ND`. */
export function isOrdinal(word: string): boolean {
  const at = word.length - 2
  if (at < 1 || !startsWithDigit(word)) return false
  const ending = word.slice(at)
  return (ending === 'TH' || ending === 'ST' || ending === 'ND' || ending === 'RD') && isDigits(word.slice(0, at))
}

/** `16` as `16TH`, `1` as `1ST`, `112` as `112TH`. */
export function toOrdinal(digits: string): string {
  const last = digits.charCodeAt(digits.length - 1) - 48
  const teen = digits.length > 1 && digits.charCodeAt(digits.length - 2) === 49
  return digits + (teen || last === 0 || last > 3 ? 'TH' : last === 1 ? 'ST' : last === 2 ? 'ND' : 'RD')
}

/** FIRST … TWENTIETH, TWENTY-FIRST … NINETY-NINTH as `1ST` … `99TH`; anything else null. */
export function ordinalOfWord(word: string): string | null {
  const number = ORDINALS.get(word)
  if (number !== undefined) return toOrdinal(String(number))
  const hyphen = word.indexOf('-')
  if (hyphen < 0) return null
  const tens = TENS.indexOf(word.slice(0, hyphen)) + 2
  const ones = ORDINALS.get(word.slice(hyphen + 1)) ?? 10
  return tens > 1 && ones < 10 ? toOrdinal(`${tens}${ones}`) : null
}

/** ONE … TWELVE as `1` … `12`; anything else null. */
export function numberOfWord(word: string): string | null {
  const number = CARDINALS.get(word)
  return number === undefined ? null : String(number)
}
