import type { Note } from '../../base/errors.ts'
import { metersApart } from '../../base/geo/distance.ts'
import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import { type GeocodedPlace, joinNotes, type LocatedAddress } from './answer.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Layer } from './layers.ts'
import { normalizeCity } from './parse/tokens.ts'
import { titled } from './streets/street-text.ts'

/** Layers whose label contains the city. */
const HOUSES: ReadonlySet<Layer> = new Set(['address_point', 'street_range', 'address', 'street', 'zip'])
/** Layers of named places. The city in the text may be part of the place name. */
const NAMED: ReadonlySet<Layer> = new Set(['landmark', 'neighborhood', 'public_place'])

/** Codes of notes that already report a contradiction. */
const SAID: ReadonlySet<string> = new Set([
  'city_not_at_zip',
  'zip_not_in_state',
  'city_unknown',
  'place_unproven',
  'nearest_namesake',
])

/** Codes of notes which say that the place is not where the text says. */
const ELSEWHERE: ReadonlySet<string> = new Set(['city_not_at_zip', 'zip_not_in_state', 'city_unknown'])

/**
 * Adds a note if the city or ZIP in the text differs from the answer. `elsewhere` stays null if the text only names
 * another city for the same ZIP, or a nearby ZIP, because many correct addresses do that.
 */
export function withContradictions(first: GeocodedPlace, gazetteer: Gazetteer): LocatedAddress<GeocodedPlace> {
  const { note } = first
  if (note !== null && SAID.has(note.code)) return { answer: first, elsewhere: ELSEWHERE.has(note.code) ? note : null }
  const cityNote = getCityNote(first, gazetteer)
  const zipNote = getZipNote(first, gazetteer)
  const otherZipNote = zipNote ?? getOtherZipNote(first, gazetteer)
  if (cityNote === null && otherZipNote === null) return { answer: first, elsewhere: null }
  const all = [note, cityNote, zipNote].filter((other) => other !== null)
  const answer = cityNote === null && zipNote === null ? first : { ...first, note: joinNotes(all) }
  const away = [cityNote !== null && isOutsideCity(answer, gazetteer) ? cityNote : null, otherZipNote].filter(
    (other) => other !== null,
  )
  const elsewhere = away.length === 0 ? null : { code: away[0].code, text: away.map(({ text }) => text).join(' ') }
  return { answer, elsewhere }
}

/**
 * Checks whether the place is outside the city in the text. If the place is in the ZIP in the text, it only counts as
 * outside if it is far from the city, because the post office may list the place under a neighboring city.
 */
function isOutsideCity(answer: GeocodedPlace, gazetteer: Gazetteer): boolean {
  const { city, state, zip } = answer.parsed
  const cities = gazetteer.citiesNamed(city!, state).map((index) => gazetteer.extent('city', index))
  if (zip === null || !isInZip(answer, zip, gazetteer)) return !cities.some((area) => isNear(answer, area))
  return cities.length > 0 && !cities.some((area) => metersApart(answer, area) <= FAR)
}

function isInZip(answer: GeocodedPlace, zip: string, gazetteer: Gazetteer): boolean {
  const written = ZIP.exec(answer.label)?.[0]
  if (written !== undefined) return written === zip
  const index = gazetteer.zip(zip)
  return index >= 0 && isNear(answer, gazetteer.extent('zip', index))
}

/**
 * Returns a note if the ZIP of the answer differs from the ZIP in the text, and the ZIP in the text does not exist or
 * is elsewhere.
 */
function getOtherZipNote(answer: GeocodedPlace, gazetteer: Gazetteer): Note | null {
  const { zip } = answer.parsed
  const other = zip === null || answer.label.endsWith(zip) ? undefined : ZIP.exec(answer.label)?.[0]
  if (zip === null || other === undefined) return null
  const index = gazetteer.zip(zip)
  if (index < 0) return { code: 'zip_unknown', text: `The ZIP ${zip} is not known: the place is in ZIP ${other}.` }
  if (isNear(answer, gazetteer.extent('zip', index))) return null
  return { code: 'zip_differs', text: `The place is in ZIP ${other}, not in ${zip}.` }
}

/** Checks whether a place can be in an area, judged by the distance from the center of the area. */
function isNear(place: GeocodedPlace, area: { readonly lat: number; readonly lon: number; readonly radius: number }) {
  return metersApart(place, area) <= place.radius + NEAR * area.radius
}

/** Returns a note if the answer is in a different city than the text says. */
function getCityNote({ layer, label, parsed }: GeocodedPlace, gazetteer: Gazetteer): Note | null {
  const { city } = parsed
  if (city === null || !(HOUSES.has(layer) || NAMED.has(layer))) return null
  // A label has the form "Hyde Park, Austin, TX 78751". A label without a city, such as "Bayonet Point, FL",
  // contradicts nothing.
  const stateAt = label.lastIndexOf(', ')
  const cityAt = label.lastIndexOf(', ', stateAt - 1)
  if (stateAt < 0 || (cityAt < 0 && layer !== 'zip')) return null
  const listed = label.slice(cityAt < 0 ? 0 : cityAt + 2, stateAt)
  if (listed.toUpperCase() === city) return null
  const state = label.slice(stateAt + 2, stateAt + 4)
  const key = normalizeCity(listed)
  if (key === city || key.startsWith(`${city} `) || isMisspelled(city, key)) return null
  const given = gazetteer.citiesNamed(city, null)
  if (gazetteer.citiesNamed(city, state).includes(gazetteer.citiesNamed(key, state)[0])) return null
  if (given.length === 0 && (NAMED.has(layer) || gazetteer.countiesNamed(city, null).length > 0)) return null
  if (NAMED.has(layer) && normalizeCity(label).includes(city)) return null
  return {
    code: 'city_differs',
    text:
      given.length === 0
        ? `The city ${titled(city)} is not known: the place is listed under ${listed}.`
        : `The place is listed under ${listed}, not under ${titled(city)}.`,
  }
}

function isMisspelled(city: string, other: string): boolean {
  const most = tolerance(city.length)
  return editDistance(city, other, most) <= most
}

/** Returns a note if the answer has no ZIP and the ZIP in the text does not exist or is elsewhere. */
function getZipNote(answer: GeocodedPlace, gazetteer: Gazetteer): Note | null {
  const { layer, label, parsed } = answer
  const { zip } = parsed
  if (zip === null || layer === 'coordinates' || label.endsWith(zip) || ZIP.test(label)) return null
  const index = gazetteer.zip(zip)
  if (index < 0) return { code: 'zip_unknown', text: `The ZIP ${zip} is not known: this is ${label}.` }
  return isNear(answer, gazetteer.extent('zip', index))
    ? null
    : { code: 'zip_differs', text: `This is ${label}, which is not in ZIP ${zip}.` }
}

const ZIP = /\d{5}$/
/** Distance in meters beyond which a city does not count as a neighboring city. */
const FAR = 50_000
/**
 * Distance from the center of a ZIP or city within which a place still counts as inside, as a multiple of the radius.
 */
const NEAR = 1.5
