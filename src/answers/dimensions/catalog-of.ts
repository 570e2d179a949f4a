import { type DimensionId, dimensions } from './catalog.ts'
import type { Dimension } from './dimension.ts'

/** Kept in a side table so that the records do not become part of the public object. */
const catalogs = new WeakMap<object, readonly Dimension<DimensionId>[]>()

/**
 * Returns the records of all dimensions of a vicinage, loaded or not, with custom dimensions last. Records of upgraded
 * scores have the wording for upgraded data.
 */
export function catalogOf(vicinage: object): readonly Dimension<DimensionId>[] {
  return catalogs.get(vicinage) ?? dimensions
}

/** Stores the records of a vicinage. */
export function setCatalog(vicinage: object, records: readonly Dimension<DimensionId>[]): void {
  catalogs.set(vicinage, records)
}
