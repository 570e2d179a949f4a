import { encode } from 'fast-png'
import { type DimensionId, dimensions } from '../../../answers/dimensions/catalog.ts'
import { BundledDimension, type Spot } from '../../../answers/dimensions/loaded-dimension.ts'
import { metersApart } from '../../../base/geo/distance.ts'
import { Geography } from '../../../data/geography.ts'
import { isAbsentBlockGroup } from '../../../data/geography-areas.ts'
import { readBundles } from '../../../library/open.ts'
import type { DataChoice } from '../../../library/user-data/data-in-use.ts'

/** Minimum change that counts: a score must rise or fall by more than this many points. */
export const MOVED = 10

/** Numbers of people whose score in one dimension changed, for one county, by type of change. */
export interface CountyDifference {
  readonly dimension: string
  /** Five-digit FIPS code. */
  readonly county: string
  readonly name: string
  people: number
  /** Number of people whose score rose by more than `MOVED`. */
  rose: number
  /** Number of people whose score fell by more than `MOVED`. */
  fell: number
  /** Number of people who have a score only in the new data. */
  gained: number
  /** Number of people who have a score only in the old data. */
  lost: number
}

/** Differences between two data folders, with one row per dimension and county in which someone's score changed. */
export interface Difference {
  readonly rows: readonly CountyDifference[]
  /**
   * Block group population centers, with the direction of the largest change in any dimension: 1 up, -1 down, 0 if no
   * score changed.
   */
  readonly homes: readonly { readonly lon: number; readonly lat: number; readonly way: -1 | 0 | 1 }[]
}

/**
 * Compares the scores of two data folders at block group population centers. The centers come from the newer folder, or
 * from the older folder for states that the newer one lacks. A missing dimension or state counts as no score.
 */
export function computeDifference(before: OpenedScores, after: OpenedScores): Difference {
  const find = ({ loaded }: OpenedScores, id: string) => loaded.find(({ dimension }) => dimension.id === id)
  const pairs = dimensions
    .map(({ id }) => ({
      id,
      newer: find(after, id),
      older: find(before, id),
      rows: new Map<string, CountyDifference>(),
    }))
    .filter(({ newer, older }) => newer !== undefined || older !== undefined)
  const newPlace = (): Spot => ({ lon: 0, lat: 0, zone: 0, blockGroup: 0 })
  const here = newPlace()
  const there = newPlace()
  const homes: Difference['homes'][number][] = []
  const visit = ({ lon, lat, people, county }: Home) => {
    locate(after.geography, lon, lat, here)
    locate(before.geography, lon, lat, there)
    let largest = 0
    for (const { id, newer, older, rows } of pairs) {
      const score = newer?.score(here) ?? 0
      const old = older?.score(there) ?? 0
      const row = rows.get(county) ?? {
        dimension: id,
        county,
        name: after.geography.countyNames[county] ?? before.geography.countyNames[county] ?? county,
        people: 0,
        rose: 0,
        fell: 0,
        gained: 0,
        lost: 0,
      }
      rows.set(county, row)
      row.people += people
      if (score > 0 && old === 0) row.gained += people
      else if (score === 0 && old > 0) row.lost += people
      else if (score - old > MOVED) row.rose += people
      else if (old - score > MOVED) row.fell += people
      if (Math.abs(score - old) > MOVED && Math.abs(score - old) > Math.abs(largest)) largest = score - old
    }
    homes.push({ lon, lat, way: Math.sign(largest) as -1 | 0 | 1 })
  }
  const states = new Set<string>()
  eachHome(after.geography, (home) => {
    states.add(home.county.slice(0, 2))
    visit(home)
  })
  eachHome(before.geography, (home) => {
    if (!states.has(home.county.slice(0, 2))) visit(home)
  })
  const rows = pairs.flatMap(({ rows }) =>
    [...rows.values()].filter(({ rose, fell, gained, lost }) => rose + fell + gained + lost > 0),
  )
  return { rows, homes }
}

/** Formats the rows as CSV with a header. */
export function differenceCsv(rows: readonly CountyDifference[]): string {
  const names = ['dimension', 'county', 'name', 'people', 'rose', 'fell', 'gained', 'lost'] as const
  const cell = (value: string | number) =>
    /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value
  const table = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  return `${table.map((cells) => cells.join(',')).join('\n')}\n`
}

const GRAY = [205, 205, 205] as const
const COLORS = { '-1': [202, 0, 32], '0': GRAY, '1': [5, 113, 176] } as const
const WIDTH = 1600

/**
 * Draws a PNG map of homes: gray if no score changed, red if the most changed score fell or disappeared, blue if it
 * rose or appeared.
 */
export function differenceMap(homes: Difference['homes']): Uint8Array {
  const lons = homes.map(({ lon }) => lon)
  const lats = homes.map(({ lat }) => lat)
  const low = (values: readonly number[]) =>
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const west = low(lons) - 0.2
  const east = high(lons) + 0.2
  const south = low(lats) - 0.2
  const north = high(lats) + 0.2
  const scale = WIDTH / (east - west)
  // Stretches latitudes to match the width of a degree of longitude at the center of the map.
  const stretch = 1 / Math.cos(((south + north) / 2) * (Math.PI / 180))
  const height = Math.max(1, Math.ceil((north - south) * scale * stretch))
  const data = new Uint8Array(WIDTH * height * 3).fill(255)
  // Homes whose score changed are drawn on top of homes whose score did not change.
  for (const isMoved of [false, true])
    for (const { lon, lat, way } of homes) {
      if ((way !== 0) !== isMoved) continue
      const x = Math.floor((lon - west) * scale)
      const y = Math.floor((north - lat) * scale * stretch)
      const size = isMoved ? 2 : 1
      for (let row = y; row < Math.min(height, y + size); row++)
        for (let column = x; column < Math.min(WIDTH, x + size); column++)
          data.set(COLORS[`${way}`], (row * WIDTH + column) * 3)
    }
  return encode({ width: WIDTH, height, data, depth: 8, channels: 3 })
}

interface OpenedScores {
  readonly geography: Geography
  readonly loaded: readonly BundledDimension[]
}

/**
 * Opens the scores of a data folder.
 *
 * @throws {BundleError} when the folder cannot be read
 */
export async function openScores({ data, userData = true }: DataChoice): Promise<OpenedScores> {
  const only = { schools: false, geocoder: false, userData }
  const bundles = await readBundles({ ...(data === undefined ? {} : { data }), ...only })
  const geography = new Geography(bundles.geography)
  const loaded = dimensions.flatMap((dimension, i) => {
    const bundle = bundles.dimensions[i]
    return bundle ? [new BundledDimension(dimension, bundle, geography)] : []
  })
  return { geography, loaded }
}

/** Population center of a block group. */
interface Home {
  readonly lon: number
  readonly lat: number
  readonly people: number
  /** Five-digit FIPS code. */
  readonly county: string
}

/** Visits the population centers of block groups. Skips states that are missing from a copied folder. */
function eachHome(geography: Geography, visit: (home: Home) => void): void {
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    const people = geography.people[blockGroup]
    if (people === 0 || isAbsentBlockGroup(geography, blockGroup)) continue
    const { lon, lat } = geography.getCenter(blockGroup)
    visit({ lon, lat, people, county: geography.describe(blockGroup).blockGroup.slice(0, 5) })
  }
}

/** Sets the coordinates of `place`, and looks up the zone and block group there. */
export function locate(geography: Geography, lon: number, lat: number, place: Spot): void {
  place.lon = lon
  place.lat = lat
  place.zone = geography.zoneAt(lon, lat)
  place.blockGroup = place.zone === 0 ? 0 : geography.blockGroupIn(place.zone, lon, lat)
}

/** Fractions (0-1) of people by the basis of their score. `none` means no score. */
export interface Shares {
  readonly measured: number
  readonly modeled: number
  readonly estimate: number
  readonly none: number
}

/**
 * For each dimension, counts the people in the given counties whose score is measured because an official map covers
 * them.
 */
export function measuredPeople(
  { geography, loaded }: OpenedScores,
  ids: readonly DimensionId[],
  counties: ReadonlySet<string>,
): { readonly people: number; readonly measured: ReadonlyMap<DimensionId, number> } {
  const wanted = loaded.filter(({ dimension }) => ids.includes(dimension.id as DimensionId))
  const measured = new Map(ids.map((id) => [id, 0]))
  const place: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  let all = 0
  eachHome(geography, ({ lon, lat, people, county }) => {
    if (!counties.has(county)) return
    all += people
    locate(geography, lon, lat, place)
    for (const dimension of wanted) {
      const id = dimension.dimension.id as DimensionId
      if (dimension.score(place) !== 0 && dimension.basis(place) === 'measured')
        measured.set(id, measured.get(id)! + people)
    }
  })
  return { people: all, measured }
}

/** Counts the people within `meters` of a place by county (5-digit FIPS code). */
export function peopleAround(
  geography: Geography,
  center: { readonly lat: number; readonly lon: number },
  meters: number,
): ReadonlyMap<string, number> {
  const people = new Map<string, number>()
  eachHome(geography, ({ lon, lat, people: count, county }) => {
    if (metersApart(center, { lon, lat }) <= meters) people.set(county, (people.get(county) ?? 0) + count)
  })
  return people
}

/** Returns the fractions of people by the basis of their score, for each dimension. */
export function getShares({ geography, loaded }: OpenedScores): ReadonlyMap<DimensionId, Shares> {
  const counts = loaded.map(() => ({ measured: 0, modeled: 0, estimate: 0, none: 0 }))
  const place: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  let all = 0
  eachHome(geography, ({ lon, lat, people }) => {
    locate(geography, lon, lat, place)
    all += people
    loaded.forEach((dimension, i) => {
      counts[i][dimension.score(place) === 0 ? 'none' : dimension.basis(place)] += people
    })
  })
  const share = (count: number) => (all === 0 ? 0 : count / all)
  return new Map(
    loaded.map(({ dimension }, i) => {
      const { measured, modeled, estimate, none } = counts[i]
      const shares = {
        measured: share(measured),
        modeled: share(modeled),
        estimate: share(estimate),
        none: share(none),
      }
      return [dimension.id as DimensionId, shares]
    }),
  )
}
