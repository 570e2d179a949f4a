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
 * Computes each group's share of the students. If the groups add up to more than the number of students, the two
 * figures come from different years. The sum of the groups is then used as the total, unless a group is missing.
 * Without a total, shares are null.
 */
function shares(groups: Named, students: number | null): readonly StudentGroup[] {
  const knownGroups = groups.flatMap(([name, count]) => (count === null ? [] : [{ name, count }]))
  const sum = knownGroups.reduce((total, { count }) => total + count, 0)
  const isComplete = knownGroups.length === groups.length
  let total: number | null = null
  if (sum > 0 && students !== null && students >= sum) total = students
  else if (sum > 0 && isComplete) total = sum
  return knownGroups
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => ({ name, count, share: total === null ? null : count / total }))
}
