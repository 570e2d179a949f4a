import * as z from 'zod'
import type { DimensionId } from '../dimensions/catalog.ts'
import { score } from '../endpoints/answers.ts'
import { parse } from '../endpoints/check.ts'
import { dimensionsAmong, unitsIn } from '../endpoints/endpoint-parameters.ts'
import { descriptions } from '../endpoints/known-parameters.ts'
import type { Parameter } from '../endpoints/parameter.ts'
import { parameterSchema } from '../endpoints/parameter-schema.ts'
import { scoreIfLoaded } from '../endpoints/scores.ts'
import { ANY_COVERED } from '../states.ts'
import { bandsOf, labelsOf, noteOn, placesArgument } from './places.ts'
import type { Tool } from './tool.ts'

/** Places whose scores come with words when nothing is said of them. */
const FEW = 5
const places = placesArgument({ fewest: 1, most: 100, mostRough: 25 })
const words = {
  kind: 'boolean',
  name: descriptions.name,
  in: 'body',
  required: false,
  description: `Whether scores come with words; when left out, for up to ${FEW} places.`,
  example: true,
} as const satisfies Parameter
const units = unitsIn('body')

/** Scores of one place or many: what a place is like, in one call. */
export function scoresTool(ids: readonly DimensionId[]): Tool {
  const dimensions = dimensionsAmong(ids, 'body')
  const parameters = [places.parameter, dimensions, words, units] as const
  return {
    name: 'scores',
    title: 'Scores of places',
    description: `Scores of 1 to 100 places in ${ANY_COVERED} by \`dimensions\`, or all: walkability, noise, air, flood and so on. The first choice for what a place is like. Scores are 1-255, and 0 is no data; dimensions has the words of the scales. Of an address found only roughly, pass the radius that geocode answers (up to 25 such places) and say the band, as in "walkability 96-180". To weigh 2 to 10 places against each other use compare.`,
    input: z.object({
      places: places.schema,
      dimensions: parameterSchema(dimensions),
      descriptions: parameterSchema(words),
      units: parameterSchema(units),
    }),
    output: z
      .object({
        places: z
          .array(
            z.object({
              label: z.string(),
              scores: z.record(z.string(), score.shape.score.describe('0 = no data.')),
              descriptions: z.record(z.string(), z.string()).optional(),
              bands: z
                .record(z.string(), z.array(score.shape.score).length(2).nullable())
                .optional()
                .describe(
                  'Only of a place with a radius above 300: four fifths of the people in its circle live between these scores; null without data.',
                ),
            }),
          )
          .describe('In the order of the request, by dimension.'),
        note: z.string().nullable().describe('Which places cannot be told apart.'),
      })
      .meta({ title: 'PlaceScores' }),
    parameters,
    prepare: (vicinage, input) => {
      const { places: given, dimensions: chosen = ids, descriptions, units } = parse(parameters, input)
      const asked = places.read(given)
      const labels = labelsOf(asked)
      const description = descriptions ?? asked.length <= FEW
      const answer = () => ({
        places: asked.map((place, at) => {
          const found = chosen.map((id) => [id, scoreIfLoaded(vicinage, id, place, { description, units })] as const)
          const bands = bandsOf(vicinage, place, chosen)
          return {
            label: labels[at],
            scores: Object.fromEntries(found.map(([id, { score }]) => [id, score])),
            ...(description && {
              descriptions: Object.fromEntries(found.map(([id, found]) => [id, found.description])),
            }),
            ...(bands !== null && { bands: Object.fromEntries(bands) }),
          }
        }),
        note: noteOn(asked, labels),
      })
      return { places: asked.length, answer }
    },
  }
}
