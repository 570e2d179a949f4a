import {
  type Dimension,
  type DimensionId,
  dimensions as known,
  dimensionOf as knownDimension,
  type LayerInfo,
  layerDimension,
  type ManifestEntry,
  upgradedRecord,
} from './library.ts'

/** Dimensions that the page shows: the catalog dimensions, then the server's custom dimensions. */
export const dimensions: Dimension<DimensionId>[] = [...known]

/** Fields that the page uses from the server's bundle list. */
type ListedBundle = Pick<ManifestEntry, 'id' | 'layer' | 'upgraded'>

/**
 * Adds the server's custom dimensions, and changes the wording of dimensions with upgraded scores. Called before
 * anything is drawn.
 */
export function addBundles(bundles: readonly ListedBundle[]): void {
  for (const { id, layer, upgraded } of bundles) {
    const at = dimensions.findIndex((dimension) => dimension.id === id)
    if (layer !== undefined) dimensions.push(layerDimension(JSON.parse(layer) as LayerInfo))
    else if (upgraded !== undefined && at >= 0) dimensions[at] = upgradedRecord(dimensions[at])
  }
}

export function isDimensionId(id: string): id is DimensionId {
  return dimensions.some((dimension) => dimension.id === id)
}

/**
 * Returns the record of a dimension.
 *
 * @throws {ValidationError} when there is no such dimension
 */
export function getDimension(id: string): Dimension<DimensionId> {
  return dimensions.find((dimension) => dimension.id === id) ?? knownDimension(id)
}
