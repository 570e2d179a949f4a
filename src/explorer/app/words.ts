import { dimensionOf } from './catalog.ts'
import type { AreaShape, Around, Filter } from './engine/engine.ts'
import {
  type Basis,
  chanceText,
  type Dimension,
  type DimensionId,
  distanceWords,
  EXACT,
  type GeocodeMatch,
  type LatLon,
  type Layer,
  type NamedArea,
  type Neighborhood,
  type Score,
} from './library.ts'
import { shortName } from './picker/groups.ts'
import type { ChosenPlace } from './places.ts'

/** `30.26720, -97.74310`: five decimals are a meter; more of them, where there are, are kept. */
export function coordinates({ lat, lon }: LatLon): string {
  return `${degrees(lat)}, ${degrees(lon)}`
}

/** What a place is called in headings. */
export function nameOf(place: ChosenPlace): string {
  return place.found?.typed ?? place.found?.address ?? coordinates(place)
}

/** `Two places side by side`. */
export function sideBySide(places: readonly unknown[]): string {
  return `${['Two', 'Three', 'Four'][places.length - 2]} places side by side`
}

/** The ZIP or the city that a place was found as; null of all else. */
export function areaOfPlace({ found }: ChosenPlace): NamedArea | null {
  if (found?.layer !== 'zip' && found?.layer !== 'city') return null
  if (found.layer === 'zip') {
    const zip = zipIn(found.address)
    return zip === undefined ? null : { zip }
  }
  const [, city, state] = /^(.+), ([A-Z]{2})$/.exec(found.address) ?? []
  return city === undefined ? null : { city, state }
}

/** How a place is found that is an area; undefined of what is neither ZIP nor city. */
export function foundOfArea(shape: AreaShape): ChosenPlace['found'] {
  if ('zip' in shape) return { address: `ZIP ${shape.zip}`, layer: 'zip', note: null }
  return 'city' in shape ? { address: `${shape.city}, ${shape.state}`, layer: 'city', note: null } : undefined
}

/** What a place is called once it is known what is there: `Hyde Park, Austin`, `Near Austin`. */
export function titleOf(
  place: ChosenPlace,
  city: string | null | undefined,
  neighborhood: Neighborhood | null | undefined,
): string {
  if (place.found) return nameOf(place)
  if (isRough(place)) return city ? `Near ${city}` : nameOf(place)
  const town = neighborhood?.city ?? city
  if (neighborhood) return town && town !== neighborhood.name ? `${neighborhood.name}, ${town}` : neighborhood.name
  return town ? `Near ${town}` : nameOf(place)
}

/**
 * `Mission, San Francisco, San Francisco County, California`; where no neighborhood is known,
 * `Near Austin, Travis County, Texas` of a place that was clicked, and `Travis County, Texas` of one that was searched
 * for.
 */
export function whereWords(
  place: ChosenPlace,
  { county, state }: Around,
  city: string | null | undefined,
  neighborhood: Neighborhood | null | undefined,
): string {
  const isExact = !isRough(place)
  if (place.found?.layer === 'county' || place.found?.layer === 'state') return state
  const quarter = isExact && neighborhood ? [neighborhood.name] : []
  const near =
    city && city !== neighborhood?.name && !place.found ? [quarter.length > 0 ? `near ${city}` : `Near ${city}`] : []
  const town = isExact && neighborhood?.city ? [neighborhood.city] : near
  return [...quarter, ...town, county, state].join(', ')
}

/**
 * `The centroid of ZIP code 78701: within about 1.4 km.`; of a house that was asked for, with what that is not.
 *
 * @param ofHouse whether a house was asked for
 */
export function foundWords(
  { layer, radius, label }: Pick<GeocodeMatch, 'layer' | 'radius' | 'label'>,
  ofHouse = false,
): string {
  if (layer === 'coordinates') return 'The coordinate itself.'
  const what =
    layer === 'zip' ? `The centroid of ZIP code ${zipIn(label) ?? label}` : (POINTS[layer] ?? `The center of ${label}`)
  const warning = ofHouse && ['zip', 'city', 'county', 'state'].includes(layer) ? ', not the house itself' : ''
  return `${what}: within about ${distanceWords(radius)}${warning}.`
}

/** What a point is that is no center of an area. */
const POINTS: Partial<Record<Layer, string>> = {
  address_point: 'The address itself',
  address: 'The address, as a public list has it',
  street: 'A point on its street, from the nearest known house numbers',
  street_range: 'A point on its street, from the range of house numbers',
  public_place: 'A school, library or other public place',
}

function zipIn(label: string): string | undefined {
  return /\d{5}$/.exec(label)?.[0]
}

/** `86,000 people`: three digits say enough. */
export function peopleWords(people: number): string {
  return `${Number(people.toPrecision(3)).toLocaleString('en-US')} people`
}

/** How well a place is known; null of a click or a coordinate, and of those of a link. */
export function precisionWords({ found, radius }: ChosenPlace): string | null {
  if (found !== undefined)
    return foundWords({ layer: found.layer, label: found.address, radius: radius ?? 0 }, found.typed !== undefined)
  return radius === undefined
    ? null
    : `Known only within about ${distanceWords(radius)}: an area, not the house itself.`
}

/** Whether it is a house that was asked for, or may be: not a city, a ZIP, a neighborhood or a public place. */
export function isOfHouse({ found }: ChosenPlace): boolean {
  return found === undefined || found.typed !== undefined || HOUSES.has(found.layer)
}

const HOUSES: ReadonlySet<Layer> = new Set(['address_point', 'address', 'street', 'street_range'])

/** Whether a place is known so roughly that its scores have bands. */
export function isRough({ radius = 0 }: ChosenPlace): boolean {
  return radius > EXACT
}

function degrees(value: number): string {
  const short = value.toFixed(5)
  return Number(short) === value ? short : String(value)
}

export type Part = 'low' | 'middle' | 'high'

/**
 * The outer fifths of a scale are near its ends. Farther in, the words of an end would say more than the score does.
 */
const [LOW, HIGH] = [51, 205]
/** Where the descriptions of scales with a middle say that it is there. */
const [FROM, TO] = [120, 136]

/**
 * The end of the scale that a score from 1 to 255 is near to, or the middle where the scale has one; null between them.
 */
export function near({ scale }: Pick<Dimension, 'scale'>, score: number): Part | null {
  if (score <= LOW) return 'low'
  if (score >= HIGH) return 'high'
  return scale.middle !== null && score >= FROM && score <= TO ? 'middle' : null
}

/** `Walkability 180 or more (toward “pedestrian priority”)`; short without what stands in brackets. */
export function conditionWords({ dimension, from, to }: Filter, isShort = false): string {
  const [low, high] = dimensionOf(dimension).ends
  const name = shortName(dimension)
  const toward = (end: string) => (isShort ? '' : ` (toward “${end}”)`)
  if (from === 1 && to === 255) return `${name} known`
  if (to === 255) return `${name} ${from} or more${toward(high)}`
  if (from === 1) return `${name} ${to} or less${toward(low)}`
  return `${name} from ${from} to ${to}`
}

/** `Only places with Walkability 180 or more and Noise levels 150 or more are colored.` */
export function sentenceOf(only: readonly Filter[], isShort = false): string {
  return `Only places with ${listed(only.map((condition) => conditionWords(condition, isShort)))} are colored.`
}

/** `A, B and C`, at least one. */
export function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** What places that are compared look like, in their order. */
export const ranks = ['first', 'second', 'third', 'fourth'] as const

/** `A` of the first place that is compared. */
export function letterOf(i: number): string {
  return String.fromCharCode(65 + i)
}

/** Where there is no score: a hazard that no map shows may be there all the same. */
export function noDataWords({ group }: Pick<Dimension, 'group'>): string {
  return group === 'risk' ? 'Not mapped' : 'No data'
}

/**
 * The chance behind an estimate of the flood risk: `about 1 in 21 homes around is in a flood zone`; null of all else.
 */
export function floodChance(
  dimension: DimensionId,
  { score, basis }: Score & { readonly basis?: Basis | null },
): string | null {
  return dimension === 'flood' && score > 0 && basis === 'estimate' ? chanceText(score) : null
}

/** The least and the greatest score that a place may have; null without data. */
export function rangeOf({ score, band }: Score): readonly [low: number, high: number] | null {
  if (band === undefined) return score === 0 ? null : [score, score]
  return band.p10 === null || band.p90 === null ? null : [band.p10, band.p90]
}

/** The words at both ends of a scale, where these say no more than the score does. */
export function plainEnds({ id, ends, than }: Dimension<DimensionId>): readonly [low: string, high: string] {
  return scaleNote(id) === null ? ends : [than[0].toLowerCase(), than[1].toLowerCase()]
}

/** What to know of the words at the ends of a scale, where they say more than the score does; else null. */
export function scaleNote(id: DimensionId): string | null {
  if (id !== 'visual-appeal') return null
  return 'Technical note: “distressed” and “exclusive” are scale words of the service that these scores are compatible with. The score knows greenery, parks and industry, not what a place or its people are worth.'
}
