import type { AreaScorer, BuildContext } from '../../context.ts'
import { zoneValues } from '../zone-values.ts'
import { withSuperseded } from './superseded.ts'
import { loadHazardZones } from './zones.ts'

/**
 * CAL FIRE's Fire Hazard Severity Zones, for California only. There is no score without a map, because a missing map
 * does not mean safety.
 */
export const area: AreaScorer = {
  facts: [
    { id: 'edition', label: 'Edition of the hazard map (its last year)', unit: '', offset: 2000, step: 1, digits: 0 },
    {
      id: 'county_hazard_pct',
      label: "The county's people in high and very high zones of 2025",
      unit: '%',
      offset: 0,
      step: 0.5,
      digits: 0,
    },
  ],
  async prepare(context: BuildContext) {
    const zones = await loadHazardZones(context.sources)
    context.report(`${zones.length} fire hazard zones`)
    return zoneValues(await withSuperseded(zones, context), {
      edition: ({ edition }) => edition,
      county_hazard_pct: ({ newPct }) => newPct,
    })
  },
}
