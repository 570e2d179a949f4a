import type { Geometry } from 'geojson'
import { openShp } from 'shapefile'
import { openDbf } from './dbf.ts'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { getReason, SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'
import type { ZipMember } from './zip.ts'

export interface ShapefileOptions extends LayerOptions {
  /** Name of the layer without extension, if the zip contains several layers. */
  readonly layer?: string
}

const HEADER_BYTES = 100
const DBF_HEADER_BYTES = 32
const MAX_PADDING = 2 ** 20
const MAX_WORDS = 65_536 // maximum bytes of a .prj or .cpg

/**
 * Reads the shapefile in a zip or `.tar.gz`, or a loose shapefile by the name of its `.shp`. Uses `.shp` and `.dbf`,
 * and `.prj` and `.cpg` if present; `.shx` is not needed. The `.prj` is used to convert the coordinates to degrees.
 * Without a `.prj`, they must already be in degrees. Throws a `SourceError` if a part is missing or truncated.
 */
export async function readShapefile(
  folder: SourceFolder,
  zipPath: string,
  options: ShapefileOptions = {},
): Promise<FeatureLayer> {
  const archive = await folder.archive(zipPath)
  const part = (extension: string) => extensionPattern(extension, options.layer)
  const { file } = archive.member(part('shp'))
  if (!archive.has(part('dbf')))
    throw new SourceError({ file, found: 'no attribute table', expectation: 'a .dbf file with the same name' })
  const bytes = (extension: string) => archive.member(part(extension)).bytes()
  // The first bytes are checked before the rest is inflated.
  checkLength(await firstBytes(archive.member(part('shp')), HEADER_BYTES), archive.member(part('shp')).size, file)
  const tableSize = archive.member(part('dbf')).size
  checkTable(await firstBytes(archive.member(part('dbf')), DBF_HEADER_BYTES), tableSize, file.replace(/shp$/i, 'dbf'))
  const shp = await bytes('shp')
  const dbf = await bytes('dbf')
  checkRecords(shp, file)

  const words = async (extension: string) => {
    const { size } = archive.member(part(extension))
    if (size <= MAX_WORDS) return Buffer.from(await bytes(extension)).toString('latin1')
    const expectation = `at most ${MAX_WORDS} bytes that describe a projection or an encoding`
    throw new SourceError({ file: file.replace(/shp$/i, extension), found: `${size} bytes`, expectation })
  }
  const projection = archive.has(part('prj')) ? { projection: await words('prj') } : {}
  const builder = new LayerBuilder(file, { ...options, ...projection })
  const codePage = archive.has(part('cpg')) ? await words('cpg') : ''
  const table = openDbf(dbf, file.replace(/shp$/i, 'dbf'), getEncoding(codePage))
  const records = table.records()
  let shapes = 0
  for await (const shape of shapesIn(shp, file)) {
    shapes++
    builder.add(shape, records.next().value ?? null)
  }
  if (shapes !== table.rows) {
    const expectation = `${table.rows}, the number of rows in its attribute table`
    throw new SourceError({ file, found: `${shapes} shapes`, expectation })
  }
  return builder.finish()
}

/** @throws {SourceError} for truncated shapes, or MultiPatch shapes, which GeoJSON does not support */
async function* shapesIn(shp: Uint8Array, file: string): AsyncGenerator<Geometry | null> {
  try {
    const source = await openShp(shp)
    for (let item = await source.read(); !item.done; item = await source.read()) yield item.value
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    const found = `shapes that cannot be read (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'points, lines or polygons' }, { cause })
  }
}

function extensionPattern(extension: string, layer: string | undefined): RegExp {
  const stem = layer === undefined ? '' : `(?:^|/)${layer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  return new RegExp(`${stem}\\.${extension}$`, 'i')
}

async function firstBytes(member: ZipMember, count: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of member.chunks()) {
    pieces.push(piece.subarray(0, count))
    length += piece.length
    if (length >= count) break
  }
  return new Uint8Array(Buffer.concat(pieces).subarray(0, count))
}

/**
 * Checks the size of a file against the length in its header, which is in 16-bit words. Shapes past the end of a
 * truncated file would be read as zeros.
 */
function checkLength(head: Uint8Array, size: number, file: string): void {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < HEADER_BYTES || view.getInt32(0) !== 9994) {
    throw new SourceError({ file, found: `${size} bytes without a shapefile signature`, expectation: 'a shapefile' })
  }
  const whole = view.getInt32(24) * 2
  if (size < whole) {
    const found = `${size} bytes`
    throw new SourceError({ file, found, expectation: `${whole}, as its header says; the shapefile is truncated` })
  }
  // Some writers pad the file, but not by megabytes.
  if (size > whole + MAX_PADDING) {
    const found = `${size} bytes`
    throw new SourceError({ file, found, expectation: `${whole}, as its header says` })
  }
}

/** Bytes of a polygon or line before its parts and points. */
const LINE_BYTES = 44
/** Shape types of lines and polygons, with and without heights or measures. */
const LINE_TYPES: readonly number[] = [3, 5, 13, 15, 23, 25]

/**
 * Checks that each record leads to the next, up to the end stated in the header, and that each record has room for its
 * points. With a wrong length, the bytes of one record would be read as the shapes of another.
 */
function checkRecords(shp: Uint8Array, file: string): void {
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
  const whole = view.getInt32(24) * 2
  const refuse = (record: number, found: string): never => {
    const expectation = 'records that follow each other to the end; the shapefile is damaged'
    throw new SourceError({ file, found: `${found} in record ${record}`, expectation })
  }
  let record = 1
  let at = HEADER_BYTES
  for (; at + 8 <= whole; record++) {
    const length = view.getInt32(at + 4) * 2
    const next = at + 8 + length
    if (length < 4 || next > whole) refuse(record, `a length of ${length} bytes`)
    const isLine = LINE_TYPES.includes(view.getInt32(at + 8, true))
    if (isLine) {
      if (length < LINE_BYTES) refuse(record, `a length of ${length} bytes`)
      const parts = view.getInt32(at + 44, true)
      const points = view.getInt32(at + 48, true)
      const isRoomy = parts >= 0 && points >= 0 && LINE_BYTES + 4 * parts + 16 * points <= length
      if (!isRoomy) refuse(record, `${parts} parts and ${points} points`)
    }
    at = next
  }
  if (at !== whole) refuse(record, `${whole - at} bytes left over`)
}

/** Checks that the table is as long as its header says, apart from padding. */
function checkTable(head: Uint8Array, size: number, file: string): void {
  if (head.length < DBF_HEADER_BYTES) return
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const whole = view.getUint16(8, true) + view.getUint32(4, true) * view.getUint16(10, true)
  if (size > whole + MAX_PADDING)
    throw new SourceError({ file, found: `${size} bytes`, expectation: `${whole}, as its header says` })
}

/**
 * Returns the encoding for a code page name. Agencies write `UTF-8`, `65001`, `ISO 88591`, `ISO-8859-1` or nothing.
 * Windows-1252 covers all but the first two.
 */
function getEncoding(codePage: string): 'utf-8' | 'windows-1252' {
  return /utf-?8|65001/i.test(codePage) ? 'utf-8' : 'windows-1252'
}
