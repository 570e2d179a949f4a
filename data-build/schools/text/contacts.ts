import {
  capitalize,
  cutWords,
  isInCapitals,
  isSmallWord,
  lettersAt,
  mergeWords,
  tidyBlanks,
  type Word,
} from './words.ts'

/**
 * Words of a street line that stay in capitals: directions, road systems, box kinds, and whom streets are named for.
 */
const streetCapitals = new Set(
  'NE NW SE SW PO US FM RM CR SH SR IH RR HC PR PMB AFB NASA LBJ MLK JFK FDR FAU FIU FSU UCF USF UT TX FL CA'.split(
    ' ',
  ),
)
/** Letters that agencies write apart: `F M 967`, `P O BOX`, `S W 6TH ST`. */
const spacedCapitals = new Set(['NE', 'NW', 'SE', 'SW', 'PO', 'FM', 'RM', 'CR', 'IH', 'RR', 'HC', 'SH', 'SR', 'US'])

/**
 * A street line in readable case: `204 S HARRISON ST` becomes `204 S Harrison St`, `P O BOX 427` becomes `PO Box 427`.
 * Other abbreviations stay as the source has them. A line that has small letters is left alone but for its blanks, the
 * commas doubled or at its end, and `P.O. Box`.
 */
export function readableStreet(raw: string): string {
  const street = tidyBlanks(raw)
    .replace(/\bP\.? ?O\.? (?=Box\b)/i, 'PO ')
    .replace(/,(?: ?,)+/g, ',')
    .replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(street) ? recase(street, streetWord) : street
}

/** A city's name in readable case: `MCKINNEY` becomes `McKinney`, `TYNDALL AFB` stays `Tyndall AFB`. */
export function readableCity(raw: string): string {
  const city = tidyBlanks(raw).replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(city) ? recase(city, cityWord) : city
}

/**
 * A ZIP code, `78701`, or with its add-on, `78701-1234`; null for anything else. The add-on may be in the same text
 * (`78701-1234`, `787011234`) or in a column of its own. Anything but four digits is left out, and so is what only
 * fills the field up: 0000, and 9998 and 9999, which mean the post office itself and never a school's street.
 */
export function readableZip(zip: string, plus4 = ''): string | null {
  const match = /^(\d{5})(?:[\s-]*(\d{4}))?[\s-]*$/.exec(zip.trim())
  if (!match || match[1] === '00000' || match[1] === '99999') return null
  const addOn = match[2] ?? plus4.trim()
  return /^\d{4}$/.test(addOn) && !/^(0000|999[89])$/.test(addOn) ? `${match[1]}-${addOn}` : match[1]
}

function recase(line: string, recased: (words: readonly Word[], at: number) => string): string {
  const cut = cutWords(line.toUpperCase())
  const words = joinLetters(cut.words)
  return words.map((word, at) => word.before + recased(words, at)).join('') + cut.after
}

/** Until none are left to join: of "N W N E", the two that were joined leave two more. */
function joinLetters(words: readonly Word[]): readonly Word[] {
  const joined = mergeWords(words, spacedLetters)
  return joined.length < words.length ? joinLetters(joined) : joined
}

function spacedLetters(words: readonly Word[], at: number): { text: string; count: number } | null {
  const next = words[at + 1]
  if (!next) return null
  const text = words[at].text + next.text
  // "MC ALLEN", "FORT MC COY".
  if (words[at].text === 'MC' && next.before === ' ' && /^\p{Lu}{3,}$/u.test(next.text)) return { text, count: 2 }
  if (lettersAt(words, at) === 3 && text + words[at + 2].text === 'AFB') return { text: 'AFB', count: 3 }
  return lettersAt(words, at) === 2 && spacedCapitals.has(text) ? { text, count: 2 } : null
}

function streetWord(words: readonly Word[], at: number): string {
  const { text } = words[at]
  if (streetCapitals.has(text)) return text
  return isSmallWord(words, at) ? text.toLowerCase() : capitalize(text)
}

function cityWord(words: readonly Word[], at: number): string {
  const { text } = words[at]
  if (text === 'AFB' || text === 'DFW' || text === 'TX' || text === 'FL' || text === 'ISD') return text
  return isSmallWord(words, at) ? text.toLowerCase() : capitalize(text)
}

/**
 * A North American telephone number as `(512) 414-2505`, with ` ext. 12` where there is one; null for anything else:
 * placeholders, other than ten digits (after an optional 1 for the country), an area code or an exchange that begins
 * with 0 or 1, one digit ten times.
 * @param raw the number, with its extension or without: `(903) 928-2294 ext:012`
 * @param extension the extension, where the source has it in a column of its own
 */
export function readablePhone(raw: string, extension = ''): string | null {
  const [number, after = ''] = raw.split(/(?:ext(?:ension)?|x)[.:\s#]*/i)
  if (/[^\d\s().+/-]/.test(number)) return null
  const match = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(number.replace(/\D/g, ''))
  if (!match || /^(\d)\1{9}$/.test(match.slice(1).join(''))) return null
  const line = `(${match[1]}) ${match[2]}-${match[3]}`
  const ext = extensionOf(after) ?? extensionOf(extension)
  return ext === null ? line : `${line} ext. ${ext}`
}

/** Agencies fill extensions up with zeros ("012"); some are 0 for none. */
function extensionOf(raw: string): string | null {
  const digits = /^\s*(\d{1,6})\s*$/.exec(raw)?.[1] ?? ''
  return /[1-9]/.test(digits) ? digits.replace(/^0+/, '') : null
}

/**
 * The absolute address of a web page, `http://www.cayugaisd.com`; null for placeholders (`NOT AVAILABLE`, `N`), e-mail
 * addresses, private network addresses and what is not an address. The scheme is `http` unless the source says `https`,
 * the host is in lower case, bare slashes after it are left out; path and query stay as they are. Of several, the
 * first.
 */
export function readableWebsite(raw: string): string | null {
  const { secure, rest } = cutScheme(firstAddress(raw))
  const address = rest.replace(rest.includes('(') ? /["'>.,;|\s]+$/ : /["'>).,;|\s]+$/, '')
  const url = /^[^/?#]*@/.test(address) ? null : parsed(`${secure ? 'https' : 'http'}://${address}`)
  if (url === null || !isPublicHost(url.hostname, address)) return null
  return url.href.replace(/^(https?:\/\/[^/?#]+)\/+$/, '$1')
}

/** Not `URL.canParse`: that of Node 20 refuses letters such as ü once it has been called often. */
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** The first of several addresses. A blank within a path, `/spec serv.ccs`, belongs to it. */
function firstAddress(raw: string): string {
  // "www.pacecenter.org /locations".
  const text = raw
    .trim()
    .replace(/\\/g, '/')
    .replace(/\s+(?=\/)|(?<=\/)\s+/g, '')
  const [first, next = ''] = text.split(
    /(?:\s+(?:and|or|&)\s+|[,;|](?:\s+|(?=https?:|www\.))|\s+(?=\S+\.\S*\.|https?:|www\.))/i,
  )
  const [beforeBlank, ...others] = first.split(/\s+/)
  const hasPath = /[^/:]\/[^/]/.test(beforeBlank)
  const address = hasPath && next === '' ? [beforeBlank, ...others].join('%20') : beforeBlank
  return address.replace(/^["'<(]+/, '')
}

/**
 * Cuts off the scheme however it is spelled and however often: `HTTP:/`, `http//`, `http://http:www.…`, `ttp://`. The
 * innermost counts: `http://https:/oes.…` is https.
 */
function cutScheme(address: string): { secure: boolean; rest: string } {
  let rest = address
  let secure = false
  for (;;) {
    const scheme = /^h?ttp(s?)(?::\/*|\/\/+)/i.exec(rest)
    if (!scheme) return { secure, rest: rest.replace(/^\/+/, '').replace(/^w{3,4}[,.]+(?=.)/i, 'www.') }
    secure = scheme[1] !== ''
    rest = rest.slice(scheme[0].length)
  }
}

/** A name of labels that ends in letters, or a public IPv4 address that the source wrote as one. */
function isPublicHost(host: string, written: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return written.startsWith(host) && !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|2[2-5]\d)\./.test(host)
  const labels = host.split('.')
  if (labels.length < 2 || host.length > 253 || !/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1)!)) return false
  // "www.hialeaheduacademy" lacks its ending.
  if (labels[0] === 'www' && labels.length < 3) return false
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
}
