import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { checkPlace, getCoordinate } from '../../base/parameters/check-place.ts'
import { describe } from '../../base/parameters/options.ts'
import type { AddressNotFound, GeocodeAnswer, GeocodedPlace, GeocodeMatch } from './answer.ts'
import type { Layer } from './layers.ts'

/** Limits that the caller of `geocode` sets, and the region that decides between places with the same name. */
export interface WantedPlace {
  /** Least exact layer to accept. Null for any layer. */
  readonly minLayer: Layer | null
  /** Maximum radius to accept in meters. Null for any radius. */
  readonly maxRadius: number | null
  /** Region where the place is expected. Null if the caller did not specify a region. */
  readonly region: Region | null
}

/** A point near which, or a box in which, a place is expected. */
interface Region {
  readonly center: Point
  readonly box: Box | null
}

/**
 * Rank of a layer by precision, starting at 0 for the finest. Layers that locate a house equally well have the same
 * rank.
 */
const FINENESS: Readonly<Record<Layer, number>> = {
  coordinates: 0,
  address_point: 0,
  street_range: 1,
  address: 1,
  public_place: 1,
  street: 2,
  landmark: 3,
  neighborhood: 4,
  zip: 5,
  city: 6,
  county: 7,
  state: 8,
}

/** Reads the options of `geocode` that limit an answer. Throws `ValidationError`. */
export function getWantedPlace(options: {
  readonly minLayer?: unknown
  readonly maxRadius?: unknown
  readonly near?: unknown
}): WantedPlace {
  const { minLayer = null, maxRadius = null, near = null } = options
  if (minLayer !== null && !(typeof minLayer === 'string' && Object.hasOwn(FINENESS, minLayer)))
    throw refusedArgument(
      'minLayer',
      `minLayer is the least exact layer to accept, one of ${Object.keys(FINENESS).join(', ')}; got ${describe(minLayer)}.`,
      minLayer,
    )
  if (maxRadius !== null && !(typeof maxRadius === 'number' && maxRadius >= 0))
    throw refusedArgument('maxRadius', `maxRadius must be 0 or more meters; got ${describe(maxRadius)}.`, maxRadius)
  return { minLayer: minLayer as Layer | null, maxRadius, region: near === null ? null : getRegion(near) }
}

function getRegion(near: unknown): Region {
  if (typeof near === 'object' && near !== null && 'west' in near) {
    const box = near as Box
    const { west, south, east, north } = box
    if (![west, south, east, north].every((side) => typeof side === 'number' && Number.isFinite(side)))
      throw refusedArgument('near', 'near must be { lat, lon } or a box { west, south, east, north } in degrees', null)
    return { center: { lat: (south + north) / 2, lon: (west + east) / 2 }, box }
  }
  checkPlace(near)
  return { center: getCoordinate(near), box: null }
}

/**
 * From an answer and its alternatives, returns the place with the same name that is in the region or nearest to the
 * region.
 *
 * @param geocode geocodes the label of a single place to determine its radius and confidence
 */
export function nearestNamesake(
  answer: GeocodedPlace,
  { center, box }: Region,
  geocode: (label: string) => GeocodeAnswer,
): GeocodedPlace {
  const all: readonly GeocodeMatch[] = [answer, ...answer.alternatives]
  const namesakes = all.filter(({ layer }) => layer === answer.layer)
  if (namesakes.length < 2) return answer
  const inside = namesakes.filter(({ lat, lon }) => box !== null && isIn(box, lat, lon))
  const candidates = inside.length > 0 ? inside : namesakes
  const nearest = candidates.reduce((best, match) =>
    metersApart(match, center) < metersApart(best, center) ? match : best,
  )
  const single = geocode(nearest.label)
  const isSame = single.ok && single.layer === nearest.layer && metersApart(single, nearest) <= SAME_PLACE
  const { lat, lon, radius, label, layer, confidence } = isSame ? single : nearest
  const { parsed } = answer
  const alternatives = all.flatMap((match) => (match === nearest ? [] : [plain(match)]))
  const text = `Several places match: this is ${label}, the nearest to the expected location.`
  return {
    ok: true,
    lat,
    lon,
    radius,
    label,
    layer,
    confidence,
    parsed,
    alternatives,
    note: { code: 'nearest_namesake', text },
  }
}

/** Distance in meters within which two answers are the same place. */
const SAME_PLACE = 1000

function isIn({ west, south, east, north }: Box, lat: number, lon: number): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

function plain({ lat, lon, layer, confidence, radius, label }: GeocodeMatch): GeocodeMatch {
  return { lat, lon, layer, confidence, radius, label }
}

/** Returns the answer if it is within the limits. Otherwise, returns a not-found answer that suggests the place. */
export function fineEnough(
  answer: GeocodedPlace,
  { minLayer, maxRadius }: WantedPlace,
): GeocodedPlace | AddressNotFound {
  const { lat, lon, radius, label, layer, parsed } = answer
  const isRough = minLayer !== null && FINENESS[layer] > FINENESS[minLayer]
  const isWide = maxRadius !== null && radius > maxRadius
  if (!isRough && !isWide) return answer
  const what = getPlaceWords(layer, label)
  const first = isRough
    ? `Only ${what} was found${getMissingPart(answer)}.`
    : `Only ${what} was found, with a radius of ${Math.round(radius)} m instead of at most ${maxRadius} m.`
  return {
    ok: false,
    code: 'place_too_rough',
    message: `${first} ${getAdvice(answer, isRough ? minLayer : null)}`,
    suggestions: [{ lat, lon, radius, label, layer }],
    parsed,
    alternatives: [],
  }
}

/** Describes a place with its kind: `the ZIP code 77096 of Houston, TX`, `the city Austin, TX`. */
function getPlaceWords(layer: Layer, label: string): string {
  const [, city, state, zip] = /^(?:(.*), )?([A-Z]{2}) (\d{5})$/.exec(label) ?? []
  if (layer === 'zip' && zip !== undefined)
    return `the ZIP code ${zip} of ${city === undefined ? state : `${city}, ${state}`}`
  if (layer === 'city' || layer === 'neighborhood' || layer === 'landmark' || layer === 'state')
    return `the ${layer} ${label}`
  return label
}

/**
 * Returns a phrase that starts with a comma and tells which part of the text was not found. Returns an empty string if
 * this is not known.
 */
function getMissingPart({ layer, parsed: { street } }: GeocodedPlace): string {
  if (FINENESS[layer] < FINENESS.street) return ''
  if (layer === 'street') return ', not the house'
  return street === null ? '' : ', not the street'
}

/** Returns a sentence that tells the user what to add or check. */
function getAdvice({ layer, parsed }: GeocodedPlace, minLayer: Layer | null): string {
  const { number, street, city } = parsed
  if (minLayer !== null && FINENESS[minLayer] >= FINENESS.zip)
    return minLayer === 'zip' ? 'Add the ZIP code.' : 'Add the city.'
  const isOnStreet = FINENESS[layer] <= FINENESS.street
  if (number === null && isOnStreet) return 'Add the house number.'
  if (isOnStreet) return 'Check the house number.'
  if (street === null) return `Add the ${city === null && layer !== 'zip' ? 'city, ' : ''}street and house number.`
  return number === null ? 'Check the street name, and add the house number.' : 'Check the street name and number.'
}
