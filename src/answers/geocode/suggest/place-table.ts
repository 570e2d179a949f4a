import { coveredStates } from '../../../base/states.ts'
import type { Gazetteer, PlaceKind } from '../gazetteer/gazetteer.ts'
import type { NamedPlace, NamedPlaces } from '../names/named-places.ts'
import { getMeaning } from '../parse/vocabulary.ts'
import type { PublicPlaceColumns } from '../public-places/columns.ts'
import type { PlaceNames } from '../reverse.ts'
import { titled } from '../streets/street-text.ts'
import { type Name, plainText, type Where } from './name-index.ts'

/** Kind of suggestion. A public place is a school or library. An address is a house number on its street. */
export type SuggestionLayer = PlaceKind | 'neighborhood' | 'landmark' | 'public_place' | 'street' | 'address'

/** A place whose name may begin with the text. */
export interface Suggestion {
  /** Kind of place. */
  readonly layer: SuggestionLayer
  /** The place in one line: `Mission, San Francisco, CA`. */
  readonly label: string
  /** Latitude, degrees, WGS 84. */
  readonly lat: number
  /** Longitude, degrees, WGS 84. */
  readonly lon: number
  /** Radius in meters that covers about 90% of the place. */
  readonly radius: number
}

/** All places with names. Places of the same kind are consecutive. */
export interface PlaceTable {
  /** Names in the order of their places. Each place has at least one name. */
  readonly names: readonly Name[]
  readonly placeOf: Uint32Array
  /** Position of each place in degrees. */
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Population, or an equivalent weight for how likely a user is to mean this place. */
  readonly weight: Float64Array
  readonly suggestion: (place: number) => Suggestion
}

/** Weights of neighborhoods and landmarks, which have no population, indexed by rank, least known first. */
const BY_RANK = [500, 5000, 50_000, 200_000]
/** Weight of a school or library. */
const PUBLIC_PLACE = 300
/** Factor for counties. A county is meant less often than a city with the same population. */
const COUNTY_SHARE = 0.25
/** Number of letters in an airport code. */
const CODE = 3
/** Radius of a school or library in meters. */
const PUBLIC_PLACE_RADIUS = 200

export function placeTable({ gazetteer, publicPlaces, named }: PlaceNames): PlaceTable {
  const table = new TableColumns()
  addGazetteer(table, gazetteer)
  addNamed(table, named, gazetteer)
  if (publicPlaces !== null) addPublicPlaces(table, publicPlaces, gazetteer)
  return table.finish()
}

/** Collects the columns of a `PlaceTable`. */
class TableColumns {
  readonly #names: Name[] = []
  readonly #placeOf: number[] = []
  readonly #lat: number[] = []
  readonly #lon: number[] = []
  readonly #weight: number[] = []
  readonly #rows: number[] = []
  /** First row of each kind of place, and a function that formats rows of that kind. */
  readonly #runs: { readonly first: number; readonly shown: (row: number) => Suggestion }[] = []
  readonly #wheres = new Map<string, Where>()

  begin(shown: (row: number) => Suggestion): void {
    this.#runs.push({ first: this.#rows.length, shown })
  }

  add(row: number, { lat, lon }: { readonly lat: number; readonly lon: number }, weight: number): void {
    this.#rows.push(row)
    this.#lat.push(lat)
    this.#lon.push(lon)
    this.#weight.push(weight)
  }

  /** Adds a name to the place that was added last. */
  name(text: string, where: Where, isCode = false): void {
    if (text === '') return
    this.#names.push({ text, where, isCode })
    this.#placeOf.push(this.#rows.length - 1)
  }

  /** @param city city name, normalized by `normalizeCity`; '' if there is none */
  where(city: string, state: string): Where {
    const key = `${city}|${state}`
    let where = this.#wheres.get(key)
    if (where === undefined) {
      where = whereOf(city, state)
      this.#wheres.set(key, where)
    }
    return where
  }

  finish(): PlaceTable {
    const runs = this.#runs
    const rows = this.#rows
    return {
      names: this.#names,
      placeOf: Uint32Array.from(this.#placeOf),
      lat: Float64Array.from(this.#lat),
      lon: Float64Array.from(this.#lon),
      weight: Float64Array.from(this.#weight),
      suggestion: (place) => runs.findLast(({ first }) => first <= place)!.shown(rows[place]),
    }
  }
}

/** Returns the ways to write a location. `city` is normalized by `normalizeCity`, or '' if there is none. */
export function whereOf(city: string, state: string): Where {
  const name = coveredStates.find(({ postal }) => postal === state)?.name.toUpperCase() ?? state
  return city === '' ? [state, name] : [`${city} ${state}`, `${city} ${name}`, state, name]
}

function addGazetteer(table: TableColumns, gazetteer: Gazetteer): void {
  const begin = (kind: PlaceKind, label: (name: string, state: string, row: number) => string) =>
    table.begin((row) => {
      const { name, state, lat, lon, radius } = gazetteer.place(kind, row)
      return { layer: kind, label: label(name, state, row), lat, lon, radius }
    })
  const each = (kind: PlaceKind, name: (place: ReturnType<Gazetteer['place']>, row: number) => void, share = 1) => {
    for (let row = 0; row < gazetteer.count(kind); row++) {
      const place = gazetteer.place(kind, row)
      table.add(row, place, place.people * share)
      name(place, row)
    }
  }
  begin('state', (name) => name)
  each('state', ({ name }) => table.name(plainText(name), ['']))
  begin('county', (name, state) => `${name}, ${state}`)
  each('county', ({ name, state }) => table.name(plainText(name), table.where('', state)), COUNTY_SHARE)
  begin('city', (name, state) => `${name}, ${state}`)
  const cityNames = gazetteer.cityNames()
  each('city', ({ state }, row) => {
    for (const name of cityNames[row]) table.name(plainText(name), table.where('', state))
  })
  begin('zip', (zip, state, row) => {
    const city = gazetteer.zipCity(row)
    return city < 0 ? `${state} ${zip}` : `${gazetteer.place('city', city).name}, ${state} ${zip}`
  })
  each('zip', ({ name, state }, row) => {
    const city = gazetteer.zipCity(row)
    table.name(name, table.where(city < 0 ? '' : plainText(cityNames[city][0]), state))
  })
}

/**
 * Adds neighborhoods and landmarks. Skips places that an earlier source has already added, and populated places that
 * are also cities of the gazetteer.
 */
function addNamed(table: TableColumns, named: NamedPlaces, gazetteer: Gazetteer): void {
  table.begin((row) => {
    const place = named.place(row)
    const { layer, lat, lon, radius } = place
    return { layer, label: getLine(place), lat, lon, radius }
  })
  const names = new Set<string>()
  for (let row = 0; row < named.count; row++) {
    const place = named.place(row)
    const { layer, city, state, rank } = place
    const texts = named.names(row).map(plainText)
    const where = table.where(city === null ? '' : plainText(city), state)
    const key = `${texts[0]}|${where[0]}`
    const isCity = layer === 'neighborhood' && city === null && gazetteer.citiesNamed(texts[0], state).length > 0
    if (isCity || names.has(key)) continue
    names.add(key)
    table.add(row, place, BY_RANK[rank])
    for (const text of texts) table.name(text, where, layer === 'landmark' && text.length === CODE)
    for (const text of withShortSuffix(texts)) table.name(text, where)
  }
}

/** Adds short forms of names that end in a street suffix: `LINCOLN RD` for `LINCOLN ROAD`. */
function withShortSuffix(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const at = name.lastIndexOf(' ') + 1
    const { suffix } = getMeaning(name.slice(at))
    const short = `${name.slice(0, at)}${suffix}`
    return at === 0 || suffix === '' || names.includes(short) ? [] : [short]
  })
}

/** Formats a place in one line: `Hyde Park, Austin, TX`. */
function getLine({ name, city, state }: NamedPlace): string {
  return city === null || city === name ? `${name}, ${state}` : `${name}, ${city}, ${state}`
}

function addPublicPlaces(table: TableColumns, columns: PublicPlaceColumns, gazetteer: Gazetteer): void {
  const getState = (row: number) => columns.states[columns.state[row]]
  const getCity = (row: number) => columns.cities[columns.city[row]]
  table.begin((row) => {
    const [entry] = gazetteer.citiesNamed(getCity(row), getState(row))
    const city = entry === undefined ? titled(getCity(row)) : gazetteer.place('city', entry).name
    return {
      layer: 'public_place',
      label: `${titled(columns.names(row)[0])}, ${city}, ${getState(row)}`,
      lat: columns.lat[row],
      lon: columns.lon[row],
      radius: PUBLIC_PLACE_RADIUS,
    }
  })
  for (let row = 0; row < columns.size; row++) {
    table.add(row, { lat: columns.lat[row], lon: columns.lon[row] }, PUBLIC_PLACE)
    const where = table.where(getCity(row), getState(row))
    for (const name of columns.names(row)) table.name(plainText(name), where)
  }
}
