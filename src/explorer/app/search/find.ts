import { embedded } from '../embedded.ts'
import type { Engine } from '../engine/engine.ts'
import {
  COVERAGE,
  type GeocodeAnswer,
  type GeocodedPlace,
  type GeocodeMatch,
  type LatLon,
  metersBetween,
  type Suggestion,
} from '../library.ts'
import type { ChosenPlace } from '../places.ts'
import { type Camera, fiveDecimals, untouched } from '../view.ts'
import { isCoarse, isCountyIn } from '../words.ts'
import { coordinatesIn, expandName } from './intent.ts'
import { suggestedFor } from './suggestions.ts'

/** Another place that an address may refer to. */
export interface Meaning extends Omit<GeocodeMatch, 'confidence'> {
  /** County, which distinguishes places with the same name: `Starr County`. Null if the label contains the county. */
  readonly county: string | null
}

/** Possible meanings of the search text. */
export interface Finding {
  /** Best match; null if nothing was found. */
  readonly place: ChosenPlace | null
  readonly message: string | null
  readonly alternatives: readonly Meaning[]
}

const MAX_LENGTH = 300 // maximum characters of an address, as in the geocoder

/**
 * Finds a place by its coordinates, the name of a suggestion, or its address. Rejects if the geocoder cannot be loaded.
 *
 * @param camera current view; suggestions near it come first
 * @param home city in which to look up addresses without a city; null if the page covers more than one city
 */
export async function find(
  engine: Pick<Engine, 'geocode' | 'around' | 'suggest'>,
  text: string,
  camera: Camera = untouched,
  home = embedded?.city ?? null,
): Promise<Finding> {
  const coordinates = coordinatesIn(text)
  if (coordinates !== null) return { place: coordinates, message: null, alternatives: [] }
  const address = expandName(text.trim())
  if (address === '') return nothing('Type an address, a ZIP code, a city or coordinates first.')
  if (address.length > MAX_LENGTH) return nothing(`An address can have at most ${MAX_LENGTH} characters.`)
  const [answer, named] = await Promise.all([
    geocodeIn(home, address, engine).then((answer) => withOwnRadius(answer, engine)),
    /\d/.test(address) ? [] : suggestedFor(engine, address, camera).then((offered) => namedAs(address, offered)),
  ])
  const namesakes = named.map(getMatch)
  const place = answer.ok ? answer : null
  const first = namesakes.length > 0 && namesakes[0].label !== place?.label ? namesakes[0] : null
  const isNothing = place === null && first === null
  const all = isNothing
    ? await namesLike(address, engine)
    : [...namesakes, ...(place === null ? [] : [place, ...place.alternatives])]
  const match = first ?? place
  const places: Omit<GeocodeMatch, 'confidence'>[] = match === null ? [] : [match]
  for (const place of all) if (!places.some((before) => isSame(before, place))) places.push(place)
  const alternatives = await withCounties(match === null ? places : places.slice(1), engine)
  if (first !== null) return { place: getPlace(first), message: null, alternatives }
  return getFinding(address, answer, alternatives)
}

/** Geocodes an address. An address without a city or ZIP is first looked up in the page's own city. */
async function geocodeIn(
  home: string | null,
  address: string,
  engine: Pick<Engine, 'geocode'>,
): Promise<GeocodeAnswer> {
  const exact = await engine.geocode(address)
  const withoutUnit = address.replace(UNIT, '')
  // The parser expects the unit before the city, so an address that ends with its unit may not be found. Tries again
  // without the unit.
  const answer = exact.ok || withoutUnit === address ? exact : await engine.geocode(withoutUnit)
  if (home === null || answer.ok || answer.code !== 'place_missing') return answer
  const inCity = await engine.geocode(`${address}, ${home}`)
  return inCity.ok ? inCity : answer
}

/** Matches an apartment number at the end of an address, which does not change the location: `, Apt 4`. */
const UNIT = /,? +(?:(?:apt|apartment|unit|suite|ste)\.? *#?|#) *[\w-]+$/i

/** Maximum distance in meters between the centers of two matches that can count as the same place. */
const SAME_PLACE = 500

/**
 * Checks whether two matches are the same place. A place can be found both by name and by address, or be in two
 * sources.
 */
function isSame(a: Omit<GeocodeMatch, 'confidence'>, b: Omit<GeocodeMatch, 'confidence'>): boolean {
  if (a.label === b.label) return true
  if (a.layer !== b.layer || metersBetween(a.lat, a.lon, b.lat, b.lon) > SAME_PLACE) return false
  return a.layer === 'neighborhood' || a.label.split(',')[0] === b.label.split(',')[0]
}

function withCounties(
  matches: readonly Omit<GeocodeMatch, 'confidence'>[],
  engine: Pick<Engine, 'around'>,
): Promise<readonly Meaning[]> {
  const meanings = matches.map(async (match) => {
    const county = (await engine.around({ lat: match.lat, lon: match.lon }))?.county ?? null
    return { ...match, county: county !== null && isCountyIn(match.label, county) ? null : county }
  })
  return Promise.all(meanings)
}

/** Removes accents and punctuation, and converts to lowercase. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/**
 * Returns a function that checks whether the whole name of a suggestion was typed: `Pasadena`, `Pasadena, CA`,
 * `Duval St, Austin`.
 */
function isNamed(text: string): (suggestion: Suggestion) => boolean {
  const shortened = (label: string) => [label, label.split(', ')[0], label.replace(/, [A-Z]{2}$/, '')]
  return ({ label }) => shortened(label).some((name) => plain(name) === plain(text))
}

/**
 * Returns the suggestions whose whole name was typed. If there are none, returns the first suggestion if it begins with
 * the text and the text has at least two words: `Plano Senior High` for Plano Senior High School.
 */
function namedAs(text: string, offered: readonly Suggestion[]): readonly Suggestion[] {
  const named = offered.filter(isNamed(text))
  if (named.length > 0 || offered.length === 0) return named
  const typed = plain(text)
  return typed.includes(' ') && plain(offered[0].label).startsWith(`${typed} `) ? [offered[0]] : []
}

/** Checks whether the text is the whole name of a known place, such as `Green Lake`. */
export async function isPlaceName(engine: Pick<Engine, 'suggest'>, text: string): Promise<boolean> {
  return (await engine.suggest(text.slice(0, 100), { limit: 8 })).some(isNamed(text))
}

/** Returns places with similar names, which are offered as alternatives when nothing was found. */
async function namesLike(address: string, engine: Pick<Engine, 'suggest'>) {
  const suggestions = await engine.suggest(address.slice(0, 100), { limit: 5 })
  return suggestions.map(getMatch)
}

function getMatch({ layer, label, lat, lon, radius }: Suggestion): Omit<GeocodeMatch, 'confidence'> {
  return { lat, lon, radius, label, layer }
}

/**
 * If several places share a name, the geocoder's radius covers all of them. Replaces this radius with the radius of the
 * best match, because the page lists the other places.
 */
async function withOwnRadius(answer: GeocodeAnswer, engine: Pick<Engine, 'geocode'>): Promise<GeocodeAnswer> {
  if (!answer.ok) return answer
  const { label, parsed, alternatives } = answer
  if (parsed.state !== null || parsed.zip !== null || alternatives.length === 0) return answer
  const located = await engine.geocode(label)
  return located.ok && located.lat === answer.lat && located.lon === answer.lon
    ? { ...answer, radius: located.radius }
    : answer
}

/** Converts a geocoder match to a place. */
export function getPlace(
  { lat, lon, label, layer, radius }: Omit<GeocodeMatch, 'confidence'>,
  note: string | null = null,
  typed: string | null = null,
): ChosenPlace {
  return { lat, lon, radius, found: { address: label, layer, note, ...(typed === null ? {} : { typed }) } }
}

/**
 * Returns the text if the result is less precise, such as a street or city for a house, or a city or ZIP code for a
 * street. Otherwise returns null.
 */
function houseIn(text: string, { layer, parsed }: GeocodedPlace): string | null {
  // In "78704 Austin", the parsed house number is the ZIP code.
  if (parsed.zip !== null && parsed.number === parsed.zip) return null
  const isHouse = parsed.number !== null && /^\d+[\w-]* +\S/.test(text)
  const isStreet = parsed.street != null && isCoarse(layer)
  const isFound = ['address_point', 'address', 'public_place', 'landmark'].includes(layer)
  return (isHouse && !isFound) || isStreet ? text : null
}

function getFinding(typed: string, answer: GeocodeAnswer, alternatives: readonly Meaning[]): Finding {
  if (!answer.ok) return { place: null, message: answer.message, alternatives }
  // If the panel lists alternatives above its heading, replaces the geocoder's note with a note that points to this
  // list.
  const isAmbiguous = AMBIGUOUS.has(answer.note?.code ?? '') && alternatives.length > 0
  const note = isAmbiguous
    ? `Several places match. This is ${answer.label}; others are listed above.`
    : withoutTrivia(answer)
  return { place: getPlace(answer, note, houseIn(typed, answer)), message: null, alternatives }
}

/** Returns the note without sentences that are not useful on a map, such as that no state was typed. */
function withoutTrivia({ note, label }: GeocodedPlace): string | null {
  if (note === null) return null
  // Hides the label while the note is split at periods, because the label can contain a period: St. Petersburg.
  const sentences = note.text.replaceAll(label, NAME).split(/(?<=\.) /)
  const shortened = sentences.filter((sentence) => !TRIVIA.test(sentence)).join(' ')
  return shortened === '' ? null : shortened.replaceAll(NAME, label)
}

const NAME = '\u0001'
const TRIVIA = /^The address has no state or ZIP: |: the county is uncertain\.$/

/** Codes of the notes that refer to the alternatives. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['address_ambiguous', 'place_ambiguous'])

function nothing(message: string): Finding {
  return { place: null, message, alternatives: [] }
}

/**
 * Returns the device's location. Rejects with a one-sentence message if the location is blocked, unknown, or outside
 * the covered states.
 */
export async function myLocation(engine: Pick<Engine, 'around'>): Promise<LatLon> {
  if (!navigator.geolocation)
    throw new Error('This browser does not share your location. Search for an address instead.')
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject(new Error(refusals[code] ?? refusals[2])), {
      timeout: 15_000,
      maximumAge: 60_000,
    }),
  )
  // More decimals would exceed the accuracy of devices.
  const here = { lat: fiveDecimals(coords.latitude), lon: fiveDecimals(coords.longitude) }
  if ((await engine.around(here)) === null)
    throw new Error(`You seem to be at ${here.lat}, ${here.lon}, outside ${COVERAGE}, the states with data.`)
  return here
}

/** Messages by `GeolocationPositionError.code`. */
const refusals: Readonly<Record<number, string>> = {
  1: 'Your location is blocked for this site. Allow it, or search for an address instead.',
  2: 'Your location is not available. Search for an address instead.',
  3: 'Finding your location took too long. Try again, or search for an address instead.',
}
