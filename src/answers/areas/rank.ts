import type { Point } from '../../base/geo/place.ts'
import { coveredStates } from '../../base/states.ts'
import { keptBy } from '../../data/bundle/once.ts'
import type { Geography } from '../../data/geography.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { type AreaContribution, MeanContributions } from '../fit/mean-contributions.ts'
import { NO_FIT, Priorities } from '../fit/priorities.ts'
import type { AreaData } from './area-answer.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { getMembers, type Members, type RankedKind } from './members.ts'
import type { Region } from './region.ts'
import { containsPoint, resolveWithin, type WithinAreas } from './within.ts'

/** Options for `rank`. */
export interface RankOptions<Kind extends RankedKind = RankedKind> {
  /** Kind of areas to rank. */
  readonly of: Kind
  /**
   * Area to rank within, in any form that `area` accepts, or a list of up to 50 areas; the whole coverage area by
   * default. Ranks the areas that have more than half of their people inside.
   */
  readonly within?: WithinAreas | undefined
  /** Maximum number of areas, 1 to 1,000; 10 by default. */
  readonly limit?: number | undefined
  /**
   * Order of the ranking: `highest` (the default) or `lowest` means first. Ranks are numbered in this order, so that
   * with `lowest` the area of rank 1 has the lowest mean.
   */
  readonly order?: 'highest' | 'lowest' | undefined
  /** Minimum population of an area; 1 by default. */
  readonly minPeople?: number | undefined
  /**
   * Whether cities include names that only the Postal Service uses, such as Van Nuys; false by default. Postal cities
   * consist of ZIP codes, so their residents can also be counted in a census place.
   */
  readonly postalCities?: boolean | undefined
  /** Time limit in milliseconds; 60,000 by default. A longer ranking throws an error with code `limit_exceeded`. */
  readonly timeout?: number | undefined
}

/** An area in a ranking. */
export interface RankedArea<Kind extends RankedKind = RankedKind, Id extends string = DimensionId> {
  /** Rank from 1, in the order of the ranking. Areas with the same mean share a rank. */
  readonly rank: number
  /** Kind of area. */
  readonly kind: Kind
  /**
   * ZIP code, city or district code (7 digits) or county code (5 digits); null for a city without its own outline,
   * whose area is approximate.
   */
  readonly id: Kind extends 'city' ? string | null : string
  /** Name: `Austin, TX`, `78701`, `Travis County, Texas`, or a district name. */
  readonly name: string
  /**
   * County of a city, such as `Orange County`. Present only if another city of the state has the same name. To select
   * this city in a request, use `{ city, state, county }`.
   */
  readonly county?: string | undefined
  /**
   * Number of people. For a ZIP code, a county or a city with an `id`, the 2020 census count. For a district or any
   * other city, the number of people in the modeled homes inside.
   */
  readonly people: number
  /**
   * Mean score of the people with a score, or mean fit of the people with a fit, to a tenth. The shares of the scores
   * that are measured, modeled or estimated are in `area(ranked).scores[dimension].basis`.
   */
  readonly mean: number
  /** Share of the people without a score or fit, 0-0.5. Areas with a larger share are omitted. */
  readonly without_data: number
  /** Contribution of each dimension to the mean fit, highest weight first. Present only in rankings by weights. */
  readonly contributions?: readonly AreaContribution<Id>[]
}

/** Result of `rank`, with the same fields as the result of `find`. */
export interface RankAnswer<Kind extends RankedKind = RankedKind, Id extends string = DimensionId> {
  /** Boundary of `within`: `approximate` for cities without a census outline; `exact` without `within`. */
  readonly boundary: 'exact' | 'approximate'
  /** Number of ranked areas, including areas beyond the limit. */
  readonly total: number
  /** First areas of the ranking. */
  readonly areas: readonly RankedArea<Kind, Id>[]
}

/** A validated ranking request. */
interface Ranking {
  readonly of: RankedKind
  readonly within: WithinAreas | undefined
  readonly limit: number
  readonly order: 'highest' | 'lowest'
  readonly minPeople: number
  readonly postalCities: boolean
  /** Time limit in milliseconds for finding the areas in `within`. */
  readonly timeout: number
}

/**
 * Ranks areas by the mean score or the mean fit of their people.
 *
 * @throws {NotLoadedError} when the bundle with the areas is not loaded
 * @throws {ValidationError} `limit_exceeded`, when `within` has too many vertices, or the ranking takes too long
 */
export function rankAreas(
  data: AreaData,
  by: LoadedDimension | Priorities,
  { of, within, limit, order, minPeople, postalCities, timeout }: Ranking,
): RankAnswer<RankedKind, string> {
  const members = getMembers(of, data)
  const inside = within === undefined ? null : rowsWithin(data, members, within, timeout)
  const least = Math.max(1, minPeople)
  const fits = by instanceof Priorities ? new MemberFits(data, members, by) : null
  const means = (fits === null ? meansOf(by as LoadedDimension)(members) : sortedBoth(fits.means()))[order]
  const isRanked = (row: number) =>
    (inside === null || inside.holds[row] === 1) && (postalCities || members.rows[row].isPostal !== true)
  const ranked = means.filter(({ row, people }) => people >= least && isRanked(row))
  let rank = 0
  const areas = ranked.slice(0, limit).map(({ row, id, name, people, mean, without_data }, i) => {
    if (i === 0 || mean !== ranked[i - 1].mean) rank = i + 1
    const { county } = members.rows[row]
    const why = fits === null ? {} : { contributions: fits.contributions(row, true) }
    const twin = county === undefined ? {} : { county }
    return { rank, kind: of, id, name, ...twin, people, mean, without_data, ...why }
  })
  return { boundary: inside?.boundary ?? 'exact', total: ranked.length, areas }
}

export type Mean = Omit<RankedArea, 'rank' | 'kind' | 'contributions'> & { readonly row: number }

type Sorted = Readonly<Record<Ranking['order'], readonly Mean[]>>

/** Means of the areas in which at least half of the people have a score, sorted. Computed once per dimension. */
const meansOf = keptBy((dimension: LoadedDimension) =>
  keptBy((members: Members): Sorted => sortedBoth(computed(members, dimension))),
)

/** Returns the mean scores by row, without the areas in which more than half of the people have no score. */
export function meansByRow(members: Members, dimension: LoadedDimension): ReadonlyMap<number, Mean> {
  return new Map(meansOf(dimension)(members).highest.map((mean) => [mean.row, mean]))
}

function sortedBoth(means: readonly Mean[]): Sorted {
  const by = (sign: number) =>
    means.toSorted((a, b) => sign * (a.mean - b.mean) || b.people - a.people || (a.name < b.name ? -1 : 1))
  return { highest: by(-1), lowest: by(1) }
}

function computed(members: Members, dimension: LoadedDimension): readonly Mean[] {
  const score = members.getScores(dimension)
  return averaged(members, (place) => score[place], 0)
}

/** Fits of all areas of a kind, computed at the places where their people live. */
export class MemberFits {
  readonly #columns: readonly Uint8Array[]
  /** Index into `coveredStates` for each place. */
  readonly #state: Uint8Array
  readonly #fit: Uint8Array

  constructor(
    { geography }: AreaData,
    private readonly members: Members,
    private readonly priorities: Priorities,
  ) {
    this.#columns = priorities.dimensions.map((dimension) => members.getScores(dimension))
    this.#state = new Uint8Array(this.#columns[0].length)
    const stateOfBlockGroup = statesOf(geography)
    for (const place of members.places) this.#state[place] = stateOfBlockGroup[members.blockGroupAt(place)]
    this.#fit = new Uint8Array(this.#state.length)
    priorities.column(this.#columns, this.#state, this.#fit)
  }

  /** Returns the mean fits of areas in which at least half of the people have a fit. */
  means(): readonly Mean[] {
    return averaged(this.members, (place) => this.#fit[place], NO_FIT)
  }

  /**
   * Returns the contribution of each dimension to an area's mean fit.
   *
   * @param hasFit whether the area has a mean fit
   */
  contributions(row: number, hasFit: boolean): readonly AreaContribution<string>[] {
    const { start, places, peopleAt } = this.members
    const sums = new MeanContributions(this.priorities)
    for (let i = start[row]; i < start[row + 1]; i++) {
      const place = places[i]
      sums.add(this.#columns, place, this.#state[place], this.#fit[place], peopleAt(place))
    }
    return sums.answer(hasFit)
  }
}

/** Returns the index into `coveredStates` of each block group. */
const statesOf = keptBy((geography: Geography) =>
  Uint8Array.from({ length: geography.size }, (_, blockGroup) => {
    const fips = geography.getState(blockGroup)
    return coveredStates.findIndex((state) => state.fips === fips)
  }),
)

/**
 * Computes the mean value of each area, weighted by people.
 *
 * @param noValue value of places without a score, which are skipped
 */
function averaged(
  { rows, start, places, peopleAt }: Members,
  valueAt: (place: number) => number,
  noValue: number,
): readonly Mean[] {
  return rows.flatMap(({ id, name, people }, row) => {
    let all = 0
    let counted = 0
    let sum = 0
    for (let i = start[row]; i < start[row + 1]; i++) {
      const residents = peopleAt(places[i])
      all += residents
      const value = valueAt(places[i])
      if (value === noValue) continue
      counted += residents
      sum += residents * value
    }
    if (counted === 0 || counted * 2 < all) return []
    const without_data = Math.round((1 - counted / all) * 1000) / 1000
    return [
      { row, id, name, people: people ?? Math.round(all), mean: Math.round((sum / counted) * 10) / 10, without_data },
    ]
  })
}

/** Maximum number of `RowsWithin` results to cache. Rankings within the same area are often repeated. */
const MAX_CACHED_MASKS = 16
const masksOf = keptBy((_: Members) => new Map<string, RowsWithin>())

/** The areas of a kind that are in the `within` area. */
interface RowsWithin {
  readonly boundary: RankAnswer['boundary']
  /** Center of `within` if it is a circle. */
  readonly center: Point | undefined
  /** 1 for each area with more than half of its people inside the `within` area. */
  readonly holds: Uint8Array
}

/** Returns the areas that have more than half of their people inside `within`. */
export function rowsWithin(data: AreaData, members: Members, within: WithinAreas, timeout: number): RowsWithin {
  const cache = masksOf(members)
  const key = JSON.stringify(within)
  const mask = cache.get(key) ?? buildMask(data, members, within, timeout)
  cache.delete(key)
  cache.set(key, mask)
  if (cache.size > MAX_CACHED_MASKS) cache.delete(cache.keys().next().value!)
  return mask
}

function buildMask(data: AreaData, members: Members, within: WithinAreas, timeout: number): RowsWithin {
  const { rows, start, places, blockGroupAt, pointAt, peopleAt } = members
  const { grounds, boundary } = resolveWithin(data, within)
  const budget = new Budget({ ...DEFAULT_LIMITS, time: timeout }, 'within')
  let vertices = 0
  let steps = 0
  for (const ground of grounds) {
    if ('edges' in ground) vertices += ground.edges ?? 0
    steps += 'parts' in ground ? (ground.parts?.length ?? 1) : 1
  }
  budget.allow('vertices', vertices)
  const isMember = new Uint8Array(data.geography.size)
  const regions: Region[] = []
  for (const ground of grounds) {
    if (!('blockGroups' in ground)) regions.push(ground)
    else for (let i = 0; i < ground.blockGroups.length; i++) isMember[ground.blockGroups[i]] = 1
  }
  const isInside = (place: number) => {
    if (isMember[blockGroupAt(place)] === 1) return true
    if (regions.length === 0) return false
    const { lon, lat } = pointAt(place)
    return regions.some((region) => containsPoint(region, lon, lat))
  }
  const mask = Uint8Array.from(rows, (_, row) => {
    let all = 0
    let inside = 0
    for (let i = start[row]; i < start[row + 1]; i++) {
      budget.spend(steps)
      const people = peopleAt(places[i])
      all += people
      if (isInside(places[i])) inside += people
    }
    return inside * 2 > all ? 1 : 0
  })
  const center = grounds.length === 1 && 'center' in grounds[0] ? grounds[0].center : undefined
  return { boundary, center, holds: mask }
}
