import { type DimensionId, dimensions } from './catalog.ts'
import type { Dimension } from './dimension.ts'

/** A vicinage with the records of its dimensions, a property that the package's type declarations omit. */
export interface Cataloged {
  /** Records of all dimensions, loaded or not, with custom dimensions last. */
  readonly catalog?: readonly Dimension<DimensionId>[]
}

/**
 * Returns the records of all dimensions of a vicinage, loaded or not, with custom dimensions last. Records of upgraded
 * scores describe the upgraded data. For an object without records, returns the package's own.
 */
export function getCatalog(vicinage: object): readonly Dimension<DimensionId>[] {
  return (vicinage as Cataloged).catalog ?? dimensions
}
