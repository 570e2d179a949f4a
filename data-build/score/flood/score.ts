import { coveredStates } from '../../../src/states.ts'
import type { AreaScorer, AreaValues, BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { segmentDistance2 } from '../../geography/rings.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { loadDallas, loadNfhl } from './zones.ts'

/** Hurricanes a year at which the storm term is full: the Florida coast's typical figure. */
const FULL_STORM_FREQUENCY = 0.25
/** Distance over which the storm's surge falls to 1/e, km. */
const SURGE_REACH = 3
/** From here on the storm term is below 0.03 points, km. */
const COAST_LIMIT = 24

const facts: readonly FactSpec[] = [
  // FEMA's National Risk Index through the CDC; the 99th percentile of Florida's tracts is 3.8 a year.
  { id: 'coastal_floods', label: 'Coastal floods', unit: 'per year', offset: 0, step: 0.016, digits: 2 },
  {
    id: 'river_flood_tracts',
    label: 'Nearby tracts with river floods on record',
    unit: '%',
    offset: 0,
    step: 0.5,
    digits: 0,
  },
  { id: 'water_share', label: 'Water in the tracts around', unit: '%', offset: 0, step: 0.4, digits: 1 },
  { id: 'hurricanes', label: 'Hurricanes', unit: 'per year', offset: 0, step: 0.002, digits: 2 },
  { id: 'coast_km', label: 'Distance to the coast', unit: 'km', offset: 0, step: 0.1, digits: 1 },
]

/** FEMA's own zones where a map of them is at hand: the City of Dallas, and every layer in `fema/nfhl`. */
export const area: AreaScorer = {
  facts: [],
  async prepare(context: BuildContext): Promise<AreaValues> {
    const nfhl = await loadNfhl(context.sources, context.report)
    const zones = [...(await loadDallas(context.sources)), ...nfhl]
    context.report(`${zones.length} flood zones`)
    return {
      blockGroups: null,
      polygons: zones.map((zone) => zone.polygon),
      polygonColumns: {
        score: Uint8Array.from(zones, (zone) => zone.score),
        basis: zones.map(() => 'measured'),
        facts: {},
      },
    }
  },
}

/** The estimate everywhere else, from tract-level federal risk data, 30-225: never an official-looking end of the scale. */
export const surface: SurfaceScorer = {
  id: 'flood',
  basis: 'estimate',
  step: 15,
  centerFacts: facts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const coastal = context.eji('E_CFLD')
    const coastalClass = coastal.map(coastalFloodClass)
    const hurricanes = context.eji('E_HRCN')
    // One number per county: only whether there is any is used.
    const river = context
      .eji('E_RFLD')
      .map((frequency) => (Number.isNaN(frequency) ? Number.NaN : Number(frequency > 0)))
    const water = context.byTract2010(await loadWaterShares(context.sources))
    const riverWater = water.map((share, b) => river[b] * waterClass(share))
    const coast = await loadShoreDistance(context.sources, COAST_LIMIT)
    return (view: View, wanted) => {
      const floods = view.smooth(coastalClass)
      const rivers = view.smooth(river)
      const waters = view.smooth(riverWater)
      const storms = view.smooth(hurricanes)
      const score = new Float32Array(view.size)
      const km = new Float32Array(view.size)
      for (let i = 0; i < view.size; i++) {
        km[i] = coast(view.lon[i], view.lat[i])
        score[i] = floodEstimate(floods[i], rivers[i], waters[i], storms[i], km[i])
      }
      if (wanted === 'score') return { score, facts: {} }
      return {
        score,
        facts: {
          coastal_floods: view.smooth(coastal),
          river_flood_tracts: rivers.map((share) => 100 * share),
          water_share: view.smooth(water).map((share) => 100 * share),
          hurricanes: storms,
          coast_km: km.map((distance) => (distance < COAST_LIMIT ? distance : Number.NaN)),
        },
      }
    }
  },
}

/** Class 0-1 of coastal floods per year (NaN stays NaN). */
export function coastalFloodClass(perYear: number): number {
  if (Number.isNaN(perYear)) return Number.NaN
  if (perYear >= 1) return 1
  if (perYear >= 0.2) return 0.8
  if (perYear >= 0.05) return 0.65
  return perYear > 0 ? 0.5 : 0
}

/**
 * Score 30-225, unrounded, of the coastal class (0-1), the share of tracts around with river floods on record (0-1), the
 * water class of those tracts (0-1), hurricanes per year and the distance to the coast in km. NaN when one of the first
 * four is. A river flood on record says little about one house; open water in the same tract says where it comes from.
 */
export function floodEstimate(
  coastal: number,
  river: number,
  riverWater: number,
  hurricanes: number,
  coastKm: number,
): number {
  const surge = Math.min(1, hurricanes / FULL_STORM_FREQUENCY) * Math.exp(-coastKm / SURGE_REACH)
  const hazard = 1 - (1 - 0.85 * coastal) * (1 - 0.15 * river - 0.18 * riverWater) * (1 - 0.45 * surge)
  return Math.max(30, 225 - 195 * hazard)
}

/** Water's share (0-1) of the area of every 2010 tract, from the Census Bureau's ALAND and AWATER. */
async function loadWaterShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const shares = new Map<string, number>()
  for (const { fips: state } of coveredStates) {
    const path = `census/tracts/tl_2019_${state}_tract_attributes.csv.gz`
    const { columns } = await readCsv(sources, path, {
      GEOID: text({ pattern: /^\d{11}$/ }),
      ALAND: number({ min: 0, required: true }),
      AWATER: number({ min: 0, required: true }),
    })
    columns.GEOID.forEach((geoid, i) => {
      const area = columns.ALAND[i] + columns.AWATER[i]
      if (area > 0) shares.set(geoid, columns.AWATER[i] / area)
    })
  }
  return shares
}

/** Class 0-1 of a water share: 0 up to 0.1 %, 1 from 10 %, logarithmic between. NaN stays NaN. */
export function waterClass(share: number): number {
  return Math.min(1, Math.max(0, (Math.log10(share) + 3) / 2))
}

/** Distance in km from a place to the nearest line, Infinity from about `reach` km on. */
type ShoreDistance = (lon: number, lat: number) => number

const cell = 0.02 // degrees, about 2 km: few lines remain candidates for all places of a cell

/** Natural Earth's coast (1:10 million) of the three states. */
export async function loadShoreDistance(sources: SourceFolder, reach: number): Promise<ShoreDistance> {
  const lines: Float64Array[] = []
  for (const { postal: state } of coveredStates) {
    const path = `natural-earth/ne_10m_coastline.${state}.geojson.gz`
    const layer = await readGeoJson(sources, path, { properties: [] })
    for (const feature of layer.features) lines.push(...feature.lines)
  }
  return shoreDistance(lines, reach)
}

/** The distance to lines given as flat degrees [lon, lat, lon, lat, …], looked up through cells filled on demand. */
export function shoreDistance(lines: readonly Float64Array[], reach: number): ShoreDistance {
  const segments = segmentsOf(lines)
  const count = segments.length / 4
  const candidates = new Map<number, Float64Array>()

  /** Segments that are nearest to some place of the cell: no farther from its center than the nearest + its diagonal. */
  function near(column: number, row: number): Float64Array {
    const lon = (column + 0.5) * cell
    const lat = (row + 0.5) * cell
    const cos = Math.cos((lat * Math.PI) / 180)
    const limit = reach / kmPerDegree + cell
    const kept: number[] = []
    const distances: number[] = []
    let nearest = limit
    for (let i = 0; i < count; i++) {
      const s = 4 * i
      if (Math.min(segments[s + 1], segments[s + 3]) > lat + limit) continue
      if (Math.max(segments[s + 1], segments[s + 3]) < lat - limit) continue
      const d = Math.sqrt(segmentDistance2(segments, s, lon, lat, cos))
      if (d > nearest + 1.5 * cell) continue
      nearest = Math.min(nearest, d)
      kept.push(s)
      distances.push(d)
    }
    const chosen = kept.filter((_, i) => distances[i] <= nearest + 1.5 * cell && distances[i] <= limit)
    return Float64Array.from(chosen.flatMap((s) => [...segments.subarray(s, s + 4)]))
  }

  return (lon, lat) => {
    const column = Math.floor(lon / cell)
    const row = Math.floor(lat / cell)
    const key = row * 36_000 + column
    let list = candidates.get(key)
    if (list === undefined) {
      list = near(column, row)
      candidates.set(key, list)
    }
    if (list.length === 0) return Number.POSITIVE_INFINITY
    const cos = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (let s = 0; s < list.length; s += 4) best = Math.min(best, segmentDistance2(list, s, lon, lat, cos))
    return Math.sqrt(best) * kmPerDegree
  }
}

function segmentsOf(lines: readonly Float64Array[]): Float64Array {
  const flat: number[] = []
  for (const line of lines) for (let i = 0; i + 3 < line.length; i += 2) flat.push(...line.subarray(i, i + 4))
  return Float64Array.from(flat)
}
