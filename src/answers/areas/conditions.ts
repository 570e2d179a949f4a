import { ValidationError } from '../../base/errors.ts'
import { unknownOption } from '../../base/parameters/options.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { refused, searchable } from '../dimensions/residents.ts'

/** Score range from `min` to `max`, both inclusive and 1-255. Either bound may be omitted. */
export interface Condition {
  /** Lowest matching score, 1-255; 1 by default. */
  readonly min?: number | undefined
  /** Highest matching score, 1-255; 255 by default. */
  readonly max?: number | undefined
}

/** A validated condition with the lowest and highest matching scores. */
export interface DimensionRange {
  readonly dimension: LoadedDimension
  readonly min: number
  readonly max: number
}

/**
 * Validates the conditions of a search.
 *
 * @param loadedOf returns a dimension, or throws if it is not loaded
 * @param ids IDs of all dimensions
 * @throws {ValidationError} when there are no conditions, or a condition is invalid
 */
export function parseConditions(
  where: unknown,
  demographics: boolean,
  loadedOf: (id: string) => LoadedDimension,
  ids: readonly string[],
): DimensionRange[] {
  if (typeof where !== 'object' || where === null || Array.isArray(where) || Object.keys(where).length === 0)
    throw refused(
      ['where'],
      '`where` needs at least one condition, such as { walkability: { min: 180 } }',
      where ?? null,
    )
  return Object.entries(where as Record<string, unknown>).map(([id, condition]) => {
    const loc = ['where', id]
    const dimension = loadedOf(searchable(id, loc, demographics, ids))
    const wrong = unknownOption(condition as Condition, { min: true, max: true })
    if (wrong !== null) throw refused([...loc, wrong.name], wrong.message.replace(/\.$/, ''), wrong.input)
    const { min, max } = (condition ?? {}) as Condition
    if (min == null && max == null) throw refused(loc, `The condition on ${id} has neither min nor max`, condition)
    const low = min ?? 1
    const high = max ?? 255
    for (const bound of [low, high])
      if (!(typeof bound === 'number' && bound >= 1 && bound <= 255))
        throw refused(loc, `min and max of ${id} must be scores from 1 to 255; 0 means no data`, condition)
    if (low > high) throw refused(loc, `min of ${id} (${low}) is greater than max (${high})`, condition)
    return { dimension, min: low, max: high }
  })
}

/** Calls `ask`, and rethrows its errors about a shape as errors about the field `within`. */
export function inWithin<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof ValidationError) || error.detail[0]?.loc[0] !== 'shape') throw error
    throw refused(['within'], error.detail[0].msg)
  }
}
