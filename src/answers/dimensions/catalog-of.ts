import { type DimensionId, dimensions } from './catalog.ts'
import type { Dimension } from './dimension.ts'

/** Apart from the vicinage, because records are none of its callers' business. */
const catalogs = new WeakMap<object, readonly Dimension<DimensionId>[]>()

/**
 * Records of all dimensions that a vicinage has, loaded or not, own layers last; of upgraded scores with the words for
 * that.
 */
export function catalogOf(vicinage: object): readonly Dimension<DimensionId>[] {
  return catalogs.get(vicinage) ?? dimensions
}

/** Keeps the records of a vicinage. */
export function setCatalog(vicinage: object, records: readonly Dimension<DimensionId>[]): void {
  catalogs.set(vicinage, records)
}
