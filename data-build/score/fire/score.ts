import type { AreaScorer, BuildContext } from '../../context.ts'
import { zoneValues } from '../zone-values.ts'
import { loadHazardZones } from './zones.ts'

/**
 * CAL FIRE's Fire Hazard Severity Zones, for California only. There is no score without a map, because a missing map
 * does not mean safety.
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
