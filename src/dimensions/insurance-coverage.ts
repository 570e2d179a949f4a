import { defineDimension } from './dimension.ts'

export const insuranceCoverage = defineDimension({
  id: 'insurance-coverage',
  group: 'demographics',
  name: 'Health insurance coverage',
  scale: {
    low: 'near-zero coverage',
    middle: null,
    high: 'over 90% insured',
    zero: 'no data, or local population below the reporting threshold',
  },
  ends: ['near zero', 'over 90 % insured'],
  than: ['Fewer people insured', 'More people insured'],
  method:
    'Share of residents with any health insurance in the census tract (ACS 2018-22), linear, full score from 90 %.',
  example: {
    score: 239,
    description: 'High coverage: about 85.0 % of residents of this census tract have health insurance.',
  },
  describe(place) {
    const insured = place.fact('insured_pct')
    const words = wordsOf(place.score)
    if (Number.isNaN(insured)) return `${words} of health insurance.`
    const tenths = Math.round(insured * 10)
    const whole = Math.floor(tenths / 10)
    const people = place.basis === 'estimate' ? 'residents by a wider-area estimate' : 'residents of this census tract'
    return `${words}: about ${whole}.${tenths - 10 * whole} % of ${people} have health insurance.`
  },
})

/** 255 begins at 90 % insured, 226 at 80 %, 198 at 70 %. */
function wordsOf(score: number): string {
  if (score === 255) return 'Very high coverage'
  if (score >= 226) return 'High coverage'
  if (score >= 198) return 'Moderate coverage'
  return 'Low coverage'
}
