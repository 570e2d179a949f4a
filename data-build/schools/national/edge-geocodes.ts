import type { LatLon } from '../../geography/center-index.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder, SourcePath } from '../../read/source-folder.ts'
import { ROWS_ABOVE_HEADINGS } from '../../read/xlsx.ts'
import type { MemberName, MemberPath } from '../../read/zip.ts'
import { readSheets } from '../text-table.ts'

/** Members of EDGE's zip, fastest to read first. */
const MEMBERS: readonly MemberPath[] = [
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.txt$/i,
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.csv$/i,
  [/Shapefile_SCH\.zip$/i, /\.dbf$/i],
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.dbf$/i,
  /EDGE_GEOCODE_PUBLICSCH_\d{4}\.xlsx$/i,
]

// Fields of the text file, which has no header row: NCESSCH, LEAID, NAME, OPSTFIPS, STREET, CITY, STATE, ZIP, STFIP,
// CNTY, NMCNTY, LOCALE, LAT, LON, then metropolitan areas and legislative districts.
const TEXT_PLACES = [0, 12, 13] as const

/**
 * Reads the coordinates of every school by NCES id from NCES's EDGE geocodes, `EDGE_GEOCODE_PUBLICSCH_2324` as zip,
 * text, csv, workbook or dBase table. Schools placed at 0, 0 or outside the United States and its territories are
 * absent. Throws a `SourceError` for another layout and for a school listed twice.
 */
export async function readEdgeGeocodes(sources: SourceFolder, path: string): Promise<ReadonlyMap<string, LatLon>> {
  const { file, sheets } = await readSheets(sources, await sourcePath(sources, path), '|')
  const [rows] = sheets
  const headings = rows.slice(0, ROWS_ABOVE_HEADINGS).findIndex((row) => row.includes('NCESSCH'))
  const columns = headings === -1 ? unheadedColumns(rows[0] ?? [], file) : getColumns(rows[headings], file)
  const places = new Map<string, LatLon>()
  for (const row of rows.slice(headings + 1)) {
    const [id, lat, lon] = columns.map((column) => row[column] ?? '')
    if (id === '' && row.every((cell) => cell === '')) continue
    if (!/^\d{12}$/.test(id)) throw new SourceError({ file, found: `the NCESSCH "${id}"`, expectation: '12 digits' })
    const place = { lat: degrees(lat, file, id), lon: degrees(lon, file, id) }
    if (!isAmerican(place)) continue
    if (places.has(id)) throw new SourceError({ file, found: `${id} twice`, expectation: 'one place per school' })
    places.set(id, place)
  }
  return places
}

type Row = readonly string[]

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

type Columns = readonly [id: number, lat: number, lon: number]

function unheadedColumns(first: Row, file: string): Columns {
  if (/^\d{12}$/.test(first[0] ?? '') && first.length > TEXT_PLACES[2]) return TEXT_PLACES
  const found = `a first row of ${first.length} fields that begins with "${(first[0] ?? '').slice(0, 40)}"`
  throw new SourceError({ file, row: 1, found, expectation: 'headings, or the 23 fields of EDGE' })
}

/** Returns the positions of the id and coordinate columns. A heading is `LAT` or, with the school year, `LAT1516`. */
function getColumns(headings: Row, file: string): Columns {
  const at = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(heading))
  const columns = [headings.indexOf('NCESSCH'), at(/^LAT(\d{4})?$/), at(/^LON(\d{4})?$/)] as const
  if (!columns.includes(-1)) return columns
  const found = `the headings ${headings.slice(0, 30).join(', ')}`
  throw new SourceError({ file, found, expectation: 'NCESSCH, LAT and LON' })
}

function degrees(cell: string, file: string, id: string): number {
  if (cell === '' || /^[MN]$/.test(cell)) return Number.NaN
  if (/^[-+]?\d*\.?\d+(e[-+]?\d+)?$/i.test(cell)) return Number(cell)
  throw new SourceError({ file, found: `the coordinate "${cell.slice(0, 40)}" of ${id}`, expectation: 'degrees' })
}

/**
 * Checks whether coordinates are in the United States or its territories: from American Samoa to Alaska, and from Guam
 * across the date line to Puerto Rico.
 */
function isAmerican({ lat, lon }: LatLon): boolean {
  return lat >= -15 && lat <= 72 && Math.abs(lat) > 1 && ((lon >= -180 && lon <= -64) || (lon >= 143 && lon <= 180))
}
