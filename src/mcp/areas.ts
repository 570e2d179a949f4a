import * as z from 'zod'
import { ABOUT_RESIDENTS, searchable } from '../areas/conditions.ts'
import { areaOf, stateOrCounty } from '../areas/named-area.ts'
import type { RankOptions } from '../areas/rank.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { findResponse } from '../endpoints/answers.ts'
import { areaResponse, asked, within as rankedWithin, rankingResponse } from '../endpoints/areas.ts'
import { parse } from '../endpoints/check.ts'
import type { FindRequest } from '../endpoints/endpoint.ts'
import { dimensionsAmong, findParameters, rankParameters } from '../endpoints/endpoint-parameters.ts'
import { foundAreas } from '../endpoints/find.ts'
import type { Parameter } from '../endpoints/parameter.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { ValidationError } from '../errors.ts'
import type { Tool } from './tool.ts'

const NOTATION =
  '`Austin, TX`, `Travis County, TX`, a ZIP (`78704`), a state (`TX`), `tract:48453000302`, `district:4808940`, or `LAT,LON,METERS`'

const areaText = {
  kind: 'string',
  name: 'area',
  in: 'body',
  required: true,
  maxLength: 120,
  description: `${NOTATION}.`,
  example: '78704',
} as const satisfies Parameter
/** One tool for what an area is like and for which areas are the most so. */
export function areaTool(ids: readonly DimensionId[]): Tool {
  const dimensions = {
    ...dimensionsAmong(ids, 'body'),
    description: 'Identifiers; all when left out; of a ranking one.',
    example: 'walkability',
  } as const satisfies Parameter
  const [of, limit, order, minPeople] = rankParameters
  const summaryParameters = [areaText, dimensions] as const
  const rankingParameters = [
    of,
    { ...dimensions, required: true },
    { ...rankedWithin, description: 'A state or county; everywhere when left out.' },
    { ...limit, le: 100, description: 'Greatest number of ranked areas.' },
    { ...order, description: 'Which mean scores come first.' },
    minPeople,
  ] as const
  const areaParameters: readonly Parameter[] = [
    ...summaryParameters,
    ...rankingParameters.filter(({ name }) => name !== 'dimensions'),
  ].map((parameter) => ({ ...parameter, in: 'body', required: false }))

  return {
    name: 'area',
    title: 'An area summed up, or areas ranked',
    description:
      'With `area`, a whole ZIP, city, county, tract, district, state or circle by the people who live there: for each of `dimensions` their mean score, p10, p50, p90 and the mean of the land; people, size, schools. With `of` in its place, cities, ZIPs, counties or districts ranked by their mean score in one dimension. For one place use scores.',
    input: argumentsSchema(areaParameters),
    output: z.object({ ...areaResponse.partial().shape, ...rankingResponse.partial().shape }).meta({ title: 'Area' }),
    parameters: areaParameters,
    prepare: (vicinage, input) => {
      if (((input ?? {}) as { readonly of?: unknown }).of != null) {
        const { of, dimensions, within, limit, order, min_people } = parse(rankingParameters, input)
        if (dimensions.length !== 1) throw refusal('dimensions', 'A ranking is by one dimension', dimensions)
        const [dimension] = dimensions
        searchable(dimension, ['dimensions'], false, ids)
        const options: RankOptions = {
          ...{ of, limit, order, minPeople: min_people },
          within: within === undefined ? undefined : stateOrCounty(within),
        }
        return {
          places: 1,
          answer: () => asked('body', () => ({ areas: [...vicinage.rank(dimension, options)] }), 'within'),
        }
      }
      const { area, dimensions } = parse(summaryParameters, input)
      return {
        places: 1,
        answer: () => asked('body', () => vicinage.area(shapeOf(area, 'area'), { dimensions }), 'area'),
      }
    },
  }
}

/** The area that a text of an agent names. */
function shapeOf(text: string, field: string) {
  const shape = asked('body', () => areaOf(text), field)
  if (shape !== null) return shape
  throw refusal(field, `There is no area '${text}'; write it as ${NOTATION}`, text)
}

function refusal(field: string, msg: string, input: unknown): ValidationError {
  return new ValidationError([{ type: 'value_error', loc: ['body', field], msg, input }])
}

const [where, , mostAreas, rankBy, fewestPeople] = findParameters
const searchParameters = [
  { ...where, description: 'Conditions by dimension: scores of 1 to 255 as `min`, `max` or both.' },
  {
    ...areaText,
    name: 'within',
    description: 'What is searched, up to a metropolitan area; written as `area` of the tool area.',
    example: 'Austin, TX',
  },
  { ...mostAreas, le: 20, default: 5 },
  {
    ...rankBy,
    description: 'Which come first: `people` (default), `size`, or the highest means of a dimension.',
  },
  fewestPeople,
] as const

/** Where several conditions hold together. */
export const find: Tool = {
  name: 'find',
  title: 'Areas in which conditions hold',
  description: `Where in a city it is quiet and walkable, and so on: the connected areas that satisfy all conditions of \`where\`, with name, people, size, scores and a place inside. Where nothing is found, lower the conditions. Conditions by ${ABOUT_RESIDENTS.join(', ')} are refused: fair housing law forbids to lead people to homes by who lives there.`,
  input: argumentsSchema(searchParameters),
  output: findResponse,
  parameters: searchParameters,
  prepare: (vicinage, input) => {
    const { within, rank_by, min_people, ...request } = parse(searchParameters, input)
    const asking = { ...request, within: shapeOf(within, 'within'), rankBy: rank_by, minPeople: min_people }
    return { places: 1, answer: () => foundAreas(vicinage, asking as unknown as FindRequest) }
  },
}
