import { metersApart } from '../../base/geo/distance.ts'
import type { GeocodedPlace, GeocodeMatch } from './answer.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Layer } from './layers.ts'
import { normalizeCity } from './parse/tokens.ts'

/** Distance in meters within which two matches with the same label are the same place. */
const SAME_PLACE = 500

const HOUSES: ReadonlySet<Layer> = new Set(['address_point', 'street_range', 'address', 'street'])

/** Minimum population of a city that a label may name to tell where a place is, as in "Lake View, near Seffner, FL". */
const WELL_KNOWN = 5_000

/** Names of the areas around a place. */
export interface AreaNames {
  readonly gazetteer: Gazetteer
  neighborhoodAt(lon: number, lat: number): string | null
}

/**
 * Removes alternatives that are the same place as a better match, such as the known and the estimated position of a
 * house. Distinguishes other alternatives whose label occurs twice: cities by their county ("Lakeside, San Patricio
 * County, TX"), houses by their neighborhood ("1 Elm St, Hyde Park, Austin, TX 78751"), and other places by the city
 * nearby ("Lake View, near Seffner, FL"). The label of the answer stays as it is.
 */
export function withDistinctAlternatives(answer: GeocodedPlace, names: AreaNames): GeocodedPlace {
  const { alternatives } = answer
  if (!hasRepeatedLabel(answer)) return answer
  const kept: GeocodeMatch[] = [answer]
  for (const match of alternatives) if (!kept.some((other) => isSame(match, other, answer))) kept.push(match)
  const labels = kept.map(({ label }) => label)
  const distinct = kept.slice(1).map((match) => {
    const isRepeated = labels.indexOf(match.label) !== labels.lastIndexOf(match.label)
    return isRepeated ? { ...match, label: longerLabel(match, names) } : match
  })
  return { ...answer, alternatives: distinct }
}

function hasRepeatedLabel({ label, alternatives }: GeocodedPlace): boolean {
  for (let i = 0; i < alternatives.length; i++) {
    if (alternatives[i].label === label) return true
    for (let j = 0; j < i; j++) if (alternatives[i].label === alternatives[j].label) return true
  }
  return false
}

/**
 * Checks whether a match is the same place as a better one. The estimated position of a house can be off by up to its
 * radius. Ambiguous answers get no such allowance, because their radius covers other places too.
 */
function isSame(match: GeocodeMatch, better: GeocodeMatch, { note }: GeocodedPlace): boolean {
  if (match.label !== better.label) return false
  const isEstimate = HOUSES.has(match.layer) && HOUSES.has(better.layer) && note?.code !== 'address_ambiguous'
  const reach = isEstimate ? Math.max(SAME_PLACE, match.radius, better.radius) : SAME_PLACE
  return metersApart(match, better) <= reach
}

/**
 * Adds the county, neighborhood or nearby city of a match to its label. Returns the label unchanged if that name is not
 * known.
 */
function longerLabel(match: GeocodeMatch, { gazetteer, neighborhoodAt }: AreaNames): string {
  const { label, layer } = match
  if (HOUSES.has(layer)) {
    const neighborhood = neighborhoodAt(match.lon, match.lat)
    return neighborhood === null ? label : label.replace(', ', () => `, ${neighborhood}, `)
  }
  const comma = label.lastIndexOf(', ')
  const name = label.slice(0, Math.max(0, comma))
  if (name === '' || name.includes(', ')) return label
  const state = label.slice(comma + 2)
  if (layer !== 'city') return `${name}, near ${nearestCity(match, state, gazetteer)}, ${state}`
  const city = gazetteer.citiesNamed(normalizeCity(name), state).find((index) => {
    const { lat, lon } = gazetteer.extent('city', index)
    return lat === match.lat && lon === match.lon
  })
  const [county] = city === undefined ? [] : gazetteer.cityCounties(city)
  return county === undefined ? label : `${name}, ${gazetteer.place('county', county).name}, ${state}`
}

function nearestCity(place: GeocodeMatch, state: string, gazetteer: Gazetteer): string {
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (let city = 0; city < gazetteer.count('city'); city++) {
    const area = gazetteer.extent('city', city)
    if (area.people < WELL_KNOWN || gazetteer.stateCode('city', city) !== state) continue
    const meters = metersApart(place, area)
    if (meters >= least) continue
    nearest = city
    least = meters
  }
  return gazetteer.cityName(nearest)
}
