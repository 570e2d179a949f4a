import * as z from 'zod'
import type { DimensionId } from '../dimensions/catalog.ts'
import { catalogOf } from '../dimensions/catalog-of.ts'
import { dimensionEntry } from '../endpoints/answers.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { dimensionAmong } from '../parameters/endpoint-parameters.ts'
import { argumentsOf } from './arguments.ts'
import type { Tool } from './tool.ts'

/** The catalog in a few words, and all that is known of one dimension. */
export function dimensionsTool(ids: readonly DimensionId[]): Tool {
  const parameter = {
    ...dimensionAmong(ids),
    in: 'body',
    required: false,
    description: 'Only this one, with its method and sources.',
  } as const
  return {
    name: 'dimensions',
    title: 'What the scores mean',
    description:
      'The dimensions and what 1 and 255 mean in each; with `dimension` that one in full: scale, method, sources. Use it before scores are put into words.',
    input: argumentsSchema([parameter]),
    output: z
      .object({
        dimensions: z.array(
          z.object({
            ...dimensionEntry.partial().shape,
            id: z.string(),
            low: z.string().optional().describe('What 1 means.'),
            high: z.string().optional().describe('What 255 means.'),
            states: z.array(z.string()).optional().describe('Where it is known, unless everywhere.'),
          }),
        ),
      })
      .meta({ title: 'Dimensions' }),
    parameters: [parameter],
    prepare: (vicinage, input) => {
      const { dimension } = argumentsOf([parameter], input)
      const entries = () => vicinage.dimensions()
      if (dimension !== undefined)
        return { places: 1, answer: () => ({ dimensions: entries().filter(({ id }) => id === dimension) }) }
      const answer = () => ({
        dimensions: catalogOf(vicinage).map(({ id, name, group, scale, states }) => ({
          ...{ id, name, group, low: scale.low, high: scale.high },
          ...(states && { states }),
          loaded: entries().find((entry) => entry.id === id)?.loaded ?? true,
        })),
      })
      return { places: 1, answer }
    },
  }
}
