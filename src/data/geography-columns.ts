import { coveredStates } from '../base/states.ts'
import { keptBy } from './bundle/once.ts'
import type { Geography } from './geography.ts'
import type { PagedRaster } from './raster/paged-raster.ts'
import { findCoveredPages, readValues, writePresence } from './raster/raster-columns.ts'

const coveredPages = keptBy((zones: PagedRaster) => findCoveredPages(zones))

const statesOfZones = keptBy((geography: Geography) => {
  const states = new Uint8Array(geography.zoneCount + 1)
  for (let zone = 1; zone < states.length; zone++) {
    const state = geography.getState(geography.blockGroupsOfZone(zone)[0])
    states[zone] = coveredStates.findIndex(({ fips }) => fips === state)
  }
  return states
})

/** Writes the zones of the first `count` points of two columns. */
export function writeZones(
  { zoneRaster }: Geography,
  lon: Float64Array,
  lat: Float64Array,
  count: number,
  out: Uint16Array,
): void {
  readValues(zoneRaster, lon, lat, count, out)
}

/**
 * Writes 1 for each of the first `count` points of two columns that is in a zone, otherwise 0. Faster than
 * `writeZones`.
 */
export function writeCoverage(
  { zoneRaster }: Geography,
  lon: Float64Array,
  lat: Float64Array,
  count: number,
  out: Uint16Array,
): void {
  writePresence(zoneRaster, lon, lat, count, coveredPages(zoneRaster), out)
}

/**
 * Writes the states of points as indexes into `coveredStates`, and `outside` for points outside the coverage area.
 * Allocates nothing per point.
 */
export function writeStates(
  geography: Geography,
  lon: Float64Array,
  lat: Float64Array,
  out: Uint8Array,
  outside = 0,
): void {
  const states = statesOfZones(geography)
  const zone = new Uint16Array(4096)
  for (let from = 0; from < lon.length; from += zone.length) {
    const count = Math.min(zone.length, lon.length - from)
    writeZones(geography, lon.subarray(from, from + count), lat.subarray(from, from + count), count, zone)
    for (let i = 0; i < count; i++) out[from + i] = zone[i] === 0 ? outside : states[zone[i]]
  }
}

/** Returns the state of a zone (from 1) as an index into `coveredStates`. */
export function getStateOfZone(geography: Geography, zone: number): number {
  return statesOfZones(geography)[zone]
}
