import type { BlockGroups, BuildContext, View } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'

/** Radius of the region that a place is compared with: σ in km, cut at 3.3 σ. */
const REGION = 25
/** Side, in degrees, of the cells into which block groups are gathered before the wide mean; a fifth of its σ. */
const CELL = 0.05
/** Kilometres of a degree of latitude. */
const KM = 111.195

/**
 * Greenness (NDVI 2018 of 2010 tracts) against its region: the mean within σ 1 km of each block group's difference from
 * the mean within σ 25 km. The difference is taken per block group, so that no raster block needs the wide kernel.
 */
export async function readGreenness(context: BuildContext): Promise<(view: View) => Float32Array> {
  const { columns } = await readCsv(context.sources, 'oeps/ndvi_tracts.CA_TX_FL.csv.gz', {
    ndvi: number({ null: 'NA', min: -1, max: 1 }),
    tract_fips: text({ pattern: /^\d{10,11}$/, required: true }),
  })
  // A spreadsheet dropped California's leading zero; 15 rows of neighbouring states find no block group.
  const byTract = new Map(columns.tract_fips.map((tract, i) => [tract.padStart(11, '0'), columns.ndvi[i]]))
  const ndvi = context.byTract2010(byTract)
  const regional = regionalMean(context.blockGroups, ndvi)
  const difference = ndvi.map((value, b) => value - regional[b])
  return (view) => view.kernelMean(difference, 1)
}

type Centres = Pick<BlockGroups, 'lat' | 'lon' | 'population'>

/** The mean of a value around each block group, weighted by people; NaN values are left out. */
export function regionalMean(centres: Centres, value: Float64Array): Float64Array {
  const cells = gathered(centres, value)
  const reach = 3.3 * REGION
  const rows = Math.ceil(reach / (CELL * KM))
  return centres.lat.map((lat, b) => {
    const lon = centres.lon[b]
    const narrow = Math.cos((lat * Math.PI) / 180)
    const row = Math.floor(lat / CELL)
    let sum = 0
    let weight = 0
    for (let r = row - rows; r <= row + rows; r++) {
      for (const cell of cells.get(r) ?? []) {
        const square = (((cell.lon - lon) * narrow) ** 2 + (cell.lat - lat) ** 2) * KM * KM
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

/** Block groups gathered into cells, by row of cells: centre of population, people and mean value of each. */
function gathered(centres: Centres, value: Float64Array): ReadonlyMap<number, readonly Cell[]> {
  const sums = new Map<number, Map<number, Float64Array>>()
  for (let b = 0; b < value.length; b++) {
    const people = centres.population[b]
    if (Number.isNaN(value[b]) || people === 0) continue
    const row = Math.floor(centres.lat[b] / CELL)
    const column = Math.floor(centres.lon[b] / CELL)
    const cells = sums.get(row) ?? new Map<number, Float64Array>()
    sums.set(row, cells)
    const sum = cells.get(column) ?? new Float64Array(4)
    cells.set(column, sum)
    sum[0] += people
    sum[1] += people * centres.lat[b]
    sum[2] += people * centres.lon[b]
    sum[3] += people * value[b]
  }
  const cellOf = ([people, lat, lon, total]: Float64Array): Cell => ({
    lat: lat / people,
    lon: lon / people,
    people,
    mean: total / people,
  })
  return new Map([...sums].map(([row, cells]) => [row, [...cells.values()].map(cellOf)]))
}
