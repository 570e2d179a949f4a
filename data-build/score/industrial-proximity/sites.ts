import { coveredStates } from '../../../src/base/states.ts'
import { boxOfPoints, getPoints, kmPerDegree, type LatLon, type Points } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { namedSites } from '../named-sites.ts'

const SQUARE_KM_PER_ACRE = 0.004_046_856
// Weight of a Superfund site that was removed from the National Priorities List after cleanup
const deletedWeight = 0.2

export type HazardSites = Awaited<ReturnType<typeof readHazardSites>>

export async function readHazardSites(sources: SourceFolder) {
  const superfund = await readSuperfund(sources)
  return {
    /**
     * Superfund sites on the National Priorities List. Final sites have weight 1 and deleted sites 0.2. Federal sites
     * are known only in the three states, other sites in all states.
     */
    superfund: withRadius(superfund, ({ isFinal }) => (isFinal ? 1 : deletedWeight)),
    /** Final Superfund sites only, for the distance to the nearest site. */
    activeSuperfund: withRadius(
      superfund.filter(({ isFinal }) => isFinal),
      () => 1,
    ),
    /** Facilities in the 2023 Toxics Release Inventory in California and Florida, weighted by `releaseWeight`. */
    toxicReleases: await readToxicReleases(sources),
    /** Power plants of at least 50 MW that burn fuel or are nuclear, weighted by `plantWeight`. */
    powerPlants: await readPowerPlants(sources),
    /** Facilities with a risk-management plan in 106 urban areas, weighted by `riskWeight`. */
    riskManagement: await readRiskManagement(sources),
    /** Seaports and rocket launch sites. The weight is a radius in km that covers most of the site. */
    ports: portsAndLaunchSites(),
    /** Checks whether a place (degrees) is in one of the urban areas with known risk-management sites. */
    riskKnown: await readRiskAreas(sources),
  }
}

const gramsPerPound = 453.59237

/** Reads the rows (one per facility and chemical) and sums each facility's on-site releases to air, water and land. */
async function readToxicReleases(sources: SourceFolder): Promise<WeightedSites> {
  const pounds = new Map<string, { lat: number; lon: number; released: number }>()
  for (const state of ['CA', 'FL']) {
    const rows = await readRecords(sources, `epa/TRI_2023_${state}.csv.gz`, {
      id: text({ heading: '2. TRIFD', required: true }),
      ...coordinates('12. LATITUDE', '13. LONGITUDE'),
      unit: text({ heading: '50. UNIT OF MEASURE', pattern: /^(Pounds|Grams)$/, required: true }),
      amount: number({ heading: '65. ON-SITE RELEASE TOTAL', min: 0 }),
    })
    for (const { id, lat, lon, unit, amount } of rows) {
      const site = pounds.get(id) ?? { lat, lon, released: 0 }
      site.released += (amount || 0) / (unit === 'Grams' ? gramsPerPound : 1)
      pounds.set(id, site)
    }
  }
  return weighted([...pounds.values()], ({ released }) => releaseWeight(released))
}

/**
 * Returns the weight of a facility by its on-site releases in pounds per year: 0.2 for none, 0.5 at 100, 2.2 at 10,000,
 * 4.2 at a million.
 */
export function releaseWeight(pounds: number): number {
  return 0.2 + Math.log10(1 + pounds / 100)
}

const FINAL_SITES = 'epa/epa_npl_final_2024-12_CA_TX_FL.csv.gz'
const ALL_SITES = 'epa/superfund-sites.csv.gz'

/** A site on the National Priorities List. */
interface SuperfundSite extends LatLon {
  readonly isFinal: boolean
  /** Radius in km of the area that the site's point represents; 0 for sites that cover only a few streets. */
  readonly radius: number
}

/**
 * Reads the final sites of the three states from EPA's own table, which includes federal facilities. Deleted sites and
 * sites in other states are read from the list of nonfederal sites.
 */
async function readSuperfund(sources: SourceFolder): Promise<readonly SuperfundSite[]> {
  const listed = await readRecords(sources, ALL_SITES, {
    status: text({ heading: 'NPL Status', pattern: /^[FD]$/, required: true }),
    state: text({ heading: 'State' }),
    ...coordinates('Latitude', 'Longitude'),
  })
  const final = sources.has(FINAL_SITES)
    ? await readRecords(sources, FINAL_SITES, {
        federal: text({ pattern: /^[YN]$/, required: true }),
        name: text({ required: true }),
        ...coordinates('lat', 'lon'),
      })
    : []
  const isCovered = (state: string) => final.length > 0 && coveredStates.some(({ postal }) => postal === state)
  return [
    ...final.map((site) => ({ ...site, isFinal: true, radius: site.federal === 'Y' ? federalRadius(site.name) : 0 })),
    ...listed
      .filter(({ status, state }) => status === 'D' || !isCovered(state))
      .map((site) => ({ ...site, isFinal: site.status === 'F', radius: 0 })),
  ]
}

/**
 * Acres of federal facilities on the National Priorities List, rounded, from the agencies' fact sheets. The list has
 * one point for each facility, and bases are among the largest sites. Without a radius, homes inside a base would seem
 * to be miles away from it.
 */
const FEDERAL_ACRES: readonly (readonly [name: RegExp, acres: number])[] = [
  [/^HOMESTEAD/, 2900],
  [/^JACKSONVILLE NAVAL/, 3800],
  [/^PENSACOLA NAVAL/, 5800],
  [/^TYNDALL/, 29_000],
  [/CECIL FIELD/, 17_600],
  [/^WHITING FIELD/, 3800],
  [/^AIR FORCE PLANT #4/, 600],
  [/^LONE STAR/, 15_500],
  [/^LONGHORN/, 8500],
  [/^PANTEX/, 10_000],
  [/^ALAMEDA/, 1700],
  [/^BARSTOW/, 5700],
  [/^CAMP PENDLETON/, 125_000],
  [/^CASTLE/, 2800],
  [/^CONCORD/, 12_800],
  [/^EDWARDS/, 301_000],
  [/^EL TORO/, 4700],
  [/^FORT ORD/, 27_800],
  [/^GEORGE AIR/, 5300],
  [/^HUNTERS POINT/, 500],
  [/^LAWRENCE LIVERMORE .*300/, 7000],
  [/^LAWRENCE LIVERMORE/, 800],
  [/^MARCH AIR/, 7000],
  [/^MATHER/, 5800],
  [/^MCCLELLAN/, 3000],
  [/^MOFFETT/, 1500],
  [/^NORTON/, 2200],
  [/^SACRAMENTO ARMY/, 500],
  [/^SHARPE/, 700],
  [/^TRACY/, 900],
  [/^TRAVIS/, 6400],
]
/** Acres assumed for any other federal facility. */
const USUAL_ACRES = 200
/** Maximum radius of a federal facility in km. The radius is limited because bases are not circular. */
const WIDEST = 5

/** Returns the radius in km of a circle with the area of a federal facility. */
export function federalRadius(name: string): number {
  const [, acres] = FEDERAL_ACRES.find(([pattern]) => pattern.test(name)) ?? [null, USUAL_ACRES]
  return Math.min(WIDEST, Math.sqrt((acres * SQUARE_KM_PER_ACRE) / Math.PI))
}

/** Weights of fuels by how industrial their plants are. Solar, wind and water power have weight 0. */
const fuelWeight: Readonly<Record<string, number>> = {
  Coal: 1.5,
  Petcoke: 1.5,
  Oil: 1,
  Nuclear: 1.5,
  Gas: 0.8,
  Waste: 0.8,
  Biomass: 0.8,
  Cogeneration: 0.8,
}
const MIN_MEGAWATTS = 50

/**
 * Returns the weight of a plant. A 500 MW plant has the weight of its fuel. The weight is 0 for small plants and for
 * fuels without smoke or radiation.
 */
export function plantWeight(fuel: string, megawatts: number): number {
  return !(megawatts >= MIN_MEGAWATTS) ? 0 : (fuelWeight[fuel] ?? 0) * Math.min(1.5, Math.sqrt(megawatts / 500))
}

async function readPowerPlants(sources: SourceFolder): Promise<WeightedSites> {
  const rows = await readRecords(sources, 'powerplants-2019/power_plants_2019_CA_TX_FL.csv.gz', {
    fuel: text({ heading: 'primary_fuel' }),
    megawatts: number({ heading: 'capacity_mw', min: 0 }),
    ...coordinates('lat', 'lon', false),
  })
  const plants = rows.map((row) => ({ ...row, weight: plantWeight(row.fuel, row.megawatts) }))
  return weighted(
    plants.filter(({ lat, weight }) => !Number.isNaN(lat) && weight > 0),
    ({ weight }) => weight,
  )
}

/**
 * Returns the weight of a facility with a risk-management plan: high for refineries and chemical plants, low for cold
 * storage and waterworks.
 */
export function riskWeight(industry: string): number {
  if (/refiner|petrochem|chemical manuf|plastics material|synthetic|industrial gas|pesticide|explosive/i.test(industry))
    return 2
  if (/wholesal|petroleum|terminal|power|manufactur|gas extraction|process/i.test(industry)) return 0.6
  return 0.25
}

async function readRiskManagement(sources: SourceFolder): Promise<WeightedSites> {
  const rows = await readRecords(sources, 'epa/rmp/RMP_points_2023_2025_CA_TX_FL.csv.gz', {
    ...coordinates('lat', 'lon'),
    industry: text(),
    gone: number({ heading: 'deregistered_since', min: 0, max: 1, required: true }),
  })
  return weighted(
    rows.filter(({ gone }) => gone === 0),
    ({ industry }) => riskWeight(industry),
  )
}

async function readRiskAreas(sources: SourceFolder): Promise<(lon: number, lat: number) => boolean> {
  const { features } = await readGeoJson(sources, 'epa/rmp/RMP_106_urban_areas.geojson.gz', { properties: [] })
  const areas = new EdgeIndex(features.flatMap(({ polygons }) => polygons))
  return (lon, lat) => areas.containing(lon, lat) !== -1
}

function weighted<P extends LatLon>(places: readonly P[], weightOf: (place: P) => number): WeightedSites {
  return { ...getPoints(places), weight: Float64Array.from(places, weightOf) }
}

function portsAndLaunchSites(): WeightedSites {
  return weighted(
    namedSites.filter(({ kind }) => kind !== 'amusement park'),
    ({ km }) => km,
  )
}

/** Distance in km outside a port or launch site over which the result of `insidePorts` falls to 0. */
const PORT_EDGE = 2

/** Returns 1 for each point inside a port or launch site, falling to 0 at 2 km outside. */
export function insidePorts(points: Points, { ports }: Pick<HazardSites, 'ports'>): Float64Array {
  const shares = new Float64Array(points.lat.length)
  visitPairs(points, ports, Math.max(...ports.weight) + PORT_EDGE, (point, port, squared) => {
    const outside = (Math.sqrt(squared) - ports.weight[port]) / PORT_EDGE
    shares[point] = Math.max(shares[point], Math.min(1, 1 - outside))
  })
  return shares
}

function withRadius(sites: readonly SuperfundSite[], weightOf: (site: SuperfundSite) => number): WeightedSites {
  return { ...weighted(sites, weightOf), radius: Float64Array.from(sites, ({ radius }) => radius) }
}

/** Sites with a weight for each site. */
interface WeightedSites extends Points {
  readonly weight: Float64Array
  /** Radius of each site in km. Distances are measured from the edge of the site. Default: 0. */
  readonly radius?: Float64Array
}

/**
 * Returns Σ weight · (1/max(d, floor) − 1/reach) over the sites within `reach` km of each point, where d is the
 * distance in km. The sum falls to 0 without a step.
 */
export function nearness(points: Points, sites: WeightedSites, floor: number, reach: number): Float64Array {
  const sums = new Float64Array(points.lat.length)
  visitPairs(points, sites, reach, (point, site, squared) => {
    sums[point] += sites.weight[site] * (1 / Math.max(Math.sqrt(squared), floor) - 1 / reach)
  })
  return sums
}

/** Returns the distance in km to the nearest site, at most `reach`. */
export function nearestKm(points: Points, sites: WeightedSites, reach: number): Float32Array {
  const least = new Float64Array(points.lat.length).fill(reach * reach)
  visitPairs(points, sites, reach, (point, _, squared) => {
    if (squared < least[point]) least[point] = squared
  })
  return Float32Array.from(least, Math.sqrt)
}

/** Calls `visit` for every point less than `reach` from the edge of a site, with the squared distance in km². */
function visitPairs(
  { lat, lon }: Points,
  sites: WeightedSites,
  reach: number,
  visit: (point: number, site: number, squared: number) => void,
): void {
  const { south, north, west, east } = boxOfPoints({ lat, lon })
  for (let site = 0; site < sites.lat.length; site++) {
    const radius = sites.radius?.[site] ?? 0
    const degrees = (reach + radius) / kmPerDegree
    const y = sites.lat[site]
    const x = sites.lon[site]
    const cos = Math.cos((y * Math.PI) / 180)
    if (y < south - degrees || y > north + degrees || x < west - degrees / cos || x > east + degrees / cos) continue
    for (let point = 0; point < lat.length; point++) {
      const dy = lat[point] - y
      if (dy >= degrees || dy <= -degrees) continue
      const dx = (lon[point] - x) * cos
      const fromCenter = (dx * dx + dy * dy) * kmPerDegree ** 2
      const squared = radius === 0 ? fromCenter : Math.max(0, Math.sqrt(fromCenter) - radius) ** 2
      if (squared < reach * reach) visit(point, site, squared)
    }
  }
}
