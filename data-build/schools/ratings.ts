import { tenthInWords } from '../../src/answers/schools/about-schools.ts'
import { FIGURE } from '../../src/answers/schools/school-columns.ts'
import type { District, RatedDistrict } from '../districts/read-districts.ts'
import { groupBy } from '../statistics.ts'
import { gradeLabel } from './grades.ts'
import { getRatingScheme, type RatedSchool, type RatingFigure, type School } from './school.ts'
import type { DistrictScores } from './texas-ratings.ts'

/** Minimum number of schools to divide into tenths. */
const SMALLEST_GROUP = 10

/**
 * Rates schools 1-10 (10 is best) by the decile of their figure among the schools of the same state, level and scheme.
 * Schools with equal values are sorted by the finer figure if there is one; remaining ties share a rating. Schools in
 * groups of fewer than 10 and schools without a figure have a null rating.
 */
export function rateSchools(schools: readonly School[]): RatedSchool[] {
  const figures = schools.flatMap((school) =>
    school.figure ? [{ group: getGroup(school, school.figure), rank: getRank(school.figure) }] : [],
  )
  const groups = groupBy(figures, ({ group }) => group)
  const ranked = new Map(
    [...groups].map(([key, members]) => [key, Float64Array.from(members, ({ rank }) => rank).sort()]),
  )
  return schools.map((school) => {
    const values = school.figure && ranked.get(getGroup(school, school.figure))
    const rated = school.figure && values && values.length >= SMALLEST_GROUP
    return { ...school, rating: rated ? computeTenth(getRank(school.figure), values) : null }
  })
}

/**
 * Returns the value by which a school is ranked. The finer figure never moves it beyond the neighboring values, so a
 * school never passes a school with a higher value.
 */
function getRank({ value, finer = value }: RatingFigure): number {
  return value + Math.max(-0.49, Math.min(0.49, finer - value))
}

function getGroup(school: School, figure: RatingFigure): string {
  return `${school.state} ${school.level} ${figure.scheme}`
}

type Rating = NonNullable<RatedDistrict['rating']>
/** A school that has both a rating and the figure it comes from. */
type Scored = RatedSchool & { readonly rating: number; readonly figure: NonNullable<RatedSchool['figure']> }

/**
 * Rates districts 1-10. If the agency publishes district scores (Texas), uses the decile of the score among the state's
 * districts. Otherwise uses the mean rating of the district's schools, weighted by enrollment if any school reports it.
 * A school without enrollment is then weighted by the mean enrollment of the other schools. A district without a score
 * and without rated schools has a null rating.
 */
export function rateDistricts(
  districts: readonly District[],
  schools: readonly RatedSchool[],
  texasScores: DistrictScores | null,
): RatedDistrict[] {
  const schoolsOf = groupBy(schools.filter(isScored), ({ leaId }) => leaId)
  return districts.map((district) => ({
    ...district,
    rating: ratingByScore(district, texasScores) ?? ratingBySchools(schoolsOf.get(district.geoid) ?? []),
  }))
}

function isScored(school: RatedSchool): school is Scored {
  return school.rating !== null && school.figure !== null
}

function ratingByScore(district: District, scores: DistrictScores | null): Rating | null {
  const score = scores?.scores.get(district.geoid)
  if (!scores || score === undefined) return null
  const rating = computeTenth(score, scores.field)
  const { figure, digits, source, year } = getRatingScheme(scores.scheme)
  const inWords = figure.replace(FIGURE, score.toFixed(digits))
  const summary = `${rating} of 10: ${inWords} (${source}), in the ${tenthInWords(rating)} of the districts of Texas.`
  return { rating, summary, year }
}

function ratingBySchools(schools: readonly Scored[]): Rating | null {
  if (schools.length === 0) return null
  const sizes = schools.flatMap(({ students }) => (students === null ? [] : [students]))
  const average = sizes.reduce((sum, students) => sum + students, 0) / sizes.length
  const weighted = average > 0
  let sum = 0
  let weights = 0
  for (const { rating, students } of schools) {
    const weight = weighted ? (students ?? average) : 1
    sum += weight * rating
    weights += weight
  }
  const rating = Math.round(sum / weights)
  const { source, year } = getRatingScheme(schools[0].figure.scheme)
  const ratings =
    schools.length === 1
      ? 'the rating of its one rated school'
      : `${weighted ? 'mean, weighted by enrollment,' : 'plain mean'} of the ratings of its ${schools.length} rated schools`
  return {
    rating,
    summary: `${rating} of 10: ${ratings} (${source})${unknownEnrollment(schools.length, sizes.length)}.`,
    year,
  }
}

/**
 * Returns a remark about schools with unknown enrollment, or an empty string if there are no such schools or only one
 * school.
 */
function unknownEnrollment(schools: number, counted: number): string {
  if (counted === schools || schools === 1) return ''
  if (counted === 0) return '; their enrollment is unknown'
  return `; the average is assumed where the enrollment is unknown (${schools - counted} of them)`
}

/**
 * Returns the decile (1-10) of a value in sorted values that include it. Equal values share the decile of their middle
 * position, so that deciles are as even as ties allow.
 */
function computeTenth(value: number, ascending: Float64Array): number {
  const below = countBelow(ascending, (other) => other < value)
  const notAbove = countBelow(ascending, (other) => other <= value)
  const middle = (below + notAbove) / 2
  return Math.min(10, Math.floor((10 * middle) / ascending.length) + 1)
}

/** Counts the values before the first one that does not satisfy a condition. */
function countBelow(ascending: Float64Array, isBelow: (value: number) => boolean): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(ascending[middle])) low = middle + 1
    else high = middle
  }
  return low
}

/** Last regular grade. District grades exclude 13 (ungraded) and 14 (adult education). */
const LAST_GRADE = 12

/**
 * Returns the districts with the grades of their polygons. If a polygon has no grades, uses the lowest and highest
 * grade of the district's schools, or null if the district has no schools.
 */
export function fillGrades(districts: readonly District[], schools: readonly School[]): District[] {
  const spans = new Map<string, readonly [lowest: number, highest: number]>()
  for (const { leaId, lowestGrade, highestGrade } of schools) {
    if (lowestGrade === null || highestGrade === null || lowestGrade > LAST_GRADE) continue
    const [lowest, highest] = spans.get(leaId) ?? [lowestGrade, -1]
    spans.set(leaId, [Math.min(lowest, lowestGrade), Math.max(highest, Math.min(highestGrade, LAST_GRADE))])
  }
  return districts.map((district) => {
    const span = spans.get(district.geoid)
    if (!span) return district
    return {
      ...district,
      lowestGrade: district.lowestGrade ?? gradeLabel(span[0]),
      highestGrade: district.highestGrade ?? gradeLabel(span[1]),
    }
  })
}
