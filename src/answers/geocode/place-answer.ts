import { stateName } from '../../base/all-states.ts'
import type { Note } from '../../base/errors.ts'
import { METERS_PER_DEGREE, metersApart } from '../../base/geo/distance.ts'
import { COVERAGE, coveredStates } from '../../base/states.ts'
import type { AddressClues } from './address-clues.ts'
import {
  type AddressNote,
  aroundRivals,
  type GeocodeAnswer,
  type GeocodeMatch,
  type GeocodeParts,
  getAnswer,
  joinNotes,
  LAYER_CONFIDENCE,
  MAX_MATCHES,
  type NotFoundReason,
  noAnswer,
  PENALTY,
  rounded,
} from './answer.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Layer } from './layers.ts'
import type { Located, Refusal, Spot } from './locate.ts'
import type { FoundPlace } from './names/find-named-place.ts'
import type { NamedPlace } from './names/named-places.ts'
import { areDegrees, type WrittenCoordinates } from './parse/coordinates.ts'
import { titled, titledStreet } from './streets/street-text.ts'

/**
 * Builds an answer from the ZIP, city, county or state, whichever is the finest known. Places with the same name,
 * county lines and contradictions lower the confidence, and a note describes them. Other possible places widen the
 * radius and are listed as alternatives.
 *
 * @param knowsStreet checks whether the street of the address is known in a ZIP, or in the city if the ZIP is null.
 * Returns null if the data cannot tell. Only called if the house was not found.
 * @param cityAsWritten returns the city for messages
 */
export function placeAnswer(
  clues: AddressClues,
  located: Located,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
  gazetteer: Gazetteer,
  knowsStreet: (zip: string | null) => boolean | null,
  cityAsWritten: () => string | null,
): GeocodeAnswer {
  const { refusal, city, trust, rivals, lesser } = located
  if (refusal !== null) {
    const { zip, state } = clues
    return noAnswer(parts, { code: refusal, text: REFUSALS[refusal]({ zip, city: cityAsWritten(), state }) })
  }
  const spot = finest(located, layers, gazetteer)
  if (layers !== null && !layers.has(spot.kind)) return noAnswer(parts, NOT_IN_LAYERS)
  const counties = clues.isHouse ? getCounties(spot, gazetteer) : []
  const isSplit = counties.length > 1
  const match = getMatch(spot, isSplit ? trust * PENALTY.split : trust, city, gazetteer)
  const house = clues.isHouse ? { ...match, radius: findReach(spot, match.radius, gazetteer) } : match
  const others = (spots: readonly Spot[]) =>
    spots.flatMap((other) =>
      layers === null || layers.has(other.kind) ? [getMatch(other, trust * PENALTY.ambiguous, city, gazetteer)] : [],
    )
  const equals = others(rivals)
  const cityOfZip: readonly Spot[] = isSplit && spot.kind === 'zip' && city >= 0 ? [{ kind: 'city', index: city }] : []
  const matches = [aroundRivals(house, equals), ...equals, ...others(lesser), ...others(cityOfZip)]
  const names = counties.map((county) => gazetteer.place('county', county).name)
  const wasSearched = layers === null || layers.has('street')
  const isMissing = clues.isHouse && wasSearched && located.conflict === null
  const street = isMissing
    ? getUnknown(parts, house.label, () => knowsStreet(spot.kind === 'zip' ? clues.zip : null))
    : null
  return getAnswer(
    matches.slice(0, MAX_MATCHES),
    parts,
    noteOn(house, clues, located, names, street, gazetteer, cityAsWritten),
  )
}

function finest({ zip, city, county, state }: Located, layers: ReadonlySet<Layer> | null, gazetteer: Gazetteer): Spot {
  if (zip >= 0 && (layers === null || layers.has('zip'))) return { kind: 'zip', index: zip }
  if (city >= 0) return { kind: 'city', index: city }
  return county >= 0 ? { kind: 'county', index: county } : { kind: 'state', index: gazetteer.stateOf(state!) }
}

/** Returns the counties that a ZIP or city is in. A house in the ZIP or city may be in any of these counties. */
function getCounties({ kind, index }: Spot, gazetteer: Gazetteer): readonly number[] {
  if (kind === 'zip') return gazetteer.zipCounties(index)
  return kind === 'city' ? gazetteer.cityCounties(index) : []
}

function getMatch({ kind, index }: Spot, trust: number, city: number, gazetteer: Gazetteer): GeocodeMatch {
  const { lat, lon, radius } = gazetteer.extent(kind, index)
  const confidence = rounded(LAYER_CONFIDENCE[kind] * trust)
  return { lat, lon, layer: kind, confidence, radius, label: getLine({ kind, index }, city, gazetteer) }
}

/**
 * Returns the radius for a house in a place. The radius is wider for ZIPs in Florida, where houses whose street is not
 * in the data are farther from the center of their ZIP.
 */
function findReach({ kind, index }: Spot, radius: number, gazetteer: Gazetteer): number {
  if (kind === 'zip') return gazetteer.stateCode('zip', index) === 'FL' ? Math.round(1.1 * radius) : radius
  return kind === 'city' ? Math.max(radius, reachOfZips(index, gazetteer)) : radius
}

/**
 * Returns the distance in meters from a city center that covers 90% of the residents of the city's ZIPs. Houses with
 * the city in their address may be outside the city limits.
 */
function reachOfZips(city: number, gazetteer: Gazetteer): number {
  const middle = gazetteer.extent('city', city)
  const zips = gazetteer.cityZips(city).map((zip) => {
    const place = gazetteer.extent('zip', zip)
    return { people: place.people, meters: metersApart(middle, place) + place.radius / 2 }
  })
  const all = zips.reduce((sum, { people }) => sum + people, 0)
  let before = 0
  for (const { people, meters } of zips.sort((a, b) => a.meters - b.meters)) {
    before += people
    if (before >= 0.9 * all) return Math.round(meters)
  }
  return 0
}

/** Formats a place in one line: `Austin, TX 78701`, `Austin, TX`, `Texas`. */
function getLine({ kind, index }: Spot, city: number, gazetteer: Gazetteer): string {
  const { name, state } = gazetteer.place(kind, index)
  if (kind === 'state') return name
  if (kind !== 'zip') return `${name}, ${state}`
  const isHere = city >= 0 && gazetteer.stateCode('city', city) === state
  const town = isHere ? city : gazetteer.zipCity(index)
  return town >= 0 ? `${gazetteer.place('city', town).name}, ${state} ${name}` : `${state} ${name}`
}

/** Builds the note of an answer, with one sentence and code per fact. Returns null if there is nothing to note. */
function noteOn(
  { layer, label }: GeocodeMatch,
  clues: AddressClues,
  located: Located,
  counties: readonly string[],
  street: string | null,
  gazetteer: Gazetteer,
  cityAsWritten: () => string | null,
): AddressNote | null {
  const { conflict, isNameOnly, rivals, lesser } = located
  const notes: Note[] = []
  const add = (code: Note['code'], text: string) => notes.push({ code, text })
  const { zip, state, longerCity } = clues
  if (conflict === 'city')
    add('city_not_at_zip', `ZIP ${zip} and the city ${cityAsWritten()} are far apart: this is the location of the ZIP.`)
  else if (conflict === 'state') add('zip_not_in_state', `ZIP ${zip} is not in ${state}: the match is ${label}.`)
  else if (rivals.length > 0 || (isNameOnly && lesser.length > 0))
    notes.push(namesakesNote(cityAsWritten()!, label, located, gazetteer))
  const isAmbiguous = notes.length > 0
  if (street !== null) add('street_unknown', `${street}: this is the whole ${KINDS[layer] ?? layer}.`)
  if (isNameOnly && !isAmbiguous)
    add(
      'state_missing',
      `The address has no state or ZIP: ${label} is the place with that name in ${COVERAGE}; there may be others elsewhere.`,
    )
  if (longerCity !== null && layer === 'city')
    add('city_unknown', `The city ${titled(longerCity)} is not known: this is ${label}, which may be another place.`)
  if (clues.isPlaceName)
    add('name_unknown', `No place with that name is known in ${label}: this is the whole ${KINDS[layer] ?? layer}.`)
  if (counties.length > 1) {
    const names = `${counties.slice(0, -1).join(', ')} and ${counties[counties.length - 1]}`
    const where = layer === 'zip' ? `ZIP ${zip}` : label
    add('county_uncertain', `${where} is in ${names}: the county is uncertain.`)
  }
  return joinNotes(notes)
}

const KINDS: Partial<Record<Layer, string>> = { zip: 'ZIP' }

/**
 * Says which part of an address is not known, without the final period: `No street Main St is known in Austin, TX`, or
 * `No house number 12 on Main St is known in Austin, TX`. Returns null if the address has no street.
 *
 * @param label place that was searched
 * @param isStreetKnown checks whether the street itself is known; null if the data cannot tell
 */
function getUnknown(parts: GeocodeParts, label: string, isStreetKnown: () => boolean | null): string | null {
  const line = getStreetLine(parts)
  if (line === null) return null
  const { number, street } = parts
  if (number === null) return `No ${street?.includes(' & ') ? 'intersection' : 'street'} ${line} is known in ${label}`
  const isKnown = isStreetKnown()
  if (isKnown === null) return `Neither ${line} nor its house number ${number} is known in ${label}`
  return isKnown
    ? `No house number ${number} on ${line} is known in ${label}`
    : `No street ${line} is known in ${label}`
}

/** Formats the street of an address for display: `Main St`, `5th & Oak`. Returns null if there is none. */
function getStreetLine({ predirectional, street, suffix, postdirectional }: GeocodeParts): string | null {
  if (street === null || street.includes(' & ')) return street && titled(street)
  return titledStreet(predirectional ?? '', street, suffix ?? '', postdirectional ?? '')
}

/** Minimum radius in meters of an answer for a coordinate, about the accuracy of a phone. */
const FINEST = 10

const NO_PARTS: GeocodeParts = {
  number: null,
  predirectional: null,
  street: null,
  suffix: null,
  postdirectional: null,
  unit: null,
  city: null,
  state: null,
  zip: null,
}

/**
 * Builds the answer for a coordinate if it is in the covered states. Swaps latitude and longitude if only the swapped
 * order fits, and reads an unsigned longitude as west. A note reports either change.
 */
export function coordinatesAnswer(written: WrittenCoordinates): GeocodeAnswer {
  const { first, second, isLatFirst, isSigned, step } = written
  if (!areDegrees(written))
    return noAnswer(NO_PARTS, {
      code: 'place_outside',
      text: `${first}, ${second} are not valid coordinates: latitude must be -90 to 90, longitude -180 to 180.`,
    })
  const asWritten = isLatFirst === false ? [second, first] : [first, second]
  const swapped = [asWritten[1], asWritten[0]]
  const radius = Math.max(FINEST, Math.round((step / 2) * METERS_PER_DEGREE))
  const answerAt = (lat: number, lon: number, note: Note | null): GeocodeAnswer => {
    const confidence = rounded(LAYER_CONFIDENCE.coordinates * (note === null ? 1 : PENALTY.oneOfTwo))
    return getAnswer([{ lat, lon, layer: 'coordinates', confidence, radius, label: line(lat, lon) }], NO_PARTS, note)
  }
  const [lat, lon] = asWritten
  if (isCovered(lat, lon)) return answerAt(lat, lon, null)
  if (isLatFirst === null && isCovered(swapped[0], swapped[1])) return answerAt(swapped[0], swapped[1], SWAPPED)
  if (!isSigned) {
    if (isCovered(lat, -lon)) return answerAt(lat, -lon, WEST)
    if (isLatFirst === null && isCovered(swapped[0], -swapped[1])) return answerAt(swapped[0], -swapped[1], WEST)
  }
  return noAnswer(NO_PARTS, {
    code: 'place_outside',
    text: `The coordinates ${line(lat, lon)} are outside ${COVERAGE}.`,
  })
}

const SWAPPED: Note = {
  code: 'coordinate_turned',
  text: 'Read as longitude, latitude, because in the other order the point is outside the coverage area.',
}
const WEST: Note = {
  code: 'longitude_west',
  text: 'Read as a western longitude, because as written the point is outside the coverage area.',
}

function isCovered(lat: number, lon: number): boolean {
  return coveredStates.some(({ box }) => lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east)
}

/** Formats a coordinate with six decimal places, about a tenth of a meter. */
function line(lat: number, lon: number): string {
  return `${Math.round(lat * 1e6) / 1e6}, ${Math.round(lon * 1e6) / 1e6}`
}

/**
 * Builds the answer for a neighborhood or landmark, with places of the same name as alternatives. Returns null if none
 * of them is in the requested layers.
 */
export function namedPlaceAnswer(
  { place, others, isExact }: FoundPlace,
  { zip, state }: AddressClues,
  parts: GeocodeParts,
  layers: ReadonlySet<Layer> | null,
): GeocodeAnswer | null {
  const trust = (isExact ? 1 : PENALTY.typo) * (others.length > 0 ? PENALTY.ambiguous : 1)
  const matches = [place, ...others.slice(0, MAX_MATCHES - 1)]
    .filter(({ layer }) => layers === null || layers.has(layer))
    .map((place) => namedMatch(place, trust))
  if (matches.length === 0) return null
  const otherParts: GeocodeParts = { ...parts, zip, state: state === 'LA' ? null : state }
  return getAnswer(matches, otherParts, nameNote(place, others.length > 0, isExact))
}

function nameNote(place: NamedPlace, isAmbiguous: boolean, isExact: boolean): Note | null {
  if (isAmbiguous)
    return {
      code: 'place_ambiguous',
      text: `Several places are named ${place.name}: ${nameLine(place)} is the best known; add the city, or see the alternatives.`,
    }
  return isExact
    ? null
    : { code: 'name_respelled', text: `No place with that spelling is known: this is ${nameLine(place)}.` }
}

function namedMatch(place: NamedPlace, trust: number): GeocodeMatch {
  const { lat, lon, layer, radius } = place
  return { lat, lon, layer, confidence: rounded(LAYER_CONFIDENCE[layer] * trust), radius, label: nameLine(place) }
}

/** Formats a place in one line: `Golden Gate Park, San Francisco, CA`. */
function nameLine({ name, city, state }: NamedPlace): string {
  return city === null ? `${name}, ${state}` : `${name}, ${city}, ${state}`
}

/** Clues of an address as the user wrote them, for messages. */
type WrittenClues = Pick<AddressClues, 'zip' | 'city' | 'state'>

/** Sentences that say why an address was not found. */
const REFUSALS: Readonly<Record<Refusal, (clues: WrittenClues) => string>> = {
  address_abroad: ({ city }) => `The address is outside the United States: ${city}.`,
  place_outside: ({ city, state, zip }) => {
    const where = state === null ? (zip === null ? city : `ZIP ${zip}`) : `${stateName(state)} (${state})`
    return `The address is outside ${COVERAGE}: ${where} is not covered.`
  },
  place_missing: () => `The address has no ZIP, city or state in ${COVERAGE}: add "city, state ZIP".`,
  place_unknown: ({ city, state, zip }) =>
    city === null
      ? `There is no ZIP ${zip} in ${COVERAGE}: add the city and the state.`
      : `There is no ${zip === null ? '' : `ZIP ${zip} and no `}place named ${city} in ${state ?? COVERAGE}: check the spelling, or add city, state and ZIP.`,
  address_unread: () => `Part of the address could not be read: write it as "number street, city, state ZIP".`,
  city_missing: () => 'The address has a state but no city and no ZIP: add one of them.',
  state_missing: ({ city }) => `${city} may be a place outside ${COVERAGE}: add the state or the ZIP.`,
  city_not_at_zip: ({ city, zip }) =>
    `No place named ${city} is known near ZIP ${zip}: correct one of them, or add the state.`,
  zip_and_city_apart: ({ city, state, zip }) =>
    `ZIP ${zip} and the city ${city}${state === null ? '' : `, ${state}`} are more than 50 km apart: correct or omit one of them.`,
  name_unknown: () => `This place is not known in any city in ${COVERAGE}: add the street, and the state or the ZIP.`,
}

const NOT_IN_LAYERS: NotFoundReason = {
  code: 'not_in_layers',
  text: 'Nothing was found in the requested layers: allow coarser layers, or give a more complete address.',
}

export function unprovenNote({ city, state }: AddressClues): Note {
  const missing = city === null ? 'the address has no city' : `${titled(city)} is not in the data`
  return {
    code: 'place_unproven',
    text: `The street index for ${state} has this address, but ${missing}: add the ZIP to be sure.`,
  }
}

/** Returns the note for an address that several places match. `zip` is the ZIP of the address, if it has one. */
export function ambiguousAddressNote(label: string, zip: string | null): Note {
  return {
    code: 'address_ambiguous',
    text: `Several places match as well as ${label}: ${zip === null ? 'add the ZIP' : 'complete the street name'}, or see the alternatives.`,
  }
}

/** Returns the note for a name that several cities have. Names their counties if the cities are in the same state. */
function namesakesNote(name: string, label: string, located: Located, gazetteer: Gazetteer): Note {
  const { city, state, rivals, isNameOnly } = located
  if (isNameOnly) return ambiguousPlaceNote(name, label)
  const countyOf = (index: number): readonly string[] => {
    const [county] = index < 0 ? [] : gazetteer.cityCounties(index)
    return county === undefined ? [] : [gazetteer.place('county', county).name]
  }
  const [county] = countyOf(city)
  const others = rivals.flatMap(({ kind, index }) =>
    kind === 'city' && gazetteer.stateCode('city', index) === state ? countyOf(index) : [],
  )
  if (county === undefined || others.length === 0 || others.includes(county))
    return ambiguousPlaceNote(name, label, 'the ZIP')
  const note = ambiguousPlaceNote(name, `${label} in ${county}`, 'the ZIP')
  return { ...note, text: `${note.text.slice(0, -1)} in ${[...new Set(others)].join(', ')}.` }
}

export function ambiguousPlaceNote(name: string, line: string, missing = 'state and ZIP'): Note {
  return {
    code: 'place_ambiguous',
    text: `Several places are named ${name}: ${line} has the most people; add ${missing}, or see the alternatives.`,
  }
}
