import type { AreaScorer, AreaValues, BuildContext, SurfaceScorer, View } from '../context.ts'
import { type ClearLand, loadClearLand, within } from './fire/clear-land.ts'
import { loadHazardZones } from './fire/hazard-zones.ts'

/** Score of closely settled land far from every very high zone, where no other class is mapped. */
const SETTLED_SCORE = 235
/** Closely settled: people per km², σ 1 km. */
const SETTLED_DENSITY = 1500

/** CAL FIRE's Fire Hazard Severity Zones; California only. */
export const area: AreaScorer = {
  id: 'fire',
  facts: [],
  async prepare(context: BuildContext): Promise<AreaValues> {
    const zones = await loadHazardZones(context.sources)
    context.report(`${zones.length} fire hazard zones`)
    return {
      blockGroups: null,
      polygons: zones.map((zone) => zone.polygon),
      polygonCounty: zones.map((zone) => zone.county),
      polygonColumns: {
        score: Uint8Array.from(zones, (zone) => zone.score),
        basis: zones.map(() => 'measured'),
        facts: {},
      },
    }
  },
}

/**
 * In counties of which only the very high class is mapped: closely settled land 500 m and more from every very high zone.
 * Elsewhere there is no value: that a map is missing does not mean safety.
 */
export const surface: SurfaceScorer = {
  id: 'fire',
  step: 7.5,
  centreFacts: [],
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const land = await loadClearLand(context.sources)
    const { population } = context.blockGroups
    return (view: View) => ({ score: settledScores(view, population, land), facts: {} })
  },
}

/** 235 or NaN for each place of the view. */
export function settledScores(view: View, population: Float64Array, land: ClearLand): Float32Array {
  const score = new Float32Array(view.size).fill(Number.NaN)
  if (!view.lat.some((lat, i) => within(land.box, view.lon[i], lat))) return score
  const density = view.kernel(population, 1)
  for (let i = 0; i < view.size; i++) {
    if (density[i] >= SETTLED_DENSITY && land.contains(view.lon[i], view.lat[i])) score[i] = SETTLED_SCORE
  }
  return score
}
