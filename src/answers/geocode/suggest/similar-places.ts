import type { SuggestedPlace } from '../../../base/errors.ts'
import { editDistance } from '../../../base/geo/edit-distance.ts'
import type { GeocodeParts } from '../answer.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'

/**
 * Length of a name divided by the number of letters that may differ: 2 letters may differ in a 6-letter name. This
 * allows twice as many typos as for names that are corrected automatically.
 */
const LETTERS_PER_EDIT = 3
const MAX_EDITS = 5
/** Minimum length of a name. Shorter names resemble too many others. */
const MIN_LETTERS = 4
/** Extra edits for a city in a different state than the one in the text. */
const OTHER_STATE = 1
/** Extra edits for a city with a different first letter. */
const OTHER_START = 1
/** Extra edits for a city name that matches the text if the last word of the text is ignored. */
const WORD_LESS = 2

/**
 * Returns the cities with names similar to the city of an address that was not found, best first. Compares all names,
 * which takes a few milliseconds.
 */
export function similarCities({ city, state }: GeocodeParts, gazetteer: Gazetteer, limit: number): SuggestedPlace[] {
  if (city === null || city.length < MIN_LETTERS) return []
  const most = Math.min(MAX_EDITS, Math.floor(city.length / LETTERS_PER_EDIT))
  const shorter = city.slice(0, Math.max(0, city.lastIndexOf(' ')))
  const edits = (name: string) => {
    const start = name[0] === city[0] ? 0 : OTHER_START
    const whole = start + editDistance(city, name, most)
    if (shorter.length < MIN_LETTERS) return whole
    return Math.min(whole, start + WORD_LESS + editDistance(shorter, name, most))
  }
  const found: { readonly row: number; readonly edits: number; readonly people: number }[] = []
  gazetteer.cityNames().forEach((names, row) => {
    const elsewhere = state === null || gazetteer.stateCode('city', row) === state ? 0 : OTHER_STATE
    const least = elsewhere + Math.min(...names.map(edits))
    if (least <= most) found.push({ row, edits: least, people: gazetteer.extent('city', row).people })
  })
  found.sort((a, b) => a.edits - b.edits || b.people - a.people)
  return found.slice(0, limit).map(({ row }) => suggestedCity(gazetteer, row))
}

/** Returns a city of the gazetteer as a suggestion. */
export function suggestedCity(gazetteer: Gazetteer, row: number): SuggestedPlace {
  const { name, state, lat, lon, radius } = gazetteer.place('city', row)
  return { layer: 'city', label: `${name}, ${state}`, lat, lon, radius }
}
