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

/**
 * Answers of the endpoints for scores and addresses, as types of the library and as schemas of the service. Those for
 * schools are in `schools/answers.ts`. Parts of answers have an `id` and become shared definitions in JSON Schema.
 * Whole answers only have a `title`, because MCP requires `type: object` at the root, not a reference.
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
  .object({
    type: z.string().describe('Machine-readable reason, such as `missing` or `less_than_equal`.'),
    loc: z.array(z.union([z.string(), z.int()])).describe('Where the value came from, such as `["query", "lat"]`.'),
    msg: z.string().describe('Reason, as a sentence.'),
    input: z.unknown().describe('The value as it was received.'),
    ctx: z.record(z.string(), z.unknown()).optional().describe('Bounds or choices that the reason refers to.'),
  })
  .meta({ id: 'ValidationError' }) satisfies z.ZodType<ValidationDetail>

const percent = z.int().min(0).max(100)

const percentile = z
  .object({
    state: percent
      .nullable()
      .describe("Percentage of the state's population that lives at a lower score, rounded down."),
    coverage: percent.describe('The same percentage for the population of the whole coverage.'),
    text: z.string().describe('The percentile in words, such as `Quieter than where 62% of Texans live.`'),
  })
  .nullable()
  .describe('How the score compares with the scores where people live; null if there is no data.')

const band = z
  .object({
    score: z.int().min(0).max(255).describe('The score at the center; 0 = no data.'),
    p10: z
      .int()
      .min(1)
      .max(255)
      .nullable()
      .describe(
        'A tenth of the people inside have a lower score, as far as whole numbers can tell; null if nobody has a score.',
      ),
    p90: z.int().min(1).max(255).nullable().describe('A tenth of the people inside have a higher score.'),
    narrow: z.boolean().describe('Whether p10 and p90 are less than 25 points apart and almost everyone has a score.'),
    without_data: z
      .number()
      .min(0)
      .max(1)
      .describe('Share of the people without a score; the band covers everyone else.'),
    note: z
      .object({ code: z.string(), text: z.string() })
      .nullable()
      .describe('`mostly_without_data` if more than half of the people have no score; the band is then null.'),
  })
  .meta({ id: 'ScoreBand' }) satisfies z.ZodType<ScoreBand>

const end = z.int().min(1).max(255)

/** Range that holds the true score. */
const interval = z.object({
  low: end.describe('Low end, at most the score.'),
  high: end.describe('High end, at least the score.'),
})

const intervalOfScore = interval
  .nullable()
  .optional()
  .describe(
    'Range that holds the true score of the point in 80 of 100 cases; null without data, if nothing could judge the ' +
      'score, and for a place with a band. Only if it was requested.',
  )

const bandAround = band
  .omit({ score: true })
  .optional()
  .describe('Scores of the people around; only for a place with a radius above 150 m.')

const rankedScore = z
  .object({
    ...score.shape,
    percentile: percentile.optional().describe('Only if percentiles were requested.'),
    interval: intervalOfScore,
    band: bandAround,
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
          scores: scores.nullable().describe('Scores of the place by dimension; null when the place was refused.'),
          error: z.array(validationDetail).nullable().describe('Why the place was refused; null otherwise.'),
        }),
      )
      .describe('One entry per place, in the order of the places.'),
  })
  .meta({ title: 'ScoresBatchResponse' })

export const scoresAroundResponse = z
  .object({
    lat: z.number(),
    lon: z.number(),
    radius: z.number().describe('Meters.'),
    people: z.int().min(0).describe('People inside the circle, 2020 census.'),
    scores: z.record(z.string(), band).describe('One entry per requested dimension, keyed by its identifier.'),
  })
  .meta({ title: 'ScoresAroundResponse' }) satisfies z.ZodType<Omit<ScoresAround, 'scores'>>

const foundArea = z
  .object({
    name: z.string().nullable().describe('The place in one line, such as `Hyde Park, Austin, TX 78751`.'),
    kind: z.enum(['city', 'zip', 'county', 'district']).optional().describe('Only with `of`.'),
    id: z.string().nullable().optional().describe('ZIP or code, as in rankings; only with `of`.'),
    neighborhood: z.string().nullable().describe('Name of the neighborhood at `lat` and `lon`.'),
    city: z.string().nullable().describe('Most likely city of an address there.'),
    zip: z.string().nullable().describe('Most likely ZIP of an address there.'),
    county: z.string().nullable().describe('Such as `Travis County`.'),
    people: z.int().min(0).describe('People in the area, 2020 census.'),
    km2: z.number().describe('Square kilometers.'),
    lat: z.number().describe('Latitude of a point inside, decimal degrees, WGS 84.'),
    lon: z.number().describe('Its longitude.'),
    scores: z.record(z.string(), z.number()).describe('Mean score of the area for each dimension in the conditions.'),
    fit: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .optional()
      .describe('Mean fit; only if the areas are ordered by priorities.'),
    outline: z
      .object({ type: z.literal('Polygon'), coordinates: z.array(z.array(z.array(z.number()))) })
      .optional()
      .describe('GeoJSON; only if outlines were requested.'),
  })
  .meta({ id: 'FoundArea' })

export const findResponse = z
  .object({
    boundary: z.enum(['exact', 'approximate']).describe('`approximate` for cities without a census outline.'),
    total: z.int().min(0).describe('Number of areas, including those beyond the limit.'),
    areas: z.array(foundArea).describe('The first areas in the order of `rank_by`.'),
  })
  .meta({ title: 'FindResponse' })

export const source = z
  .object({
    agency: z.string().describe('Who published the data.'),
    title: z.string().describe('Name of the dataset.'),
    vintage: z.string().describe('Year or years of the data.'),
    license: z.string().describe('Terms of use.'),
  })
  .meta({ id: 'Source' }) satisfies z.ZodType<Source>

const input = z
  .object({
    name: z.string().describe('What was measured.'),
    value: z.union([z.number(), z.string()]).nullable().describe('Raw value; null if no source has one.'),
    unit: z.string().nullable().describe('Unit of the value; null for words and plain numbers.'),
    geography: z.string().describe('Area that the value belongs to: cell, block group, tract, county and so on.'),
  })
  .meta({ id: 'ExplanationInput' }) satisfies z.ZodType<ExplanationInput>

/** Nearest place in another zone. */
export const edge = z
  .object({
    distance_meters: z.int().min(0).describe('Distance in meters to the nearest place in another zone.'),
    direction: z
      .enum(['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'])
      .describe('Direction from the place.'),
    lat: z.number().describe('Latitude of a point just beyond the edge, decimal degrees, WGS 84.'),
    lon: z.number().describe('Its longitude.'),
    ...score.shape,
  })
  .meta({ id: 'Edge' }) satisfies z.ZodType<Edge>

export const explanation = z
  .object({
    dimension: z.string().describe('Identifier of the dimension.'),
    ...score.shape,
    basis: z
      .enum(['measured', 'modeled', 'estimate'])
      .nullable()
      .describe(
        'measured = an observation or official zone at the place; modeled = computed from nearby observations; ' +
          'estimate = a coarser area or a proxy; null when there is no data.',
      ),
    inputs: z.array(input).describe('Raw values that the score is computed from.'),
    percentile,
    interval: interval
      .extend({
        by: z.string().describe('What judged the scores.'),
        of: z
          .enum(['errors', 'inputs'])
          .describe('errors = measured on places left out; inputs = only how much the inputs vary nearby.'),
      })
      .nullable()
      .optional()
      .describe('Only if requested.'),
    band: bandAround,
    edge: edge
      .optional()
      .describe(
        'What is beyond the edge of the zone (fire, flood, precinct, census tract); only if it is within 200 m.',
      ),
    note: z
      .object({ code: z.string(), text: z.string() })
      .optional()
      .describe('`much_water`, only if at least half of the census tract is water, which may be scored like land.'),
    mapped: z.boolean().optional().describe('Whether an official map has a zone there.'),
    zone: z.string().nullable().optional().describe('Its zone; null for wide places.'),
    map_date: z.string().nullable().optional().describe('Its year or month.'),
    sources: z.array(source).describe('Datasets that the score is computed from.'),
  })
  .meta({ title: 'Explanation' }) satisfies z.ZodType<Omit<Explanation, 'dimension'>>

export const dimensionEntry = z
  .object({
    id: z.string().describe('Identifier of the dimension, which is the last part of its path.'),
    group: z.enum(['vibe', 'environment', 'demographics', 'risk', 'layers']),
    path: z.string().describe('Path of the score endpoint.'),
    name: z.string().describe('Name for people.'),
    scale: z
      .object({
        low: z.string().describe('Meaning of 1.'),
        middle: z.string().nullable().describe('Meaning of 128; null if the scale has no fixed middle.'),
        high: z.string().describe('Meaning of 255.'),
        zero: z.string().describe('Meaning of 0.'),
      })
      .describe('What the ends of the scale mean.'),
    method: z.string().describe('How the score is computed, in one line.'),
    loaded: z.boolean().describe('Whether its data is loaded; if not, its scores are 0.'),
    sources: z.array(source).describe('Datasets that the score is computed from; empty if it is not loaded.'),
  })
  .meta({ id: 'Dimension' }) satisfies z.ZodType<Omit<DimensionEntry, 'id'>>

export const dimensionsResponse = z
  .object({ dimensions: z.array(dimensionEntry) })
  .meta({ title: 'DimensionsResponse' })

/** Answer of the geocoding endpoint. */
export const geocodeSingleResponse = z
  .object({
    lat: z.number().nullable().describe('Latitude, decimal degrees, WGS 84; null if nothing is found.'),
    lon: z.number().nullable().describe('Longitude, decimal degrees, WGS 84; null if nothing is found.'),
    message: z.string().nullable().describe('Why nothing was found; null otherwise.'),
  })
  .meta({ title: 'GeocodeSingleResponse' }) satisfies z.ZodType<GeocodeSingleResponse>

const suggestedPlaces = z.array(
  z.object({ layer: z.string(), label: z.string(), lat: z.number(), lon: z.number(), radius: z.number() }),
)

const placeFound = z.object({
  ok: z.literal(true).describe('A place was found.'),
  lat: z.number().describe('Latitude, decimal degrees, WGS 84.'),
  lon: z.number().describe('Longitude, decimal degrees, WGS 84.'),
  radius: z.number().describe('Radius of uncertainty in meters.'),
  label: z.string().describe('The matched address or place in one line.'),
  layer: z.string().describe('What was located: address, street, public_place, zip, city and so on.'),
  confidence: z.number().describe('How likely it is that this place was meant, 0-1.'),
  parsed: z.record(z.string(), z.string().nullable()).describe('How the address was read.'),
  alternatives: z
    .array(z.object({ ...suggestedPlaces.element.shape, confidence: z.number() }))
    .describe('Other places that the address may mean, best first.'),
  note: z.object({ code: z.string(), text: z.string() }).nullable().describe('Remark on the place.'),
})

const placeNotFound = z.object({
  ok: z.literal(false).describe('Nothing was found.'),
  code: z.string().describe('The reason: `place_unknown`, `place_too_rough` and so on.'),
  message: z.string().describe('The reason in a sentence.'),
  suggestions: suggestedPlaces.describe('Places that may be meant, best first.'),
})

/** Answer of the endpoint that returns everything about an address: a place, or why there is none. */
export const geocodeResponse = z.union([placeFound, placeNotFound]).meta({ title: 'GeocodeResponse', type: 'object' })

const orNull = (what: string) => z.string().nullable().describe(`${what} Null if none is known.`)

/** Answer of the reverse endpoint: names of everything at a place. It is a place itself. */
export const reverseResponse = z
  .object({
    lat: z.number().describe('Latitude, decimal degrees, WGS 84.'),
    lon: z.number().describe('Longitude, decimal degrees, WGS 84.'),
    radius: z.number().describe('Radius of the place in meters, as requested; otherwise 0.'),
    layer: z.string().describe('`coordinates`.'),
    label: orNull('The place in one line, such as `Hyde Park, Austin, TX 78751`.'),
    address: orNull(
      'The nearest house number within 100 m, such as `4101 AVENUE C, AUSTIN, TX 78751`, from the street index.',
    ),
    neighborhood: orNull('Name of the neighborhood.'),
    city: orNull('The city that contains the place; outside of all cities, the city that addresses in its ZIP use.'),
    in_city: z.boolean().nullable().describe('Whether the place is inside the outline of that city; null if unknown.'),
    zip: orNull('The ZIP that contains the place, five digits.'),
    county: z
      .object({ name: z.string().describe('Such as `Travis County`.'), fips: z.string().describe('Five digits.') })
      .nullable()
      .describe('The county; null outside the coverage.'),
    state: z
      .object({
        name: z.string().describe('Such as `Texas`.'),
        postal: z.string().describe('Two capital letters.'),
        fips: z.string().describe('Two digits.'),
      })
      .nullable()
      .describe('The state; null outside the coverage.'),
    tract: z.string().nullable().describe('Census tract, 11 digits; null outside the coverage.'),
    block_group: z.string().nullable().describe('Census block group, 12 digits; null outside the coverage.'),
    message: z.string().nullable().describe('Why nothing is known, in one sentence; otherwise null.'),
  })
  .meta({ title: 'ReverseResponse' })

const suggestion = z
  .object({
    layer: z
      .enum(['state', 'county', 'city', 'zip', 'neighborhood', 'landmark', 'public_place', 'street', 'address'])
      .describe('Kind of place; a public place is a school or library, an address a house number on its street.'),
    label: z.string().describe('The place in one line, such as `Hyde Park, Austin, TX`.'),
    lat: z.number().describe('Latitude, decimal degrees, WGS 84.'),
    lon: z.number().describe('Longitude, decimal degrees, WGS 84.'),
    radius: z.number().describe('Radius in meters that covers about nine tenths of the place.'),
  })
  .meta({ id: 'Suggestion' })

/** Answer of the endpoint for suggestions. */
export const suggestResponse = z
  .object({ suggestions: z.array(suggestion).describe('Best match first; empty if no name begins with the text.') })
  .meta({ title: 'SuggestResponse' })
