import { schoolLevels } from '../../src/schools/level.ts'
import type { School } from './school.ts'
import type { AverageRatio } from './schools-bundle.ts'

/**
 * Students per full-time-equivalent teacher by state and level: the sum of students over the sum of teachers of the schools
 * that give both. By state, then level; states and levels where no school gives both are absent.
 */
export function averageRatios(schools: readonly School[]): AverageRatio[] {
  const states = [...new Set(schools.map((school) => school.state))].sort()
  return states.flatMap((state) =>
    schoolLevels.flatMap((level) => {
      let students = 0
      let teachers = 0
      for (const school of schools) {
        if (school.state !== state || school.level !== level || school.students === null || !school.teachers) continue
        students += school.students
        teachers += school.teachers
      }
      return teachers > 0 ? [{ state, level, ratio: students / teachers }] : []
    }),
  )
}
