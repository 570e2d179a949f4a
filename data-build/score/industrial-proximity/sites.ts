import { kmPerDegree } from '../../geography/center-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

const deletedWeight = 0.2 // of a Superfund site taken off the National Priorities List: cleaned up
const burning = ['Coal', 'Natural Gas', 'Petroleum']

export interface HazardSites {
  /** Superfund sites of the National Priorities List, final ones with weight 1, deleted ones with 0.2. All states. */
  readonly superfund: WeightedSites
  /** The final ones of these alone: what the distance to the nearest site means. */
  readonly activeSuperfund: WeightedSites
  /** Facilities of the Toxics Release Inventory 2023 in California and Florida, weighted by `releaseWeight`. */
  readonly toxicReleases: WeightedSites
  /** Power plants of 100 MW and more that burn coal, gas or oil. All of North America. */
  readonly powerPlants: WeightedSites
}

export async function readHazardSites(sources: SourceFolder): Promise<HazardSites> {
  const superfund = await readSuperfund(sources)
  return {
    superfund,
    activeSuperfund: only(superfund, (i) => superfund.weight[i] === 1),
    toxicReleases: await readToxicReleases(sources),
    powerPlants: await readPowerPlants(sources),
  }
}

const gramsPerPound = 453.59237

/** One row per facility and chemical; the on-site releases of a facility are their sum, to air, water and land. */
async function readToxicReleases(sources: SourceFolder): Promise<WeightedSites> {
  const pounds = new Map<string, { lat: number; lon: number; released: number }>()
  for (const state of ['CA', 'FL']) {
    const { rows, columns } = await readCsv(sources, `epa/TRI_2023_${state}.csv.gz`, {
      '2. TRIFD': text({ required: true }),
      '12. LATITUDE': number({ min: -90, max: 90, required: true }),
      '13. LONGITUDE': number({ min: -180, max: 180, required: true }),
      '50. UNIT OF MEASURE': text({ pattern: /^(Pounds|Grams)$/, required: true }),
      '65. ON-SITE RELEASE TOTAL': number({ min: 0 }),
    })
    for (let row = 0; row < rows; row++) {
      const id = columns['2. TRIFD'][row]
      const amount = columns['65. ON-SITE RELEASE TOTAL'][row] || 0
      const site = pounds.get(id) ?? {
        lat: columns['12. LATITUDE'][row],
        lon: columns['13. LONGITUDE'][row],
        released: 0,
      }
      site.released += columns['50. UNIT OF MEASURE'][row] === 'Grams' ? amount / gramsPerPound : amount
      pounds.set(id, site)
    }
  }
  const facilities = [...pounds.values()]
  return {
    lat: Float64Array.from(facilities, ({ lat }) => lat),
    lon: Float64Array.from(facilities, ({ lon }) => lon),
    weight: Float64Array.from(facilities, ({ released }) => releaseWeight(released)),
  }
}

/** Weight of a facility by what it releases on site in a year, pounds: 0.2 for nothing, 0.5 at 100, 2.2 at 10,000, 4.2 at a million. */
export function releaseWeight(pounds: number): number {
  return 0.2 + Math.log10(1 + pounds / 100)
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

/** Sites in degrees with a weight each. */
interface WeightedSites {
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly weight: Float64Array
}

interface Points {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/**
 * Σ weight · (1/max(d, floor) − 1/reach) over the sites within `reach` km of each point, d in km: falls to 0 without a step.
 */
export function nearness(points: Points, sites: WeightedSites, floor: number, reach: number): Float64Array {
  const sums = new Float64Array(points.lat.length)
  visitPairs(points, sites, reach, (point, site, squared) => {
    sums[point] += sites.weight[site] * (1 / Math.max(Math.sqrt(squared), floor) - 1 / reach)
  })
  return sums
}

/** Distance in km to the nearest site, `reach` where none is nearer. */
export function nearestKm(points: Points, sites: WeightedSites, reach: number): Float32Array {
  const least = new Float64Array(points.lat.length).fill(reach * reach)
  visitPairs(points, sites, reach, (point, _, squared) => {
    if (squared < least[point]) least[point] = squared
  })
  return Float32Array.from(least, Math.sqrt)
}

/** Calls `visit` with the squared distance in km² of every point and site less than `reach` apart. */
function visitPairs(
  { lat, lon }: Points,
  sites: WeightedSites,
  reach: number,
  visit: (point: number, site: number, squared: number) => void,
): void {
  const [south, north] = range(lat)
  const [west, east] = range(lon)
  const degrees = reach / kmPerDegree
  for (let site = 0; site < sites.lat.length; site++) {
    const y = sites.lat[site]
    const x = sites.lon[site]
    const cos = Math.cos((y * Math.PI) / 180)
    if (y < south - degrees || y > north + degrees || x < west - degrees / cos || x > east + degrees / cos) continue
    for (let point = 0; point < lat.length; point++) {
      const dy = lat[point] - y
      if (dy >= degrees || dy <= -degrees) continue
      const dx = (lon[point] - x) * cos
      const squared = (dx * dx + dy * dy) * kmPerDegree ** 2
      if (squared < reach * reach) visit(point, site, squared)
    }
  }
}

function range(values: Float64Array): [low: number, high: number] {
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i]
    if (values[i] > high) high = values[i]
  }
  return [low, high]
}
