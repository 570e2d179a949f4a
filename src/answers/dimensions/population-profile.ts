import { defineDimension } from './dimension.ts'
import { type Ladder, newerSurvey, opening, surveyWords } from './words.ts'

const ladder: Ladder = [
  [1, 'Predominantly young adults'],
  [51, 'Younger than average'],
  [106, 'A mix of ages'],
  [151, 'Older than average'],
  [206, 'Predominantly senior'],
]

const method =
  'Shares of children, seniors and people in group quarters in the census tract (ACS 2018-22), combined on one axis from ' +
  'young adults to seniors. On known campuses, people in group quarters count as students.'

export const populationProfile = defineDimension({
  id: 'population-profile',
  group: 'demographics',
  name: 'Population age profile',
  scale: {
    low: 'predominantly young adults aged 20-34, few children or seniors',
    middle: 'balanced mix of ages',
    high: 'predominantly senior (strong 65+ population)',
    zero: 'no data',
  },
  ends: ['young adults', 'seniors'],
  ladder,
  than: ['Younger', 'Older'],
  // The two halves of the ColorBrewer scheme BrBG (Brewer and Harrower, Apache 2.0), which color-blind readers can tell
  // apart.
  colors: ['01544b 35978f 80cdc1 dddddd', 'dddddd dfc27d bf812d 6f3f08'],
  method,
  describe(place) {
    const lead = opening(ladder, place)
    const children = place.fact('under18_pct')
    const seniors = place.fact('over65_pct')
    const quarters = place.fact('group_quarters_pct')
    if (Number.isNaN(children) || Number.isNaN(seniors)) return `${lead}${surveyWords(place)}.`
    const young = Math.round(children)
    const old = Math.round(seniors)
    const campus = place.fact('campus_pct')
    const shares = `${young}% under 18, ${Math.max(0, 100 - young - old)}% aged 18-64, ${old}% 65 or over`
    if (campus > 0)
      return (
        `${lead}: a campus, where about ${Math.round(campus)}% live in dormitories (estimate). Its census ` +
        `tract: ${shares}${surveyWords(place)}.`
      )
    const mix = isMostlyAdults(place.score, young, old) ? 'Mostly adults, few children' : lead
    const balanced = isBalanced(place.score, young, old) ? ', balanced' : ''
    const ages = `${mix}${balanced}: ${shares} in this census tract${surveyWords(place)}.`
    if (!(quarters >= 20)) return ages
    return `${ages} About ${Math.round(quarters)}% live in dormitories, barracks, prisons or nursing homes.`
  },
  upgraded: { method: newerSurvey(method) },
})

/**
 * Checks whether a score in the middle of the scale means mostly adults rather than a mix of ages. Mostly adults means
 * hardly any children, or few children and at least 75% of working age.
 */
function isMostlyAdults(score: number, children: number, seniors: number): boolean {
  return score >= 106 && score < 151 && (children < 8 || (children < 10 && 100 - children - seniors >= 75))
}

/**
 * Checks whether the shares of children and seniors are within about a third of the averages of the three covered
 * states: 22% children and 17% seniors.
 */
function isBalanced(score: number, children: number, seniors: number): boolean {
  return score >= 106 && score < 151 && children >= 15 && children <= 29 && seniors >= 11 && seniors <= 23
}
