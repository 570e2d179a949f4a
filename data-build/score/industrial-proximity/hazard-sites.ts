import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import type { WeightedSites } from './nearness.ts'

const deletedWeight = 0.2 // of a Superfund site taken off the National Priorities List: cleaned up
const burning = ['Coal', 'Natural Gas', 'Petroleum']

export interface HazardSites {
  /** Superfund sites of the National Priorities List, final ones with weight 1, deleted ones with 0.2. All states. */
  readonly superfund: WeightedSites
  /** The final ones of these alone: what the distance to the nearest site means. */
  readonly activeSuperfund: WeightedSites
  /** Power plants of 100 MW and more that burn coal, gas or oil. All of North America. */
  readonly powerPlants: WeightedSites
}

export async function readHazardSites(sources: SourceFolder): Promise<HazardSites> {
  const superfund = await readSuperfund(sources)
  return {
    superfund,
    activeSuperfund: only(superfund, (i) => superfund.weight[i] === 1),
    powerPlants: await readPowerPlants(sources),
  }
}

async function readSuperfund(sources: SourceFolder): Promise<WeightedSites> {
  const { columns } = await readCsv(sources, 'epa/superfund-sites.csv.gz', {
    'NPL Status': text({ pattern: /^[FD]$/, required: true }),
    Latitude: number({ min: -90, max: 90, required: true }),
    Longitude: number({ min: -180, max: 180, required: true }),
  })
  const weight = Float64Array.from(columns['NPL Status'], (status) => (status === 'F' ? 1 : deletedWeight))
  return { lat: columns.Latitude, lon: columns.Longitude, weight }
}

async function readPowerPlants(sources: SourceFolder): Promise<WeightedSites> {
  const { rows, columns } = await readCsv(sources, 'eia/Power_Plants_100_MW_or_more.csv.gz', {
    'Primary Energy Source': text({ required: true }),
    Latitude: number({ min: -90, max: 90, required: true }),
    Longitude: number({ min: -180, max: 180, required: true }),
  })
  const plants = { lat: columns.Latitude, lon: columns.Longitude, weight: new Float64Array(rows).fill(1) }
  return only(plants, (i) => burning.includes(columns['Primary Energy Source'][i]))
}

function only(sites: WeightedSites, wanted: (i: number) => boolean): WeightedSites {
  const keep = (_: number, i: number) => wanted(i)
  return { lat: sites.lat.filter(keep), lon: sites.lon.filter(keep), weight: sites.weight.filter(keep) }
}
