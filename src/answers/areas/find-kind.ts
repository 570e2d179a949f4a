import type { Point } from '../../base/geo/place.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { refused } from '../dimensions/residents.ts'
import type { Priorities } from '../fit/priorities.ts'
import { summarizePeople } from './area.ts'
import { type AreaData, resolveGround } from './area-answer.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import type { DimensionRange } from './conditions.ts'
import { beyond, type FoundArea } from './find.ts'
import { getMembers, type RankedKind } from './members.ts'
import { namedArea } from './named-area.ts'
import { type Mean, MemberFits, meansByRow, type RankAnswer, rowsWithin } from './rank.ts'
import { fromCenter, type WithinAreas } from './within.ts'

/** A validated search for areas of one kind. */
export interface KindSearch {
  readonly of: RankedKind
  readonly where: readonly DimensionRange[]
  readonly within: WithinAreas
  readonly limit: number
  readonly rankBy: 'best' | 'people' | 'size' | 'fit' | LoadedDimension
  readonly priorities: Priorities | null
  readonly minPeople: number
  /** Whether cities include names that only the Postal Service uses. */
  readonly postalCities: boolean
  /**
   * Time limit in milliseconds for finding the areas in `within`. The same limit applies separately to summarizing the
   * areas in the answer.
   */
  readonly timeout: number
}

type KindArea = Omit<FoundArea, 'neighborhood' | 'city' | 'zip' | 'county'>

/**
 * Finds the areas of a kind whose mean scores satisfy all conditions. The means are computed as in `rank`.
 *
 * @throws {NotLoadedError} when the bundle with the areas is not loaded
 * @throws {ValidationError} when `rankBy` is `size`
 */
export function findKind(
  data: AreaData,
  { of, where, within, limit, rankBy, priorities, minPeople, postalCities, timeout }: KindSearch,
): { readonly boundary: RankAnswer['boundary']; readonly total: number; readonly areas: readonly KindArea[] } {
  if (rankBy === 'size') throw refused(['rank_by'], 'Areas found with `of` cannot be ordered by size', rankBy)
  const members = getMembers(of, data)
  const inside = rowsWithin(data, members, within, timeout)
  const ranges = where.map((range) => ({ range, means: meansByRow(members, range.dimension) }))
  const fits = priorities === null ? null : new MemberFits(data, members, priorities)
  const meanFits = new Map(fits?.means().map((mean) => [mean.row, mean]))
  const key = typeof rankBy === 'object' ? rankBy : null
  let keys: ReadonlyMap<number, Mean> | null = rankBy === 'fit' ? meanFits : null
  if (key !== null) keys = meansByRow(members, key)
  const condition = where.find(({ dimension }) => dimension === key)
  const sign = condition !== undefined && condition.min === 1 && condition.max < 255 ? -1 : 1
  const matching: { readonly area: Mean; readonly means: readonly number[]; readonly order: number }[] = []
  for (const [row, area] of ranges[0].means) {
    if (inside.holds[row] === 0 || area.people < Math.max(1, minPeople)) continue
    if (!postalCities && members.rows[row].isPostal === true) continue
    const means = ranges.flatMap(({ range: { min, max }, means }) => {
      const mean = means.get(row)?.mean
      return mean !== undefined && mean >= min && mean <= max ? [mean] : []
    })
    if (means.length < ranges.length) continue
    const best = () => ranges.reduce((sum, { range }, i) => sum + beyond(range, means[i]), 0)
    const order = rankBy === 'people' ? area.people : keys === null ? best() : sign * (keys.get(row)?.mean ?? -Infinity)
    matching.push({ area, means, order })
  }
  matching.sort((a, b) => b.order - a.order || b.area.people - a.area.people || (a.area.name < b.area.name ? -1 : 1))
  // Start the budget only now. The first search of a kind also has to prepare all areas of that kind, which could use
  // up the time limit.
  const budget = new Budget({ ...DEFAULT_LIMITS, time: timeout }, 'within')
  const areas = matching.slice(0, limit).map(({ area: { row, id, name, people }, means }) => {
    // Look up a city by row instead of by name, because several cities can have the same name. Rows of cities are
    // indexes into `all('city')`.
    const { ground } =
      of === 'city' ? data.places!.all('city')[row].ground(data.geography) : resolveGround(data, namedArea(of, id!))
    const { land_km2, lat, lon } = summarizePeople(data.geography, ground, [], budget)
    return {
      kind: of,
      id,
      name,
      people,
      km2: land_km2,
      ...rounded({ lat, lon }),
      ...fromCenter(inside.center, { lat, lon }),
      scores: Object.fromEntries(where.map(({ dimension }, i) => [dimension.dimension.id, means[i]])),
      ...(fits === null ? {} : fitOf(row)),
    }
  })
  return { boundary: inside.boundary, total: matching.length, areas }

  function fitOf(row: number): Pick<KindArea, 'fit' | 'contributions'> {
    const fit = meanFits.get(row)?.mean ?? null
    return { fit, contributions: fits!.contributions(row, fit !== null) }
  }
}

/** Rounds degrees to seven decimals, about a centimeter. */
function rounded({ lat, lon }: Point): Point {
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}
