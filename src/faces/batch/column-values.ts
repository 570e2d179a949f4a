import { areDegrees, parseCoordinates } from '../../answers/geocode/parse/coordinates.ts'
import { getMeaning } from '../../answers/geocode/parse/vocabulary.ts'
import { stateNames } from '../../base/all-states.ts'
import { type AddressPart, meansNothing } from './address-parts.ts'
import { getDegrees } from './points.ts'

/** Returns the values of a column in the first rows, without values that mean "no value". */
export function valuesIn(rows: readonly (readonly string[])[], column: number): string[] {
  return rows.flatMap((fields) => {
    const text = (fields[column] ?? '').trim()
    return meansNothing(text) ? [] : [text]
  })
}

/** Checks whether the fraction of values that pass a test is at least `share`. Returns false if there are no values. */
export function mostly(values: readonly string[], test: (text: string) => boolean, share = 0.5): boolean {
  return values.length > 0 && values.filter(test).length >= share * values.length
}

const STATES = new Set(stateNames.flat())

export function isState(text: string): boolean {
  const upper = text.toUpperCase().replace(/\./g, '')
  return STATES.has(upper) || getMeaning(upper).state !== ''
}

export function isDirection(text: string): boolean {
  return getMeaning(text.toUpperCase().replace(/[.\s]/g, '')).direction !== ''
}

export function isSuffix(text: string): boolean {
  return getMeaning(text.toUpperCase().replace(/\.$/, '')).suffix !== ''
}

export function isHouseNumber(text: string): boolean {
  return /^#?\d{1,6}(?:\.0+)?(?:\s?[a-z])?(?:[-\s]\d+(?:\/\d)?)?$/i.test(text)
}

/** ZIPs of California, Texas and Florida. */
const COVERED_ZIP = /^(?:7[5-9]|885|9[0-6]|3[234])\d{2,3}(?:-?\d{4})?(?:\.0+)?$/

function isCoveredZip(text: string): boolean {
  return COVERED_ZIP.test(text) && /^\d{5}(?!\d{1,3}$)/.test(text)
}

/** Checks whether a string looks like "1100 Congress Ave": a number followed by a street name. */
export function isStreetLine(text: string): boolean {
  return /^\d+[a-z]?(?:[-/]\d+)?\s+\S/i.test(text) && namesStreet(text)
}

/** Checks whether a string contains coordinates, or a street with its state or ZIP. */
export function isWholePlace(text: string): boolean {
  const coordinates = parseCoordinates(text)
  if (coordinates !== null) return areDegrees(coordinates)
  const last = /[\s,]([A-Za-z.]+)?[\s,]*(\d{5})?(?:-\d{4})?$/.exec(text)
  return isStreetLine(text) && last !== null && (last[2] !== undefined || (last[1] !== undefined && isState(last[1])))
}

/** Checks whether a string names a street: "Congress Ave", "W 5th St N". */
function namesStreet(text: string): boolean {
  const words = text
    .toUpperCase()
    .split(/[\s,.]+/)
    .filter((word) => word !== '')
  return words.length > 1 && words.length < 12 && words.some((word, i) => i > 0 && getMeaning(word).endsStreet)
}

/**
 * Larger cities in the three states. The list only has to distinguish a column of cities from a column of other names.
 */
const CITIES = new Set(
  `AUSTIN,HOUSTON,DALLAS,SAN ANTONIO,FORT WORTH,EL PASO,ARLINGTON,CORPUS CHRISTI,PLANO,LUBBOCK,LAREDO,IRVING,GARLAND,FRISCO,MCKINNEY,AMARILLO,
GRAND PRAIRIE,BROWNSVILLE,KILLEEN,DENTON,MESQUITE,PASADENA,MCALLEN,WACO,CARROLLTON,MIDLAND,ROUND ROCK,ODESSA,BEAUMONT,TYLER,
LOS ANGELES,SAN DIEGO,SAN JOSE,SAN FRANCISCO,FRESNO,SACRAMENTO,LONG BEACH,OAKLAND,BAKERSFIELD,ANAHEIM,STOCKTON,RIVERSIDE,IRVINE,SANTA ANA,
CHULA VISTA,FREMONT,SANTA CLARITA,SAN BERNARDINO,MODESTO,FONTANA,MORENO VALLEY,OXNARD,HUNTINGTON BEACH,GLENDALE,ONTARIO,BERKELEY,
JACKSONVILLE,MIAMI,TAMPA,ORLANDO,ST PETERSBURG,HIALEAH,PORT ST LUCIE,TALLAHASSEE,CAPE CORAL,FORT LAUDERDALE,PEMBROKE PINES,HOLLYWOOD,
MIRAMAR,GAINESVILLE,CORAL SPRINGS,CLEARWATER,PALM BAY,LAKELAND,MIAMI GARDENS,POMPANO BEACH,WEST PALM BEACH,BOCA RATON,SUNRISE`
    .split(/,\s*/)
    .map((name) => name.trim()),
)

function isCity(text: string): boolean {
  return CITIES.has(
    text
      .toUpperCase()
      .replace(/^SAINT /, 'ST ')
      .replace(/^FT\.? /, 'FORT ')
      .replace(/\./g, ''),
  )
}

/** Words in the names of columns that contain numbers or names but no part of an address, such as `price`. */
const OTHER_NUMBERS =
  /(?:^|[^a-z])(?:id|ids|uid|fid|gid|oid|objectid|guid|key|index|idx|seq|rank|count|cnt|qty|quantity|total|price|cost|amount|amt|value|sales?|salary|income|rent|fee|tax|taxes|year|yr|date|time|month|day|phone|tel|telephone|fax|mobile|cell|email|age|score|rating|area|sqft|acres|acreage|size|beds?|baths?|bedrooms?|bathrooms?|rooms?|floors?|stories|units|population|pop|households|parcel|apn|pin|account|acct|permit|case|license|licence|fips|geoid|tract|block|lot|code|mls|naics|sic|ssn|dob|gender|sex|race|party|precinct|district|ward|status|type|class|category|notes?|comments?|url|website|owner|name|first|last|company|elevation|depth|height|width|length|weight|version)(?:[^a-z]|$)/

function isOtherByName(name: string): boolean {
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return OTHER_NUMBERS.test(words)
}

/**
 * Recognizes the contents of a column from its values rather than its name. Returns null if the column contains neither
 * part of an address nor a latitude or longitude.
 */
export function lookOf(name: string, values: readonly string[]): AddressPart | 'latitude' | 'longitude' | null {
  const isAll = (test: (text: string) => boolean) => mostly(values, test, 0.8)
  if (values.length === 0) return null
  if (isAll(isStreetLine)) return values.every((text) => text.includes(',')) ? 'address' : 'street'
  if (isAll(isDirection)) return 'predirectional'
  if (isAll(isState)) return 'state'
  if (isAll(isSuffix)) return 'suffix'
  if (isAll(isCity)) return 'city'
  if (isAll((text) => namesStreet(text) && !/\d{3}/.test(text))) return 'street'
  if (isOtherByName(name)) return null
  if (isAll(isCoveredZip)) return 'zip'
  if (isAll((text) => isBetween(text, 'latitude', 24, 43))) return 'latitude'
  if (isAll((text) => isBetween(text, 'longitude', -125, -79))) return 'longitude'
  if (isAll(isHouseNumber) && !isCounter(values)) return 'number'
  return null
}

function isBetween(text: string, axis: 'latitude' | 'longitude', least: number, most: number): boolean {
  if (!/[.°]/.test(text)) return false
  const degrees = getDegrees(text, true, axis)
  return degrees !== undefined && degrees >= least && degrees <= most
}

/** Checks whether the values are row numbers: 1, 2, 3. */
function isCounter(values: readonly string[]): boolean {
  if (values.length === 1) return Number(values[0]) < 2
  return values.every((text, i) => i === 0 || Number(text) - Number(values[i - 1]) === 1)
}
