import { deserialize, type FromFeatureFn, type IFeature, parseProperties } from 'flatgeobuf/lib/mjs/generic.js'
import type { Geometry, Position } from 'geojson'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { definitionByCode } from './projection.ts'
import { getReason, SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'

interface FgbFeature extends IFeature {
  readonly geometry: Geometry | null
  readonly properties: Readonly<Record<string, unknown>>
}

type Header = Parameters<FromFeatureFn>[2]
/** A geometry as the library returns it. A missing vector is null. */
type StoredGeometry = NonNullable<ReturnType<Parameters<FromFeatureFn>[1]['geometry']>>

/**
 * Reads a FlatGeobuf file and converts its coordinates to degrees, using the coordinate system code in the header, or
 * the WKT. Throws a `SourceError` if the file is truncated or damaged, has curves or surfaces, or lacks a wanted
 * property.
 */
export async function readFlatGeobuf(
  folder: SourceFolder,
  path: string,
  options: LayerOptions = {},
): Promise<FeatureLayer> {
  const bytes = await folder.bytes(path)
  let crs: Header['crs'] = null
  const features: FgbFeature[] = []
  const geometries = new GeometryReader(bytes.length)
  try {
    checkHeader(bytes)
    const headerMetaFn = (header: Header) => {
      checkFrames(bytes, header)
      crs = header.crs
    }
    const fromFeature = (id: number, feature: Parameters<FromFeatureFn>[1], header: Header): FgbFeature => {
      const geometry = feature.geometry()
      return {
        geometry: geometry === null ? null : geometries.read(geometry, header.geometryType, id + 1),
        properties: parseProperties(feature, header.columns),
      }
    }
    for await (const feature of deserialize(bytes, { headerMetaFn, fromFeature })) features.push(feature as FgbFeature)
  } catch (cause) {
    if (cause instanceof UnreadGeometry)
      throw new SourceError({
        file: path,
        found: cause.message,
        expectation: 'points, lines or polygons, as `ogr2ogr -nlt CONVERT_TO_LINEAR` produces them',
      })
    const found = `not valid FlatGeobuf (${getReason(cause)})`
    throw new SourceError({ file: path, found, expectation: 'a complete file; download it again' }, { cause })
  }
  const projection = projectionIn(crs)
  const builder = new LayerBuilder(path, { ...(projection === null ? {} : { projection }), ...options })
  for (const { geometry, properties } of features) builder.add(geometry, properties)
  return builder.finish()
}

/**
 * Returns the code if it is known, otherwise the WKT. If neither is available, returns the unknown code for the error
 * message. Returns null if the file names no coordinate system.
 */
function projectionIn(crs: Header['crs']): string | null {
  if (crs === null) return null
  const { org, code, code_string: codeString, wkt } = crs
  const text = code !== 0 ? String(code) : (codeString ?? '')
  if (/^\d+$/.test(text) && definitionByCode(Number(text)) !== undefined) return `EPSG:${text}`
  if (wkt) return wkt
  return text === '' ? null : `${org || 'EPSG'}:${text}`
}

/** Geometry type numbers that GeoJSON supports. The other numbers are curves, surfaces and unknown types. */
const POINT = 1
const LINE = 2
const POLYGON = 3
const POINTS = 4
const LINES = 5
const POLYGONS = 6
const COLLECTION = 7
const DEEPEST = 32 // maximum nesting depth of collections

class UnreadGeometry extends Error {}

/** Reads the geometries of a file. Damaged lengths cause an error before they fill the memory. */
class GeometryReader {
  /** Number of coordinates and parts that the bytes of the file can still contain. */
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  /** Reads a geometry, ignoring heights and measures. If `type` is 0, each geometry has its own type. */
  read(stored: StoredGeometry, type: number, feature: number, depth = 0): Geometry {
    const kind = type === 0 ? stored.type() : type
    switch (kind) {
      case POINT:
        return { type: 'Point', coordinates: this.#positions(stored)[0] ?? [] }
      case LINE:
        return { type: 'LineString', coordinates: this.#positions(stored) }
      case POINTS:
        return { type: 'MultiPoint', coordinates: this.#positions(stored) }
      case POLYGON:
        return { type: 'Polygon', coordinates: this.#lists(stored) }
      case LINES:
        return { type: 'MultiLineString', coordinates: this.#lists(stored) }
      case POLYGONS:
        return { type: 'MultiPolygon', coordinates: this.#parts(stored).map((part) => this.#lists(part)) }
      case COLLECTION: {
        if (depth === DEEPEST) throw new Error(`collections ${DEEPEST} deep`)
        const geometries = this.#parts(stored).map((part) => this.read(part, 0, feature, depth + 1))
        return { type: 'GeometryCollection', geometries }
      }
      default:
        throw new UnreadGeometry(`feature ${feature} is a curve or surface (geometry type ${kind ?? 'missing'})`)
    }
  }

  #positions(stored: StoredGeometry): Position[] {
    const length = this.#bounded(stored.xyLength())
    if (length % 2 !== 0) throw new Error('an odd number of coordinates')
    // Reads the coordinates one by one because the library's arrays need offsets that are multiples of 8, and features
    // may start at any offset.
    return Array.from({ length: length / 2 }, (_, i) => [stored.xy(2 * i) ?? 0, stored.xy(2 * i + 1) ?? 0])
  }

  /** Splits positions into rings or lines at the `ends` vector. Without this vector, there is a single ring or line. */
  #lists(stored: StoredGeometry): Position[][] {
    const positions = this.#positions(stored)
    const count = this.#bounded(stored.endsLength())
    if (count === 0) return positions.length === 0 ? [] : [positions]
    let start = 0
    return Array.from({ length: count }, (_, i) => {
      const end = stored.ends(i) ?? 0
      if (end < start || end > positions.length) throw new Error('a ring whose end is out of range')
      const ring = positions.slice(start, end)
      start = end
      return ring
    })
  }

  #parts(stored: StoredGeometry): StoredGeometry[] {
    const length = this.#bounded(stored.partsLength())
    return Array.from({ length }, (_, i) => stored.parts(i)).filter((part) => part !== null)
  }

  #bounded(length: number): number {
    this.#left -= length
    if (!(length >= 0 && this.#left >= 0)) throw new Error('more coordinates than bytes')
    return length
  }
}

const HEADER_AT = 12 // offset after the magic bytes and the length of the header
const NODE_BYTES = 40 // size of an index node

/** @throws when the header does not end within the file, because the library would read past its end */
function checkHeader(bytes: Uint8Array): void {
  const ends = bytes.length < HEADER_AT ? HEADER_AT : HEADER_AT + wordAt(bytes, HEADER_AT - 4)
  if (ends > bytes.length) throw new Error(`only ${bytes.length} bytes, but the header ends at ${ends}`)
}

/**
 * Checks that the features fill the file exactly, by following their length prefixes.
 * @throws if the last feature does not end with the file, or if the number of features differs from the header
 */
function checkFrames(bytes: Uint8Array, { featuresCount, indexNodeSize }: Header): void {
  let at = HEADER_AT + wordAt(bytes, HEADER_AT - 4)
  if (indexNodeSize > 0) {
    if (indexNodeSize === 1 || featuresCount === 0) throw new Error('an impossible index')
    let nodes = featuresCount
    let level = featuresCount
    while (level > 1) {
      level = Math.ceil(level / indexNodeSize)
      nodes += level
    }
    // The index of a single feature has a root in addition to the node of the feature.
    at += NODE_BYTES * (featuresCount === 1 ? 2 : nodes)
  }
  let count = 0
  for (; at + 4 <= bytes.length; count++) at += 4 + wordAt(bytes, at)
  if (at !== bytes.length) throw new Error(`${bytes.length} bytes, but its parts end at ${at}`)
  if (featuresCount > 0 && count !== featuresCount) throw new Error(`${count} features of ${featuresCount}`)
}

function wordAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
}
