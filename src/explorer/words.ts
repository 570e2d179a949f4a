import { dimensionOf } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import type { Score } from '../endpoints/answers.ts'
import { distanceWords } from '../endpoints/school-words.ts'
import { EXACT } from '../geocode/distance.ts'
import type { Neighborhood } from '../geocode/neighborhoods.ts'
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
  const isExact = !place.found || place.found.radius <= EXACT
  const quarter = isExact && neighborhood ? [neighborhood.name] : []
  const near = city && !place.found ? [quarter.length > 0 ? `near ${city}` : `Near ${city}`] : []
  const town = isExact && neighborhood?.city ? [neighborhood.city] : near
  return [...quarter, ...town, county, state].join(', ')
}

/** `The centroid of ZIP code 78701: within about 1.4 km, not the house itself.` */
export function foundWords({ layer, radius, address }: NonNullable<ChosenPlace['found']>): string {
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

/** Answers about two places in one dimension. */
interface Pair<Answer extends Score> {
  readonly dimension: Dimension
  readonly first: Answer
  readonly second: Answer
}

/** How they differ. */
export interface Difference<Answer extends Score = Score> extends Pair<Answer> {
  /** Score of the second place less that of the first; null where one has no data. */
  readonly by: number | null
}

/** The greatest differences first, those without data last; equal ones in the order of the catalog. */
export function ranked<Answer extends Score>(pairs: readonly Pair<Answer>[]): readonly Difference<Answer>[] {
  return pairs
    .map((pair) => ({
      ...pair,
      by: pair.first.score === 0 || pair.second.score === 0 ? null : pair.second.score - pair.first.score,
    }))
    .sort((a, b) => size(b.by) - size(a.by))
}

/** `+38`, `−175` with a minus sign, `±0`. */
export function signed(by: number): string {
  if (by === 0) return '±0'
  return by > 0 ? `+${by}` : `−${-by}`
}

/** What a difference means: `B is much nearer to “estate sprawl”`. */
export function differenceWords({ dimension, first, second, by }: Difference): string {
  if (by === null) {
    if (first.score === 0 && second.score === 0) return 'no data for either place'
    return `no data for ${first.score === 0 ? 'A' : 'B'}`
  }
  const much = Math.abs(by)
  if (much < 8) return by === 0 ? 'the same' : 'about the same'
  const end = dimension.ends[by > 0 ? 1 : 0]
  return `B is ${much < 32 ? 'a little' : much < 96 ? 'clearly' : 'much'} nearer to “${end}”`
}

function size(by: number | null): number {
  return by === null ? -1 : Math.abs(by)
}
