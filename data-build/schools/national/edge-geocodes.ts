import { isUtf8 } from 'node:buffer'
import { parseCsv, text } from '../../read/csv.ts'
import { readDbf } from '../../read/dbf.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder, SourcePath } from '../../read/source-folder.ts'
import { readSheet } from '../../read/xlsx.ts'
import type { MemberName, MemberPath } from '../../read/zip.ts'
import type { Place } from '../places.ts'

/** Members of EDGE's zip, in order of the time that they take to read. */
const MEMBERS: readonly MemberPath[] = [
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.txt$/i,
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.csv$/i,
  [/Shapefile_SCH\.zip$/i, /\.dbf$/i],
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.dbf$/i,
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.xlsx$/i,
]

// Fields of the text, which has no row of headings: NCESSCH, LEAID, NAME, OPSTFIPS, STREET, CITY, STATE, ZIP, STFIP,
// CNTY, NMCNTY, LOCALE, LAT, LON, then metropolitan areas and legislative districts.
const TEXT_PLACES = { id: 0, lat: 12, lon: 13 }

/**
 * The coordinates of every school by NCES id from NCES's EDGE geocodes, `EDGE_GEOCODE_PUBLICSCH_2324` as zip, text,
 * csv, workbook or dBase table. Absent are schools placed at 0, 0 or outside the United States and its territories.
 * Throws a `SourceError` for another layout and a school listed twice.
 */
export async function readEdgeGeocodes(sources: SourceFolder, path: string): Promise<ReadonlyMap<string, Place>> {
  const { file, rows } = await tableOf(sources, await sourcePath(sources, path))
  const places = new Map<string, Place>()
  for (const [id, lat, lon] of rows) {
    if (!/^\d{12}$/.test(id)) throw new SourceError({ file, found: `the NCESSCH "${id}"`, expectation: '12 digits' })
    const place = { lat: degrees(lat, file, id), lon: degrees(lon, file, id) }
    if (!isAmerican(place)) continue
    if (places.has(id)) throw new SourceError({ file, found: `${id} twice`, expectation: 'one place per school' })
    places.set(id, place)
  }
  return places
}

interface Table {
  readonly file: string
  readonly rows: readonly (readonly [id: string, lat: string, lon: string])[]
}

async function sourcePath(sources: SourceFolder, path: string): Promise<SourcePath> {
  if (!/\.zip$/i.test(path)) return path
  const archive = await sources.archive(path)
  const member = MEMBERS.find((names) => archive.has((Array.isArray(names) ? names[0] : names) as MemberName))
  if (member !== undefined) return { zip: path, member }
  const found = `the members ${
    archive.members
      .slice(0, 8)
      .map(({ name }) => name)
      .join(', ') || 'none'
  }`
  throw new SourceError({ file: path, found, expectation: 'EDGE_GEOCODE_PUBLICSCH as .txt, .csv, .xlsx or shapefile' })
}

async function tableOf(sources: SourceFolder, path: SourcePath): Promise<Table> {
  const name = typeof path === 'string' ? path : nameOf(path.member)
  if (/xlsx/i.test(name)) return workbookTable(sources, path)
  if (/dbf/i.test(name)) return dbfTable(sources, path)
  const { file, bytes } = await sources.open(path)
  return { file, rows: textRows(bytes, file, /txt/i.test(name) ? '|' : ',') }
}

function nameOf(member: MemberPath): string {
  const names = (Array.isArray(member) ? member : [member]) as readonly MemberName[]
  return String(names[names.length - 1])
}

function textRows(bytes: Uint8Array, file: string, delimiter: '|' | ','): Table['rows'] {
  const options = { delimiter, encoding: isUtf8(bytes) ? 'utf-8' : 'cp1252', skipEmptyRows: true } as const
  const { headings } = parseCsv(bytes.subarray(0, firstRow(bytes)), file, {}, options)
  if (headings.includes('NCESSCH')) {
    const [id, lat, lon] = namesOf(headings, file)
    const spec = { id: text({ heading: id }), lat: text({ heading: lat }), lon: text({ heading: lon }) }
    const { columns } = parseCsv(bytes, file, spec, options)
    return columns.id.map((value, i) => [value, columns.lat[i], columns.lon[i]] as const)
  }
  if (!/^\d{12}$/.test(headings[0]) || headings.length <= TEXT_PLACES.lon) {
    const found = `a first row of ${headings.length} fields that begins with "${headings[0].slice(0, 40)}"`
    throw new SourceError({ file, row: 1, found, expectation: 'headings, or the 23 fields of EDGE' })
  }
  // Headings that the reader can ask for: the fields' own places.
  const names = headings.map((_, field) => `f${field}`)
  const headed = Buffer.concat([Buffer.from(`${names.join(delimiter)}\n`), withoutMark(bytes)])
  const spec = { f0: text(), f12: text(), f13: text() }
  const { columns } = parseCsv(headed, file, spec, options)
  return columns.f0.map((value, i) => [value, columns.f12[i], columns.f13[i]] as const)
}

function firstRow(bytes: Uint8Array): number {
  const end = bytes.indexOf(0x0a)
  return end === -1 ? bytes.length : end + 1
}

/** Without the byte order mark. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

async function workbookTable(sources: SourceFolder, path: SourcePath): Promise<Table> {
  const sheet = await readSheet(sources, path, { headings: ['NCESSCH'] })
  const [id, lat, lon] = namesOf(sheet.headings, sheet.name).map((name) => sheet.column(name))
  const rows = sheet.rows.map((row) => [textOf(row[id]), textOf(row[lat]), textOf(row[lon])] as const)
  return { file: sheet.name, rows }
}

async function dbfTable(sources: SourceFolder, path: SourcePath): Promise<Table> {
  const records = await readDbf(sources, path)
  const file = typeof path === 'string' ? path : path.zip
  const [id, lat, lon] = namesOf(Object.keys(records[0] ?? {}), file)
  const rows = records.map((row) => [textOf(row[id]), textOf(row[lat]), textOf(row[lon])] as const)
  return { file, rows }
}

/** Headings of the id and the coordinates: `LAT`, or with the school year after it, `LAT1516`. */
function namesOf(headings: readonly string[], file: string): readonly [string, string, string] {
  const lat = headings.find((heading) => /^LAT(\d{4})?$/.test(heading))
  const lon = headings.find((heading) => /^LON(\d{4})?$/.test(heading))
  if (lat === undefined || lon === undefined || !headings.includes('NCESSCH')) {
    const found = `the headings ${headings.slice(0, 30).join(', ') || 'none'}`
    throw new SourceError({ file, found, expectation: 'NCESSCH, LAT and LON' })
  }
  return ['NCESSCH', lat, lon]
}

function textOf(cell: string | number | null | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

function degrees(cell: string, file: string, id: string): number {
  if (cell === '' || /^[MN]$/.test(cell)) return Number.NaN
  if (/^[-+]?\d*\.?\d+(e[-+]?\d+)?$/i.test(cell)) return Number(cell)
  throw new SourceError({ file, found: `the coordinate "${cell.slice(0, 40)}" of ${id}`, expectation: 'degrees' })
}

/** From American Samoa to Alaska, from Guam across the date line to Puerto Rico. */
function isAmerican({ lat, lon }: Place): boolean {
  return lat >= -15 && lat <= 72 && Math.abs(lat) > 1 && ((lon >= -180 && lon <= -64) || (lon >= 143 && lon <= 180))
}
