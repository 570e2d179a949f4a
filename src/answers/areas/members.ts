import { NotLoadedError } from '../../base/errors.ts'
import { keptBy } from '../../data/bundle/once.ts'
import type { Geography } from '../../data/geography.ts'
import { getBlockGroups, isAbsentBlockGroup } from '../../data/geography-areas.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { type AreaData, loadedPlaces } from './area-answer.ts'
import { Bands } from './around.ts'
import type { OutlinedKind, OutlinedPlaces } from './outlined-places.ts'
import { doubled, HOMES } from './people.ts'
import type { PlaceAreas } from './place-members.ts'

/** All areas of a kind, with the places where their people live: homes, or block group centers for counties. */
export interface Members {
  readonly rows: readonly MemberRow[]
  /**
   * Index in `places` of the first place of each area. The places of area i are at `start[i]` to `start[i + 1] - 1`.
   */
  readonly start: Uint32Array
  readonly places: Uint32Array
  peopleAt(place: number): number
  blockGroupAt(place: number): number
  pointAt(place: number): { readonly lon: number; readonly lat: number }
  /** Returns the scores of a dimension, indexed by place. */
  getScores(dimension: LoadedDimension): Uint8Array
}

export interface MemberRow {
  readonly id: string | null
  readonly name: string
  /** Census population; null if it must be added up from the places. */
  readonly people: number | null
  /** Whether the row is a city name that only the Postal Service uses. */
  readonly isPostal?: boolean | undefined
  /** County of a city. Present only if another city of the state has the same name. */
  readonly county?: string | undefined
}

const membersOf = keptBy((_: object) => new Map<string, { readonly geography: Geography; readonly members: Members }>())

/**
 * Returns the areas of a kind, computed once for each opened data folder.
 *
 * @throws {NotLoadedError} when the bundle with the areas is not loaded
 */
export function getMembers(kind: RankedKind, data: AreaData): Members {
  const { geography } = data
  const cache = membersOf(getOwner(kind, data))
  const cached = cache.get(kind)
  if (cached?.geography === geography) return cached.members
  const members = computeMembers(kind, data)
  cache.set(kind, { geography, members })
  return members
}

function computeMembers(kind: RankedKind, data: AreaData): Members {
  if (kind === 'county') return counties(data.geography)
  return kind === 'district' ? districts(data) : getPlaces(kind, data.geography, data.places!)
}

/** Returns the object used as the cache key for the areas of a kind. */
function getOwner(kind: RankedKind, { geography, places, hasGeocoder = false, districts }: AreaData): object {
  if (kind === 'county') return geography
  if (kind === 'district') {
    if (districts !== null) return districts()
    throw new NotLoadedError(
      'School districts are not loaded: districts.bundle was not included.',
      'districts_not_loaded',
      'Open with `schools: true` and a data folder that contains districts.bundle (`vicinage data copy --schools`).',
    )
  }
  return loadedPlaces({ places, hasGeocoder })
}

function counties(geography: Geography): Members {
  const rows: MemberRow[] = []
  const start = [0]
  const places: number[] = []
  for (let from = 0; from < geography.size; ) {
    if (isAbsentBlockGroup(geography, from)) {
      from++
      continue
    }
    const { blockGroup, county, state } = geography.describe(from)
    const id = blockGroup.slice(0, 5)
    const [first, to] = getBlockGroups(geography, id)
    rows.push({ id, name: `${county}, ${state}`, people: null })
    for (let i = first; i < to; i++) places.push(i)
    start.push(places.length)
    from = to
  }
  return {
    rows,
    start: Uint32Array.from(start),
    places: Uint32Array.from(places),
    peopleAt: (place) => geography.people[place],
    blockGroupAt: (place) => place,
    pointAt: (place) => geography.getCenter(place),
    getScores(dimension) {
      const centers = Array.from({ length: geography.size }, (_, i) => geography.getCenter(i))
      const lon = Float64Array.from(centers, ({ lon }) => lon)
      const lat = Float64Array.from(centers, ({ lat }) => lat)
      const score = new Uint8Array(geography.size)
      Bands.of(geography).scorer.score(lon, lat, [dimension], [score])
      return score
    },
  }
}

/** Assigns every home to the districts that contain it. */
function districts({ geography, districts: loadDistricts }: AreaData): Members {
  const districts = loadDistricts!()
  const rows = Array.from({ length: districts.count }, (_, i) => ({
    id: districts.geoid(i),
    name: districts.describe(i).name,
    people: null,
  }))
  const numbers = new Int32Array(districts.most)
  return withHomes(geography, rows, (lon, lat) => numbers.subarray(0, districts.at(lon, lat, numbers)))
}

/** Assigns every home to the ZIP codes or cities whose outline or circle contains it. */
function getPlaces(kind: 'zip' | 'city', geography: Geography, places: PlaceAreas): Members {
  const areas = places.all(kind)
  const outlines = places.outlines()
  const rowsOf: number[][] = Array.from({ length: outlines.count }, () => [])
  const inCircles = new Map<number, number[]>()
  areas.forEach((area, row) => {
    for (const number of area.outlines) rowsOf[number].push(row)
    if (area.outlines.length > 0) return
    for (const home of Bands.of(geography).people.homesIn(area.ground(geography).ground))
      inCircles.set(home, [...(inCircles.get(home) ?? []), row])
  })
  const rows = areas.map(({ id, name, county, isPostal, outlines: numbers }) => {
    return {
      id,
      name,
      county: county?.(geography),
      isPostal,
      people: numbers.length === 1 ? outlines.people(numbers[0]) : null,
    }
  })
  const none: readonly number[] = []
  const zips = outlinesOfHomes('zip', geography, outlines)
  const cities = kind === 'zip' ? null : outlinesOfHomes('city', geography, outlines)
  return withHomes(geography, rows, (_, __, home) => {
    const zipRows = rowsOf[zips[home]] ?? none
    if (cities === null) return zipRows
    const cityRows = rowsOf[cities[home]] ?? none
    const circleRows = inCircles.get(home)
    return zipRows.length === 0 && circleRows === undefined
      ? cityRows
      : [...zipRows, ...cityRows, ...(circleRows ?? none)]
  })
}

const outlineNumbersOf = keptBy((_: OutlinedPlaces) => new Map<OutlinedKind, Int32Array>())

/** Returns the outline number for each home, or -1 if no outline contains the home. */
function outlinesOfHomes(kind: OutlinedKind, geography: Geography, outlines: OutlinedPlaces): Int32Array {
  const cache = outlineNumbersOf(outlines)
  const { people } = Bands.of(geography)
  if (!cache.has(kind)) allHomes(geography)
  const numbers = cache.get(kind) ?? outlines.atAll(kind, people.lon, people.lat)
  cache.set(kind, numbers)
  return numbers
}

function allHomes(geography: Geography): Uint32Array {
  return Bands.of(geography).people.getHomes(Uint32Array.from({ length: geography.size }, (_, i) => i))
}

/**
 * Assigns all homes with residents to the areas of a kind.
 *
 * @param rowsAt returns the rows of the areas that contain a home
 */
function withHomes(
  geography: Geography,
  rows: readonly MemberRow[],
  rowsAt: (lon: number, lat: number, home: number) => ArrayLike<number>,
): Members {
  const { people, homes } = Bands.of(geography)
  const all = allHomes(geography)
  // Pairs of an area row and a home.
  let members = new Uint32Array(2 * all.length)
  let count = 0
  const start = new Uint32Array(rows.length + 1)
  for (const home of all) {
    if (people.of(Math.floor(home / HOMES)) === 0) continue
    const homeRows = rowsAt(people.lon[home], people.lat[home], home)
    for (let i = 0; i < homeRows.length; i++) {
      if (count === members.length) members = doubled(members)
      members[count++] = homeRows[i]
      members[count++] = home
      start[homeRows[i] + 1]++
    }
  }
  for (let row = 0; row < rows.length; row++) start[row + 1] += start[row]
  const places = new Uint32Array(count / 2)
  const next = start.slice()
  for (let i = 0; i < count; i += 2) places[next[members[i]]++] = members[i + 1]
  return {
    rows,
    start,
    places,
    peopleAt: (home) => people.at(home),
    blockGroupAt: (home) => Math.floor(home / HOMES),
    pointAt: (home) => ({ lon: people.lon[home], lat: people.lat[home] }),
    getScores: (dimension) => homes.columnsFor(all, [dimension])[0],
  }
}

/** Kinds of areas that can be ranked. */
export type RankedKind = 'city' | 'zip' | 'county' | 'district'
