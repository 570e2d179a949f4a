import { refusedArgument } from '../../base/errors.ts'
import { WIDEST_SITE } from '../../base/geo/distance.ts'
import { parse } from '../../base/parameters/check.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { dimensionsAmong, findParameters, rankParameters } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon, radius } from '../../base/parameters/known-parameters.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { noDimension } from '../dimensions/residents.ts'
import type { FitRequest } from '../fit/answers.ts'
import type { LayerOptions } from '../layers/layer.ts'
import type { ScoresAroundRequest } from '../scores/answers.ts'
import type { AreaOptions } from './area-answer.ts'
import { DEFAULT_LIMITS } from './budget.ts'
import type { Condition } from './conditions.ts'
import type { RankedKind } from './members.ts'
import type { RankOptions } from './rank.ts'
import type { SitesOptions } from './sites.ts'
import type { WithinAreas } from './within.ts'

const rankOptions: OptionNames<RankOptions> = {
  of: true,
  within: true,
  limit: true,
  order: true,
  minPeople: true,
  postalCities: 'boolean',
  timeout: 'number',
}
const findRequest: OptionNames<FindRequest> = {
  of: true,
  where: true,
  within: true,
  limit: true,
  rankBy: true,
  rank_by: true,
  by: 'object',
  minPeople: true,
  min_people: true,
  postalCities: true,
  postal_cities: true,
  outline: true,
  demographics: true,
  mostCells: 'number',
  timeout: 'number',
  advice: 'boolean',
}

const layerOptions: OptionNames<LayerOptions> = {
  id: true,
  features: true,
  score: true,
  name: true,
  low: true,
  high: true,
}

const areaOptions: OptionNames<AreaOptions> = {
  dimensions: true,
  below: 'object',
  outline: 'boolean',
  timeout: 'number',
}
const sitesOptions: OptionNames<SitesOptions<string>> = {
  radius: 'number',
  dimensions: true,
  timeout: 'number',
  onProgress: 'function',
}
const aroundParameters = [lat, lon, radius] as const

/** Checks a request for scores in a circle. `ids` are the known dimensions. Throws `ValidationError`. */
export function parseAroundRequest(request: ScoresAroundRequest<string>, ids: readonly DimensionId[]) {
  checkPlace(request, ['dimensions', 'radius'])
  return parse([...aroundParameters, dimensionsAmong(ids, 'query')] as const, request)
}

/** Validates the options for `area`. `ids` are the known dimensions. Throws `ValidationError`. */
export function parseAreaOptions(options: AreaOptions<string>, ids: readonly DimensionId[]) {
  checkOptions(options, areaOptions)
  const { dimensions } = parse([dimensionsAmong(ids, 'body')], options)
  const below = (options.below ?? {}) as Readonly<Record<string, number>>
  for (const [id, limit] of Object.entries(below)) {
    if (!(ids as readonly string[]).includes(id))
      throw refusedArgument('below', noDimension(id, ids), below, 'dimension_unknown')
    if (!(typeof limit === 'number' && limit >= 0 && limit <= 256))
      throw refusedArgument(
        'below',
        `\`below\` must set a limit from 0 to 256 for each dimension, not ${id}: ${limit}`,
        below,
      )
  }
  return { dimensions, below, outline: options.outline ?? false, timeout: getTimeout(options) }
}

function getTimeout({ timeout = DEFAULT_LIMITS.time }: { readonly timeout?: number | undefined }): number {
  if (timeout >= 1) return timeout
  throw refusedArgument('timeout', 'timeout must be at least 1 millisecond', timeout)
}

/** Validates the options for `sites`. `ids` are the known dimensions. Throws `ValidationError`. */
export function parseSitesOptions(options: SitesOptions<string>, ids: readonly DimensionId[]): SitesOptions<string> {
  checkOptions(options, sitesOptions)
  const { dimensions } = parse([dimensionsAmong(ids, 'body')], options)
  const { radius } = options
  if (radius !== undefined && !(radius >= 1 && radius <= WIDEST_SITE))
    throw refusedArgument('radius', `radius must be 1 to ${WIDEST_SITE.toLocaleString('en-US')} meters`, radius)
  return { ...options, dimensions, timeout: getTimeout({ timeout: options.timeout ?? 10 * DEFAULT_LIMITS.time }) }
}

/** Checks the options of a ranking. Throws `ValidationError`. */
export function parseRankOptions(options: RankOptions) {
  checkOptions(options, rankOptions)
  const { minPeople: min_people, postalCities: postal_cities } = options ?? {}
  return { ...parse(rankParameters, { ...options, min_people, postal_cities }), timeout: getTimeout(options) }
}

/** Checks a search request, except for its conditions and the shape of its area. Throws `ValidationError`. */
export function parseFindRequest(request: FindRequest<string>) {
  checkOptions(request as FindRequest, findRequest)
  const { rankBy, minPeople, postalCities, ...others } = (request ?? {}) as Partial<FindRequest<string>>
  const { within, rank_by = rankBy, min_people = minPeople, postal_cities = postalCities } = others
  const values = { ...others, rank_by, min_people, postal_cities }
  // Over HTTP, `within` is always an object, so `findParameters` only accepts objects. Strings and lists are checked
  // later, by `resolveWithin`.
  if (typeof within !== 'string' && !Array.isArray(within)) return parse(findParameters, values)
  return { ...parse(findParameters, { ...values, within: {} }), within }
}

/** Rejects unknown options of a custom dimension. Throws `ValidationError`. */
export function checkLayer(layer: LayerOptions): void {
  checkOptions(layer, layerOptions)
}

/** Arguments of `find`. */
export interface FindRequest<Id extends string = DimensionId> {
  /** Conditions by dimension. Results satisfy all of the conditions. */
  readonly where: Readonly<Partial<Record<Id, Condition>>>
  /**
   * Kind of areas to find. If omitted, `find` returns connected parts in which every place satisfies the conditions.
   * Otherwise, `find` returns ZIP codes, cities, counties or districts in which the mean scores of the people satisfy
   * the conditions and more than half of the people live in `within`. Areas without a modeled home are omitted, as in
   * `rank`.
   */
  readonly of?: RankedKind | undefined
  /** Area to search, up to the size of a state, in any form that `area` accepts, or a list of up to 50 areas. */
  readonly within: WithinAreas
  /** Maximum number of areas, 1-50; 10 by default. */
  readonly limit?: number | undefined
  /**
   * Order of the results. `best` (default): areas whose mean scores exceed the conditions the most, except that areas
   * with less than 1% of the people in all results come last. `people`: most people first. `size`: largest first. A
   * dimension: highest mean score first, or lowest first if its condition has no `min`. `fit`, the default if there are
   * priorities: highest mean fit first.
   */
  readonly rankBy?: 'best' | 'people' | 'size' | 'fit' | Id | undefined
  /** HTTP spelling of `rankBy`. */
  readonly rank_by?: 'best' | 'people' | 'size' | 'fit' | Id | undefined
  /** Priorities, as for `fit`. Results are ordered by the priorities, and each result includes its mean `fit`. */
  readonly by?: FitRequest<Id> | undefined
  /** Minimum population of an area; 0 by default. */
  readonly minPeople?: number | undefined
  /** HTTP spelling of `minPeople`. */
  readonly min_people?: number | undefined
  /** Whether cities include names that only the Postal Service uses, as in `rank`; false by default. */
  readonly postalCities?: boolean | undefined
  /** HTTP spelling of `postalCities`. */
  readonly postal_cities?: boolean | undefined
  /** Whether to return outlines as GeoJSON polygons; false by default. */
  readonly outline?: boolean | undefined
  /** Whether conditions on dimensions about residents are allowed; false by default. */
  readonly demographics?: boolean | undefined
  /** Maximum number of cells in the bounding box of the area; 40,000,000 by default. */
  readonly mostCells?: number | undefined
  /** Time limit in milliseconds; 60,000 by default. A longer search throws an error. */
  readonly timeout?: number | undefined
  /**
   * Whether to add `totals_without` if no areas are found; true by default. This takes one more search per condition.
   */
  readonly advice?: boolean | undefined
}
