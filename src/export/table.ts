import type { DimensionId } from '../dimensions/catalog.ts'

/** Kinds of areas that make a table: a row each. */
export const EXPORT_KINDS = [
  'zip',
  'tract',
  'block-group',
  'county',
  'city',
  'district',
  'h3:7',
  'h3:8',
  'h3:9',
] as const

export type ExportKind = (typeof EXPORT_KINDS)[number]

export const EXPORT_FORMATS = ['parquet', 'csv', 'geojson'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface TableColumn {
  readonly name: string
  /** `key` is a text that no other row has, `score` a byte, `integer` has up to 53 bits. */
  readonly kind: 'key' | 'text' | 'number' | 'integer' | 'score' | 'geometry'
}

/** GeoJSON, degrees. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

export type Position = readonly [lon: number, lat: number]

/** The values of a column, by row; null or, of bytes, `none` where a row has none. */
export type Values =
  | readonly (string | null)[]
  | readonly (number | null)[]
  | readonly (Geometry | null)[]
  | { readonly bytes: Uint8Array; readonly none: number }

/** Some rows of a table, by column. */
export interface RowBlock {
  readonly rows: number
  readonly columns: readonly Values[]
}

/** A table that is made while it is written. */
export interface Table {
  readonly columns: readonly TableColumn[]
  /** In their order, each of some thousand rows. */
  readonly blocks: Iterable<RowBlock>
}

/** What a table holds. */
export interface TableOptions {
  readonly by: ExportKind
  /** Postal codes; all states of the coverage when left out. */
  readonly states?: readonly string[] | undefined
  /** All when left out. */
  readonly dimensions?: readonly DimensionId[] | undefined
  /**
   * Whether rows have their geometry: the outline of H3 cells and districts, for the others the point where their
   * people are on average.
   */
  readonly geometry: boolean
}

/** One value of a column. */
export function valueAt(values: Values, row: number): string | number | Geometry | null {
  if (!('bytes' in values)) return values[row]
  const byte = values.bytes[row]
  return byte === values.none ? null : byte
}
