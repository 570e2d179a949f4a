import { defineDimension, type Reading } from './dimension.ts'
import {
  distanceText,
  fittingFacts,
  type Ladder,
  LONGEST_DESCRIPTION,
  oneDigit,
  opening,
  type PhraseUnits,
  twoDigits,
  withMetric,
  wordsFor,
} from './words.ts'

/** Highest score of any zone except unshaded X, which scores 255. */
const HIGHEST_ZONE = 175
/** Highest score of an estimate. */
const HIGHEST_ESTIMATE = 245

/**
 * Scores of FEMA's 1%-a-year zones end at 90. "Low flood risk" begins above all estimates, because an estimate should
 * never read as safe.
 */
const ladder: Ladder = [
  [1, 'Very high flood risk'],
  [46, 'High flood risk'],
  [100, 'Substantial flood risk'],
  [202, 'Uncertain flood risk'],
  [HIGHEST_ESTIMATE + 1, 'Low flood risk'],
]

/** Checks whether only an estimate can have this score. No map zone has a score of 176 to 245. */
export function isFloodEstimate(score: number): boolean {
  return score > HIGHEST_ZONE && score <= HIGHEST_ESTIMATE
}

const estimated =
  `Elsewhere the score is an estimate of at most ${HIGHEST_ESTIMATE}: the score expected from the chance that a home is in the 1% zone. On the ` +
  "coast, this chance depends on the land's height, the distance to the open sea and to bays, and the water around. Inland, it " +
  "depends on which tracts river zones touch and on the tract's height compared with the tracts around, and it is higher on valley floors. " +
  "The chance is then moved toward the share of the county's homes with flood insurance or, in California, toward a study's share of homes in FEMA's zones."

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
  // The highest estimates are in the fourth class, so no estimate is shown in the color of the fifth.
  classColors: ['6b0714', 'b81d2a', 'ea6b4f', 'd6a9b8', 'fbe6c6'],
  than: ['More flood-prone', 'Less flood-prone'],
  method: `FEMA's flood zone where its map is loaded (Dallas, Long Beach). ${estimated}`,
  describe(place) {
    if (place.basis === 'estimate') return estimateWords(place)
    const zone = place.note
      ? `${place.note} (FEMA flood map)`
      : `${zoneWords(place.score)} (FEMA flood maps of 2020-26)`
    return `${wordsFor(ladder, place.score)}: ${zone}.`
  },
  getZone(place, getState) {
    if (place.basis === 'estimate') return null
    return {
      zone: getCode(place.note ?? zoneWords(place.score)),
      date: place.note ? null : (EDITIONS[getState()] ?? null),
    }
  },
  getMeasure({ score, basis }) {
    if (basis !== 'estimate') return null
    const name = "Chance of being in FEMA's 1% zone"
    // Every chance below 1.5% has the highest score.
    if (score >= HIGHEST_ESTIMATE) return { name, value: 'under 2%', unit: null }
    return { name, value: Math.round(100 * getChance(score)), unit: '%' }
  },
  warning(place) {
    if (place.basis === 'estimate') return 'No flood map here.'
    return place.note ? 'By the FEMA flood map.' : 'By FEMA flood maps of 2020-26.'
  },
  upgraded: {
    method: `FEMA's flood zone where its map is loaded, with its flood elevation where FEMA states one. ${estimated}`,
  },
})

/** Month of the FEMA map in the package data, by state. The maps cover only Dallas and Long Beach. */
const EDITIONS: Readonly<Record<string, string>> = { Texas: '2026-08', California: '2020-07' }

/** Returns the code in a zone description: `X (shaded)` from "shaded zone X, 0.2% chance of …". */
function getCode(words: string): string {
  const [zone] = words.split(/,| of /)
  return zone.replace(/^shaded zone (.+)/, '$1 (shaded)').replace(/^zone |^regulatory /, '')
}

/** Describes the FEMA zone that has this score. */
export function zoneWords(score: number): string {
  if (score <= 1) return 'zone V/VE, coastal flooding with waves'
  if (score <= 20) return 'regulatory floodway of a 1% annual chance flood'
  if (score <= 45) return 'zone A, 1% or higher chance of flooding in any year'
  if (score <= 55) return 'zone AH, 1% annual chance of shallow ponding'
  if (score <= 65) return 'zone AO, 1% annual chance of shallow sheet flow'
  if (score <= 90) return 'zone A99, 1% annual chance, flood protection under construction'
  if (score <= 110) return 'zone D, flooding possible, not studied'
  if (score <= 150) return 'shaded zone X, 0.2% chance of flooding in any year, or shallow or local flooding'
  if (score <= HIGHEST_ZONE) return 'zone X, flooding reduced by a levee'
  return 'zone X, outside the mapped flood hazard zones'
}

/** Score of FEMA's 1% zone (A, AE). Estimates are between this score and `outside`. */
const inZone = 45
/** Score of land outside all zones. */
const outside = 255
/**
 * Lowest chance that an estimate uses. It caps estimates at 245, below the score of a place that a map shows as safe.
 */
const MIN_CHANCE = 10 / (outside - inZone)

/**
 * Returns the expected score for a chance (0-1) of being in the 1% zone: 45 · chance + 255 · (1 - chance). Low chances
 * are raised smoothly to at least `MIN_CHANCE` (root of the sum of squares), so that places stay in the same order. The
 * result is between 45 and 245 and not rounded.
 */
export function expectedScore(chance: number): number {
  return Math.max(inZone, outside - (outside - inZone) * Math.hypot(chance, MIN_CHANCE))
}

/** Returns the chance (0-1) that corresponds to an estimated score. */
export function getChance(score: number): number {
  return Math.sqrt(Math.max(0, ((outside - score) / (outside - inZone)) ** 2 - MIN_CHANCE ** 2))
}

const NO_MAP = 'No flood map in this package; FEMA has one for this county: msc.fema.gov.'

/** Describes what an estimate is based on, most important reason first, and where to find the official map. */
function estimateWords(place: Reading): string {
  const lead = opening(ladder, place)
  const end = `. ${NO_MAP}`
  return lead + fittingFacts(LONGEST_DESCRIPTION - lead.length - end.length, place, getReasons, false) + end
}

function getReasons(place: Reading, units: PhraseUnits): string[] {
  const reasons = isCoastal(place)
    ? [seaWords(place, units), heightWords(place, units), riverWords(place)]
    : [riverWords(place), aroundWords(place, units)]
  return reasons.filter((reason) => reason !== '')
}

/** Describes an estimated score in a few words that follow the name of a place or a dimension. */
export function chanceText(score: number): string {
  if (score <= 100) return 'likely in a flood zone, no map here'
  return score <= 201 ? 'possibly in a flood zone, no map here' : 'no flood map here'
}

/** Maximum distance in km to sea water at which the sea determines the risk. */
const BY_THE_SEA = 15
/** Maximum height in meters at which the sea determines the risk. */
const LOW_LAND = 10
/**
 * Maximum distance in km from the open sea at which a place counts as being on the coast. This is more than the width
 * of a shoreline cell, about 460 m.
 */
const ON_THE_COAST = 0.6
/** Percentage of water within 3 km above which a place counts as being between sea and bay. */
const BETWEEN_WATERS = 60

function isCoastal(place: Reading): boolean {
  return place.fact('water_km') < BY_THE_SEA && place.fact('land_height') < LOW_LAND
}

function seaWords(place: Reading, units: PhraseUnits): string {
  const coast = place.fact('coast_km')
  const water = place.fact('water_km')
  const open = coast <= ON_THE_COAST ? 'on the open coast' : `${distanceText(coast, units)} from the open coast`
  if (!Number.isNaN(place.fact('island_km2'))) return coast < BY_THE_SEA ? `an island ${open}` : 'an island'
  if (place.fact('sea_around') >= BETWEEN_WATERS && coast < BY_THE_SEA) return `land between sea and bay, ${open}`
  if (coast <= water + ON_THE_COAST) return open
  return water <= ON_THE_COAST ? 'on a bay or lagoon' : `${distanceText(water, units)} from a bay or lagoon`
}

/** Height in meters below which land by the sea can flood from the sea even if a river zone is nearer. */
const LOW_BY_RIVERS = 5

/**
 * Describes the height of the land above the sea. Omits the height near a river that floods, because it would be
 * falsely reassuring.
 */
function heightWords(place: Reading, units: PhraseUnits): string {
  const meters = place.fact('land_height')
  if (Number.isNaN(meters) || (isTouched(place) && meters >= LOW_BY_RIVERS)) return ''
  return meters < 0.3 ? 'land at sea level' : `land about ${heightText(meters, units)} above the sea`
}

/** Minimum height difference in meters from the surrounding tracts for the description to mention it. */
const NOTABLE_HEIGHT = 3

/**
 * Describes the tract's height relative to its surroundings. A higher tract is not mentioned if a river zone touches
 * the tract.
 */
function aroundWords(place: Reading, units: PhraseUnits): string {
  const meters = place.fact('above_around')
  if (!(Math.abs(meters) >= NOTABLE_HEIGHT) || (meters > 0 && isTouched(place))) return ''
  return `${heightText(Math.abs(meters), units)} ${meters < 0 ? 'lower' : 'higher'} than the tracts around`
}

/** Checks whether a river flood zone touches the census tract. */
function isTouched(place: Reading): boolean {
  return place.fact('river_zone') >= 50
}

function riverWords(place: Reading): string {
  const riverZone = place.fact('river_zone')
  const nearby = place.fact('river_zone_tracts')
  // Older bundles have no value for the tract itself.
  if (Number.isNaN(riverZone)) return ''
  if (isTouched(place)) return 'a river flood zone touches this census tract'
  if (nearby >= 1) return 'river flood zones touch census tracts nearby, not this one'
  return nearby < 1 ? 'no river flood zone touches the census tracts nearby' : ''
}

/** Formats a height in meters: `3 feet (0.9 m)`, or `0.9 m` in metric units. */
function heightText(meters: number, units: PhraseUnits): string {
  const metric = `${oneDigit(meters)} m`
  if (units === 'metric') return metric
  const feet = Math.round(meters / 0.3048)
  return withMetric(`${feet >= 1000 ? twoDigits(feet) : feet} ${feet === 1 ? 'foot' : 'feet'}`, metric, units)
}
