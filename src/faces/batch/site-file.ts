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
import { makeRoom, newPoints, type Points, putPoint } from './points.ts'

/** A site that was read from a file. */
export type FileSite = SiteLike & {
  /** Radius in meters to which the address of the site is known; undefined for coordinates and polygons. */
  readonly knownTo?: number
}

/** Sites of a file, and the rows that have none. */
export interface SiteFile {
  readonly sites: readonly FileSite[]
  /** Rows without a place, numbered from 1, with the reason. */
  readonly failed: readonly { readonly row: number; readonly reason: string }[]
}

/** Maximum size of a GeoJSON file in bytes, because it is parsed at once. */
const LONGEST_GEOJSON = 200e6
/** Most sites of a file. */
const MOST_SITES = 1_000_000

/** Names of columns that name a site, in the order of preference. */
const LABELS = [/^(site|store|facility|location|branch|shop|school)?[ _-]*(name|label|title)$/i, /^(site|store|id)$/i]

/**
 * Reads the sites of a CSV or NDJSON file, by coordinates or addresses, or of a GeoJSON file.
 *
 * @param geocode called for rows that have an address but no coordinate
 * @throws {BatchError} when the file cannot be read, or has no places
 */
export async function readSites(options: InputOptions, geocode: (address: string) => GeocodeAnswer): Promise<SiteFile> {
  const { input } = options
  if (/\.(geo)?json$/i.test(input)) return { sites: await geoJsonSites(input), failed: [] }
  const isLines = /\.(ndjson|jsonl|geojsonl)(\.gz)?$/i.test(input)
  const question = completeQuestion({ dimensions: [], bands: false, prefix: 'vicinage_sites_' })
  const format = isLines ? ndjson : csv
  const file = await format.plan(options, question)
  const found = new Found(geocode)
  try {
    for await (const { task } of format.split(file, undefined)) {
      const bytes = task as Uint8Array
      if (isLines) readLines(bytes, file.plan.ndjson as NdjsonPlan, found)
      else readRows(bytes, file.plan.csv as CsvPlan, found)
    }
  } finally {
    await file.close()
  }
  return found
}

/** Collects sites. */
class Found implements SiteFile {
  readonly sites: FileSite[] = []
  readonly failed: { row: number; reason: string }[] = []
  readonly points: Points = newPoints(1)
  #rows = 0

  constructor(private readonly geocode: (address: string) => GeocodeAnswer) {}

  /** Takes the point that a row put into `points`. */
  take(label: string | null): void {
    const { lat, lon, addresses, errors } = this.points
    const row = ++this.#rows
    if (row > MOST_SITES) throw new BatchError(`The file has more than ${MOST_SITES.toLocaleString('en-US')} sites.`)
    const address = addresses.get(0)
    const error = errors.get(0)
    if (error !== undefined) this.failed.push({ row, reason: error.text })
    else if (address !== undefined) {
      const answer = this.geocode(address)
      if (!answer.ok) this.failed.push({ row, reason: answer.message })
      else this.sites.push({ lat: answer.lat, lon: answer.lon, label: label ?? answer.label, knownTo: answer.radius })
    } else if (!(Math.abs(lat[0]) <= 90 && Math.abs(lon[0]) <= 180))
      this.failed.push({
        row,
        reason: Number.isNaN(lat[0]) ? 'There is no coordinate.' : 'The coordinate is off the globe.',
      })
    else this.sites.push({ lat: lat[0], lon: lon[0], label: label ?? `Row ${row}` })
  }
}

function readRows(bytes: Uint8Array, plan: CsvPlan, found: Found): void {
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
    makeRoom(found.points, 1)
    putPoint(found.points, 0, {
      lat: coordinates === null ? null : text(coordinates.lat),
      lon: coordinates === null ? null : text(coordinates.lon),
      address: address.map(text),
      parts,
    })
    found.take(labelColumn === undefined ? null : text(labelColumn) || null)
  }
}

function readLines(bytes: Uint8Array, { place: { coordinates, address, parts } }: NdjsonPlan, found: Found): void {
  for (const line of new TextDecoder().decode(bytes).split('\n')) {
    if (line.trim() === '') continue
    const object = objectOfLine(line) ?? {}
    makeRoom(found.points, 1)
    putPoint(found.points, 0, {
      lat: coordinates === null ? null : object[coordinates.lat],
      lon: coordinates === null ? null : object[coordinates.lon],
      address: address.map((name) => object[name]),
      parts,
    })
    const name = LABELS.flatMap((label) => Object.keys(object).find((key) => label.test(key)) ?? [])[0]
    found.take(name === undefined || object[name] == null ? null : String(object[name]))
  }
}

async function geoJsonSites(path: string): Promise<readonly FileSite[]> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BatchError(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}.`)
  })
  if (about.size > LONGEST_GEOJSON)
    throw new BatchError(`${path} is longer than ${LONGEST_GEOJSON / 1e6} MB: split it, or write points as CSV.`)
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new BatchError(`${path} is not JSON.`)
  }
  const { type, features } = Object(parsed) as { type?: unknown; features?: unknown }
  if (type === 'FeatureCollection' && Array.isArray(features)) return features
  if (typeof type === 'string') return [parsed as FileSite]
  throw new BatchError(`${path} is not GeoJSON: it has no "type".`)
}
