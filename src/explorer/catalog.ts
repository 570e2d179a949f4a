import { type DimensionId, dimensions as known, dimensionOf as knownDimension } from '../dimensions/catalog.ts'
import type { Dimension } from '../dimensions/dimension.ts'
import type { LayerInfo } from '../layers/layer.ts'
import { layerDimension } from '../layers/layer-record.ts'

/** The dimensions that the page shows: those of the catalog, then the own layers of whoever serves it. */
export const dimensions: Dimension<DimensionId>[] = [...known]

/** Adds the layers that the server has; before anything is drawn. */
export function addLayers(layers: readonly LayerInfo[]): void {
  dimensions.push(...layers.map(layerDimension))
}

export function isDimensionId(id: string): id is DimensionId {
  return dimensions.some((dimension) => dimension.id === id)
}

/** @throws {ValidationError} when there is no such dimension */
export function dimensionOf(id: string): Dimension<DimensionId> {
  return dimensions.find((dimension) => dimension.id === id) ?? knownDimension(id)
}
