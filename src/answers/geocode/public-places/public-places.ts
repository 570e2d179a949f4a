import { metersApart } from '../../../base/geo/distance.ts'
import type { Bundle } from '../../../data/bundle/read.ts'
import { inBuckets } from '../gazetteer/similar-names.ts'
import { ANYWHERE, type Candidate, type SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { tokenize } from '../parse/tokens.ts'
import { hashOf } from '../parse/vocabulary.ts'
import { titled, titledStreet } from '../streets/street-text.ts'
import { type NameWords, type PublicPlaceColumns, publicPlaceColumns } from './columns.ts'

/** Meters around a coordinate: a school's grounds. */
const RADIUS = 200
/** Below it a shorter name may mean another place. */
const LEAST_NAME = 0.5
/** Another name this much worse than the best one leaves open which of the two is meant. */
const NAME_MARGIN = 0.2
/** A word of more names than this is not a way to find one of a whole state. */
const MOST_IN_STATE = 64
/** Meters within which two records are one place. */
const ONE_PLACE = 1000
const MOST = 5

// How well a place fits the location of the address; 1 in its ZIP, or in its city where no ZIP is given.
const IN_ZIP_OF_CITY = 0.95
const IN_STATE = 0.9
const IN_NEIGHBORING_ZIP = 0.85

interface Found {
  readonly row: number
  readonly similarity: number
  /** Whether nothing about the name differs. */
  readonly exact: boolean
  readonly name: string
}

/** Schools and libraries by their names. */
export class PublicPlaces {
  /** All of them, a row each. */
  readonly columns: PublicPlaceColumns
  // Made by the first look-up that needs it: 10 ms.
  #byWord: Bucketed | null = null

  /** @throws BundleError where the bundle is of another kind or its sections do not fit each other */
  constructor(bundle: Bundle) {
    this.columns = publicPlaceColumns(bundle)
  }

  /**
   * The places of a name in ZIP, city or state, best first, at most 5. Nothing where records that fit equally well are
   * apart.
   */
  find(parsed: ParsedAddress, area: SearchArea): Candidate[] {
    const found = this.#byName(parsed, area)
    if (found.length === 0) return []
    found.sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    return this.#isOpen(found) ? [] : found.slice(0, MOST).map((place) => this.#candidate(place))
  }

  /** The place that a text names, where no other one has that name. */
  named(text: string): Candidate | null {
    const query = nameQuery(text)
    if (query === null || query.kind === null) return null
    const found = this.#withWords(query, ANYWHERE).sort((a, b) => b.similarity - a.similarity || a.row - b.row)
    const [best] = found
    return best !== undefined && !this.#isOpen(found) ? this.#candidate(best) : null
  }

  #byName(parsed: ParsedAddress, given: SearchArea): Found[] {
    // "Lowell High School, CA 94132" has it where a city stands.
    const inPlaceOfCity = parsed.place === null && parsed.street === null
    const area = inPlaceOfCity ? { ...given, city: null } : given
    if (area.zip === null && area.city === null && area.state === null) return []
    const query = nameQuery(inPlaceOfCity ? (parsed.city?.given ?? '') : nameOf(parsed))
    if (query === null || (inPlaceOfCity && query.kind === null)) return []
    return this.#withWords(query, area)
  }

  #withWords(query: NameQuery, area: SearchArea): Found[] {
    this.#byWord ??= bucketsOfDistinct(this.columns.nameWords())
    const { rows, start, end } = this.#byWord
    // A name that fits has every distinct word of the query: the rarest leads to all of them.
    let rarest = 0
    let fewest = Number.POSITIVE_INFINITY
    for (const word of query.words) {
      const hash = isDistinct(word) ? hashOf(word) : 0
      if (hash === 0 || end(hash) - start(hash) >= fewest) continue
      rarest = hash
      fewest = end(hash) - start(hash)
    }
    if (fewest > MOST_IN_STATE && area.zip === null && area.city === null) return []
    const found: Found[] = []
    let last = -1
    for (let i = start(rarest); i < end(rarest); i++) {
      const row = rows[i]
      // A row is there once for each time that its names have the word.
      if (row === last) continue
      last = row
      const nearness = this.#nearness(row, area) || this.#inState(row, area)
      if (nearness === 0) continue
      for (const name of this.columns.names(row)) {
        const fit = nameSimilarity(query, name)
        // Without city, or in another ZIP than the one given, nothing but the very name will do.
        if (fit < (nearness < IN_ZIP_OF_CITY ? 1 : LEAST_NAME)) continue
        found.push({ row, similarity: fit * nearness, exact: fit === 1, name })
      }
    }
    return found
  }

  #nearness(row: number, { zip, city, state, zips }: SearchArea): number {
    const columns = this.columns
    if (state !== null && columns.states[columns.state[row]] !== state) return 0
    const own = columns.zip[row]
    if (zip !== null) {
      const given = Number(zip)
      if (own === given) return 1
      // Of one sectional center and city: a box's ZIP, or one that was split since.
      const isNeighbor = Math.trunc(own / 100) === Math.trunc(given / 100)
      return isNeighbor && columns.cities[columns.city[row]] === city ? IN_NEIGHBORING_ZIP : 0
    }
    if (city === null) return 0
    if (columns.cities[columns.city[row]] === city) return 1
    return zips.includes(zipText(own)) ? IN_ZIP_OF_CITY : 0
  }

  #inState(row: number, { zip, city, state }: SearchArea): number {
    const { states, state: stateOf } = this.columns
    return zip === null && city === null && (state === null || states[stateOf[row]] === state) ? IN_STATE : 0
  }

  /** Whether another place fits about as well as the best one, so that it is unclear which is meant. */
  #isOpen(found: readonly Found[]): boolean {
    const { row, similarity, exact } = found[0]
    const { lat, lon } = this.columns
    const at = (place: number) => ({ lat: lat[place], lon: lon[place] })
    const least = exact ? similarity : similarity - NAME_MARGIN
    for (let i = 1; i < found.length && found[i].similarity >= least; i++)
      if (metersApart(at(row), at(found[i].row)) > ONE_PLACE) return true
    return false
  }

  #candidate({ row, similarity, name }: Found): Candidate {
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

/** The words of a place, or of a street that may be one: "24th Street Elementary". */
function nameOf({ place, predirectional, street, suffix, postdirectional }: ParsedAddress): string {
  if (place !== null) return place.given
  if (street === null) return ''
  return [predirectional, street, suffix, postdirectional].map((part) => part?.given ?? '').join(' ')
}

function zipText(zip: number): string {
  return String(zip).padStart(5, '0')
}

/** More than there are words of names that differ. */
const BUCKETS = 1 << 15

/** Rows by a hash; those of other hashes may be among them. */
interface Bucketed {
  readonly rows: Uint16Array
  /** Where the rows of a hash begin. */
  start(hash: number): number
  /** After the last of them. */
  end(hash: number): number
}

/** The rows of names by each word that tells places apart. */
function bucketsOfDistinct({ hash, row }: NameWords): Bucketed {
  // Words that tell too little to look a place up by.
  const common = new Set([...KINDS, ...WEIGHTLESS].map(hashOf))
  // Those that tell nothing are in a bucket after the others.
  const buckets = hash.map((value) => (value === 0 || common.has(value) ? BUCKETS : value & (BUCKETS - 1)))
  const { order, start } = inBuckets(buckets, BUCKETS + 1)
  const rows = Uint16Array.from(order.subarray(0, start[BUCKETS]), (word) => row[word])
  return {
    rows,
    start: (value) => start[value & (BUCKETS - 1)],
    end: (value) => start[(value & (BUCKETS - 1)) + 1],
  }
}

/** Other ways to write a word of a name. */
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

/** Words that say what kind of place it is. */
const KINDS = new Set(
  'ELEMENTARY MIDDLE HIGH JUNIOR SENIOR INTERMEDIATE PRIMARY PRESCHOOL KINDERGARTEN ACADEMY ACADEMIES LIBRARY COLLEGE MAGNET CHARTER MONTESSORI CAMPUS PREPARATORY CONTINUATION COLLEGIATE K-5 K-6 K-8 K-12'.split(
    ' ',
  ),
)

/** Words that tell no place from another. */
const WEIGHTLESS = new Set(['SCHOOL', 'THE', 'OF', 'AT', 'AND', 'FOR', 'PUBLIC'])

/** Whether a word tells places apart, so that they are looked up by it. */
export function isDistinct(word: string): boolean {
  return word.length > 1 && !KINDS.has(word) && !WEIGHTLESS.has(word)
}

/** One wording of a place's name: upper case ASCII, words in full: `LOWELL HIGH SCHOOL` for "Lowell HS". */
export function placeName(name: string): string {
  const words: string[] = []
  for (const { text } of tokenize(name)) {
    const word = text.replace(/[^\x21-\x7b}~]/g, '')
    if (word === '' || word === '&' || word === '#') continue
    words.push(IN_FULL.get(word) ?? word)
  }
  return words.join(' ')
}

/** A name that is searched for, ready to be compared. */
export interface NameQuery {
  /** Without those that tell nothing. */
  readonly words: ReadonlySet<string>
  /** Its last word where that says what kind of place it is, '' for "school"; null where it does not. */
  readonly kind: string | null
  readonly weight: number
}

/** Null where a name says too little to look for. */
export function nameQuery(name: string): NameQuery | null {
  const all = placeName(name).split(' ')
  if (!all.some(isDistinct)) return null
  const words = new Set(all.filter((word) => !WEIGHTLESS.has(word)))
  return { words, kind: kindOf(all), weight: weigh(words) }
}

/**
 * How well a record's name fits: 1 where the words are the same, 0 where they are not each other's part. A shorter name
 * has to say the same kind of place at its end, as "Austin High School" does for Stephen F Austin High, but "Life
 * School" not for Life School Lancaster; a longer one may add nothing but the kind.
 */
export function nameSimilarity(query: NameQuery, known: string): number {
  const all = known.split(' ')
  const words = new Set(all.filter((word) => !WEIGHTLESS.has(word)))
  let shared = 0
  for (const word of query.words) if (words.has(word)) shared++
  if (shared === query.words.size && shared === words.size) return 1
  if (shared === query.words.size)
    return query.kind !== null && query.kind === kindOf(all) ? query.weight / weigh(words) : 0
  if (shared < words.size || all.includes('SCHOOL')) return 0
  for (const word of words) if (KINDS.has(word)) return 0
  for (const word of query.words) if (!words.has(word) && !KINDS.has(word)) return 0
  return weigh(words) / query.weight
}

/** The kind that a name ends with: `HIGH` of "Lowell High School", '' of "Lowell School", null of "Lowell". */
function kindOf(words: readonly string[]): string | null {
  let last = words.length - 1
  while (last > 0 && WEIGHTLESS.has(words[last])) last--
  return KINDS.has(words[last]) ? words[last] : words.at(-1) === 'SCHOOL' ? '' : null
}

function weigh(words: ReadonlySet<string>): number {
  let weight = 0
  for (const word of words) weight += KINDS.has(word) || word.length === 1 ? 1 : 2
  return weight
}
