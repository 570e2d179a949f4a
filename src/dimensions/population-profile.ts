import { defineDimension } from './dimension.ts'

export const populationProfile = defineDimension({
  id: 'population-profile',
  group: 'demographics',
  name: 'Population age profile',
  scale: {
    low: 'predominantly young adults aged 20-34, few children or seniors',
    middle: 'balanced age mix',
    high: 'predominantly senior (strong 65+ population)',
    zero: 'no data',
  },
  ends: ['young adults', 'seniors'],
  than: ['Younger', 'Older'],
  // The arms of BrBG of ColorBrewer (Brewer and Harrower, Apache 2.0): safe for color-blind eyes in pairs.
  colors: ['003c30 01665e 35978f 80cdc1 c7eae5 f7f7f7', 'f7f7f7 f6e8c3 dfc27d bf812d 8c510a 543005'],
  method:
    'Shares of children, seniors and people in group quarters in the census tract (ACS 2018-22), on one axis of age.',
  example: {
    score: 92,
    description: 'More young adults than elsewhere: 15 % under 18, 75 % aged 18-64, 10 % 65 or over.',
  },
  describe(place) {
    const words = wordsOf(place.score)
    const children = place.fact('under18_pct')
    const seniors = place.fact('over65_pct')
    const quarters = place.fact('group_quarters_pct')
    const source = place.basis === 'estimate' ? ' (estimate)' : ''
    if (Number.isNaN(children) || Number.isNaN(seniors)) return `${words}${source}.`
    const young = Math.round(children)
    const old = Math.round(seniors)
    const ages = `${words}${source}: ${young} % under 18, ${Math.max(0, 100 - young - old)} % aged 18-64, ${old} % 65 or over.`
    if (!(quarters >= 20)) return ages
    return `${ages} About ${Math.round(quarters)} % live in group quarters such as dormitories, barracks or prisons.`
  },
})

function wordsOf(score: number): string {
  if (score <= 50) return 'Predominantly young adults'
  if (score <= 105) return 'Younger than average'
  if (score <= 150) return 'Balanced age mix'
  if (score <= 205) return 'Older than average'
  return 'Predominantly senior'
}
