import type { FeatureCollection, Feature as GeoJsonFeature } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import type { FeatureLayer, LayerOptions } from './feature.ts'
import { jsonOf } from './json.ts'
import { LayerBuilder } from './layer-builder.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

export interface TopoJsonOptions extends LayerOptions {
  /** The topology's object to read; needed when there are several. */
  readonly object?: string
}

/** Reads one object of a TopoJSON file. Throws a `SourceError` when it is no topology or has no such object. */
export async function readTopoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: TopoJsonOptions = {},
): Promise<FeatureLayer> {
  const { file, bytes } = await folder.open(path)
  const topology = jsonOf(bytes, file) as Topology | null
  if (topology?.type !== 'Topology' || !Array.isArray(topology.arcs)) {
    throw new SourceError({ file, found: `JSON of type ${String(topology?.type)}`, expectation: 'a TopoJSON Topology' })
  }
  const names = Object.keys(topology.objects ?? {})
  const name = options.object ?? (names.length === 1 ? names[0] : undefined)
  if (name === undefined || !names.includes(name)) {
    const found = `the objects ${names.join(', ') || '(none)'}`
    throw new SourceError({ file, found, expectation: options.object ?? 'one object, or its name in the options' })
  }
  const builder = new LayerBuilder(file, options)
  for (const item of featuresOf(topology, name, file)) builder.add(item.geometry, item.properties)
  return builder.finish()
}

function featuresOf(topology: Topology, name: string, file: string): readonly GeoJsonFeature[] {
  try {
    const converted = feature(topology, topology.objects[name]) as FeatureCollection | GeoJsonFeature
    return converted.type === 'FeatureCollection' ? converted.features : [converted]
  } catch (cause) {
    const found = `arcs that do not fit together (${reasonOf(cause)})`
    throw new SourceError({ file, found, expectation: 'a whole topology' }, { cause })
  }
}
