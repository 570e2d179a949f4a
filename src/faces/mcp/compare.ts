import * as z from 'zod'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { type Comparison, compareScores, getPlace, isRough, joined } from '../../answers/scores/compare.ts'
import type { Place } from '../../base/geo/place.ts'
import { dimensionsAmong, intervalIn } from '../../base/parameters/endpoint-parameters.ts'
import { score } from '../../library/contract/answers.ts'
import { parameterSchema } from '../../library/contract/parameter-schema.ts'
import { placesCost } from '../../library/contract/place-cost.ts'
import { placesArgument } from './places.ts'
import { parseArguments, refuseOutside, type Tool } from './tool.ts'

const label = z.string()
const labels = z.array(label).optional()

/** Response schema of `compare`. */
const comparison = z
  .object({
    places: z
      .array(z.object({ label, lat: z.number(), lon: z.number(), radius: z.number().optional() }))
      .describe('The places in the order of the request, under the labels used below.'),
    dimensions: z
      .array(
        z.object({
          dimension: z.string().describe('Identifier of the dimension.'),
          scale: z.string().describe('What 1 and 255 mean.'),
          scores: z
            .array(score.shape.score.nullable())
            .describe('One score per place, in the order of `places`; 0 = no data; null for a place with a radius.'),
          bands: z
            .array(z.array(score.shape.score).length(2).nullable())
            .optional()
            .describe(
              'Only if a place has a radius: for each place, the score range of the middle 80% of the people ' +
                'in its circle; null for an exact place or without data. Places whose bands overlap may ' +
                'not differ.',
            ),
          intervals: z
            .array(z.array(score.shape.score).length(2).nullable())
            .optional()
            .describe(
              'If `interval`: 80% interval per place; null if unknown. Places whose intervals overlap may not differ.',
            ),
          spread: z
            .int()
            .min(0)
            .max(254)
            .nullable()
            .describe('Highest minus lowest score; null when fewer than two places have data.'),
          highest: labels.describe('The places with the highest score; absent if all are equal.'),
          lowest: labels.describe('The places with the lowest score; absent if all are equal.'),
          without_data: labels.describe('The places with score 0, excluded from spread, highest and lowest.'),
          note: z.string().optional().describe('Says that the bands or intervals overlap, so the order is uncertain.'),
        }),
      )
      .describe('Largest spread first, then in catalog order; dimensions without a spread come last.'),
    note: z
      .string()
      .nullable()
      .describe(
        'Names places that cannot be told apart, because their addresses were found at the same centroid, and says ' +
          'what is uncertain about an address.',
      ),
  })
  .meta({ title: 'Comparison' })
const places = placesArgument({ fewest: 2, most: 10, texts: true })
const interval = intervalIn('body')

/** Creates the tool that compares two to ten places side by side, with the largest differences first. */
export function compareTool(ids: readonly DimensionId[]): Tool {
  const dimensions = dimensionsAmong(ids, 'body')
  const parameters = [places.parameter, dimensions, interval] as const
  return {
    name: 'compare',
    title: 'Places side by side',
    description:
      'Scores of two to ten places, a row per dimension, largest spread ' +
      'first. A place with 0 has no data and is left out of the spread. ' +
      'A higher score is not always better: see `scale`. Rough places have bands.',
    input: z.object({
      places: places.schema,
      dimensions: parameterSchema(dimensions),
      interval: parameterSchema(interval),
    }),
    output: comparison,
    parameters,
    prepare: (vicinage, input) => {
      const { places: texts, dimensions: chosen = ids, interval } = parseArguments(parameters, input)
      const notes: string[] = []
      const compared = places.read(texts, (text) => getPlace(text, (address) => vicinage.geocode(address), notes))
      const answer = () => {
        for (const place of compared) refuseOutside(vicinage, place, place.label ?? undefined)
        const { note, ...comparison } = withoutCenters(compareScores(vicinage, compared, chosen, interval), compared)
        return { ...comparison, note: joined([note, ...notes]) }
      }
      return { cost: placesCost(compared, places.parameter.name), answer }
    },
  }
}

/**
 * Omits the score at the center of a place with a radius. A model might mistake it for the score of the whole place.
 */
function withoutCenters({ places, dimensions, note }: Comparison, compared: readonly Place[]) {
  const rows = dimensions.map(({ note, ...row }) => ({
    ...row,
    ...(note && { note: note.text }),
    scores: row.scores.map((score, at) => (isRough(compared[at]) ? null : score)),
  }))
  return { places, dimensions: rows, note }
}
