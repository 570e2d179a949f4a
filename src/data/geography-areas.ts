import { type Box, widened } from '../base/geo/box.ts'
import { assertBoxLoaded } from '../base/geo/loaded-boxes.ts'
import { type AbsentState, type Geography, stateAbsent } from './geography.ts'

/**
 * Maximum distance in meters from an area to the center of a block group whose residents may live in the area. Homes
 * are up to 3 km from the center of their block group, and their positions depend on the centers of other block groups
 * up to 3 km away. A center is up to 4.4 km from the land of its block group.
 */
export const PEOPLE_AROUND = 11_000

/** An area in degrees. */
interface Area {
  readonly box: Box
  /** Checks whether the area contains a point, which must be in the box. */
  contains(lon: number, lat: number): boolean
}

/** Width and height in cells below which an area may lie between the centers of cells. */
const FEW_CELLS = 4

/**
 * Throws if the area reaches into a state that the folder was copied without, or if a block group whose residents may
 * live in the area is not in memory.
 *
 * @throws {NotLoadedError}
 */
export function assertAreaPresent({ loaded, absent }: Geography, area: Area): void {
  if (loaded !== null) assertBoxLoaded(loaded, widened(area.box, PEOPLE_AROUND), 'The data within 11 km of the area')
  for (const state of absent) if (touches(state, area)) throw stateAbsent(state.fips, absent)
}

/**
 * Checks whether the center of any of the state's cells is in the area. For a small area, only the box is compared.
 */
function touches(state: AbsentState, { box: { west, south, east, north }, contains }: Area): boolean {
  const { step, x, y, width, height } = state.window
  const first = state.getColumn(west)
  const last = state.getColumn(east)
  const bottom = state.getRow(south)
  const top = state.getRow(north)
  const isSmall = last - first < FEW_CELLS || top - bottom < FEW_CELLS
  for (let row = Math.max(0, bottom); row <= Math.min(height - 1, top); row++)
    for (let column = Math.max(0, first); column <= Math.min(width - 1, last); column++) {
      if (!state.isLand(column, row)) continue
      if (isSmall || contains(((x + column + 0.5) * step) / 3600 - 180, ((y + row + 0.5) * step) / 3600 - 90))
        return true
    }
  return false
}

/**
 * Throws if the block group is in a state that the folder was copied without, or if only part of the data is loaded.
 */
export function assertBlockGroupPresent(geography: Geography, blockGroup: number): void {
  geography.assertWhole('Looking up a block group')
  if (isAbsentBlockGroup(geography, blockGroup)) throw stateAbsent(geography.getState(blockGroup), geography.absent)
}

/** Checks whether a block group is in a state that the folder was copied without. */
export function isAbsentBlockGroup(geography: Geography, blockGroup: number): boolean {
  return geography.absent.length > 0 && geography.absent.some(({ fips }) => fips === geography.getState(blockGroup))
}

/**
 * Returns the range of block groups (end exclusive) whose GEOIDs begin with `prefix`: a state (2 digits), county (5),
 * tract (11) or block group (12). Throws `NotLoadedError` if the folder was copied without the state, or if only part
 * of the data is loaded.
 */
export function getBlockGroups(geography: Geography, prefix: string): readonly [from: number, to: number] {
  geography.assertWhole('Looking up an area by name or code')
  if (geography.absent.some(({ fips }) => prefix.startsWith(fips)))
    throw stateAbsent(prefix.slice(0, 2), geography.absent)
  return getRange(geography, prefix)
}

function getRange(geography: Geography, prefix: string): readonly [from: number, to: number] {
  const scale = 10 ** (12 - prefix.length)
  return [firstFrom(geography, Number(prefix) * scale), firstFrom(geography, (Number(prefix) + 1) * scale)]
}

/** Returns the first block group whose GEOID is `geoid` or later. */
function firstFrom(geography: Geography, geoid: number): number {
  let low = 0
  let high = geography.size
  while (low < high) {
    const middle = (low + high) >> 1
    if (geography.getGeoid(middle) < geoid) low = middle + 1
    else high = middle
  }
  return low
}
