import { type DimensionId, dimensions } from './catalog.ts'
import type { Dimension } from './dimension.ts'

/** A vicinage with the records of its dimensions, which the declarations of the package leave out. */
export interface Cataloged {
  /** Records of all dimensions, loaded or not, with custom dimensions last. */
  readonly catalog?: readonly Dimension<DimensionId>[]
}

/**
 * Returns the records of all dimensions of a vicinage, loaded or not, with custom dimensions last. Records of upgraded
 * scores have the wording for upgraded data. An object without records has those of the package.
 */
export function catalogOf(vicinage: object): readonly Dimension<DimensionId>[] {
  return (vicinage as Cataloged).catalog ?? dimensions
}
