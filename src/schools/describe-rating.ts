import { stateName } from '../states.ts'
import type { SchoolLevel } from './level.ts'
import { FIGURE, type SchemeMeta } from './schools-meta.ts'

const kinds: Readonly<Record<SchoolLevel, string>> = {
  Elementary: 'elementary schools',
  Middle: 'middle schools',
  High: 'high schools',
  Combined: 'combined schools',
  Prekindergarten: 'pre-kindergarten schools',
  'Adult Education': 'adult education schools',
  Ungraded: 'ungraded schools',
}

/**
 * A rating in words: `8 of 10: overall score of 92, in the 8th tenth of the elementary schools of Texas rated in 2022.`
 * @param state postal code
 */
export function describeRating(
  rating: number,
  figure: number,
  scheme: SchemeMeta,
  level: SchoolLevel | null,
  state: string,
): string {
  const among = `the ${level === null ? 'schools' : kinds[level]} of ${stateName(state)} rated in ${scheme.year}`
  // Not '-0.0' for a small negative figure.
  const printed = figure.toFixed(scheme.digits).replace(/^-(0(\.0+)?)$/, '$1')
  return `${rating} of 10: ${scheme.figure.replace(FIGURE, printed)}, in the ${tenthInWords(rating)} of ${among}.`
}

/** Which tenth of the field, counted from the lowest: `lowest tenth`, `8th tenth`, `highest tenth`. */
export function tenthInWords(rating: number): string {
  if (rating === 1) return 'lowest tenth'
  if (rating === 10) return 'highest tenth'
  return `${rating}${['th', 'th', 'nd', 'rd'][rating] ?? 'th'} tenth`
}
