import {
  type AnswerColumn,
  type Geometry,
  geoJsonFile,
  parquetFile,
  type RowBlock,
  type Table,
  type TableColumn,
  type Values,
} from '../library.ts'
import { recordEnds, recordFields } from './records.ts'
import type { RowPlaces } from './scored-rows.ts'

/** A scored file with the information needed to write it in another format. */
export interface ScoredTable extends RowPlaces {
  /** File with the added columns. */
  readonly csv: Blob
  /** Number of bytes before the first row. */
  readonly headerBytes: number
  readonly delimiter: string
  /** Names of the file's original columns. */
  readonly names: readonly string[]
  /** Indexes of address columns, which are written as strings even if they contain only digits. */
  readonly texts: readonly number[]
  /** Added columns. */
  readonly added: readonly AnswerColumn[]
  /** Build name of the data. */
  readonly build: string
}

export type OtherFormat = 'geojson' | 'parquet'

/** Number of rows written together. */
const BLOCK = 5_000

/** Writes a scored file in another format. */
export async function writeScored(table: ScoredTable, format: OtherFormat): Promise<Blob> {
  const bytes = new Uint8Array(await table.csv.arrayBuffer())
  const rows = getRows(bytes, table)
  const kinds = getKinds(rows, table)
  const names = uniqueNames([...table.names, ...table.added.map(({ name }) => name)])
  const columns: TableColumn[] = [
    ...names.map((name, c) => ({ name, kind: kinds[c] })),
    { name: 'geometry', kind: 'geometry' },
  ]
  const written: Table = { columns, blocks: getBlocks(rows, columns, table) }
  const parts =
    format === 'geojson' ? geoJsonFile(written, { [BUILD]: table.build }) : parquetFile(written, metadata(table.build))
  const type = format === 'geojson' ? 'application/geo+json' : 'application/vnd.apache.parquet'
  return new Blob([...parts] as Uint8Array<ArrayBuffer>[], { type })
}

/** Metadata key for the name of the data build, which `vicinage batch` also writes to Parquet files. */
const BUILD = 'vicinage.data'

/**
 * Returns the metadata, including the GeoParquet 1.1.0 metadata. A column without `crs` has WGS 84 longitude and
 * latitude.
 */
function metadata(build: string): [string, string][] {
  const columns = { geometry: { encoding: 'WKB', geometry_types: ['Point'] } }
  return [
    [BUILD, build],
    ['geo', JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns })],
  ]
}

interface Rows {
  readonly count: number
  fields(row: number): readonly string[]
}

function getRows(bytes: Uint8Array, { headerBytes, delimiter }: ScoredTable): Rows {
  const ends = recordEnds(bytes, headerBytes, delimiter)
  return {
    count: ends.length,
    fields: (row) => recordFields(bytes, row === 0 ? headerBytes : ends[row - 1], delimiter),
  }
}

/**
 * Matches numbers that do not change when parsed and formatted again, except for trailing zeros. Only a column of such
 * numbers is written as numbers.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Maximum length of such a number. Longer numbers could lose digits. */
const MAX_DIGITS = 16

function getKinds(rows: Rows, { names, texts, added }: ScoredTable): TableColumn['kind'][] {
  const isNumber = names.map((_, c) => !texts.includes(c))
  const hasValue = names.map(() => false)
  for (let row = 0; row < rows.count; row++) {
    const fields = rows.fields(row)
    for (let c = 0; c < names.length; c++) {
      const field = fields[c]
      if (!isNumber[c] || field === '') continue
      hasValue[c] = true
      isNumber[c] = field.length <= MAX_DIGITS && NUMBER.test(field)
    }
  }
  return [...names.map((_, c) => (isNumber[c] && hasValue[c] ? 'number' : 'text')), ...added.map(({ kind }) => kind)]
}

/** Makes names unique, ignoring case as SQL does. `geometry` is reserved. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(['geometry'])
  return names.map((header, c) => {
    const name = header === '' ? `column_${c + 1}` : header
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

function* getBlocks(rows: Rows, columns: readonly TableColumn[], places: RowPlaces): Generator<RowBlock> {
  for (let from = 0; from < rows.count; from += BLOCK) {
    const count = Math.min(BLOCK, rows.count - from)
    const records = Array.from({ length: count }, (_, i) => rows.fields(from + i))
    const values = columns.map(({ kind }, c): Values => {
      if (kind === 'geometry') return records.map((_, i) => getPoint(places, from + i))
      if (kind === 'score') return { bytes: Uint8Array.from(records, (fields) => Number(fields[c])), none: 0 }
      const texts = records.map((fields) => (fields[c] === '' ? null : fields[c]))
      return kind === 'number' ? texts.map((text) => (text === null ? null : Number(text))) : texts
    })
    yield { rows: count, columns: values }
  }
}

function getPoint({ lat, lon }: RowPlaces, row: number): Geometry | null {
  const north = lat[row]
  const east = lon[row]
  // Rows with invalid coordinates have no point.
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return null
  return { type: 'Point', coordinates: [east, north] }
}
