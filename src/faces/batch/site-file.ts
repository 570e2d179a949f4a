import { readFile, stat } from 'node:fs/promises'
import type { SiteLike } from '../../answers/areas/sites.ts'
import type { GeocodeAnswer } from '../../answers/geocode/answer.ts'
import { completeQuestion } from './batch-question.ts'
import { BatchError } from './errors.ts'
import { csv } from './formats/csv/csv.ts'
import { fieldText } from './formats/csv/fields.ts'
import { type CsvPlan, firstLine } from './formats/csv/header.ts'
import type { InputOptions } from './formats/format.ts'
import { type NdjsonPlan, objectOfLine } from './formats/ndjson/fields.ts'
import { ndjson } from './formats/ndjson/ndjson.ts'
import { rowGroupPoints } from './formats/parquet/answer.ts'
import { ColumnReader } from './formats/parquet/column-reader.ts'
import { findColumn, type ParquetPlan } from './formats/parquet/footer.ts'
import { openInputFile } from './formats/parquet/input-file.ts'
import { parquet } from './formats/parquet/parquet.ts'
import { getTexts } from './formats/parquet/place-column.ts'
import { makeRoom, newPoints, type Points, putPoint } from './points.ts'

/** A site read from a file. */
export type FileSite = SiteLike & {
  /** Uncertainty radius of the site's address in meters. undefined for coordinates and polygons. */
  readonly knownTo?: number
}

/** Sites of a file, and the rows without a place. */
export interface SiteFile {
  readonly sites: readonly FileSite[]
  /** Rows without a place, numbered from 1, with the reason. */
  readonly failed: readonly { readonly row: number; readonly reason: string }[]
}

/** Maximum size of a GeoJSON file in bytes. Limited because the whole file is parsed at once. */
const LONGEST_GEOJSON = 200e6
/** Maximum number of sites in a file. */
const MAX_SITES = 1_000_000

/** A question without dimensions, because only the places of a file are read. */
const QUESTION = completeQuestion({ dimensions: [], bands: false, prefix: 'vicinage_sites_' })
/** Number of Parquet rows to read at once. */
const ROWS = 1 << 16

/** Patterns for columns that contain the name of a site, in order of preference. */
const LABELS = [/^(site|store|facility|location|branch|shop|school)?[ _-]*(name|label|title)$/i, /^(site|store|id)$/i]

/**
 * Reads sites from a CSV, NDJSON or Parquet file with coordinates or addresses, or from a GeoJSON file.
 *
 * @param geocode called for rows that have an address but no coordinates
 * @throws {BatchError} when the file cannot be read or contains no places
 */
export async function readSites(options: InputOptions, geocode: (address: string) => GeocodeAnswer): Promise<SiteFile> {
  const { input } = options
  if (/\.(geo)?json$/i.test(input)) return { sites: await geoJsonSites(input), failed: [] }
  const sites = new SiteCollector(geocode)
  if (/\.(parquet|pq)$/i.test(input)) {
    await readParquet(options, sites)
    return sites
  }
  const isLines = /\.(ndjson|jsonl|geojsonl)(\.gz)?$/i.test(input)
  const format = isLines ? ndjson : csv
  const file = await format.plan(options, QUESTION)
  try {
    for await (const { task } of format.split(file, undefined)) {
      const bytes = task as Uint8Array
      if (isLines) readLines(bytes, file.plan.ndjson as NdjsonPlan, sites)
      else readRows(bytes, file.plan.csv as CsvPlan, sites)
    }
  } finally {
    await file.close()
  }
  return sites
}

/** Collects the sites of a file, and the rows without a place. */
class SiteCollector implements SiteFile {
  readonly sites: FileSite[] = []
  readonly failed: { row: number; reason: string }[] = []
  readonly points: Points = newPoints(1)
  #rows = 0

  constructor(private readonly geocode: (address: string) => GeocodeAnswer) {}

  /** Adds a site for the next row, by default at the first point in `this.points`. */
  take(label: string | null, { lat, lon, addresses, errors }: Points = this.points, at = 0): void {
    const row = ++this.#rows
    if (row > MAX_SITES)
      throw new BatchError(`The file has more than ${MAX_SITES.toLocaleString('en-US')} sites: split it.`)
    const address = addresses.get(at)
    const error = errors.get(at)
    if (error !== undefined) this.failed.push({ row, reason: error.text })
    else if (address !== undefined) {
      const answer = this.geocode(address)
      if (!answer.ok) this.failed.push({ row, reason: answer.message })
      else this.sites.push({ lat: answer.lat, lon: answer.lon, label: label ?? answer.label, knownTo: answer.radius })
    } else if (!(Math.abs(lat[at]) <= 90 && Math.abs(lon[at]) <= 180))
      this.failed.push({
        row,
        reason: Number.isNaN(lat[at])
          ? 'There are no coordinates.'
          : 'The coordinates are out of range: latitude must be -90 to 90, longitude -180 to 180.',
      })
    else this.sites.push({ lat: lat[at], lon: lon[at], label: label ?? `Row ${row}` })
  }
}

function readRows(bytes: Uint8Array, plan: CsvPlan, sites: SiteCollector): void {
  const { coordinates, address, parts } = plan.place
  const used = new Set([coordinates?.lat, coordinates?.lon, ...address])
  const labels = LABELS.map((name) => plan.names.findIndex((column, at) => !used.has(at) && name.test(column.trim())))
  const labelColumn = labels.find((at) => at >= 0)
  for (let at = 0; at < bytes.length; ) {
    const line = firstLine(bytes, at, plan.delimiter, plan.skipsBlanks)
    if (line === null) break
    at = line.next
    const text = (column: number) => (line.fields[column] === undefined ? '' : fieldText(bytes, ...line.fields[column]))
    if (line.fields.length === 1 && text(0) === '') continue
    makeRoom(sites.points, 1)
    putPoint(sites.points, 0, {
      lat: coordinates === null ? null : text(coordinates.lat),
      lon: coordinates === null ? null : text(coordinates.lon),
      address: address.map(text),
      hasCoordinates: coordinates !== null,
      parts,
    })
    sites.take(labelColumn === undefined ? null : text(labelColumn) || null)
  }
}

function readLines(
  bytes: Uint8Array,
  { place: { coordinates, address, parts } }: NdjsonPlan,
  sites: SiteCollector,
): void {
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (line.trim() === '') continue
    const object = objectOfLine(line) ?? {}
    makeRoom(sites.points, 1)
    putPoint(sites.points, 0, {
      lat: coordinates === null ? null : object[coordinates.lat],
      lon: coordinates === null ? null : object[coordinates.lon],
      address: address.map((name) => object[name]),
      hasCoordinates: coordinates !== null,
      parts,
    })
    const name = LABELS.flatMap((label) => Object.keys(object).find((key) => label.test(key)) ?? [])[0]
    sites.take(name === undefined || object[name] == null ? null : String(object[name]))
  }
}

async function readParquet(options: InputOptions, sites: SiteCollector): Promise<void> {
  const input = await parquet.plan(options, QUESTION)
  await input.close()
  const plan = input.plan.parquet as ParquetPlan
  const file = await openInputFile(options.input)
  try {
    const used = plan.read.map(({ name }) => name)
    const named = await findColumn(file, LABELS, used)
    for (const [at, { rows }] of plan.rowGroups.entries()) {
      const readPoints = await rowGroupPoints(file, plan, at)
      const reader = named && (await ColumnReader.open(file, named.column, named.chunks[at], getTexts(named.column)))
      for (let row = 0; row < rows; row += ROWS) {
        const count = Math.min(ROWS, rows - row)
        const points = newPoints(count)
        const labels = new Array<string>(count).fill('')
        await readPoints(points, count)
        await reader?.read(labels, count, '')
        for (let i = 0; i < count; i++) sites.take(labels[i] || null, points, i)
      }
    }
  } finally {
    await file.close()
  }
}

async function geoJsonSites(path: string): Promise<readonly FileSite[]> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BatchError(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}.`)
  })
  if (about.size > LONGEST_GEOJSON)
    throw new BatchError(`${path} is larger than ${LONGEST_GEOJSON / 1e6} MB: split it, or write points as CSV.`)
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new BatchError(`${path} is not valid JSON.`)
  }
  const { type, features } = Object(parsed) as { type?: unknown; features?: unknown }
  if (type === 'FeatureCollection' && Array.isArray(features)) return features
  if (typeof type === 'string') return [parsed as FileSite]
  throw new BatchError(`${path} is not GeoJSON: it has no "type".`)
}
