import { counted, ValidationError } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import { type Cost, LONGEST, ONE_SCORE } from './endpoint.ts'

/**
 * Cost of all scores of a place, up to each maximum radius in meters. The times were measured in the densest part of
 * the coverage area. For a radius over 150 m, the scores of all homes in the circle are computed.
 */
const COST_BY_RADIUS: readonly (readonly [maxRadius: number, cost: Cost])[] = [
  [EXACT, ONE_SCORE],
  [2500, { scores: 2, milliseconds: 2 }],
  [10_000, { scores: 3, milliseconds: 4 }],
  [50_000, { scores: 10, milliseconds: 25 }],
  [Number.POSITIVE_INFINITY, { scores: 20, milliseconds: 200 }],
]

/** Returns the cost of the scores of a place. A missing or invalid radius counts as 0. */
export function placeCost({ radius }: Pick<Place, 'radius'>): Cost {
  return COST_BY_RADIUS.find(([maxRadius]) => (radius ?? 0) <= maxRadius)?.[1] ?? ONE_SCORE
}

/**
 * Returns the cost of the scores of several places in one operation.
 *
 * @param field name of the argument with the places, for errors
 * @throws {ValidationError} `limit_exceeded`, when the scores would take longer than the limit for an operation
 */
export function placesCost(places: readonly Pick<Place, 'radius'>[], field: string): Cost {
  let scores = 0
  let milliseconds = 0
  for (const place of places) {
    const cost = placeCost(place)
    scores += cost.scores
    milliseconds += cost === ONE_SCORE ? EXACT_PLACE_TIME : cost.milliseconds
  }
  if (milliseconds > LONGEST) throw tooLong(places, field)
  return { scores: Math.max(1, scores), milliseconds }
}

/** Milliseconds per place in an operation with several places, for places with a radius of up to 150 m. */
const EXACT_PLACE_TIME = 0.15

function tooLong(places: readonly Pick<Place, 'radius'>[], field: string): ValidationError {
  const rough = places.filter(({ radius }) => (radius ?? 0) > EXACT).length
  const msg = `${counted(rough, 'place')} with a radius over ${EXACT} m would take too long: send fewer places, or use smaller radii`
  const ctx = { limit: 'milliseconds', most: LONGEST }
  const detail = { type: 'limit_exceeded', loc: ['body', field], msg, input: null, ctx }
  return new ValidationError([detail], `${msg}.`, 'limit_exceeded')
}
