import { defineDimension } from './dimension.ts'
import { distanceText, type Ladder, type Units, wordsFor } from './words.ts'

const ladder: Ladder = [
  [1, 'Unappealing surroundings'],
  [52, 'Below-average surroundings'],
  [104, 'Average surroundings'],
  [154, 'Above-average surroundings'],
  [205, 'Appealing surroundings'],
]

export const visualAppeal = defineDimension({
  id: 'visual-appeal',
  group: 'vibe',
  name: 'Visual appeal',
  scale: {
    low: 'Distressed: unappealing surroundings',
    middle: null,
    high: 'Exclusive/Estate: appealing surroundings',
    zero: 'no data',
  },
  ends: ['distressed', 'exclusive'],
  ladder,
  than: ['Less appealing', 'More appealing'],
  method:
    'Estimate: rank of greenness against the region, absence of industry, mobile homes and railways, and parks in reach. It does not see beauty, architecture or upkeep.',
  example: {
    score: 58,
    description:
      'Below-average surroundings: the neighborhood is less green than the 16 miles (25 km) around, industrial sites near, 100 % of this census tract within 1 mile (1.6 km) of a park (an estimate that does not see beauty or upkeep).',
  },
  describe(place) {
    const basis = place.basis === 'estimate' ? 'an estimate that' : 'this'
    const reasons = [
      greenWords(place.fact('greener'), place.units),
      industryWords(place.fact('industry_pct')),
      parkWords(place.fact('park_access_pct'), place.units),
    ].filter((text) => text !== '')
    const facts = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`
    return `${wordsFor(ladder, place.score)}${facts} (${basis} does not see beauty or upkeep).`
  },
})

const REGION = 25 // km
const MILE = 1.609344 // km

/** NDVI difference of the neighborhood's mean; 0.02 is a tenth of a typical suburb's 0.2. */
function greenWords(difference: number, units: Units | undefined): string {
  if (Number.isNaN(difference)) return ''
  const region = `the ${distanceText(REGION, units)} around`
  if (difference > 0.02) return `the neighborhood is greener than ${region}`
  if (difference < -0.02) return `the neighborhood is less green than ${region}`
  return `the neighborhood is as green as ${region}`
}

/** Per cent of the land within a mile of a site, summed over four kinds; the median of people is 82. */
function industryWords(percent: number): string {
  if (percent >= 150) return 'industrial sites near'
  return percent < 5 ? 'no industrial sites near' : ''
}

function parkWords(percent: number, units: Units | undefined): string {
  if (Number.isNaN(percent)) return ''
  return `${Math.round(percent)} % of this census tract within ${distanceText(MILE, units)} of a park`
}
