import * as z from 'zod'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { wordsFor } from '../../answers/dimensions/words.ts'
import type { ScoreOptions } from '../../answers/scores/answers.ts'
import { getBand, getLabels, isRough, sameCenterNote } from '../../answers/scores/compare.ts'
import { scoreIfLoaded, scoresIfLoaded } from '../../answers/scores/if-loaded.ts'
import { NotFoundError } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import { dimensionAmong, dimensionsAmong, intervalIn, unitsIn } from '../../base/parameters/endpoint-parameters.ts'
import { descriptions } from '../../base/parameters/known-parameters.ts'
import { optional } from '../../base/parameters/parameter.ts'
import { ANY_COVERED } from '../../base/states.ts'
import { dimensionEntry, score } from '../../library/contract/answers.ts'
import { type Library, ONE_SCORE } from '../../library/contract/endpoint.ts'
import { argumentsSchema, parameterSchema } from '../../library/contract/parameter-schema.ts'
import { placesCost } from '../../library/contract/place-cost.ts'
import { placesArgument } from './places.ts'
import { parseArguments, refuseOutside, type Tool } from './tool.ts'

/**
 * Maximum number of dimensions whose scores get full descriptions by default. With more dimensions, each score only
 * gets the label of its range on the scale.
 */
const FEW = 4
/** Maximum number of places whose scores have descriptions. */
const FEW_PLACES = 5
const places = placesArgument({ fewest: 1, most: 100, mostRough: 25 })
const whole = optional('boolean', descriptions.name, 'body', {
  description: `Whether to give full descriptions. Default: up to ${FEW} scores in full, more in a few words.`,
  example: true,
})
const units = unitsIn('body')
const interval = intervalIn('body')
const band = z.array(score.shape.score).length(2).nullable()

/** Creates the tool that returns the scores of one or many places in one call. */
export function scoresTool(ids: readonly DimensionId[]): Tool {
  const dimensions = dimensionsAmong(ids, 'body')
  const parameters = [places.parameter, dimensions, whole, interval, units] as const
  return {
    name: 'scores',
    title: 'Scores of places',
    description:
      `Scores of 1 to 100 places in ${ANY_COVERED} by \`dimensions\`, or all: walkability, noise, air, flood and ` +
      'so on. Use this first to learn about a place. Scores are 1-255; 0 is no data; the tool `dimensions` ' +
      `explains them. A place whose radius is above ${EXACT} (up to 25 such) gets bands: report the band, ` +
      'as in "walkability 96-180". Use `compare` for 2 to 10 places side by side.',
    input: z.object({
      places: places.schema,
      dimensions: parameterSchema(dimensions),
      descriptions: parameterSchema(whole),
      interval: parameterSchema(interval),
      units: parameterSchema(units),
    }),
    output: z
      .object({
        places: z
          .array(
            z.object({
              label: z.string(),
              outside: z.literal(true).optional().describe('The place is outside the coverage: it has no scores.'),
              scores: z.record(z.string(), score.shape.score.describe('0 = no data.')).optional(),
              intervals: z.record(z.string(), band).optional().describe('Only if `interval` is true; null if unknown.'),
              bands: z
                .record(z.string(), band)
                .optional()
                .describe(
                  `Instead of scores if the radius is above ${EXACT}: the middle 80% of people in its ` +
                    'circle live between these scores; null without data.',
                ),
              words: z
                .record(z.string(), z.string())
                .optional()
                .describe('The scores in words. For a band, the words for both ends, or why there is no band.'),
            }),
          )
          .describe('In the order of the request, by dimension.'),
        note: z.string().nullable().describe('Which places cannot be told apart.'),
      })
      .meta({ title: 'PlaceScores' }),
    parameters,
    prepare: (vicinage, input) => {
      const {
        places: texts,
        dimensions: chosen = ids,
        descriptions,
        interval,
        units,
      } = parseArguments(parameters, input)
      const requested = places.read(texts)
      const labels = getLabels(requested)
      const words = chooseWords(requested.length, chosen.length, descriptions)
      return {
        cost: placesCost(requested, places.parameter.name),
        answer: () => {
          if (requested.length === 1) refuseOutside(vicinage, requested[0], requested[0].label ?? undefined)
          const answers = requested.map((place, at) => ({
            label: labels[at],
            ...getScores(vicinage, place, chosen, { words, interval, units }),
          }))
          return { places: answers, note: sameCenterNote(requested, labels) }
        },
      }
    },
  }
}

/** Chooses the length of the descriptions. Descriptions that the caller requested are not shortened. */
function chooseWords(places: number, dimensions: number, isRequested: boolean | undefined): WordOptions['words'] {
  if (isRequested) return 'whole'
  if (places > FEW_PLACES) return 'none'
  return isRequested === undefined && dimensions <= FEW ? 'whole' : 'few'
}

interface WordOptions extends Pick<ScoreOptions, 'units'> {
  readonly words: 'none' | 'few' | 'whole'
  readonly interval: boolean
}

/** Returns the scores of a place, or score bands if the place is only known roughly. */
function getScores(vicinage: Library, place: Place, ids: readonly DimensionId[], options: WordOptions) {
  const { words, interval, units } = options
  if (isOutside(vicinage, place)) return { outside: true }
  const ladders = new Map(getCatalog(vicinage).map(({ id, ladder }) => [id, ladder]))
  const few = (id: DimensionId, score: number) => (score === 0 ? 'no data' : wordsFor(ladders.get(id)!, score))
  if (isRough(place)) {
    const summaries = Object.entries(scoresIfLoaded(vicinage, place, ids, { units, ...(interval ? { interval } : {}) }))
    const ranges = summaries.map(([id, { interval: range }]) => [id, range ? [range.low, range.high] : null])
    const bands = summaries.map(([id, { band }]) => [id, band && getBand(band)])
    const texts = summaries.map(([id, { description, band }]) => [
      id,
      description?.replace(/\.$/, '') ?? band?.note?.text,
    ])
    return {
      bands: Object.fromEntries(bands),
      ...(interval && { intervals: Object.fromEntries(ranges) }),
      ...(words !== 'none' && { words: Object.fromEntries(texts.filter(([, text]) => text !== undefined)) }),
    }
  }
  const summaries = ids.map((id) => {
    const options = { description: words === 'whole', ...(interval ? { interval } : {}), units }
    const { score, description, interval: range } = scoreIfLoaded(vicinage, id, place, options)
    return [id, score, description ?? few(id, score), range ? [range.low, range.high] : null] as const
  })
  return {
    scores: Object.fromEntries(summaries.map(([id, score]) => [id, score])),
    ...(interval && { intervals: Object.fromEntries(summaries.map(([id, , , range]) => [id, range])) }),
    ...(words !== 'none' && { words: Object.fromEntries(summaries.map(([id, , text]) => [id, text])) }),
  }
}

function isOutside(vicinage: Library, place: Place): boolean {
  try {
    refuseOutside(vicinage, place)
    return false
  } catch (error) {
    if (error instanceof NotFoundError) return true
    throw error
  }
}

/** Creates the tool that lists the catalog briefly, or all details of one dimension. */
export function dimensionsTool(ids: readonly DimensionId[]): Tool {
  const parameter = {
    ...dimensionAmong(ids),
    in: 'body',
    required: false,
    description: 'Only this dimension, with its method and sources.',
  } as const
  return {
    name: 'dimensions',
    title: 'What the scores mean',
    description:
      'The dimensions and what 1 and 255 mean in each; with `dimension`, everything about it: scale, method, ' +
      'sources. Use it before putting scores into words.',
    input: argumentsSchema([parameter]),
    output: z
      .object({
        dimensions: z.array(
          z.object({
            ...dimensionEntry.partial().shape,
            id: z.string(),
            low: z.string().optional().describe('What 1 means.'),
            high: z.string().optional().describe('What 255 means.'),
            states: z.array(z.string()).optional().describe('States with data; absent if all states have data.'),
          }),
        ),
      })
      .meta({ title: 'Dimensions' }),
    parameters: [parameter],
    prepare: (vicinage, input) => {
      const { dimension } = parseArguments([parameter], input)
      const entries = () => vicinage.dimensions()
      if (dimension !== undefined)
        return { cost: ONE_SCORE, answer: () => ({ dimensions: entries().filter(({ id }) => id === dimension) }) }
      const answer = () => ({
        dimensions: getCatalog(vicinage).map(({ id, name, group, scale, states }) => ({
          id,
          name,
          group,
          low: scale.low,
          high: scale.high,
          ...(states && { states }),
          loaded: entries().find((entry) => entry.id === id)?.loaded ?? true,
        })),
      })
      return { cost: ONE_SCORE, answer }
    },
  }
}
