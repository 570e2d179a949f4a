import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js'
import type { Feature } from 'geojson'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'

/**
 * Reads FlatGeobuf, in degrees by the EPSG code of its header.
 * Throws a `SourceError` when it is truncated or damaged, or lacks a wanted property.
 */
export async function readFlatGeobuf(
  folder: SourceFolder,
  path: string,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const bytes = await folder.bytes(path)
  let crs = 0
  const features: Feature[] = []
  try {
    const headerMetaFn = (header: { readonly crs: { readonly code: number } | null }) => {
      crs = header.crs?.code ?? 0
    }
    for await (const feature of deserialize(bytes, { headerMetaFn })) features.push(feature as Feature)
  } catch (cause) {
    const found = `not whole FlatGeobuf (${reasonOf(cause)})`
    throw new SourceError({ file: path, found, expectation: 'a whole file; download it again' }, { cause })
  }
  const builder = new LayerBuilder(path, { ...(crs === 0 ? {} : { projection: `EPSG:${crs}` }), ...options })
  for (const { geometry, properties } of features) builder.add(geometry, properties)
  return builder.finish()
}
