import type { LoadedDimension, Place } from '../dimensions/loaded-dimension.ts'
import { intersection } from '../geo/box.ts'
import { METERS_PER_DEGREE, RADIANS } from '../geo/distance.ts'
import type { Geography } from '../geography.ts'
import type { Schools, SchoolsByLevel } from '../schools/schools.ts'
import { Bands } from './around.ts'
import { HOMES } from './people.ts'
import type { Region } from './region.ts'
import { ScoreCounts } from './score-counts.ts'

/** Degrees: cells of the sample of the land, unless the area is too small or too large for it. */
const CELL = 15 / 3600
/** A sample has about as many cells at least, and no more at most. */
const [FEWEST_CELLS, MOST_CELLS] = [1000, 20_000]
/** Homes of which the basis is looked up: more tell nothing new. */
const MOST_BASES = 2048
const KM_PER_DEGREE = METERS_PER_DEGREE / 1000

/** One dimension in an area, by the people who live there unless said otherwise. */
export interface AreaScore {
  /** 1-255, to a tenth; null where nobody has a score. */
  readonly mean: number | null
  /** A tenth of the people have this score, 1-255, or a lower one. */
  readonly p10: number | null
  /** The same of half of the people. */
  readonly p50: number | null
  /** The same of nine tenths of the people. */
  readonly p90: number | null
  /** Share of the people without a score, 0-1. */
  readonly without_data: number
  /** Shares of the people with a score, 0-1, by its basis. */
  readonly basis: { readonly measured: number; readonly modeled: number; readonly estimate: number }
  /** Mean score of the land, 1-255, whether or not anybody lives there; null where nothing has a score. */
  readonly area_mean: number | null
  /** Share of the people with a score who live below the limit, 0-1; only where a limit was given. */
  readonly share_below?: number | null
}

/** What is asked about an area: a region, or the block groups that it is made of. */
export type Ground = Region | BlockGroups

interface BlockGroups {
  readonly blockGroups: ArrayLike<number>
  /** Whether their people are taken to live at their centers, as in the percentiles of scores: where there are many. */
  readonly byCenters?: boolean
}

/** An area summed up. */
export interface AreaSummary {
  /** People who live there, census of 2020. */
  readonly people: number
  /** Square kilometers of the coverage, lakes included: by a sample, to 1 or 2 %. */
  readonly land_km2: number
  /** By id of the dimension. */
  readonly scores: Readonly<Record<string, AreaScore>>
  /** Public schools inside, by the level that they serve; null where they were left out. */
  readonly schools: SchoolsByLevel | null
}

/** What the scores of the people of an area say, without basis and land. */
export type PeopleScore = Pick<AreaScore, 'mean' | 'p10' | 'p50' | 'p90'>

export interface PeopleSummary {
  readonly people: number
  readonly land_km2: number
  /** Degrees: where the people are, on average. */
  readonly lon: number
  readonly lat: number
  /** In the order of the dimensions. */
  readonly scores: readonly PeopleScore[]
}

/** Sums up the people of an area, as `summarize` does, in a fraction of its time. */
export function summarizePeople(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  density: Density | null,
): PeopleSummary {
  const land = landOf(geography, regionOfGround(geography, ground))
  const { places, lon, lat, columns, weight, people } = livingOn(geography, ground, dimensions, land, density)
  const all = total(weight)
  // Where nobody lives all places count alike.
  const share = (i: number) => (all > 0 ? weight[i] / all : 1 / places.length)
  const middle = (degrees: Float64Array) => places.reduce((sum, place, i) => sum + degrees[place] * share(i), 0)
  const counts = new ScoreCounts()
  return {
    people: Math.round(people),
    land_km2: landArea(land),
    lon: middle(lon),
    lat: middle(lat),
    scores: columns.map((column) => {
      counts.clear()
      for (let i = 0; i < places.length; i++) counts.add(column[places[i]], weight[i])
      return peopleScore(counts)
    }),
  }
}

/**
 * Sums up an area.
 *
 * @param below limits for `share_below`, by dimension
 * @param density people per km² at a place, for regions without homes
 */
export function summarize(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  below: Readonly<Record<string, number>>,
  density: Density | null,
  schools: Schools | null,
): AreaSummary {
  const region = regionOfGround(geography, ground)
  const land = landOf(geography, region)
  const onLand = scoresAt(geography, land, dimensions)
  const living = livingOn(geography, ground, dimensions, land, density)
  const stride = Math.ceil(living.places.length / MOST_BASES)
  const some = living.places.filter((_, i) => i % stride === 0)
  const where = {
    lon: Float64Array.from(some, (place) => living.lon[place]),
    lat: Float64Array.from(some, (place) => living.lat[place]),
  }
  const bases = scoresAt(geography, where, dimensions, 'basis')
  const counts = new ScoreCounts()
  const byLand = new ScoreCounts()
  const answers = dimensions.map(({ dimension: { id } }, d): [string, AreaScore] => {
    counts.clear()
    for (let i = 0; i < living.places.length; i++) counts.add(living.columns[d][living.places[i]], living.weight[i])
    byLand.clear()
    for (let i = 0; i < land.area.length; i++) byLand.add(onLand[d][i], land.area[i])
    const limit = below[id]
    return [
      id,
      {
        ...peopleScore(counts),
        without_data: thousandth(counts.withoutData()),
        basis: shares(bases[d], (i) => living.weight[i * stride]),
        area_mean: tenth(byLand.mean()),
        ...(limit === undefined ? {} : { share_below: thousandth(counts.shareBelow(limit)) }),
      },
    ]
  })
  return {
    people: Math.round(living.people),
    land_km2: landArea(land),
    scores: Object.fromEntries(answers),
    schools: schools?.inRegion(region) ?? null,
  }
}

function peopleScore(counts: ScoreCounts): PeopleScore {
  return {
    mean: tenth(counts.mean()),
    p10: counts.quantile(0.1),
    p50: counts.quantile(0.5),
    p90: counts.quantile(0.9),
  }
}

type Density = (place: Place) => number

/** Scores or their basis at places, a column per dimension. */
function scoresAt(
  geography: Geography,
  { lon, lat }: { readonly lon: Float64Array; readonly lat: Float64Array },
  dimensions: readonly LoadedDimension[],
  what: 'score' | 'basis' = 'score',
): Uint8Array[] {
  const columns = dimensions.map(() => new Uint8Array(lon.length))
  Bands.of(geography).scorer.score(lon, lat, dimensions, columns, what)
  return columns
}

/** The places at which people live, by number, with the people of each: centers of block groups, homes, or cells of the land. */
function livingOn(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  land: Land,
  density: Density | null,
): Living {
  if ('blockGroups' in ground && ground.byCenters) {
    const centers = Array.from(ground.blockGroups, (blockGroup) => geography.centerOf(blockGroup))
    const where = {
      lon: Float64Array.from(centers, (center) => center.lon),
      lat: Float64Array.from(centers, (center) => center.lat),
    }
    const weight = Float64Array.from(ground.blockGroups, (blockGroup) => geography.people[blockGroup])
    const columns = scoresAt(geography, where, dimensions)
    return { places: Uint32Array.from(centers.keys()), ...where, columns, weight, people: total(weight) }
  }
  const { people, homes: scores } = Bands.of(geography)
  const homes = 'blockGroups' in ground ? people.homesOf(ground.blockGroups) : people.homesIn(ground)
  if (homes.length > 0) {
    const weight = Float64Array.from(homes, (home) => people.of(Math.floor(home / HOMES)) / HOMES)
    const { lon, lat } = people
    return { places: homes, lon, lat, columns: scores.columnsFor(homes, dimensions), weight, people: total(weight) }
  }
  const weight = peopleOn(geography, land, density)
  const sum = total(weight)
  const { lon, lat, area } = land
  return {
    places: Uint32Array.from(lon.keys()),
    lon,
    lat,
    columns: scoresAt(geography, land, dimensions),
    weight: sum > 0 ? weight : area,
    people: sum,
  }
}

interface Living {
  /** Numbers in the columns below. */
  readonly places: Uint32Array
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** Scores by dimension. */
  readonly columns: readonly Uint8Array[]
  /** In the order of `places`. */
  readonly weight: Float64Array
  readonly people: number
}

function total(weight: Float64Array): number {
  return weight.reduce((sum, own) => sum + own, 0)
}

/** Cells of a region that are in the coverage: their middles, and the area of each in km². */
interface Land {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly area: Float64Array
}

function regionOfGround(geography: Geography, ground: Ground): Region {
  return 'blockGroups' in ground ? regionOfBlockGroups(geography, ground.blockGroups) : ground
}

/** To four digits. */
function landArea({ area }: Land): number {
  return Number(total(area).toPrecision(4))
}

function landOf(geography: Geography, region: Region): Land {
  const { west, south, east, north } = intersection(region.box, geography.box)
  const cells = (Math.max(0, east - west) * Math.max(0, north - south)) / CELL ** 2
  const scale =
    cells > MOST_CELLS ? Math.sqrt(cells / MOST_CELLS) : cells < FEWEST_CELLS ? Math.sqrt(cells / FEWEST_CELLS) : 1
  const columns = stepsOf(east - west, CELL * scale)
  const rows = stepsOf(north - south, CELL * scale)
  const lon: number[] = []
  const lat: number[] = []
  const area: number[] = []
  for (let row = 0; row < rows.count; row++)
    for (let column = 0; column < columns.count; column++) {
      const x = west + (column + 0.5) * columns.step
      const y = south + (row + 0.5) * rows.step
      if (!region.contains(x, y) || geography.zoneAt(x, y) === 0) continue
      lon.push(x)
      lat.push(y)
      area.push(columns.step * rows.step * KM_PER_DEGREE ** 2 * Math.cos(y * RADIANS))
    }
  return { lon: Float64Array.from(lon), lat: Float64Array.from(lat), area: Float64Array.from(area) }
}

/** Steps along a side, degrees: at least one, and in a sliver no more than all cells of a sample. */
function stepsOf(length: number, step: number): { readonly count: number; readonly step: number } {
  if (!(length > 0)) return { count: 0, step: 0 }
  const count = Math.ceil(length / step - 0.5)
  if (count >= 1 && count <= MOST_CELLS) return { count, step }
  const bounded = count < 1 ? 1 : MOST_CELLS
  return { count: bounded, step: length / bounded }
}

/** The places whose block group is one of these. Its box is that of the centers, widened while its rim has such places. */
export function regionOfBlockGroups(geography: Geography, blockGroups: ArrayLike<number>): Region {
  const isMember = new Uint8Array(geography.size)
  let [west, south, east, north] = [180, 90, -180, -90]
  for (let i = 0; i < blockGroups.length; i++) {
    isMember[blockGroups[i]] = 1
    const { lat, lon } = geography.centerOf(blockGroups[i])
    ;[west, south, east, north] = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)]
  }
  const contains = (lon: number, lat: number) => {
    const zone = geography.zoneAt(lon, lat)
    return zone > 0 && isMember[geography.blockGroupIn(zone, lon, lat)] === 1
  }
  const rim = (length: number, at: (part: number) => [lon: number, lat: number]) => {
    const steps = Math.max(8, Math.ceil(length / CELL))
    for (let i = 0; i <= steps; i++) if (contains(...at(i / steps))) return true
    return false
  }
  for (let tries = 0; tries < 200; tries++) {
    const grow = Math.max(CELL, (east - west + north - south) / 40)
    const sides = [
      rim(north - south, (part) => [west, south + part * (north - south)]),
      rim(east - west, (part) => [west + part * (east - west), south]),
      rim(north - south, (part) => [east, south + part * (north - south)]),
      rim(east - west, (part) => [west + part * (east - west), north]),
    ]
    if (!sides.includes(true)) break
    if (sides[0]) west -= grow
    if (sides[1]) south -= grow
    if (sides[2]) east += grow
    if (sides[3]) north += grow
  }
  return { box: { west, south, east, north }, contains }
}

/** People on each cell by the density around; evenly nobody where that is not known. */
function peopleOn(geography: Geography, { lon, lat, area }: Land, density: Density | null) {
  return Float64Array.from(area, (km2, i) => {
    const place = { lon: lon[i], lat: lat[i], zone: geography.zoneAt(lon[i], lat[i]), blockGroup: 0 }
    return density === null ? 0 : km2 * (density(place) || 0)
  })
}

/** Shares of weight by basis: values 1 to 3, 0 is no score. */
function shares(basis: Uint8Array, weightOf: (i: number) => number): AreaScore['basis'] {
  const sums = [0, 0, 0, 0]
  basis.forEach((value, i) => {
    sums[value] += weightOf(i)
  })
  const all = sums[1] + sums[2] + sums[3]
  const [measured, modeled, estimate] = sums.slice(1).map((sum) => (all === 0 ? 0 : thousandth(sum / all)))
  return { measured, modeled, estimate }
}

function tenth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10
}

function thousandth<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round(value * 1000) / 1000) as T
}
