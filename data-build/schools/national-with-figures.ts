import type { School } from './school.ts'

/**
 * The nation's schools with what only their states know: the figure, and facts that the national files leave open. What the
 * national files say stands. Schools that only the states list are dropped: they closed since.
 */
export function withFigures(national: readonly School[], states: readonly School[]): School[] {
  const byId = new Map(states.map((school) => [school.ncesId, school]))
  return national.map((school) => {
    const state = byId.get(school.ncesId)
    return state === undefined ? school : filled(school, state)
  })
}

function filled(school: School, state: School): School {
  // Grades and level go together, and so do the parts of an address.
  const hasGrades = school.lowestGrade !== null || school.highestGrade !== null
  const grades = hasGrades ? school : state
  const address = school.street === null && school.city === null && school.zip === null ? state : school
  return {
    ...school,
    leaName: school.leaName ?? state.leaName,
    lowestGrade: grades.lowestGrade,
    highestGrade: grades.highestGrade,
    level: hasGrades ? school.level : (state.level ?? school.level),
    street: address.street,
    city: address.city,
    zip: address.zip,
    phone: school.phone ?? state.phone,
    website: school.website ?? state.website,
    students: school.students ?? state.students,
    teachers: school.teachers ?? state.teachers,
    groups: school.groups ?? state.groups,
    figure: school.figure ?? state.figure,
  }
}
