import { NotFoundError } from '../errors.ts'
import { leaId, ncesId } from '../parameters/known-parameters.ts'
import type { SchoolMethods } from '../schools/answers.ts'
import { UsageError } from './usage-error.ts'

interface Kind {
  readonly name: string
  readonly digits: number
  readonly pattern: RegExp
  /** Where such identifiers are found. */
  readonly hint: string
}

export const district: Kind = {
  name: 'school district',
  digits: 7,
  pattern: new RegExp(leaId.pattern),
  hint: 'List the districts of a place: vicinage districts LAT LON',
}
export const school: Kind = {
  name: 'school',
  digits: 12,
  pattern: new RegExp(ncesId.pattern),
  hint: 'List the schools around a place: vicinage schools LAT LON',
}

/**
 * The identifier of a district or school as it was given.
 *
 * @throws {UsageError} when it has not the digits of one
 */
export function readIdentifier({ name, digits, pattern, hint }: Kind, given: string): string {
  const id = given.trim()
  if (pattern.test(id)) return id
  // Spreadsheets drop the zero that California's identifiers begin with.
  const question = pattern.test(`0${id}`) ? ` Did you mean 0${id}?` : ''
  throw new UsageError(`The identifier of a ${name} is ${digits} digits, got '${id}'.${question}`, hint)
}

/**
 * What `ask` answers about an identifier.
 *
 * @throws {UsageError} when the data has no such district or school, or holds none at all
 */
export function answerAbout<Answer>({ name, hint }: Kind, id: string, schools: SchoolMethods, ask: () => Answer) {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const reason = whyNotLoaded(schools, false)
    if (reason !== null) throw new UsageError(reason, 'Other data: vicinage --data DIR …')
    throw new UsageError(`There is no ${name} ${id} in the data.`, hint)
  }
}

/** The sentence that says that schools (or, beside them, districts) are not loaded; null where they are. */
export function whyNotLoaded(schools: SchoolMethods, districtsToo: boolean): string | null {
  const probe = schools.schoolRatings({ lat: 0, lon: 0, limit: 1, same_district: districtsToo })
  return probe.data_source === 'none' ? probe.additional_info : null
}
