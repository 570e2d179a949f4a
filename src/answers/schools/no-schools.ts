import { NotLoadedError } from '../../base/errors.ts'
import type { SchoolMethods } from './answers.ts'

/** School and district methods for a vicinage without schools and districts. All methods throw `NotLoadedError`. */
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
 * Throws the error for schools or districts that are not loaded.
 *
 * @throws {NotLoadedError} always
 */
export function schoolsNotLoaded(part: 'schools' | 'districts'): never {
  throw new NotLoadedError(
    `The ${part} are not loaded: ${part}.bundle was not included.`,
    `${part}_not_loaded`,
    `Open with \`schools: true\` and a data folder that contains ${part}.bundle (\`vicinage data copy --schools\`).`,
  )
}
