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

/** The dimensions that the page shows: those of the catalog, then the own layers of whoever serves it. */
export const dimensions: Dimension<DimensionId>[] = [...known]

/** What the page takes of the list of bundles that it is served with. */
type ListedBundle = Pick<ManifestEntry, 'id' | 'layer' | 'upgraded'>

/** Adds the own layers that the server has, and the words of upgraded scores; before anything is drawn. */
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

/** @throws {ValidationError} when there is no such dimension */
export function dimensionOf(id: string): Dimension<DimensionId> {
  return dimensions.find((dimension) => dimension.id === id) ?? knownDimension(id)
}
