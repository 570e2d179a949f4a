import type { Units } from '../../answers/dimensions/words.ts'
import type { GeocodeMatch } from '../../answers/geocode/answer.ts'
import type { Layer } from '../../answers/geocode/layers.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { distanceWords } from '../../library/contract/school-words.ts'
import { placeText } from './arguments.ts'
import type { FoundPlace } from './report.ts'
import type { Style } from './style.ts'
import { hang, withoutControls } from './text-layout.ts'

/** Describes what an address was matched to. Returns an empty string for a coordinate. */
export function placeLines(place: FoundPlace | Point, style: Style): string {
  if (!('confidence' in place)) return ''
  const label = withoutControls(place)
  const notes = [`${foundWords(label, style.units)}.`, ...(label.note === null ? [] : [label.note.text])]
  return `${notes.map((note) => hang(note, style.width, 2)).join('\n')}\n\n`
}

/** Returns the name of a place for titles: the address that was found, or the coordinate. */
export function placeName(place: FoundPlace | Point): string {
  return 'confidence' in place ? withoutControls(place).label : placeText(place, ', ')
}

/** Describes a match: `Found as Austin, TX 78701: layer zip, the ZIP centroid, radius 2.1 km, confidence 0.60`. */
export function foundWords(answer: Foundation, units: Units): string {
  const { label, layer, radius, confidence } = answer
  return (
    `Found as ${label}: layer ${layer}, ${LAYER_WORDS[layer]}, radius ${distanceWords(radius, units)}, ` +
    `confidence ${confidence.toFixed(2)}`
  )
}

/**
 * Describes for readers of a page how exactly the place was located:
 * `The center of the city, with a radius of 4.7 mi (7.6 km).`
 */
export function reachWords({ layer, radius }: Foundation, units: Units): string {
  const words = LAYER_WORDS[layer]
  const start = words[0].toUpperCase() + words.slice(1)
  if (radius <= EXACT) return `${start}.`
  const distance = distanceWords(radius, units)
  return words.includes('cent')
    ? `${start}, with a radius of ${distance}.`
    : `${start}; the house is within ${distance}.`
}

type Foundation = Pick<GeocodeMatch, 'label' | 'layer' | 'radius' | 'confidence'>

export const LAYER_WORDS: Readonly<Record<Layer, string>> = {
  coordinates: 'the coordinate itself',
  address_point: 'the exact address',
  street_range: 'interpolated along its street from the range of house numbers',
  address: 'the address, from a public list',
  street: 'on its street, from the nearest known house numbers',
  public_place: 'a school or library',
  landmark: 'the center of the landmark',
  neighborhood: 'the center of the neighborhood',
  zip: 'the ZIP centroid',
  city: 'the center of the city',
  county: 'the center of the county',
  state: 'the center of the state',
}
