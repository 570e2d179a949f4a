import type { DimensionId } from '../dimensions/catalog.ts'
import { parse } from '../endpoints/check.ts'
import type { FindRequest, ScoresAroundRequest } from '../endpoints/endpoint.ts'
import { dimensionsAmong, findParameters, rankParameters } from '../endpoints/endpoint-parameters.ts'
import { lat, lon, radius } from '../endpoints/known-parameters.ts'
import { refusedArgument } from '../errors.ts'
import type { LayerOptions } from '../layers/layer.ts'
import { checkOptions, type OptionNames, placeFields } from '../options.ts'
import type { NearestOptions } from '../vicinage.ts'
import type { AreaOptions } from './area-answer.ts'
import { DEFAULT_LIMITS } from './budget.ts'
import type { RankOptions } from './rank.ts'

const rankOptions: OptionNames<RankOptions> = { of: true, within: true, limit: true, order: true, minPeople: true }
const findRequest: OptionNames<FindRequest> = {
  where: true,
  within: true,
  limit: true,
  rankBy: true,
  minPeople: true,
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
const nearestOptions: OptionNames<NearestOptions> = { limit: true, maxDistance: true }

/** Meters: no farther are features of a layer looked for. */
const FARTHEST_FEATURE = 100_000

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
  const { timeout = DEFAULT_LIMITS.time } = options
  if (!(timeout >= 1)) throw refusedArgument('timeout', 'timeout has to be milliseconds, 1 and more', timeout)
  return { dimensions, below, timeout }
}

/** The options of a ranking, checked. Throws `ValidationError`. */
export function rankOptionsOf(options: RankOptions) {
  checkOptions(options, rankOptions)
  return parse(rankParameters, { ...options, min_people: options?.minPeople })
}

/** The request of a search, checked but for its conditions and the shape of its area. Throws `ValidationError`. */
export function findRequestOf(request: FindRequest<string>) {
  checkOptions(request as FindRequest, findRequest)
  return parse(findParameters, { ...request, rank_by: request?.rankBy, min_people: request?.minPeople })
}

/** Refuses options of an own layer that do not exist. Throws `ValidationError`. */
export function checkLayer(layer: LayerOptions): void {
  checkOptions(layer, layerOptions)
}

/** Which features are looked for, checked. Throws `ValidationError`. */
export function nearestOptionsOf(options: NearestOptions) {
  checkOptions(options, nearestOptions)
  const { limit = 1, maxDistance = FARTHEST_FEATURE } = options
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1000))
    throw refusedArgument('limit', 'limit has to be a whole number of 1 to 1000', limit)
  if (!(typeof maxDistance === 'number' && maxDistance >= 1 && maxDistance <= FARTHEST_FEATURE))
    throw refusedArgument('maxDistance', `maxDistance has to be 1 to ${FARTHEST_FEATURE} meters`, maxDistance)
  return { limit, maxDistance }
}
