import type { Geometry, Position } from 'geojson'
import simplify from 'simplify-js'
import { closestNames } from './closest-names.ts'
import { getProjection, type Projection } from './projection.ts'
import { getReason, SourceError } from './source-error.ts'

/** A closed ring in degrees: x0, y0, x1, y1 … with the last point equal to the first. */
export type Ring = Float64Array
/** The outer ring, then its holes. */
export type Polygon = readonly Ring[]
/** A line in degrees: x0, y0, x1, y1 … */
export type Line = Float64Array

export type Properties = Readonly<Record<string, string | number | null>>

/**
 * A feature, as every reader of map layers returns it. It has polygons, lines or points; the other two lists are empty.
 */
export interface Feature {
  readonly properties: Properties
  readonly polygons: readonly Polygon[]
  readonly lines: readonly Line[]
  readonly points: readonly (readonly [lon: number, lat: number])[]
}

export interface FeatureLayer {
  readonly features: readonly Feature[]
  /** Number of features skipped because their geometry is null or empty. */
  readonly skipped: number
}

export interface LayerOptions {
  /** Properties to keep. A missing property is an error. Default: all. */
  readonly properties?: readonly string[]
  /** Whether to keep features without a geometry, so that feature numbers match the file. Default: false. */
  readonly keepEmpty?: boolean
}

/** Returns the vertices of a line or ring. */
export function pairs(line: Line): [lon: number, lat: number][] {
  return Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i], line[2 * i + 1]])
}

/** Simplifies a line with the Douglas-Peucker algorithm and a tolerance in degrees. Keeps both ends of the line. */
export function simplified(line: Line, tolerance: number): Line {
  const vertices = simplify(
    pairs(line).map(([x, y]) => ({ x, y })),
    tolerance,
    true,
  )
  return Float64Array.from(vertices.flatMap(({ x, y }) => [x, y]))
}

/** Converts booleans to 1 and 0, and nested values to JSON. */
function plainValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  try {
    return JSON.stringify(value)
  } catch {
    return null // nested too deeply for the stack
  }
}

/** Maximum nesting depth of geometry collections. Deeper nesting would overflow the stack. */
const DEEPEST = 32

/**
 * Maximum bytes that the shapes and properties of a layer may use. A command may use 1 GB of memory in total. A string
 * counts as two bytes per character.
 */
const MAX_BUFFERED = 5 * 2 ** 27
const FEATURE_BYTES = 200
const VALUE_BYTES = 24

type Shapes = { readonly polygons: Polygon[]; readonly lines: Line[]; readonly points: [number, number][] }

const NONE: readonly never[] = []

/**
 * Copies a list without spare capacity, which would take 300 MB for a million features. All empty lists share one
 * array.
 */
function fitted<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list.slice()
}

/** Collects features one by one: picks properties, converts coordinates to degrees and counts the skipped features. */
export class LayerBuilder {
  readonly #file: string
  readonly #wanted: readonly string[] | undefined
  readonly #projection: Projection
  readonly #keepEmpty: boolean
  readonly #features: Feature[] = []
  readonly #block: number
  #room = new Float64Array(0)
  #taken = 0
  #held = 0
  #seen = 0
  #skipped = 0

  /**
   * @param options `projection`: EPSG code, WKT or proj string of the coordinates; default: degrees. `room`: total
   * number of coordinates in all lines, if known; default: 32,768
   */
  constructor(file: string, options: LayerOptions & { readonly projection?: string; readonly room?: number }) {
    this.#block = options.room ?? 1 << 15
    this.#file = file
    this.#wanted = options.properties
    this.#keepEmpty = options.keepEmpty ?? false
    this.#projection = getProjection(options.projection ?? 'EPSG:4269', file)
  }

  /**
   * Adds a feature, or counts it as skipped. `properties` may contain anything, but only strings, numbers and null are
   * kept.
   */
  add(geometry: Geometry | null | undefined, properties: Readonly<Record<string, unknown>> | null): void {
    this.#seen++
    const picked = this.#pick(properties ?? {})
    const { polygons, lines, points }: Shapes = { polygons: [], lines: [], points: [] }
    if (geometry) this.#checkedShape(geometry, { polygons, lines, points })
    this.#hold(FEATURE_BYTES + 32 * points.length)
    const isEmpty = polygons.length + lines.length + points.length === 0
    if (isEmpty) this.#skipped++
    if (isEmpty && !this.#keepEmpty) return
    const shapes = { polygons: fitted(polygons), lines: fitted(lines), points: fitted(points) }
    this.#features.push({ properties: picked, ...shapes })
  }

  #hold(bytes: number): void {
    this.#held += bytes
    if (this.#held <= MAX_BUFFERED) return
    const found = `more than ${MAX_BUFFERED} bytes of shapes and properties`
    throw new SourceError({ file: this.#file, row: this.#seen, found, expectation: 'fewer; split the file' })
  }

  finish(): FeatureLayer {
    return { features: this.#features, skipped: this.#skipped }
  }

  #checkedShape(geometry: Geometry, into: Shapes): void {
    try {
      this.#shape(geometry, into, 0)
    } catch (cause) {
      if (cause instanceof SourceError) throw cause
      const found = `a ${geometry.type} without whole coordinates (${getReason(cause)})`
      throw new SourceError(
        { file: this.#file, row: this.#seen, found, expectation: 'lists of longitude and latitude' },
        { cause },
      )
    }
  }

  #shape(geometry: Geometry, into: Shapes, depth: number): void {
    switch (geometry.type) {
      case 'Polygon':
        this.#polygon(geometry.coordinates, into.polygons)
        return
      case 'MultiPolygon':
        for (const rings of geometry.coordinates) this.#polygon(rings, into.polygons)
        return
      case 'LineString':
        this.#line(geometry.coordinates, into.lines)
        return
      case 'MultiLineString':
        for (const line of geometry.coordinates) this.#line(line, into.lines)
        return
      case 'Point':
        if (geometry.coordinates.length >= 2) into.points.push([...this.#degrees(geometry.coordinates)])
        return
      case 'MultiPoint':
        for (const point of geometry.coordinates) into.points.push([...this.#degrees(point)])
        return
      case 'GeometryCollection':
        if (depth === DEEPEST) throw new Error(`collections ${DEEPEST} deep`)
        for (const part of geometry.geometries) this.#shape(part, into, depth + 1)
        return
      default:
        throw new SourceError({
          file: this.#file,
          row: this.#seen,
          found: `a geometry of type ${(geometry as { type?: unknown }).type}`,
          expectation: 'a GeoJSON geometry',
        })
    }
  }

  #polygon(rings: readonly (readonly Position[])[], into: Polygon[]): void {
    const polygon: Ring[] = []
    for (const positions of rings) {
      if (positions.length === 0) continue
      const first = positions[0]
      const last = positions[positions.length - 1]
      const open = first[0] !== last[0] || first[1] !== last[1]
      polygon.push(this.#coordinates(open ? [...positions, first] : positions))
    }
    if (polygon.length > 0) into.push(fitted(polygon))
  }

  #line(positions: readonly Position[], into: Line[]): void {
    if (positions.length > 0) into.push(this.#coordinates(positions))
  }

  #coordinates(positions: readonly Position[]): Float64Array {
    const flat = this.#roomFor(2 * positions.length)
    for (let i = 0; i < positions.length; i++) {
      const [lon, lat] = this.#degrees(positions[i])
      flat[2 * i] = lon
      flat[2 * i + 1] = lat
    }
    return flat
  }

  /**
   * Returns part of an array that many lines share, because a separate array for each line would multiply the memory
   * use of short lines.
   */
  #roomFor(length: number): Float64Array {
    this.#hold(8 * length)
    if (this.#taken + length > this.#room.length) {
      this.#room = new Float64Array(Math.max(length, this.#block))
      this.#taken = 0
    }
    this.#taken += length
    return this.#room.subarray(this.#taken - length, this.#taken)
  }

  #degrees(position: Position): readonly [number, number] {
    const [lon, lat] = this.#projection.toDegrees(position[0], position[1])
    // This comparison is also false for NaN. If coordinates are out of this range, they are probably in meters or feet,
    // and the file does not name its projection.
    if (lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90) return [lon, lat]
    throw new SourceError({
      file: this.#file,
      found: `feature ${this.#seen} has the coordinates ${position[0]}, ${position[1]}`,
      expectation: 'degrees, or a .prj file that names the projection',
    })
  }

  #pick(properties: Readonly<Record<string, unknown>>): Properties {
    const names = this.#wanted ?? Object.keys(properties)
    return Object.fromEntries(
      names.map((name) => {
        const value = this.#value(properties, name)
        this.#hold(VALUE_BYTES + (typeof value === 'string' ? 2 * value.length : 0))
        return [name, value]
      }),
    )
  }

  #value(properties: Readonly<Record<string, unknown>>, name: string): string | number | null {
    const value = properties[name]
    if (value === undefined) {
      const nearest = closestNames(name, Object.keys(properties)).join(', ') || 'none'
      const found = `feature ${this.#seen} has no property ${name} (nearest: ${nearest})`
      throw new SourceError({ file: this.#file, found, expectation: 'the published attributes' })
    }
    return plainValue(value)
  }
}
