import { stateNames } from '../../states.ts'
import { BARE_UNITS, DIRECTIONALS, STREET_ENDS, SUFFIXES, UNITS } from './publication-28.ts'

/** What a single word can be in an address; '' where it cannot. */
export interface Meaning {
  /** The standard abbreviation of a street suffix: `AVE`. */
  suffix: string
  /** The same suffix in full: `AVENUE`. */
  suffixName: string
  /** Whether the suffix is rarely in a city's name. */
  endsStreet: boolean
  /** N, S, E, W, NE, NW, SE or SW. */
  direction: string
  /** The directional in full. */
  directionName: string
  /** The standard abbreviation of a unit designator: `APT`. */
  unit: string
  /** The same for a unit that needs no number: `REAR`. */
  bareUnit: string
  /** Whether a post-office box can begin with it: `PO`, `BOX`, `RR`. */
  beginsBox: boolean
  /** Whether a numbered road can begin with it: `SR`, `COUNTY`, `OLD`. */
  beginsRoute: boolean
  /** Whether the name of a state of several words can end with it: `YORK`. */
  endsState: boolean
  /** The state whose code, one-word name or older abbreviation this is. */
  state: string
}

const BOX_WORDS =
  'P POST PO LOCK CALLER BOX BX POB POBOX LOCKBOX LBX RR RURAL RFD RT RTE ROUTE HC HCR HIGHWAY HWY STAR CMR PSC'.split(
    ' ',
  )
const ROUTE_WORDS =
  'I IH INTERSTATE US U S SR SH CR C FM RM RR FARM RANCH FARM-TO-MARKET RANCH-TO-MARKET PRIVATE PVT COUNTY COUNTRY CO CNTY CTY TOWNSHIP TWP FOREST NFS FS STATE ST LOOP SPUR BELTWAY RT A1A OLD SCENIC BUSINESS BUS ALTERNATE ALT'

/** The meaning of a word of which the tables know nothing. */
export const NO_MEANING: Meaning = meaningless()
const MEANINGS = read()

/** What an upper-case word can be. */
export function meaningOf(word: string): Meaning {
  return MEANINGS.get(word) ?? NO_MEANING
}

function read(): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  const of = (word: string) => {
    const meaning = meanings.get(word) ?? meaningless()
    meanings.set(word, meaning)
    return meaning
  }
  const ends = new Set(STREET_ENDS.split(/\s+/))
  for (const words of entries(SUFFIXES))
    for (const word of words)
      Object.assign(of(word), { suffix: words[0], suffixName: words[1] ?? words[0], endsStreet: ends.has(words[0]) })
  for (const words of entries(DIRECTIONALS))
    for (const word of words) Object.assign(of(word), { direction: words[0], directionName: words[1] })
  for (const words of entries(UNITS)) for (const word of words) of(word).unit = words[0]
  for (const words of entries(BARE_UNITS)) for (const word of words) of(word).bareUnit = words[0]
  for (const [code, name] of stateNames) {
    of(code).state = code
    if (!name.includes(' ')) of(name).state = code
    else of(name.slice(name.lastIndexOf(' ') + 1)).endsState = true
  }
  for (const word of BOX_WORDS) of(word).beginsBox = true
  for (const word of ROUTE_WORDS.split(' ')) of(word).beginsRoute = true
  // "ILLINOIS ROUTE 5", "CA-1"; and every highway.
  for (const meaning of meanings.values())
    if (meaning.state !== '' || meaning.suffix === 'HWY' || meaning.suffix === 'RTE') meaning.beginsRoute = true
  return meanings
}

function entries(table: string): string[][] {
  return table.split(/,\s*/).map((entry) => entry.split(/\s+/))
}

function meaningless(): Meaning {
  return {
    suffix: '',
    suffixName: '',
    endsStreet: false,
    direction: '',
    directionName: '',
    unit: '',
    bareUnit: '',
    beginsBox: false,
    beginsRoute: false,
    endsState: false,
    state: '',
  }
}

/** States' names of two and more words, by their last word. */
const LONG_NAMES = new Map<string, (readonly [code: string, words: readonly string[]])[]>()
for (const [code, name] of stateNames) {
  const words = name.split(' ')
  const last = words[words.length - 1]
  if (words.length > 1) LONG_NAMES.set(last, [...(LONG_NAMES.get(last) ?? []), [code, words]])
}

/** The state whose name of several words ends with the word at `last`, if there is one. */
export function longStateEndingAt(
  words: readonly { readonly text: string; readonly meaning: Meaning }[],
  last: number,
): { readonly code: string; readonly first: number } | null {
  if (!words[last].meaning.endsState) return null
  for (const [code, name] of LONG_NAMES.get(words[last].text) ?? []) {
    const first = last - name.length + 1
    if (first >= 0 && name.every((word, i) => words[first + i].text === word)) return { code, first }
  }
  return null
}
