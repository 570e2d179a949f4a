import * as z from 'zod'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { searchable } from '../../answers/dimensions/residents.ts'
import type { FitRequest } from '../../answers/fit/answers.ts'
import { getLabels, sameCenterNote } from '../../answers/scores/compare.ts'
import { fitParameters } from '../../base/parameters/fit-parameters.ts'
import { callFit, fitResponse } from '../../library/contract/fit.ts'
import { parameterSchema } from '../../library/contract/parameter-schema.ts'
import { placesCost } from '../../library/contract/place-cost.ts'
import { placesArgument } from './places.ts'
import { parseArguments, refuseOutside, type Tool } from './tool.ts'

const places = placesArgument({ fewest: 1, most: 100, mostRough: 25 })
const [weights, want, among] = fitParameters

/** Tool arguments for priorities. */
export const priorityParameters = [weights, want, among] as const

/** Refuses dimensions about residents, because tools have no option to allow them. */
export function refuseResidents(
  request: { readonly weights?: object | undefined; readonly want?: object | undefined },
  ids: readonly string[],
): void {
  for (const field of ['weights', 'want'] as const)
    for (const id of Object.keys(request[field] ?? {})) searchable(id, [field, id], null, ids)
}

/** Schemas that describe the priority arguments to clients. They are not used to check the arguments. */
const prioritySchemas = {
  weights: z
    .record(z.string(), z.number().min(0).max(1_000_000))
    .meta({ description: 'By dimension; dimensions with weight 0 are ignored.', examples: [weights.example] }),
  want: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'By dimension: high (default), low, or { around: 1-255 }.', examples: [want.example] }),
  among: parameterSchema({
    ...among,
    description: 'Compare with the residents of the state (default) or the coverage.',
  }),
}

/** Creates the tool that computes how well places fit a set of priorities. */
export function fitTool(ids: readonly DimensionId[]): Tool {
  const parameters = [places.parameter, ...priorityParameters] as const
  return {
    name: 'fit',
    title: 'How well places fit',
    description:
      'How well 1 to 100 places fit what matters to someone, 0-100, best first: the mean of ' +
      'percentiles weighted by `weights`. `reasons` explains it. Use `rank` for areas. Dimensions about ' +
      'residents are rejected.',
    input: z.object({ places: places.schema, ...prioritySchemas }),
    output: z
      .object({
        places: z.array(
          z.object({
            label: z.string(),
            fit: fitResponse.shape.fit,
            interval: fitResponse.shape.interval.optional(),
            missing: fitResponse.shape.missing.optional(),
            reasons: z.string(),
          }),
        ),
        note: z.string().nullable(),
      })
      .meta({ title: 'PlaceFits' }),
    parameters,
    prepare: (vicinage, input) => {
      const { places: texts, ...request } = parseArguments(parameters, input)
      refuseResidents(request, ids)
      const requested = places.read(texts)
      const labels = getLabels(requested)
      return {
        cost: placesCost(requested, places.parameter.name),
        answer: () => {
          if (requested.length === 1) refuseOutside(vicinage, requested[0], requested[0].label ?? undefined)
          const answers = requested.map((place, at) => {
            const { fit, interval, missing, description } = callFit('body', () =>
              vicinage.fit(place, request as unknown as FitRequest<string>),
            )
            return {
              label: labels[at],
              fit,
              ...(interval && { interval }),
              ...(missing.length > 0 && { missing }),
              reasons: description,
            }
          })
          return {
            places: answers.sort((a, b) => (b.fit ?? -1) - (a.fit ?? -1)),
            note: sameCenterNote(requested, labels),
          }
        },
      }
    },
  }
}
