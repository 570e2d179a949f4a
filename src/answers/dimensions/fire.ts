import { defineDimension } from './dimension.ts'
import { type Ladder, wordsFor } from './words.ts'

/** CAL FIRE's classes, kept short so that the map's year fits next to them on one line of a report. */
const ladder: Ladder = [
  [1, 'Very high hazard'],
  [43, 'High hazard'],
  [128, 'Moderate hazard'],
  [213, 'No fire hazard zone'],
]

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
  ladder,
  than: ['More fire-prone', 'Less fire-prone'],
  states: ['CA'],
  map: 'a fire map',
  method:
    "CAL FIRE's Fire Hazard Severity Zone: in seven cities by the maps of 2024-2025, elsewhere the most severe " +
    'of the maps of 2007-2011, which newer ones have superseded. Places without a map have no score.',
  example: { score: 0, description: 'Fire safety covers California only.' },
  describe(place) {
    return `${wordsFor(ladder, place.score)}: ${mapWords(place.fact('edition'))}.`
  },
  describeNoData: (state) => noMap(state, '2007-2011 (seven cities: 2025)'),
  upgraded: {
    method:
      "CAL FIRE's Fire Hazard Severity Zone: by the maps of 2024 (state land) and 2025 (local land) where " +
      'these have a zone, elsewhere the most severe of the maps of 2007-2011, which they supersede. Places ' +
      'without a map have no score.',
    describeNoData: (state) => noMap(state, '2007-2011 and 2024-2025'),
  },
})

function noMap(state: string, editions: string): string {
  if (state !== 'California') return 'Fire safety covers California only.'
  return (
    `California: this place is not in the hazard maps at hand, editions ${editions}. That does not mean that it ` +
    'is safe.'
  )
}

/** Names the map that the zone comes from, given the last year of its edition, and its publisher. */
function mapWords(edition: number): string {
  const map = 'map of fire hazard severity zones'
  if (Number.isNaN(edition)) return `${map} of the City of Los Angeles, undated (superseded in 2025)`
  if (edition >= 2024) return `${edition} ${map} (CAL FIRE)`
  return `${edition === 2011 ? '2008-2011' : edition} ${map} (CAL FIRE; superseded in 2024-2025)`
}
