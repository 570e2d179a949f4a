import type { Note } from '../../base/errors.ts'
import { metersApart } from '../../base/geo/distance.ts'
import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import type { GeocodedPlace } from './answer.ts'
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

/** Adds a note if the city or ZIP in the text differs from the answer. */
export function withContradictions(answer: GeocodedPlace, gazetteer: Gazetteer): GeocodedPlace {
  const { note } = answer
  if (note !== null && SAID.has(note.code)) return answer
  const cityNote = getCityNote(answer, gazetteer)
  const zipNote = getZipNote(answer, gazetteer)
  if (cityNote === null && zipNote === null) return answer
  const all = [note, cityNote, zipNote].filter((other) => other !== null)
  return { ...answer, note: { code: all[0].code, text: all.map(({ text }) => text).join(' ') } }
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
  const { layer, label, radius, parsed } = answer
  const { zip } = parsed
  if (zip === null || layer === 'coordinates' || ZIP.test(label)) return null
  const index = gazetteer.zip(zip)
  if (index < 0) return { code: 'zip_unknown', text: `The ZIP ${zip} is not known: this is ${label}.` }
  const area = gazetteer.extent('zip', index)
  const isNear = metersApart(answer, area) <= radius + NEAR * area.radius
  return isNear ? null : { code: 'zip_differs', text: `This is ${label}, which is not in ZIP ${zip}.` }
}

const ZIP = /\d{5}$/
/** Distance from the center of a ZIP, in ZIP radii, within which a place still counts as inside the ZIP. */
const NEAR = 1.5
