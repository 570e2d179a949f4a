import { MessageChannel } from 'node:worker_threads'
import type { FeatureCollection, Feature as GeoJsonFeature } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { featuresInJson, parsedFeature } from './json-features.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/**
 * Reads a GeoJSON FeatureCollection. Heights are dropped; features without a geometry are left out and counted.
 * Throws a `SourceError` when it is not a FeatureCollection, is truncated, or lacks a wanted property.
 */
export async function readGeoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const { file, bytes } = await folder.open(path)
  const stored = featuresInJson(bytes)
  const collection = (stored === null ? parseJson(bytes, file) : { type: 'FeatureCollection', ...stored }) as {
    readonly type?: unknown
    readonly features?: unknown
    readonly crs?: unknown
  } | null
  if (collection?.type !== 'FeatureCollection' || !Array.isArray(collection.features)) {
    const found = `JSON of type ${String(collection?.type)}`
    throw new SourceError({ file, found, expectation: 'a GeoJSON FeatureCollection' })
  }
  const builder = new LayerBuilder(file, { ...namedProjection(collection.crs), ...options })
  for (const stored of collection.features as readonly (GeoJsonFeature | null)[]) {
    const feature = parsedFeature(stored) as GeoJsonFeature | null
    builder.add(feature?.geometry, feature?.properties ?? null)
  }
  if (bytes.length > LARGE) freeBuffer(bytes.buffer as ArrayBuffer)
  return builder.finish()
}

/** Bytes of a file whose memory is not left to the next collection of garbage; smaller ones may share a buffer. */
const LARGE = 1 << 24

/** The projection that a file of before RFC 7946 names, as GDAL still writes it: `urn:ogc:def:crs:EPSG::3310`. */
function namedProjection(crs: unknown): { projection?: string } {
  const name = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name
  const code = /EPSG:.*?(\d+)$/.exec(String(name ?? ''))?.[1]
  return code === undefined ? {} : { projection: `EPSG:${code}` }
}

/** Reads the one object of a TopoJSON file. Throws a `SourceError` when it is not a topology or has several. */
export async function readTopoJson(
  folder: SourceFolder,
  path: SourcePath,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const { file, bytes } = await folder.open(path)
  const topology = parseJson(bytes, file) as Topology | null
  if (topology?.type !== 'Topology' || !Array.isArray(topology.arcs)) {
    throw new SourceError({ file, found: `JSON of type ${String(topology?.type)}`, expectation: 'a TopoJSON Topology' })
  }
  const names = Object.keys(topology.objects ?? {})
  if (names.length !== 1)
    throw new SourceError({ file, found: `the objects ${names.join(', ') || '(none)'}`, expectation: 'one object' })
  const builder = new LayerBuilder(file, options)
  for (const item of featuresOf(topology, names[0], file)) builder.add(item.geometry, item.properties)
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

/** Reads a JSON file. The caller checks the shape. Throws a `SourceError` when it is not whole JSON. */
export async function readJson(folder: SourceFolder, path: SourcePath): Promise<unknown> {
  const { file, bytes } = await folder.open(path)
  return parseJson(bytes, file)
}

/** The same for bytes in memory; a BOM is allowed. */
function parseJson(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new SourceError(
      { file, found: `not whole JSON (${reasonOf(cause)})`, expectation: 'a JSON document' },
      { cause },
    )
  }
}

const { port1, port2 } = new MessageChannel()
port2.close()
port1.unref()

/**
 * Gives the memory of a buffer back at once, which nobody reads any longer: collected as garbage it would wait for
 * tens of megabytes more. What is sent to a closed port is dropped.
 */
function freeBuffer(buffer: ArrayBuffer): void {
  port1.postMessage(buffer, [buffer])
}
