import type { AreaScorer, AreaValues, BuildContext, FactSpec, SurfaceScorer, View } from '../context.ts'
import { loadDallas } from './flood/dallas.ts'
import { loadNfhl } from './flood/nfhl.ts'
import { loadShoreDistance } from './flood/shore-distance.ts'
import { loadWaterShares, waterClass } from './flood/water-share.ts'

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
  id: 'flood',
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
  step: 15,
  centreFacts: facts,
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
