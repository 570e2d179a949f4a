import type { RatedSchool, RatingFigure, School } from './school.ts'
import { tenthOf } from './tenths.ts'

/** Smaller groups are not divided into tenths. */
const SMALLEST_GROUP = 10

/**
 * Rates schools 1-10 (10 best): the tenth of their figure among the schools of the same state, level and scheme.
 * Schools of one value are ordered by the unrounded figure where the agency gives it; what stays equal gets one rating.
 * Groups of fewer than 10 schools and schools without a figure get null.
 * @param olderFigures earlier figures of schools that have a newer one, by NCES id: they take part in the comparison, so
 *   that the few schools that still go by an earlier year are ranked among all of that year
 */
export function rateSchools(
  schools: readonly School[],
  olderFigures: ReadonlyMap<string, readonly RatingFigure[]> = new Map(),
): RatedSchool[] {
  const groups = new Map<string, number[]>()
  for (const school of schools) {
    const figures = [...(school.figure ? [school.figure] : []), ...(olderFigures.get(school.ncesId) ?? [])]
    for (const figure of figures) {
      const key = groupOf(school, figure)
      const values = groups.get(key)
      if (values) values.push(rankOf(figure))
      else groups.set(key, [rankOf(figure)])
    }
  }
  const ranked = new Map([...groups].map(([key, values]) => [key, Float64Array.from(values).sort()]))
  return schools.map((school) => {
    const values = school.figure && ranked.get(groupOf(school, school.figure))
    const rated = school.figure && values && values.length >= SMALLEST_GROUP
    return { ...school, rating: rated ? tenthOf(rankOf(school.figure), values) : null }
  })
}

/** Between the value's neighbours, whatever the unrounded figure says: a school never passes one of a higher value. */
function rankOf({ value, unrounded = value }: RatingFigure): number {
  return value + Math.max(-0.49, Math.min(0.49, unrounded - value))
}

function groupOf(school: School, figure: RatingFigure): string {
  return `${school.state} ${school.level} ${figure.scheme}`
}
