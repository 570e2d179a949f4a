import type { Feature as GeoJsonFeature } from 'geojson'
import type { FeatureLayer, LayerOptions } from './feature.ts'
import { jsonOf } from './json.ts'
import { LayerBuilder } from './layer-builder.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/**
 * Reads a GeoJSON FeatureCollection. Heights are dropped; features without a geometry are left out and counted.
 * Throws a `SourceError` when it is no FeatureCollection, is truncated, or lacks a wanted property.
 */
export async function readGeoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const { file, bytes } = await folder.open(path)
  const collection = jsonOf(bytes, file) as { readonly type?: unknown; readonly features?: unknown } | null
  if (collection?.type !== 'FeatureCollection' || !Array.isArray(collection.features)) {
    const found = `JSON of type ${String(collection?.type)}`
    throw new SourceError({ file, found, expectation: 'a GeoJSON FeatureCollection' })
  }
  const builder = new LayerBuilder(file, options)
  for (const feature of collection.features as readonly GeoJsonFeature[]) {
    builder.add(feature.geometry, feature.properties)
  }
  return builder.finish()
}
