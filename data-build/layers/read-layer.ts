import { isUtf8 } from 'node:buffer'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { LayerFeature, LayerFeatures } from '../../src/answers/layers/layer.ts'
import { featureList } from '../../src/answers/layers/shapes.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { scanRows } from '../read/csv-rows.ts'
import { type Feature, pairs } from '../read/feature.ts'
import { readFlatGeobuf } from '../read/flatgeobuf.ts'
import { type GeoTiffRaster, readGeoTiff } from '../read/geotiff.ts'
import { parsedJson, StoredFeature, streamFeatures } from '../read/json-features.ts'
import { readShapefile } from '../read/shapefile.ts'
import { inflatedBytes, SourceFolder } from '../read/source-folder.ts'

/** Content of a file that becomes a custom dimension. */
export type LayerFile =
  | { readonly kind: 'features'; readonly features: readonly LayerFeature[] }
  | { readonly kind: 'raster'; readonly raster: GeoTiffRaster }

const FORMATS =
  'GeoJSON, a shapefile (.zip, or .shp with its .dbf), FlatGeobuf, CSV of points or GeoTIFF; ogr2ogr converts anything else to GeoJSON'

/**
 * Maximum size in bytes of all features as text. A command may use 1 GB of memory. The rest is needed for the data
 * built from the text.
 */
const MAX_JSON = 5 * 2 ** 27
/** Maximum size in bytes of a CSV table. */
const MAX_CSV = 2 ** 28

/** Memory in bytes that a feature needs in addition to its text. */
const FEATURE_BYTES = 150

const HEAD_BYTES = 2 ** 16

/**
 * Reads features or a raster. The format is detected by content, not by name. Shapefiles, FlatGeobuf and GeoTIFF files
 * may use any projection that they declare.
 * @throws LayerError | SourceError | ValidationError if the file is invalid; the message says where
 */
export async function readLayerFile(path: string): Promise<LayerFile> {
  const folder = new SourceFolder(dirname(path))
  const name = basename(path)
  const head = await firstBytes(folder, path)
  if (startsWith(head, [0x49, 0x49]) || startsWith(head, [0x4d, 0x4d]))
    return { kind: 'raster', raster: await readGeoTiff(folder, name) }
  if (startsWith(head, [0x50, 0x4b]) || startsWith(head, [0, 0, 0x27, 0x0a]))
    return ofFeatures((await readShapefile(folder, name, { keepEmpty: true })).features.map(asGeoJson))
  if (startsWith(head, [0x66, 0x67, 0x62]))
    return ofFeatures((await readFlatGeobuf(folder, name, { keepEmpty: true })).features.map(asGeoJson))
  const start = Buffer.from(head)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (start === '')
    throw new LayerError(`${path} begins with ${head.length} bytes of white space: expected ${FORMATS}.`)
  if (start.startsWith('{') || start.startsWith('[')) return ofFeatures(await readJsonFeatures(folder, name))
  if (head.subarray(0, 1024).includes(0))
    throw new LayerError(`${path} has an unsupported format: expected ${FORMATS}.`)
  const { pieces } = await folder.pieces(name)
  return ofFeatures(readPoints(await inflatedBytes(pieces, path, MAX_CSV), path))
}

/** Returns the inflated bytes that identify the format of a file, without reading the rest. */
async function firstBytes(folder: SourceFolder, path: string): Promise<Uint8Array> {
  await stat(path).then(
    (found) => {
      if (found.isDirectory()) throw new LayerError(`${path} cannot be read: ${UNREADABLE.EISDIR}.`)
    },
    (cause) => {
      throw new LayerError(`${path} cannot be read: ${UNREADABLE[cause.code] ?? cause.message}.`, { cause })
    },
  )
  const { pieces } = await folder.pieces(basename(path))
  for await (const piece of pieces) if (piece.length > 0) return piece.slice(0, HEAD_BYTES)
  throw new LayerError(`${path} is empty: expected ${FORMATS}.`)
}

/** Reads the features of a JSON document, keeping each feature as text. */
async function readJsonFeatures(folder: SourceFolder, name: string): Promise<readonly LayerFeature[]> {
  const { file, pieces } = await folder.pieces(name)
  const features: LayerFeature[] = []
  let held = 0
  const { document, isStreamed } = await streamFeatures(pieces, file, (text) => {
    held += text.length + FEATURE_BYTES
    if (held > MAX_JSON)
      throw new LayerError(
        `${name} has more than ${MAX_JSON} bytes of features: split it, or convert it with \`ogr2ogr layer.fgb ${name}\`.`,
      )
    features.push(featureIn(text, file))
  })
  if (!isStreamed) return featureList(document as LayerFeatures)
  if (Array.isArray(document)) return featureList(features)
  const collection = document as { readonly features?: unknown }
  if (Array.isArray(collection.features) && collection.features.length > 0)
    throw new LayerError(`${name} has more than one list of features: expected a GeoJSON FeatureCollection.`)
  return featureList({ ...(document as object), features } as unknown as LayerFeatures)
}

/** Creates a feature that is parsed on demand. An invalid feature only causes an error when it is read. */
function featureIn(text: Uint8Array, file: string): LayerFeature {
  const parsed = parsedJson(text, file)
  const isFeature = parsed !== null && typeof parsed === 'object' && 'geometry' in parsed
  return isFeature ? new StoredFeature(Buffer.from(text), file) : (parsed as LayerFeature)
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; name the file in it',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB; split it, or convert it to FlatGeobuf',
}

function ofFeatures(features: readonly LayerFeature[]): LayerFile {
  return { kind: 'features', features }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte)
}

function asGeoJson({ properties, polygons, lines, points }: Feature): LayerFeature {
  const geometries = [
    ...(polygons.length > 0
      ? [{ type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(pairs)) } as const]
      : []),
    ...(lines.length > 0 ? [{ type: 'MultiLineString', coordinates: lines.map(pairs) } as const] : []),
    ...(points.length > 0 ? [{ type: 'MultiPoint', coordinates: points } as const] : []),
  ]
  return { properties, geometry: geometries.length === 0 ? null : { type: 'GeometryCollection', geometries } }
}

const LATITUDE = ['lat', 'latitude', 'y', 'intptlat']
const LONGITUDE = ['lon', 'lng', 'long', 'longitude', 'x', 'intptlong']

/**
 * Reads the rows of a table with latitude and longitude columns as points. A row without coordinates becomes a feature
 * with a null geometry.
 */
function readPoints(bytes: Uint8Array, path: string): LayerFeature[] {
  const rows = scanRows(bytes, ',', (row, { found, expectation }) => {
    throw new LayerError(`${path}, row ${row}: ${found}, expected ${expectation}.`)
  })
  // Text that is not UTF-8 is assumed to be Windows-1252.
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const field = (at: number) => {
    const text = decoder.decode(bytes.subarray(rows.starts[at], rows.ends[at])).trim()
    return rows.doubled[at] === 0 ? text : text.replaceAll('""', '"')
  }
  const fields = () => Array.from({ length: rows.fields }, (_, at) => field(at))
  const headings = rows.next() ? fields() : []
  const [lat, lon] = [LATITUDE, LONGITUDE].map((names) =>
    headings.findIndex((heading) => names.includes(heading.toLowerCase())),
  )
  if (lat < 0 || lon < 0)
    throw new LayerError(
      `${path} has the columns ${headings
        .slice(0, 12)
        .map((name) => name.slice(0, 30))
        .join(', ')}, expected lat and lon among them, or ${FORMATS}.`,
    )
  const features: LayerFeature[] = []
  while (rows.next()) {
    const values = fields()
    const isPlaced = Boolean(values[lat]) && Boolean(values[lon])
    features.push({
      properties: Object.fromEntries(headings.map((heading, at) => [heading, values[at] ?? ''])),
      geometry: isPlaced ? { type: 'Point', coordinates: [Number(values[lon]), Number(values[lat])] } : null,
    })
  }
  return features
}
