import { defineDimension } from './dimension.ts'
import { type Ladder, newerSurvey, surveyWords, wordsFor } from './words.ts'

/** 90% insured scores 255, 80% scores 226, 70% scores 198, and 5% scores 16. */
const ladder: Ladder = [
  [1, 'Near-zero coverage'],
  [16, 'Low coverage'],
  [198, 'Moderate coverage'],
  [226, 'High coverage'],
  [255, 'Very high coverage'],
]

const method =
  'Share of residents with any health insurance in the census tract (ACS 2018-22). The score rises linearly with the share and is 255 from 90% on.'

export const insuranceCoverage = defineDimension({
  id: 'insurance-coverage',
  group: 'demographics',
  name: 'Health insurance coverage',
  scale: {
    low: 'near-zero coverage',
    middle: null,
    high: 'very high coverage: over 90% insured',
    zero: 'no data, or local population below the reporting threshold',
  },
  ends: ['near zero', 'over 90% insured'],
  ladder,
  than: ['Fewer people insured', 'More people insured'],
  method,
  describe(place) {
    const words = wordsFor(ladder, place.score)
    const insured = place.fact('insured_pct')
    if (Number.isNaN(insured)) return `${words} of health insurance${surveyWords(place)}.`
    const people =
      place.basis === 'estimate' ? 'the people (estimated from a wider area)' : 'the people of this census tract'
    return `${words}: about ${Math.round(insured)}% of ${people} have health insurance${surveyWords(place)}.`
  },
  upgraded: { method: newerSurvey(method) },
})
