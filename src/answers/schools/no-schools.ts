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
export function schoolsNotLoaded(what: 'schools' | 'districts'): never {
  throw new NotLoadedError(
    `The ${what} are not loaded: ${what}.bundle was left out.`,
    `${what}_not_loaded`,
    `Open with \`schools: true\`, and with ${what}.bundle in the data folder.`,
  )
}
