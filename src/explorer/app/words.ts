import { getDimension } from './catalog.ts'
import type { AreaShape, Around, Filter, NearCity } from './engine/engine.ts'
import {
  chanceText,
  type Dimension,
  type DimensionId,
  distanceWords,
  EXACT,
  type Explanation,
  type GeocodeMatch,
  type LatLon,
  type Layer,
  type NamedArea,
  type Neighborhood,
  type Score,
  wordsFor,
} from './library.ts'
import { shortName } from './picker/groups.ts'
import type { ChosenPlace } from './places.ts'

/** Formats coordinates: `30.26720, -97.74310`. Five decimals are about a meter; further decimals are kept. */
export function coordinates({ lat, lon }: LatLon): string {
  return `${degrees(lat)}, ${degrees(lon)}`
}

/** Returns the name of a place for headings. */
export function getName(place: ChosenPlace): string {
  return place.found?.typed ?? place.found?.address ?? coordinates(place)
}

/** Returns a title: `Two places side by side`. */
export function sideBySide(places: readonly unknown[]): string {
  return `${['Two', 'Three', 'Four'][places.length - 2]} places side by side`
}

/** Returns the area if a place is a ZIP code or a city, otherwise null. */
export function areaOfPlace({ found }: ChosenPlace): Exclude<NamedArea, { neighborhood: string }> | null {
  if (found?.layer !== 'zip' && found?.layer !== 'city') return null
  if (found.layer === 'zip') {
    const zip = zipIn(found.address)
    return zip === undefined ? null : { zip }
  }
  const [, city, county, state] = /^(.+?)(?:, ([^,]+ County))?, ([A-Z]{2})$/.exec(found.address) ?? []
  if (city === undefined) return null
  return county === undefined ? { city, state } : { city, state, county }
}

/**
 * Checks whether a label contains the county, as the label of a smaller city with a common name does: `El Cerrito,
 * Riverside County, CA`.
 */
export function isCountyIn(label: string, county: string): boolean {
  return label.split(', ').includes(county)
}

/** Returns the search result for a place that is a ZIP code or a city, otherwise undefined. */
export function foundOfArea(shape: AreaShape): ChosenPlace['found'] {
  if ('zip' in shape) return { address: `ZIP ${shape.zip}`, layer: 'zip', note: null }
  return 'city' in shape ? { address: `${shape.city}, ${shape.state}`, layer: 'city', note: null } : undefined
}

/**
 * Returns the name of a place once its surroundings are known: `Hyde Park, Austin`, `In Galveston`, `Near Galveston`.
 */
export function getTitle(
  place: ChosenPlace,
  city: NearCity | null | undefined,
  neighborhood: Neighborhood | null | undefined,
): string {
  if (place.found) return isStreetUnknown(place) ? `${place.found.address} (street not found)` : getName(place)
  if (isRough(place) || !neighborhood) return city ? nearWords(city) : getName(place)
  const town = neighborhood.city ?? city?.name
  return town && town !== neighborhood.name ? `${neighborhood.name}, ${town}` : neighborhood.name
}

/** Describes whether a place is in or near a city. */
function nearWords({ name, isAround }: NearCity): string {
  return `${isAround ? 'In' : 'Near'} ${name}`
}

/** Checks whether a house was searched for but only its city or ZIP code was found, because its street is not known. */
export function isStreetUnknown({ found }: ChosenPlace): boolean {
  return found?.typed !== undefined && isCoarse(found.layer)
}

/** Checks whether a result is a whole ZIP code, city, county or state. */
export function isCoarse(layer: Layer): boolean {
  return ['zip', 'city', 'county', 'state'].includes(layer)
}

/**
 * Describes a location: `Mission, San Francisco, San Francisco County, California`. If no neighborhood is known,
 * returns `Near Austin, Travis County, Texas` for a clicked place and `Travis County, Texas` for a place found by
 * search.
 */
export function whereWords(
  place: ChosenPlace,
  { county, state }: Around,
  city: NearCity | null | undefined,
  neighborhood: Neighborhood | null | undefined,
): string {
  const isExact = !isRough(place)
  if (place.found?.layer === 'county' || place.found?.layer === 'state') return state
  const quarter = isExact && neighborhood ? [neighborhood.name] : []
  const isNamed = city && city.name !== neighborhood?.name && !place.found
  const near = !isNamed
    ? []
    : [quarter.length === 0 ? nearWords(city) : city.isAround ? city.name : `near ${city.name}`]
  const town = isExact && neighborhood?.city ? [neighborhood.city] : near
  const counties = place.found && isCountyIn(place.found.address, county) ? [] : [county]
  return [...quarter, ...town, ...counties, state].join(', ')
}

/**
 * Describes a result: `The centroid of ZIP code 78701: within about 1.4 km.` If a house was requested, says how the
 * result differs.
 *
 * @param ofHouse whether a house was requested
 */
export function foundWords(
  { layer, radius, label }: Pick<GeocodeMatch, 'layer' | 'radius' | 'label'>,
  ofHouse = false,
): string {
  if (layer === 'coordinates') return 'The coordinate itself.'
  const description =
    layer === 'zip' ? `The centroid of ZIP code ${zipIn(label) ?? label}` : (POINTS[layer] ?? `The center of ${label}`)
  const warning = ofHouse && isCoarse(layer) ? ', not the house itself' : ''
  return `${description}: within about ${distanceWords(radius)}${warning}.`
}

/** Descriptions of points that are not the center of an area. */
const POINTS: Partial<Record<Layer, string>> = {
  address_point: 'The address itself',
  address: 'The address, from a public list',
  street: 'A point on its street, from the nearest known house numbers',
  street_range: 'A point on its street, from the range of house numbers',
  public_place: 'A school, library or other public place',
}

function zipIn(label: string): string | undefined {
  return /\d{5}$/.exec(label)?.[0]
}

/** Formats a population to three significant digits: `86,000 people`. */
export function peopleWords(people: number): string {
  return `${Number(people.toPrecision(3)).toLocaleString('en-US')} people`
}

/** Describes the precision of a place. Returns null for a click or coordinates, including coordinates from a link. */
export function precisionWords({ found, radius }: ChosenPlace): string | null {
  if (found !== undefined)
    return foundWords({ layer: found.layer, label: found.address, radius: radius ?? 0 }, found.typed !== undefined)
  return radius === undefined
    ? null
    : `Located only to within about ${distanceWords(radius)}: this is an area, not the house itself.`
}

/**
 * Checks whether the place is, or may be, a house that was searched for, rather than a city, ZIP code, neighborhood or
 * public place.
 */
export function isOfHouse({ found }: ChosenPlace): boolean {
  return found === undefined || found.typed !== undefined || HOUSES.has(found.layer)
}

const HOUSES: ReadonlySet<Layer> = new Set(['address_point', 'address', 'street', 'street_range'])

/** Checks whether a place is so approximate that its scores are ranges. */
export function isRough({ radius = 0 }: ChosenPlace): boolean {
  return radius > EXACT
}

function degrees(value: number): string {
  const rounded = value.toFixed(5)
  return Number(rounded) === value ? rounded : String(value)
}

export type Part = 'low' | 'middle' | 'high'

/**
 * Highest score for which the label of the low end of a scale is used. For higher scores, this label would be too
 * strong.
 */
const NEAR_LOW = 51
/** Lowest score for which the label of the high end of a scale is used. */
const NEAR_HIGH = 205
/** Lowest score that counts as the middle, for scales with a middle. */
const MIDDLE_FROM = 120
/** Highest score that counts as the middle, for scales with a middle. */
const MIDDLE_TO = 136

/**
 * Returns `low` or `high` for a score, 1-255, near an end of the scale, or `middle` for a score near the middle of a
 * scale that has a middle. Otherwise returns null.
 */
export function near({ scale }: Pick<Dimension, 'scale'>, score: number): Part | null {
  if (score <= NEAR_LOW) return 'low'
  if (score >= NEAR_HIGH) return 'high'
  return scale.middle !== null && score >= MIDDLE_FROM && score <= MIDDLE_TO ? 'middle' : null
}

/**
 * Describes a condition with the labels of the scale: `quiet or quieter`. For a hazard, lists the classes of its map. A
 * limit that is not at the border of a class is added in parentheses: `quiet (190 or more)`.
 */
export function conditionWords({ dimension, from, to }: Filter): string {
  const { ladder, than, classColors } = getDimension(dimension)
  if (from === 1 && to === 255) return `${shortName(dimension)} known`
  const isStart = ladder.some(([start]) => start === from)
  const isEnd = to === 255 || ladder.some(([start]) => start === to + 1)
  const lower = (words: string) => words[0].toLowerCase() + words.slice(1)
  if (classColors !== undefined && isStart && isEnd)
    return ladder
      .filter(([start]) => start >= from && start <= to)
      .map(([, words]) => lower(words))
      .join(' or ')
  const first = `${lower(wordsFor(ladder, from))}${isStart ? '' : ` (${from} or more)`}`
  const last = `${lower(wordsFor(ladder, to))}${isEnd ? '' : ` (${to} or less)`}`
  if (to === 255 && wordsFor(ladder, from) === wordsFor(ladder, 255)) return first
  if (from === 1 && wordsFor(ladder, 1) === wordsFor(ladder, to)) return last
  if (to === 255) return isDegree(than[1], from) ? `at least ${first}` : `${first} or ${lower(than[1])}`
  if (from === 1) return isDegree(than[1], to) ? `at most ${last}` : `${last} or ${lower(than[0])}`
  return isStart && isEnd && wordsFor(ladder, from) === wordsFor(ladder, to) ? first : `${first} to ${last}`
}

/**
 * Checks whether "at least" or "at most" makes sense before the label of a score: "at least somewhat walkable", but not
 * "at least car dependent".
 */
function isDegree(than: string, score: number): boolean {
  return /^(More (?!rural|liberal)|Better|Cleaner)/.test(than) && score >= MIN_DEGREE
}

const MIN_DEGREE = 104

/** Describes all conditions: `Colored: at least very walkable; quiet or quieter.` */
export function getSentence(only: readonly Filter[]): string {
  return `Colored: ${only.map(conditionWords).join('; ')}.`
}

/** Joins one or more strings: `A, B and C`. */
export function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ')
}

/** CSS classes of compared places, in order. */
export const ranks = ['first', 'second', 'third', 'fourth'] as const

/** Returns the letter of a compared place: `A` for the first. */
export function getLetter(i: number): string {
  return String.fromCharCode(65 + i)
}

/** Describes a missing score. For hazards, the words must not suggest that there is no risk. */
export function noDataWords({ id, group }: Pick<Dimension<DimensionId>, 'id' | 'group'>): string {
  return group === 'risk' ? `No ${id} map` : 'No data'
}

/**
 * Describes the probability behind an estimated flood risk: `about 1 in 21 homes around is in a flood zone`. Returns
 * null for other scores.
 */
export function floodChance({
  dimension,
  score,
  basis,
}: Pick<Explanation, 'dimension' | 'score' | 'basis'>): string | null {
  return dimension === 'flood' && score > 0 && basis === 'estimate' ? chanceText(score) : null
}

/** Returns the lowest and the highest possible score of a place, or null if the place has no data. */
export function getRange({ score, band }: Score): readonly [low: number, high: number] | null {
  if (band === undefined) return score === 0 ? null : [score, score]
  return band.p10 === null || band.p90 === null ? null : [band.p10, band.p90]
}

/**
 * Returns labels for the low and the high end of a scale. Replaces labels that would overstate the score. For hazards,
 * returns the labels of the lowest and the highest class, which make clear which end is dangerous:
 * `very high flood risk` and `low flood risk`.
 */
export function plainEnds({
  id,
  ends,
  than,
  ladder,
  group,
}: Dimension<DimensionId>): readonly [low: string, high: string] {
  if (group === 'risk') return [ladder[0][1].toLowerCase(), ladder.at(-1)![1].toLowerCase()]
  return scaleNote(id) === null ? ends : [than[0].toLowerCase(), than[1].toLowerCase()]
}

/** Explains the labels at the ends of a scale if the labels overstate the score. Otherwise returns null. */
export function scaleNote(id: DimensionId): string | null {
  if (id !== 'visual-appeal') return null
  return '“Distressed” and “exclusive” come from the service that defined this scale. The score measures greenery, parks and industry, not what people are worth.'
}
