import { defineDimension } from './dimension.ts'

export const fire = defineDimension({
  id: 'fire',
  group: 'risk',
  name: 'Fire safety',
  scale: {
    low: 'severe hazard zone',
    middle: null,
    high: 'no fire risk factors reported',
    zero: 'no data, including every location outside California',
  },
  ends: ['severe hazard zone', 'no risk reported'],
  method:
    "CAL FIRE's Fire Hazard Severity Zone, the most severe where maps overlap; an estimate for closely settled land in counties with a map of very high zones only.",
  example: { score: 0, description: 'No data, including every location outside California.' },
  describe(place) {
    if (place.basis === 'estimate') {
      return 'Estimate: closely settled land 500 m or more from any very high hazard zone of the 2008-2011 maps, which newer ones supersede; other zones are not mapped here.'
    }
    if (place.score < 43) return 'Very high fire hazard severity zone (CAL FIRE, maps of 2007-2011).'
    if (place.score < 128) return 'High fire hazard severity zone (CAL FIRE, maps of 2007-2011).'
    if (place.score < 213) return 'Moderate fire hazard severity zone (CAL FIRE, maps of 2007-2011).'
    return 'Outside the fire hazard severity zones: mapped by CAL FIRE in 2007-2011 as unzoned urban or non-wildland area.'
  },
})
