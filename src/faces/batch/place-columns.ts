import { type AddressColumns, chooseAddress } from './address-columns.ts'
import { ADDRESS_ORDER, type AddressPart, meansNothing } from './address-parts.ts'
import { isWholePlace, mostly, valuesIn } from './column-values.ts'
import { BatchError } from './errors.ts'
import { headerMeaning } from './header-words.ts'
import { getDegrees } from './points.ts'

/**
 * Columns (by index) or fields (by name) that contain the place of a record. The address is used if the record has no
 * coordinates. Serializable as JSON.
 */
export interface PlaceColumns<Name> {
  readonly coordinates: { readonly lat: Name; readonly lon: Name } | null
  /** Address columns, in the order in which their values are joined. */
  readonly address: readonly Name[]
  /**
   * Part of the address in each column of `address`, in the same order. null if neither the name nor the values of a
   * column reveal the part.
   */
  readonly parts?: readonly (AddressPart | null)[]
  /** Columns that look like part of an address, or like a latitude or longitude, but are not used. */
  readonly unused?: readonly UnusedColumn[]
}

/** A column that looks like part of a place but is not used. */
export interface UnusedColumn {
  /** Name of the column, or its number if there is no header. */
  readonly name: string
  /** Part of a place that the column seems to contain. */
  readonly part: AddressPart | 'latitude' | 'longitude'
  /** How the part was recognized. */
  readonly by: 'name' | 'values'
}

/** Columns that contain the place, for files whose column names do not reveal them. */
export interface PlaceOptions {
  /** Name of the latitude column. */
  readonly lat?: string | undefined
  /** Name of the longitude column. */
  readonly lon?: string | undefined
  /**
   * Name of the address column, or several names separated by commas, such as `street,city,state`, whose values are
   * joined. A name that contains a comma must be in double quotes.
   */
  readonly address?: string | undefined
}

type Options = Readonly<Record<'lat' | 'lon' | 'address', string | undefined>>

/** Number of rows whose values are used to confirm the column names. */
export const LOOKED_AT_ROWS = 50

/** Maximum number of columns whose names are interpreted. Interpreting this many takes a quarter of a second. */
const MAX_COLUMNS = 20_000

/** First rows of a table as strings, with all columns. */
export type Rows = readonly (readonly string[])[]

/**
 * Finds the columns that contain the place. Columns are numbered from 0. If any option is set, only the columns named
 * in options are used, except that `lat` or `lon` is detected if only the other is set.
 *
 * @param names names of all columns; without a header, the names are `1`, `2`, …
 * @param sample the first rows, whose values confirm the names; null if they cannot be read before the run
 * @throws {BatchError} when nothing is found, the columns are ambiguous, or part of an address would be ignored
 */
export function getPlaceColumns(
  names: readonly string[],
  options: PlaceOptions,
  sample: Rows | null = [],
): Required<PlaceColumns<number>> {
  const rows = sample ?? []
  const chosen: Options = {
    lat: emptyToUndefined(options.lat),
    lon: emptyToUndefined(options.lon),
    address: emptyToUndefined(options.address),
  }
  const isFree = chosen.lat === undefined && chosen.lon === undefined && chosen.address === undefined
  if (isFree && names.length > MAX_COLUMNS)
    throw new BatchError(
      `The input has ${names.length.toLocaleString('en-US')} columns, too many to search for the place columns (maximum: ${MAX_COLUMNS.toLocaleString('en-US')}).`,
      'columns_unknown',
      'name the columns with --lat and --lon, or with --address.',
    )
  const folded = names.map(fold)
  const coordinates =
    isFree || chosen.lat !== undefined || chosen.lon !== undefined ? coordinate(names, folded, chosen, rows) : null
  const address: AddressColumns =
    chosen.address !== undefined
      ? withParts(names, namedAddress(names, chosen.address))
      : isFree
        ? chooseAddress(names, sample, coordinates)
        : { columns: [], parts: [], unused: [], dropped: [] }
  if (coordinates === null && address.columns.length === 0) {
    const whole = isFree && address.dropped.length === 0 ? wholePlaceColumns(rows, names.length) : []
    if (whole.length === 1) return { coordinates: null, address: whole, parts: ['address'], unused: [] }
    throw nothingFound(names, address, isFree ? projectedPair(names, folded, rows) : null)
  }
  if (isFree && address.columns.length > 0 && address.dropped.length > 0) throw partsDropped(names, address)
  const all = [...(coordinates === null ? [] : [coordinates.lat, coordinates.lon]), ...address.columns]
  const twice = all.find((column, i) => all.indexOf(column) !== i)
  if (twice !== undefined)
    throw new BatchError(
      `The column ${quote(names[twice])} is named twice.`,
      'columns_unknown',
      'name a different column for each option.',
    )
  const unused = [...address.unused, ...address.dropped].map(({ column, part, by }) => ({
    name: names[column],
    part,
    by,
  }))
  return { coordinates, address: address.columns, parts: getReadParts(address.parts), unused }
}

/**
 * Returns how the address columns are read. A single column is read as the whole address, although its name, such as
 * "address", usually means only the street.
 */
function getReadParts(parts: AddressColumns['parts']): AddressColumns['parts'] {
  return parts.length === 1 && (parts[0] === 'street' || parts[0] === null) ? ['address'] : parts
}

function nothingFound(names: readonly string[], address: AddressColumns, projected: string | null): BatchError {
  if (projected !== null)
    return new BatchError(projected, 'columns_unknown', 'convert them to latitude and longitude, or use --address.')
  const lat = address.unused.find(({ part }) => part === 'latitude')
  const lon = address.unused.find(({ part }) => part === 'longitude')
  const values =
    lat !== undefined && lon !== undefined
      ? `name them with --lat and --lon (possibly ${quote(names[lat.column])} and ${quote(names[lon.column])}), or with --address.`
      : 'name them with --lat and --lon, or with --address.'
  const looking = address.unused.filter(
    ({ part, by }) => by === 'values' && part !== 'latitude' && part !== 'longitude',
  )
  const candidates = [...address.dropped, ...looking].sort((a, b) => a.column - b.column)
  const parts = candidates.map(({ column }) => names[column])
  const isComplete = candidates.some(({ part }) => part === 'city' || part === 'address' || part === 'last line')
  return parts.length === 0
    ? new BatchError(`No coordinate or address columns were found among ${list(names)}.`, 'columns_unknown', values)
    : new BatchError(
        `No coordinate or address columns were found among ${list(names)}.`,
        'columns_unknown',
        `${values.slice(0, -1)}: ${parts.map(quote).join(', ')} may be parts of an address${isComplete ? '' : '; add the city column'}.`,
      )
}

/**
 * Returns the error for a run that would use only part of the address in the file. Without this error, imprecise
 * answers would look exact.
 */
function partsDropped(names: readonly string[], { columns, parts, dropped }: AddressColumns): BatchError {
  const isOne = dropped.length === 1
  const listed = dropped
    .slice(0, MAX_LISTED)
    .map(({ column, part }) => `${quote(names[column])} (${part})`)
    .join(', ')
  const used = columns.map((column, i) => ({ column, part: parts[i] }))
  const all = [...used, ...dropped.map(({ column, part }) => ({ column, part: part as AddressPart }))]
  const option = inAddressOrder(all).map(({ column }) => asOption(names[column]))
  const kept = columns.map((column) => asOption(names[column]))
  return new BatchError(
    `${isOne ? 'The column' : 'The columns'} ${listed} ${isOne ? 'looks' : 'look'} like part of the address and would not be used.`,
    'columns_unused',
    `use --address '${option.join(',')}', or leave ${isOne ? 'it' : 'them'} out with --address '${kept.join(',')}'.`,
    { all: option.join(','), kept: kept.join(',') },
  )
}

function inAddressOrder<Item extends { readonly part: AddressPart | null }>(items: readonly Item[]): Item[] {
  const place = ({ part }: Item) => (part === null ? ADDRESS_ORDER.length : ADDRESS_ORDER.indexOf(part))
  return [...items].sort((a, b) => place(a) - place(b))
}

/** Formats a name for `--address`. */
function asOption(name: string): string {
  return name.includes(',') ? `"${name.trim()}"` : name.trim()
}

/**
 * Determines the parts of an address only from the column names, so that separately read parts of one input are handled
 * in the same way.
 */
function withParts(names: readonly string[], columns: readonly number[]): AddressColumns {
  const parts = columns.map((column) => headerMeaning(names[column])?.part ?? null)
  return { columns, parts, unused: [], dropped: [] }
}

/**
 * Throws if the input already has a column with the name of an added column.
 *
 * @throws {BatchError} with the name of the first such column
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

/** Names with the same meaning, most specific first. Names on one line are equally good. */
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
    'intptlat',
    'intptlat20',
    'centroidlat',
    'latwgs84',
    'wgs84lat',
    'latitudewgs84',
    'latnad83',
    'addresslat',
    'addresslatitude',
    'propertylatitude',
    'propertylat',
    'sitelatitude',
    'sitelat',
    'latcoord',
    'latitudey',
    'ylat',
    'ylatitude',
    'latitude1',
    'lat1',
    'geocodedlat',
    'geocodedlatitude',
    'locationlat',
    'locationlatitude',
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
    'londd',
    'lngdd',
    'longdd',
    'londeg',
    'longdeg',
    'gpslongitude',
    'gpslon',
    'gpslng',
    'geolon',
    'geolng',
    'intptlon',
    'intptlong',
    'intptlon20',
    'centroidlon',
    'centroidlng',
    'lonwgs84',
    'longwgs84',
    'wgs84lon',
    'longitudewgs84',
    'lonnad83',
    'addresslon',
    'addresslng',
    'addresslongitude',
    'propertylongitude',
    'propertylon',
    'sitelongitude',
    'sitelon',
    'loncoord',
    'longcoord',
    'longitudex',
    'xlon',
    'xlong',
    'xlongitude',
    'longitude1',
    'lon1',
    'lng1',
    'geocodedlon',
    'geocodedlng',
    'geocodedlongitude',
    'locationlon',
    'locationlng',
    'locationlongitude',
  ],
]
const Y: Ranks = [
  ['y'],
  ['pointy', 'ycoord', 'coordy', 'ycoordinate', 'coordinatey', 'displayy', 'centroidy', 'geoy', 'gpsy'],
]
const X: Ranks = [
  ['x'],
  ['pointx', 'xcoord', 'coordx', 'xcoordinate', 'coordinatex', 'displayx', 'centroidx', 'geox', 'gpsx'],
]

function coordinate(
  names: readonly string[],
  folded: readonly string[],
  chosen: Options,
  rows: Rows,
): PlaceColumns<number>['coordinates'] {
  const lat = chosen.lat === undefined ? -1 : named(names, chosen.lat, '--lat')
  const lon = chosen.lon === undefined ? -1 : named(names, chosen.lon, '--lon')
  if (lat >= 0 && lon >= 0) return { lat, lon }
  const isFree = lat < 0 && lon < 0
  for (const [ofLat, ofLon] of [
    [LAT, LON],
    [Y, X],
  ]) {
    const y = lat >= 0 ? lat : best(folded, ofLat)[0]
    const x = lon >= 0 ? lon : best(folded, ofLon)[0]
    if (y === undefined || x === undefined) continue
    if (isFree && ofLat === Y && isProjected(rows, y, x)) continue
    if (lat < 0) refuseSeveral(names, best(folded, ofLat), 'the latitude', '--lat')
    if (lon < 0) refuseSeveral(names, best(folded, ofLon), 'the longitude', '--lon')
    // Programs differ in what they call X and Y, so the values decide.
    return isFree && ofLat === Y && isTurned(rows, y, x) ? { lat: x, lon: y } : { lat: y, lon: x }
  }
  if (isFree) return prefixedPair(names)
  const [half, option] = lat < 0 ? ['latitude', '--lat'] : ['longitude', '--lon']
  throw new BatchError(`No ${half} column among ${list(names)}.`, 'columns_unknown', `name it with ${option}.`)
}

/** Matches the name of a latitude or longitude column after a prefix, as in `start_lat` and `start_lng`. */
const HALF = /^(.*?)(?:(latitude?|lat)|longitude?|long|lng|lon)(?:deg|degrees|dd|decimal|dms)?$/

/**
 * Returns the coordinate columns if there is only one pair whose names have the same prefix or suffix, such as
 * "geo_lat" and "geo_lon", or "Latitude (WGS84)" and "Longitude (WGS84)".
 */
function prefixedPair(names: readonly string[]): PlaceColumns<number>['coordinates'] {
  const halves = names.flatMap((name, column) => {
    const [bare, note = ''] = name.split('(')
    const [, prefix, lat] = HALF.exec(fold(bare)) ?? []
    return prefix === undefined ? [] : [{ column, key: `${prefix}(${fold(note)}`, isLat: lat !== undefined }]
  })
  const lats = halves.filter(({ isLat }) => isLat)
  const pairs = lats.flatMap(({ column, key }) =>
    halves.filter((other) => !other.isLat && other.key === key).map((other) => ({ lat: column, lon: other.column })),
  )
  return pairs.length === 1 && lats.length === 1 ? pairs[0] : null
}

/**
 * Returns the columns whose values are complete places, regardless of the column names: "POINT (-97.74 30.27)", "12 Elm
 * St, Austin, TX".
 */
function wholePlaceColumns(rows: Rows, count: number): number[] {
  const columns = Array.from({ length: count }, (_, column) => column)
  return columns.filter((column) => mostly(valuesIn(rows, column), isWholePlace, 0.8))
}

/** Returns the pairs of numbers in the rows, skipping rows without a pair. */
function pairsIn(rows: Rows, y: number, x: number): (readonly [number, number])[] {
  return rows.flatMap((fields) => {
    const first = getDegrees((fields[y] ?? '').trim(), true)
    const second = getDegrees((fields[x] ?? '').trim(), true)
    return first === undefined || second === undefined || Number.isNaN(first + second) ? [] : [[first, second] as const]
  })
}

/** Checks whether most values exceed the range of degrees, which means that they are feet or meters in a projection. */
function isProjected(rows: Rows, y: number, x: number): boolean {
  const pairs = pairsIn(rows, y, x)
  return pairs.filter(([a, b]) => Math.abs(a) > 180 || Math.abs(b) > 180).length > pairs.length / 2
}

/** Checks whether Y contains longitudes in the United States and X contains latitudes. */
function isTurned(rows: Rows, y: number, x: number): boolean {
  const pairs = pairsIn(rows, y, x)
  return pairs.length > 0 && pairs.every(([a, b]) => a < -60 && a >= -180 && b > 15 && b < 75)
}

/** Returns an error sentence if the only coordinates are projected, otherwise null. */
function projectedPair(names: readonly string[], folded: readonly string[], rows: Rows): string | null {
  const y = best(folded, Y)[0]
  const x = best(folded, X)[0]
  if (y === undefined || x === undefined || !isProjected(rows, y, x)) return null
  const value = rows.map((fields) => (fields[x] ?? '').trim()).find((text) => !meansNothing(text)) ?? ''
  return `The columns ${quote(names[x])} and ${quote(names[y])} contain projected coordinates such as ${value.slice(0, 40)}, not degrees.`
}

function namedAddress(names: readonly string[], column: string): number[] {
  if (columnsNamed(names, column).length > 0) return [named(names, column, '--address')]
  return (column.match(/\s*"[^"]*"\s*|[^,]+/g) ?? []).map((name) => named(names, name, '--address'))
}

function named(names: readonly string[], name: string, option: string): number {
  const written = columnsNamed(names, name)
  const bare = /^\s*"(.*)"\s*$/.exec(name)?.[1]
  const indices = written.length === 0 && bare !== undefined ? columnsNamed(names, bare) : written
  if (indices.length === 0)
    throw new BatchError(`There is no column ${quote(name)} for ${option} among ${list(names)}.`, 'columns_unknown')
  refuseSeveral(names, indices, quote(name), option)
  return indices[0]
}

/** Returns the columns with exactly this name, or with a name that differs only in case, spaces, `_` and `-`. */
function columnsNamed(names: readonly string[], name: string): number[] {
  const exact = columns(names, (other) => other.trim() === name.trim())
  return exact.length > 0 ? exact : columns(names, (other) => fold(other) === fold(name) && fold(name) !== '')
}

function best(folded: readonly string[], ranks: Ranks): number[] {
  for (const rank of ranks) {
    const indices = columns(folded, (name) => rank.includes(name))
    if (indices.length > 0) return indices
  }
  return []
}

function columns(names: readonly string[], isMeant: (name: string) => boolean): number[] {
  return names.flatMap((name, i) => (isMeant(name) ? [i] : []))
}

function refuseSeveral(names: readonly string[], indices: readonly number[], meaning: string, option: string): void {
  if (indices.length < 2) return
  const candidates = indices.map((column) => `${quote(names[column])} (column ${column + 1})`).join(' and ')
  throw new BatchError(
    `More than one column may be ${meaning}: ${candidates}.`,
    'columns_unknown',
    `choose one of them with ${option}, or rename the other columns.`,
  )
}

function emptyToUndefined(option: string | undefined): string | undefined {
  return option === undefined || option.trim() === '' ? undefined : option
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}

/** Maximum number of names in an error. */
const MAX_LISTED = 40

function list(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED).map(quote).join(', ')
  return names.length > MAX_LISTED ? `${listed} and ${names.length - MAX_LISTED} more` : listed
}

function quote(name: string): string {
  return `"${name.length > 60 ? `${name.slice(0, 60)}…` : name}"`
}
