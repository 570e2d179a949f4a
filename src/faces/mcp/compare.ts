import * as z from 'zod'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { catalogOf } from '../../answers/dimensions/catalog-of.ts'
import { scoreIfLoaded } from '../../answers/scores/if-loaded.ts'
import type { Place } from '../../base/geo/place.ts'
import { dimensionsAmong } from '../../base/parameters/endpoint-parameters.ts'
import { ANY_COVERED } from '../../base/states.ts'
import { score } from '../../library/contract/answers.ts'
import type { Library } from '../../library/contract/endpoint.ts'
import { parameterSchema } from '../../library/contract/parameter-schema.ts'
import { placesCost } from '../../library/contract/place-cost.ts'
import { bandsOf, isRough, labelsOf, noteOn, placesArgument } from './places.ts'
import { argumentsOf, refuseOutside, type Tool } from './tool.ts'

const label = z.string()
const labels = z.array(label).optional()

/** Answer of `compare`. */
const comparison = z
  .object({
    places: z
      .array(z.object({ label, lat: z.number(), lon: z.number() }))
      .describe('The places in the order of the request, under the labels used below.'),
    dimensions: z
      .array(
        z.object({
          dimension: z.string().describe('Identifier of the dimension.'),
          scale: z.string().describe('What 1 and 255 mean.'),
          scores: z
            .array(score.shape.score.nullable())
            .describe('One score per place, in the order of `places`; 0 = no data; null of a place with a radius.'),
          bands: z
            .array(z.array(score.shape.score).length(2).nullable())
            .optional()
            .describe(
              'Only where a place has a radius: per place the scores between which four fifths of the people ' +
                'in its circle live; null for an exact place and without data. Places whose bands overlap may ' +
                'not differ.',
            ),
          spread: z
            .int()
            .min(0)
            .max(254)
            .nullable()
            .describe('Highest less lowest score; null when fewer than two places have data.'),
          highest: labels.describe('The places with the highest score; left out where all are equal.'),
          lowest: labels.describe('The places with the lowest score; left out where all are equal.'),
          without_data: labels.describe('The places with score 0, left out of spread, highest and lowest.'),
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

/** Compares the scores of places side by side. `ids` are known dimensions. */
export function compareScores(vicinage: Library, places: readonly Place[], ids: readonly DimensionId[]): Comparison {
  const labels = labelsOf(places)
  const bandsOfPlaces = places.map((place) => bandsOf(vicinage, place, ids))
  const someRough = places.some(isRough)
  const rows = catalogOf(vicinage)
    .filter(({ id }) => ids.includes(id))
    .map(({ id, ends }) => {
      const bands = bandsOfPlaces.map((bands) => bands?.get(id) ?? null)
      const scores = places.map((place) =>
        isRough(place) ? null : scoreIfLoaded(vicinage, id, place, { description: false }).score,
      )
      // A band counts by its middle.
      const ranks = scores.map((score, at) => score ?? (bands[at] === null ? 0 : (bands[at][0] + bands[at][1]) >> 1))
      const scale = `${ends[0]} - ${ends[1]}`
      return { dimension: id, scale, scores, ...(someRough ? { bands } : {}), ...extremes(ranks, labels) }
    })
  return {
    places: places.map(({ lat, lon }, at) => ({ label: labels[at], lat, lon })),
    dimensions: rows.sort((a, b) => (b.spread ?? -1) - (a.spread ?? -1)),
    note: noteOn(places, labels),
  }
}

function extremes(scores: readonly number[], labels: readonly string[]) {
  const known = scores.filter((score) => score !== 0)
  const [high, low] = [Math.max(...known), Math.min(...known)]
  const scoring = (wanted: number) => labels.filter((_, at) => scores[at] === wanted)
  return {
    spread: known.length < 2 ? null : high - low,
    ...(high > low && { highest: scoring(high), lowest: scoring(low) }),
    ...(known.length < scores.length && { without_data: scoring(0) }),
  }
}

const places = placesArgument({ fewest: 2, most: 10 })

/** Tool that compares two to ten places side by side, with the largest differences first. */
export function compareTool(ids: readonly DimensionId[]): Tool {
  const dimensions = dimensionsAmong(ids, 'body')
  return {
    name: 'compare',
    title: 'Places side by side',
    description:
      `Scores of two to ten places in ${ANY_COVERED}, a row per dimension, the greatest spread between them ` +
      'first. Scores are 1-255; a place with 0 has no data and is left out of spread, highest and lowest. ' +
      'Highest is not always best: `scale` has the words. A place known only roughly has bands.',
    input: z.object({ places: places.schema, dimensions: parameterSchema(dimensions) }),
    output: comparison,
    parameters: [places.parameter, dimensions],
    prepare: (vicinage, input) => {
      const { places: given, dimensions: chosen = ids } = argumentsOf([places.parameter, dimensions], input)
      const compared = places.read(given)
      const answer = () => {
        for (const place of compared) refuseOutside(vicinage, place, place.label ?? undefined)
        return compareScores(vicinage, compared, chosen)
      }
      return { cost: placesCost(compared, places.parameter.name), answer }
    },
  }
}
