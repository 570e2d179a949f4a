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
 * Words of a street line that stay uppercase: directions, road systems, types of boxes, and initials of people that
 * streets are named after.
 */
const streetCapitals = new Set(
  'NE NW SE SW PO US FM RM CR SH SR IH RR HC PR PMB AFB NASA LBJ MLK JFK FDR FAU FIU FSU UCF USF UT TX FL CA'.split(
    ' ',
  ),
)
/** Abbreviations that agencies write with spaces: `F M 967`, `P O BOX`, `S W 6TH ST`. */
const spacedCapitals = new Set(['NE', 'NW', 'SE', 'SW', 'PO', 'FM', 'RM', 'CR', 'IH', 'RR', 'HC', 'SH', 'SR', 'US'])

/**
 * Returns a street line in mixed case: `204 S HARRISON ST` becomes `204 S Harrison St`, `P O BOX 427` becomes
 * `PO Box 427`. Other abbreviations stay as in the source. In a line with lowercase letters, only spaces, doubled or
 * final commas, and `P.O. Box` change.
 */
export function readableStreet(raw: string): string {
  const street = tidyBlanks(raw)
    .replace(/\bP\.? ?O\.? (?=Box\b)/i, 'PO ')
    .replace(/,(?: ?,)+/g, ',')
    .replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(street) ? recase(street, streetWord) : street
}

/** Returns a city name in mixed case: `MCKINNEY` becomes `McKinney`, `TYNDALL AFB` becomes `Tyndall AFB`. */
export function readableCity(raw: string): string {
  const city = tidyBlanks(raw).replace(/[ ,;]+\.?$|[,;]+$/, '')
  return isInCapitals(city) ? recase(city, cityWord) : city
}

/**
 * Returns a ZIP code (`78701`), a ZIP code with its add-on (`78701-1234`), or null for anything else. The add-on may be
 * in the same string (`78701-1234`, `787011234`) or in a separate column. It is dropped unless it has four digits. It
 * is also dropped if it is 0000 (a placeholder), or 9998 or 9999 (the post office itself).
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

/**
 * Joins spaced letters repeatedly until nothing changes. "N W N E" takes two passes: it becomes "N W NE", then "NW NE".
 */
function joinLetters(words: readonly Word[]): readonly Word[] {
  const joined = mergeWords(words, spacedLetters)
  return joined.length < words.length ? joinLetters(joined) : joined
}

function spacedLetters(words: readonly Word[], at: number): { text: string; count: number } | null {
  const next = words[at + 1]
  if (!next) return null
  const text = words[at].text + next.text
  // In "MC ALLEN" and "FORT MC COY", the letters belong to the next word.
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
 * Returns a North American telephone number as `(512) 414-2505`, with ` ext. 12` if there is an extension. Returns null
 * for anything else: placeholders, a number without ten digits (after an optional 1), an area code or exchange that
 * begins with 0 or 1, or ten equal digits.
 *
 * @param raw number, with or without its extension: `(903) 928-2294 ext:012`
 * @param extension extension, if the source has it in a separate column
 */
export function readablePhone(raw: string, extension = ''): string | null {
  const [number, after = ''] = raw.split(/(?:ext(?:ension)?|x)[.:\s#]*/i)
  if (/[^\d\s().+/-]/.test(number)) return null
  const match = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(number.replace(/\D/g, ''))
  if (!match || /^(\d)\1{9}$/.test(match.slice(1).join(''))) return null
  const line = `(${match[1]}) ${match[2]}-${match[3]}`
  const ext = getExtension(after) ?? getExtension(extension)
  return ext === null ? line : `${line} ext. ${ext}`
}

/**
 * Returns an extension without the leading zeros that some agencies write ("012"). Returns null for 0, which means no
 * extension.
 */
function getExtension(raw: string): string | null {
  const digits = /^\s*(\d{1,6})\s*$/.exec(raw)?.[1] ?? ''
  return /[1-9]/.test(digits) ? digits.replace(/^0+/, '') : null
}

/**
 * Returns the absolute URL of a web page, `http://www.cayugaisd.com`, or null for placeholders (`NOT AVAILABLE`, `N`),
 * e-mail addresses, private network addresses and anything else. The scheme is `http` unless the source says `https`.
 * The host is lowercase, and slashes after it are dropped if there is no path; path and query are kept. If there are
 * several URLs, returns the first.
 */
export function readableWebsite(raw: string): string | null {
  const { secure, rest } = cutScheme(firstAddress(raw))
  const address = rest.replace(rest.includes('(') ? /["'>.,;|\s]+$/ : /["'>).,;|\s]+$/, '')
  const url = /^[^/?#]*@/.test(address) ? null : parsed(`${secure ? 'https' : 'http'}://${address}`)
  if (url === null || !isPublicHost(url.hostname, address)) return null
  return url.href.replace(/^(https?:\/\/[^/?#]+)\/+$/, '$1')
}

/** Parses a URL. Avoids `URL.canParse`, which in Node 20 rejects letters such as ü after many calls. */
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** Returns the first of several addresses. A space within a path, such as `/spec serv.ccs`, belongs to the path. */
function firstAddress(raw: string): string {
  // Removes a space before the path, as in "www.pacecenter.org /locations".
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
 * Removes the scheme, even if it is misspelled or repeated: `HTTP:/`, `http//`, `http://http:www.…`, `ttp://`. The
 * innermost scheme is used: `http://https:/oes.…` is https.
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

/**
 * Checks whether a host is a domain name that ends in letters, or a public IPv4 address that was written in dotted
 * form.
 */
function isPublicHost(host: string, written: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return written.startsWith(host) && !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|2[2-5]\d)\./.test(host)
  const labels = host.split('.')
  if (labels.length < 2 || host.length > 253 || !/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1)!)) return false
  // Rejects hosts without a top-level domain, such as "www.hialeaheduacademy".
  if (labels[0] === 'www' && labels.length < 3) return false
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
}
