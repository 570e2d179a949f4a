/** A closed ring in degrees: x0, y0, x1, y1 … with the last point equal to the first. */
export type Ring = Float64Array
/** The outer ring, then its holes. */
export type Polygon = readonly Ring[]
/** A line in degrees: x0, y0, x1, y1 … */
export type Line = Float64Array

export type Properties = Readonly<Record<string, string | number | null>>

/** What every reader of map layers gives: a feature has polygons, lines or points, the other two lists being empty. */
export interface Feature {
  readonly properties: Properties
  readonly polygons: readonly Polygon[]
  readonly lines: readonly Line[]
  readonly points: readonly (readonly [lon: number, lat: number])[]
}

export interface FeatureLayer {
  readonly features: readonly Feature[]
  /** Features without a geometry (null or empty), left out. */
  readonly skipped: number
  /** Rings whose last point was not the first: closed by the reader. */
  readonly closed: number
}

export interface LayerOptions {
  /** Keep these properties only; a missing one is an error. Default: all. */
  readonly properties?: readonly string[]
  /** EPSG code, WKT or proj string of the coordinates; takes the place of what the file says. Default: degrees. */
  readonly projection?: string
}

/** Dates become ISO days, booleans 1 and 0, anything nested its JSON. */
export function plainValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : isoDay(value)
  return JSON.stringify(value)
}

/** dBase dates arrive as local midnight: read the local fields, so that no time zone moves the day. */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
