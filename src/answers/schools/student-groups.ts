import type { SchoolDetail } from './answers.ts'

export interface StudentGroup {
  readonly name: string
  readonly count: number
  /** Share of all students, 0-1; null if the total is not known. */
  readonly share: number | null
}

type Named = readonly (readonly [name: string, count: number | null])[]

/** Returns the students by race, largest group first. Empty if nothing is known. */
export function races(school: SchoolDetail): readonly StudentGroup[] {
  return shares(
    [
      ['Hispanic or Latino', school.students_hispanic],
      ['White', school.students_white],
      ['Black', school.students_black],
      ['Asian', school.students_asian],
      ['Native American', school.students_native_american],
      ['Pacific Islander', school.students_pacific_islander],
      ['Two or more races', school.students_two_or_more],
    ],
    school.total_students,
  )
}

/** Returns the students by sex, largest group first. */
export function sexes(school: SchoolDetail): readonly StudentGroup[] {
  return shares(
    [
      ['Female', school.students_female],
      ['Male', school.students_male],
    ],
    school.total_students,
  )
}

/**
 * Computes each group's share of the students. If the groups add up to more (a count of another year) and none is
 * missing, their own sum is the total. Shares are null if neither total makes sense.
 */
function shares(groups: Named, students: number | null): readonly StudentGroup[] {
  const counted = groups.flatMap(([name, count]) => (count === null ? [] : [{ name, count }]))
  const sum = counted.reduce((total, { count }) => total + count, 0)
  const isFull = counted.length === groups.length
  const whole = sum === 0 ? null : students !== null && students >= sum ? students : isFull ? sum : null
  return counted
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => ({ name, count, share: whole === null ? null : count / whole }))
}
