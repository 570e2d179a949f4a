import {
  hasDigit,
  isDigits,
  isOrdinal,
  numberOfWord,
  ordinalOfWord,
  startsWithDigit,
  type Token,
  tokenize,
  toOrdinal,
} from './tokens.ts'
import { longStateEndingAt } from './vocabulary.ts'

/** Parts of a street name, normalized as in `ParsedAddress`. Missing parts are ''. */
export interface StreetName {
  readonly predirectional: string
  readonly street: string
  readonly suffix: string
  readonly postdirectional: string
}

/**
 * Parses a street name without an address, as street files write it (`FULLNAME` in TIGER/Line). The street index is
 * built with this function so that its street names have the same form as those from `parseAddress`. Pure, never
 * throws.
 */
export function parseStreet(name: string): StreetName {
  const tokens = tokenize(name)
  if (tokens.length === 0) return { predirectional: '', street: '', suffix: '', postdirectional: '' }
  const { predirectional, text, suffix, postdirectional } = readStreet(tokens, 0, tokens.length)
  return { predirectional, street: text, suffix, postdirectional }
}

/** Word indices of the parts of a street. If a part is missing, its range is empty. */
export interface StreetSpan {
  /** Index of the first word of the predirectional, which ends at `name`. */
  readonly first: number
  readonly predirectional: string
  /** Index of the first word of the name. */
  readonly name: number
  /** Normalized name. */
  readonly text: string
  /** Index of the first word of the suffix, which is also the index after the name. */
  readonly suffixAt: number
  readonly suffix: string
  /** Index of the first word of the postdirectional, which is also the index after the suffix. */
  readonly postdirectionalAt: number
  readonly postdirectional: string
  readonly end: number
}

/** Splits the words `[first, end)` into the parts of a street. The range has at least one word. */
export function readStreet(tokens: readonly Token[], first: number, end: number): StreetSpan {
  let name = first
  let predirectional = ''
  let length = directionLength(tokens, first, end)
  // "N E ST" is E ST with the directional N.
  if (length === 2 && first + 3 === end && tokens[end - 1].meaning.endsStreet) length = 1
  if (length > 0 && first + length < end && leadsStreet(tokens, first, first + length, end)) {
    predirectional = directionAt(tokens, first, length)
    name = first + length
  }
  const route = routeAt(tokens, name, end)
  let close = end
  let postdirectional = ''
  if (route === null || route.end < end) {
    const last = lastDirectionLength(tokens, name, end)
    if (last > 0) {
      close = end - last
      postdirectional = directionAt(tokens, close, last)
    }
  }
  if (route !== null && route.end === close)
    return {
      first,
      predirectional,
      name,
      text: route.text,
      suffixAt: close,
      suffix: '',
      postdirectionalAt: close,
      postdirectional,
      end,
    }
  let suffixAt = close
  let suffix = ''
  const lastWord = tokens[close - 1].meaning
  if (lastWord.suffix !== '' && close - name > 1 && !isPretype(tokens, name, close)) {
    suffixAt = close - 1
    suffix = lastWord.suffix
  }
  // "IH 35 FRONTAGE RD" is the same as "I-35 FRONTAGE RD".
  const text =
    route !== null && route.end < suffixAt
      ? `${route.text} ${streetName(tokens, route.end, suffixAt, suffix)}`
      : streetName(tokens, name, suffixAt, suffix)
  return { first, predirectional, name, text, suffixAt, suffix, postdirectionalAt: close, postdirectional, end }
}

/** Counts the words at `at` that form a single directional, such as `N` or `N W`. Returns 0 if there is none. */
export function directionLength(tokens: readonly Token[], at: number, end: number): number {
  const { direction } = tokens[at].meaning
  if (direction === '') return 0
  if (at + 1 >= end || tokens[at + 1].apart) return 1
  const next = tokens[at + 1]
  // "S R 7" is a state road.
  if (next.text === 'R' && tokens[at].text === 'S') return 0
  return (direction === 'N' || direction === 'S') &&
    tokens[at].text.length === 1 &&
    next.text.length === 1 &&
    (next.text === 'E' || next.text === 'W')
    ? 2
    : 1
}

function directionAt(tokens: readonly Token[], at: number, length: number): string {
  const { direction } = tokens[at].meaning
  return length === 1 ? direction : direction + tokens[at + 1].meaning.direction
}

/**
 * Checks whether a directional precedes a street name rather than being the name: "N MAIN ST", but not "NORTH AVE",
 * "WEST ST" or "E WEST HWY".
 */
function leadsStreet(tokens: readonly Token[], first: number, name: number, end: number): boolean {
  const last = end - lastDirectionLength(tokens, name, end)
  const next = tokens[name].meaning
  if (name + 1 === last && next.suffix !== '' && tokens[name].text !== 'PARK' && tokens[first].text !== 'NO')
    return !next.endsStreet
  // In "WEST VIRGINIA DR", WEST is part of the state name.
  if (longStateEndingAt(tokens, name)?.first === first) return false
  // Opposite directions form a single name: "EAST WEST HWY", "NORTH SOUTH RD".
  return !(
    name + 2 === last &&
    OPPOSITE[tokens[first].meaning.direction] === next.direction &&
    tokens[name + 1].meaning.endsStreet
  )
}

const OPPOSITE: Readonly<Record<string, string>> = { N: 'S', S: 'N', E: 'W', W: 'E' }

/** Counts the words at the end of `[name, end)` that are a postdirectional. At least one word is left for the name. */
function lastDirectionLength(tokens: readonly Token[], name: number, end: number): number {
  if (end - name < 2 || tokens[end - 1].meaning.direction === '') return 0
  if (end - name > 2 && directionLength(tokens, end - 2, end) === 2) return 2
  // In "AVENUE E" and "BOULEVARD EAST", the directional is the name.
  return end - name === 2 && isPretype(tokens, name, end) ? 0 : 1
}

/**
 * Checks whether a street name is a street type followed by a letter, number or phrase: "AVENUE E", "AVENUE OF THE
 * STARS", "CALLE 8".
 */
export function isPretype(tokens: readonly Token[], name: number, end: number): boolean {
  if (name + 1 >= end || tokens[name + 1].apart) return false
  const { suffix } = tokens[name].meaning
  const next = tokens[name + 1].text
  if (suffix === 'AVE' || suffix === 'BLVD')
    return (
      next.length === 1 ||
      next === 'OF' ||
      (isDigits(next) && next.length < 4) ||
      (name + 2 === end && tokens[name + 1].meaning.direction !== '')
    )
  return SPANISH.has(tokens[name].text) && tokens[end - 1].meaning.suffix !== '' && !tokens[end - 1].meaning.endsStreet
}

/** Spanish articles and prepositions that can be between a street type and the name. */
const ARTICLES = new Set(['DE', 'DEL', 'LA', 'LAS', 'EL', 'LOS', 'LO'])

/** Returns the index after a Spanish street name that begins at `name`: a type, articles and one word. */
export function endOfSpanish(tokens: readonly Token[], name: number, end: number): number {
  let at = name + 1
  while (at + 1 < end && ARTICLES.has(tokens[at].text)) at++
  return Math.min(at + 1, end)
}

/** Checks whether a word is the name of a numbered street. */
export function isNumbered(token: Token): boolean {
  return startsWithDigit(token.text) && (isOrdinal(token.text) || isDigits(token.text)) && hasDigit(token.text)
}

/**
 * Normalizes the street name in the words `[first, end)`. "16" before a suffix and "SIXTEENTH" become `16TH`. SAINT,
 * MOUNT and FORT are written out. Every form of Martin Luther King becomes `MARTIN LUTHER KING`.
 */
function streetName(tokens: readonly Token[], first: number, end: number, suffix: string): string {
  const only = tokens[first].text
  if (end - first === 1) {
    if (suffix !== '' && isDigits(only) && only.length < 5) return toOrdinal(String(Number(only)))
    if (only === 'MLK' || only === 'MLKJR') return KING
    if (isOrdinal(only)) return only.replace(/^0+(?=\d)/, '')
    return ordinalOfWord(only) ?? only
  }
  if (isKing(tokens, first, end)) return KING
  if (end - first === 2) {
    const { text } = tokens[first + 1]
    // "16 TH" and "TWENTY FIRST" are ordinals written as two words.
    if (isDigits(only) && toOrdinal(only) === only + text) return only + text
    const ordinal = ordinalOfWord(`${only}-${text}`)
    if (ordinal !== null) return ordinal
  }
  let name = wordOfName(tokens, first, first, end)
  for (let i = first + 1; i < end; i++) name += ` ${wordOfName(tokens, first, i, end)}`
  return name
}

const KING = 'MARTIN LUTHER KING'

const HONORIFICS = new Set(['DR', 'DOCTOR', 'REV', 'REVEREND'])

/** Checks for forms of Martin Luther King: "DR MARTIN LUTHER KING JR", "M L KING", "MLK JR", "REV DR MARTIN L KING". */
function isKing(tokens: readonly Token[], first: number, end: number): boolean {
  let at = first
  while (at < end && HONORIFICS.has(tokens[at].text)) at++
  if (at >= end) return false
  const word = tokens[at].text
  if (word === 'MLK') at++
  else if (word === 'M' || word === 'MARTIN') {
    if (at + 2 >= end || tokens[at + 2].text !== 'KING' || tokens[at + 1].text[0] !== 'L') return false
    at += 3
  } else if (word === 'ML' && at + 1 < end && tokens[at + 1].text === 'KING') at += 2
  else return false
  while (at < end && (tokens[at].text === 'JR' || tokens[at].text === 'JUNIOR')) at++
  return at === end
}

function wordOfName(tokens: readonly Token[], first: number, at: number, end: number): string {
  const { text } = tokens[at]
  if (text.length === 2 && at + 1 < end) {
    if (text === 'ST') return at === first || isSaint(tokens, at, first, end) ? 'SAINT' : 'STREET'
    if (text === 'MT') return 'MOUNT'
    if (text === 'FT') return 'FORT'
  }
  if (text === 'AVE' || text === 'AV') return isOfSpanish(tokens, at + 1, end) ? 'AVENIDA' : 'AVENUE'
  if (at > first) return text
  // "E WEST HWY" becomes EAST WEST HWY.
  if (text.length === 1 && tokens[at + 1].meaning.direction !== '') return tokens[at].meaning.directionName || text
  return (text.length > 2 ? SPANISH.get(text) : undefined) ?? text
}

/** Checks whether a name continues in Spanish: "AVE DE LAS FLORES", "AVE DEL MAR". */
function isOfSpanish(tokens: readonly Token[], at: number, end: number): boolean {
  return at + 1 < end && (tokens[at].text === 'DE' || tokens[at].text === 'DEL')
}

/** Names of saints in city names, so that "ST" in "ST LOUIS" is not mistaken for the suffix of the words before it. */
const SAINTS = new Set(
  'ALBANS ANN ANNE ANTHONY AUGUSTINE BERNARD CHARLES CLAIR CLOUD FRANCIS FRANCISVILLE GABRIEL GEORGE HELENA HELENS IGNACE IGNATIUS JAMES JOE JOHN JOHNS JOHNSBURY JOSEPH LEO LEON LOUIS LUCIE MARTINVILLE MARY MARYS MATTHEWS MICHAELS PAUL PETE PETER PETERS PETERSBURG REGIS ROBERT ROSE SIMONS STEPHEN THOMAS'.split(
    ' ',
  ),
)

/** Checks whether "ST" means "SAINT": before a saint's name, or at the beginning of a street name. */
export function isSaint(tokens: readonly Token[], at: number, name: number, end: number): boolean {
  if (tokens[at].text !== 'ST' && tokens[at].text !== 'STE') return false
  return (
    at + 1 < end &&
    !tokens[at + 1].apart &&
    (SAINTS.has(tokens[at + 1].text) || (at === name && tokens[at + 1].meaning.suffix === ''))
  )
}

/** Spanish street types, which precede the name, with their abbreviations. */
export const SPANISH = firstOfLine([
  'CALLE CLL',
  'AVENIDA AVDA AVD AVENDIA',
  'CAMINO CAM CMO',
  'CAMINITO CMT',
  'VIA',
  'PASEO PSO',
  'CALLEJON',
  'CARRETERA CARR',
  'CALZADA',
  'CERRADA',
  'VEREDA',
  'CORTE',
  'RUE',
])

/** A numbered road: `STATE ROAD 7` for "SR 7", "State Rd 7", "FL-7" and the like. */
export interface Route {
  /** Index after the last word. */
  readonly end: number
  /** Normalized road name. */
  readonly text: string
}

const PREFIXES = new Set(['OLD', 'SCENIC', 'BUSINESS', 'BUS', 'ALTERNATE', 'ALT'])
const MODIFIERS = firstOfLine(['BUSINESS BUS', 'ALTERNATE ALT', 'BYPASS BYP', 'TRUCK'])

/**
 * Maps every word to the first word of its line. A line lists the spellings of one word, with the standard spelling
 * first.
 */
function firstOfLine(lines: readonly string[]): ReadonlyMap<string, string> {
  const words = lines.map((line) => line.split(' '))
  return new Map(words.flatMap((line) => line.map((word) => [word, line[0]] as const)))
}

/**
 * Returns the numbered road that begins at the word `first`, or null. All names for roads in the same system become
 * `INTERSTATE`, `US HIGHWAY`, `STATE ROAD`, `COUNTY ROAD`, `TOWNSHIP ROAD`, `FOREST ROAD`, `FM` or `RM`. If the system
 * is not stated, the name becomes `HIGHWAY`.
 */
export function routeAt(tokens: readonly Token[], first: number, end: number): Route | null {
  if (!tokens[first].meaning.beginsRoute) return null
  if (tokens[first].text === 'A1A') return { end: first + 1, text: 'STATE ROAD A1A' }
  const prefixed = first + 1 < end && PREFIXES.has(tokens[first].text)
  const system =
    systemAt(tokens, prefixed ? first + 1 : first, end) ?? (prefixed ? unnamedAt(tokens, first, end) : null)
  if (system === null) return null
  let at = system.end
  if (at < end && (tokens[at].text === 'NO' || tokens[at].text === 'NUMBER')) at++
  if (at < end && tokens[at].text === '#') {
    // In "ELM HWY # 12", the number belongs to a unit, not to the highway.
    if (first > 0 && tokens[first - 1].meaning.direction === '' && !isPlainNumber(tokens[first - 1].text)) return null
    at++
  }
  if (at >= end || tokens[at].apart || !isRouteNumber(tokens, at, end, system)) return null
  const modifier = prefixed ? `${MODIFIERS.get(tokens[first].text) ?? tokens[first].text} ` : ''
  const systemName = tokens[at].text === 'A1A' ? 'STATE ROAD' : system.text
  let text = `${modifier}${systemName} ${numberOfWord(tokens[at].text) ?? tokens[at].text}`
  at++
  // Skip the RD of "FM 1960 RD".
  if (
    at < end &&
    !tokens[at].apart &&
    (system.text === 'FM' || system.text === 'RM') &&
    tokens[at].meaning.suffix === 'RD'
  )
    at++
  while (at < end && !tokens[at].apart && MODIFIERS.has(tokens[at].text)) {
    text += ` ${MODIFIERS.get(tokens[at].text)}`
    at++
  }
  return { end: at, text }
}

interface System extends Route {
  /** Whether roads in the system may have letters instead of numbers: `COUNTY ROAD MM`. */
  readonly lettered: boolean
}

/** Normalized form of a phrase, the words that it can begin with, and the words that can follow the first word. */
export type Wording = readonly [text: string, words: string, continuations: readonly string[]]

/**
 * Groups wordings by first word. In a continuation, `?` and `!` match a word from the set `kind` that is passed to
 * `wordingAt`; the word is optional for `?` and required for `!`. Any other word matches itself.
 */
export function byFirstWord(wordings: readonly Wording[]) {
  const rows = wordings.flatMap(([text, words, continuations]) => {
    const ways = continuations.map((line) => ({ text, continuation: line === '' ? [] : line.split(' ') }))
    return words.split(' ').map((word) => [word, ways] as const)
  })
  return new Map(rows)
}

/**
 * Returns the first of the wordings `ways` whose continuation matches the words after `first`, and the index after the
 * last matched word. Returns null if none matches.
 */
export function wordingAt(
  ways: NonNullable<ReturnType<ReturnType<typeof byFirstWord>['get']>>,
  tokens: readonly Token[],
  first: number,
  end: number,
  kind: ReadonlySet<string>,
): Route | null {
  for (const { text, continuation } of ways) {
    let at = first + 1
    const fits = continuation.every((wanted) => {
      const isThere = at < end && (wanted < 'A' ? kind.has(tokens[at].text) : tokens[at].text === wanted)
      if (isThere) at++
      return isThere || wanted === '?'
    })
    if (fits) return { end: at, text }
  }
  return null
}

const ROADS = new Set('RD ROAD HWY HIGHWAY RTE ROUTE RT HIWAY HWYS HIGHWAYS HIWY'.split(' '))
const MARKET = ['TO MARKET ?', 'RD ?', 'ROAD ?']
const SYSTEMS = byFirstWord([
  ['INTERSTATE', 'I IH INTERSTATE', ['HIGHWAY', 'HWY', '']],
  ['US HIGHWAY', 'US', ['?']],
  ['US HIGHWAY', 'U', ['S ?']],
  ['STATE ROAD', 'SR SH', ['']],
  ['STATE ROAD', 'S', ['R']],
  ['STATE ROAD', 'STATE ST', ['!']],
  ['COUNTY ROAD', 'CR', ['']],
  ['COUNTY ROAD', 'C', ['R']],
  ['COUNTY ROAD', 'COUNTY COUNTRY CO CNTY CTY', ['!']],
  ['FM', 'FM FARM-TO-MARKET', ['?']],
  ['FM', 'FARM', MARKET],
  ['RM', 'RM RANCH-TO-MARKET', ['?']],
  ['RM', 'RANCH', MARKET],
  ['RM', 'RR', ['']],
  ['TOWNSHIP ROAD', 'TOWNSHIP TWP', ['!']],
  ['FOREST ROAD', 'FOREST NFS FS', ['!']],
  ['PRIVATE ROAD', 'PRIVATE PVT', ['!']],
  ['LOOP', 'LOOP', ['']],
  ['SPUR', 'SPUR', ['']],
  ['BELTWAY', 'BELTWAY', ['']],
])

function systemAt(tokens: readonly Token[], first: number, end: number): System | null {
  const word = tokens[first].text
  const ways = SYSTEMS.get(word)
  if (ways !== undefined) {
    const system = wordingAt(ways, tokens, first, end, ROADS)
    return system && { ...system, lettered: system.text === 'COUNTY ROAD' && word !== 'C' }
  }
  const next = first + 1 < end ? tokens[first + 1].text : ''
  const { meaning } = tokens[first]
  // In "HIGHWAY SR 200", the word HIGHWAY precedes the road system and is skipped.
  if (meaning.suffix === 'HWY' && (next === 'SR' || next === 'CR' || next === 'US'))
    return systemAt(tokens, first + 1, end)
  if (meaning.suffix === 'HWY' || meaning.suffix === 'RTE' || word === 'RT')
    return { end: first + 1, text: 'HIGHWAY', lettered: word !== 'RT' }
  if (meaning.state === '') return null
  // A state followed by a road word is a state road: "ILLINOIS ROUTE 5".
  if (ROADS.has(next) && next !== 'RD' && next !== 'ROAD')
    return { end: first + 2, text: 'STATE ROAD', lettered: false }
  const before = first > 0 ? tokens[first - 1] : null
  const afterNumber = before !== null && (startsWithDigit(before.text) || before.meaning.direction !== '')
  if (!(afterNumber && isDigits(next) && next.length < 5 && isRoadState(word, meaning.state))) return null
  // PR means a private road in Texas.
  return { end: first + 1, text: word === 'PR' ? 'PRIVATE ROAD' : 'STATE ROAD', lettered: false }
}

/** Reads a highway without a system name: "100 BUSINESS 83", "100 ALT 19". */
function unnamedAt(tokens: readonly Token[], first: number, end: number): System | null {
  const isUnnamed =
    first > 0 &&
    first + 1 < end &&
    MODIFIERS.has(tokens[first].text) &&
    isDigits(tokens[first + 1].text) &&
    tokens[first + 1].text.length < 4
  return isUnnamed ? { end: first + 1, text: 'HIGHWAY', lettered: false } : null
}

/**
 * Accepts "CA 1" and "FLORIDA 50". Rejects CT and NE, which usually mean Court and Northeast before a number, and
 * WASHINGTON, which is a common street name.
 */
function isRoadState(word: string, code: string): boolean {
  return word === code
    ? code !== 'CT' && code !== 'NE'
    : word === 'FLORIDA' || word === 'TEXAS' || word === 'CALIFORNIA'
}

function isPlainNumber(text: string): boolean {
  return startsWithDigit(text) && !isOrdinal(text)
}

function isRouteNumber(tokens: readonly Token[], at: number, end: number, system: System): boolean {
  const { text, meaning } = tokens[at]
  if (hasDigit(text)) return !isOrdinal(text) && text.length < 7
  if (numberOfWord(text) !== null)
    return system.text === 'US HIGHWAY' || system.text === 'STATE ROAD' || system.text === 'HIGHWAY'
  if (!system.lettered || text.length > 2 || meaning.suffix !== '') return false
  if (text.length === 2 && text[0] !== text[1] && system.text !== 'COUNTY ROAD') return false
  // A letter may replace the number: "COUNTY ROAD N", but not "HIGHWAY N MAIN".
  return meaning.direction === '' || at + 1 >= end || tokens[at + 1].apart
}
