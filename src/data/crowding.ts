import { coveredStates } from '../base/states.ts'
import { keptBy } from './bundle/once.ts'
import type { Geography } from './geography.ts'

/** Height in degrees of latitude of the cells in which residents are counted. The cells are squares, 1.4 miles wide. */
const CELL = 0.02

/** Number of classes of a state's block groups, from the least crowded third to the most crowded. */
export const THIRDS = 3

/**
 * Numbers of residents within about 2 miles of a block group's center (2020 census) that divide the block groups of
 * each covered state into thirds. These numbers are constants, so that a place is in the same third whether all of the
 * data is in memory or only the data around the place.
 */
const BOUNDS: Readonly<Record<string, readonly [lower: number, upper: number]>> = {
  CA: [54_600, 114_700],
  TX: [21_500, 59_200],
  FL: [25_100, 56_400],
}

const stateIndexes = new Map(coveredStates.map(({ fips }, index) => [fips, index]))

/**
 * Returns a class for each block group: three times the index of its state in `coveredStates`, plus its third by nearby
 * residents, from 0 (least crowded) to 2.
 */
export const crowdingClasses = keptBy((geography: Geography): Uint8Array => {
  const around = peopleAround(geography)
  return Uint8Array.from(around, (people, blockGroup) => {
    const state = stateIndexes.get(geography.getState(blockGroup)) ?? 0
    const [lower, upper] = BOUNDS[coveredStates[state].postal]
    const third = people < lower ? 0 : people < upper ? 1 : 2
    return state * THIRDS + third
  })
})

/**
 * For each block group, returns the number of residents in the cell that contains its center and in the eight cells
 * around that cell.
 */
export function peopleAround(geography: Geography): Uint32Array {
  const { people, size } = geography
  const cells = new Map<number, number>()
  const centers = Array.from({ length: size }, (_, blockGroup) => geography.getCenter(blockGroup))
  const getRow = (lat: number) => Math.floor(lat / CELL)
  // Degrees of longitude are measured at the middle of each row, so that its cells are squares.
  const columnIn = (row: number, lon: number) =>
    Math.floor((lon * Math.cos(((row + 0.5) * CELL * Math.PI) / 180)) / CELL)
  const getKey = (row: number, column: number) => row * 100_000 + column
  centers.forEach(({ lat, lon }, blockGroup) => {
    const row = getRow(lat)
    const key = getKey(row, columnIn(row, lon))
    cells.set(key, (cells.get(key) ?? 0) + people[blockGroup])
  })
  return Uint32Array.from(centers, ({ lat, lon }) => {
    let sum = 0
    for (let row = getRow(lat) - 1; row <= getRow(lat) + 1; row++) {
      const column = columnIn(row, lon)
      for (let neighborColumn = column - 1; neighborColumn <= column + 1; neighborColumn++)
        sum += cells.get(getKey(row, neighborColumn)) ?? 0
    }
    return sum
  })
}
