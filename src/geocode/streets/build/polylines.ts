import { StreetFileError } from './street-file-error.ts'

const HEADER_BYTES = 100
const POLYLINE = 3

/**
 * The lines of a shapefile in its order: lon, lat, lon, lat … in 1e-6 degrees; empty for a shape without geometry. Of a line of
 * several parts only the first counts: TIGER's edges have one. ESRI Shapefile Technical Description, July 1998.
 * @throws StreetFileError when the file is cut or holds other shapes
 */
export function* polylines(bytes: Uint8Array, file: string): Generator<Int32Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const refuse = (found: string): never => {
    throw new StreetFileError(`${file} ${found}, expected a whole shapefile of lines.`)
  }
  if (bytes.length < HEADER_BYTES || view.getInt32(0) !== 9994) refuse('has no shapefile mark')
  const type = view.getInt32(32, true)
  // 13 and 23 carry heights and measures behind the same coordinates.
  if (type % 10 !== POLYLINE) refuse(`holds shapes of type ${type}`)
  const whole = view.getInt32(24) * 2
  if (whole > bytes.length) refuse(`is ${bytes.length} bytes long and cut from ${whole}`)
  for (let at = HEADER_BYTES; at < whole; ) {
    if (at + 12 > whole) refuse(`ends inside a shape at byte ${at}`)
    const length = view.getInt32(at + 4) * 2
    const end = at + 8 + length
    if (length < 4 || end > whole) refuse(`has a shape of ${length} bytes at byte ${at}`)
    yield lineAt(view, at + 8, end, () => refuse(`has a damaged shape at byte ${at}`))
    at = end
  }
}

function lineAt(view: DataView, at: number, end: number, refuse: () => never): Int32Array {
  const type = view.getInt32(at, true)
  if (type === 0) return new Int32Array()
  if (type % 10 !== POLYLINE || at + 44 > end) refuse()
  const parts = view.getInt32(at + 36, true)
  const points = view.getInt32(at + 40, true)
  if (parts < 1 || points < 2 || at + 44 + parts * 4 + points * 16 > end) refuse()
  const first = view.getInt32(at + 44, true)
  const last = parts > 1 ? view.getInt32(at + 48, true) : points
  if (first !== 0 || last < 0 || last > points) refuse()
  const line = new Int32Array(last * 2)
  for (let i = 0, from = at + 44 + parts * 4; i < line.length; i++, from += 8) {
    const degrees = view.getFloat64(from, true)
    if (!(Math.abs(degrees) <= (i % 2 === 0 ? 180 : 90))) refuse()
    line[i] = Math.round(degrees * 1e6)
  }
  return line
}
