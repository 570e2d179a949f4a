import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import { keptBy } from '../../../src/data/bundle/once.ts'
import type { BlockGroups, BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { lineDistance } from '../../geography/line-distance.ts'
import { number } from '../../read/csv.ts'
import { readByTract } from '../by-tract.ts'
import { readRunwayDirections } from '../noise-levels/runways.ts'
import { scoresByRank, vibeInputs } from '../vibe-inputs.ts'

/** Inputs, ranked among residents, in the order of `parts` below. */
const ranked = [
  ['green_rank', 'People with less greenness (NDVI 2018, compared with the 16 miles around)'],
  ['industry_rank', 'People with more land within a mile of industrial sites or an airport'],
  ['mobile_rank', 'People with more mobile homes around, 2018-22'],
  ['rail_rank', 'People with more land within a mile of railroads'],
  ['park_rank', 'People with less land within a mile of a park'],
] as const
const percent = { unit: '%', offset: 0, step: 0.5, digits: 0, of: 'neighborhood' } as const
const centerFacts: readonly FactSpec[] = ranked.map(([id, label]) => ({ id, label, ...percent }))

/**
 * Weights of the inputs, in the same order. Railroads and parks have low weights, because they are seldom in sight from
 * a mile away.
 */
const WEIGHTS = [1.3, 1, 0.8, 0.3, 0.4]

/**
 * Rewards surroundings that are green for the region, without industry, airports, railroads or trailer parks nearby,
 * and with a park within reach. The score is a proxy, not a measure of beauty.
 */
export const scorer: SurfaceScorer = {
  id: 'visual-appeal',
  basis: 'estimate',
  step: 15,
  centerFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const greenness = await readGreenness(context)
    // Hazardous-waste generators are omitted because most are as small as a dry cleaner, and every city street has some
    // nearby.
    const industry = sumOfKnown(['E_TRI', 'E_RMP', 'E_NPL', 'E_AIRPRT'].map((column) => context.eji(column)))
    const airfields = await readAirfields(context)
    const mobile = context.eji('E_MOBILE')
    const rail = context.eji('E_RAIL')

    const parts: readonly ((view: View) => Float32Array)[] = [
      greenness,
      (view) => view.kernelMean(industry, 0.5),
      (view) => view.kernelMean(mobile, 1),
      (view) => view.kernelMean(rail, 0.5),
      (view) => inputs.parkAccess(view),
    ]
    const signs = [1, -1, -1, -1, 1]
    const ranks = parts.map((part, k) => {
      const percentile = context.percentile(part(context.centers).map((value) => signs[k] * value))
      return (values: Float32Array) => values.map((value) => percentile(signs[k] * value))
    })
    const ranksAt = (view: View) => parts.map((part, k) => ranks[k](part(view)))
    const scores = scoresByRank(context, (view: View) =>
      appeal(onAirfields(meanRank(ranksAt(view), WEIGHTS), airfields(view)), inputs.people(view, 1)),
    )
    return (view) => ({
      score: () => scores(view),
      facts: Object.fromEntries(
        ranked.map(([id], k) => [id, () => ranks[k](parts[k](view)).map((rank) => 100 * rank)]),
      ),
    })
  },
}

/** Minimum flights per day for a runway to count as part of an airliner airport. */
const AIRLINERS = 40
/** Distance in km from a runway over which the effect of the airport fades. */
const AIRFIELD_KM = 0.8
/** Amount by which an airport lowers the rank at the runway. */
const AIRFIELD_LOSS = 0.4

/**
 * Returns the distance in km from the nearest airliner runway. Tract figures say little about airports, because nobody
 * lives on airport land.
 */
async function readAirfields({ sources }: BuildContext): Promise<(view: View) => Float32Array> {
  const runways = (await readRunwayDirections(sources)).filter(({ flights }) => flights >= AIRLINERS)
  const lines = runways.map(({ lat, lon, east, north, length }) => {
    const degrees = length / METERS_PER_DEGREE
    return Float64Array.of(lon, lat, lon + (east * degrees) / Math.cos((lat * Math.PI) / 180), lat + north * degrees)
  })
  const toRunway = lineDistance(lines, 4 * AIRFIELD_KM)
  return (view) => Float32Array.from(view.lat, (lat, i) => toRunway(view.lon[i], lat))
}

/** Lowers ranks near runways. */
export function onAirfields(rank: Float32Array, km: Float32Array): Float32Array {
  return rank.map((mean, i) => mean - AIRFIELD_LOSS * Math.exp(-((km[i] / AIRFIELD_KM) ** 2)))
}

/** Returns the sum of the known values in each row, or NaN if no value is known. */
export function sumOfKnown(columns: readonly Float64Array[]): Float64Array {
  return columns[0].map((_, i) => {
    let sum = Number.NaN
    for (const column of columns) if (!Number.isNaN(column[i])) sum = (sum || 0) + column[i]
    return sum
  })
}

/** Returns the weighted mean of the known ranks, or 0.5 if no rank is known. */
export function meanRank(ranks: readonly Float32Array[], weights: readonly number[]): Float32Array {
  return ranks[0].map((_, i) => {
    let sum = 0
    let scored = 0
    ranks.forEach((rank, k) => {
      if (Number.isNaN(rank[i])) return
      sum += weights[k] * rank[i]
      scored += weights[k]
    })
    return scored === 0 ? 0.5 : sum / scored
  })
}

/** Pulls ranks toward the middle below 50 people per km², because tract figures say little where few people live. */
export function appeal(rank: Float32Array, peopleKm2: Float32Array): Float32Array {
  return rank.map((mean, i) => 0.5 + (mean - 0.5) * (0.3 + 0.7 * Math.min(1, peopleKm2[i] / 50)))
}

/** σ in km of the region that a place is compared with. The kernel is cut off at 3.3 σ. */
const REGION = 25
/**
 * Cell size in degrees for aggregating block groups before the regional mean is computed. It is a fifth of the mean's
 * σ.
 */
const CELL = 0.05

/**
 * Reads greenness (NDVI 2018 by 2010 tract) relative to the region. Each block group's value is its difference from the
 * mean within σ 25 km, and the values are averaged within σ 1 km. Differences are taken per block group so that raster
 * blocks do not need the wide kernel. The result is computed once per context and view, because two scorers share it.
 */
export const readGreenness = keptBy(async (context: BuildContext): Promise<(view: View) => Float32Array> => {
  // The file has 15 rows of neighboring states, which match no block group.
  const columns = { ndvi: number({ null: 'NA', min: -1, max: 1 }) }
  const table = { path: 'oeps/ndvi_tracts.CA_TX_FL.csv.gz', tract: 'tract_fips', year: 2010, columns } as const
  const { ndvi } = await readByTract(context, table)
  const regional = regionalMean(context.blockGroups, ndvi)
  const difference = ndvi.map((value, b) => value - regional[b])
  return keptBy((view) => view.kernelMean(difference, 1))
})

type Centers = Pick<BlockGroups, 'lat' | 'lon' | 'population'>

/** Returns the population-weighted mean of a value around each block group. NaN values are ignored. */
export function regionalMean(centers: Centers, value: Float64Array): Float64Array {
  const cells = gathered(centers, value)
  const reach = 3.3 * REGION
  const rows = Math.ceil(reach / (CELL * kmPerDegree))
  return centers.lat.map((lat, b) => {
    const lon = centers.lon[b]
    const narrow = Math.cos((lat * Math.PI) / 180)
    const row = Math.floor(lat / CELL)
    let sum = 0
    let weight = 0
    for (let r = row - rows; r <= row + rows; r++) {
      for (const cell of cells.get(r) ?? []) {
        const square = (((cell.lon - lon) * narrow) ** 2 + (cell.lat - lat) ** 2) * kmPerDegree * kmPerDegree
        if (square > reach * reach) continue
        const near = cell.people * Math.exp(-square / (2 * REGION * REGION))
        sum += near * cell.mean
        weight += near
      }
    }
    return sum / weight
  })
}

interface Cell {
  readonly lat: number
  readonly lon: number
  readonly people: number
  readonly mean: number
}

/**
 * Aggregates block groups into cells, grouped by row. Each cell has its center of population, number of people and mean
 * value.
 */
function gathered(centers: Centers, value: Float64Array): ReadonlyMap<number, readonly Cell[]> {
  const sums = new Map<number, Map<number, Float64Array>>()
  for (let b = 0; b < value.length; b++) {
    const people = centers.population[b]
    if (Number.isNaN(value[b]) || people === 0) continue
    const row = Math.floor(centers.lat[b] / CELL)
    const column = Math.floor(centers.lon[b] / CELL)
    const cells = sums.get(row) ?? new Map<number, Float64Array>()
    sums.set(row, cells)
    const sum = cells.get(column) ?? new Float64Array(4)
    cells.set(column, sum)
    sum[0] += people
    sum[1] += people * centers.lat[b]
    sum[2] += people * centers.lon[b]
    sum[3] += people * value[b]
  }
  const getCell = ([people, lat, lon, total]: Float64Array): Cell => ({
    lat: lat / people,
    lon: lon / people,
    people,
    mean: total / people,
  })
  return new Map([...sums].map(([row, cells]) => [row, [...cells.values()].map(getCell)]))
}
