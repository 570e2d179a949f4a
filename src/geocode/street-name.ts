import { isDigits, isOrdinal, ordinalOfWord, toOrdinal } from './numbers.ts'
import type { Token } from './tokens.ts'

/**
 * One wording of a street's name, the words `[first, end)`: `16TH` for "16" before a suffix and for "SIXTEENTH", SAINT, MOUNT and FORT
 * in full, `MARTIN LUTHER KING` for all his names.
 */
export function streetName(tokens: readonly Token[], first: number, end: number, suffix: string): string {
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
    // "16 TH ST", "TWENTY FIRST"
    if (isDigits(only) && toOrdinal(only) === only + text) return only + text
    const ordinal = ordinalOfWord(`${only}-${text}`)
    if (ordinal !== null) return ordinal
  }
  let name = wordOfName(tokens, first, first, end)
  for (let i = first + 1; i < end; i++) name += ` ${wordOfName(tokens, first, i, end)}`
  return name
}

const KING = 'MARTIN LUTHER KING'

const HONOURS = new Set(['DR', 'DOCTOR', 'REV', 'REVEREND'])

/** "DR MARTIN LUTHER KING JR", "M L KING", "MLK JR", "REV DR MARTIN L KING". */
function isKing(tokens: readonly Token[], first: number, end: number): boolean {
  let at = first
  while (at < end && HONOURS.has(tokens[at].text)) at++
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
  // "E WEST HWY"
  if (text.length === 1 && tokens[at + 1].meaning.direction !== '') return tokens[at].meaning.directionName || text
  return (text.length > 2 ? SPANISH.get(text) : undefined) ?? text
}

/** Whether a name goes on in Spanish: "AVE DE LAS FLORES", "AVE DEL MAR". */
function isOfSpanish(tokens: readonly Token[], at: number, end: number): boolean {
  return at + 1 < end && (tokens[at].text === 'DE' || tokens[at].text === 'DEL')
}

/** Names of saints that cities have, so that "ST LOUIS" is no street called by what stands before it. */
const SAINTS = new Set(
  'ALBANS ANN ANNE ANTHONY AUGUSTINE BERNARD CHARLES CLAIR CLOUD FRANCIS FRANCISVILLE GABRIEL GEORGE HELENA HELENS IGNACE IGNATIUS JAMES JOE JOHN JOHNS JOHNSBURY JOSEPH LEO LEON LOUIS LUCIE MARTINVILLE MARY MARYS MATTHEWS MICHAELS PAUL PETE PETER PETERS PETERSBURG REGIS ROBERT ROSE SIMONS STEPHEN THOMAS'.split(
    ' ',
  ),
)

/** Whether the word is "ST" for a saint: before a saint's name, or where a street's name begins. */
export function isSaint(tokens: readonly Token[], at: number, name: number, end: number): boolean {
  if (tokens[at].text !== 'ST' && tokens[at].text !== 'STE') return false
  return (
    at + 1 < end &&
    !tokens[at + 1].apart &&
    (SAINTS.has(tokens[at + 1].text) || (at === name && tokens[at + 1].meaning.suffix === ''))
  )
}

/** Street types that stand before the name in Spanish, with the ways to shorten them. */
export const SPANISH: ReadonlyMap<string, string> = new Map(
  [
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
  ].flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, words[0]] as const)
  }),
)
