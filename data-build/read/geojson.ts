import type { FeatureCollection, Feature as GeoJsonFeature } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { parsedJson, streamFeatures } from './json-features.ts'
import { getReason, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/**
 * Reads a GeoJSON FeatureCollection. Heights are dropped. Features without a geometry are skipped and counted. Throws a
 * `SourceError` if the file is not a FeatureCollection, is truncated, or lacks a wanted property.
 */
export async function readGeoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const first = await readOnce(folder, path, options)
  // The projection may be named at the end of the file, after the features. In that case, the file is read again with
  // this projection.
  return first.layer ?? (await readOnce(folder, path, options, first.projection)).layer!
}

/**
 * Reads the features in the projection of `fileOptions`, or in the projection that the file names before its first
 * feature. If the file names a different projection at its end, after the features, returns only that projection.
 */
async function readOnce(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions,
  fileOptions?: { projection?: string },
) {
  const { file, pieces } = await folder.pieces(path)
  let projection: { projection?: string } | undefined = fileOptions
  const outcome: { builder?: LayerBuilder; failure?: unknown } = {}
  const { document, isStreamed } = await streamFeatures(pieces, file, (text, before) => {
    if (outcome.failure !== undefined) return
    projection ??= namedProjection((before() as { crs?: unknown } | null)?.crs)
    outcome.builder ??= new LayerBuilder(file, { ...projection, ...options })
    const stored = parsedJson(text, file) as GeoJsonFeature | null
    try {
      outcome.builder.add(stored?.geometry, stored?.properties ?? null)
    } catch (error) {
      // Keeps the error until the whole file has been read. If the projection is only named at the end of the file, the
      // coordinates may be valid although they are not in degrees.
      if (fileOptions !== undefined || projection.projection !== undefined) throw error
      outcome.failure = error
    }
  })
  const collection = document as { readonly type?: unknown; readonly features?: unknown; readonly crs?: unknown } | null
  const isCollection = collection?.type === 'FeatureCollection' && Array.isArray(collection.features)
  if (!isCollection || !isStreamed || collection.features.length > 0) {
    const found = isCollection ? 'several lists of features' : `JSON of type ${String(collection?.type)}`
    throw new SourceError({ file, found, expectation: 'a GeoJSON FeatureCollection' })
  }
  const named = namedProjection(collection.crs)
  const isOther = projection !== undefined && named.projection !== projection.projection
  if (fileOptions === undefined && isOther) return { layer: null, projection: named }
  if (outcome.failure !== undefined) throw outcome.failure
  const builder = outcome.builder ?? new LayerBuilder(file, { ...named, ...options })
  return { layer: builder.finish(), projection: named }
}

/**
 * Returns the projection that a pre-RFC 7946 GeoJSON file names, such as `urn:ogc:def:crs:EPSG::3310`. GDAL still
 * writes such files.
 */
function namedProjection(crs: unknown): { projection?: string } {
  const name = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name
  const code = /EPSG:.*?(\d+)$/.exec(String(name ?? ''))?.[1]
  return code === undefined ? {} : { projection: `EPSG:${code}` }
}

/** Reads the only object of a TopoJSON file. Throws a `SourceError` if it is not a topology or has several objects. */
export async function readTopoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const { file, bytes } = await folder.open(path)
  const topology = parsedJson(bytes, file) as Topology | null
  if (topology?.type !== 'Topology' || !Array.isArray(topology.arcs)) {
    throw new SourceError({ file, found: `JSON of type ${String(topology?.type)}`, expectation: 'a TopoJSON Topology' })
  }
  const names = Object.keys(topology.objects ?? {})
  if (names.length !== 1)
    throw new SourceError({ file, found: `the objects ${names.join(', ') || '(none)'}`, expectation: 'one object' })
  const builder = new LayerBuilder(file, options)
  for (const item of getFeatures(topology, names[0], file)) builder.add(item.geometry, item.properties)
  return builder.finish()
}

function getFeatures(topology: Topology, name: string, file: string): readonly GeoJsonFeature[] {
  try {
    const converted = feature(topology, topology.objects[name]) as FeatureCollection | GeoJsonFeature
    return converted.type === 'FeatureCollection' ? converted.features : [converted]
  } catch (cause) {
    const found = `arcs that do not fit together (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'a complete topology' }, { cause })
  }
}

/** Reads a JSON file without checking its shape. Throws a `SourceError` if it is not complete JSON. */
export async function readJson(folder: SourceFolder, path: SourcePath): Promise<unknown> {
  const { file, bytes } = await folder.open(path)
  return parsedJson(bytes, file)
}
