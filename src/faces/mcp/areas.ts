import * as z from 'zod'
import type { AreaAnswer } from '../../answers/areas/area-answer.ts'
import { getLandNote } from '../../answers/areas/land-note.ts'
import type { RankedKind } from '../../answers/areas/members.ts'
import { getArea } from '../../answers/areas/named-area.ts'
import type { RankedArea, RankOptions } from '../../answers/areas/rank.ts'
import type { FindRequest } from '../../answers/areas/requests.ts'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { ABOUT_RESIDENTS, searchable } from '../../answers/dimensions/residents.ts'
import type { FitRequest } from '../../answers/fit/answers.ts'
import { ValidationError } from '../../base/errors.ts'
import {
  dimensionAmong,
  dimensionsAmong,
  findParameters,
  rankParameters,
} from '../../base/parameters/endpoint-parameters.ts'
import { required, type ValuesOf } from '../../base/parameters/parameter.ts'
import { findResponse } from '../../library/contract/answers.ts'
import {
  AREA_COST,
  areaResponse,
  callLibrary,
  getTimeout,
  RANK_COST,
  within as rankedWithin,
  rankingResponse,
  TIMEOUT,
} from '../../library/contract/areas.ts'
import { FIND_COST, findWithinLimits } from '../../library/contract/find.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import { priorityParameters, refuseResidents } from './fit.ts'
import { parseArguments, type Tool } from './tool.ts'

const NOTATION =
  '`Austin, TX`, `Travis County, TX`, a ZIP (`78704`), a state (`TX`), `tract:48453000302`, ' +
  '`district:4808940`, or `LAT,LON,METERS`'

const areaText = required('string', 'area', 'body', {
  maxLength: 120,
  description: `${NOTATION}.`,
  example: '78704',
})
const LEVELS = ['elementary', 'middle', 'high'] as const

/** Creates the tool that summarizes an area. */
export function areaTool(ids: readonly DimensionId[]): Tool {
  const parameters = [areaText, dimensionsAmong(ids, 'body')] as const
  return {
    name: 'area',
    title: 'Summary of an area',
    description:
      'A whole ZIP, city, county, tract, district, state or circle, described by its residents: for each of ' +
      '`dimensions` the mean score, p10, p50 and p90 (80% score from p10 to p90) and the share ' +
      'without data, if any; people, size, schools with mean rating. Use `scores` for one place, `rank` to ' +
      'order areas.',
    input: argumentsSchema(parameters),
    output: z
      .object({
        ...areaResponse.shape,
        scores: z.record(
          z.string(),
          z.object({
            mean: z.number().nullable(),
            p10: z.number().nullable(),
            p50: z.number().nullable(),
            p90: z.number().nullable(),
            without_data: z.number().optional(),
            note: z.string().optional(),
          }),
        ),
        note: z.string().optional(),
        schools: z
          .record(z.enum(LEVELS), z.array(z.number().nullable()).length(2))
          .nullable()
          .describe('By level: count and mean rating.'),
      })
      .meta({ title: 'Area' }),
    parameters,
    prepare: (vicinage, input) => {
      const { area, dimensions } = parseArguments(parameters, input)
      const shape = getShape(area, 'area')
      const options = { dimensions, timeout: getTimeout(shape) }
      const answer = () => callLibrary('body', () => summed(vicinage.area(shape, options)), 'area')
      return { cost: AREA_COST, answer }
    },
  }
}

/**
 * Shortens an area summary for agents. Omits the mean by land area, and how many people have measured, modeled or
 * estimated scores. If all dimensions have the same note, it is given only once.
 */
function summed({ scores, schools, ...area }: AreaAnswer) {
  const landNote = getLandNote(scores)
  const short = Object.entries(scores).map(([id, { mean, p10, p50, p90, without_data, note }]) => [
    id,
    { mean, p10, p50, p90, ...(without_data > 0 && { without_data }), ...(note && !landNote && { note: note.text }) },
  ])
  const levels = schools && LEVELS.map((level) => [level, [schools[level].schools, schools[level].mean_rating]])
  return {
    ...area,
    ...(landNote && { note: landNote.text }),
    scores: Object.fromEntries(short),
    schools: levels && Object.fromEntries(levels),
  }
}

const [weights, want] = priorityParameters
const prioritiesToRank = [{ ...weights, required: false }, want] as const

/**
 * Arguments of a ranking by fit. They have no examples, because the examples of all arguments of a tool form one sample
 * call, and the sample call of this tool ranks by a dimension.
 */
const inPlaceOfDimension = {
  weights: z.record(z.string(), z.number()).optional().describe('Instead of `dimension`; see `fit`.'),
  want: z.record(z.string(), z.unknown()).optional().describe('With weights; see `fit`.'),
}

/**
 * Schema of a ranking with `matches` instead of `contributions`, because all fields of a hundred areas would be too
 * long for a model.
 */
const briefRanking = rankingResponse.extend({
  areas: z.array(
    rankingResponse.shape.areas.element.omit({ contributions: true }).extend({
      matches: z
        .record(z.string(), z.number().nullable())
        .optional()
        .describe('With weights: mean match by dimension, 0-100; low matches lower the fit.'),
    }),
  ),
})

function withMatches({ contributions, ...area }: RankedArea<RankedKind, string>) {
  if (contributions === undefined) return area
  return { ...area, matches: Object.fromEntries(contributions.map(({ dimension, match }) => [dimension, match])) }
}

/** Creates the tool that ranks areas. */
export function rankTool(ids: readonly DimensionId[]): Tool {
  const [of, limit, order, minPeople] = rankParameters
  const byDimension = dimensionAmong(ids)
  const parameters = [
    { ...byDimension, required: false, description: 'Dimension to rank by; default: `weights`.' },
    of,
    { ...rankedWithin, description: 'Only areas inside this area; written as in `area`.' },
    { ...limit, le: 100, default: 10, description: 'Maximum number of ranked areas.' },
    order,
    minPeople,
  ] as const
  return {
    name: 'rank',
    title: 'Areas ranked',
    description:
      'Cities, ZIPs, counties or districts ranked by the mean score of their residents in one dimension, or by their ' +
      'mean fit by `weights` (see `fit`), highest first unless `order` is lowest. `min_people` omits small areas. `area` says what one of them ' +
      'is like.',
    input: argumentsSchema(parameters).extend(inPlaceOfDimension),
    output: briefRanking,
    parameters: [...parameters, ...prioritiesToRank],
    prepare: (vicinage, input) => {
      const isByFit = typeof input === 'object' && input !== null && 'weights' in input
      const { dimension, of, within, limit, order, min_people, ...fit } = parseArguments(
        isByFit ? [...parameters, ...prioritiesToRank] : [byDimension, ...parameters.slice(1), ...prioritiesToRank],
        input,
      ) as ValuesOf<readonly [...typeof parameters, ...typeof prioritiesToRank]>
      if (isByFit && dimension !== undefined)
        throw refusal('weights', 'Rank by a dimension or by weights, not by both', null)
      if (dimension !== undefined) searchable(dimension, ['dimension'], null, ids)
      refuseResidents(fit, ids)
      const by = dimension ?? (fit as unknown as FitRequest<string>)
      const options: RankOptions = {
        of,
        limit,
        order,
        minPeople: min_people,
        within: within === undefined ? undefined : getShape(within, 'within'),
        timeout: TIMEOUT,
      }
      return {
        cost: RANK_COST,
        answer: () => {
          const { areas, ...answer } = callLibrary('body', () => vicinage.rank(by, options), 'within')
          return { ...answer, areas: areas.map(withMatches) }
        },
      }
    },
  }
}

/** Parses an area given as a string. */
function getShape(text: string, field: string) {
  const shape = callLibrary('body', () => getArea(text), field)
  if (shape !== null) return shape
  throw refusal(field, `'${text}' is not a known area; write areas as ${NOTATION}`, text)
}

function refusal(field: string, msg: string, input: unknown): ValidationError {
  return new ValidationError([{ type: 'value_error', loc: ['body', field], msg, input }])
}

const [where, , mostAreas, rankBy, , fewestPeople, , , kind] = findParameters

/** Creates the schema that describes the search conditions to clients. It is not used to check them. */
function whereSchema(ids: readonly string[]) {
  const bound = z.int().min(1).max(255).optional()
  return z
    .partialRecord(z.enum(ids), z.strictObject({ min: bound, max: bound }))
    .meta({ description: 'Conditions by dimension: `min`, `max` or both.', examples: [where.example] })
}

const searchParameters = [
  where,
  {
    ...areaText,
    name: 'within',
    description: 'Area to search, up to a metropolitan area; written as in `area`.',
    example: 'Austin, TX',
  },
  { ...mostAreas, le: 20, default: 5 },
  {
    ...rankBy,
    description: 'Order: `best` (default), `people`, `size`, or the means of a dimension.',
  },
  fewestPeople,
  kind,
] as const

/** Creates the tool that finds areas that meet several conditions. */
export function findTool(ids: readonly DimensionId[]): Tool {
  const schema = argumentsSchema(searchParameters)
  return {
    name: 'find',
    title: 'Areas that meet all conditions',
    description:
      'Where in a city it is quiet and walkable, and so on: the connected areas (with `of`: whole ZIPs and so on, by ' +
      'mean scores) that satisfy all of `where`, with name, people, size, scores and a place inside. If nothing is found, relax the ' +
      `conditions. Conditions by ${ABOUT_RESIDENTS.join(', ')} are rejected: fair-housing law forbids leading ` +
      'people to homes by who lives there.',
    input: schema.extend({ where: whereSchema(ids.filter((id) => !ABOUT_RESIDENTS.includes(id))) }),
    output: findResponse,
    parameters: searchParameters,
    prepare: (vicinage, input) => {
      const { within, ...request } = parseArguments(searchParameters, input)
      for (const id of ABOUT_RESIDENTS) {
        if (id in Object(request.where)) searchable(id, ['where', id], null, ids)
        if (id === request.rank_by) searchable(id, ['rank_by'], null, ids)
      }
      const asking = { ...request, within: getShape(within, 'within') }
      return { cost: FIND_COST, answer: () => findWithinLimits(vicinage, asking as unknown as FindRequest) }
    },
  }
}
