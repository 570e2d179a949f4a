import type { SectionContent } from '../bundle/write.ts'
import { CENTERS_IN_BLOCK, type Geography } from '../geography.ts'
import { tileColumns, tileSeconds } from '../raster/tiles.ts'
import type { CoveredState } from '../states.ts'
import type { Added, Kept } from './cut-bundle.ts'

/** Arc-seconds of the cells in which the land of states that were left out is drawn. */
const ABSENT_STEP = 30
const ABSENT_IN_TILE = tileSeconds / ABSENT_STEP

/** What is where in a tile. */
interface TileLand {
  readonly place: number
  readonly zones: ReadonlySet<number>
  /** 1 where a cell of `ABSENT_STEP` has land, row by row from the south-west. */
  readonly land: Uint8Array
}

/**
 * What of the bundles answers places in some states, and how the land of the others is told apart from what is outside
 * the coverage. A tile is kept when it has land of one of the states, and then answers all places in it: no line
 * between two states is drawn.
 *
 * @param geography the whole of it
 * @param places its tiles
 */
export function keepStates(
  geography: Geography,
  places: readonly number[],
  states: readonly CoveredState[],
): { kept: Kept; added: Added } {
  const wanted = new Set(states.map(({ fips }) => fips))
  const tiles = new Set<number>()
  const rows = new Set<number>()
  const absent = new Map<string, TileLand[]>()
  for (const place of places) {
    const tile = landOf(geography, place)
    const inTile = new Set(Array.from(tile.zones, (zone) => geography.stateOf(geography.blockGroupsOfZone(zone)[0])))
    if ([...inTile].some((state) => wanted.has(state))) {
      tiles.add(place)
      for (const zone of tile.zones)
        for (const blockGroup of geography.blockGroupsOfZone(zone)) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
    } else for (const state of inTile) absent.set(state, [...(absent.get(state) ?? []), tile])
  }
  for (const fips of wanted) {
    // Those that no zone leads to have people all the same.
    const [from, to] = geography.blockGroupsOf(fips)
    for (let blockGroup = from; blockGroup < to; blockGroup++) rows.add(Math.floor(blockGroup / CENTERS_IN_BLOCK))
  }
  const left = [...absent].filter(([fips]) => !wanted.has(fips)).map(([fips, land]) => bitsOf(fips, land))
  return {
    kept: { tiles, rows },
    added: { meta: { absent: left.map(({ meta }) => meta) }, sections: left.map(({ section }) => section) },
  }
}

function landOf({ zoneRaster }: Geography, place: number): TileLand {
  const zones = new Set<number>()
  const land = new Uint8Array(ABSENT_IN_TILE ** 2)
  const across = tileSeconds / zoneRaster.meta.step
  const cellsInLand = ABSENT_STEP / zoneRaster.meta.step
  const west = (place % tileColumns) * across
  const south = Math.floor(place / tileColumns) * across
  const mark = (column: number, row: number) => {
    land[Math.floor((row - south) / cellsInLand) * ABSENT_IN_TILE + Math.floor((column - west) / cellsInLand)] = 1
  }
  for (let y = south; y < south + across; y += 16)
    for (let x = west; x < west + across; x += 16) {
      const constant = zoneRaster.constantAround(x, y)
      if (constant === 0) continue
      if (constant > 0) {
        zones.add(constant)
        // A page is 16 cells wide, and no more than two cells of land.
        for (const column of [x, x + 15]) for (const row of [y, y + 15]) mark(column, row)
        continue
      }
      let before = 0
      for (let cell = 0; cell < 256; cell++) {
        const column = x + (cell & 15)
        const row = y + (cell >> 4)
        const zone = zoneRaster.cell(column, row)
        if (zone === 0) continue
        if (zone !== before) zones.add(zone)
        before = zone
        mark(column, row)
      }
    }
  return { place, zones, land }
}

/** The land of a state as a bit per cell of a window, row by row from the south-west, lowest bit first. */
function bitsOf(fips: string, tiles: readonly TileLand[]) {
  const columns = tiles.map(({ place }) => place % tileColumns)
  const rows = tiles.map(({ place }) => Math.floor(place / tileColumns))
  const [x, y] = [Math.min(...columns) * ABSENT_IN_TILE, Math.min(...rows) * ABSENT_IN_TILE]
  const width = (Math.max(...columns) + 1) * ABSENT_IN_TILE - x
  const height = (Math.max(...rows) + 1) * ABSENT_IN_TILE - y
  const bits = new Uint8Array((width * height) / 8)
  tiles.forEach(({ land }, tile) => {
    land.forEach((isLand, at) => {
      if (isLand === 0) return
      const column = columns[tile] * ABSENT_IN_TILE + (at % ABSENT_IN_TILE) - x
      const row = rows[tile] * ABSENT_IN_TILE + Math.floor(at / ABSENT_IN_TILE) - y
      const cell = row * width + column
      bits[cell >> 3] |= 1 << (cell & 7)
    })
  })
  const section: SectionContent = { name: `absent.${fips}`, data: bits }
  return { meta: { state: fips, step: ABSENT_STEP, x, y, width, height }, section }
}
