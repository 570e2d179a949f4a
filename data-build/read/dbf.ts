import { closestNames } from './closest-names.ts'
import type { Properties } from './feature.ts'
import { SourceError } from './source-error.ts'

export interface DbfTable {
  readonly fields: readonly string[]
  /** Number of rows according to the header. Deleted rows are included, because shapes are matched by position. */
  readonly rows: number
  /** Yields the rows as trimmed strings in the order of the wanted fields. Reuses the same array for every row. */
  texts(wanted: readonly string[]): Generator<readonly string[]>
  /** Yields the rows as objects. Dates are ISO days, booleans 1 and 0. Values that are empty or unreadable are null. */
  records(wanted?: readonly string[]): Generator<Properties>
}

/**
 * Opens a dBase table. Throws a `SourceError` if bytes are missing, or if a wanted field is missing when rows are read.
 */
export function openDbf(
  bytes: Uint8Array,
  file: string,
  encoding: 'utf-8' | 'windows-1252' = 'windows-1252',
): DbfTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) {
    throw new SourceError({ file, found: `${bytes.length} bytes`, expectation: 'the header of a dBase table' })
  }
  const rows = view.getUint32(4, true)
  const headerBytes = view.getUint16(8, true)
  const rowBytes = view.getUint16(10, true)
  const whole = headerBytes + rows * rowBytes
  if (headerBytes < 33 || rowBytes < 2 || bytes.length < whole) {
    const found = `${bytes.length} bytes`
    throw new SourceError({ file, found, expectation: `at least ${whole}, as its header says; the table is truncated` })
  }
  const decoder = new TextDecoder(encoding)
  const fields = getFields(bytes.subarray(0, headerBytes), rowBytes, decoder)

  const fieldNamed = (name: string): Field => {
    const field = fields.get(name)
    if (field !== undefined) return field
    const found = `no field ${name} (nearest: ${closestNames(name, [...fields.keys()]).join(', ')})`
    throw new SourceError({ file, found, expectation: 'the published fields' })
  }
  function* texts(wanted: readonly string[]): Generator<readonly string[]> {
    const places = wanted.map(fieldNamed)
    const values = wanted.map(() => '')
    for (let row = 0; row < rows; row++) {
      const start = headerBytes + row * rowBytes
      if (bytes[start] === END_OF_FILE) return
      places.forEach(({ at, length }, i) => {
        values[i] = trimmed(bytes, start + at, start + at + length, decoder)
      })
      yield values
    }
  }
  function* records(wanted: readonly string[] = [...fields.keys()]): Generator<Properties> {
    const types = wanted.map((name) => fieldNamed(name).type)
    for (const row of texts(wanted))
      yield Object.fromEntries(row.map((text, i) => [wanted[i], typedValue(text, types[i])]))
  }
  return { fields: [...fields.keys()], rows, texts, records }
}

const END_OF_FILE = 0x1a

interface Field {
  /** Offset from the start of a row. */
  readonly at: number
  readonly length: number
  /** Type as a letter: C text, N and F numbers, D date, L boolean. */
  readonly type: string
}

/** Reads the fields in the header. The list ends before the first field that would extend past the end of a row. */
function getFields(header: Uint8Array, rowBytes: number, decoder: TextDecoder): Map<string, Field> {
  const fields = new Map<string, Field>()
  let at = 1
  for (let field = 32; field + 32 <= header.length && header[field] !== 0x0d; field += 32) {
    const name = decoder.decode(header.subarray(field, field + 11)).replace(/\0.*$/, '')
    const length = header[field + 16]
    if (at + length > rowBytes) break
    fields.set(name, { at, length, type: String.fromCharCode(header[field + 11]) })
    at += length
  }
  return fields
}

function trimmed(bytes: Uint8Array, from: number, to: number, decoder: TextDecoder): string {
  let start = from
  let end = to
  while (start < end && isBlank(bytes[start])) start++
  while (end > start && isBlank(bytes[end - 1])) end--
  return start === end ? '' : decoder.decode(bytes.subarray(start, end)).trim()
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 0
}

function typedValue(text: string, type: string): string | number | null {
  if (text === '') return null
  if ('BFMN'.includes(type)) return Number.isNaN(Number(text)) ? null : Number(text)
  if (type === 'D') return /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null
  if (type === 'L') return /^[ty]$/i.test(text) ? 1 : /^[fn]$/i.test(text) ? 0 : null
  return text
}
