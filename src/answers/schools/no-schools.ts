import { NotLoadedError } from '../../base/errors.ts'
import type { SchoolMethods } from './answers.ts'

/** School and district methods for a vicinage without either. All throw `NotLoadedError`. */
export const noSchools: SchoolMethods = {
  schoolRatings: () => schoolsNotLoaded('schools'),
  schoolByDistrict: () => schoolsNotLoaded('schools'),
  districts: () => schoolsNotLoaded('districts'),
  school: () => schoolsNotLoaded('schools'),
  nearestCampuses: () => schoolsNotLoaded('schools'),
  ratingYear: () => schoolsNotLoaded('schools'),
  isProgram: () => schoolsNotLoaded('schools'),
  listing: () => schoolsNotLoaded('schools'),
}

/**
 * Reports that schools or districts were left out.
 *
 * @throws {NotLoadedError} always
 */
export function schoolsNotLoaded(part: 'schools' | 'districts'): never {
  throw new NotLoadedError(
    `The ${part} are not loaded: ${part}.bundle was left out.`,
    `${part}_not_loaded`,
    `Open with \`schools: true\`, and with ${part}.bundle in the data folder (\`vicinage data copy --schools\`).`,
  )
}
