import type { AreaScorer, BuildContext } from '../../context.ts'
import { zoneValues } from '../zone-values.ts'
import { loadHazardZones } from './zones.ts'

/**
 * CAL FIRE's Fire Hazard Severity Zones; California only. Where no map is at hand there is no score: that a map is
 * missing does not mean safety.
 */
export const area: AreaScorer = {
  facts: [
    { id: 'edition', label: 'Edition of the hazard map (its last year)', unit: '', offset: 2000, step: 1, digits: 0 },
  ],
  async prepare(context: BuildContext) {
    const zones = await loadHazardZones(context.sources)
    context.report(`${zones.length} fire hazard zones`)
    return zoneValues(zones, { edition: ({ edition }) => edition })
  },
}
