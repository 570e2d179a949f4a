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
  than: ['More fire-prone', 'Less fire-prone'],
  method:
    "CAL FIRE's Fire Hazard Severity Zone: in five cities by the maps of 2024-2025, elsewhere the most severe of the maps of 2007-2011, which newer ones have superseded. Places without a map have no score.",
  example: { score: 0, description: 'Fire safety covers California only.' },
  describe(place) {
    const [map, maker] = mapWords(place.fact('edition'))
    return `${map}: ${zoneWords(place.score)}${maker}.`
  },
  describeNoData(state) {
    if (state !== 'California') return 'Fire safety covers California only.'
    return 'California: this place is not in the hazard maps at hand, editions 2007-2011 (five cities: 2025). That does not mean that it is safe.'
  },
})

/** Which map the zone is of, by the last year of its edition, and who made it. */
function mapWords(edition: number): readonly [map: string, maker: string] {
  if (Number.isNaN(edition)) return ['Map of the City of Los Angeles, year not stated', '']
  if (edition >= 2024) return [`Map of ${edition}`, ' (CAL FIRE)']
  return [edition === 2011 ? 'Map of 2008-2011' : `Map of ${edition}`, ' (CAL FIRE; superseded in 2024-2025)']
}

function zoneWords(score: number): string {
  if (score < 43) return 'very high fire hazard severity zone'
  if (score < 128) return 'high fire hazard severity zone'
  if (score < 213) return 'moderate fire hazard severity zone'
  return 'outside the fire hazard severity zones'
}
