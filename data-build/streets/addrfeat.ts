import { StreetFileError } from '../../src/library/user-data/streets.ts'
import { openDbf } from '../read/dbf.ts'
import type { ZipMember } from './files.ts'
import type { ShardBuilder } from './shard-builder.ts'

const FIELDS = [
  'TLID',
  'FULLNAME',
  'LFROMHN',
  'LTOHN',
  'RFROMHN',
  'RTOHN',
  'ZIPL',
  'ZIPR',
  'PARITYL',
  'PARITYR',
] as const

/**
 * Parses the county and vintage from the Census Bureau's name for an ADDRFEAT file, such as `tl_2021_30059_addrfeat`.
 */
export function addrfeatName(name: string): { readonly county: string; readonly vintage: string } | null {
  const parts = /tl_(\d{4})_(\d{5})_addrfeat/i.exec(name)
  return parts === null ? null : { vintage: parts[1], county: parts[2] }
}

/**
 * Adds the rows of a TIGER/Line ADDRFEAT shapefile. Each row has up to two ranges, one per side. The FROM number is at
 * the start of the line and the TO number at its end; either can be the higher number (TIGER/Line Technical
 * Documentation, address range-feature shapefile).
 *
 * @throws {StreetFileError | SourceError} when the file is truncated, lacks a field or contains other shapes
 */
export function readAddrfeat(members: readonly ZipMember[], file: string, builder: ShardBuilder): void {
  const [shp, dbf] = ['.shp', '.dbf'].map((extension) => {
    const ofKind = members.filter(({ name }) => name.toLowerCase().endsWith(extension))
    if (ofKind.length !== 1)
      throw new StreetFileError(
        `${file} contains ${ofKind.length} ${extension} files, expected one ADDRFEAT shapefile.`,
      )
    return ofKind[0]
  })
  const lines = polylines(shp.bytes, `${file} > ${shp.name}`)
  // TIGER/Line is in UTF-8.
  for (const row of openDbf(dbf.bytes, `${file} > ${dbf.name}`, 'utf-8').texts(FIELDS)) {
    const [tlid, street, leftFrom, leftTo, rightFrom, rightTo, leftZip, rightZip, leftParity, rightParity] = row
    const { value: line, done } = lines.next()
    if (done) throw new StreetFileError(`${file} has fewer shapes than rows, expected one shape for each row.`)
    const shared = { street, edge: tlid, line }
    addSide(builder, { ...shared, side: 'left', zip: leftZip, bothParities: leftParity === 'B' }, leftFrom, leftTo)
    addSide(builder, { ...shared, side: 'right', zip: rightZip, bothParities: rightParity === 'B' }, rightFrom, rightTo)
  }
  if (!lines.next().done)
    throw new StreetFileError(`${file} has more shapes than rows, expected one shape for each row.`)
}

type Side = Omit<Parameters<ShardBuilder['addRange']>[0], 'from' | 'to'>

/** Adds the range of one side. A single number is used for both ends. */
function addSide(builder: ShardBuilder, side: Side, from: string, to: string): void {
  if (from !== '' || to !== '') builder.addRange({ ...side, from: from || to, to: to || from })
}

const HEADER_BYTES = 100
const POLYLINE = 3

/**
 * Yields the lines of a shapefile in order, as lon, lat, lon, lat … in 1e-6 degrees. A shape without geometry yields an
 * empty line. Only the first part of a line is used; TIGER's edges have one part. ESRI Shapefile Technical Description,
 * July 1998.
 * @throws StreetFileError when the file is truncated or contains other shapes
 */
function* polylines(bytes: Uint8Array, file: string): Generator<Int32Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const refuse = (found: string): never => {
    throw new StreetFileError(`${file} ${found}, expected a complete shapefile of lines.`)
  }
  if (bytes.length < HEADER_BYTES || view.getInt32(0) !== 9994) refuse('does not begin like a shapefile')
  const type = view.getInt32(32, true)
  // Types 13 and 23 are also accepted. They only add heights and measures after the coordinates.
  if (type % 10 !== POLYLINE) refuse(`contains shapes of type ${type}`)
  const whole = view.getInt32(24) * 2
  if (whole > bytes.length) refuse(`is ${bytes.length} bytes long, but its header says ${whole}`)
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
