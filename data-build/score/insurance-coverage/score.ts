import type { AreaScorer, BuildContext, FactSpec } from '../../context.ts'
import { survey } from '../survey.ts'

/**
 * Insured share at or above which the score is 255 (the specification says "over 90% insured"). Lower shares score
 * 1-254.
 */
const FULL_SCORE_SHARE = 0.9
/** Minimum number of people in a tract for a reliable insured share. */
const MIN_PEOPLE = 100

const insuredFact: FactSpec = {
  id: 'insured_pct',
  label: `Residents with health insurance, ${survey.years}`,
  of: 'tract',
  unit: '%',
  offset: 49.4,
  step: 0.2,
  digits: 1,
}

/** Scores the share of residents with any health insurance in the block group's own 2020 tract (ACS 2018-22). */
export const scorer: AreaScorer = {
  facts: [insuredFact],
  async prepare(context: BuildContext) {
    const uninsured = context.eji('E_UNINSUR')
    const people = context.eji('E_TOTPOP')
    const { count } = context.blockGroups
    const score = Uint8Array.from(uninsured, (percent, b) => insuranceScore(percent, people[b]))
    const insured = Float32Array.from(uninsured, (percent, b) => (score[b] > 0 ? 100 - percent : Number.NaN))
    return {
      blockGroups: { score, basis: Array.from({ length: count }, () => 'measured'), facts: { insured_pct: insured } },
      polygons: [],
      polygonColumns: null,
    }
  },
}

/**
 * Returns the score, 1-255, of a tract from its uninsured percentage and its population. Returns 0 if there is no data.
 * A missing percentage is NaN.
 */
export function insuranceScore(uninsuredPercent: number, people: number): number {
  // Institutional tracts have no insurance figure. The comparison is negated so that a NaN in `people` also returns 0.
  if (Number.isNaN(uninsuredPercent) || !(people >= MIN_PEOPLE)) return 0
  const insured = (100 - uninsuredPercent) / 100
  return 1 + Math.round(254 * Math.min(1, insured / FULL_SCORE_SHARE))
}
