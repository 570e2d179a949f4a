import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { Districts } from '../districts/districts.ts'
import { NotLoadedError } from '../errors.ts'
import type { Geography } from '../geography.ts'
import type { StateOrCounty } from './area-answer.ts'
import { Bands } from './around.ts'
import type { PlaceAreas } from './place-members.ts'

/** Kinds of areas that are ranked. */
export type RankedKind = 'city' | 'zip' | 'county' | 'district'

/** What `rank` takes beside the dimension. */
export interface RankOptions {
  /** What is ranked. */
  readonly of: RankedKind
  /** A state by its two letters, or a county by its five digits or its name and state; all of the coverage when left out. */
  readonly within?: StateOrCounty | undefined
  /** 1 to 1,000; default 10. */
  readonly limit?: number | undefined
  /** Which come first; default `highest`. */
  readonly order?: 'highest' | 'lowest' | undefined
  /** Areas of fewer people are left out; default 1. */
  readonly minPeople?: number | undefined
}

/** An area in its place in a ranking. */
export interface RankedArea {
  /** From 1; areas of the same mean have the same. */
  readonly rank: number
  /** `Austin, TX`, `78701`, `Travis County, TX`, the name of a district */
  readonly name: string
  /** Code of a county (5 digits) or district (7); null of cities and ZIPs. */
  readonly id: string | null
  /** Those with a score: the mean is theirs. */
  readonly people: number
  /** People-weighted mean score, to a tenth. */
  readonly mean: number
}

/** Areas by the mean score of their people, who live at the centers of their block groups. `[from, to)` are the block groups that count. */
export function rankAreas(
  geography: Geography,
  areas: readonly RankedMembers[],
  dimension: LoadedDimension,
  [from, to]: readonly [from: number, to: number],
  {
    limit,
    order,
    minPeople,
  }: { readonly limit: number; readonly order: 'highest' | 'lowest'; readonly minPeople: number },
): readonly RankedArea[] {
  const score = centerScores(geography, dimension, from, to)
  const means = areas.flatMap(({ name, id, blockGroups }) => {
    let people = 0
    let sum = 0
    for (let i = 0; i < blockGroups.length; i++) {
      const blockGroup = blockGroups[i]
      if (blockGroup < from || blockGroup >= to || score[blockGroup - from] === 0) continue
      people += geography.people[blockGroup]
      sum += geography.people[blockGroup] * score[blockGroup - from]
    }
    return people < Math.max(1, minPeople) ? [] : [{ name, id, people, mean: Math.round((sum / people) * 10) / 10 }]
  })
  const sign = order === 'highest' ? -1 : 1
  means.sort((a, b) => sign * (a.mean - b.mean) || b.people - a.people || (a.name < b.name ? -1 : 1))
  let rank = 0
  return means.slice(0, limit).map((area, i) => {
    if (i === 0 || area.mean !== means[i - 1].mean) rank = i + 1
    return { rank, ...area }
  })
}

function centerScores(geography: Geography, dimension: LoadedDimension, from: number, to: number): Uint8Array {
  const lon = new Float64Array(to - from)
  const lat = new Float64Array(to - from)
  for (let i = 0; i < lon.length; i++) {
    const center = geography.centerOf(from + i)
    lon[i] = center.lon
    lat[i] = center.lat
  }
  const score = new Uint8Array(lon.length)
  Bands.of(geography).scorer.score(lon, lat, [dimension], [score])
  return score
}

/** An area to be ranked. */
export interface RankedMembers {
  readonly name: string
  readonly id: string | null
  readonly blockGroups: ArrayLike<number>
}

/**
 * All areas of a kind with their block groups.
 *
 * @throws {NotLoadedError} when the bundle that knows them was left out
 */
export function areasOf(
  kind: RankedKind,
  geography: Geography,
  places: PlaceAreas | null,
  districts: (() => Districts) | null,
): readonly RankedMembers[] {
  if (kind === 'county') return counties(geography)
  if (kind === 'district') {
    if (districts === null)
      throw new NotLoadedError(
        'School districts are not loaded: districts.bundle was left out.',
        'districts_not_loaded',
      )
    return districtMembers(geography, districts())
  }
  if (places === null)
    throw new NotLoadedError('ZIPs and cities are not loaded: places.bundle was left out.', 'geocoder_not_loaded')
  return places.all(kind, geography).map((place) => ({ ...place, id: null }))
}

function counties(geography: Geography): RankedMembers[] {
  const found: RankedMembers[] = []
  for (let from = 0; from < geography.size; ) {
    if (geography.isAbsentBlockGroup(from)) {
      from++
      continue
    }
    const { blockGroup, county, state } = geography.describe(from)
    const id = blockGroup.slice(0, 5)
    const [first, to] = geography.blockGroupsOf(id)
    found.push({
      name: `${county}, ${state}`,
      id,
      blockGroups: Uint16Array.from({ length: to - first }, (_, i) => first + i),
    })
    from = to
  }
  return found
}

/** Every block group belongs to the districts that hold its center. */
function districtMembers(geography: Geography, districts: Districts): RankedMembers[] {
  const members = Array.from({ length: districts.count }, (): number[] => [])
  const found = new Int32Array(districts.most)
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    const { lat, lon } = geography.centerOf(blockGroup)
    const count = districts.at(lon, lat, found)
    for (let i = 0; i < count; i++) members[found[i]].push(blockGroup)
  }
  return members.map((blockGroups, i) => ({ name: districts.describe(i).name, id: districts.geoid(i), blockGroups }))
}
