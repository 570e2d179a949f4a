import { counted, ValidationError } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import { type Cost, LONGEST, ONE_SCORE } from './endpoint.ts'

/**
 * Cost of all scores of a place by its radius in meters, measured in the densest part of the coverage. For a place that
 * is only known roughly, the scores of all homes in its circle are computed.
 */
const BY_RADIUS: readonly (readonly [radius: number, cost: Cost])[] = [
  [EXACT, ONE_SCORE],
  [2500, { scores: 2, milliseconds: 2 }],
  [10_000, { scores: 3, milliseconds: 4 }],
  [50_000, { scores: 10, milliseconds: 25 }],
  [Number.POSITIVE_INFINITY, { scores: 20, milliseconds: 200 }],
]

/** Returns the cost of the scores of a place. A missing or invalid radius counts as none. */
export function placeCost({ radius }: Pick<Place, 'radius'>): Cost {
  return BY_RADIUS.find(([most]) => (radius ?? 0) <= most)?.[1] ?? ONE_SCORE
}

/**
 * Returns the combined cost of several places. It is the same for every face.
 *
 * @param field the argument that holds them
 * @throws {ValidationError} `limit_exceeded` when that is more than one operation may take
 */
export function placesCost(places: readonly Pick<Place, 'radius'>[], field: string): Cost {
  let scores = 0
  let milliseconds = 0
  for (const place of places) {
    const cost = placeCost(place)
    scores += cost.scores
    // Many exact places together take a seventh of a millisecond each.
    milliseconds += cost === ONE_SCORE ? MANY : cost.milliseconds
  }
  if (milliseconds > LONGEST) throw tooLong(places, field)
  return { scores: Math.max(1, scores), milliseconds }
}

const MANY = 0.15

function tooLong(places: readonly Pick<Place, 'radius'>[], field: string): ValidationError {
  const rough = places.filter(({ radius }) => (radius ?? 0) > EXACT).length
  const msg = `${counted(rough, 'place')} with a radius over ${EXACT} m would take too long. Send fewer of them at once, or smaller radii`
  const ctx = { limit: 'milliseconds', most: LONGEST }
  const detail = { type: 'limit_exceeded', loc: ['body', field], msg, input: null, ctx }
  return new ValidationError([detail], `${msg}.`, 'limit_exceeded')
}
