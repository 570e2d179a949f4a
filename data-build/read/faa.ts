import { number, readRecords, text } from './csv.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'

/** The FAA's `.xls` files are tab-separated text. Rows may have one more field than the header. */
const LAYOUT = { delimiter: '\t', encoding: 'cp1252', extraFields: true } as const
const key = (heading: string) => text({ heading, required: true })
const movements = (heading: string) => number({ heading, min: 0, integer: true })
/** Defines a column in arc-seconds, or in degrees, minutes and seconds. */
const degrees = (heading: string, required = false) => text({ heading: [`${heading}S`, heading], required })

export type Facility = Awaited<ReturnType<typeof readFacilities>>[number]

/**
 * Reads NfdcFacilities with one row per airport, heliport or seaplane base. Throws a `SourceError` for any other
 * layout.
 */
export async function readFacilities(folder: SourceFolder, path: string) {
  const rows = await readRecords(folder, path, FACILITY_COLUMNS, LAYOUT)
  return rows.map(({ siteNumber, locationId, state, status, lat, lon, ...operations }, row) => ({
    siteNumber,
    locationId: plain(locationId),
    state,
    status,
    /** Longitude of the airport reference point in degrees. */
    lon: getDegrees(lon, path, row),
    /** Latitude of the airport reference point in degrees. */
    lat: getDegrees(lat, path, row),
    /** Movements in one year; NaN if the airport reports none. A movement is one landing or one take-off. */
    operations,
  }))
}

export type Runway = Awaited<ReturnType<typeof readRunways>>[number]

/**
 * Reads NfdcRunways with one row per runway, including helipads and runways of length 0. Throws a `SourceError` for any
 * other layout.
 */
export async function readRunways(folder: SourceFolder, path: string) {
  const rows = await readRecords(folder, path, RUNWAY_COLUMNS, LAYOUT)
  const end = (lat: string, lon: string, row: number) =>
    lon === '' || lat === '' ? null : { lon: getDegrees(lon, path, row), lat: getDegrees(lat, path, row) }
  return rows.map(({ runwayId, baseLat, baseLon, reciprocalLat, reciprocalLon, ...runway }, row) => ({
    ...runway,
    runwayId: plain(runwayId),
    /** Coordinates of the base end in degrees; null if they were not surveyed. */
    base: end(baseLat, baseLon, row),
    /** Coordinates of the reciprocal end in degrees; null if they were not surveyed. */
    reciprocal: end(reciprocalLat, reciprocalLon, row),
  }))
}

const FACILITY_COLUMNS = {
  /** The FAA's key, shared with the runways, such as `01818.*A`. */
  siteNumber: key('SiteNumber'),
  /** FAA location id, such as `LAX`. */
  locationId: key('LocationID'),
  state: key('State'),
  /** Status code: O (operational), CI (closed indefinitely) or CP (closed permanently). */
  status: text({ heading: 'AirportStatusCode' }),
  lat: degrees('ARPLatitude', true),
  lon: degrees('ARPLongitude', true),
  commercial: movements('OperationsCommercial'),
  commuter: movements('OperationsCommuter'),
  airTaxi: movements('OperationsAirTaxi'),
  gaLocal: movements('OperationsGALocal'),
  gaItinerant: movements('OperationsGAItin'),
  military: movements('OperationsMilitary'),
}

const RUNWAY_COLUMNS = {
  siteNumber: key('SiteNumber'),
  /** Designation of both ends, such as `06L/24R`; helipads are `H1`. */
  runwayId: key('RunwayID'),
  // 30,000 ft is twice the length of the longest runway in the country.
  lengthFt: number({ heading: 'RunwayLength', min: 0, max: 30_000, required: true }),
  /** Direction of the runway from its base end, in degrees clockwise from true north; NaN if missing. */
  alignment: number({ heading: 'BaseEndTrueAlignment', min: 0, max: 360 }),
  baseLat: degrees('BaseEndPhysicalLatitude'),
  baseLon: degrees('BaseEndPhysicalLongitude'),
  reciprocalLat: degrees('ReciprocalEndPhysicalLatitude'),
  reciprocalLon: degrees('ReciprocalEndPhysicalLongitude'),
}

/**
 * Parses `148271.4000N` (seconds of arc) or `41-11-11.4000N` (degrees-minutes-seconds). South and west are negative.
 */
function getDegrees(written: string, file: string, row: number): number {
  const match = /^(?:(\d{1,3})-(\d{1,2})-)?(\d+(?:\.\d+)?)([NSEW])$/.exec(written)
  const [, degrees = '0', minutes = '0', seconds = '', side = ''] = match ?? []
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  const limit = side === 'N' || side === 'S' ? 90 : 180
  if (!match || size > limit) {
    const expectation = 'seconds such as 148271.4000N or degrees such as 41-11-11.4000N'
    // No rows of these files are skipped, so row 0 of the columns is row 2 of the file.
    throw new SourceError({ file, row: row + 2, found: `the coordinate "${written}"`, expectation })
  }
  return side === 'S' || side === 'W' ? -size : size
}

/** Removes the `'` that the FAA writes before ids so that spreadsheets keep them as text. */
function plain(id: string): string {
  return id.startsWith("'") ? id.slice(1) : id
}
