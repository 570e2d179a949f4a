import { isStateName } from '../../base/all-states.ts'
import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { coveredStates } from '../../base/states.ts'
import { isDistrictName } from '../districts/district-names.ts'
import type { CircleShape } from './region.ts'

/** An area specified by name or code. */
export type NamedArea =
  | { readonly zip: string }
  /**
   * City and two-letter state code. If several cities of the state have the same name, the name means the
   * city that `geocode` returns; add the county to select another one.
   */
  | { readonly city: string; readonly state: string; readonly county?: string | undefined }
  /** Seven-digit census code of a city (`id` in rankings and searches). */
  | { readonly city: string; readonly state?: undefined; readonly county?: undefined }
  /** Neighborhood name. If several neighborhoods have the same name, add the city, the state or both. */
  | { readonly neighborhood: string; readonly city?: string | undefined; readonly state?: string | undefined }
  /** Five-digit county FIPS code, or the county name with the state. */
  | { readonly county: string; readonly state?: string | undefined }
  /** Eleven-digit code, 2020 census. */
  | { readonly tract: string }
  /** Twelve-digit block group code, 2020 census. */
  | { readonly blockGroup: string }
  /** Seven-digit district code (`geoid` in district answers), or a name with or without its state: `Austin ISD`. */
  | { readonly district: string; readonly state?: string | undefined }
  /** Two-letter state code. */
  | { readonly state: string }

/** Kinds of areas that have a name or a code. */
export const areaKinds = ['zip', 'city', 'neighborhood', 'county', 'tract', 'block-group', 'district', 'state'] as const
export type AreaKind = (typeof areaKinds)[number]

/** Notations that `getArea` accepts, as listed in error messages. */
export const AREA_NOTATION =
  '"Austin, TX", city:4805000, "Hyde Park, Austin, TX", "Travis County, TX", "Austin ISD", a ZIP (78704), a state (TX), county:48453, tract:…, block-group:…, district:4808940, LAT,LON,METERS or WEST,SOUTH,EAST,NORTH'

/**
 * Parses a line of text in one of the notations in `AREA_NOTATION`. If the text is a name without city or state,
 * returns it unchanged, because looking up the name requires an open vicinage. Returns null for any other text.
 *
 * @throws {ValidationError} when the text begins with a kind, as in `city:`, but the rest is not valid for that kind
 */
export function getArea(line: string): NamedArea | CircleShape | Box | string | null {
  const text = line.trim()
  const [, kind, name] = /^([a-z-]+):(.+)$/i.exec(text) ?? []
  if (kind !== undefined) {
    const areaKind = areaKinds.find((other) => other === kind.toLowerCase())
    return areaKind === undefined ? null : namedArea(areaKind, name)
  }
  if (/^\d+$/.test(text)) {
    const byLength: Readonly<Record<number, AreaKind>> = { 5: 'zip', 7: 'district', 11: 'tract', 12: 'block-group' }
    const kindOfCode = byLength[text.length]
    return kindOfCode === undefined ? null : namedArea(kindOfCode, text)
  }
  if (/^[a-z]{2}$/i.test(text) || coveredStates.some(({ name }) => name.toLowerCase() === text.toLowerCase()))
    return { state: text }
  if (text.length <= 100 && isDistrictName(text)) return namedArea('district', text)
  if (/^\p{L}[^,]*,\s*\p{L}/u.test(text)) return namedArea(kindOfName(text), text)
  if (/^\p{L}[^,:]*$/u.test(text) && text.length <= 100) return text
  const numbers = text.split(/\s*,\s*|\s+/).map((part) => (part === '' ? Number.NaN : Number(part)))
  if (!numbers.every(Number.isFinite)) return null
  const [a, b, c, d] = numbers
  if (numbers.length === 3) return { lat: a, lon: b, radius: c }
  return numbers.length === 4 ? { west: a, south: b, east: c, north: d } : null
}

/** Matches `University, Orange County, FL`. */
const CITY_OF_COUNTY = /^([^,]+),\s*([^,]+ county)\s*,\s*([^,]+)$/i

/** Returns the kind of a name: `Hyde Park, Austin, TX` is a neighborhood, `Austin, TX` a city. */
function kindOfName(text: string): 'city' | 'county' | 'neighborhood' {
  if (CITY_OF_COUNTY.test(text)) return 'city'
  if (/ county *,/i.test(text)) return 'county'
  const parts = text.split(',').map((part) => part.trim())
  return parts.length > 2 || !isStateName(parts[1]) ? 'neighborhood' : 'city'
}

/**
 * Parses an area of a known kind: `78704`, `Austin, TX`, `4805000`, `University, Orange County, FL`, `48453` or
 * `Travis, TX`, a census code, a district's LEA ID, `TX`.
 *
 * @throws {ValidationError} when a city has no name or no state
 */
export function namedArea(kind: AreaKind, line: string): NamedArea {
  const text = line.trim()
  switch (kind) {
    case 'city': {
      if (/^\d{7}$/.test(text)) return { city: text }
      const [, name, county, stateOfCounty] = CITY_OF_COUNTY.exec(text) ?? []
      if (name !== undefined) return { city: name.trim(), county: county.trim(), state: stateOfCounty.trim() }
      const [city, state] = nameAndState(text)
      if (city === '' || !state)
        throw refusedArgument('shape', 'A city needs its state after a comma, as in Austin, TX', line)
      return { city, state }
    }
    case 'neighborhood':
      return getNeighborhood(text)
    case 'county':
      return getCounty(text)
    case 'district': {
      const [district, state] = nameAndState(text)
      return state ? { district, state } : { district }
    }
    case 'block-group':
      return { blockGroup: text }
    default:
      return { [kind]: text } as unknown as NamedArea
  }
}

function getCounty(text: string): { readonly county: string; readonly state?: string } {
  const [county, state] = nameAndState(text)
  return state ? { county, state } : { county }
}

function getNeighborhood(text: string): NamedArea {
  const parts = text.split(',').map((part) => part.trim())
  const last = parts.at(-1)!
  const state = parts.length > 1 && isStateName(last) ? last : undefined
  const city = parts.slice(1, state === undefined ? undefined : -1).join(', ')
  return { neighborhood: parts[0], ...(city !== '' && { city }), ...(state && { state }) }
}

/** Splits `Austin, TX` at its last comma. */
function nameAndState(text: string): [name: string, state?: string] {
  const comma = text.lastIndexOf(',')
  return comma < 0 ? [text] : [text.slice(0, comma).trim(), text.slice(comma + 1).trim()]
}
