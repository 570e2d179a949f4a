import { defineDimension, type Reading } from './dimension.ts'
import { type Ladder, opening, wordsFor } from './words.ts'

/** CAL FIRE's classes, shortened so that the map year fits on the same line of a report. */
const ladder: Ladder = [
  [1, 'Very high hazard'],
  [43, 'High hazard'],
  [128, 'Moderate hazard'],
  [213, 'No fire hazard zone'],
]

/** CAL FIRE's classes for the same scores, as named in answer fields. */
const zones: Ladder = [
  [1, 'very high'],
  [43, 'high'],
  [128, 'moderate'],
  [213, 'no'],
]

/** Year of the first CAL FIRE map that replaces the maps of 2007-2011. */
export const NEW_FIRE_MAPS = 2024

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
  classColors: ['6b0714', 'c32f2f', 'f09a6a', 'fbe6c6'],
  than: ['More fire-prone', 'Less fire-prone'],
  states: ['CA'],
  map: 'a fire map',
  method:
    "CAL FIRE's Fire Hazard Severity Zone: in seven cities from the maps of 2024-2025, elsewhere the most severe zone " +
    'on the maps of 2007-2011, which newer maps have superseded. Where the old map has no zone but the new maps put many ' +
    "more of the county's people into high and very high zones, the score is an estimate. Places without a map have no score.",
  describe(place) {
    const edition = place.fact('edition')
    if (place.basis === 'estimate') return `${opening(ladder, place)}: ${replacedWords(place)}`
    if (place.score >= UNZONED && edition < NEW_FIRE_MAPS)
      return `${wordsFor(ladder, place.score)} on the ${getYears(edition)} map. CAL FIRE replaced it in 2024-2025: check the new one.`
    return `${wordsFor(ladder, place.score)}: ${mapWords(edition)}.`
  },
  warning: (place) => mapWarning(place.fact('edition')),
  getZone(place) {
    const edition = place.fact('edition')
    return {
      zone: wordsFor(zones, place.score),
      date: Number.isNaN(edition) ? null : getYears(edition),
    }
  },
  describeNoData: (state) => noMap(state, '2007-2011 (seven cities: 2025)'),
  upgraded: {
    method:
      "CAL FIRE's Fire Hazard Severity Zone: by the maps of 2024 (state land) and 2025 (local land) where " +
      'these have a zone, elsewhere the most severe zone on the maps of 2007-2011, which they supersede. Places ' +
      'without a map have no score.',
    describeNoData: (state) => noMap(state, '2007-2011 and 2024-2025'),
  },
})

function noMap(state: string, editions: string): string {
  if (state !== 'California') return 'Fire safety covers California only.'
  return (
    `California: the available hazard maps, editions ${editions}, do not include this place. That does not mean that it ` +
    'is safe.'
  )
}

/** Score of land without a zone. */
const UNZONED = 255

/**
 * Explains the estimate for places where the old map has no zone and the new map has far more zones than the old one.
 */
function replacedWords(place: Reading): string {
  const pct = Math.round(place.fact('county_hazard_pct'))
  return (
    `the ${getYears(place.fact('edition'))} map shows no zone here, but it was replaced in 2025. High and very high ` +
    `zones now contain ${pct}% of the county's people.`
  )
}

/** Returns the years of an edition's maps. */
function getYears(edition: number): string {
  return edition === 2011 ? '2008-2011' : String(edition)
}

/** Returns a short sentence that gives the year of the map and says whether the map was superseded. */
function mapWarning(edition: number): string {
  if (Number.isNaN(edition)) return 'Undated map, now superseded.'
  if (edition >= NEW_FIRE_MAPS) return `Map of ${edition}.`
  return `Map of ${getYears(edition)}, now superseded.`
}

/** Describes the map that the zone comes from: the years of its edition and its publisher. */
function mapWords(edition: number): string {
  const map = 'map of fire hazard severity zones'
  if (Number.isNaN(edition)) return `${map} of the City of Los Angeles, undated (superseded in 2025)`
  if (edition >= NEW_FIRE_MAPS) return `${edition} ${map} (CAL FIRE)`
  return `${getYears(edition)} ${map} (CAL FIRE; superseded in 2024-2025)`
}
