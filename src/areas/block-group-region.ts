import type { Box } from '../geo/box.ts'
import type { Geography } from '../geography.ts'
import type { Region } from './region.ts'

/** Cells that are looked at along parallels: of wider regions one of several side by side. */
const MOST_LOOKS = 40_000
/** Cells in a side of a page of the raster. */
const PAGE = 16

/** The places whose block group is one of these: all of their land. */
export function regionOfBlockGroups(geography: Geography, blockGroups: ArrayLike<number>): Region {
  const isMember = new Uint8Array(geography.size)
  for (let i = 0; i < blockGroups.length; i++) isMember[blockGroups[i]] = 1
  const zonesOf = zonesByBlockGroup(geography)
  const zones = new Set<number>()
  for (let i = 0; i < blockGroups.length; i++) for (const zone of zonesOf[blockGroups[i]]) zones.add(zone)
  const share = sharesOf(geography, zones, isMember)
  const holds = (zone: number, lon: number, lat: number) =>
    share[zone] === ALL || (share[zone] === SOME && isMember[geography.blockGroupIn(zone, lon, lat)] === 1)
  const raster = geography.zoneRaster
  const { perDegree } = raster
  const box = boxOfZones(geography, blockGroups, zones)
  return {
    box,
    rows: Math.ceil((box.north - box.south) * perDegree),
    contains: (lon, lat) => holds(geography.zoneAt(lon, lat), lon, lat),
    spansAt(lats, budget) {
      const first = Math.floor((box.west + 180) * perDegree)
      const count = Math.ceil((box.east + 180) * perDegree) - first
      const stride = Math.max(1, Math.ceil((count * lats.length) / MOST_LOOKS))
      return Array.from(lats, (lat) => {
        budget.spend(count / stride)
        const row = Math.floor((lat + 90) * perDegree)
        const flat: number[] = []
        for (let column = first; column < first + count; column += stride) {
          const lon = (column + stride / 2) / perDegree - 180
          if (!holds(raster.cell(column + (stride >> 1), row), lon, lat)) continue
          const west = column / perDegree - 180
          if (flat.at(-1) !== west) flat.push(west, west)
          flat[flat.length - 1] = (column + stride) / perDegree - 180
        }
        return flat
      })
    },
  }
}

/** How many of the block groups of a zone are members. */
const [SOME, ALL] = [1, 2]

function sharesOf(geography: Geography, zones: Iterable<number>, isMember: Uint8Array): Uint8Array {
  const share = new Uint8Array(zoneCells(geography).length / 4)
  for (const zone of zones) {
    const own = geography.blockGroupsOfZone(zone)
    let members = 0
    for (let i = 0; i < own.length; i++) members += isMember[own[i]]
    share[zone] = members === own.length ? ALL : SOME
  }
  return share
}

const zoneLists = new WeakMap<Geography, readonly (readonly number[])[]>()

/** The zones that each block group has a part of. */
function zonesByBlockGroup(geography: Geography): readonly (readonly number[])[] {
  const found = zoneLists.get(geography)
  if (found !== undefined) return found
  const zones: number[][] = Array.from({ length: geography.size }, () => [])
  const last = geography.zoneRaster.highest()
  for (let zone = 1; zone <= last; zone++)
    for (const blockGroup of geography.blockGroupsOfZone(zone)) zones[blockGroup].push(zone)
  zoneLists.set(geography, zones)
  return zones
}

const known = new WeakMap<Geography, Int32Array>()

/** The first and last columns and rows of the cells of each zone, found once: west, south, east and north. */
function zoneCells(geography: Geography): Int32Array {
  const found = known.get(geography)
  if (found !== undefined) return found
  const raster = geography.zoneRaster
  const { perDegree } = raster
  const cells = new Int32Array(4 * (raster.highest() + 1))
  for (let i = 0; i < cells.length; i += 4) cells.set([2 ** 31 - 1, 2 ** 31 - 1, -1, -1], i)
  const take = (zone: number, column: number, row: number, size: number) => {
    const at = 4 * zone
    if (column < cells[at]) cells[at] = column
    if (row < cells[at + 1]) cells[at + 1] = row
    if (column + size > cells[at + 2]) cells[at + 2] = column + size
    if (row + size > cells[at + 3]) cells[at + 3] = row + size
  }
  const { west, south, east, north } = geography.box
  const page = (degrees: number, from: number) => Math.floor((degrees + from) * perDegree) & -PAGE
  for (let row = page(south, 90); row <= page(north, 90); row += PAGE)
    for (let column = page(west, 180); column <= page(east, 180); column += PAGE) {
      const constant = raster.constantAround(column, row)
      if (constant > 0) take(constant, column, row, PAGE)
      if (constant >= 0) continue
      for (let y = row; y < row + PAGE; y++)
        for (let x = column; x < column + PAGE; x++) {
          const zone = raster.cell(x, y)
          if (zone > 0) take(zone, x, y, 1)
        }
    }
  known.set(geography, cells)
  return cells
}

/** The box of the cells of some zones; where they have none, that of the centers of block groups. */
function boxOfZones(geography: Geography, blockGroups: ArrayLike<number>, zones: Iterable<number>): Box {
  const { perDegree } = geography.zoneRaster
  const cells = zoneCells(geography)
  let [west, south, east, north] = [180, 90, -180, -90]
  const widen = (box: Box) => {
    ;[west, south] = [Math.min(west, box.west), Math.min(south, box.south)]
    ;[east, north] = [Math.max(east, box.east), Math.max(north, box.north)]
  }
  for (const zone of zones) {
    const at = 4 * zone
    if (cells[at + 2] < 0) continue
    widen({
      west: cells[at] / perDegree - 180,
      south: cells[at + 1] / perDegree - 90,
      east: cells[at + 2] / perDegree - 180,
      north: cells[at + 3] / perDegree - 90,
    })
  }
  if (west <= east) return { west, south, east, north }
  for (let i = 0; i < blockGroups.length; i++) {
    const { lat, lon } = geography.centerOf(blockGroups[i])
    widen({ west: lon, south: lat, east: lon, north: lat })
  }
  return { west, south, east, north }
}
