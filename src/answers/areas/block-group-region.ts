import type { Box } from '../../base/geo/box.ts'
import { readBox } from '../../base/geo/boxes.ts'
import { keptBy } from '../../data/bundle/once.ts'
import type { Geography } from '../../data/geography.ts'
import { PAGE } from '../../data/raster/in-bundle.ts'
import { eachPageValue } from '../../data/raster/raster-values.ts'
import { GOLDEN } from './land.ts'
import type { Region } from './region.ts'

/**
 * Approximate maximum number of cells that `spansAt` tests. In a larger region, it tests only the middle cell of each
 * group of neighboring cells in a row.
 */
const MAX_TESTED_CELLS = 40_000

/** Creates the region of all land that belongs to these block groups. */
export function regionOfBlockGroups(geography: Geography, blockGroups: ArrayLike<number>): Region {
  const isMember = new Uint8Array(geography.size)
  for (let i = 0; i < blockGroups.length; i++) isMember[blockGroups[i]] = 1
  const zonesOf = zonesByBlockGroup(geography)
  const zones = new Set<number>()
  for (let i = 0; i < blockGroups.length; i++) for (const zone of zonesOf[blockGroups[i]]) zones.add(zone)
  const share = getShares(geography, zones, isMember)
  const holds = (zone: number, lon: number, lat: number) =>
    share[zone] === ALL || (share[zone] === SOME && isMember[geography.blockGroupIn(zone, lon, lat)] === 1)
  const raster = geography.zoneRaster
  const { perDegree } = raster
  const box = boxOfZones(geography, blockGroups, zones, share)
  return {
    box,
    rows: Math.ceil((box.north - box.south) * perDegree),
    contains: (lon, lat) => holds(geography.zoneAt(lon, lat), lon, lat),
    confirms: (lon, lat) => holds(geography.zoneAt(lon, lat), lon, lat),
    spansAt(lats, budget) {
      const first = Math.floor((box.west + 180) * perDegree)
      const end = Math.ceil((box.east + 180) * perDegree)
      // An odd number, so that each group has a middle cell.
      const stride = 1 + 2 * Math.floor(((end - first) * lats.length) / MAX_TESTED_CELLS / 2)
      return Array.from(lats, (lat, line) => {
        budget.spend((end - first) / stride)
        const row = Math.floor((lat + 90) * perDegree)
        const flat: number[] = []
        // The groups start at a different column in each row, so that the tested cells do not line up in columns.
        const start = first - Math.floor(((line * GOLDEN) % 1) * stride)
        for (let column = start; column < end; column += stride) {
          const middle = column + (stride >> 1)
          if (middle < first || middle >= end) continue
          const lon = (middle + 0.5) / perDegree - 180
          if (!holds(raster.cell(middle, row), lon, lat)) continue
          const west = column / perDegree - 180
          if (stride > 1 || flat.at(-1) !== west) flat.push(west, west)
          flat[flat.length - 1] = (column + stride) / perDegree - 180
        }
        return flat
      })
    },
  }
}

// Value of a zone in `share` if only some of its block groups belong to the region.
const SOME = 1
// Value of a zone in `share` if all of its block groups belong to the region.
const ALL = 2

function getShares(geography: Geography, zones: Iterable<number>, isMember: Uint8Array): Uint8Array {
  const share = new Uint8Array(zonePages(geography).length / 4)
  for (const zone of zones) {
    const blockGroups = geography.blockGroupsOfZone(zone)
    let members = 0
    for (let i = 0; i < blockGroups.length; i++) members += isMember[blockGroups[i]]
    share[zone] = members === blockGroups.length ? ALL : SOME
  }
  return share
}

/** Returns, for each block group, the numbers of the raster zones that include it. */
const zonesByBlockGroup = keptBy((geography: Geography): readonly (readonly number[])[] => {
  const zones: number[][] = Array.from({ length: geography.size }, () => [])
  const last = geography.zoneRaster.highest()
  for (let zone = 1; zone <= last; zone++)
    for (const blockGroup of geography.blockGroupsOfZone(zone)) zones[blockGroup].push(zone)
  return zones
})

/**
 * Returns the extent of each zone in raster cells, rounded outward to whole pages: first column, first row, and the
 * column and row after the last. Computed once.
 */
const zonePages = keptBy((geography: Geography) => {
  const raster = geography.zoneRaster
  const pages = new Int32Array(4 * (raster.highest() + 1))
  for (let i = 0; i < pages.length; i++) pages[i] = i % 4 < 2 ? 2 ** 31 - 1 : -1
  eachPageValue(raster, (zone, column, row) => {
    const at = 4 * zone
    if (column < pages[at]) pages[at] = column
    if (row < pages[at + 1]) pages[at + 1] = row
    if (column + PAGE > pages[at + 2]) pages[at + 2] = column + PAGE
    if (row + PAGE > pages[at + 3]) pages[at + 3] = row + PAGE
  })
  return pages
})

/** Returns the box of the zones' cells. If the zones have no cells, returns the box of the block groups' centers. */
function boxOfZones(
  geography: Geography,
  blockGroups: ArrayLike<number>,
  zones: Iterable<number>,
  share: Uint8Array,
): Box {
  const raster = geography.zoneRaster
  const pages = zonePages(geography)
  let west = 2 ** 31 - 1
  let south = 2 ** 31 - 1
  let east = -1
  let north = -1
  for (const zone of zones) {
    const at = 4 * zone
    ;[west, south] = [Math.min(west, pages[at]), Math.min(south, pages[at + 1])]
    ;[east, north] = [Math.max(east, pages[at + 2]), Math.max(north, pages[at + 3])]
  }
  // Shrink the box of pages until each side contains a cell of the zones.
  const hasRow = (row: number) => {
    for (let column = west; column < east; column++) if (share[raster.cell(column, row)] > 0) return true
    return false
  }
  const hasColumn = (column: number) => {
    for (let row = south; row < north; row++) if (share[raster.cell(column, row)] > 0) return true
    return false
  }
  while (south < north && !hasRow(south)) south++
  while (south < north && !hasRow(north - 1)) north--
  while (west < east && !hasColumn(west)) west++
  while (west < east && !hasColumn(east - 1)) east--
  const { perDegree } = raster
  if (west < east && south < north)
    return {
      west: west / perDegree - 180,
      south: south / perDegree - 90,
      east: east / perDegree - 180,
      north: north / perDegree - 90,
    }
  return readBox([
    Array.from(blockGroups).flatMap((blockGroup) => {
      const { lon, lat } = geography.getCenter(blockGroup)
      return [lon, lat]
    }),
  ])
}
