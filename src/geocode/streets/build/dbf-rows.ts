import { StreetFileError } from './street-file-error.ts'

/**
 * The rows of a dBase table as texts without blanks around them, in the order of the wanted fields; deleted rows stay, because
 * shapes are matched by position. The array is the same one at every row.
 * @throws StreetFileError when a field is missing or the table is cut
 */
export function* dbfRows(bytes: Uint8Array, file: string, wanted: readonly string[]): Generator<readonly string[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw new StreetFileError(`${file} is ${bytes.length} bytes long, expected a dBase table.`)
  const rows = view.getUint32(4, true)
  const headerBytes = view.getUint16(8, true)
  const rowBytes = view.getUint16(10, true)
  if (headerBytes < 33 || rowBytes < 2 || headerBytes + rows * rowBytes > bytes.length)
    throw new StreetFileError(
      `${file} is ${bytes.length} bytes long, expected ${headerBytes + rows * rowBytes} as its header says.`,
    )
  const fields = new Map<string, readonly [at: number, length: number]>()
  let at = 1
  for (let field = 32; field + 32 <= headerBytes && bytes[field] !== 0x0d; field += 32) {
    const name = decoder.decode(bytes.subarray(field, field + 11)).replace(/\0.*$/, '')
    fields.set(name, [at, bytes[field + 16]])
    at += bytes[field + 16]
  }
  const places = wanted.map((name) => {
    const place = fields.get(name)
    if (place === undefined || place[0] + place[1] > rowBytes)
      throw new StreetFileError(`${file} has no field ${name}, expected the fields of a TIGER/Line ADDRFEAT table.`)
    return place
  })
  const values = wanted.map(() => '')
  for (let row = 0; row < rows; row++) {
    const start = headerBytes + row * rowBytes
    places.forEach(([from, length], i) => {
      values[i] = trimmed(bytes, start + from, start + from + length)
    })
    yield values
  }
}

/** TIGER/Line writes UTF-8. */
const decoder = new TextDecoder()

function trimmed(bytes: Uint8Array, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(bytes[start])) start++
  while (end > start && isBlank(bytes[end - 1])) end--
  return start === end ? '' : decoder.decode(bytes.subarray(start, end))
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 0
}
