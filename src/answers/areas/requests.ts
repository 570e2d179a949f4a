import { refusedArgument } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { dimensionsAmong, findParameters, rankParameters } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon, radius } from '../../base/parameters/known-parameters.ts'
import { checkOptions, type OptionNames, placeFields } from '../../base/parameters/options.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LayerOptions } from '../layers/layer.ts'
import type { ScoresAroundRequest } from '../scores/answers.ts'
import type { AreaOptions, AreaShape } from './area-answer.ts'
import { DEFAULT_LIMITS } from './budget.ts'
import type { Condition } from './conditions.ts'
import type { RankOptions } from './rank.ts'

const rankOptions: OptionNames<RankOptions> = {
  of: true,
  within: true,
  limit: true,
  order: true,
  minPeople: true,
  timeout: true,
}
const findRequest: OptionNames<FindRequest> = {
  where: true,
  within: true,
  limit: true,
  rank_by: true,
  min_people: true,
  outline: true,
  demographics: true,
  mostCells: true,
  timeout: true,
}

const layerOptions: OptionNames<LayerOptions> = {
  id: true,
  features: true,
  score: true,
  name: true,
  low: true,
  high: true,
}

const areaOptions: OptionNames<AreaOptions> = { dimensions: true, below: true, timeout: true }
const aroundRequest: OptionNames<ScoresAroundRequest> = { lat: true, lon: true, radius: true, dimensions: true }
const aroundParameters = [lat, lon, radius] as const

/** A request for scores in a circle, checked; `ids` are those that there are. Throws `ValidationError`. */
export function aroundRequestOf(request: ScoresAroundRequest<string>, ids: readonly DimensionId[]) {
  checkOptions(request, aroundRequest, placeFields)
  return parse([...aroundParameters, dimensionsAmong(ids, 'query')] as const, request)
}

/** What an area is asked for, checked; `ids` are those that there are. Throws `ValidationError`. */
export function areaOptionsOf(options: AreaOptions<string>, ids: readonly DimensionId[]) {
  checkOptions(options, areaOptions)
  const { dimensions } = parse([dimensionsAmong(ids, 'body')], options)
  const below = (options.below ?? {}) as Readonly<Record<string, number>>
  for (const [id, limit] of Object.entries(below))
    if (!(ids as readonly string[]).includes(id) || !(typeof limit === 'number' && limit >= 0 && limit <= 256))
      throw refusedArgument('below', `below has to be limits of 0 to 256 by dimension, not ${id}: ${limit}`, below)
  return { dimensions, below, timeout: timeoutOf(options) }
}

function timeoutOf({ timeout = DEFAULT_LIMITS.time }: { readonly timeout?: number | undefined }): number {
  if (timeout >= 1) return timeout
  throw refusedArgument('timeout', 'timeout has to be milliseconds, 1 and more', timeout)
}

/** The options of a ranking, checked. Throws `ValidationError`. */
export function rankOptionsOf(options: RankOptions) {
  checkOptions(options, rankOptions)
  return { ...parse(rankParameters, { ...options, min_people: options?.minPeople }), timeout: timeoutOf(options) }
}

/** The request of a search, checked but for its conditions and the shape of its area. Throws `ValidationError`. */
export function findRequestOf(request: FindRequest<string>) {
  checkOptions(request as FindRequest, findRequest)
  return parse(findParameters, request)
}

/** Refuses options of an own layer that do not exist. Throws `ValidationError`. */
export function checkLayer(layer: LayerOptions): void {
  checkOptions(layer, layerOptions)
}

/** What `find` takes. */
export interface FindRequest<Id extends string = DimensionId> {
  /** Scores by dimension, all of which hold. */
  readonly where: Readonly<Partial<Record<Id, Condition>>>
  /** What is searched: any area of `area`, up to a state. */
  readonly within: AreaShape
  /** 1-50; default 10. */
  readonly limit?: number | undefined
  /**
   * Which areas come first: `best` (default), those whose mean scores go farthest beyond the conditions, of the areas
   * in which a hundredth of the people found live; those with most `people`; of the greatest `size`; or by the mean
   * score of a dimension, the highest, or the lowest where its condition has no `min`.
   */
  readonly rank_by?: 'best' | 'people' | 'size' | Id | undefined
  /** Areas of fewer people are left out; default 0. */
  readonly min_people?: number | undefined
  /** Whether areas come with their outlines, GeoJSON polygons. Default false. */
  readonly outline?: boolean | undefined
  /** Whether conditions may be about residents. Default false. */
  readonly demographics?: boolean | undefined
  /** Greatest number of cells in the box of the area; default 40,000,000. */
  readonly mostCells?: number | undefined
  /** Milliseconds after which the search ends with an error; default 60,000. */
  readonly timeout?: number | undefined
}
