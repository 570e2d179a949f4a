import { onceOf } from '../../data/bundle/once.ts'
import type { Bundle } from '../../data/bundle/read.ts'
import { Districts } from '../districts/districts.ts'
import { schoolAnswers } from './school-methods.ts'
import { Schools } from './schools.ts'

/**
 * Opens schools and districts from their bundles. Both are created on first use. Code splitting puts this code in a
 * chunk that `openVicinage` imports only when it is needed.
 */
export function openSchools(schoolBundle: Bundle | null, districtBundle: Bundle | null) {
  const schools = schoolBundle && onceOf(schoolBundle, (bundle) => new Schools(bundle))
  const districts = districtBundle && onceOf(districtBundle, (bundle) => new Districts(bundle))
  return { methods: schoolAnswers(schools, districts), areas: { schools, districts } }
}

export { schoolParts } from './load-schools.ts'
