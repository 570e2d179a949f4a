import { defineDimension, type Reading } from './dimension.ts'
import { type Ladder, LONGEST_DESCRIPTION, wordsFor } from './words.ts'

/** Levels at or below this, in dB(A), are described as "under 30 dB". */
const QUIET = 30
/** Minimum level of rail noise in dB(A) that shows that tracks are within a mile. */
const NEAR_RAILS = 38
/**
 * Minimum percentage of the sound energy that must come from assumed traffic, assumed flights, or highways known only
 * by tract for the description to mention this.
 */
const MOSTLY = 50
/** Minimum level of aircraft noise in dB(A) for the description to mention that flights are assumed. */
const HEARD = 50

/** Minimum score that is described as quiet: 52 dB(A). */
const QUIET_FROM = 187

/** The labels change at 85, 75, 65, 58, 52, 46 and 40 dB(A). */
const ladder: Ladder = [
  [1, 'Extreme noise'],
  [2, 'Very loud'],
  [57, 'Loud'],
  [114, 'Noticeable noise'],
  [153, 'Moderate noise'],
  [QUIET_FROM, 'Quiet'],
  [221, 'Very quiet'],
  [255, 'Nature sounds only'],
]

const method =
  '24-hour mean level in dB(A): flights and taxiing modeled from runways and yearly movements (FAA 2019; ' +
  'assumed for military airfields); ' +
  'interstates, US and state highways modeled from their lines and daily vehicles (Caltrans, TxDOT 2022; ' +
  'elsewhere assumed from the people within 5 km), accurate to about 60 m; streets and other roads estimated from ' +
  'residents, daytime population and traffic proximity, louder where the National Transportation Noise Map (2018) ' +
  'ranks the tract higher; toll roads without a number are known by tract only; ' +
  'railroads estimated, too coarsely to tell whether a house is beside one.'

export const noiseLevels = defineDimension({
  id: 'noise-levels',
  group: 'environment',
  name: 'Noise levels',
  scale: {
    low: 'worst: extreme noise, next to a runway or heavy rail (85 dB(A) or more)',
    middle: null,
    high: 'best: nature sounds only (40 dB(A) or less)',
    zero: 'no noise data: outside the area covered, or not modeled',
  },
  ends: ['extreme noise', 'nature sounds only'],
  than: ['Louder', 'Quieter'],
  ladder,
  gradual: true,
  method,
  describe(place) {
    const road = place.fact('road_db')
    const rail = place.fact('rail_db')
    const aviation = place.fact('aviation_db')
    const parts: string[] = []
    // If the values were rounded separately, one source could appear louder than the total.
    const total = place.note ? Number.POSITIVE_INFINITY : getLevel(place.score)
    if (!Number.isNaN(road)) parts.push(`road ${decibels(Math.min(road, total))}`)
    if (!Number.isNaN(rail)) parts.push(`rail ${decibels(Math.min(rail, total))}`)
    if (!Number.isNaN(aviation)) parts.push(`aviation ${decibels(Math.min(aviation, total))}`)
    const level = `${place.note ? wordsFor(ladder, place.score) : levelWords(place)}: `
    if (place.note)
      return (
        `${level}${composite(place.score)} on average over 24 hours (${place.note}, ` +
        `BTS).${parts.length > 0 ? ` The package's estimates: ${parts.join(', ')}.` : ''}`
      )
    const kind = place.basis === 'estimate' ? 'estimated ' : ''
    const sources = [...parts, 'data of 2018-22'].join(', ')
    const caveats: string[] = []
    if (place.fact('assumed_traffic') >= MOSTLY) caveats.push('Highway traffic is assumed.')
    if (place.fact('by_tract_only') >= MOSTLY) caveats.push('Other highways are known by tract only.')
    if (aviation >= HEARD && place.fact('assumed_flights') >= MOSTLY) caveats.push('Military flights are assumed.')
    if (rail >= NEAR_RAILS) caveats.push('Beside rail tracks it is louder.')
    const description = `${level}${kind}${composite(place.score)} on average over 24 hours (${sources}).`
    return caveats.reduce((text, caveat) => {
      return text.length + 1 + caveat.length > LONGEST_DESCRIPTION ? text : `${text} ${caveat}`
    }, description)
  },
  getMeasure: ({ score }) => ({
    name: 'Noise of all sources',
    ...(score > 1 && score < 255
      ? { value: Math.round(getLevel(score)), unit: 'dB(A)' }
      : { value: composite(score), unit: null }),
  }),
  hazards: (place) => [
    ...(isUncertain(place) ? ['it may be louder: a highway is missing from the map'] : []),
    ...(place.fact('rail_db') >= NEAR_RAILS ? ['rail tracks are near: beside them it is louder'] : []),
  ],
  describeNoData: () =>
    'Not modeled: the noise here comes from ports, launches or crowds, for which there is no data (2026).',
  upgraded: {
    method:
      'By the National Transportation Noise Map (BTS) where it has a level, of 45 dB(A) or more. Elsewhere: ' +
      `${method}`,
  },
})

/** Returns the label for the level. A tract with a highway that is missing from the map is not called quiet. */
function levelWords(place: Reading): string {
  return isUncertain(place) ? 'Uncertain noise' : wordsFor(ladder, place.score)
}

function isUncertain({ score, fact, note }: Omit<Reading, 'basis'>): boolean {
  return !note && score >= QUIET_FROM && fact('by_tract_only') >= MOSTLY
}

/** Converts a score back to a level: 255 is 40 dB or less, 1 is 85 dB or more. */
function composite(score: number): string {
  if (score >= 255) return '40 dB or less'
  if (score <= 1) return '85 dB or more'
  return `${Math.round(getLevel(score))} dB`
}

/** Converts a score back to the noise level in dB(A) it was computed from. */
function getLevel(score: number): number {
  return score <= 1 ? Number.POSITIVE_INFINITY : 85 - (45 * (score - 1)) / 254
}

function decibels(level: number): string {
  return level <= QUIET ? `under ${QUIET} dB` : `${Math.round(level)} dB`
}
