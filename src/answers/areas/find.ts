import { intersection } from '../../base/geo/boxes.ts'
import type { Direction } from '../../base/geo/direction.ts'
import { METERS_PER_DEGREE, RADIANS } from '../../base/geo/distance.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import { writeStates } from '../../data/geography-columns.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { refused } from '../dimensions/residents.ts'
import { type AreaContribution, MeanContributions } from '../fit/mean-contributions.ts'
import { NO_FIT, OUTSIDE, type Priorities } from '../fit/priorities.ts'
import { Bands } from './around.ts'
import type { Budget } from './budget.ts'
import { CellAreas, type CellRuns, getOutline } from './cell-areas.ts'
import type { DimensionRange } from './conditions.ts'
import { type MeasuredRegion, sampleLand } from './land.ts'
import type { RankedKind } from './members.ts'
import { type PeopleRange, peopleRange } from './people-range.ts'
import type { Region } from './region.ts'

/**
 * An area found by a search, with the names of the neighborhood, city, ZIP code and county that it is in. Unknown names
 * are null.
 */
export interface FoundArea {
  /**
   * One-line name of the neighborhood, city and ZIP code that contain more than half of the area:
   * `Hyde Park, Austin, TX 78751`. If no neighborhood contains more than half, `Part of Austin, TX`. If the search has
   * `of`, the area's own name: `78751`.
   */
  readonly name: string | null
  /** Kind of the area. Present only if the search has `of`. */
  readonly kind?: RankedKind | undefined
  /** ZIP code, or city, district or county code, as in `rank`. Present only if the search has `of`. */
  readonly id?: string | null | undefined
  /** Neighborhood that contains more than half of the area. */
  readonly neighborhood: string | null
  /** City that contains more than half of the area. */
  readonly city: string | null
  /** Five-digit ZIP code that contains more than half of the area. */
  readonly zip: string | null
  /** County that contains more than half of the area: `Travis County`. */
  readonly county: string | null
  /**
   * Number of people in the area. With `of`, the number that `rank` returns. Without `of`, the number of people in the
   * modeled homes inside the area. This number can be 0 for a small inhabited area; `people_range` has the range.
   */
  readonly people: number
  /**
   * 80% interval for the number of people. It is computed as `area` would compute it for the outline of this part,
   * except that a home exactly on the outline counts only if it is in one of the cells. Present only if the search has
   * no `of`.
   */
  readonly people_range?: PeopleRange | undefined
  /** Size in square kilometers. */
  readonly km2: number
  /**
   * Latitude of a point inside, in degrees: the center of the cell closest to the middle of the area. The scores at
   * this point may differ considerably from the area means.
   */
  readonly lat: number
  /** Longitude of the same point, degrees. */
  readonly lon: number
  /**
   * Distance in meters from the center of the circle in `within` to `lat` and `lon`. Present only if `within` is a
   * circle.
   */
  readonly distance_meters?: number | undefined
  /** Compass direction from the center of the circle to `lat` and `lon`. Present only if `within` is a circle. */
  readonly direction?: Direction | undefined
  /**
   * Mean scores of the cells, to a tenth, for each dimension in the conditions. The shares of the scores that are
   * measured, modeled or estimated are in `area(found).scores[dimension].basis`. Without `of`, `area` needs the outline.
   */
  readonly scores: Readonly<Record<string, number>>
  /**
   * Mean fit of the cells that have a fit, 0-100, to a tenth; null if more than half of the cells have no fit. Present
   * only if the search has priorities.
   */
  readonly fit?: number | null
  /**
   * Contribution of each dimension to the mean fit, highest weight first. Present only if the search has priorities.
   */
  readonly contributions?: readonly AreaContribution<string>[]
  /** Outline of the cells as GeoJSON. Present only if outlines were requested. */
  readonly outline?: { readonly type: 'Polygon'; readonly coordinates: number[][][] } | undefined
}

/** An area whose names have not been looked up yet. */
type CellArea = Omit<FoundArea, 'name' | 'neighborhood' | 'city' | 'zip' | 'county'> & {
  /** Points spread over the area, in degrees. */
  readonly sample: readonly { readonly lat: number; readonly lon: number }[]
}

export interface FoundCells {
  readonly areas: readonly CellArea[]
  /** Number of areas found, including areas beyond the limit. */
  readonly total: number
}

/** A validated search. */
export interface CellSearch {
  readonly where: readonly DimensionRange[]
  readonly region: Region
  readonly limit: number
  readonly rankBy: 'best' | 'people' | 'size' | 'fit' | LoadedDimension
  /** Priorities for the mean fit of each area; null if the request has no priorities. */
  readonly priorities: Priorities | null
  readonly minPeople: number
  readonly outline: boolean
  readonly budget: Budget
}

/** Number of search cells per degree, the same as in the finest score surfaces: 7.5″ or about 200 m. */
const PER_DEGREE = 480
/** Number of cells scored per batch. */
const CHUNK = 1 << 16
/** Maximum number of crossings between region edges and cell rows held in memory at once. */
const MAX_CROSSINGS = 1 << 23
const KM_PER_DEGREE = METERS_PER_DEGREE / 1000

/**
 * Returns the connected areas of cells whose centers are in the region and satisfy all conditions. Cells without a
 * score in one of the dimensions are excluded. Cells are connected if they share a side.
 *
 * @throws {ValidationError} when the region is outside the coverage area or has too many cells, or when the search
 *   takes too long
 */
export function findAreas(geography: Geography, search: CellSearch): FoundCells {
  const lattice = buildLattice(geography, search)
  const bands = Bands.of(geography)
  const { budget } = search
  const cells = satisfying(lattice, search, bands)
  const areas = cells.areas(budget)
  if (areas.length === 0 && sampleLand(geography, search.region, budget).area.length === 0) outside()
  const { people, homesOf } = getPeople(bands, lattice, cells, areas.length)
  const sizes = areas.map((area) => getSize(area))
  const kept = Array.from(areas.keys()).filter((i) => people[i] >= search.minPeople)
  const dimensions = search.where.map(({ dimension }) => dimension)
  const { priorities } = search
  const fits = priorities === null ? [] : meanFits(geography, areas, kept, priorities, budget)
  const means = areas.map((): readonly number[] | undefined => undefined)
  const rank = getRanks()
  const order = kept.sort((a, b) => rank[b] - rank[a] || people[b] - people[a] || sizes[b] - sizes[a] || a - b)
  const chosen = order.slice(0, search.limit)
  const homes = homesOf(chosen)
  return {
    total: order.length,
    areas: chosen.map((i, n) => {
      const scores = getMeans(i)
      const land = sampleLand(geography, measuredCells(areas[i], budget), budget)
      return {
        people: Math.round(people[i]),
        people_range: peopleRange(geography, { people: people[i], homes: homes[n] }, land),
        km2: Number(sizes[i].toPrecision(4)),
        ...findMiddle(areas[i]),
        scores: Object.fromEntries(dimensions.map(({ dimension: { id } }, d) => [id, Math.round(scores[d] * 10) / 10])),
        ...(priorities === null ? {} : fitOf(i, priorities)),
        ...(search.outline ? { outline: getPolygon(areas[i], budget) } : {}),
        sample: getSample(areas[i]),
      }
    }),
  }

  function fitOf(i: number, priorities: Priorities): Pick<FoundArea, 'fit' | 'contributions'> {
    const hasFit = fits[i] >= 0
    const sums = new MeanContributions(priorities)
    forFits(geography, areas[i], priorities, budget, (columns, state, fit) => {
      for (let cell = 0; cell < fit.length; cell++) sums.add(columns, cell, state[cell], fit[cell], 1)
    })
    return { fit: hasFit ? Math.round(fits[i] * 10) / 10 : null, contributions: sums.answer(hasFit) }
  }

  /** Returns the sort value of each area. The highest value comes first. */
  function getRanks(): ArrayLike<number> {
    const { rankBy, where } = search
    if (rankBy === 'fit') return fits
    if (rankBy === 'people') return people
    if (rankBy === 'size') return sizes
    if (rankBy !== 'best') {
      const condition = where.find(({ dimension }) => dimension === rankBy)
      const sign = condition !== undefined && condition.min === 1 && condition.max < 255 ? -1 : 1
      return areas.map((area) => sign * meanScores(bands, area, [rankBy], budget)[0])
    }
    const least = kept.reduce((sum, i) => sum + people[i], 0) / 100
    return areas.map((_, i) => {
      if (people[i] < least) return -1
      return where.reduce((sum, range, d) => sum + beyond(range, getMeans(i)[d]), 0)
    })
  }

  /** Returns the mean scores of an area. The scores are cached, because both the sorting and the answer use them. */
  function getMeans(i: number): readonly number[] {
    means[i] ??= meanScores(bands, areas[i], dimensions, budget)
    return means[i]
  }
}

/**
 * Returns how far a mean score is inside the bounds of its condition: 0 at a bound, and up to 1 at the end of the scale
 * or, if the condition has two bounds, midway between them.
 */
export function beyond({ min, max }: DimensionRange, mean: number): number {
  if (max === 255) return (mean - min) / (256 - min)
  if (min === 1) return (max - mean) / max
  return Math.min(mean - min, max - mean) / ((max - min) / 2 + 1)
}

/** Maximum number of points per area at which names are looked up. */
const SAMPLE = 25

function getSample(area: CellRuns): CellArea['sample'] {
  const cells = area.reduce((sum, { start, end }) => sum + end - start, 0)
  const count = Math.min(SAMPLE, cells)
  const places: { lat: number; lon: number }[] = []
  let before = 0
  for (const { row, start, end } of area) {
    // Divide the area into equal parts and take the middle cell of each.
    const nth = () => Math.floor(((places.length + 0.5) * cells) / count)
    while (places.length < count && nth() < before + end - start)
      places.push({ lat: degrees(centerLat(row)), lon: degrees(centerLon(start + nth() - before)) })
    before += end - start
  }
  return places
}

/** The box of cells whose centers could be in a region. Columns and rows are counted from 180° W and 90° S. */
interface Lattice {
  readonly west: number
  readonly south: number
  readonly columns: number
  readonly rows: number
}

function buildLattice(geography: Geography, { region, budget }: CellSearch): Lattice {
  const box = intersection(region.box, geography.box)
  if (!(box.west < box.east && box.south < box.north)) outside()
  const first = Math.ceil((box.west + 180) * PER_DEGREE - 0.5)
  const lowest = Math.ceil((box.south + 90) * PER_DEGREE - 0.5)
  const columns = Math.max(0, Math.floor((box.east + 180) * PER_DEGREE - 0.5) - first + 1)
  const rows = Math.max(0, Math.floor((box.north + 90) * PER_DEGREE - 0.5) - lowest + 1)
  budget.allow('cells', columns * rows)
  return { west: first, south: lowest, columns, rows }
}

function outside(): never {
  throw refused(['within'], `The area is outside the coverage: ${COVERAGE}`)
}

function satisfying(lattice: Lattice, { where, region, budget }: CellSearch, bands: Bands): CellAreas {
  const matching = new CellAreas()
  const { columns, rows, west, south } = lattice
  const rowsAtOnce = Math.max(1, Math.floor(CHUNK / Math.max(1, columns)))
  const size = rowsAtOnce * columns
  const cell = new Int32Array(size)
  const lon = new Float64Array(size)
  const lat = new Float64Array(size)
  const score = new Uint8Array(size)
  const inRow = new Int32Array(columns)
  const { edges } = region
  // A named area caches only the spans of the last `spansAt` call. If memory allows, request the spans of all rows in
  // one call, so that the next search in the area can reuse them.
  const spannedRows = edges !== undefined && edges * rows <= MAX_CROSSINGS ? rows : rowsAtOnce
  let spans: number[][] | undefined
  for (let first = 0; first < rows; first += rowsAtOnce) {
    const chunkRows = Math.min(rowsAtOnce, rows - first)
    if (edges !== undefined && first % spannedRows === 0) {
      const length = Math.min(spannedRows, rows - first)
      spans = region.spansAt(
        Float64Array.from({ length }, (_, row) => centerLat(south + first + row)),
        budget,
      )
    }
    let count = 0
    for (let row = 0; row < chunkRows; row++) {
      const flat = spans?.[(first % spannedRows) + row] ?? [centerLon(west), centerLon(west + columns - 1)]
      let next = 0
      for (let i = 0; i + 1 < flat.length; i += 2) {
        const last = Math.min(columns - 1, Math.floor((flat[i + 1] + 180) * PER_DEGREE - 0.5) - west)
        for (
          let column = Math.max(next, Math.ceil((flat[i] + 180) * PER_DEGREE - 0.5) - west);
          column <= last;
          column++
        ) {
          cell[count] = row * columns + column
          lon[count] = centerLon(west + column)
          lat[count++] = centerLat(south + first + row)
          next = column + 1
        }
      }
    }
    budget.spend(count)
    for (const { dimension, min, max } of where) {
      bands.scorer.score(lon.subarray(0, count), lat.subarray(0, count), [dimension], [score.subarray(0, count)])
      let kept = 0
      for (let i = 0; i < count; i++) {
        if (score[i] < min || score[i] > max) continue
        cell[kept] = cell[i]
        lon[kept] = lon[i]
        lat[kept++] = lat[i]
      }
      count = kept
    }
    let inThisRow = 0
    let row = 0
    for (let i = 0; i < count; i++) {
      budget.spend(1)
      if (spans === undefined && !region.contains(lon[i], lat[i])) continue
      const cellRow = Math.floor(cell[i] / columns)
      if (cellRow !== row && inThisRow > 0) {
        matching.addRow(south + first + row, inRow, 0, inThisRow)
        inThisRow = 0
      }
      row = cellRow
      inRow[inThisRow++] = west + (cell[i] % columns)
    }
    if (inThisRow > 0) matching.addRow(south + first + row, inRow, 0, inThisRow)
  }
  return matching
}

function centerLon(column: number): number {
  return (column + 0.5) / PER_DEGREE - 180
}

function centerLat(row: number): number {
  return (row + 0.5) / PER_DEGREE - 90
}

/** People of the areas, added up from the homes in their cells. */
interface CellPeople {
  /** Number of people in each area. */
  readonly people: Float64Array
  /** Returns the homes in each of these areas. Homes of a block group are adjacent. */
  homesOf(areas: readonly number[]): readonly (readonly number[])[]
}

function getPeople({ people }: Bands, lattice: Lattice, cells: CellAreas, count: number): CellPeople {
  const { west, south, columns, rows } = lattice
  const sums = new Float64Array(count)
  const areaOf = cells.lookUp()
  const box = {
    west: west / PER_DEGREE - 180,
    south: south / PER_DEGREE - 90,
    east: (west + columns) / PER_DEGREE - 180,
    north: (south + rows) / PER_DEGREE - 90,
  }
  const homes = people.homesIn({ box, contains: () => true }).slice()
  const areas = new Int32Array(homes.length)
  for (let i = 0; i < homes.length; i++) {
    const column = (people.lon[homes[i]] + 180) * PER_DEGREE
    const row = (people.lat[homes[i]] + 90) * PER_DEGREE
    areas[i] = areaOf(Math.floor(column), Math.floor(row))
    if (areas[i] >= 0) sums[areas[i]] += people.at(homes[i])
  }
  return {
    people: sums,
    homesOf(chosen) {
      const lists = new Map(chosen.map((area): [number, number[]] => [area, []]))
      for (let i = 0; i < homes.length; i++) if (areas[i] >= 0) lists.get(areas[i])?.push(homes[i])
      return [...lists.values()]
    },
  }
}

/** Returns the mean scores of an area's cells, in the order of the dimensions. */
function meanScores(
  { scorer }: Bands,
  area: CellRuns,
  dimensions: readonly LoadedDimension[],
  budget: Budget,
): number[] {
  const sums = dimensions.map(() => 0)
  const all = forCells(area, (lon, lat) => {
    budget.spend(lon.length)
    const columns = dimensions.map(() => new Uint8Array(lon.length))
    scorer.score(lon, lat, dimensions, columns)
    columns.forEach((column, d) => {
      for (const score of column) sums[d] += score
    })
  })
  return sums.map((sum) => sum / all)
}

/** Returns the mean fit of each area's cells; -1 if more than half of the cells have no fit. */
function meanFits(
  geography: Geography,
  areas: readonly CellRuns[],
  kept: readonly number[],
  priorities: Priorities,
  budget: Budget,
): number[] {
  const fits = areas.map(() => -1)
  for (const i of kept) {
    let sum = 0
    let counted = 0
    const all = forFits(geography, areas[i], priorities, budget, (_, __, fit) => {
      for (const value of fit) {
        if (value === NO_FIT) continue
        sum += value
        counted++
      }
    })
    if (counted * 2 >= all) fits[i] = sum / counted
  }
  return fits
}

/**
 * Calls `take` with the scores, states (indexes into `coveredStates`) and fits of an area's cells, in batches. Returns
 * the number of cells.
 */
function forFits(
  geography: Geography,
  area: CellRuns,
  priorities: Priorities,
  budget: Budget,
  take: (columns: readonly Uint8Array[], state: Uint8Array, fit: Uint8Array) => void,
): number {
  const { scorer } = Bands.of(geography)
  const { dimensions } = priorities
  return forCells(area, (lon, lat) => {
    budget.spend(lon.length)
    const columns = dimensions.map(() => new Uint8Array(lon.length))
    scorer.score(lon, lat, dimensions, columns)
    const state = new Uint8Array(lon.length)
    const fit = new Uint8Array(lon.length)
    writeStates(geography, lon, lat, state, OUTSIDE)
    priorities.column(columns, state, fit)
    take(columns, state, fit)
  })
}

/** Calls `take` with the centers of an area's cells, in batches. Returns the number of cells. */
function forCells(area: CellRuns, take: (lon: Float64Array, lat: Float64Array) => void): number {
  const all = area.reduce((sum, { start, end }) => sum + end - start, 0)
  const size = Math.min(CHUNK, all)
  const lon = new Float64Array(size)
  const lat = new Float64Array(size)
  let count = 0
  for (const { row, start, end } of area)
    for (let column = start; column < end; column++) {
      lon[count] = centerLon(column)
      lat[count++] = centerLat(row)
      if (count < size) continue
      take(lon, lat)
      count = 0
    }
  if (count > 0) take(lon.subarray(0, count), lat.subarray(0, count))
  return all
}

/** Returns the size of an area in square kilometers. */
function getSize(area: CellRuns): number {
  const side = KM_PER_DEGREE / PER_DEGREE
  return area.reduce(
    (sum, { row, start, end }) => sum + (end - start) * side * side * Math.cos(centerLat(row) * RADIANS),
    0,
  )
}

/** Returns the center of the cell closest to the mean position of all cells. */
function findMiddle(area: CellRuns): { lat: number; lon: number } {
  let cells = 0
  let columns = 0
  let rows = 0
  for (const { row, start, end } of area) {
    cells += end - start
    columns += ((end - start) * (start + end - 1)) / 2
    rows += (end - start) * row
  }
  const column = columns / cells
  const row = rows / cells
  const cos = Math.cos(centerLat(row) * RADIANS)
  let nearest = { column: area[0].start, row: area[0].row, away: Number.POSITIVE_INFINITY }
  for (const run of area) {
    const nearestColumn = Math.min(Math.max(Math.round(column), run.start), run.end - 1)
    const away = Math.hypot((nearestColumn - column) * cos, run.row - row)
    if (away < nearest.away) nearest = { column: nearestColumn, row: run.row, away }
  }
  return { lat: degrees(centerLat(nearest.row)), lon: degrees(centerLon(nearest.column)) }
}

/**
 * Maximum number of edges of an area of cells for measuring it along the largest number of parallels. An area that may
 * have more edges is measured along fewer parallels, so its edges have to be counted exactly.
 */
const FEW_EDGES = 10_000

/** Returns what `polygonRegion` returns for the outline of the cells, without tracing the outline. */
function measuredCells(area: CellRuns, budget: Budget): MeasuredRegion {
  let west = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  for (const { start, end } of area) {
    west = Math.min(west, start)
    east = Math.max(east, end)
  }
  // Each run adds at most four edges. The exact number is needed only if there may be many edges.
  const edges = 4 * area.length
  return {
    box: { west: lonOf(west), south: latOf(area[0].row), east: lonOf(east), north: latOf(area.at(-1)!.row + 1) },
    edges: edges <= FEW_EDGES ? edges : getOutline(area, budget).reduce((sum, { length }) => sum + length, 0),
    spansAt(lats) {
      const spans: number[][] = []
      let run = 0
      let row = -1
      let ofRow: number[] = []
      for (const lat of lats) {
        if (row < 0 || lat >= latOf(row + 1)) {
          row = Math.floor((lat + 90) * PER_DEGREE)
          if (lat < latOf(row)) row--
          else if (lat >= latOf(row + 1)) row++
          ofRow = []
          while (run < area.length && area[run].row < row) run++
          for (; run < area.length && area[run].row === row; run++)
            ofRow.push(lonOf(area[run].start), lonOf(area[run].end))
        }
        spans.push(ofRow)
      }
      return spans
    },
  }
}

/** Returns the longitude of a column's west side, rounded as in outlines. */
function lonOf(column: number): number {
  return degrees(column / PER_DEGREE - 180)
}

/** Returns the latitude of a row's south side, rounded as in outlines. */
function latOf(row: number): number {
  return degrees(row / PER_DEGREE - 90)
}

function getPolygon(area: CellRuns, budget: Budget): NonNullable<CellArea['outline']> {
  const coordinates = getOutline(area, budget).map((ring) => ring.map(([column, row]) => [lonOf(column), latOf(row)]))
  return { type: 'Polygon', coordinates }
}

/** Rounds degrees to seven decimals, about a centimeter. */
function degrees(value: number): number {
  return Math.round(value * 1e7) / 1e7
}
