import { firstAtLeast } from '../../../base/first-at-least.ts'
import { metersApart } from '../../../base/geo/distance.ts'
import { editDistance, tolerance } from '../../../base/geo/edit-distance.ts'
import type { Bundle } from '../../../data/bundle/read.ts'
import { inBuckets } from '../gazetteer/similar-names.ts'
import { ANYWHERE, type Candidate, isWithin, type SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { hasDigit, tokenize } from '../parse/tokens.ts'
import { getHash } from '../parse/vocabulary.ts'
import { titled, titledStreet } from '../streets/street-text.ts'
import { type NameWords, type PublicPlaceColumns, publicPlaceColumns } from './columns.ts'

/** Radius in meters that covers a school's grounds. */
const RADIUS = 200
/** Minimum similarity of a name. A name with fewer words in common with the query may mean a different place. */
const MIN_NAME_SIMILARITY = 0.5
/** Minimum difference in similarity. If two names differ by less, the query is ambiguous. */
const NAME_MARGIN = 0.2
/** Similarity of a name with a typo. */
const MISSPELLED = 0.8
/**
 * Maximum number of names that may contain the rarest word of a query if the whole state is searched. If more names
 * contain the word, nothing is returned.
 */
const MAX_NAMES_IN_STATE = 64
/** Distance in meters within which two records are the same place. */
const ONE_PLACE = 1000
const MAX_RESULTS = 5

// Factors for how well a place fits the area of the address. The factor is 1 in the same ZIP, or in the same city if
// the address has no ZIP.
const IN_ZIP_OF_CITY = 0.95
const IN_STATE = 0.9
const IN_NEIGHBORING_ZIP = 0.85

/** A place name that matches the query. */
interface NameMatch {
  readonly row: number
  readonly similarity: number
  /** Whether the name and the query are equal. */
  readonly exact: boolean
  readonly name: string
}

/** Finds schools and libraries by name. */
export class PublicPlaces {
  /** Columns of all public places, one row per place. */
  readonly columns: PublicPlaceColumns
  // Created on first use, which takes 10 ms.
  #byWord: Bucketed | null = null

  /** @throws BundleError when the bundle is of a different type or its sections do not fit together */
  constructor(bundle: Bundle) {
    this.columns = publicPlaceColumns(bundle)
  }

  /**
   * Returns the places with a name in a ZIP, city or state, best first, at most 5. Returns no places if equally good
   * matches are far apart.
   */
  find(parsed: ParsedAddress, area: SearchArea): Candidate[] {
    const matches = this.#byName(parsed, area)
    if (matches.length === 0) return []
    matches.sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    return this.#isAmbiguous(matches) ? [] : matches.slice(0, MAX_RESULTS).map((match) => this.#candidate(match))
  }

  /** Returns the place that the text names if no other place has that name. */
  named(text: string): Candidate | null {
    const query = nameQuery(text)
    if (query === null || query.kind === null) return null
    const similar = this.#withWords(query, ANYWHERE).sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    const [best] = similar
    return best !== undefined && !this.#isAmbiguous(similar) ? this.#candidate(best) : null
  }

  #byName(parsed: ParsedAddress, within: SearchArea): NameMatch[] {
    // In "Lowell High School, CA 94132", the parser reads the school name as a city, so there is no city to search in.
    const inPlaceOfCity = parsed.place === null && parsed.street === null
    const area = inPlaceOfCity ? { ...within, city: null } : within
    if (area.zip === null && area.city === null && area.state === null) return []
    const name = inPlaceOfCity ? (parsed.city?.given ?? '') : getName(parsed)
    const query = nameQuery(name)
    if (query === null || (inPlaceOfCity && query.kind === null)) return []
    const similar = this.#withWords(query, area)
    if (similar.length > 0) return similar
    // Retry without Junior, because "Martin Luther King Jr. Middle School" is recorded as Martin Luther King Middle.
    const withoutJunior = JUNIOR.test(name) ? this.#withWords(nameQuery(name.replace(JUNIOR, ' ')) ?? query, area) : []
    return withoutJunior.length > 0 || query.kind === null ? withoutJunior : this.#misspelled(query, area)
  }

  /** Returns the places in the ZIP or city whose names match the query except for typos. */
  #misspelled(query: NameQuery, area: SearchArea): NameMatch[] {
    const matches: NameMatch[] = []
    for (const zip of area.zip === null ? area.zips : [area.zip]) {
      const code = Number(zip)
      // Rows are sorted by ZIP.
      for (let row = firstAtLeast(this.columns.zip, code); this.columns.zip[row] === code; row++) {
        const nearness = this.#nearness(row, area)
        if (nearness < IN_ZIP_OF_CITY) continue
        for (const name of this.columns.names(row))
          if (isMisspelled(query, name)) matches.push({ row, similarity: MISSPELLED * nearness, exact: false, name })
      }
    }
    return matches
  }

  #withWords(query: NameQuery, area: SearchArea): NameMatch[] {
    this.#byWord ??= bucketsOfDistinct(this.columns.nameWords())
    const { rows, start, end } = this.#byWord
    // A matching name contains every distinct word of the query, so looking up the rarest word finds every match.
    let rarest = 0
    let fewest = Number.POSITIVE_INFINITY
    for (const word of query.words) {
      const hash = isDistinct(word) ? getHash(word) : 0
      if (hash === 0 || end(hash) - start(hash) >= fewest) continue
      rarest = hash
      fewest = end(hash) - start(hash)
    }
    if (fewest > MAX_NAMES_IN_STATE && area.zip === null && area.city === null) return []
    const matches: NameMatch[] = []
    let last = -1
    for (let i = start(rarest); i < end(rarest); i++) {
      const row = rows[i]
      // A row is listed once for each occurrence of the word in its names.
      if (row === last) continue
      last = row
      const nearness = this.#nearness(row, area) || this.#inState(row, area)
      if (nearness === 0) continue
      for (const name of this.columns.names(row)) {
        const fit = nameSimilarity(query, name)
        // If the place is not in the ZIP or city of the address, the name must match exactly.
        if (fit < (nearness < IN_ZIP_OF_CITY ? 1 : MIN_NAME_SIMILARITY)) continue
        matches.push({ row, similarity: fit * nearness, exact: fit === 1, name })
      }
    }
    return matches
  }

  #nearness(row: number, area: SearchArea): number {
    const { zip, city, state, zips } = area
    const columns = this.columns
    if (state !== null && columns.states[columns.state[row]] !== state) return 0
    const placeZip = columns.zip[row]
    if (zip !== null) {
      const code = Number(zip)
      if (placeZip === code) return 1
      // The ZIP prefix and the city match. The ZIP in the address may be only for PO boxes, or may have been split off
      // after the list of public places was published.
      const isNeighbor = Math.trunc(placeZip / 100) === Math.trunc(code / 100)
      return isNeighbor && columns.cities[columns.city[row]] === city ? IN_NEIGHBORING_ZIP : 0
    }
    if (city === null) return 0
    if (columns.cities[columns.city[row]] === city) return 1
    const isThere = isWithin(columns.lat[row], columns.lon[row], area) || zips.includes(zipText(placeZip))
    return isThere ? IN_ZIP_OF_CITY : 0
  }

  #inState(row: number, { zip, city, state }: SearchArea): number {
    const { states, state: stateOf } = this.columns
    return zip === null && city === null && (state === null || states[stateOf[row]] === state) ? IN_STATE : 0
  }

  /** Checks whether a different place fits almost as well as the best place, so that the query is ambiguous. */
  #isAmbiguous(matches: readonly NameMatch[]): boolean {
    const { row, similarity, exact } = matches[0]
    const { lat, lon } = this.columns
    const at = (place: number) => ({ lat: lat[place], lon: lon[place] })
    const least = exact ? similarity : similarity - NAME_MARGIN
    for (let i = 1; i < matches.length && matches[i].similarity >= least; i++)
      if (metersApart(at(row), at(matches[i].row)) > ONE_PLACE) return true
    return false
  }

  #candidate({ row, similarity, name }: NameMatch): Candidate {
    const columns = this.columns
    const city = columns.cities[columns.city[row]]
    const state = columns.states[columns.state[row]]
    const zip = zipText(columns.zip[row])
    const [house = '', pre = '', street = '', suffix = '', post = ''] = columns.address(row)
    const line = street === '' ? house : `${house} ${titledStreet(pre, street, suffix, post)}`.trim()
    return {
      layer: 'public_place',
      lat: columns.lat[row],
      lon: columns.lon[row],
      radius: RADIUS,
      address: () => [titled(name), line, titled(city), `${state} ${zip}`].filter(Boolean).join(', '),
      zip,
      city,
      state,
      similarity,
      exactNumber: false,
    }
  }
}

/** Checks whether a query and a name have the same words, except for one word with one or two typos. */
function isMisspelled(query: NameQuery, name: string): boolean {
  const others = new Set(name.split(' ').filter((word) => !WEIGHTLESS.has(word)))
  if (others.size !== query.words.size) return false
  const unknown = [...query.words].filter((word) => !others.delete(word))
  if (unknown.length !== 1 || others.size !== 1) return false
  const [word] = unknown
  const [other] = others
  const most = Math.min(tolerance(word.length), tolerance(other.length))
  return isDistinct(other) && !hasDigit(word) && !hasDigit(other) && editDistance(word, other, most) <= most
}

/** Returns the words of a place, or of a street that may be a place name: "24th Street Elementary". */
function getName({ place, predirectional, street, suffix, postdirectional }: ParsedAddress): string {
  if (place !== null) return place.given
  if (street === null) return ''
  return [predirectional, street, suffix, postdirectional].map((part) => part?.given ?? '').join(' ')
}

function zipText(zip: number): string {
  return String(zip).padStart(5, '0')
}

/** Number of buckets for hashes of words, more than there are distinct words. */
const BUCKETS = 1 << 15

/** Rows by hash. A bucket may contain rows with other hashes. */
interface Bucketed {
  readonly rows: Uint16Array
  /** Returns the position of the first row of the hash. */
  start(hash: number): number
  /** Returns the position after the last row of the hash. */
  end(hash: number): number
}

/** Indexes name rows by distinctive word. */
function bucketsOfDistinct({ hash, row }: NameWords): Bucketed {
  // Words that are too common to identify a place.
  const common = new Set([...KINDS, ...WEIGHTLESS].map(getHash))
  // Words that are not distinctive go into an extra bucket at the end.
  const buckets = hash.map((value) => (value === 0 || common.has(value) ? BUCKETS : value & (BUCKETS - 1)))
  const { order, start } = inBuckets(buckets, BUCKETS + 1)
  const rows = Uint16Array.from(order.subarray(0, start[BUCKETS]), (word) => row[word])
  return {
    rows,
    start: (value) => start[value & (BUCKETS - 1)],
    end: (value) => start[(value & (BUCKETS - 1)) + 1],
  }
}

/** Matches Junior in a person's name, but not in "Junior High". */
const JUNIOR = /,?\s+(?:JR|JUNIOR)\b\.?,?(?! *(?:HIGH|HS|COLLEGE))/i

/** Full forms of abbreviated name words. */
const IN_FULL: ReadonlyMap<string, string> = new Map(
  [
    'ELEMENTARY ELEM ELEMENTRY',
    'SCHOOL SCH SCHL SCHOOLS',
    'HIGH SCHOOL=HS',
    'MIDDLE SCHOOL=MS',
    'JUNIOR HIGH=JH JRHIGH',
    'JUNIOR JR',
    'SENIOR SR',
    'INTERMEDIATE INTERMED',
    'ACADEMY ACAD',
    'PREPARATORY PREP',
    'CENTER CTR CENTRE',
    'SAINT ST',
    'MOUNT MT',
    'FORT FT',
    'COUNTY CO CNTY',
    'LIBRARY LIB LIBRARIES',
    'COMMUNITY COMM',
    'MEMORIAL MEM',
    'DOCTOR DR',
    'STREET STR',
    'AVENUE AVE AV',
    'ROAD RD',
    'MARTIN LUTHER KING=MLK',
  ].flatMap((line) => {
    const [full, others] = line.includes('=') ? line.split('=') : [line.split(' ')[0], line]
    return others.split(' ').map((word) => [word, full] as const)
  }),
)

/** Words that tell what kind of place a name refers to. */
const KINDS = new Set(
  'ELEMENTARY MIDDLE HIGH JUNIOR SENIOR INTERMEDIATE PRIMARY PRESCHOOL KINDERGARTEN ACADEMY ACADEMIES LIBRARY COLLEGE MAGNET CHARTER MONTESSORI CAMPUS PREPARATORY CONTINUATION COLLEGIATE K-5 K-6 K-8 K-12'.split(
    ' ',
  ),
)

/** Words that do not distinguish places. */
const WEIGHTLESS = new Set(['SCHOOL', 'THE', 'OF', 'AT', 'AND', 'FOR', 'PUBLIC'])

/** Checks whether a word distinguishes places. Names are indexed by these words. */
export function isDistinct(word: string): boolean {
  return word.length > 1 && !KINDS.has(word) && !WEIGHTLESS.has(word)
}

/** Normalizes a place name to uppercase ASCII with words written out: `LOWELL HIGH SCHOOL` for "Lowell HS". */
export function placeName(name: string): string {
  const words: string[] = []
  for (const { text } of tokenize(name)) {
    const word = text.replace(/[^\x21-\x7b}~]/g, '')
    if (word === '' || word === '&' || word === '#') continue
    words.push(IN_FULL.get(word) ?? word)
  }
  return words.join(' ')
}

/** A name to search for, prepared for comparison. */
export interface NameQuery {
  /** Words that distinguish places. */
  readonly words: ReadonlySet<string>
  /**
   * Kind of place with which the name ends: its last word, or '' for "school". Null if the last word is not a kind of
   * place.
   */
  readonly kind: string | null
  readonly weight: number
}

/** Prepares a name. Returns null if none of its words distinguishes places. */
export function nameQuery(name: string): NameQuery | null {
  const all = placeName(name).split(' ')
  if (!all.some(isDistinct)) return null
  const words = new Set(all.filter((word) => !WEIGHTLESS.has(word)))
  return { words, kind: getKind(all), weight: weigh(words) }
}

/**
 * Returns how well the name of a record matches: 1 if the words are the same, 0 if neither name contains the other. If
 * the query is shorter than the name, both must end with the same kind of place: "Austin High School" matches Stephen F
 * Austin High, but "Life School" does not match Life School Lancaster. If the query is longer, all of its additional
 * words must be kinds of places.
 */
export function nameSimilarity(query: NameQuery, placeName: string): number {
  const all = placeName.split(' ')
  const words = new Set(all.filter((word) => !WEIGHTLESS.has(word)))
  let shared = 0
  for (const word of query.words) if (words.has(word)) shared++
  if (shared === query.words.size && shared === words.size) return 1
  if (shared === query.words.size)
    return query.kind !== null && query.kind === getKind(all) ? query.weight / weigh(words) : 0
  if (shared < words.size || all.includes('SCHOOL')) return 0
  for (const word of words) if (KINDS.has(word)) return 0
  for (const word of query.words) if (!words.has(word) && !KINDS.has(word)) return 0
  return weigh(words) / query.weight
}

/**
 * Returns the kind that a name ends with: `HIGH` for "Lowell High School", '' for "Lowell School", null for "Lowell".
 */
function getKind(words: readonly string[]): string | null {
  let last = words.length - 1
  while (last > 0 && WEIGHTLESS.has(words[last])) last--
  return KINDS.has(words[last]) ? words[last] : words.at(-1) === 'SCHOOL' ? '' : null
}

function weigh(words: ReadonlySet<string>): number {
  let weight = 0
  for (const word of words) weight += KINDS.has(word) || word.length === 1 ? 1 : 2
  return weight
}
