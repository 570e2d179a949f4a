import type { School } from '../../data-build/schools/school.ts'

/** A school of Texas with invented facts, but for those given. */
export function madeSchool(facts: Partial<School>): School {
  return {
    ncesId: '480000000001',
    leaId: (facts.ncesId ?? '4800000').slice(0, 7),
    leaName: null,
    name: 'Bluebonnet Elementary',
    level: 'Elementary',
    lowestGrade: 0,
    highestGrade: 5,
    lat: 30,
    lon: -97,
    street: null,
    city: null,
    state: 'TX',
    zip: null,
    phone: null,
    website: null,
    students: null,
    teachers: null,
    groups: null,
    directory: 'tx-ccd-2013',
    figure: null,
    ...facts,
  }
}
