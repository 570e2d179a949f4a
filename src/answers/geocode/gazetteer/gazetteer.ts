import { BundleError } from '../../../base/errors.ts'
import { firstAtLeast } from '../../../base/first-at-least.ts'
import { metersBetween } from '../../../base/geo/distance.ts'
import { SCALE } from '../../../data/bundle/paths.ts'
import type { Bundle } from '../../../data/bundle/read.ts'
import { type CityLexicon, normalizeCity } from '../parse/tokens.ts'
import { CityNames, isGreaterElsewhere } from './city-names.ts'
import { type GazetteerColumns, gazetteerColumns, type Links, type PlacePoints } from './columns.ts'
import { withoutBlanks } from './similar-names.ts'

/** Kinds of places in the gazetteer. */
export type PlaceKind = 'zip' | 'city' | 'county' | 'state'

/** A place that an address may name. */
export interface GazetteerEntry extends PlaceExtent {
  readonly kind: PlaceKind
  /** Display name: `78701`, `Austin`, `Travis County`, `Texas` */
  readonly name: string
  /** Two-letter state code. */
  readonly state: string
}

export interface PlaceExtent {
  /** Latitude in degrees, WGS 84. The point is a city's downtown or the middle of the residents, if known. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** Radius in meters that covers about 90% of the addresses. */
  readonly radius: number
  /** Estimated population, used to choose between places with the same name. 0 if unknown. */
  readonly people: number
}

/** A city whose name resembles the requested one. */
export interface SimilarCity {
  readonly city: number
  /**
   * Number of edits, 0 to 2. If the names differ by a word or one name is cut off, the value is 3. A match with the
   * value 3 is much weaker, and a ZIP or street must confirm it.
   */
  readonly edits: number
}

/** Population ratio above which the larger of two cities is chosen. */
const FAR_GREATER = 100

/** Maximum number of results of `citiesLike`. */
const MAX_SIMILAR = 5

/**
 * The ZIPs, cities, counties and states of the coverage area. Each kind is numbered from 0. Look-ups accept names
 * normalized by `normalizeCity` and a state code, or null for any state. Look-ups in a state that is not covered find
 * nothing. The returned lists are shared and must not be changed.
 */
export class Gazetteer implements CityLexicon {
  readonly #columns: GazetteerColumns
  readonly #codes: readonly string[]
  /** Cities by name, one map per state, followed by one for all states. */
  readonly #cities: readonly ReadonlyMap<string, readonly number[]>[]
  /** Counties by name, one map per state, followed by one for all states. */
  readonly #counties: readonly ReadonlyMap<string, readonly number[]>[]
  readonly #points: Readonly<Record<PlaceKind, PlacePoints>>
  readonly #names: CityNames
  readonly #cityNames: string[] = []
  readonly #cityKeys: string[] = []
  #cityOfCode: ReadonlyMap<number, number> | undefined

  /** @throws BundleError when the bundle is of a different type or its sections do not fit together */
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

  /** Returns the number of places of a kind. */
  count(kind: PlaceKind): number {
    return this.#points[kind].size
  }

  /**
   * Checks whether a covered city, or a large city elsewhere, has this name. Large cities elsewhere count so that "NEW
   * ORLEANS, CA" is not read as Orleans. Allocates nothing.
   */
  isCity(name: string, state: string | null): boolean {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined) return false
    return cities.has(name) || isGreaterElsewhere(name) || (isOfficial(name) && cities.has(withoutOffice(name)))
  }

  /**
   * Checks whether the largest city with the first name has 100 times the population of the largest city with the
   * second name.
   */
  outweighs(name: string, other: string, state: string | null): boolean {
    const { people } = this.#columns.cities
    const [first = -1] = this.citiesNamed(name, state)
    const [second = -1] = this.citiesNamed(other, state)
    return first >= 0 && (second < 0 || people[first] > FAR_GREATER * people[second])
  }

  /** Returns the index of a five-digit ZIP, or -1 if the ZIP is not known. */
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

  /** Returns the cities with exactly this name, largest first. "CITY OF AUSTIN" is Austin. */
  citiesNamed(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined) return NONE
    return cities.get(name) ?? (isOfficial(name) ? cities.get(withoutOffice(name)) : undefined) ?? NONE
  }

  /**
   * Returns the cities whose names differ from the given name only in spaces, largest first: "SPRING HILL" for
   * "SPRINGHILL".
   */
  citiesRespaced(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined) return NONE
    const cityIndices = cities.get(name) ?? NONE
    const others = this.#names.respaced(name).flatMap((other) => cities.get(other) ?? NONE)
    return this.#mostPeopleFirst(others.filter((city) => !cityIndices.includes(city)))
  }

  citiesLike(name: string, state: string | null): readonly number[] {
    return this.similarCities(name, state).map(({ city }) => city)
  }

  /**
   * Returns at most five cities that a mistyped name may mean. Names within the tolerance of `edit-distance.ts` come
   * first (including the name itself), sorted by number of edits and then by population. They are followed by names
   * with one word more or less at either end ("FORT LAUDERDALE BEACH") and by longer names that begin with text of at
   * least ten characters ("RANCHO CUCAMON").
   */
  similarCities(name: string, state: string | null): readonly SimilarCity[] {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined || name === '') return []
    const edits = new Map<number, number>()
    const add = (other: string, distance: number) => {
      for (const city of cities.get(other) ?? NONE) edits.set(city, Math.min(distance, edits.get(city) ?? distance))
    }
    const bare = isOfficial(name) ? withoutOffice(name) : name
    this.#names.mistyped(bare, add)
    if (edits.size < MAX_SIMILAR) this.#names.wordApart(bare, add)
    const { people } = this.#columns.cities
    return Array.from(edits, ([city, edits]) => ({ city, edits }))
      .sort((a, b) => a.edits - b.edits || people[b.city] - people[a.city] || a.city - b.city)
      .slice(0, MAX_SIMILAR)
  }

  /**
   * Returns the cities whose names begin with the given name and have more words, largest first: Delray Beach for
   * "DELRAY".
   */
  citiesContinuing(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined) return NONE
    return this.#mostPeopleFirst(this.#names.continuing(name).flatMap((other) => cities.get(other) ?? NONE))
  }

  /**
   * Returns the cities whose names sound like the given name, largest first. If any of these names is spelled very
   * differently from the given name, returns no cities, because it is unclear which city is meant. Use this only if no
   * name has a similar spelling.
   */
  citiesSoundingLike(name: string, state: string | null): readonly number[] {
    const cities = this.#cities[this.#getNumber(state)]
    if (cities === undefined) return NONE
    const sounding = this.#names.sounding(name, (other) => cities.has(other))
    return this.#mostPeopleFirst(sounding.flatMap((other) => cities.get(other) ?? NONE))
  }

  /** Returns the counties with this name, with or without COUNTY, largest first. */
  countiesNamed(name: string, state: string | null): readonly number[] {
    return this.#counties[this.#getNumber(state)]?.get(countyKey(name)) ?? NONE
  }

  /** Checks whether a state has a county with this name, which must end in COUNTY. A null state means any state. */
  isCounty(name: string, state: string | null): boolean {
    return name.endsWith(' COUNTY') && this.countiesNamed(name, state).length > 0
  }

  /** Returns the number of a state, or -1 if the state is not covered. */
  stateOf(code: string): number {
    return this.#codes.indexOf(code)
  }

  /** @throws RangeError when the place does not exist */
  place(kind: PlaceKind, index: number): GazetteerEntry {
    this.#check(kind, index)
    return {
      kind,
      name: this.#getName(kind, index),
      state: this.stateCode(kind, index),
      ...this.extent(kind, index),
    }
  }

  /** Returns the usual name of a city. */
  cityName(city: number): string {
    this.#cityNames[city] ??= this.#getName('city', city)
    return this.#cityNames[city]
  }

  /** Returns the usual name of a city, normalized by `normalizeCity`. */
  cityKey(city: number): string {
    this.#cityKeys[city] ??= normalizeCity(this.#getName('city', city))
    return this.#cityKeys[city]
  }

  /** Returns the location of a place, without its name. */
  extent(kind: PlaceKind, index: number): PlaceExtent {
    const { lat, lon, radius, people } = this.#points[kind]
    return {
      lat: lat[index] / SCALE,
      lon: lon[index] / SCALE,
      radius: radius[index],
      people: people[index],
    }
  }

  /** Returns the code of the state that contains a place. */
  stateCode(kind: PlaceKind, index: number): string {
    const { zips, cities, counties } = this.#columns
    const states = { zip: zips.state, city: cities.state, county: counties.state, state: null }[kind]
    return this.#codes[states ? states[index] : index]
  }

  /** Returns the city that the Postal Service assigns to a ZIP, or -1. */
  zipCity(zip: number): number {
    return this.#columns.zips.city[zip] - 1
  }

  /** Returns the seven-digit census code of a city. Returns null if only the Postal Service uses the name. */
  cityCode(city: number): string | null {
    const code = this.#columns.cities.code[city]
    return code === 0 ? null : String(code).padStart(7, '0')
  }

  /** Returns the city with a census code, or -1. */
  cityOfCode(code: string): number {
    this.#cityOfCode ??= new Map(Array.from(this.#columns.cities.code, (code, city) => [code, city]))
    return this.#cityOfCode.get(Number(code)) ?? -1
  }

  /** Returns the counties that contain addresses of a ZIP, starting with the county that has the most. */
  zipCounties(zip: number): readonly number[] {
    return linked(this.#columns.zips.counties, zip)
  }

  /** Returns the counties that contain parts of a city, starting with the largest part. */
  cityCounties(city: number): readonly number[] {
    return linked(this.#columns.cities.counties, city)
  }

  /** Returns all names of each city, normalized by `normalizeCity`, starting with the usual name. */
  cityNames(): readonly (readonly string[])[] {
    const names: string[][] = Array.from({ length: this.count('city') }, () => [])
    for (const [name, cities] of this.#cities[this.#codes.length]) for (const city of cities) names[city].push(name)
    return names
  }

  /**
   * Returns the ZIPs that the Postal Service assigns to a city, ascending. If no ZIPs are assigned, returns the nearest
   * ZIPs.
   */
  cityZips(city: number): readonly number[] {
    return linked(this.#columns.cities.zips, city)
  }

  /** Returns the five-digit FIPS code of a county. */
  countyFips(county: number): string {
    return String(this.#columns.counties.fips[county]).padStart(5, '0')
  }

  /** Returns the index of the county with this FIPS code, or -1 if there is none. */
  county(fips: string): number {
    return /^\d{5}$/.test(fips) ? indexIn(this.#columns.counties.fips, Number(fips)) : -1
  }

  /** Returns the distance between two places in meters. Allocates nothing. */
  distance(kind: PlaceKind, index: number, otherKind: PlaceKind, other: number): number {
    const a = this.#points[kind]
    const b = this.#points[otherKind]
    return metersBetween(a.lat[index] / SCALE, a.lon[index] / SCALE, b.lat[other] / SCALE, b.lon[other] / SCALE)
  }

  /** Sorts cities by population, largest first, and removes duplicates. */
  #mostPeopleFirst(cities: readonly number[]): readonly number[] {
    const { people } = this.#columns.cities
    return [...new Set(cities)].sort((a, b) => people[b] - people[a] || a - b)
  }

  #getName(kind: PlaceKind, index: number): string {
    const { zips, cities, counties, meta } = this.#columns
    if (kind === 'zip') return String(zips.code[index]).padStart(5, '0')
    if (kind === 'state') return meta.states[index].name
    return (kind === 'city' ? cities : counties).name.at(index) ?? ''
  }

  /** Returns a state's number, the number of states for null ("any"), or -1 if the state is not covered. */
  #getNumber(state: string | null): number {
    return state === null ? this.#codes.length : this.#codes.indexOf(state)
  }

  #check(kind: PlaceKind, index: number): void {
    const { size } = this.#points[kind]
    if (!(Number.isInteger(index) && index >= 0 && index < size))
      throw new RangeError(`There is no ${kind} ${index}; they are numbered from 0 to ${size - 1}.`)
  }
}

const NONE: readonly number[] = Object.freeze([])

/** Groups the rows by name, largest first. Returns a map for each state, followed by a map for all states. */
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
    const rowsOfName = rows.get(key)
    if (rowsOfName === undefined) rows.set(key, [row])
    else if (!rowsOfName.includes(row)) rowsOfName.push(row)
  }
  for (let row = 0; row < size; row++) add(name.at(row), row)
  for (let i = 0; i < alias.length; i++) add(alias.at(i), aliasOf[i])

  const maps: Map<string, readonly number[]>[] = Array.from({ length: states }, () => new Map())
  for (const [key, rowsOfName] of rows) {
    rowsOfName.sort((a, b) => people[b] - people[a] || a - b)
    const present = new Set(rowsOfName.map((row) => state[row]))
    for (const number of present)
      maps[number].set(key, present.size === 1 ? rowsOfName : rowsOfName.filter((row) => state[row] === number))
  }
  return [...maps, rows]
}

/** Checks whether a name is in the form that governments use: "CITY OF AUSTIN". */
function isOfficial(name: string): boolean {
  return name.startsWith('CITY OF ') || name.startsWith('TOWN OF ') || name.startsWith('VILLAGE OF ')
}

function withoutOffice(name: string): string {
  return name.slice(name.indexOf(' OF ') + 4)
}

/** Returns a county name without COUNTY and spaces, so that "DE SOTO" equals "DESOTO". */
function countyKey(name: string): string {
  const bare = name.endsWith(' COUNTY') ? name.slice(0, -7) : name
  return withoutBlanks(bare)
}

function linked({ start, rows }: Links, row: number): readonly number[] {
  return Array.from(rows.subarray(start[row], start[row + 1]))
}

function indexIn(ascending: Uint32Array, wanted: number): number {
  const index = firstAtLeast(ascending, wanted)
  return ascending[index] === wanted ? index : -1
}
