import * as z from 'zod'
import { dimensions as catalog, type DimensionId } from '../dimensions/catalog.ts'
import { dimensionEntry, type ScoreBand, score } from '../endpoints/answers.ts'
import { parse } from '../endpoints/check.ts'
import type { Library, Point } from '../endpoints/endpoint.ts'
import { dimensionsAmong } from '../endpoints/endpoint-parameters.ts'
import { lat, lon, radius } from '../endpoints/known-parameters.ts'
import type { Parameter } from '../endpoints/parameter.ts'
import { argumentsSchema, parameterSchema } from '../endpoints/parameter-schema.ts'
import { scoreIfLoaded } from '../endpoints/scores.ts'
import { type ValidationDetail, ValidationError } from '../errors.ts'
import { EXACT } from '../geocode/distance.ts'
import { ANY_COVERED } from '../states.ts'
import type { Tool } from './tool.ts'

const label = z.string()

/** The answer of `compare`. */
const comparison = z
  .object({
    places: z
      .array(z.object({ label, lat: z.number(), lon: z.number() }))
      .describe('The places in the order of the request, under the labels used below.'),
    dimensions: z
      .array(
        z.object({
          dimension: z.string().describe('Identifier of the dimension.'),
          name: dimensionEntry.shape.name,
          scale: dimensionEntry.shape.scale,
          scores: z.array(score.shape.score).describe('One score per place, in the order of `places`; 0 = no data.'),
          bands: z
            .array(z.array(score.shape.score).length(2).nullable())
            .optional()
            .describe(
              'Only where a place has a radius: per place the scores between which four fifths of the people in its circle live; null for an exact place and without data. Places whose bands overlap may not differ.',
            ),
          spread: z
            .int()
            .min(0)
            .max(254)
            .nullable()
            .describe('Highest less lowest score; null when fewer than two places have data.'),
          highest: z
            .array(label)
            .describe('The places with the highest score; none when all are equal or `spread` is null.'),
          lowest: z
            .array(label)
            .describe('The places with the lowest score; none when all are equal or `spread` is null.'),
          without_data: z.array(label).describe('The places with score 0, left out of spread, highest and lowest.'),
        }),
      )
      .describe('Greatest spread first, then in the order of the catalog; those without a spread come last.'),
    note: z
      .string()
      .nullable()
      .describe('Says where places cannot be told apart, because their addresses were found at the same centroid.'),
  })
  .meta({ title: 'Comparison' })
type Comparison = z.output<typeof comparison>

interface ComparedPlace extends Point {
  readonly name?: string | undefined
  /** Meters: how well the place is known. */
  readonly radius?: number | undefined
}

/** Scores of places side by side. `ids` are known dimensions. */
export function compareScores(
  vicinage: Library,
  places: readonly ComparedPlace[],
  ids: readonly DimensionId[],
): Comparison {
  const labels = labelsOf(places)
  const circles = places.map(({ lat, lon, radius = 0 }) =>
    radius > EXACT ? vicinage.scoresAround({ lat, lon, radius, dimensions: ids }).scores : null,
  )
  const isRough = circles.some((circle) => circle !== null)
  const rows = catalog
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, scale }) => {
      const scores = places.map((place) => scoreIfLoaded(vicinage, id, place, { description: false }).score)
      const bands = circles.map((circle) => bandOf(circle?.[id]))
      return { dimension: id, name, scale, scores, ...(isRough ? { bands } : {}), ...extremes(scores, labels) }
    })
  return {
    places: places.map(({ lat, lon }, at) => ({ label: labels[at], lat, lon })),
    dimensions: rows.sort((a, b) => (b.spread ?? -1) - (a.spread ?? -1)),
    note: noteOn(places, labels),
  }
}

function bandOf(band: ScoreBand | undefined): number[] | null {
  return band === undefined || band.p10 === null || band.p90 === null ? null : [band.p10, band.p90]
}

/** Which places have the coordinate of another and are known only roughly. */
function noteOn(places: readonly ComparedPlace[], labels: readonly string[]): string | null {
  const isSame = (a: ComparedPlace, b: ComparedPlace) => a !== b && a.lat === b.lat && a.lon === b.lon
  const same = labels.filter((_, at) =>
    places.some((other) => isSame(places[at], other) && Math.max(places[at].radius ?? 0, other.radius ?? 0) > EXACT),
  )
  if (same.length === 0) return null
  return `Not to be told apart: ${same.join(', ')} have the same coordinate, the center of an area. Their equal scores say nothing about how they differ; ask for fuller addresses.`
}

/** Names that tell the places apart: where two are the same, every one gets its number. */
function labelsOf(places: readonly { readonly name?: string | undefined }[]): readonly string[] {
  const names = places.map(({ name }, at) => name ?? `place ${at + 1}`)
  return new Set(names).size === names.length ? names : names.map((name, at) => `${name} (${at + 1})`)
}

function extremes(scores: readonly number[], labels: readonly string[]) {
  const known = scores.filter((score) => score !== 0)
  const [high, low] = [Math.max(...known), Math.min(...known)]
  const scoring = (wanted: number) => labels.filter((_, at) => scores[at] === wanted)
  return {
    spread: known.length < 2 ? null : high - low,
    highest: high > low ? scoring(high) : [],
    lowest: high > low ? scoring(low) : [],
    without_data: scoring(0),
  }
}

const ids = catalog.map(({ id }) => id)
const [fewest, most] = [2, 10]

const places = {
  kind: 'points',
  name: 'places',
  in: 'body',
  required: true,
  maxItems: most,
  description: 'Two to ten places in decimal degrees, WGS 84, with names of your choice.',
  example: [],
} as const satisfies Parameter

const name = {
  kind: 'string',
  name: 'name',
  in: 'body',
  required: false,
  minLength: 1,
  maxLength: 100,
  description: 'What the answer calls the place; `place 1`, `place 2` and so on when left out.',
  example: 'Downtown Austin',
} as const satisfies Parameter

const roughness = {
  ...radius,
  in: 'body',
  required: false,
  description: 'How well the place is known, in meters: the radius of its address. Above 300, bands are answered.',
} as const satisfies Parameter

const dimensions = dimensionsAmong(ids, 'body')

const example = [
  { name: 'Downtown Austin', lat: 30.2672, lon: -97.7431 },
  { name: 'Mission District', lat: 37.7599, lon: -122.4148 },
]

/** Two to ten places side by side: what they differ in comes first. */
export const compare: Tool = {
  name: 'compare',
  title: 'Places side by side',
  description: `Scores of two to ten places in ${ANY_COVERED}, a row per dimension: the score of each place in the order of the request, the spread between highest and lowest, and which places those are. The rows with the greatest spread come first. Scores are 1-255; a place with 0 has no data and is left out of spread, highest and lowest. Highest is not always best: \`scale\` has the words. Use it for choosing among places; for one place use scores, for more than ten scores_batch.`,
  input: z.object({
    places: z
      .array(argumentsSchema([lat, lon, name, roughness]))
      .min(fewest)
      .max(most)
      .meta({ description: places.description, examples: [example] }),
    dimensions: parameterSchema(dimensions),
  }),
  output: comparison,
  parameters: [places, dimensions],
  prepare: (vicinage, input) => {
    const { places: given, dimensions: chosen = ids } = parse([places, dimensions], input)
    const parsed = placesOf(given)
    return { places: parsed.length, answer: () => compareScores(vicinage, parsed, chosen) }
  },
}

/** Checks every place, so that one answer lists all that is wrong. */
function placesOf(given: readonly unknown[]) {
  if (given.length < fewest) throw new ValidationError([tooFew(given)])
  const wrong: ValidationDetail[] = []
  const parsed = given.map((place, at) => {
    try {
      return parse([lat, lon, name, roughness], place)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      wrong.push(...error.detail.map((detail) => ({ ...detail, loc: ['body', 'places', at, ...detail.loc.slice(1)] })))
      return null
    }
  })
  if (wrong.length > 0) throw new ValidationError(wrong)
  return parsed.filter((place) => place !== null)
}

/** In the words of pydantic 2. */
function tooFew(given: readonly unknown[]): ValidationDetail {
  return {
    type: 'too_short',
    loc: ['body', 'places'],
    msg: `List should have at least ${fewest} items after validation, not ${given.length}`,
    input: given,
    ctx: { field_type: 'List', min_length: fewest, actual_length: given.length },
  }
}
