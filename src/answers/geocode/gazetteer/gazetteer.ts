import { BundleError } from '../../../base/errors.ts'
import { metersBetween } from '../../../base/geo/distance.ts'
import { SCALE } from '../../../data/bundle/paths.ts'
import type { Bundle } from '../../../data/bundle/read.ts'
import { type CityLexicon, normalizeCity } from '../parse/tokens.ts'
import { CityNames, isGreaterElsewhere } from './city-names.ts'
import { type GazetteerColumns, gazetteerColumns, type Links, type PlacePoints } from './columns.ts'
import { withoutBlanks } from './similar-names.ts'

/** Kinds of places that the gazetteer has. */
export type PlaceKind = 'zip' | 'city' | 'county' | 'state'

/** A place that an address may name. */
export interface Place extends PlaceExtent {
  readonly kind: PlaceKind
  /** `78701`, `Austin`, `Travis County`, `Texas` */
  readonly name: string
  /** Two letters. */
  readonly state: string
}

export interface PlaceExtent {
  /** Degrees, WGS 84: where its people are, on average, as far as that is known. */
  readonly lat: number
  readonly lon: number
  /** Meters that hold about 90 % of its addresses. */
  readonly radius: number
  /** An estimate, for ambiguity; 0 where not known. */
  readonly people: number
}

/** A city whose name resembles the one that was sought. */
export interface SimilarCity {
  readonly city: number
  /**
   * 0 to 2; 3 where the names differ by a word, or one breaks off: far weaker, to be used with a ZIP or a street alone.
   */
  readonly edits: number
}

/** With this many times the people of another, a city is the one that is meant. */
const FAR_GREATER = 100

/** The most results of `citiesLike`. */
const MAX_SIMILAR = 5

/**
 * The ZIPs, cities, counties and states of the coverage, each kind numbered from 0. Look-ups take names as
 * `normalizeCity` writes them and a state's code, null for any state of the coverage; for a state outside it they find
 * nothing. The lists that they return are shared: do not change them.
 */
export class Gazetteer implements CityLexicon {
  readonly #columns: GazetteerColumns
  readonly #codes: readonly string[]
  /** Cities by name: of one state at its number, of any at the number of states. */
  readonly #cities: readonly ReadonlyMap<string, readonly number[]>[]
  readonly #counties: readonly ReadonlyMap<string, readonly number[]>[]
  readonly #points: Readonly<Record<PlaceKind, PlacePoints>>
  readonly #names: CityNames
  readonly #cityNames: string[] = []
  readonly #cityKeys: string[] = []
  #cityOfCode: ReadonlyMap<number, number> | undefined

  /** @throws BundleError where the bundle is of another kind or its sections do not fit each other. */
  constructor(bundle: Bundle) {
    const columns = gazetteerColumns(bundle)
    const { cities, counties, zips, states, meta } = columns
    this.#columns = columns
    this.#codes = meta.states.map(({ code }) => code)
    this.#points = { zip: zips, city: cities, county: counties, state: states }
    this.#cities = byName(bundle, this.#codes.length, cities, normalizeCity)
    this.#names = new CityNames([...this.#cities[this.#codes.length].keys()])
    this.#counties = byName(bundle, this.#codes.length, counties, (name) => countyKey(normalizeCity(name)))
  }

  /** How many places of a kind there are. */
  count(kind: PlaceKind): number {
    return this.#points[kind].size
  }

  /**
   * Whether a city of the coverage has this name, or a great one elsewhere: "NEW ORLEANS, CA" is not Orleans. Allocates
   * nothing.
   */
  isCity(name: string, state: string | null): boolean {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined) return false
    return cities.has(name) || isGreaterElsewhere(name) || (isOfficial(name) && cities.has(withoutOffice(name)))
  }

  /** Whether the greatest city of the first name has a hundred times the people of that of the second. */
  outweighs(name: string, other: string, state: string | null): boolean {
    const { people } = this.#columns.cities
    const [first = -1] = this.citiesNamed(name, state)
    const [second = -1] = this.citiesNamed(other, state)
    return first >= 0 && (second < 0 || people[first] > FAR_GREATER * people[second])
  }

  /** The ZIP of five digits; -1 where it is not known. */
  zip(zip: string): number {
    if (zip.length !== 5) return -1
    let code = 0
    for (let i = 0; i < 5; i++) {
      const digit = zip.charCodeAt(i) - 48
      if (!(digit >= 0 && digit <= 9)) return -1
      code = 10 * code + digit
    }
    return indexIn(this.#columns.zips.code, code)
  }

  /** The cities of exactly this name, those with most people first; "CITY OF AUSTIN" is Austin. */
  citiesNamed(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined) return NONE
    return cities.get(name) ?? (isOfficial(name) ? cities.get(withoutOffice(name)) : undefined) ?? NONE
  }

  /**
   * The cities of other names that differ from this one by blanks alone, those with most people first: "SPRING HILL" of
   * "SPRINGHILL".
   */
  citiesRespaced(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined) return NONE
    const own = cities.get(name) ?? NONE
    const others = this.#names.respaced(name).flatMap((other) => cities.get(other) ?? NONE)
    return this.#mostPeopleFirst(others.filter((city) => !own.includes(city)))
  }

  /** The cities of `similarCities`. */
  citiesLike(name: string, state: string | null): readonly number[] {
    return this.similarCities(name, state).map(({ city }) => city)
  }

  /**
   * The cities that a mistyped name may mean, at most five: those within the tolerance of `similar.ts` (the name itself
   * among them), fewest edits first, then those with most people; after these the ones that have a word more or less at
   * either end ("FORT LAUDERDALE BEACH") or go on where a text of ten characters and more ends ("RANCHO CUCAMON").
   */
  similarCities(name: string, state: string | null): readonly SimilarCity[] {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined || name === '') return []
    const edits = new Map<number, number>()
    const add = (found: string, distance: number) => {
      for (const city of cities.get(found) ?? NONE) edits.set(city, Math.min(distance, edits.get(city) ?? distance))
    }
    const bare = isOfficial(name) ? withoutOffice(name) : name
    this.#names.mistyped(bare, add)
    if (edits.size < MAX_SIMILAR) this.#names.wordApart(bare, add)
    const { people } = this.#columns.cities
    return Array.from(edits, ([city, edits]) => ({ city, edits }))
      .sort((a, b) => a.edits - b.edits || people[b.city] - people[a.city] || a.city - b.city)
      .slice(0, MAX_SIMILAR)
  }

  /** The cities whose names go on after this one, those with most people first: Delray Beach of "DELRAY". */
  citiesGoingOn(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined) return NONE
    return this.#mostPeopleFirst(this.#names.goingOn(name).flatMap((other) => cities.get(other) ?? NONE))
  }

  /**
   * The cities that a name written by ear may mean, those with most people first: the last resort. None where one that
   * sounds alike is spelled too differently, since it may be meant as well.
   */
  citiesSoundingLike(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#numberOf(state)]
    if (cities === undefined) return NONE
    const sounding = this.#names.sounding(name, (other) => cities.has(other))
    return this.#mostPeopleFirst(sounding.flatMap((other) => cities.get(other) ?? NONE))
  }

  /** The counties of this name, with or without COUNTY, those with most people first. */
  countiesNamed(name: string, state: string | null): readonly number[] {
    return this.#counties[this.#numberOf(state)]?.get(countyKey(name)) ?? NONE
  }

  /** The state of a code; -1 where it is outside the coverage. */
  stateOf(code: string): number {
    return this.#codes.indexOf(code)
  }

  /** @throws RangeError where there is no such place */
  place(kind: PlaceKind, index: number): Place {
    this.#check(kind, index)
    return {
      kind,
      name: this.#nameOf(kind, index),
      state: this.stateCode(kind, index),
      ...this.extent(kind, index),
    }
  }

  /** The usual name of a city. */
  cityName(city: number): string {
    this.#cityNames[city] ??= this.#nameOf('city', city)
    return this.#cityNames[city]
  }

  /** The same as `normalizeCity` writes it. */
  cityKey(city: number): string {
    this.#cityKeys[city] ??= normalizeCity(this.#nameOf('city', city))
    return this.#cityKeys[city]
  }

  /** Where a place is, without its name. */
  extent(kind: PlaceKind, index: number): PlaceExtent {
    const { lat, lon, radius, people } = this.#points[kind]
    return {
      lat: lat[index] / SCALE,
      lon: lon[index] / SCALE,
      radius: radius[index],
      people: people[index],
    }
  }

  /** The code of the state that a place is in. */
  stateCode(kind: PlaceKind, index: number): string {
    const { zips, cities, counties } = this.#columns
    const states = { zip: zips.state, city: cities.state, county: counties.state, state: null }[kind]
    return this.#codes[states ? states[index] : index]
  }

  /** The city that the Postal Service names with a ZIP; -1 where none is known. */
  zipCity(zip: number): number {
    return this.#columns.zips.city[zip] - 1
  }

  /** The census code of a city, seven digits; null of what is only a name of the Postal Service. */
  cityCode(city: number): string | null {
    const code = this.#columns.cities.code[city]
    return code === 0 ? null : String(code).padStart(7, '0')
  }

  /** The city of a census code; -1 where it is not known. */
  cityOfCode(code: string): number {
    this.#cityOfCode ??= new Map(Array.from(this.#columns.cities.code, (own, city) => [own, city]))
    return this.#cityOfCode.get(Number(code)) ?? -1
  }

  /** The counties that a ZIP's addresses are in, that with most of them first. */
  zipCounties(zip: number): readonly number[] {
    return linked(this.#columns.zips.counties, zip)
  }

  /** The counties that a city is in, that with most of it first. */
  cityCounties(city: number): readonly number[] {
    return linked(this.#columns.cities.counties, city)
  }

  /** The names of each city, as `normalizeCity` writes them, the usual one first. */
  cityNames(): readonly (readonly string[])[] {
    const names: string[][] = Array.from({ length: this.count('city') }, () => [])
    for (const [name, cities] of this.#cities[this.#codes.length]) for (const city of cities) names[city].push(name)
    return names
  }

  /**
   * The ZIPs that the Postal Service names with a city, ascending; of a city that it does not name those nearest to it.
   */
  cityZips(city: number): readonly number[] {
    return linked(this.#columns.cities.zips, city)
  }

  /** Five digits. */
  countyFips(county: number): string {
    return String(this.#columns.counties.fips[county]).padStart(5, '0')
  }

  /** The county of a FIPS code; -1 where it is not known. */
  county(fips: string): number {
    return /^\d{5}$/.test(fips) ? indexIn(this.#columns.counties.fips, Number(fips)) : -1
  }

  /** Meters between the coordinates of two places. Allocates nothing. */
  distance(kind: PlaceKind, index: number, otherKind: PlaceKind, other: number): number {
    const a = this.#points[kind]
    const b = this.#points[otherKind]
    return metersBetween(a.lat[index] / SCALE, a.lon[index] / SCALE, b.lat[other] / SCALE, b.lon[other] / SCALE)
  }

  /** Each city once. */
  #mostPeopleFirst(cities: readonly number[]): readonly number[] {
    const { people } = this.#columns.cities
    return [...new Set(cities)].sort((a, b) => people[b] - people[a] || a - b)
  }

  #nameOf(kind: PlaceKind, index: number): string {
    const { zips, cities, counties, meta } = this.#columns
    if (kind === 'zip') return String(zips.code[index]).padStart(5, '0')
    if (kind === 'state') return meta.states[index].name
    return (kind === 'city' ? cities : counties).name.at(index) ?? ''
  }

  /** A state's number; that of "any" for null, -1 outside the coverage. */
  #numberOf(state: string | null): number {
    return state === null ? this.#codes.length : this.#codes.indexOf(state)
  }

  #check(kind: PlaceKind, index: number): void {
    const { size } = this.#points[kind]
    if (!(Number.isInteger(index) && index >= 0 && index < size))
      throw new RangeError(`There is no ${kind} ${index}; they are numbered from 0 to ${size - 1}.`)
  }
}

const NONE: readonly number[] = Object.freeze([])

/** The rows of each name, most people first: a map for each state and one for all. */
function byName(
  { file }: Bundle,
  states: number,
  { size, state, people, name, alias, aliasOf }: GazetteerColumns['cities' | 'counties'],
  keyOf: (name: string) => string,
): ReadonlyMap<string, readonly number[]>[] {
  const rows = new Map<string, number[]>()
  const add = (text: string | null, row: number) => {
    const key = keyOf(text ?? '')
    if (key === '') throw new BundleError(`${file} has the name '${text}' in row ${row}, expected letters.`)
    const same = rows.get(key)
    if (same === undefined) rows.set(key, [row])
    else if (!same.includes(row)) same.push(row)
  }
  for (let row = 0; row < size; row++) add(name.at(row), row)
  for (let i = 0; i < alias.length; i++) add(alias.at(i), aliasOf[i])

  const maps: Map<string, readonly number[]>[] = Array.from({ length: states }, () => new Map())
  for (const [key, same] of rows) {
    same.sort((a, b) => people[b] - people[a] || a - b)
    const present = new Set(same.map((row) => state[row]))
    for (const number of present)
      maps[number].set(key, present.size === 1 ? same : same.filter((row) => state[row] === number))
  }
  return [...maps, rows]
}

/** "CITY OF AUSTIN", as governments write. */
function isOfficial(name: string): boolean {
  return name.startsWith('CITY OF ') || name.startsWith('TOWN OF ') || name.startsWith('VILLAGE OF ')
}

function withoutOffice(name: string): string {
  return name.slice(name.indexOf(' OF ') + 4)
}

/** A county's name without COUNTY and blanks: "DE SOTO" is "DESOTO". */
function countyKey(name: string): string {
  const bare = name.endsWith(' COUNTY') ? name.slice(0, -7) : name
  return withoutBlanks(bare)
}

function linked({ start, rows }: Links, row: number): readonly number[] {
  return Array.from(rows.subarray(start[row], start[row + 1]))
}

function indexIn(ascending: Uint32Array, wanted: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low < ascending.length && ascending[low] === wanted ? low : -1
}
