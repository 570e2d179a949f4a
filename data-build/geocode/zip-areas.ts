import type KDBush from 'kdbush'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { LatLon } from '../geography/center-index.ts'
import {
  type Center,
  placeStates,
  type RangeCounts,
  type StateCode,
  type ZipArea,
  type ZipEntry,
} from './place-files.ts'
import type { PlaceHomes } from './place-homes.ts'
import { computeMean, discRadius, heaviest, indexOf, nearest } from './population.ts'

/** A ZIP before its city is known. */
export interface ZipSpot {
  readonly zip: string
  readonly state: StateCode
  /** City name in the Postal Service's list; empty if the list lacks the ZIP. */
  readonly cityName: string
  /**
   * FIPS codes of the ZIP's counties. The county with the most street ranges comes first. Empty if no county is known.
   */
  readonly counties: readonly string[]
  /** Center of the ZIP; null for most PO boxes. */
  readonly center: LatLon | null
  /** Land area in square meters in 2010; NaN if unknown. */
  readonly land: number
  /** Points where the ZIP's residents live. */
  readonly members: readonly Center[]
}

/** Minimum share of a ZIP's street ranges in a county. Smaller shares are treated as errors. */
const MIN_SHARE = 0.02
/**
 * Maximum distance in meters from a ZIP's center to the nearest residents of its counties. A center that is farther
 * away and outside the ZIP's area is treated as an error.
 */
const FARTHEST_CENTER = 20_000
/** Minimum number of street ranges of a ZIP with houses. A ZIP with fewer ranges is for PO boxes. */
const MIN_RANGES = 50

/** Sources used to locate ZIPs. */
interface ZipSources {
  /** ZIPs in the Postal Service's list. */
  readonly entries: readonly ZipEntry[]
  /** Street ranges of each ZIP by county. */
  readonly ranges: RangeCounts
  readonly areas: ReadonlyMap<string, ZipArea>
  readonly centers: readonly Center[]
  readonly homes: PlaceHomes
  /** Returns the FIPS code of a county, or null if the county is unknown. */
  readonly countyOf: (name: string, state: StateCode) => string | null
}

/** Returns the ZIPs of the covered states with their counties, checked centers and residents. */
export function zipSpots({ entries, ranges, areas, centers, homes, countyOf }: ZipSources): ZipSpot[] {
  const index = indexOf(centers)
  const all = [...entries, ...unlistedZips(entries, homes)]
  const spots = all.map(({ zip, state, city, county, center }): ZipSpot => {
    const named = countyOf(county, state)
    const counties = getCounties(zip, state, named, ranges)
    const area = areas.get(zip)
    const fits = (point: LatLon | null | undefined) =>
      point && (isInArea(point, area) || isNear(point, counties, centers, index)) ? point : null
    const spot = fits(center) ?? fits(area)
    // For a PO box ZIP, the county in the Postal Service's list comes first, because most of the few street ranges are
    // errors. For example, the ranges of O'Brien in Shasta County are in Los Angeles.
    const isBoxes = spot === null && named !== null && total(ranges.get(zip)) < MIN_RANGES
    return {
      zip,
      state,
      cityName: city,
      counties: isBoxes ? [named, ...counties.filter((county) => county !== named)] : counties,
      center: spot,
      land: area?.land ?? Number.NaN,
      members: homes.get(zip) ?? [],
    }
  })
  return spots
    .filter(({ center, cityName }) => center !== null || cityName !== '')
    .sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

/** Returns ZIPs that have residents but are missing from the Postal Service's list. */
function unlistedZips(entries: readonly ZipEntry[], homes: PlaceHomes): ZipEntry[] {
  const listed = new Set(entries.map(({ zip }) => zip))
  return [...homes].flatMap(([zip, zipHomes]) => {
    const fips = Number(zipHomes[0].county.slice(0, 2))
    const state = placeStates.find((placeState) => placeState.fips === fips)?.code
    if (zip.length !== 5 || listed.has(zip) || state === undefined) return []
    return [{ zip, state, city: '', county: '', center: computeMean(zipHomes) }]
  })
}

function getCounties(zip: string, state: StateCode, named: string | null, ranges: RangeCounts): readonly string[] {
  const { fips } = placeStates.find(({ code }) => code === state)!
  const zipRanges = [...(ranges.get(zip) ?? [])].filter(([county]) => Number(county.slice(0, 2)) === fips)
  const counties = heaviest(new Map(zipRanges), MIN_SHARE)
  return named === null || counties.includes(named) ? counties : [...counties, named]
}

function isInArea(point: LatLon, area: ZipArea | undefined): boolean {
  return (
    area !== undefined && metersBetween(point.lat, point.lon, area.lat, area.lon) < 5000 + 1.5 * discRadius(area.land)
  )
}

/** Checks whether residents of the ZIP's counties live nearby. If no county is known, checks for any residents. */
function isNear(point: LatLon, counties: readonly string[], centers: readonly Center[], index: KDBush): boolean {
  const fits = counties.length > 0 ? (i: number) => counties.includes(centers[i].county) : undefined
  return nearest(index, point, FARTHEST_CENTER, fits) >= 0
}

function total(counties: ReadonlyMap<string, number> | undefined): number {
  return [...(counties?.values() ?? [])].reduce((sum, count) => sum + count, 0)
}
