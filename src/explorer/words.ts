import type { DimensionId } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import { chanceText } from '../dimensions/flood.ts'
import type { Score, ScoreBand } from '../endpoints/answers.ts'
import { distanceWords } from '../endpoints/school-words.ts'
import type { GeocodeMatch } from '../geocode/answer.ts'
import { EXACT } from '../geocode/distance.ts'
import type { Neighborhood } from '../geocode/neighborhoods.ts'
import { dimensionOf } from './catalog.ts'
import type { Around, Filter, LatLon } from './engine/engine.ts'
import { shortName } from './picker/groups.ts'
import type { ChosenPlace } from './view.ts'

/** `30.26720, -97.74310`: five decimals are a meter; more of them, where there are, are kept. */
export function coordinates({ lat, lon }: LatLon): string {
  return `${degrees(lat)}, ${degrees(lon)}`
}

/** What a place is called in headings. */
export function nameOf(place: ChosenPlace): string {
  return place.found?.address ?? coordinates(place)
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
 * `Mission, San Francisco, San Francisco County, California`; where no neighborhood is known, `Near Austin, Travis County, Texas` of a
 * place that was clicked, and `Travis County, Texas` of one that was searched for.
 */
export function whereWords(
  place: ChosenPlace,
  { county, state }: Around,
  city: string | null | undefined,
  neighborhood: Neighborhood | null | undefined,
): string {
  const isExact = !isRough(place)
  const quarter = isExact && neighborhood ? [neighborhood.name] : []
  const near = city && !place.found ? [quarter.length > 0 ? `near ${city}` : `Near ${city}`] : []
  const town = isExact && neighborhood?.city ? [neighborhood.city] : near
  return [...quarter, ...town, county, state].join(', ')
}

/** `The centroid of ZIP code 78701: within about 1.4 km, not the house itself.` */
export function foundWords({ layer, radius, address }: Pick<GeocodeMatch, 'layer' | 'radius' | 'address'>): string {
  const within = `within about ${distanceWords(radius)}`
  switch (layer) {
    case 'coordinates':
      return 'The coordinate itself.'
    case 'address_point':
      return `The address itself: ${within}.`
    case 'street_range':
      return `A point on its street, from the range of house numbers: ${within}.`
    case 'public_place':
      return `A school, library or other public place: ${within}.`
    case 'landmark':
    case 'neighborhood':
      return `The center of ${address}: ${within}.`
    case 'zip':
      return `The centroid of ZIP code ${/\d{5}$/.exec(address)?.[0] ?? address}: ${within}, not the house itself.`
    case 'city':
    case 'county':
    case 'state':
      return `The center of ${address}: ${within}, not the house itself.`
  }
}

/** `86,000 people`: three digits say enough. */
export function peopleWords(people: number): string {
  return `${Number(people.toPrecision(3)).toLocaleString('en-US')} people`
}

/** How well a place is known; null of a click or a coordinate, and of those of a link. */
export function precisionWords({ found, radius }: ChosenPlace): string | null {
  if (found !== undefined) return foundWords({ ...found, radius: radius ?? 0 })
  return radius === undefined
    ? null
    : `Known only within about ${distanceWords(radius)}: an area, not the house itself.`
}

/** Whether a place is known so roughly that its scores have bands. */
function isRough({ radius = 0 }: ChosenPlace): boolean {
  return radius > EXACT
}

function degrees(value: number): string {
  const short = value.toFixed(5)
  return Number(short) === value ? short : String(value)
}

export type Part = 'low' | 'middle' | 'high'

/** The outer fifths of a scale are near its ends. Farther in, the words of an end would say more than the score does. */
const [LOW, HIGH] = [51, 205]
/** Where the descriptions of scales with a middle say that it is there. */
const [FROM, TO] = [120, 136]

/** The end of the scale that a score from 1 to 255 is near to, or the middle where the scale has one; null between them. */
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
  const conditions = only.map((condition) => conditionWords(condition, isShort))
  const last = conditions.pop()
  return `Only places with ${conditions.length === 0 ? last : `${conditions.join(', ')} and ${last}`} are colored.`
}

/** Where there is no score: a hazard that no map shows may be there all the same. */
export function noDataWords({ group }: Pick<Dimension, 'group'>): string {
  return group === 'risk' ? 'Not mapped' : 'No data'
}

/** The chance behind an estimate of the flood risk: `about 1 in 21 homes around is in a flood zone`; null of all else. */
export function floodChance(dimension: DimensionId, { score, description }: Score): string | null {
  const chance = dimension === 'flood' && score > 0 ? chanceText(score) : null
  return chance !== null && description?.includes(chance) ? chance : null
}

type Banded = Score & { readonly band?: ScoreBand }

/** The least and the greatest score that a place may have; null without data. */
export function rangeOf({ score, band }: Banded): readonly [low: number, high: number] | null {
  if (band === undefined) return score === 0 ? null : [score, score]
  return band.p10 === null || band.p90 === null ? null : [band.p10, band.p90]
}

/** Whether both places are the same center of an area, so that nothing can be said of how they differ. */
export function isSameCentroid(a: ChosenPlace, b: ChosenPlace): boolean {
  return (isRough(a) || isRough(b)) && a.lat === b.lat && a.lon === b.lon
}

/** Answers about two places in one dimension. */
interface Pair<Answer extends Banded> {
  readonly dimension: Dimension<DimensionId>
  readonly first: Answer
  readonly second: Answer
}

/** How they differ. */
export interface Difference<Answer extends Banded = Banded> extends Pair<Answer> {
  /** Score of the second place less that of the first, 0 where the bands of places known only roughly overlap; null where one has no data. */
  readonly by: number | null
}

/** The greatest differences first, those without data last; equal ones in the order of the catalog. */
export function ranked<Answer extends Banded>(pairs: readonly Pair<Answer>[]): readonly Difference<Answer>[] {
  return pairs
    .map((pair) => ({
      ...pair,
      by: between(rangeOf(pair.first), rangeOf(pair.second)),
    }))
    .sort((a, b) => size(b.by) - size(a.by))
}

function between(a: ReturnType<typeof rangeOf>, b: ReturnType<typeof rangeOf>): number | null {
  if (a === null || b === null) return null
  return b[0] > a[1] ? b[0] - a[1] : Math.min(0, b[1] - a[0])
}

/** `+38`, `−175` with a minus sign, `±0`. */
export function signed(by: number): string {
  if (by === 0) return '±0'
  return by > 0 ? `+${by}` : `−${-by}`
}

/** What a difference means: `B is much nearer to “estate sprawl”`. */
export function differenceWords({ dimension, first, second, by }: Difference): string {
  if (by === null) {
    const nothing = noDataWords(dimension).toLowerCase()
    const isFirst = rangeOf(first) === null
    if (isFirst && rangeOf(second) === null) return `${nothing} for either place`
    return `${nothing} for ${isFirst ? 'A' : 'B'}`
  }
  if (by === 0 && (first.band || second.band)) return 'perhaps the same: the ranges overlap'
  const much = Math.abs(by)
  if (much < 8) return by === 0 ? 'the same' : 'about the same'
  const end = dimension.ends[by > 0 ? 1 : 0]
  return `B is ${much < 32 ? 'a little' : much < 96 ? 'clearly' : 'much'} nearer to “${end}”`
}

function size(by: number | null): number {
  return by === null ? -1 : Math.abs(by)
}
