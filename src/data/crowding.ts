import { coveredStates } from '../base/states.ts'
import { keptBy } from './bundle/once.ts'
import type { Geography } from './geography.ts'

/**
 * Size of the cells in which people are counted: this many degrees of latitude, and the same distance from west to east
 * (1.4 miles).
 */
const CELL = 0.02

/** Number of classes of a state's block groups, from the emptiest third to the most crowded. */
export const THIRDS = 3

/**
 * Numbers of people within about 2 miles of a block group's center (2020 census) that divide the block groups of each
 * covered state into thirds. These are constants, so that a place has the same third whether all of the data is in
 * memory or only its surroundings.
 */
const BOUNDS: Readonly<Record<string, readonly [lower: number, upper: number]>> = {
  CA: [54_600, 114_700],
  TX: [21_500, 59_200],
  FL: [25_100, 56_400],
}

const stateIndexes = new Map(coveredStates.map(({ fips }, index) => [fips, index]))

/**
 * Returns a class for each block group: three times the index of its state in `coveredStates`, plus its third by people
 * nearby, from 0 (emptiest) to 2.
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

/** Returns the number of people in the cell of each block group's center and the eight cells around it. */
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
