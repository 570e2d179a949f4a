import { hasDigit } from './numbers.ts'
import { isSign, type Token } from './tokens.ts'

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
