import { BatchError } from './errors.ts'

/**
 * Where a record has its place: numbers of columns or names of fields. Coordinates come first; an address stands in
 * where they are empty.
 */
export interface PlaceColumns<Name> {
  readonly coordinates: { readonly lat: Name; readonly lon: Name } | null
  /** Parts of one address, in the order in which they are joined with commas. */
  readonly address: readonly Name[]
}

/** Which columns hold the place, where the names do not say it by themselves. */
export interface PlaceOptions {
  /** Name of the column of latitudes. */
  readonly lat?: string | undefined
  /** Name of the column of longitudes. */
  readonly lon?: string | undefined
  /** One name, or several with commas between them whose values make up the address: `street,city,state`. */
  readonly address?: string | undefined
}

type Options = Readonly<Record<'lat' | 'lon' | 'address', string | undefined>>

/**
 * The columns that hold the place, numbered from 0. With any option only the columns that options name are used, beside
 * the other half of a coordinate of which one half is named.
 *
 * @param names of all columns; those of a file without header are `1`, `2`, …
 * @throws {BatchError} where nothing is found, or more than one column may be meant
 */
export function placeColumnsOf(names: readonly string[], options: PlaceOptions): PlaceColumns<number> {
  const chosen: Options = { lat: given(options.lat), lon: given(options.lon), address: given(options.address) }
  const isFree = chosen.lat === undefined && chosen.lon === undefined && chosen.address === undefined
  const folded = names.map(fold)
  const coordinates =
    isFree || chosen.lat !== undefined || chosen.lon !== undefined ? coordinate(names, folded, chosen) : null
  const address =
    chosen.address !== undefined
      ? namedAddress(names, chosen.address)
      : isFree
        ? addressParts(names, folded, coordinates !== null)
        : []
  if (coordinates === null && address.length === 0)
    throw new BatchError(
      `No coordinate or address columns among ${list(names)}.`,
      'columns_unknown',
      'name them with --lat and --lon, or with --address.',
    )
  const all = [...(coordinates === null ? [] : [coordinates.lat, coordinates.lon]), ...address]
  const twice = all.find((column, i) => all.indexOf(column) !== i)
  if (twice !== undefined)
    throw new BatchError(
      `The column ${quote(names[twice])} is named twice.`,
      'columns_unknown',
      'name one for each option.',
    )
  return { coordinates, address }
}

/**
 * Refuses added columns that the input has already.
 *
 * @throws {BatchError} that names the first of them
 */
export function refuseTakenNames(names: readonly string[], added: readonly string[]): void {
  const taken = added.find((name) => names.includes(name))
  if (taken !== undefined)
    throw new BatchError(
      `The input already has a column ${quote(taken)}.`,
      'column_taken',
      'use --prefix TEXT to rename the added columns.',
    )
}

/** Names of one meaning, the most specific first; those of a line are as good as each other. */
type Ranks = readonly (readonly string[])[]

const LAT: Ranks = [
  ['latitude'],
  ['lat'],
  [
    'decimallatitude',
    'latitudedecimal',
    'latitudedegrees',
    'latitudedd',
    'latdd',
    'latdeg',
    'gpslatitude',
    'gpslat',
    'geolat',
  ],
]
const LON: Ranks = [
  ['longitude'],
  ['lon', 'lng', 'long'],
  [
    'decimallongitude',
    'longitudedecimal',
    'longitudedegrees',
    'longitudedd',
    ...['londd', 'lngdd', 'longdd', 'londeg', 'longdeg', 'gpslongitude', 'gpslon', 'gpslng', 'geolon', 'geolng'],
  ],
]
const Y: Ranks = [['y']]
const X: Ranks = [['x']]
const WHOLE: Ranks = [['fulladdress', 'formattedaddress', 'completeaddress']]
const STREET: Ranks = [['streetaddress', 'street'], ['address'], ['address1', 'addressline1', 'addr']]
const CITY: Ranks = [['city'], ['town', 'cityname']]
const STATE: Ranks = [['state'], ['statecode', 'stateabbreviation', 'stateabbr', 'statename']]
const ZIP: Ranks = [['zip', 'zipcode', 'postalcode', 'postcode'], ['zip5']]

function coordinate(
  names: readonly string[],
  folded: readonly string[],
  chosen: Options,
): PlaceColumns<number>['coordinates'] {
  const lat = chosen.lat === undefined ? -1 : named(names, chosen.lat, '--lat')
  const lon = chosen.lon === undefined ? -1 : named(names, chosen.lon, '--lon')
  if (lat >= 0 && lon >= 0) return { lat, lon }
  for (const [ofLat, ofLon] of [
    [LAT, LON],
    [Y, X],
  ]) {
    const y = lat >= 0 ? lat : best(folded, ofLat)[0]
    const x = lon >= 0 ? lon : best(folded, ofLon)[0]
    if (y === undefined || x === undefined) continue
    if (lat < 0) refuseSeveral(names, best(folded, ofLat), 'the latitude', '--lat')
    if (lon < 0) refuseSeveral(names, best(folded, ofLon), 'the longitude', '--lon')
    return { lat: y, lon: x }
  }
  if (lat < 0 && lon < 0) return null
  const [half, option] = lat < 0 ? ['latitude', '--lat'] : ['longitude', '--lon']
  throw new BatchError(`No ${half} column among ${list(names)}.`, 'columns_unknown', `name it with ${option}.`)
}

/**
 * A column of whole addresses, or of the street with those of city, state and ZIP; beside coordinates a city or ZIP
 * alone is no address.
 */
function addressParts(names: readonly string[], folded: readonly string[], isBeside: boolean): number[] {
  const whole = best(folded, WHOLE)
  refuseSeveral(names, whole, 'the address', '--address')
  if (whole.length > 0) return whole
  const [street, city, state, zip] = [STREET, CITY, STATE, ZIP].map((ranks) => best(folded, ranks))
  // A state alone is not a place.
  if (street.length + (isBeside ? 0 : city.length + zip.length) === 0) return []
  refuseSeveral(names, street, 'the street', '--address')
  refuseSeveral(names, city, 'the city', '--address')
  refuseSeveral(names, state, 'the state', '--address')
  refuseSeveral(names, zip, 'the ZIP', '--address')
  return [...street, ...city, ...state, ...zip]
}

function namedAddress(names: readonly string[], column: string): number[] {
  if (columnsNamed(names, column).length > 0) return [named(names, column, '--address')]
  return column.split(',').map((name) => named(names, name, '--address'))
}

function named(names: readonly string[], name: string, option: string): number {
  const found = columnsNamed(names, name)
  if (found.length === 0)
    throw new BatchError(`There is no column ${quote(name)} for ${option} among ${list(names)}.`, 'columns_unknown')
  refuseSeveral(names, found, quote(name), option)
  return found[0]
}

/** Columns of exactly this name, or of one that differs in no more than case, spaces, `_` and `-`. */
function columnsNamed(names: readonly string[], name: string): number[] {
  const exact = columns(names, (other) => other.trim() === name.trim())
  return exact.length > 0 ? exact : columns(names, (other) => fold(other) === fold(name) && fold(name) !== '')
}

function best(folded: readonly string[], ranks: Ranks): number[] {
  for (const rank of ranks) {
    const found = columns(folded, (name) => rank.includes(name))
    if (found.length > 0) return found
  }
  return []
}

function columns(names: readonly string[], isMeant: (name: string) => boolean): number[] {
  return names.flatMap((name, i) => (isMeant(name) ? [i] : []))
}

function refuseSeveral(names: readonly string[], found: readonly number[], what: string, option: string): void {
  if (found.length < 2) return
  const which = found.map((column) => `${quote(names[column])} (column ${column + 1})`).join(' and ')
  throw new BatchError(
    `More than one column may be ${what}: ${which}.`,
    'columns_unknown',
    `name one with ${option}, or rename one.`,
  )
}

function given(option: string | undefined): string | undefined {
  return option === undefined || option.trim() === '' ? undefined : option
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Names that an error lists, at most. */
const MOST_LISTED = 40

function list(names: readonly string[]): string {
  const listed = names.slice(0, MOST_LISTED).map(quote).join(', ')
  return names.length > MOST_LISTED ? `${listed} and ${names.length - MOST_LISTED} more` : listed
}

function quote(name: string): string {
  return `"${name.length > 60 ? `${name.slice(0, 60)}…` : name}"`
}
