import { ascii } from './fixtures/folder.ts'

/** Shape types of the format. */
export const POINT = 1
export const POLYLINE = 3
export const POLYGON = 5

type Points = readonly (readonly [number, number])[]

/** Content of one record: the parts of a polygon or polyline, a single point, or null for a null shape. */
export type Shape = readonly Points[] | null

/**
 * Writes a .shp according to the ESRI technical description of July 1998: a header of 100 bytes, then big-endian record
 * headers.
 */
export function shpBytes(type: number, shapes: readonly Shape[]): Uint8Array {
  const contents = shapes.map((shape) => contentOf(type, shape))
  const length = contents.reduce((sum, content) => sum + 8 + content.length, 100)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 9994)
  view.setInt32(24, length / 2)
  view.setInt32(28, 1000, true)
  view.setInt32(32, type, true)
  let at = 100
  contents.forEach((content, index) => {
    view.setInt32(at, index + 1)
    view.setInt32(at + 4, content.length / 2)
    bytes.set(content, at + 8)
    at += 8 + content.length
  })
  return bytes
}

function contentOf(type: number, shape: Shape): Uint8Array {
  if (shape === null) return new Uint8Array(4)
  const points = shape.flat()
  if (type === POINT) {
    const view = new DataView(new ArrayBuffer(20))
    view.setInt32(0, type, true)
    points[0].forEach((value, i) => {
      view.setFloat64(4 + 8 * i, value, true)
    })
    return new Uint8Array(view.buffer)
  }
  const view = new DataView(new ArrayBuffer(44 + 4 * shape.length + 16 * points.length))
  view.setInt32(0, type, true)
  view.setInt32(36, shape.length, true)
  view.setInt32(40, points.length, true)
  let start = 0
  shape.forEach((part, i) => {
    view.setInt32(44 + 4 * i, start, true)
    start += part.length
  })
  points.forEach(([x, y], i) => {
    const at = 44 + 4 * shape.length + 16 * i
    view.setFloat64(at, x, true)
    view.setFloat64(at + 8, y, true)
  })
  return new Uint8Array(view.buffer)
}

export interface DbfField {
  readonly name: string
  readonly type: 'C' | 'N' | 'D'
  readonly length: number
}

/** Writes a dBase III table. Strings are given as they are stored in the record, in windows-1252. */
export function dbfBytes(fields: readonly DbfField[], rows: readonly (readonly string[])[]): Uint8Array {
  const headerLength = 33 + 32 * fields.length
  const rowLength = 1 + fields.reduce((sum, field) => sum + field.length, 0)
  const bytes = new Uint8Array(headerLength + rowLength * rows.length + 1).fill(0x20, headerLength)
  const view = new DataView(bytes.buffer)
  bytes[0] = 3
  view.setUint32(4, rows.length, true)
  view.setUint16(8, headerLength, true)
  view.setUint16(10, rowLength, true)
  fields.forEach((field, i) => {
    bytes.set(ascii(field.name), 32 + 32 * i)
    bytes[32 + 32 * i + 11] = field.type.charCodeAt(0)
    bytes[32 + 32 * i + 16] = field.length
  })
  bytes[headerLength - 1] = 0x0d
  rows.forEach((row, r) => {
    let at = headerLength + r * rowLength + 1
    row.forEach((value, f) => {
      bytes.set(ascii(value), at)
      at += fields[f].length
    })
  })
  bytes[bytes.length - 1] = 0x1a
  return bytes
}
