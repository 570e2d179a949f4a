import { type Table, type TableColumn, type Values, valueAt } from './table.ts'

/** CSV as in RFC 4180, without a value an empty field; geometry as GeoJSON. */
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

/** A FeatureCollection, a line per feature; what is known of the data is its member `metadata`. */
export function* geoJsonFile({ columns, blocks }: Table, metadata: unknown): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"type":"FeatureCollection","metadata":${JSON.stringify(metadata)},"features":[`)
  let separator = '\n'
  for (const block of blocks) {
    const lines: string[] = []
    for (let row = 0; row < block.rows; row++) lines.push(featureOf(columns, block.columns, row))
    yield encoder.encode(separator + lines.join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode('\n]}\n')
}

function featureOf(columns: readonly TableColumn[], all: readonly Values[], row: number): string {
  const properties = all.flatMap((values, c) =>
    columns[c].kind === 'geometry' ? [] : `${JSON.stringify(columns[c].name)}:${JSON.stringify(valueAt(values, row))}`,
  )
  const geometry = JSON.stringify(valueAt(all[columns.findIndex(({ kind }) => kind === 'geometry')], row))
  return `{"type":"Feature","geometry":${geometry},"properties":{${properties.join(',')}}}`
}
