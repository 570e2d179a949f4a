import type { District } from '../districts/district.ts'
import { gradeLabel } from './grades.ts'
import type { School } from './school.ts'

/** The last ordinary grade: 13 is ungraded and 14 adult education, which districts' grades leave out. */
const LAST_GRADE = 12

/** The districts with the grades of their polygons, else the lowest and highest grade of their schools, else null. */
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
