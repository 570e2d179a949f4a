import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { LayerFeature } from '../../src/answers/layers/layer.ts'
import { featureList } from '../../src/answers/layers/shapes.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { scanRows } from '../read/csv-rows.ts'
import { type Feature, pairs } from '../read/feature.ts'
import { readFlatGeobuf } from '../read/flatgeobuf.ts'
import { type GeoTiffRaster, readGeoTiff } from '../read/geotiff.ts'
import { featuresInJson } from '../read/json-features.ts'
import { readShapefile } from '../read/shapefile.ts'
import { reasonOf } from '../read/source-error.ts'
import { gunzipped, SourceFolder } from '../read/source-folder.ts'

/** What a file of a layer holds. */
export type LayerFile =
  | { readonly kind: 'features'; readonly features: readonly LayerFeature[] }
  | { readonly kind: 'raster'; readonly raster: GeoTiffRaster }

const FORMATS =
  'GeoJSON, a shapefile (.zip, or .shp with its .dbf), FlatGeobuf, CSV of points or GeoTIFF; ogr2ogr makes GeoJSON of anything else'
const LONGEST = 512 * 1024 * 1024 // bytes of JSON: the longest text that Node makes

/**
 * Reads features or a raster, by what is in the file, not by its name. Shapefiles, FlatGeobuf and GeoTIFF may be in any
 * projection that they name.
 * @throws LayerError | SourceError | ValidationError when the file is not what it seems, which say where
 */
export async function readLayerFile(path: string): Promise<LayerFile> {
  const folder = new SourceFolder(dirname(path))
  const stored = await readFile(path).catch((cause) => {
    throw new LayerError(`${path} cannot be read: ${UNREADABLE[cause.code] ?? cause.message}.`, { cause })
  })
  const bytes = startsWith(stored, [0x1f, 0x8b]) ? gunzipped(stored, path) : stored
  if (bytes.length === 0) throw new LayerError(`${path} is empty: expected ${FORMATS}.`)
  if (startsWith(bytes, [0x49, 0x49]) || startsWith(bytes, [0x4d, 0x4d]))
    return { kind: 'raster', raster: await readGeoTiff(folder, basename(path)) }
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0, 0, 0x27, 0x0a]))
    return ofFeatures((await readShapefile(folder, basename(path), { keepEmpty: true })).features.map(asGeoJson))
  if (startsWith(bytes, [0x66, 0x67, 0x62]))
    return ofFeatures((await readFlatGeobuf(folder, basename(path), { keepEmpty: true })).features.map(asGeoJson))
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (start.startsWith('{') || start.startsWith('[')) {
    const stored = featuresInJson(bytes)
    const given = stored === null ? parseJson(bytes, path) : { type: 'FeatureCollection' as const, ...stored }
    return ofFeatures(featureList(given))
  }
  if (bytes.subarray(0, 1024).includes(0))
    throw new LayerError(`${path} is of no format that is read here: expected ${FORMATS}.`)
  return ofFeatures(readPoints(bytes, path))
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

function parseJson(bytes: Uint8Array, path: string) {
  if (bytes.length > LONGEST)
    throw new LayerError(
      `${path} has ${bytes.length} bytes, more than ${LONGEST} of JSON: convert it with \`ogr2ogr layer.fgb ${basename(path)}\`.`,
    )
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new LayerError(`${path} is not whole JSON (${reasonOf(cause)}): expected a GeoJSON FeatureCollection.`, {
      cause,
    })
  }
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

/** The rows of a table with columns of latitude and longitude; rows without both have no place. */
function readPoints(bytes: Uint8Array, path: string): LayerFeature[] {
  const rows = scanRows(bytes, ',', (row, { found, expectation }) => {
    throw new LayerError(`${path}, row ${row}: ${found}, expected ${expectation}.`)
  })
  // Text that is not UTF-8 is Windows text.
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
