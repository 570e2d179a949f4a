import * as z from 'zod'
import type { GeocodeSingleResponse } from '../../answers/geocode/geocode-methods.ts'
import type {
  DimensionEntry,
  Edge,
  Explanation,
  ExplanationInput,
  Score,
  ScoreBand,
  ScoresAround,
  Source,
} from '../../answers/scores/answers.ts'
import type { ValidationDetail } from '../../base/errors.ts'
import { describeFields } from './describe-fields.ts'

/**
 * Schemas of the service's answers about scores and addresses, checked against the types of the library. Schemas of
 * answers about schools are in `schools/answers.ts`. A part of an answer has an `id`, which makes it a shared
 * definition in JSON Schema. A whole answer has only a `title`, because MCP requires `type: object` at the root rather
 * than a reference.
 */

export const score = z
  .object({
    score: z
      .int()
      .min(0)
      .max(255)
      .describe('0-255. 0 = no data for the location; 1-255 on the scale of the dimension.'),
    description: z.string().nullable().describe('Explains the score in a few words.'),
  })
  .meta({ id: 'ScoreResult' })

export const scoreResponse = z.object({ result: score }).meta({ title: 'ScoreResponse' })

export const validationDetail = z
  .object(
    describeFields('ValidationDetail', {
      type: z.string(),
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      input: z.unknown(),
      ctx: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .meta({ id: 'ValidationError' }) satisfies z.ZodType<ValidationDetail>

const percent = z.int().min(0).max(100)

const percentile = z
  .object(describeFields('Percentile', { state: percent.nullable(), coverage: percent, text: z.string() }))
  .nullable()

const note = z.object({ code: z.string(), text: z.string() })

const end = z.int().min(1).max(255)

const band = z
  .object(
    describeFields('ScoreBand', {
      score: z.int().min(0).max(255),
      p10: end.nullable(),
      p90: end.nullable(),
      narrow: z.boolean(),
      without_data: z.number().min(0).max(1),
      note: note.nullable(),
    }),
  )
  .meta({ id: 'ScoreBand' }) satisfies z.ZodType<ScoreBand>

/** Range that contains the true score in 80% of cases. */
const interval = z.object(describeFields('Interval', { low: end, high: end }))

const bandAround = band.omit({ score: true }).optional()

const { interval: intervalOfScore } = describeFields('UncertainScore', { interval: interval.nullable().optional() })

const rankedScore = z
  .object({
    ...score.shape,
    percentile: percentile.optional().describe('Only if percentiles were requested.'),
    interval: intervalOfScore,
    ...describeFields('PlainScore', { band: bandAround }),
  })
  .meta({ id: 'RankedScore' }) satisfies z.ZodType<Score>

export const scores = z
  .record(z.string(), rankedScore)
  .describe('One entry per requested dimension, keyed by its identifier.')
  .meta({ title: 'Scores' })
export const scoresBatchResponse = z
  .object({
    results: z
      .array(
        z.object({
          scores: scores.nullable().describe('Scores of the place by dimension; null when the place is invalid.'),
          error: z.array(validationDetail).nullable().describe('Why the place is invalid; null if it is valid.'),
        }),
      )
      .describe('One entry per place, in the order of the places.'),
  })
  .meta({ title: 'ScoresBatchResponse' })

export const scoresAroundResponse = z
  .object(
    describeFields('ScoresAround', {
      lat: z.number(),
      lon: z.number(),
      radius: z.number(),
      people: z.int().min(0),
      scores: z.record(z.string(), band),
    }),
  )
  .meta({ title: 'ScoresAroundResponse' }) satisfies z.ZodType<Omit<ScoresAround, 'scores'>>

const name = z.string().nullable()

const share = z.number().min(0).max(1)
const meanPercent = z.number().min(0).max(100)

/** Preference for a dimension in a fit. */
export const want = z.union([
  z.enum(['high', 'low']),
  z.object({ around: z.int().min(1).max(255) }).describe('Target score; the closer a score is to it, the better.'),
])

export const areaContribution = z
  .object(
    describeFields('AreaContribution', {
      dimension: z.string(),
      want,
      weight: share,
      score: z.number().min(1).max(255).nullable(),
      match: meanPercent.nullable(),
      points: meanPercent.nullable(),
      without_data: share,
    }),
  )
  .meta({ id: 'AreaContribution' })

const direction = z.enum(['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'])

const foundArea = z
  .object(
    describeFields('FoundArea', {
      name,
      kind: z.enum(['city', 'zip', 'county', 'district']).optional(),
      id: name.optional(),
      neighborhood: name,
      city: name,
      zip: name,
      county: name,
      people: z.int().min(0),
      people_range: z.object({ low: z.int().min(0), high: z.int().min(0) }).optional(),
      km2: z.number(),
      lat: z.number(),
      lon: z.number(),
      distance_meters: z.int().min(0).optional(),
      direction: direction.optional(),
      scores: z.record(z.string(), z.number()),
      fit: meanPercent.nullable().optional(),
      contributions: z.array(areaContribution).optional(),
      outline: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(z.array(z.number()))) }).optional(),
    }),
  )
  .meta({ id: 'FoundArea' })

export const findResponse = z
  .object(
    describeFields('FindAnswer', {
      boundary: z.enum(['exact', 'approximate']),
      total: z.int().min(0),
      areas: z.array(foundArea),
    }),
  )
  .meta({ title: 'FindResponse' })

export const source = z
  .object(describeFields('Source', { agency: z.string(), title: z.string(), vintage: z.string(), license: z.string() }))
  .meta({ id: 'Source' }) satisfies z.ZodType<Source>

const input = z
  .object(
    describeFields('ExplanationInput', {
      name: z.string(),
      value: z.union([z.number(), z.string()]).nullable(),
      unit: name,
      geography: z.string(),
    }),
  )
  .meta({ id: 'ExplanationInput' }) satisfies z.ZodType<ExplanationInput>

/** Nearest place in another zone. */
export const edge = z
  .object(
    describeFields('Edge', {
      distance_meters: z.int().min(0),
      direction,
      lat: z.number(),
      lon: z.number(),
      score: z.int().min(0).max(255),
      description: name,
    }),
  )
  .meta({ id: 'Edge' }) satisfies z.ZodType<Edge>

export const explanation = z
  .object(
    describeFields('Explanation', {
      dimension: z.string(),
      ...score.shape,
      basis: z
        .enum(['measured', 'modeled', 'estimate'])
        .nullable()
        .describe(
          'measured = an observation or official zone at the place; modeled = computed from nearby observations; ' +
            'estimate = a coarser area or a proxy; null without data.',
        ),
      inputs: z.array(input),
      percentile,
      interval: interval
        .extend(describeFields('IntervalSource', { by: z.string(), of: z.enum(['errors', 'inputs']) }))
        .nullable()
        .optional(),
      band: bandAround,
      edge: edge.optional(),
      note: note.optional(),
      ...describeFields('OfficialMap', {
        mapped: z.boolean().optional(),
        zone: name.optional(),
        zones: z
          .array(z.object(describeFields('ZoneShare', { zone: name, share: z.number().min(0).max(1) })))
          .optional(),
        map_date: name.optional(),
      }),
      sources: z.array(source),
    }),
  )
  .meta({ title: 'Explanation' }) satisfies z.ZodType<Omit<Explanation, 'dimension'>>

export const dimensionEntry = z
  .object(
    describeFields('DimensionEntry', {
      id: z.string(),
      group: z.enum(['vibe', 'environment', 'demographics', 'risk', 'layers']).describe('Group of dimensions.'),
      path: z.string(),
      name: z.string(),
      scale: z.object(describeFields('Scale', { low: z.string(), middle: name, high: z.string(), zero: z.string() })),
      words: z.array(z.object(describeFields('ScaleWords', { from: z.int(), words: z.string() }))),
      method: z.string(),
      loaded: z.boolean().describe('Whether its data is loaded. If not, its scores are 0.'),
      sources: z.array(source),
    }),
  )
  .meta({ id: 'Dimension' }) satisfies z.ZodType<Omit<DimensionEntry, 'id'>>

export const dimensionsResponse = z
  .object({ dimensions: z.array(dimensionEntry) })
  .meta({ title: 'DimensionsResponse' })

/** Answer of the endpoint that only returns the coordinates of an address. */
export const geocodeSingleResponse = z
  .object({
    lat: z.number().nullable().describe('Latitude, decimal degrees, WGS 84; null if nothing was found.'),
    lon: z.number().nullable().describe('Longitude, decimal degrees, WGS 84; null if nothing was found.'),
    message: z.string().nullable().describe('Why nothing was found; null if a place was found.'),
  })
  .meta({ title: 'GeocodeSingleResponse' }) satisfies z.ZodType<GeocodeSingleResponse>

const suggestedPlaces = z.array(
  z.object(
    describeFields('SuggestedPlace', {
      layer: z.string(),
      label: z.string(),
      lat: z.number(),
      lon: z.number(),
      radius: z.number(),
    }),
  ),
)

const placeFound = z.object(
  describeFields('GeocodedPlace', {
    ok: z.literal(true),
    lat: z.number(),
    lon: z.number(),
    radius: z.number(),
    label: z.string(),
    layer: z.string(),
    confidence: z.number(),
    parsed: z.record(z.string(), name),
    alternatives: z.array(z.object({ ...suggestedPlaces.element.shape, confidence: z.number() })),
    note: z.object({ ...note.shape, codes: z.array(z.string()) }).nullable(),
  }),
)

const placeNotFound = z.object(
  describeFields('PlaceNotFound', {
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    suggestions: suggestedPlaces.describe('Places that the address may mean, most likely first.'),
  }),
)

/** Answer of the endpoint that returns everything about an address: a place, or the reason why no place was found. */
export const geocodeResponse = z.union([placeFound, placeNotFound]).meta({ title: 'GeocodeResponse', type: 'object' })

/** Answer of the reverse geocoding endpoint: the names of everything at a place. The answer can be used as a place. */
export const reverseResponse = z
  .object(
    describeFields('ReverseAnswer', {
      lat: z.number(),
      lon: z.number(),
      radius: z.number(),
      layer: z.string(),
      label: name,
      address: name,
      neighborhood: name,
      city: name,
      in_city: z.boolean().nullable(),
      zip: name,
      county: z.object({ name: z.string(), fips: z.string() }).nullable(),
      state: z.object({ name: z.string(), postal: z.string(), fips: z.string() }).nullable(),
      tract: name,
      block_group: name,
      message: name,
    }),
  )
  .meta({ title: 'ReverseResponse' })

const suggestion = z
  .object(
    describeFields('Suggestion', {
      layer: z
        .enum(['state', 'county', 'city', 'zip', 'neighborhood', 'landmark', 'public_place', 'street', 'address'])
        .describe('Kind of place. A public place is a school or library; an address is a house number on its street.'),
      label: z.string(),
      lat: z.number(),
      lon: z.number(),
      radius: z.number(),
    }),
  )
  .meta({ id: 'Suggestion' })

/** Answer of the suggestion endpoint. */
export const suggestResponse = z
  .object({ suggestions: z.array(suggestion).describe('Best match first; empty if no name begins with the text.') })
  .meta({ title: 'SuggestResponse' })
