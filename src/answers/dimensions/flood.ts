import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, type Ladder, wordsFor } from './words.ts'

/**
 * FEMA's 1%-a-year zones end at 90; all other zones except unshaded X end at 175. Estimates end at 245, so an estimate
 * never reads "low".
 */
const ladder: Ladder = [
  [1, 'Very high flood risk'],
  [46, 'High flood risk'],
  [100, 'Substantial flood risk'],
  [202, 'Some flood risk'],
  [246, 'Low flood risk'],
]

const estimated =
  'Elsewhere an estimate: the score to expect from the chance that a home is in the 1 % zone, at most 245, ' +
  'from the tracts that such zones touch, open water, hurricanes and the distance to the coast; in California ' +
  "moved to the county's share of homes in FEMA's zones, as a study overlaid them, with the three states' " +
  'published total.'

export const flood = defineDimension({
  id: 'flood',
  group: 'risk',
  name: 'Flood safety',
  scale: {
    low: 'coastal high-hazard zones with wave action (zones V/VE)',
    middle: null,
    high: 'outside all mapped flood hazard zones (zone C)',
    zero: 'no flood-zone data',
  },
  ends: ['coastal high hazard', 'outside flood zones'],
  ladder,
  than: ['More flood-prone', 'Less flood-prone'],
  method: `FEMA's flood zone where its map is loaded (Dallas, Long Beach). ${estimated}`,
  example: {
    score: 232,
    description:
      'No flood map here. In this county about 1 in 18 homes is in a flood zone (estimate of 2024). Nearby: ' +
      'river flood zones.',
  },
  describe(place) {
    if (place.basis === 'estimate') return estimateWords(place)
    const zone = place.note
      ? `${place.note} (FEMA flood map)`
      : `${zoneWords(place.score)} (FEMA flood maps of 2020-26)`
    return `${wordsFor(ladder, place.score)}: ${zone}.`
  },
  upgraded: {
    method: `FEMA's flood zone where its map is loaded, with its flood elevation where FEMA states one. ${estimated}`,
  },
})

/** Describes the FEMA zone that has this score. */
export function zoneWords(score: number): string {
  if (score <= 1) return 'zone V/VE, coastal flooding with waves'
  if (score <= 20) return 'regulatory floodway of a 1 % annual chance flood'
  if (score <= 45) return 'zone A, 1 % or higher chance of flooding in any year'
  if (score <= 55) return 'zone AH, 1 % annual chance of shallow ponding'
  if (score <= 65) return 'zone AO, 1 % annual chance of shallow sheet flow'
  if (score <= 90) return 'zone A99, 1 % annual chance, flood protection under construction'
  if (score <= 110) return 'zone D, flooding possible, not studied'
  if (score <= 150) return 'shaded zone X, 0.2 % chance of flooding in any year, or shallow or local flooding'
  if (score <= 175) return 'zone X, flooding reduced by a levee'
  return 'zone X, outside the mapped flood hazard zones'
}

/** Scores of FEMA's 1% zone (A, AE) and of land outside all zones. Estimates lie between them. */
const [inZone, outside] = [45, 255]
/**
 * Lowest chance that an estimate uses. It caps estimates at 245, so that they never look like a place that a map shows
 * as safe.
 */
const LEAST_CHANCE = 10 / (outside - inZone)

/**
 * Returns the expected score for a chance (0-1) of being in the 1% zone: 45 · chance + 255 · (1 - chance). The lowest
 * chance is blended in smoothly (root of the sum of squares), so that places below it keep their order. The result is
 * 45-245, unrounded.
 */
export function expectedScore(chance: number): number {
  return Math.max(inZone, outside - (outside - inZone) * Math.hypot(chance, LEAST_CHANCE))
}

/** Returns the chance (0-1) that corresponds to an estimated score. */
export function chanceOf(score: number): number {
  return Math.sqrt(Math.max(0, ((outside - score) / (outside - inZone)) ** 2 - LEAST_CHANCE ** 2))
}

function estimateWords(place: Reading): string {
  const reasons = [riverWords(place.fact('river_zone_tracts')), ...coastWords(place)].filter((words) => words !== '')
  const nearby = reasons.length === 0 ? '' : ` Nearby: ${reasons.join(', ')}.`
  const share = place.fact('county_zone_pct') / 100
  const county = Number.isNaN(share) ? '' : ` In this county ${homesInZone(share)} (estimate of 2024).`
  return `No flood map here.${county}${nearby}`
}

/** Describes the chance behind an estimated score: `about 1 in 21 homes around is in a flood zone`. */
export function chanceText(score: number): string {
  return homesInZone(chanceOf(score), ' around')
}

function homesInZone(share: number, where = ''): string {
  if (share < 0.02) return `fewer than 1 in 50 homes${where} are in a flood zone`
  if (share > 0.6) return `most of the land${where} is in a flood zone`
  if (share > 0.4) return `about half of the homes${where} are in a flood zone`
  return `about 1 in ${Math.round(1 / share)} homes${where} is in a flood zone`
}

function riverWords(share: number): string {
  if (Number.isNaN(share) || share < 1) return ''
  return share > 99 ? 'river flood zones' : `river flood zones in ${Math.round(share)} % of tracts`
}

/** Describes the coast if it is within 10 km. Tidal rivers reach far inland, but do not make a place coastal. */
function coastWords(place: Reading): string[] {
  const km = place.fact('coast_km')
  if (!(km < 10)) return []
  const zones = place.fact('coastal_zone_tracts') >= 50 ? 'coastal flood zones' : ''
  return [zones, `coast at ${distanceText(Math.max(km, 0.1), place.units)}`]
}
