import { cellToBoundary, cellToChildren, cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import { Bands } from '../../../answers/areas/around.ts'
import { HOMES } from '../../../answers/areas/people.ts'
import type { LoadedDimension } from '../../../answers/dimensions/loaded-dimension.ts'
import { writePercentiles } from '../../../answers/dimensions/percentile-column.ts'
import { coveredState, coveredStates } from '../../../base/states.ts'
import type { Geography } from '../../../data/geography.ts'
import type { Geometry, RowBlock, Table, TableColumn, TableOptions } from './table.ts'

/**
 * Resolution of the ancestor cells, about 1,770 km² each. The table is created by listing the descendants of each
 * ancestor.
 */
const ANCESTORS = 4
/**
 * Spacing in degrees of the points that are checked to find ancestor cells in the coverage area. An ancestor whose land
 * is between the points is still found, because the neighbors of all ancestors found are searched, too.
 */
const LOOK = 0.02
/** Number of rows per block. */
const TOGETHER = 16_384

/**
 * Creates the table of the H3 cells whose center is in the coverage area. Each row has the scores, percentiles and
 * population of the cell.
 */
export function h3Table(
  geography: Geography,
  dimensions: readonly LoadedDimension[],
  { by, states, geometry }: TableOptions,
): Table {
  const resolution = Number(by.slice('h3:'.length))
  const columns: TableColumn[] = [
    { name: 'id', kind: 'key' },
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'text' },
    { name: 'people', kind: 'integer' },
    { name: 'lat', kind: 'number' },
    { name: 'lon', kind: 'number' },
    ...dimensions.flatMap(({ dimension: { id } }): TableColumn[] => [
      { name: id, kind: 'score' },
      { name: `${id}_percentile`, kind: 'score' },
    ]),
    ...(geometry ? [{ name: 'geometry', kind: 'geometry' } as const] : []),
  ]
  const around = surroundings(geography)
  return { columns, blocks: blocks() }

  function* blocks(): Generator<RowBlock> {
    const people = peopleByCell(geography, resolution)
    const cells = new Cells()
    for (const ancestor of ancestors())
      for (const id of cellToChildren(ancestor, resolution)) {
        const [lat, lon] = cellToLatLng(id)
        const county = requestedCounty(lat, lon)
        if (county === null) continue
        cells.add(id, county.name, county.state, people.get(id) ?? 0, lat, lon)
        if (cells.count < TOGETHER) continue
        yield getBlock(cells)
        cells.count = 0
      }
    if (cells.count > 0) yield getBlock(cells)
  }

  /** Returns the county at a point, or null if the point is outside the requested states. */
  function requestedCounty(lat: number, lon: number) {
    const zone = geography.zoneAt(lon, lat)
    if (zone === 0) return null
    const county = around(geography.blockGroupIn(zone, lon, lat))
    return states === undefined || states.includes(coveredStates[county.state].postal) ? county : null
  }

  /** Returns the ancestors of all requested cells. They are sorted so that the rows are sorted, too. */
  function ancestors(): string[] {
    const { west, south, east, north } = geography.box
    const cells = new Set<string>()
    for (let lat = south + LOOK / 2; lat < north; lat += LOOK)
      for (let lon = west + LOOK / 2; lon < east; lon += LOOK)
        if (requestedCounty(lat, lon) !== null) cells.add(latLngToCell(lat, lon, ANCESTORS))
    return [...new Set([...cells].flatMap((cell) => gridDisk(cell, 1)))].sort()
  }

  function getBlock({ count, ids, names, states, people, lats, lons }: Cells): RowBlock {
    const lon = lons.subarray(0, count)
    const lat = lats.subarray(0, count)
    const state = states.subarray(0, count)
    const scores = dimensions.map(() => new Uint8Array(count))
    Bands.of(geography).scorer.score(lon, lat, dimensions, scores)
    return {
      rows: count,
      columns: [
        ids.slice(0, count),
        names.slice(0, count),
        Array.from(state, (index) => coveredStates[index].postal),
        people.slice(0, count),
        Array.from(lat, degrees),
        Array.from(lon, degrees),
        ...dimensions.flatMap((dimension, d) => {
          const percentile = new Uint8Array(count)
          writePercentiles(dimension.shares(), scores[d], state, percentile)
          return [
            { bytes: scores[d], none: 0 },
            { bytes: percentile, none: 255 },
          ]
        }),
        ...(geometry ? [ids.slice(0, count).map(cellGeometry)] : []),
      ],
    }
  }
}

/** A batch of cells, stored by column. The arrays are reused for the next batch. */
class Cells {
  count = 0
  readonly ids: string[] = []
  readonly names: string[] = []
  readonly people: number[] = []
  readonly states = new Uint8Array(TOGETHER)
  readonly lats = new Float64Array(TOGETHER)
  readonly lons = new Float64Array(TOGETHER)

  add(id: string, name: string, state: number, people: number, lat: number, lon: number): void {
    const at = this.count++
    this.ids[at] = id
    this.names[at] = name
    this.people[at] = Math.round(people)
    this.states[at] = state
    this.lats[at] = lat
    this.lons[at] = lon
  }
}

/** Rounds to a millionth of a degree, 11 cm. */
function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** Returns the population of each inhabited cell. */
function peopleByCell(geography: Geography, resolution: number): ReadonlyMap<string, number> {
  const { people } = Bands.of(geography)
  const cells = new Map<string, number>()
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    people.settle(blockGroup)
    for (let home = blockGroup * HOMES; home < (blockGroup + 1) * HOMES; home++) {
      const cell = latLngToCell(people.lat[home], people.lon[home], resolution)
      cells.set(cell, (cells.get(cell) ?? 0) + people.at(home))
    }
  }
  return cells
}

/** Creates a function that returns a block group's county name and the index of its state in `coveredStates`. */
function surroundings(geography: Geography) {
  const counties: { readonly name: string; readonly state: number }[] = []
  return (blockGroup: number) => {
    const cell = counties[blockGroup]
    if (cell !== undefined) return cell
    const { county } = geography.describe(blockGroup)
    const { postal, fips } = coveredState(geography.getState(blockGroup))!
    const state = coveredStates.findIndex((other) => other.fips === fips)
    counties[blockGroup] = { name: `${county}, ${postal}`, state }
    return counties[blockGroup]
  }
}

function cellGeometry(id: string): Geometry {
  // `true` requests a closed ring with longitudes first, as in GeoJSON.
  return { type: 'Polygon', coordinates: [cellToBoundary(id, true) as [number, number][]] }
}
