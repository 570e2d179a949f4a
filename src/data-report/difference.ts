import { encode } from 'fast-png'
import type { Place } from '../dimensions/loaded-dimension.ts'
import { eachHome, locate, type OpenedScores } from './people-scores.ts'

/** How many points a score has to move to count. */
export const MOVED = 10

/** People of a county in one dimension. */
export interface CountyDifference {
  readonly dimension: string
  /** 5-digit FIPS code. */
  readonly county: string
  readonly name: string
  people: number
  /** Whose score rose or fell by more than `MOVED`. */
  rose: number
  fell: number
  /** Who have a score only in the new data, or only in the old. */
  gained: number
  lost: number
}

/** What differs for whom: a row per dimension and county in which somebody's score moved. */
export interface Difference {
  readonly rows: readonly CountyDifference[]
  /** Homes whose score moved in some dimension: 1 up, -1 down, by the largest move; people without a move are 0. */
  readonly homes: readonly { readonly lon: number; readonly lat: number; readonly way: -1 | 0 | 1 }[]
}

/** Compares two data folders where people live, at the block groups of the new one. */
export function differenceOf(before: OpenedScores, after: OpenedScores): Difference {
  const pairs = after.loaded.flatMap((now) => {
    const then = before.loaded.find(({ dimension }) => dimension.id === now.dimension.id)
    return then === undefined ? [] : [{ now, then, rows: new Map<string, CountyDifference>() }]
  })
  const newPlace = (): Place => ({ lon: 0, lat: 0, zone: 0, blockGroup: 0 })
  const [here, there] = [newPlace(), newPlace()]
  const homes: Difference['homes'][number][] = []
  eachHome(after.geography, ({ lon, lat, people, county }) => {
    locate(after.geography, lon, lat, here)
    locate(before.geography, lon, lat, there)
    let largest = 0
    for (const { now, then, rows } of pairs) {
      const [score, old] = [now.score(here), then.score(there)]
      const row = rows.get(county) ?? {
        ...{ dimension: now.dimension.id, county, name: after.geography.countyNames[county] ?? county },
        ...{ people: 0, rose: 0, fell: 0, gained: 0, lost: 0 },
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
  })
  const rows = pairs.flatMap(({ rows }) =>
    [...rows.values()].filter(({ rose, fell, gained, lost }) => rose + fell + gained + lost > 0),
  )
  return { rows, homes }
}

/** The rows as CSV, with a header. */
export function differenceCsv(rows: readonly CountyDifference[]): string {
  const names = ['dimension', 'county', 'name', 'people', 'rose', 'fell', 'gained', 'lost'] as const
  const cell = (value: string | number) =>
    /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value
  return `${[names, ...rows.map((row) => names.map((name) => cell(row[name])))].map((cells) => cells.join(',')).join('\n')}\n`
}

const GRAY = [205, 205, 205] as const
const COLORS = { '-1': [202, 0, 32], '0': GRAY, '1': [5, 113, 176] } as const
const WIDTH = 1600

/** A map as PNG: homes in gray, red where the score that moved most fell or is gone, blue where it rose or is new. */
export function differenceMap(homes: Difference['homes']): Uint8Array {
  const lons = homes.map(({ lon }) => lon)
  const lats = homes.map(({ lat }) => lat)
  const low = (values: readonly number[]) =>
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = (values: readonly number[]) =>
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const [west, east, south, north] = [low(lons) - 0.2, high(lons) + 0.2, low(lats) - 0.2, high(lats) + 0.2]
  const scale = WIDTH / (east - west)
  // As wide as a degree is long in the middle of the map.
  const stretch = 1 / Math.cos(((south + north) / 2) * (Math.PI / 180))
  const height = Math.max(1, Math.ceil((north - south) * scale * stretch))
  const data = new Uint8Array(WIDTH * height * 3).fill(255)
  // Those that moved over the others.
  for (const isMoved of [false, true])
    for (const { lon, lat, way } of homes) {
      if ((way !== 0) !== isMoved) continue
      const [x, y] = [Math.floor((lon - west) * scale), Math.floor((north - lat) * scale * stretch)]
      const size = isMoved ? 2 : 1
      for (let row = y; row < Math.min(height, y + size); row++)
        for (let column = x; column < Math.min(WIDTH, x + size); column++)
          data.set(COLORS[`${way}`], (row * WIDTH + column) * 3)
    }
  return encode({ width: WIDTH, height, data, depth: 8, channels: 3 })
}
