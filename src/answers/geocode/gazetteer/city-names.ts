import { editDistance, tolerance } from '../../../base/geo/edit-distance.ts'
import { normalizeCity } from '../parse/tokens.ts'
import { grouped, isSpelledAlike, PhoneticNames, SimilarTexts, withoutBlanks } from './similar-names.ts'

/** Finds city names that inexact text may mean. Indexes are created on first use. */
export class CityNames {
  readonly #longest: number
  /** Names in buckets by length, used to find mistyped names. */
  #similar: SimilarTexts | null = null
  #known: ReadonlySet<string> | null = null
  #sorted: readonly string[] | null = null
  /** Names by the words after the first word. */
  #endings: ReadonlyMap<string, readonly string[]> | null = null
  #sounding: PhoneticNames | null = null
  #respaced: ReadonlyMap<string, readonly string[]> | null = null

  /** @param names distinct names, normalized by `normalizeCity`: words separated by one space */
  constructor(private readonly names: readonly string[]) {
    this.#longest = names.reduce((most, { length }) => Math.max(most, length), 0)
  }

  /**
   * Calls `report` for every name within the typo tolerance, which depends on the shorter of the text and the name.
   * Skips names with two edits in one short word: "SALT SPRINGS" is not "PALM SPRINGS". First compares the character
   * sets of all names of similar length, then compares the few names that share enough characters letter by letter.
   */
  mistyped(text: string, report: (name: string, distance: number) => void): void {
    const { length } = text
    if (length > LONGEST) return
    this.#similar ??= new SimilarTexts(this.names, (name) => name.length, this.#longest + 1)
    for (let other = Math.max(0, length - 2); other <= Math.min(length + 2, this.#longest); other++) {
      const most = tolerance(Math.min(length, other))
      if (Math.abs(length - other) > most) continue
      this.#similar.near(text, other, other, most, (index, distance) => {
        const name = this.names[index]
        if (distance < 2 || !isOtherWord(text, name)) report(name, distance)
      })
    }
  }

  /**
   * Calls `report` for names that have one word more or less than the text at either end. Text of at least ten
   * characters also matches longer names that begin with it, because the text can come from a data column that cuts off
   * long names. May report a name twice. Reports nothing if many names share the beginning or end ("NORTH", "BEACH").
   */
  wordApart(text: string, report: (name: string, distance: number) => void): void {
    if (text.length > LONGEST) return
    this.#known ??= new Set(this.names)
    const first = text.indexOf(' ')
    if (first >= 0)
      for (const shorter of [text.slice(0, text.lastIndexOf(' ')), text.slice(first + 1)])
        if (shorter.length >= SHORTEST && this.#known.has(shorter)) report(shorter, WORD_APART)
    if (text.length < SHORTEST) return
    this.#endings ??= grouped(this.names, (name) => name.slice(name.indexOf(' ') + 1))
    for (const longer of [this.#endings.get(text) ?? [], this.#beginning(text)]) {
      const others = longer.filter((name) => name !== text)
      if (others.length <= FEW) for (const name of others) report(name, WORD_APART)
    }
  }

  /**
   * Returns the names that begin with the words of the text: "DELRAY BEACH" for "DELRAY". Returns no names if many
   * match.
   */
  continuing(text: string): readonly string[] {
    if (text.length < SHORTEST_BEGINNING) return []
    const longer = this.#beginning(text)
    return longer.length > FEW ? [] : longer.filter((name) => name[text.length] === ' ')
  }

  /**
   * Returns the longer names that begin with the text. Stops after `FEW` + 1 names, because callers ignore longer
   * results.
   */
  #beginning(text: string): string[] {
    this.#sorted ??= [...this.names].sort((a, b) => (a < b ? -1 : 1))
    const sorted = this.#sorted
    const names: string[] = []
    for (let at = firstFrom(sorted, text); at < sorted.length && names.length <= FEW; at++) {
      const name = sorted[at]
      if (!name.startsWith(text)) break
      if (name.length > text.length && (text.length >= CUT_FROM || name[text.length] === ' ')) names.push(name)
    }
    return names
  }

  /**
   * Returns the names that sound like the text and pass the filter. Returns no names if the spelling of any match is
   * too different.
   */
  sounding(text: string, filter: (name: string) => boolean): readonly string[] {
    this.#sounding ??= new PhoneticNames(this.names)
    const alike = this.#sounding.alike(text).filter(filter)
    return alike.every((name) => isSpelledAlike(text, name)) ? alike : []
  }

  /**
   * Returns the names that equal the text if spaces are ignored. Only names that differ from another name just in
   * spaces are indexed, so the result is empty or has at least two names.
   */
  respaced(text: string): readonly string[] {
    this.#respaced ??= byLetters(this.names)
    return this.#respaced.get(withoutBlanks(text)) ?? []
  }
}

function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Groups names that differ only in spaces. Only a few dozen of the thousands of names have such a counterpart. */
function byLetters(all: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = grouped(all, withoutBlanks)
  for (const [letters, same] of names) if (same.length < 2) names.delete(letters)
  return names
}

/** Maximum length of input that may be a misspelled name. */
const LONGEST = 60

/**
 * Minimum length of input that can match a name with one more word. Shorter input, such as SAN or LAKE, is too common.
 */
const SHORTEST = 5

/** Minimum length of input that can match the first words of a name, such as BOCA or SEAL. */
const SHORTEST_BEGINNING = 4

/** Maximum number of names that share a beginning or an end. If more names share it, the text is ambiguous. */
const FEW = 5

/** Minimum length of input that may be cut off within a word. */
const CUT_FROM = 10

/** Distance assigned to names with one word more or less than the text, so that they rank after every typo. */
const WORD_APART = 3

/**
 * Checks whether two names differ by two edits in a single word that is too short for two typos. Returns false if the
 * names have different numbers of words: "GULF PORT" and "GULFPORT".
 */
function isOtherWord(a: string, b: string): boolean {
  const words = a.split(' ')
  const others = b.split(' ')
  return (
    words.length === others.length &&
    words.some((word, i) => {
      const least = Math.min(word.length, others[i].length)
      return tolerance(least) < 2 && editDistance(word, others[i], 1) > 1
    })
  )
}

/**
 * Large cities outside the covered states that share a name with a covered place or resemble its name. "Paris" is not
 * Paris, Texas, unless the state or ZIP says so, and "Seattle, CA" is not a misspelled Sattley. Normalized by
 * `normalizeCity`.
 */
const GREATER_ELSEWHERE: ReadonlySet<string> = new Set(
  `ALBANY,ALEXANDRIA,ALLENTOWN,ATHENS,ATLANTA,AUGUSTA,BAGHDAD,BALTIMORE,BARCELONA,BELLEVUE,BERLIN,BIRMINGHAM,BOGOTA,BOSTON,BRISTOL,
BUFFALO,CAIRO,CAMBRIDGE,CANCUN,CHANDLER,CHARLESTON,CHARLOTTE,CHICAGO,CHINA,CINCINNATI,CIUDAD JUAREZ,CLEVELAND,COLUMBIA,COLUMBUS,
CUBA,DENVER,DETROIT,DUBLIN,EDINBURGH,EDMONTON,FLORENCE,GENEVA,GENOA,HAMBURG,HARTFORD,HAVANA,INDIA,INDIANAPOLIS,ITALY,JERUSALEM,
KANSAS CITY,LAGOS,LAS VEGAS,LEBANON,LIMA,LISBON,LITTLE ROCK,LIVERPOOL,LONDON,LOUISVILLE,LYON,MACON,MADRID,MANCHESTER,MANILA,
MARSEILLE,MARSEILLES,MEMPHIS,MEXICO,MEXICO CITY,MILAN,MILWAUKEE,MINNEAPOLIS,MONTERREY,MONTREAL,MOSCOW,MUNICH,NAPLES,NASHVILLE,
NEW ORLEANS,NEW YORK,NEWCASTLE,NORWAY,OGDEN,OMAHA,ONTARIO,OTTAWA,OXFORD,PALESTINE,PANAMA,PARIS,PERTH,PERU,PHILADELPHIA,PHOENIX,
PITTSBURG,PITTSBURGH,POLAND,PORTLAND,ROME,SAINT PAUL,SALT LAKE CITY,SAO PAULO,SEATTLE,SEVILLE,STAMFORD,SYDNEY,TACOMA,TEMPE,
TOKYO,TORONTO,TULSA,TURKEY,VALENCIA,VANCOUVER,VENICE,VIENNA,WARSAW,WASHINGTON,WELLINGTON,WICHITA,WINSTON SALEM`.split(
    /,\n?/,
  ),
)

/** Checks whether a name usually means a large city outside the covered states. */
export function isGreaterElsewhere(city: string): boolean {
  return GREATER_ELSEWHERE.has(city)
}

/**
 * The largest cities of the United States outside the covered states, apart from cities that share their name with a
 * covered city. Normalized by `normalizeCity`.
 */
const UNCOVERED: ReadonlySet<string> = new Set(
  `ALBUQUERQUE,ANCHORAGE,BALTIMORE,BATON ROUGE,BOISE,BOSTON,CHICAGO,CINCINNATI,COLORADO SPRINGS,DENVER,DES MOINES,
HONOLULU,INDIANAPOLIS,JERSEY CITY,KANSAS CITY,LAS VEGAS,LITTLE ROCK,LOUISVILLE,MESA,MILWAUKEE,MINNEAPOLIS,NASHVILLE,
NEW ORLEANS,NEW YORK,NEW YORK CITY,NEWARK,NYC,OKLAHOMA CITY,PHILADELPHIA,PHOENIX,PITTSBURGH,PROVIDENCE,RALEIGH,RICHMOND,
SAINT LOUIS,SAINT PAUL,SALT LAKE CITY,SCOTTSDALE,SEATTLE,SPOKANE,TACOMA,TUCSON,TULSA,VIRGINIA BEACH,WASHINGTON,
WICHITA`.split(/,\n?/),
)

/** Checks whether a name that no covered city has is a large city in another state. */
export function isUncoveredCity(city: string): boolean {
  return UNCOVERED.has(city)
}

/**
 * Checks whether a city name, normalized by `normalizeCity`, is or ends with a country name: CANADA, "TORONTO CANADA".
 */
export function isCountry(city: string): boolean {
  names ??= new Set([...countryNames(), ...COMMON])
  for (let at = 0; at >= 0; at = nextWord(city, at)) if (names.has(city.slice(at))) return true
  return false
}

let names: ReadonlySet<string> | undefined

/** Common country names other than the official names. */
const COMMON = ['ENGLAND', 'SCOTLAND', 'WALES', 'GREAT BRITAIN', 'UK', 'HOLLAND', 'DEUTSCHLAND', 'ESPANA', 'KOREA']

/** The United States and its territories. */
const AT_HOME = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM'])

/** Languages in which visitors type country names: "FRANKREICH", "ALEMANIA", "ITALIE". */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt']

/** Returns the names of the ISO 3166-1 countries in several languages. */
function countryNames(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return LANGUAGES.flatMap((language) => {
    const regionNames = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => (AT_HOME.has(code) ? [] : normalizeCity(regionNames.of(code) ?? '') || []))
  })
}

/** Returns the start of the next word, or -1 after the last word. */
function nextWord(text: string, at: number): number {
  const blank = text.indexOf(' ', at)
  return blank < 0 ? -1 : blank + 1
}
