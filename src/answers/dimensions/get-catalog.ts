import { type DimensionId, dimensions } from './catalog.ts'
import type { Dimension } from './dimension.ts'

/** A vicinage with its dimension records. The package's type declarations omit this property. */
export interface Cataloged {
  /** Records of all dimensions, loaded or not, with custom dimensions last. */
  readonly catalog?: readonly Dimension<DimensionId>[]
}

/**
 * Returns the dimension records of a vicinage, loaded or not, with custom dimensions last. Records of upgraded scores
 * describe the upgraded data. For an object without records, returns the package's own records.
 */
export function getCatalog(vicinage: object): readonly Dimension<DimensionId>[] {
  return (vicinage as Cataloged).catalog ?? dimensions
}
