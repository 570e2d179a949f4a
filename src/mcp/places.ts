import * as z from 'zod'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { scoresAroundIfLoaded } from '../endpoints/scores.ts'
import { type ValidationDetail, ValidationError } from '../errors.ts'
import { EXACT } from '../geo/distance.ts'
import type { Place } from '../geo/place.ts'
import { lat, lon, placeRadius } from '../parameters/known-parameters.ts'
import type { Parameter } from '../parameters/parameter.ts'
import type { ScoreBand } from '../scores/answers.ts'
import { argumentsOf } from './arguments.ts'

const label = {
  kind: 'string',
  name: 'label',
  in: 'body',
  required: false,
  minLength: 1,
  maxLength: 200,
  description: 'What the answer calls the place; `place 1`, `place 2` and so on when left out.',
  example: 'Downtown Austin',
} as const satisfies Parameter

const roughness = { ...placeRadius, in: 'body' } as const satisfies Parameter

const example = [
  { label: 'Downtown Austin', lat: 30.2672, lon: -97.7431 },
  { label: 'Mission District', lat: 37.7599, lon: -122.4148 },
]

/**
 * The argument `places`: `fewest` to `most` places with names of the caller's choice, of which `mostRough` may be known
 * only roughly.
 */
export function placesArgument({
  fewest,
  most,
  mostRough = most,
}: Readonly<Record<'fewest' | 'most', number>> & { readonly mostRough?: number }) {
  const parameter = {
    kind: 'points',
    name: 'places',
    in: 'body',
    required: true,
    maxItems: most,
    description: `${fewest} to ${most} places in decimal degrees, WGS 84, as geocode answers them, labels of your choice.`,
    example: [],
  } as const satisfies Parameter
  return {
    parameter,
    schema: z
      .array(argumentsSchema([lat, lon, label, roughness]))
      .min(fewest)
      .max(most)
      .meta({ description: parameter.description, examples: [example.slice(0, Math.max(fewest, 1))] }),
    /** Checks every place, so that one answer lists all that is wrong. */
    read(given: readonly unknown[]): readonly Place[] {
      if (given.length < fewest) throw new ValidationError([wrongLength('least', fewest, given.length, given)])
      const wrong: ValidationDetail[] = []
      const places = given.map((place, at) => {
        try {
          return argumentsOf([lat, lon, label, roughness], place, ['layer'])
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error
          wrong.push(
            ...error.detail.map((detail) => ({ ...detail, loc: ['body', 'places', at, ...detail.loc.slice(1)] })),
          )
          return null
        }
      })
      if (wrong.length > 0) throw new ValidationError(wrong)
      const known = places.filter((place) => place !== null)
      const rough = known.filter(isRough).length
      if (rough > mostRough) throw new ValidationError([wrongLength('most', mostRough, rough, null)])
      return known
    },
  }
}

/** In the words of pydantic 2; of too many, those with a radius above 300. */
function wrongLength(end: 'least' | 'most', bound: number, length: number, input: unknown): ValidationDetail {
  const items = end === 'least' ? 'items' : `items with a radius above ${EXACT}`
  return {
    type: end === 'least' ? 'too_short' : 'too_long',
    loc: ['body', 'places'],
    msg: `List should have at ${end} ${bound} ${items} after validation, not ${length}`,
    input,
    ctx: { field_type: 'List', [end === 'least' ? 'min_length' : 'max_length']: bound, actual_length: length },
  }
}

/** Whether a place is known too roughly for one score to speak for it. */
export function isRough({ radius = 0 }: Place): boolean {
  return radius > EXACT
}

/** Names that tell the places apart: where two are the same, every one gets its number. */
export function labelsOf(places: readonly Place[]): readonly string[] {
  const names = places.map(({ label }, at) => label ?? `place ${at + 1}`)
  return new Set(names).size === names.length ? names : names.map((name, at) => `${name} (${at + 1})`)
}

/** The band of each dimension around a place that is known roughly, null without data; null for an exact place. */
export function bandsOf(
  vicinage: Library,
  place: Place,
  dimensions: readonly DimensionId[],
): ReadonlyMap<DimensionId, [number, number] | null> | null {
  if (!isRough(place)) return null
  const { lat, lon, radius = 0 } = place
  const { scores } = scoresAroundIfLoaded(vicinage, { lat, lon, radius, dimensions })
  return new Map(dimensions.map((id) => [id, bandOf(scores[id])]))
}

export function bandOf({ p10, p90 }: Pick<ScoreBand, 'p10' | 'p90'>): [number, number] | null {
  return p10 === null || p90 === null ? null : [p10, p90]
}

/** Which places have the coordinate of another and are known only roughly; null where none. */
export function noteOn(places: readonly Place[], labels: readonly string[]): string | null {
  const isSame = (a: Place, b: Place) => a !== b && a.lat === b.lat && a.lon === b.lon
  const same = labels.filter((_, at) =>
    places.some((other) => isSame(places[at], other) && (isRough(places[at]) || isRough(other))),
  )
  if (same.length === 0) return null
  return `Not to be told apart: ${same.join(', ')} have the same coordinate, the center of an area. Their equal scores say nothing about how they differ; ask for fuller addresses.`
}
