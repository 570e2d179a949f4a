import { type Token, tokenize } from './tokens.ts'

/** What the parser asks of the geocoder's list of places, to part street and city where no comma does. */
export interface CityLexicon {
  /**
   * Whether there is a city of this name, as `normalizeCity` writes it, in a state (a code; null where none is given).
   */
  isCity(name: string, state: string | null): boolean
  /** Whether the first of two such names is that of a far greater city, so that the second is seldom meant. */
  outweighs?(name: string, other: string, state: string | null): boolean
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['MT', 'MOUNT'],
  ['FT', 'FORT'],
  ['PT', 'POINT'],
  ['LK', 'LAKE'],
  ['CTY', 'CITY'],
  ['TWP', 'TOWNSHIP'],
  ['TW', 'TOWNSHIP'],
  ['BORO', 'BOROUGH'],
  ['CO', 'COUNTY'],
  ['WD', 'WOODS'],
])

/**
 * One wording of a city's name: upper case without accents, `SAINT`, `MOUNT` and `FORT` in full, directionals and words
 * such as BEACH, HEIGHTS and SPRINGS in full, hyphens as blanks: `W. Palm Bch` is `WEST PALM BEACH`. A list of places
 * for the parser has to be written by this function.
 */
export function normalizeCity(name: string): string {
  const tokens = tokenize(name)
  return tokens.length === 0 ? '' : cityName(tokens, 0, tokens.length)
}

/** The name of the city in the words `[first, end)`; at least one word. */
export function cityName(tokens: readonly Token[], first: number, end: number): string {
  let name = inFull(tokens[first], 0, end - first)
  for (let i = first + 1; i < end; i++) name += ` ${inFull(tokens[i], i - first, end - first)}`
  return name.includes('-') ? name.replace(/-/g, ' ') : name
}

function inFull({ text: word, meaning }: Token, at: number, count: number): string {
  if (count === 1) return word
  const { direction, directionName, suffix, suffixName, endsStreet } = meaning
  // "EAST GRAND RAPIDS", but the "NE" of a bare "NE" or a last "S" is not part of a name.
  if (direction !== '' && at + 1 < count) return directionName
  const short = at > 0 || word !== 'CO' ? SHORT.get(word) : undefined
  if (short !== undefined && (at + 1 < count || word !== 'ST')) return short
  // "STA MONICA", but "COLLEGE STA"
  if (word === 'STA' && at + 1 < count) return 'SANTA'
  // A suffix in full: "DAYTONA BCH", "LAGUNA HLS"; not in front, where "PR" and "UN" are something else.
  return suffix !== '' && at > 0 && !(endsStreet && word.length < 3) ? suffixName : word
}
