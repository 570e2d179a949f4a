import { openDbf } from 'shapefile'
import { closestNames } from './closest-names.ts'
import { type Properties, plainValue } from './feature.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/**
 * Reads a dBase attribute table on its own (a `.dbf`, `.dbf.gz` or a member of a zip), in file order.
 * Texts are trimmed; an empty one is null. Throws a `SourceError` when truncated or when a wanted field is missing.
 */
export async function readDbf(
  folder: SourceFolder,
  path: SourcePath,
  options: { readonly properties?: readonly string[]; readonly encoding?: string } = {},
): Promise<readonly Properties[]> {
  const { file, bytes } = await folder.open(path)
  const { rows: count, fields } = dbfHeader(bytes, file)
  const names = options.properties ?? fields
  for (const name of names) {
    if (fields.includes(name)) continue
    const found = `no field ${name} (nearest: ${closestNames(name, fields).join(', ')})`
    throw new SourceError({ file, found, expectation: 'the published fields' })
  }
  const source = await openDbf(bytes, { encoding: options.encoding ?? 'windows-1252' })
  const rows: Properties[] = []
  for (let item = await source.read(); !item.done && rows.length < count; item = await source.read()) {
    const values = item.value ?? {}
    rows.push(Object.fromEntries(names.map((name) => [name, plainValue(values[name])])))
  }
  return rows
}

/** Names of the fields and number of rows by the table's own header. Throws a `SourceError` when bytes are missing. */
export function dbfHeader(
  bytes: Uint8Array,
  file: string,
): { readonly rows: number; readonly fields: readonly string[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) {
    throw new SourceError({ file, found: `${bytes.length} bytes`, expectation: 'the header of a dBase table' })
  }
  const rows = view.getUint32(4, true)
  const headerLength = view.getUint16(8, true)
  const rowLength = view.getUint16(10, true)
  const whole = headerLength + rows * rowLength
  if (headerLength < 33 || bytes.length < whole) {
    const found = `${bytes.length} bytes`
    throw new SourceError({ file, found, expectation: `at least ${whole}, as its header says; the table is truncated` })
  }
  const fields: string[] = []
  for (let at = 32; at + 32 <= headerLength && bytes[at] !== 0x0d; at += 32) {
    const name = bytes.subarray(at, at + 11)
    const end = name.indexOf(0)
    fields.push(String.fromCharCode(...(end === -1 ? name : name.subarray(0, end))))
  }
  return { rows, fields }
}
