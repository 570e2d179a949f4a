import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { checkPlace, getCoordinate } from '../../base/parameters/check-place.ts'
import { describe } from '../../base/parameters/options.ts'
import { type AddressNotFound, type GeocodeAnswer, type GeocodedPlace, type GeocodeMatch, joinNotes } from './answer.ts'
import type { StreetGaps } from './geocoder.ts'
import { checkedMinLayer, FINENESS, isCoarser, type Layer } from './layers.ts'

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

/** Reads the options of `geocode` that limit an answer. Throws `ValidationError`. */
export function getWantedPlace(options: {
  readonly minLayer?: unknown
  readonly maxRadius?: unknown
  readonly near?: unknown
}): WantedPlace {
  const { maxRadius = null, near = null } = options
  const minLayer = options.minLayer == null ? null : checkedMinLayer(options.minLayer)
  if (maxRadius !== null && !(typeof maxRadius === 'number' && maxRadius >= 0))
    throw refusedArgument('maxRadius', `maxRadius must be at least 0 meters; got ${describe(maxRadius)}.`, maxRadius)
  return { minLayer, maxRadius, region: near === null ? null : getRegion(near) }
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
 * Chooses the expected place among an answer and its alternatives of the same layer. Returns the place that is nearest
 * to the center of the region. If some of the places are in the region's box, only these are considered.
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
  const text = `Several places match: this is ${label}, the match nearest to the expected location.`
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
    note: joinNotes([{ code: 'nearest_namesake', text }]),
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

/**
 * Returns the answer if it is within the limits. Otherwise, returns a not-found answer with the place as its
 * suggestion, from which similar streets are looked up.
 *
 * @param getGaps returns what the street data lacks for the address; only called for answers outside the limits
 */
export function fineEnough(
  answer: GeocodedPlace,
  { minLayer, maxRadius }: WantedPlace,
  getGaps: () => StreetGaps,
): GeocodedPlace | AddressNotFound {
  const { lat, lon, radius, label, layer, parsed } = answer
  const isRough = minLayer !== null && isCoarser(layer, minLayer)
  const isWide = maxRadius !== null && radius > maxRadius
  if (!isRough && !isWide) return answer
  const what = getPlaceWords(layer, label)
  const gaps = getGaps()
  const first = isRough
    ? `Only ${what} was found${getMissingPart(answer, gaps)}.`
    : `Only ${what} was found, and its radius of ${Math.round(radius)} m is larger than the maximum of ${maxRadius} m.`
  // The message is for people who look for a home, so it leaves out the command.
  const wanted = isRough ? minLayer : null
  const check = getAdvice(answer, wanted, { ...gaps, countiesWithoutIndex: [] })
  const isIndexMissing = check !== getAdvice(answer, wanted, gaps)
  return {
    ok: false,
    code: 'place_too_rough',
    message: `${first} ${check}`,
    ...(isIndexMissing && { advice: `Add the street index: ${getIndexCommand(gaps)}.` }),
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
function getMissingPart({ layer, parsed: { street } }: GeocodedPlace, { isStreetKnown }: StreetGaps): string {
  if (FINENESS[layer] < FINENESS.street) return ''
  if (layer === 'street' || isStreetKnown) return ', not the house'
  return street === null ? '' : ', not the street'
}

/**
 * Returns one or two sentences that tell the user what to add or check. The advice depends on why the answer is rough.
 *
 * @param minLayer the requested layer if the answer is coarser, or null if only the radius of the answer is too large
 */
export function getAdvice({ layer, parsed }: GeocodedPlace, minLayer: Layer | null, gaps: StreetGaps): string {
  const { number, street, city, zip } = parsed
  const add = getIndexCommand(gaps)
  const orAdd = street === null || add === null ? '' : `, or add the street index: ${add}`
  if (minLayer !== null && FINENESS[minLayer] > FINENESS.zip) return 'Add the city.'
  if (minLayer === 'zip') return `${zip === null ? 'Add' : 'Check'} the ZIP code${orAdd}.`
  if (layer === 'public_place' && street === null) return 'Give its street and house number.'
  if (FINENESS[layer] <= FINENESS.street) {
    if (number === null) return 'Add the house number.'
    if (layer === 'street') return `The house number is not known on this street. Check it${orAdd}.`
    const cause = 'The house number is known, but not its exact position'
    return add === null ? `${cause}.` : `${cause}. Add the street index: ${add}.`
  }
  if (street === null) return `Add the ${city === null && layer !== 'zip' ? 'city, ' : ''}street and house number.`
  if (gaps.isStreetKnown) return `The street is known, but this house number is not in the lists. Check it${orAdd}.`
  return number === null
    ? 'Check the street name, and add the house number.'
    : `Check the street name and number${orAdd}.`
}

/** Maximum number of counties that the suggested command lists. */
const MAX_COUNTIES = 5

/** Returns the command that adds the missing street index, or null if none is missing. */
function getIndexCommand({ countiesWithoutIndex: counties }: StreetGaps): string | null {
  return counties.length === 0 ? null : `\`vicinage streets add --county ${counties.slice(0, MAX_COUNTIES).join(' ')}\``
}
