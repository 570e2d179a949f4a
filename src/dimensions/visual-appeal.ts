import { defineDimension } from './dimension.ts'

export const visualAppeal = defineDimension({
  id: 'visual-appeal',
  group: 'vibe',
  name: 'Visual appeal',
  scale: { low: 'Distressed', middle: null, high: 'Exclusive/Estate', zero: 'no data' },
  ends: ['distressed', 'exclusive'],
  than: ['Less appealing', 'More appealing'],
  method:
    'Estimate: rank of greenness against the region, absence of industry, mobile homes and railways, and parks in reach. It does not see beauty, architecture or upkeep.',
  example: {
    score: 118,
    description:
      'Estimate from surroundings, not of beauty: average; less green than the region, 90 % of the area near a park.',
  },
  describe(place) {
    const kind = place.basis === 'estimate' ? 'Estimate from surroundings' : 'From surroundings'
    const greener = place.fact('greener')
    const parks = place.fact('park_access_pct')
    const green = Number.isNaN(greener) ? '' : `; ${greenWords(greener)}`
    const park = Number.isNaN(parks) ? '' : `, ${Math.round(parks)} % of the area near a park`
    return `${kind}, not of beauty: ${wordsOf(place.score)}${green}${industryWords(place.fact('industry_pct'))}${park}.`
  },
})

function wordsOf(score: number): string {
  if (score < 52) return 'low appeal'
  if (score < 104) return 'below average'
  if (score < 154) return 'average'
  if (score < 205) return 'above average'
  return 'high appeal'
}

/** NDVI difference; 0.02 is a tenth of a typical suburb's 0.2. */
function greenWords(difference: number): string {
  if (difference > 0.02) return 'greener than the region'
  if (difference < -0.02) return 'less green than the region'
  return 'as green as the region'
}

/** Per cent of the land within a mile of a site, summed over four kinds; the median of people is 82. */
function industryWords(percent: number): string {
  if (percent >= 150) return ', industrial sites near'
  if (percent < 5) return ', no industrial sites near'
  return ''
}
