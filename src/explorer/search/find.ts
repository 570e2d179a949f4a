import type { GeocodeAnswer, GeocodeMatch } from '../../geocode/answer.ts'
import { COVERAGE } from '../../states.ts'
import type { Engine, LatLon } from '../engine/engine.ts'
import type { ChosenPlace } from '../view.ts'

/** Another place that an address may mean. */
export interface Meaning extends GeocodeMatch {
  /** `Starr County`: it tells places of one name apart. */
  readonly county: string | null
}

/** What a text in the search field may mean. */
interface Finding {
  /** Null where nothing is found. */
  readonly place: ChosenPlace | null
  readonly message: string | null
  readonly alternatives: readonly Meaning[]
}

const LONGEST = 300 // characters of an address, as the geocoder takes them

/** Coordinates are taken as they are; all else is an address. Rejects where the geocoder cannot be loaded. */
export async function find(engine: Pick<Engine, 'geocode' | 'around'>, text: string): Promise<Finding> {
  const coordinates = coordinatesIn(text)
  if (coordinates !== null) return { place: coordinates, message: null, alternatives: [] }
  const address = text.trim()
  if (address === '') return nothing('Type an address, a ZIP code, a city or coordinates first.')
  if (address.length > LONGEST) return nothing(`An address has at most ${LONGEST} characters.`)
  const answer = await withOwnRadius(await engine.geocode(address), engine)
  const meanings = answer.alternatives.map(async (match) => ({
    ...match,
    county: (await engine.around({ lat: match.lat, lon: match.lon }))?.county ?? null,
  }))
  return findingOf(answer, await Promise.all(meanings))
}

/**
 * Of a name that several places far apart have, the radius around all of them says nothing here, where the others are listed to choose
 * from: the place has its own.
 */
async function withOwnRadius(answer: GeocodeAnswer, engine: Pick<Engine, 'geocode'>): Promise<GeocodeAnswer> {
  const { address, parsed, alternatives } = answer
  if (address === null || parsed.state !== null || parsed.zip !== null || alternatives.length === 0) return answer
  const own = await engine.geocode(address)
  return own.lat === answer.lat && own.lon === answer.lon ? { ...answer, radius: own.radius } : answer
}

/** The place of one of several meanings. */
export function placeOf({ lat, lon, address, layer, radius }: GeocodeMatch, note: string | null = null): ChosenPlace {
  return { lat, lon, radius, found: { address, layer, note } }
}

function findingOf(
  { lat, lon, address, layer, radius, confidence, note, message }: GeocodeAnswer,
  alternatives: readonly Meaning[],
): Finding {
  if (lat === null || lon === null || address === null || layer === null || radius === null || confidence === null)
    return { place: null, message: message ?? 'No match found.', alternatives }
  return {
    place: placeOf({ lat, lon, address, layer, radius, confidence }, note && onThePage(note)),
    message,
    alternatives,
  }
}

/** Here the alternatives are listed right below. */
function onThePage(note: string): string {
  return note.replace('see the alternatives', 'choose below')
}

function nothing(message: string): Finding {
  return { place: null, message, alternatives: [] }
}

// Degrees, or degrees and minutes, or degrees, minutes and seconds.
const ANGLE = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*[°º]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`
const LETTERS_FIRST = new RegExp(String.raw`^([NSEW])\s*${ANGLE}[\s,;]*([NSEW])\s*${ANGLE}$`)
const LETTERS_LAST = new RegExp(String.raw`^${ANGLE}([NSEW]?)(?:\s*[,;]\s*|\s+|(?<=[NSEW]))${ANGLE}([NSEW]?)$`)

/**
 * A pair of coordinates as people write and paste them: `30.2672, -97.7431`, `30.2672° N, 97.7431° W`, `30°16′2″N 97°44′35″W`. Null for
 * all else. Latitude first, unless letters, size or signs say otherwise: here it is positive and the longitude negative.
 */
export function coordinatesIn(text: string): LatLon | null {
  const pair = pairIn(
    text
      .trim()
      .replace(/^\((.*)\)$/, '$1')
      .slice(0, 100)
      .toUpperCase()
      .replace(/[−–]/g, '-'),
  )
  if (pair === null) return null
  const [first, second] = pair
  const isSwapped = !isLat(first) || !isLon(second) || (plain(first) < 0 && plain(second) > 0)
  const [lat, lon] = isSwapped ? [second, first] : [first, second]
  return isLat(lat) && isLon(lon) ? { lat: lat.degrees, lon: lon.degrees } : null
}

interface Angle {
  /** Signed, as the letter says; NaN where the parts make no angle. */
  readonly degrees: number
  readonly letter: string
}

function pairIn(text: string): readonly [Angle, Angle] | null {
  const first = LETTERS_FIRST.exec(text)
  if (first !== null) return [angleOf(first[1], first.slice(2, 5)), angleOf(first[5], first.slice(6, 9))]
  const last = LETTERS_LAST.exec(text)
  return last && [angleOf(last[4], last.slice(1, 4)), angleOf(last[8], last.slice(5, 8))]
}

function angleOf(letter: string, [degrees, minutes = '0', seconds = '0']: readonly string[]): Angle {
  const isSigned = /^[+-]/.test(degrees)
  if ((letter !== '' && isSigned) || Number(minutes) >= 60 || Number(seconds) >= 60)
    return { degrees: Number.NaN, letter }
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600
  return { degrees: degrees.startsWith('-') || letter === 'S' || letter === 'W' ? -size : size, letter }
}

function isLat({ degrees, letter }: Angle): boolean {
  return Math.abs(degrees) <= 90 && letter !== 'E' && letter !== 'W'
}

function isLon({ degrees, letter }: Angle): boolean {
  return Math.abs(degrees) <= 180 && letter !== 'N' && letter !== 'S'
}

/** Degrees without a letter; 0 with one. */
function plain({ degrees, letter }: Angle): number {
  return letter === '' ? degrees : 0
}

/** Where the device says that it is. Rejects with one sentence: refused, not known, or outside the three states. */
export async function myLocation(engine: Pick<Engine, 'around'>): Promise<LatLon> {
  if (!navigator.geolocation)
    throw new Error('This browser does not share locations with this page; search an address instead.')
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, ({ code }) => reject(new Error(refusals[code] ?? refusals[2])), {
      timeout: 15_000,
      maximumAge: 60_000,
    }),
  )
  const here = { lat: meter(coords.latitude), lon: meter(coords.longitude) }
  if ((await engine.around(here)) === null)
    throw new Error(`You seem to be at ${here.lat}, ${here.lon}, outside ${COVERAGE}: only these states have data.`)
  return here
}

/** By `GeolocationPositionError.code`. */
const refusals: Readonly<Record<number, string>> = {
  1: 'Your location is blocked for this site: allow it in the browser, or search an address instead.',
  2: 'Your location is not available; search an address instead.',
  3: 'Finding your location took too long; try again, or search an address instead.',
}

/** Degrees to five decimals, a meter: more is more than a device knows. */
function meter(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
