import { keptBy } from '../../data/bundle/once.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { type AreaData, type AreaShape, groundOf } from './area-answer.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { type Members, membersOf, type RankedKind } from './members.ts'

/** What `rank` takes beside the dimension. */
export interface RankOptions {
  /** What is ranked. */
  readonly of: RankedKind
  /**
   * An area, as `area` takes it: ranked are those of which more than half of the people live in it. All of the coverage
   * when left out.
   */
  readonly within?: AreaShape | undefined
  /** 1 to 1,000; default 10. */
  readonly limit?: number | undefined
  /** Which come first; default `highest`. */
  readonly order?: 'highest' | 'lowest' | undefined
  /** Areas of fewer people are left out; default 1. */
  readonly minPeople?: number | undefined
  /** Milliseconds after which it ends with an error of the code `limit_exceeded`; default 60,000. */
  readonly timeout?: number | undefined
}

/** An area in its place in a ranking. */
export interface RankedArea {
  /** From 1; areas of the same mean have the same. */
  readonly rank: number
  /** What it is. */
  readonly kind: RankedKind
  /**
   * The ZIP, or the code of a city or district (7 digits) or county (5); null of a city that is only a name of the
   * Postal Service.
   */
  readonly id: string | null
  /** `Austin, TX`, `78701`, `Travis County, TX`, the name of a district */
  readonly name: string
  /** Census of 2020: of ZIPs and counties as counted, of cities and districts the sum over homes. */
  readonly people: number
  /** Mean score of the people with one, to a tenth. */
  readonly mean: number
  /** Share of the people without a score, 0-0.5: where more have none, an area is left out. */
  readonly without_data: number
}

/** A ranking whose words have been checked. */
interface Ranking {
  readonly of: RankedKind
  readonly within: AreaShape | undefined
  readonly limit: number
  readonly order: 'highest' | 'lowest'
  readonly minPeople: number
  /** Milliseconds that a search for those in `within` may take. */
  readonly timeout: number
}

/**
 * Areas by the mean score of their people.
 *
 * @throws {NotLoadedError} when the bundle that knows them was left out
 * @throws {ValidationError} `limit_exceeded`, where `within` has too many vertices, or it takes too long
 */
export function rankAreas(
  data: AreaData,
  dimension: LoadedDimension,
  { of, within, limit, order, minPeople, timeout }: Ranking,
): readonly RankedArea[] {
  const members = membersOf(of, data)
  const isWithin = within === undefined ? null : rowsWithin(data, members, within, timeout)
  const least = Math.max(1, minPeople)
  const means = meansOf(dimension)(members)[order]
  const found = means.filter(({ row, people }) => people >= least && (isWithin?.[row] ?? 1) === 1)
  let rank = 0
  return found.slice(0, limit).map(({ id, name, people, mean, without_data }, i) => {
    if (i === 0 || mean !== found[i - 1].mean) rank = i + 1
    return { rank, kind: of, id, name, people, mean, without_data }
  })
}

type Mean = Omit<RankedArea, 'rank' | 'kind'> & { readonly row: number }

type Sorted = Readonly<Record<Ranking['order'], readonly Mean[]>>

/** Of the areas of which at least half of the people have a score; computed and sorted once. */
const meansOf = keptBy((dimension: LoadedDimension) =>
  keptBy((members: Members): Sorted => sortedBoth(computed(members, dimension))),
)

function sortedBoth(means: readonly Mean[]): Sorted {
  const by = (sign: number) =>
    means.toSorted((a, b) => sign * (a.mean - b.mean) || b.people - a.people || (a.name < b.name ? -1 : 1))
  return { highest: by(-1), lowest: by(1) }
}

function computed({ rows, start, places, ...members }: Members, dimension: LoadedDimension): readonly Mean[] {
  const score = members.scoresOf(dimension)
  return rows.flatMap(({ id, name, people }, row) => {
    let [all, scored, sum] = [0, 0, 0]
    for (let i = start[row]; i < start[row + 1]; i++) {
      const own = members.peopleAt(places[i])
      all += own
      if (score[places[i]] === 0) continue
      scored += own
      sum += own * score[places[i]]
    }
    if (scored === 0 || scored * 2 < all) return []
    const without_data = Math.round((1 - scored / all) * 1000) / 1000
    return [
      { row, id, name, people: people ?? Math.round(all), mean: Math.round((sum / scored) * 10) / 10, without_data },
    ]
  })
}

/** Rankings within areas are asked for again and again. */
const KEPT = 16
const masksOf = keptBy((_: Members) => new Map<string, Uint8Array>())

/** 1 for each area of which more than half of the people live in another. */
function rowsWithin(data: AreaData, members: Members, within: AreaShape, timeout: number): Uint8Array {
  const kept = masksOf(members)
  const key = JSON.stringify(within)
  const mask = kept.get(key) ?? maskOf(data, members, within, timeout)
  kept.delete(key)
  kept.set(key, mask)
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return mask
}

function maskOf(data: AreaData, members: Members, within: AreaShape, timeout: number): Uint8Array {
  const { rows, start, places, blockGroupAt, pointAt, peopleAt } = members
  const { ground } = groundOf(data, within)
  const budget = new Budget({ ...DEFAULT_LIMITS, time: timeout }, 'within')
  if ('edges' in ground) budget.allow('vertices', ground.edges ?? 0)
  const steps = 'parts' in ground ? (ground.parts?.length ?? 1) : 1
  let holds: (place: number) => boolean
  if ('blockGroups' in ground) {
    const isMember = new Uint8Array(data.geography.size)
    for (let i = 0; i < ground.blockGroups.length; i++) isMember[ground.blockGroups[i]] = 1
    holds = (place) => isMember[blockGroupAt(place)] === 1
  } else {
    const { west, south, east, north } = ground.box
    holds = (place) => {
      const { lon, lat } = pointAt(place)
      return lon >= west && lon <= east && lat >= south && lat <= north && ground.contains(lon, lat)
    }
  }
  return Uint8Array.from(rows, (_, row) => {
    let [all, inside] = [0, 0]
    for (let i = start[row]; i < start[row + 1]; i++) {
      budget.spend(steps)
      const people = peopleAt(places[i])
      all += people
      if (holds(places[i])) inside += people
    }
    return inside * 2 > all ? 1 : 0
  })
}
