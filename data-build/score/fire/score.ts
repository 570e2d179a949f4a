import type { AreaScorer, AreaValues, BuildContext } from '../../context.ts'
import { loadHazardZones } from './zones.ts'

/**
 * CAL FIRE's Fire Hazard Severity Zones; California only. Where no map is at hand there is no score: that a map is
 * missing does not mean safety.
 */
export const area: AreaScorer = {
  facts: [
    { id: 'edition', label: 'Edition of the hazard map (its last year)', unit: '', offset: 2000, step: 1, digits: 0 },
  ],
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
        facts: { edition: Float32Array.from(zones, (zone) => zone.edition ?? Number.NaN) },
      },
    }
  },
}
