import type { DimensionId } from '../../../answers/dimensions/catalog.ts'

/** Kinds of areas that a table can have as rows. */
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
  /** Type of the values. `key` is a unique string, `score` is a byte, and `integer` has up to 53 bits. */
  readonly kind: 'key' | 'text' | 'number' | 'integer' | 'score' | 'geometry'
}

/** GeoJSON in degrees. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

export type Position = readonly [lon: number, lat: number]

/** Values of a column by row. A missing value is null, or `none` in a byte array. */
export type Values =
  | readonly (string | null)[]
  | readonly (number | null)[]
  | readonly (Geometry | null)[]
  | { readonly bytes: Uint8Array; readonly none: number }

/** A block of rows, stored by column. */
export interface RowBlock {
  readonly rows: number
  readonly columns: readonly Values[]
}

/** A table that is created while it is written. */
export interface Table {
  readonly columns: readonly TableColumn[]
  /** Blocks of a few thousand rows, in order. */
  readonly blocks: Iterable<RowBlock>
}

export interface TableOptions {
  readonly by: ExportKind
  /** Postal codes of the states. Default: all covered states. */
  readonly states?: readonly string[] | undefined
  /** Dimension IDs. Default: all dimensions. */
  readonly dimensions?: readonly DimensionId[] | undefined
  /**
   * Whether rows have a geometry. H3 cells, districts, ZIPs and cities have an outline. Other kinds have the mean
   * location of their residents.
   */
  readonly geometry: boolean
}

/** Returns the value of a column in one row. */
export function valueAt(values: Values, row: number): string | number | Geometry | null {
  if (!('bytes' in values)) return values[row]
  const byte = values.bytes[row]
  return byte === values.none ? null : byte
}

/** Writes CSV according to RFC 4180. Missing values are empty fields. Geometry is written as GeoJSON. */
export function* csvFile({ columns, blocks }: Table): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`${columns.map(({ name }) => field(name)).join(',')}\n`)
  for (const block of blocks) {
    const lines: string[] = []
    for (let row = 0; row < block.rows; row++)
      lines.push(block.columns.map((values) => field(valueAt(values, row))).join(','))
    yield encoder.encode(`${lines.join('\n')}\n`)
  }
}

function field(value: ReturnType<typeof valueAt>): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Writes a FeatureCollection with one feature per line. The `metadata` member describes the data. */
export function* geoJsonFile({ columns, blocks }: Table, metadata: unknown): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`)
  let separator = '\n'
  for (const block of blocks) {
    const lines: string[] = []
    for (let row = 0; row < block.rows; row++) lines.push(getFeature(columns, block.columns, row))
    yield encoder.encode(separator + lines.join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode('\n]}\n')
}

function getFeature(columns: readonly TableColumn[], all: readonly Values[], row: number): string {
  const properties = all.flatMap((values, c) =>
    columns[c].kind === 'geometry' ? [] : `${JSON.stringify(columns[c].name)}:${JSON.stringify(valueAt(values, row))}`,
  )
  const geometry = JSON.stringify(valueAt(all[columns.findIndex(({ kind }) => kind === 'geometry')], row))
  return `{"type":"Feature","geometry":${geometry},"properties":{${properties.join(',')}}}`
}
