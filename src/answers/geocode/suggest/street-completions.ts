import { editDistance, tolerance } from '../../../base/geo/edit-distance.ts'
import { prefixDistance } from '../../../base/geo/prefix-distance.ts'
import { sixDecimals } from '../answer.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { inBuckets } from '../gazetteer/similar-names.ts'
import { parseStreet } from '../parse/street.ts'
import { hasDigit, normalizeCity } from '../parse/tokens.ts'
import { getMeaning } from '../parse/vocabulary.ts'
import { otherWays } from '../streets/match-streets.ts'
import { getOwner } from '../streets/shard.ts'
import {
  getDirections,
  getSuffix,
  nameText,
  readStreetNames,
  type StreetNames,
  streetText,
} from '../streets/street-text.ts'
import type { Streets } from '../streets/streets.ts'
import {
  BEGINS,
  BUCKETS,
  EXACT,
  expandedText,
  FIXED,
  getBucket,
  MISTYPED,
  type Near,
  nearness,
  plainText,
  type Where,
} from './name-index.ts'
import { type Suggestion, whereOf } from './place-table.ts'

/** Weight of a street per range or point, as a share of the city's population. */
const SHARE_PER_ROW = 1e-5
/**
 * Maximum number of ranges and points that are counted. The weight of a street is therefore at most 0.001 of the
 * population.
 */
const MAX_ROWS = 100
/** Population assumed for an unknown city. */
const FEW_PEOPLE = 100
/** Factor for a street without the typed house number. */
const WITHOUT_NUMBER = 0.01
/** Factor for a street with a different direction than the typed direction. */
const OTHER_DIRECTION = 0.1
/** Factor for a street with a direction if none was typed. */
const UNTYPED_DIRECTION = 0.9
/** Factor for each wrong letter. */
const PER_EDIT = 0.1
/** Nearness of a place about 50 km away. A street that is farther away and has no suffix is not an exact match. */
const FAR = 0.01
/** Factor for a street without a known location if nearby streets are preferred. */
const NOWHERE = 1e-6
/** Maximum number of words in a street name. */
const MAX_WORDS = 6
/**
 * Number of the first street stretch. Places of other kinds have lower numbers. Each shard reserves this many numbers
 * for its stretches.
 */
export const FIRST_STREET = 2 ** 26

/** Called with the number of a street stretch, its match (such as `EXACT`) and its weight. */
type Offer = (stretch: number, match: number, weight: number) => void

/**
 * Streets of a shard, with gazetteer data about their ZIPs in columns. The columns are indexed by the ZIP number in the
 * shard. Index 0 is for streets without a ZIP.
 */
interface County {
  readonly names: StreetNames
  /** Position in degrees. NaN if unknown. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Population of the city. */
  readonly people: Float64Array
  /** Index of the city in the gazetteer. -1 if unknown. */
  readonly city: Int32Array
  readonly where: readonly Where[]
  /** Bounding box of the ZIPs: west, south, east, north. */
  readonly box: readonly [number, number, number, number]
}

/** An address being typed. */
interface TypedText {
  /** Text without the ZIP at its end. */
  readonly text: string
  /** Leading digits of that ZIP, or ''. */
  readonly zip: string
}

/** Typed text that may name a street. */
interface StreetQuery {
  readonly zip: string
  readonly number: number | null
  readonly direction: string
  /** All ways to split the words into head and tail, such as `CONGRESS` and `AVE AUS`. */
  readonly parts: readonly { readonly head: string; readonly tail: string }[]
  /** The text after the comma. Null if there is no comma. */
  readonly where: string | null
}

/**
 * Completes street names, with or without a house number, from a street index that the user has added. The street names
 * are read when a typed text first looks like a street. They take about 30 bytes of memory per street. Damaged shards
 * are skipped.
 */
export class StreetCompletions {
  #counties: readonly (County | null)[] | null = null
  #names = getBuckets([])
  /** Normalized names of the stretches that `isSame` has compared for the current text. */
  readonly #forms = new Map<number, string>()

  constructor(
    private readonly streets: Streets,
    private readonly gazetteer: Gazetteer,
  ) {}

  /**
   * Offers the stretches of streets whose names may begin with the text. A stretch with the house number and the whole
   * name is EXACT. Other stretches are BEGINS or MISTYPED.
   *
   * @param wouldRank checks whether a stretch with this match and weight would be among the best
   */
  offer(
    typed: TypedText,
    near: Near | null,
    offer: Offer,
    wouldRank: (match: number, weight: number) => boolean,
  ): void {
    const queries = parseQueries(typed)
    this.#forms.clear()
    if (queries.length === 0) return
    const counties = this.#read()
    const nearest = Float64Array.from(counties, (county) => (county === null ? 0 : getNearest(county, near)))
    const { countyOf, nameOf, heaviest, start } = this.#names
    for (const isMistyped of [false, true])
      for (const query of queries)
        for (const { head, tail } of query.parts) {
          const edits = isMistyped ? tolerance(head.length) : 0
          if ((tail === '' || isMistyped) && head.length < FIXED) continue
          // AVENUE R is not AVENUE D. Digits must match.
          if (isMistyped && (edits === 0 || hasDigit(head) || head.at(-2) === ' ')) continue
          const bucket = getBucket(head, 0)
          for (let i = start[bucket]; i < start[bucket + 1]; i++) {
            const at = countyOf[i]
            // There are too many known streets to check for typos at every keystroke.
            if (isMistyped && this.streets.shards[at].isPart) continue
            const county = counties[at]!
            const match = isMistyped ? MISTYPED : getMatch(county, nameOf[i], head, tail)
            if (match < 0 || !wouldRank(match, heaviest[i] * nearest[at])) continue
            const first = (at + 1) * FIRST_STREET
            const share = isMistyped ? typoShare(nameText(county.names, nameOf[i]), head, tail, edits) : 1
            if (share > 0) offerStretches({ county, first, name: nameOf[i], tail, query, match, share }, near, offer)
          }
        }
  }

  /** Checks whether two stretches belong to the same street of a city: `S Congress Ave` is `Congress Ave S`. */
  isSame(stretch: number, other: number): boolean {
    return this.#form(stretch) === this.#form(other)
  }

  #form(stretch: number): string {
    let form = this.#forms.get(stretch)
    if (form === undefined) {
      const { county, street, zip } = this.#stretch(stretch)
      const { names, city } = county
      const [pre, post] = getDirections(names, street)
      const name = nameText(names, names.streetName[street])
      const directions = pre < post ? pre + post : post + pre
      form = `${name}|${getSuffix(names, street)}|${directions}|${city[zip] < 0 ? this.#place(county, zip) : city[zip]}`
      this.#forms.set(stretch, form)
    }
    return form
  }

  /** @param text text as typed, which may begin with a house number */
  suggestion(stretch: number, text: string): Suggestion {
    const { county, head, street, zip } = this.#stretch(stretch)
    const number = numberIn(text)
    const line = `${streetText(county.names, street)}, ${this.#place(county, zip)}`
    const house = number === null ? null : this.streets.house(head, street, number.written, zip)
    const { lat, lon, radius } = house ?? this.streets.middle(head, street, zip)
    const place = { lat: sixDecimals(lat), lon: sixDecimals(lon), radius }
    if (house === null) return { layer: 'street', label: line, ...place }
    // If the city is unknown, the line already contains the ZIP.
    const ofZip = county.city[zip] < 0 || zip === 0 ? '' : ` ${county.names.meta.zips[zip - 1]}`
    return { layer: 'address', label: `${number!.written} ${line}${ofZip}`, ...place }
  }

  /** Formats the city of a stretch, or the ZIP if the city is unknown: `Austin, TX`, `TX 78799`. */
  #place({ names: { meta }, city }: County, zip: number): string {
    if (city[zip] >= 0) return `${this.gazetteer.place('city', city[zip]).name}, ${meta.state}`
    return zip === 0 ? meta.state : `${meta.state} ${meta.zips[zip - 1]}`
  }

  #stretch(stretch: number) {
    const at = Math.floor(stretch / FIRST_STREET) - 1
    const row = stretch % FIRST_STREET
    const county = this.#counties![at]!
    const { stretchFirst, stretchZip } = county.names
    return { county, head: this.streets.shards[at], street: getOwner(stretchFirst, row), zip: stretchZip[row] }
  }

  /** Returns the streets of all shards. Reads the shards that were added since the last call. */
  #read(): readonly (County | null)[] {
    const counties = this.#counties ?? []
    const { shards } = this.streets
    if (this.#counties !== null && counties.length === shards.length) return counties
    this.#counties = shards.map((head, at) => {
      if (at < counties.length) return counties[at]
      const names = readStreetNames(head)
      return names && getCounty(names, this.gazetteer)
    })
    this.#names = getBuckets(this.#counties)
    return this.#counties
  }
}

function getCounty(names: StreetNames, gazetteer: Gazetteer): County {
  const { zips, state } = names.meta
  const size = zips.length + 1
  const lat = new Float64Array(size).fill(Number.NaN)
  const lon = new Float64Array(size).fill(Number.NaN)
  const city = new Int32Array(size).fill(-1)
  const box: [number, number, number, number] = [180, 90, -180, -90]
  zips.forEach((zip, i) => {
    const row = gazetteer.zip(zip)
    if (row < 0) return
    const at = gazetteer.place('zip', row)
    lat[i + 1] = at.lat
    lon[i + 1] = at.lon
    city[i + 1] = gazetteer.zipCity(row)
    box[0] = Math.min(box[0], at.lon)
    box[1] = Math.min(box[1], at.lat)
    box[2] = Math.max(box[2], at.lon)
    box[3] = Math.max(box[3], at.lat)
  })
  const cities = Array.from(city, (index) => (index < 0 ? null : gazetteer.place('city', index)))
  const people = Float64Array.from(cities, (city) => Math.max(FEW_PEOPLE, city?.people ?? 0))
  const where = cities.map((city): Where => {
    const name = city?.name ?? ''
    // Accepts both `PORT ST LUCIE` and `PORT SAINT LUCIE`.
    const [first, ...others] = whereOf(plainText(name), state)
    return [first, ...others, ...whereOf(plainText(normalizeCity(name)), state)]
  })
  return { names, lat, lon, people, city, where, box }
}

function getWeight(people: number, rows: number): number {
  return SHARE_PER_ROW * people * Math.min(MAX_ROWS, rows)
}

/** Returns the maximum nearness factor of any street in a county, 0-1. */
function getNearest({ box: [west, south, east, north] }: County, near: Near | null): number {
  if (near === null || west > east) return 1
  const lat = Math.min(north, Math.max(south, near.lat))
  const lon = Math.min(east, Math.max(west, near.lon))
  return Math.max(NOWHERE, nearness(near, lat, lon))
}

/** Street names of all counties, grouped by their first three characters. */
interface NameBuckets {
  /** First name of each bucket, followed by the end of the last bucket. */
  readonly start: Uint32Array
  /** Columns with one row per name: its county, its number in the county, and the weight of its heaviest stretch. */
  readonly countyOf: Uint16Array
  readonly nameOf: Uint32Array
  readonly heaviest: Float32Array
}

function getBuckets(counties: readonly (County | null)[]): NameBuckets {
  const size = counties.reduce((sum, county) => sum + (county?.names.meta.names ?? 0), 0)
  const names = new Uint32Array(size)
  const countyIndexes = new Uint16Array(size)
  const buckets = new Uint16Array(size)
  let row = 0
  counties.forEach((county, at) => {
    if (county === null) return
    const { nameBytes, nameFirst, meta } = county.names
    for (let name = 0; name < meta.names; name++, row++) {
      const text = nameBytes.subarray(nameFirst[name], Math.min(nameFirst[name] + FIXED, nameFirst[name + 1]))
      buckets[row] = getBucket(String.fromCharCode(...text), 0)
      names[row] = name
      countyIndexes[row] = at
    }
  })
  const { order, start } = inBuckets(buckets, BUCKETS)
  return {
    start,
    countyOf: Uint16Array.from(order, (i) => countyIndexes[i]),
    nameOf: order.map((i) => names[i]),
    heaviest: Float32Array.from(order, (i) => maxWeight(counties[countyIndexes[i]]!, names[i])),
  }
}

/** Returns the weight of the heaviest stretch among the streets with a name, rounded up. */
function maxWeight(
  { names: { streetFirst, stretchFirst, stretchZip, stretchSize }, people }: County,
  name: number,
): number {
  let weight = 0
  const end = stretchFirst[streetFirst[name + 1]]
  for (let row = stretchFirst[streetFirst[name]]; row < end; row++)
    weight = Math.max(weight, getWeight(people[stretchZip[row]], stretchSize[row]))
  return weight * (1 + 1e-6)
}

/**
 * Returns EXACT if the name was typed in full, BEGINS if the name begins with the text and nothing follows, otherwise
 * -1.
 */
function getMatch({ names: { nameBytes, nameFirst } }: County, name: number, head: string, tail: string): number {
  const from = nameFirst[name]
  const length = nameFirst[name + 1] - from
  if (length < head.length || (tail !== '' && length > head.length)) return -1
  for (let i = 0; i < head.length; i++) if (nameBytes[from + i] !== head.charCodeAt(i)) return -1
  return length === head.length ? EXACT : BEGINS
}

/**
 * Returns the weight factor of a name that is one or two edits away from the text. The first three letters must be
 * correct. Returns 0 for other names.
 */
function typoShare(text: string, head: string, tail: string, most: number): number {
  const edits = tail === '' ? prefixDistance(head, text, 0, FIXED, most) : editDistance(head, text, most)
  return edits > 0 && edits <= most ? PER_EDIT ** edits : 0
}

/** A street name that fits a query. */
interface FittingName {
  readonly county: County
  /** Number of the county's first stretch. */
  readonly first: number
  /** Number of the name in the county. */
  readonly name: number
  /** The text after the name. */
  readonly tail: string
  readonly query: StreetQuery
  readonly match: number
  /** Weight factor, which is below 1 if there are typos. */
  readonly share: number
}

/** Offers the stretches of all streets with this name in the requested area. */
function offerStretches(fitting: FittingName, near: Near | null, offer: Offer): void {
  const { county, first, name, tail, query, match, share } = fitting
  const { names, where, lat, lon, people } = county
  const { stretchFirst, stretchZip, stretchSize, stretchLow, stretchHigh } = names
  for (let street = names.streetFirst[name]; street < names.streetFirst[name + 1]; street++) {
    const place = tail === '' ? '' : afterSuffix(names, street, tail)
    const isOther = query.direction !== '' && !getDirections(names, street).includes(query.direction)
    // A complete street name ends with its suffix. Without a house number, the text may also be the beginning of
    // another place name: `hyde pa` for Hyde Park in Austin.
    const isWhole = query.number !== null || hasWholeSuffix(names, street, tail)
    for (let row = stretchFirst[street]; row < stretchFirst[street + 1]; row++) {
      const zip = stretchZip[row]
      if (place !== '' && !isAt(where[zip], place)) continue
      if (query.where !== null && !isAt(where[zip], query.where)) continue
      if (query.zip !== '' && !(zip > 0 && names.meta.zips[zip - 1].startsWith(query.zip))) continue
      let weight = share * getWeight(people[zip], stretchSize[row])
      if (isOther) weight *= OTHER_DIRECTION
      else if (query.direction === '' && names.streetDirections[street] !== 0) weight *= UNTYPED_DIRECTION
      const hasNumber = query.number === null || (query.number >= stretchLow[row] && query.number <= stretchHigh[row])
      if (!hasNumber) weight *= WITHOUT_NUMBER
      const closeness =
        near === null ? 1 : Number.isNaN(lat[zip]) ? NOWHERE : Math.max(NOWHERE, nearness(near, lat[zip], lon[zip]))
      weight *= closeness
      // A distant street without a suffix is not an exact match: near San Francisco, `lombard` is the beginning of
      // Lombard St.
      const isMeant = hasNumber && isWhole && !isOther && (closeness > FAR || getSuffix(names, street) !== '')
      offer(first + row, match === EXACT && !isMeant ? BEGINS : match, weight)
    }
  }
}

/** Checks whether a location begins with the text as typed, or with its abbreviations written out: `FT P`. */
function isAt(where: Where, typed: string): boolean {
  for (const city of where) if (city.startsWith(typed)) return true
  if (typed !== lastTyped) {
    lastTyped = typed
    lastFull = expandedText(typed)
  }
  if (lastFull !== typed) for (const city of where) if (city.startsWith(lastFull)) return true
  return false
}

// Cache of the last text with its abbreviations written out. The text is compared with hundreds of locations.
let lastTyped = ''
let lastFull = expandedText('')

/** Returns the text after the name, suffix and postdirectional of the street: `AUS` for `AVE AUS`. */
function afterSuffix(names: StreetNames, street: number, tail: string): string {
  let words = tail.split(' ')
  const suffix = getSuffix(names, street)
  const begins = (written: string) => words.length === 1 && written.startsWith(words[0])
  if (suffix !== '' && (hasWholeSuffix(names, street, tail) || begins(suffix) || begins(getMeaning(suffix).suffixName)))
    words = words.slice(1)
  const [, post] = getDirections(names, street)
  if (words.length > 0 && post !== '' && getMeaning(words[0]).direction === post) words = words.slice(1)
  return words.join(' ')
}

/**
 * Checks whether the street's suffix was typed in full or in its usual abbreviation. Returns true if the street has no
 * suffix.
 */
function hasWholeSuffix(names: StreetNames, street: number, tail: string): boolean {
  const suffix = getSuffix(names, street)
  return suffix === '' || getMeaning(tail.split(' ')[0]).suffix === suffix
}

/** Converts the text to the form used in street files, with and without a leading direction. */
function parseQueries({ text, zip }: TypedText): readonly StreetQuery[] {
  const [name, ...areas] = text.split(',')
  const house = numberIn(name)
  const typed = plainText(house?.street ?? name)
  if (typed.length < FIXED) return []
  const number = house === null ? null : Number.parseInt(house.written, 10)
  const where = areas.length === 0 ? null : plainText(areas.join(' '))
  const words = typed.split(' ')
  const queries = [{ zip, number, where, direction: '', parts: getParts(words) }]
  const { direction } = getMeaning(words[0])
  if (direction !== '' && words.length > 1)
    queries.push({ zip, number, where, direction, parts: getParts(words.slice(1)) })
  const { predirectional, street, suffix, postdirectional } = parseStreet(typed)
  if (street !== '' && !typed.includes(street))
    queries.push({
      zip,
      number,
      where,
      direction: predirectional || postdirectional,
      parts: [{ name: street, suffix }, ...otherWays(street, suffix)].map((way) => ({
        head: way.name,
        tail: way.suffix,
      })),
    })
  return queries
}

function getParts(words: readonly string[]): StreetQuery['parts'] {
  const most = Math.min(words.length, MAX_WORDS)
  return Array.from({ length: most }, (_, i) => ({
    head: words.slice(0, i + 1).join(' '),
    tail: words.slice(i + 1).join(' '),
  }))
}

/** Splits off the house number at the beginning of the text: `123B` and `congr`. */
function numberIn(text: string): { readonly written: string; readonly street: string } | null {
  const [, written, street] = /^\s*(\d{1,6}[A-Za-z]?)\s+(\S.*)$/s.exec(text) ?? []
  return written === undefined ? null : { written: written.toUpperCase(), street }
}
