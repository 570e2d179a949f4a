import * as z from 'zod'
import type { GeocodeOptions } from '../../answers/geocode/geocode-methods.ts'
import { isRough } from '../../answers/scores/compare.ts'
import {
  NotFoundError,
  NotLoadedError,
  refusedArgument,
  type ValidationDetail,
  ValidationError,
} from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place, Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { address, lat, lon, maxRadius, minLayer, placeRadius } from '../../base/parameters/known-parameters.ts'
import { optional, type Parameter, required } from '../../base/parameters/parameter.ts'
import { ANY_COVERED } from '../../base/states.ts'
import { reverseResponse, suggestResponse } from '../../library/contract/answers.ts'
import { type Library, ONE_SCORE } from '../../library/contract/endpoint.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import { PLACE, parseArguments, refuseOutside, type Tool } from './tool.ts'

const label = optional('string', 'label', 'body', {
  minLength: 1,
  maxLength: 200,
  description: 'Name in the answer. Default: `place 1` and so on.',
  example: 'Downtown Austin',
})

const roughness = { ...placeRadius, in: 'body' } as const satisfies Parameter

const example = [
  { label: 'Downtown Austin', lat: 30.2672, lon: -97.7431 },
  { label: 'Mission District', lat: 37.7599, lon: -122.4148 },
]

/**
 * Creates the argument `places`. It accepts `fewest` to `most` places with optional names. At most `mostRough` of these
 * places can have a radius above 150 m.
 */
export function placesArgument({
  fewest,
  most,
  mostRough = most,
  texts: takesTexts = false,
}: Readonly<Record<'fewest' | 'most', number>> & {
  readonly mostRough?: number
  /** Whether a place may be an address string. */
  readonly texts?: boolean
}) {
  const parameter = required('points', 'places', 'body', {
    maxItems: most,
    description: `${fewest} to ${most} places, as geocode returns them${takesTexts ? ', or addresses' : ''}.`,
    example: [],
  })
  const place = argumentsSchema([lat, lon, label, roughness])
  return {
    parameter,
    schema: z
      .array(takesTexts ? z.union([place, z.string().min(1).max(300)]) : place)
      .min(fewest)
      .max(most)
      .meta({ description: parameter.description, examples: [example.slice(0, Math.max(fewest, 1))] }),
    /**
     * Checks all places, so that a single error lists all problems.
     *
     * @param geocode returns the place for an address string
     */
    read(texts: readonly unknown[], geocode?: (text: string) => Place): readonly Place[] {
      if (texts.length < fewest) throw new ValidationError([wrongLength('least', fewest, texts.length, texts)])
      const wrong: ValidationDetail[] = []
      const places = texts.map((place, at) => {
        try {
          if (takesTexts && geocode !== undefined && typeof place === 'string') return geocode(place)
          if (typeof place !== 'object' || place === null)
            throw refusedArgument(
              '',
              'A place is an object with lat and lon. For an address, call geocode first.',
              place,
            )
          return parseArguments([lat, lon, label, roughness], place, PLACE)
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error
          wrong.push(
            ...error.detail.map((detail) => ({ ...detail, loc: ['body', 'places', at, ...detail.loc.slice(1)] })),
          )
          return null
        }
      })
      if (wrong.length > 0) throw new ValidationError(wrong)
      const geocoded = places.filter((place) => place !== null)
      const rough = geocoded.filter(isRough).length
      if (rough > mostRough) throw new ValidationError([wrongLength('most', mostRough, rough, null)])
      return geocoded
    },
  }
}

/**
 * Describes the error in the wording of pydantic 2. An `end` of `most` means that too many places have a radius above
 * 150 m, so that message only counts these places.
 */
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

/**
 * Least exact address layer to accept. The argument has no description of its own, because models pay for every
 * additional description. It is explained in the tool description instead.
 */
const roughest = { ...minLayer, values: ['address', 'street', 'zip'], description: '' } as const satisfies Parameter
/** Maximum radius to accept, also explained in the tool description. */
const widest = { ...maxRadius, description: '' } as const satisfies Parameter
const line = { ...address, description: 'In one line.' } as const satisfies Parameter
const parameters = [line, roughest, widest, lat, lon].map((parameter) => ({ ...parameter, required: false }))

const alternative = z.object({
  lat: z.number(),
  lon: z.number(),
  radius: z.number(),
  label: z.string(),
  layer: z.string(),
  confidence: z.number(),
})

/** Tool for both directions: from an address to its coordinate, and from a coordinate to the names at that place. */
export const geocode: Tool = {
  name: 'geocode',
  title: 'Addresses and coordinates',
  description:
    `Likeliest coordinates of an address or place in ${ANY_COVERED}, their radius, and what is there. With \`lat\` ` +
    'and `lon` it says what is at that point. Use it first for an address, ZIP or city. `min_layer` and ' +
    `\`max_radius\` (meters) reject coarser answers. Above a radius of ${EXACT} the house is not known: pass lat, lon, ` +
    'radius and label on. If `ok` is false, report message and suggestions; never guess coordinates.',
  input: argumentsSchema(parameters),
  output: z
    .object({
      ok: z.boolean().describe('Whether a place was found; if not: code, message, suggestions.'),
      lat: z.number().optional().describe('Latitude, decimal degrees, WGS 84.'),
      lon: z.number().optional().describe('Longitude, decimal degrees, WGS 84.'),
      radius: z.number().optional().describe('Meters of uncertainty.'),
      label: z.string().nullable().optional().describe('The address or place that was found.'),
      layer: z.string().optional().describe('What was located: address_range, public_place, zip, city and so on.'),
      confidence: z.number().optional().describe('0-1.'),
      alternatives: z.array(alternative).optional().describe('Other places it may be, best first.'),
      note: z
        .string()
        .nullable()
        .optional()
        .describe('Remark: the name is ambiguous or was corrected, or its parts contradict each other.'),
      place: z
        .object(reverseResponse.shape)
        .partial()
        .optional()
        .describe('What is at the point. Areas smaller than its radius are left out.'),
      code: z.string().optional().describe('The reason: place_unknown and so on.'),
      message: z.string().optional().describe('The reason as a sentence.'),
      suggestions: suggestResponse.shape.suggestions.optional().describe('Places with similar names.'),
    })
    .meta({ title: 'GeocodeAnswer' }),
  parameters: [line, roughest, widest, lat, lon],
  prepare: (vicinage, input) => {
    parseArguments(parameters, input)
    if (isCoordinate(input)) {
      const point = parse([lat, lon], input)
      return { cost: ONE_SCORE, answer: () => answerAt(vicinage, point) }
    }
    const { address: text, ...wanted } = parse([address, roughest, widest], input)
    const options = { minLayer: wanted.min_layer, maxRadius: wanted.max_radius }
    return { cost: ONE_SCORE, answer: () => answerOn(vicinage, text, options) }
  },
}

/** Checks whether there is a coordinate and no address. */
function isCoordinate(input: unknown): boolean {
  const { address, lat, lon } = (input ?? {}) as Readonly<Record<string, unknown>>
  return (address === undefined || address === null) && (lat !== undefined || lon !== undefined)
}

function answerAt(vicinage: Library, point: Point) {
  refuseOutside(vicinage, point)
  const { lat, lon, radius, label, layer, message } = vicinage.reverse(point)
  return { ok: true, lat, lon, radius, label, layer, note: message, place: placeWithin(vicinage, point) }
}

function answerOn(vicinage: Library, text: string, options: Pick<GeocodeOptions, 'minLayer' | 'maxRadius'>) {
  try {
    const answer = vicinage.geocode(text, options)
    if (!answer.ok) {
      const { code, message, suggestions } = answer
      if (code === 'place_outside') throw new NotFoundError(message, 'place_outside')
      return { ok: false, code, message, suggestions }
    }
    const { lat, lon, radius, label, layer, confidence, alternatives } = answer
    const place = placeWithin(vicinage, answer)
    const note = answer.note?.text ?? null
    return { ok: true, lat, lon, radius, label, layer, confidence, alternatives, note, place }
  } catch (error) {
    if (!(error instanceof NotLoadedError)) throw error
    return { ok: false, code: error.code, message: error.fact, suggestions: [] }
  }
}

/** Returns the names of what is at a place, except for anything smaller than the radius of the place. */
function placeWithin(vicinage: Library, place: Place) {
  const { lat: _, lon: __, radius: ___, layer: ____, message: _____, ...described } = vicinage.reverse(place)
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== null))
}
