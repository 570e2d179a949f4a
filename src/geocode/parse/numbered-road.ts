import { hasDigit, isDigits, isOrdinal, numberOfWord, startsWithDigit } from './numbers.ts'
import { isSign, type Token } from './tokens.ts'

/** A numbered road: `STATE ROAD 7` for "SR 7", "State Rd 7", "FL-7" and the like. */
export interface Route {
  /** The word after its last. */
  readonly end: number
  /** One wording for every way to write it. */
  readonly text: string
}

const PREFIXES = new Set(['OLD', 'SCENIC', 'BUSINESS', 'BUS', 'ALTERNATE', 'ALT'])
const MODIFIERS: ReadonlyMap<string, string> = new Map(
  ['BUSINESS BUS', 'ALTERNATE ALT', 'BYPASS BYP', 'TRUCK'].flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, words[0]] as const)
  }),
)

/**
 * The numbered road that begins at the word `first`, null where none does. Road, route and highway of one system are
 * one: `INTERSTATE`, `US HIGHWAY`, `STATE ROAD`, `COUNTY ROAD`, `TOWNSHIP ROAD`, `FOREST ROAD`, `FM`, `RM`, and
 * `HIGHWAY` where the system is not given.
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
    // "ELM HWY # 12" is a unit.
    if (first > 0 && tokens[first - 1].meaning.direction === '' && !isPlainNumber(tokens[first - 1].text)) return null
    at++
  }
  if (at >= end || tokens[at].apart || !isRouteNumber(tokens, at, end, system)) return null
  let text = `${prefixed ? `${MODIFIERS.get(tokens[first].text) ?? tokens[first].text} ` : ''}${tokens[at].text === 'A1A' ? 'STATE ROAD' : system.text} ${numberOfWord(tokens[at].text) ?? tokens[at].text}`
  at++
  // "FM 1960 RD"
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
  /** Whether its roads may have letters for numbers: `COUNTY ROAD MM`. */
  readonly lettered: boolean
}

function systemAt(tokens: readonly Token[], first: number, end: number): System | null {
  const word = tokens[first].text
  const next = first + 1 < end ? tokens[first + 1].text : ''
  const road = isRoad(next) ? 1 : 0
  switch (word) {
    case 'I':
    case 'IH':
    case 'INTERSTATE':
      return { end: first + 1 + (next === 'HIGHWAY' || next === 'HWY' ? 1 : 0), text: 'INTERSTATE', lettered: false }
    case 'US':
      return { end: first + 1 + road, text: 'US HIGHWAY', lettered: false }
    case 'U':
      if (next !== 'S') return null
      return {
        end: first + 2 + (first + 2 < end && isRoad(tokens[first + 2].text) ? 1 : 0),
        text: 'US HIGHWAY',
        lettered: false,
      }
    case 'SR':
    case 'SH':
      return { end: first + 1, text: 'STATE ROAD', lettered: false }
    case 'CR':
      return { end: first + 1, text: 'COUNTY ROAD', lettered: true }
    case 'C':
    case 'S':
      return next === 'R'
        ? { end: first + 2, text: word === 'C' ? 'COUNTY ROAD' : 'STATE ROAD', lettered: false }
        : null
    case 'FM':
    case 'RM':
      return { end: first + 1 + road, text: word, lettered: false }
    case 'RR':
      return { end: first + 1, text: 'RM', lettered: false }
    case 'FARM-TO-MARKET':
    case 'RANCH-TO-MARKET':
      return { end: first + 1 + road, text: word[0] === 'F' ? 'FM' : 'RM', lettered: false }
    case 'FARM':
    case 'RANCH': {
      const named =
        next === 'TO' && first + 2 < end && tokens[first + 2].text === 'MARKET'
          ? 3
          : next === 'RD' || next === 'ROAD'
            ? 2
            : 0
      if (named === 0) return null
      const more = first + named < end && isRoad(tokens[first + named].text) ? 1 : 0
      return { end: first + named + more, text: word === 'FARM' ? 'FM' : 'RM', lettered: false }
    }
    case 'COUNTY':
    case 'COUNTRY':
    case 'CO':
    case 'CNTY':
    case 'CTY':
      return road ? { end: first + 2, text: 'COUNTY ROAD', lettered: true } : null
    case 'TOWNSHIP':
    case 'TWP':
      return road ? { end: first + 2, text: 'TOWNSHIP ROAD', lettered: false } : null
    case 'FOREST':
    case 'NFS':
    case 'FS':
      return road ? { end: first + 2, text: 'FOREST ROAD', lettered: false } : null
    case 'STATE':
    case 'ST':
      return road ? { end: first + 2, text: 'STATE ROAD', lettered: false } : null
    case 'PRIVATE':
    case 'PVT':
      return road ? { end: first + 2, text: 'PRIVATE ROAD', lettered: false } : null
    case 'LOOP':
    case 'SPUR':
    case 'BELTWAY':
      return { end: first + 1, text: word, lettered: false }
  }
  const { meaning } = tokens[first]
  // "HIGHWAY SR 200"
  if (meaning.suffix === 'HWY' && (next === 'SR' || next === 'CR' || next === 'US'))
    return systemAt(tokens, first + 1, end)
  if (meaning.suffix === 'HWY' || meaning.suffix === 'RTE' || word === 'RT')
    return { end: first + 1, text: 'HIGHWAY', lettered: word !== 'RT' }
  if (meaning.state === '') return null
  // "ILLINOIS ROUTE 5", "CA-1"
  if (road && next !== 'RD' && next !== 'ROAD') return { end: first + 2, text: 'STATE ROAD', lettered: false }
  const before = first > 0 ? tokens[first - 1] : null
  const afterNumber = before !== null && (startsWithDigit(before.text) || before.meaning.direction !== '')
  if (!(afterNumber && isDigits(next) && next.length < 5 && isRoadState(word, meaning.state))) return null
  // The private roads of Texas.
  return { end: first + 1, text: word === 'PR' ? 'PRIVATE ROAD' : 'STATE ROAD', lettered: false }
}

/** "100 BUSINESS 83", "100 ALT 19": a highway of a system that is not given. */
function unnamedAt(tokens: readonly Token[], first: number, end: number): System | null {
  const isUnnamed =
    first > 0 &&
    first + 1 < end &&
    MODIFIERS.has(tokens[first].text) &&
    isDigits(tokens[first + 1].text) &&
    tokens[first + 1].text.length < 4
  return isUnnamed ? { end: first + 1, text: 'HIGHWAY', lettered: false } : null
}

function isRoad(word: string): boolean {
  return (
    word === 'RD' ||
    word === 'ROAD' ||
    word === 'HWY' ||
    word === 'HIGHWAY' ||
    word === 'RTE' ||
    word === 'ROUTE' ||
    word === 'RT' ||
    word === 'HIWAY' ||
    word === 'HWYS' ||
    word === 'HIGHWAYS' ||
    word === 'HIWY'
  )
}

/** "CA 1", "FLORIDA 50"; but a number follows "CT" and "NE" for other reasons, and "W WASHINGTON 12" is a street. */
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
  // A letter for a number; but "COUNTY ROAD N" is one, "HIGHWAY N MAIN" is not.
  return meaning.direction === '' || at + 1 >= end || tokens[at + 1].apart
}

/** A post-office box or a box on a mail route. */
export interface Box {
  /** The word after its last. */
  readonly end: number
  /** `PO BOX 123`, `RR 4 BOX 28E`, `HC 12 BOX 3A`. */
  readonly text: string
}

const ROUTES: ReadonlyMap<string, string> = new Map([
  ['RR', 'RR'],
  ['RURAL', 'RR'],
  ['RFD', 'RR'],
  ['RT', 'RR'],
  ['RTE', 'RR'],
  ['ROUTE', 'RR'],
  ['HC', 'HC'],
  ['HCR', 'HC'],
  ['HIGHWAY', 'HC'],
  ['HWY', 'HC'],
  ['STAR', 'HC'],
  ['CMR', 'CMR'],
  ['PSC', 'PSC'],
])

/** The box that begins at the word `first`, null where none does. */
export function boxAt(tokens: readonly Token[], first: number, end: number): Box | null {
  if (!tokens[first].meaning.beginsBox) return null
  return postOfficeBoxAt(tokens, first, end) ?? (ROUTES.has(tokens[first].text) ? routeBoxAt(tokens, first, end) : null)
}

function postOfficeBoxAt(tokens: readonly Token[], first: number, end: number): Box | null {
  let at = first
  const word = tokens[at].text
  if (word === 'P' || word === 'POST') {
    const next = at + 1 < end ? tokens[at + 1].text : ''
    if (next !== (word === 'P' ? 'O' : 'OFFICE')) return null
    at += 2
  } else if (word === 'PO' || word === 'LOCK' || word === 'CALLER') at++
  else if (
    word !== 'BOX' &&
    word !== 'POB' &&
    word !== 'POBOX' &&
    word !== 'LOCKBOX' &&
    word !== 'LBX' &&
    word !== 'BX'
  )
    return null
  const named = at > first && word !== 'LOCK'
  const boxed = at === first || (at < end && isBox(tokens[at].text))
  if (boxed) at += 1
  if (!boxed && !(named && word !== 'CALLER')) return null
  const id = idAt(tokens, at, end)
  return id === null ? null : { end: id.end, text: `PO BOX ${id.text}` }
}

function isBox(word: string): boolean {
  return word === 'BOX' || word === 'BX' || word === 'DRAWER' || word === 'SERVICE'
}

/** "RR 4 BOX 28E", "HIGHWAY CONTRACT ROUTE # 6 BOX 9A" */
function routeBoxAt(tokens: readonly Token[], first: number, end: number): Box | null {
  let at = first + 1
  const more = (word: string) => at < end && tokens[at].text === word && at++ > 0
  const word = tokens[first].text
  if (word === 'STAR' && !(more('ROUTE') || more('RTE') || more('RT'))) return null
  if (word === 'RURAL' && !(more('ROUTE') || more('RTE') || more('RT'))) return null
  if (word === 'HIGHWAY' || word === 'HWY') {
    if (!more('CONTRACT')) return null
    if (!more('ROUTE')) more('RTE')
  } else if (word === 'HC' && !more('RTE')) more('ROUTE')
  const route = idAt(tokens, at, end)
  if (route === null || route.end >= end || !isBox(tokens[route.end].text)) {
    // "ROUTE 4" alone is a road, and so is "100 RR 4", a ranch road; "RR 4" and "HC 4" are not roads.
    return route !== null && ((word === 'RR' && !isAfterNumber(tokens, first)) || word === 'HC' || word === 'HCR')
      ? { end: route.end, text: `${ROUTES.get(word)} ${route.text}` }
      : null
  }
  const box = idAt(tokens, route.end + 1, end)
  return { end: box?.end ?? route.end + 1, text: `${ROUTES.get(word)} ${route.text} BOX${box ? ` ${box.text}` : ''}` }
}

function isAfterNumber(tokens: readonly Token[], at: number): boolean {
  if (at === 0 || tokens[at].apart) return false
  const { text, meaning } = tokens[at - 1]
  return hasDigit(text) || meaning.direction !== ''
}

/** A number with what may be before it ("#", "NO") and the letter that may be after it. */
function idAt(tokens: readonly Token[], first: number, end: number): Box | null {
  let at = first
  while (at < end && (tokens[at].text === '#' || tokens[at].text === 'NO' || tokens[at].text === 'NUMBER')) at++
  if (at >= end || (tokens[at].apart && at > first)) return null
  let { text } = tokens[at]
  if (isSign(text) || (!hasDigit(text) && text.length > 1)) return null
  const letter = at + 1 < end ? tokens[at + 1] : null
  if (letter && hasDigit(text) && !letter.apart && letter.text.length === 1 && !/[#&P]/.test(letter.text)) {
    text += letter.text
    at++
  }
  return { end: at + 1, text }
}
