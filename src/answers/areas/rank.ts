import { coveredStates } from '../../base/states.ts'
import { keptBy } from '../../data/bundle/once.ts'
import type { Geography } from '../../data/geography.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { NO_FIT, Priorities } from '../fit/priorities.ts'
import { type AreaData, type AreaLike, resolveGround } from './area-answer.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { getMembers, type Members, type RankedKind } from './members.ts'

/** Options of `rank`. */
export interface RankOptions<Kind extends RankedKind = RankedKind> {
  /** Kind of areas to rank. */
  readonly of: Kind
  /**
   * Area, as accepted by `area`, to which the ranking is limited. An area is ranked if more than half of its people
   * live in it. By default, the whole coverage is ranked.
   */
  readonly within?: AreaLike | undefined
  /** Maximum number of areas, 1 to 1,000; 10 by default. */
  readonly limit?: number | undefined
  /** Which areas come first; `highest` by default. */
  readonly order?: 'highest' | 'lowest' | undefined
  /** Minimum number of people in an area; 1 by default. */
  readonly minPeople?: number | undefined
  /** Milliseconds after which the ranking throws an error with code `limit_exceeded`; 60,000 by default. */
  readonly timeout?: number | undefined
}

/** An area in a ranking. */
export interface RankedArea<Kind extends RankedKind = RankedKind> {
  /** Rank from 1. Areas with the same mean share a rank. */
  readonly rank: number
  /** Kind of area. */
  readonly kind: Kind
  /**
   * ZIP code, or code of a city or district (7 digits) or county (5 digits); null for a city that is only a name used
   * by the Postal Service.
   */
  readonly id: Kind extends 'city' ? string | null : string
  /** Name: `Austin, TX`, `78701`, `Travis County, Texas`, or the name of a district. */
  readonly name: string
  /** Number of people, 2020 census: counts for ZIP codes and counties, the sum over homes for cities and districts. */
  readonly people: number
  /** Mean score of the people with a score, or mean fit of those with a fit, to a tenth. */
  readonly mean: number
  /** Share of the people without a score or fit, 0-0.5. Areas with a larger share are left out. */
  readonly without_data: number
}

/** Answer of `rank`, with the same fields as the answer of `find`. */
export interface RankAnswer<Kind extends RankedKind = RankedKind> {
  /** Boundary of `within`: `approximate` for cities without a census outline; `exact` without `within`. */
  readonly boundary: 'exact' | 'approximate'
  /** Number of areas, including those beyond the limit. */
  readonly total: number
  /** First areas of the ranking. */
  readonly areas: readonly RankedArea<Kind>[]
}

/** A checked ranking request. */
interface Ranking {
  readonly of: RankedKind
  readonly within: AreaLike | undefined
  readonly limit: number
  readonly order: 'highest' | 'lowest'
  readonly minPeople: number
  /** Maximum time in milliseconds to find the areas in `within`. */
  readonly timeout: number
}

/**
 * Ranks areas by the mean score or the mean fit of their people.
 *
 * @throws {NotLoadedError} when the bundle with the areas was left out
 * @throws {ValidationError} `limit_exceeded`, when `within` has too many vertices, or the ranking takes too long
 */
export function rankAreas(
  data: AreaData,
  by: LoadedDimension | Priorities,
  { of, within, limit, order, minPeople, timeout }: Ranking,
): RankAnswer {
  const members = getMembers(of, data)
  const inside = within === undefined ? null : rowsWithin(data, members, within, timeout)
  const least = Math.max(1, minPeople)
  const means = (by instanceof Priorities ? sortedBoth(fits(data, members, by)) : meansOf(by)(members))[order]
  const ranked = means.filter(({ row, people }) => people >= least && (inside === null || inside.holds[row] === 1))
  let rank = 0
  const areas = ranked.slice(0, limit).map(({ id, name, people, mean, without_data }, i) => {
    if (i === 0 || mean !== ranked[i - 1].mean) rank = i + 1
    return { rank, kind: of, id, name, people, mean, without_data }
  })
  return { boundary: inside?.boundary ?? 'exact', total: ranked.length, areas }
}

export type Mean = Omit<RankedArea, 'rank' | 'kind'> & { readonly row: number }

type Sorted = Readonly<Record<Ranking['order'], readonly Mean[]>>

/** Means of areas in which at least half of the people have a score, computed and sorted once per dimension. */
const meansOf = keptBy((dimension: LoadedDimension) =>
  keptBy((members: Members): Sorted => sortedBoth(computed(members, dimension))),
)

/** Returns the means of all areas by row, of a dimension or of the fit. */
export function meansByRow(
  data: AreaData,
  members: Members,
  by: LoadedDimension | Priorities,
): ReadonlyMap<number, Mean> {
  const means = by instanceof Priorities ? fits(data, members, by) : meansOf(by)(members).highest
  return new Map(means.map((mean) => [mean.row, mean]))
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

/** Computes the means of the fit at the places where people live. */
function fits({ geography }: AreaData, members: Members, priorities: Priorities): readonly Mean[] {
  const columns = priorities.dimensions.map((dimension) => members.getScores(dimension))
  const state = new Uint8Array(columns[0].length)
  const stateOfBlockGroup = statesOf(geography)
  for (const place of members.places) state[place] = stateOfBlockGroup[members.blockGroupAt(place)]
  const fit = new Uint8Array(state.length)
  priorities.column(columns, state, fit)
  return averaged(members, (place) => fit[place], NO_FIT)
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
 * @param noValue value of places without a score, which are left out
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

/** Number of masks to cache, because rankings within the same area are often repeated. */
const MAX_CACHED_MASKS = 16
const masksOf = keptBy((_: Members) => new Map<string, RowsWithin>())

/** The areas of a kind that lie in another area. */
interface RowsWithin {
  readonly boundary: RankAnswer['boundary']
  /** 1 for each area that has more than half of its people in the other area. */
  readonly holds: Uint8Array
}

/** Returns the areas that have more than half of their people in another area. */
export function rowsWithin(data: AreaData, members: Members, within: AreaLike, timeout: number): RowsWithin {
  const cache = masksOf(members)
  const key = JSON.stringify(within)
  const mask = cache.get(key) ?? buildMask(data, members, within, timeout)
  cache.delete(key)
  cache.set(key, mask)
  if (cache.size > MAX_CACHED_MASKS) cache.delete(cache.keys().next().value!)
  return mask
}

function buildMask(data: AreaData, members: Members, within: AreaLike, timeout: number): RowsWithin {
  const { rows, start, places, blockGroupAt, pointAt, peopleAt } = members
  const { ground, boundary } = resolveGround(data, within)
  const budget = new Budget({ ...DEFAULT_LIMITS, time: timeout }, 'within')
  if ('edges' in ground) budget.allow('vertices', ground.edges ?? 0)
  const steps = 'parts' in ground ? (ground.parts?.length ?? 1) : 1
  let isInside: (place: number) => boolean
  if ('blockGroups' in ground) {
    const isMember = new Uint8Array(data.geography.size)
    for (let i = 0; i < ground.blockGroups.length; i++) isMember[ground.blockGroups[i]] = 1
    isInside = (place) => isMember[blockGroupAt(place)] === 1
  } else {
    const { west, south, east, north } = ground.box
    isInside = (place) => {
      const { lon, lat } = pointAt(place)
      return lon >= west && lon <= east && lat >= south && lat <= north && ground.contains(lon, lat)
    }
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
  return { boundary, holds: mask }
}
