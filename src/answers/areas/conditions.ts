import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { didYouMean, unknownOption } from '../../base/parameters/options.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'

/** Scores from `min` to `max`, both included and both 1-255; one of them may be left out. */
export interface Condition {
  /** The lowest score that holds, 1-255; default 1. */
  readonly min?: number | undefined
  /** The highest score that holds, 1-255; default 255. */
  readonly max?: number | undefined
}

/** A condition that has been checked: the lowest and the highest score that hold. */
export interface DimensionRange {
  readonly dimension: LoadedDimension
  readonly min: number
  readonly max: number
}

/** Dimensions about residents: a search that picks places by them may break fair-housing law. */
export const ABOUT_RESIDENTS: readonly DimensionId[] = ['population-profile', 'ideological-lean', 'insurance-coverage']

/**
 * The conditions, checked.
 *
 * @param loadedOf throws where a dimension is not loaded
 * @param ids of the dimensions that there are
 * @throws {ValidationError} when there is none, or one is refused
 */
export function conditionsOf(
  where: unknown,
  demographics: boolean,
  loadedOf: (id: string) => LoadedDimension,
  ids: readonly string[],
): DimensionRange[] {
  if (typeof where !== 'object' || where === null || Array.isArray(where) || Object.keys(where).length === 0)
    throw refused(
      ['where'],
      'where has to have a condition or more, by dimension: { walkability: { min: 180 } }',
      where ?? null,
    )
  return Object.entries(where as Record<string, unknown>).map(([id, condition]) => {
    const loc = ['where', id]
    const dimension = loadedOf(searchable(id, loc, demographics, ids))
    const wrong = unknownOption(condition as Condition, { min: true, max: true })
    if (wrong !== null) throw refused([...loc, wrong.name], wrong.message.replace(/\.$/, ''), wrong.input)
    const { min, max } = (condition ?? {}) as Condition
    if (min == null && max == null) throw refused(loc, `The condition on ${id} has neither min nor max`, condition)
    const [low, high] = [min ?? 1, max ?? 255]
    for (const bound of [low, high])
      if (!(typeof bound === 'number' && bound >= 1 && bound <= 255))
        throw refused(loc, `min and max of ${id} have to be scores of 1 to 255; 0 is no data`, condition)
    if (low > high) throw refused(loc, `min of ${id} (${low}) is greater than max (${high})`, condition)
    return { dimension, min: low, max: high }
  })
}

/**
 * An id of a dimension that areas may be searched or ranked by.
 *
 * @param demographics the option of that name; null where there is none
 */
export function searchable(
  id: string,
  loc: readonly string[],
  demographics: boolean | null,
  ids: readonly string[],
): string {
  if (!ids.includes(id))
    throw refused(loc, `There is no dimension '${id}'${didYouMean(id, ids) || `; there are ${ids.join(', ')}`}`, id)
  if ((ABOUT_RESIDENTS as readonly string[]).includes(id) && !demographics) {
    const law = 'To choose or advertise homes by it may break the Fair Housing Act (42 U.S.C. 3604)'
    const way = demographics === null ? '' : '; the option demographics is for searches that serve another end'
    throw refused(loc, `${id} is about who lives there. ${law}${way}`, id)
  }
  return id
}

/** The error of one field of a search. */
export function refused(loc: readonly string[], msg: string, input: ValidationDetail['input'] = null): ValidationError {
  return new ValidationError([{ type: 'value_error', loc: ['body', ...loc], msg, input }], `${msg}.`)
}

/** The error of a shape as one of the field `within`. */
export function inWithin<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof ValidationError) || error.detail[0]?.loc[0] !== 'shape') throw error
    throw refused(['within'], error.detail[0].msg)
  }
}
