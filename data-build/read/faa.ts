import { number, parseCsv, text } from './csv.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/** Movements of one year; null where the airport reports none. A movement is one landing or one take-off. */
export interface AirportOperations {
  readonly commercial: number | null
  readonly commuter: number | null
  readonly airTaxi: number | null
  readonly gaLocal: number | null
  readonly gaItinerant: number | null
  readonly military: number | null
}

export interface Facility {
  /** The FAA's key, shared with the runways, such as `01818.*A`. */
  readonly siteNumber: string
  /** AIRPORT, HELIPORT, SEAPLANE BASE … */
  readonly type: string
  /** Such as `LAX`. */
  readonly locationId: string
  readonly name: string
  readonly state: string
  /** PU public or PR private. */
  readonly use: string
  /** O operational, CI closed indefinitely, CP closed permanently. */
  readonly status: string
  /** Airport reference point, degrees. */
  readonly lon: number
  readonly lat: number
  readonly operations: AirportOperations
}

export interface RunwayEnd {
  /** Such as `06L`. */
  readonly id: string
  /** Degrees; null where not surveyed. */
  readonly position: { readonly lon: number; readonly lat: number } | null
  /** Direction of movement from this end, degrees clockwise from true north; null where not given. */
  readonly trueAlignment: number | null
}

export interface Runway {
  readonly siteNumber: string
  /** Such as `06L/24R`; helipads are `H1`. */
  readonly runwayId: string
  readonly state: string
  readonly lengthFt: number
  readonly widthFt: number | null
  readonly base: RunwayEnd
  readonly reciprocal: RunwayEnd
}

/** The FAA's `.xls` files are tab separated text; rows may hold one field more than the heading. */
const LAYOUT = { delimiter: '\t', encoding: 'cp1252', extraFields: true } as const
const key = text({ required: true })
const movements = number({ min: 0, integer: true })
const alignment = number({ min: 0, max: 360 })

/** Reads NfdcFacilities: one row per airport, heliport or seaplane base. Throws a `SourceError` on any other layout. */
export async function readFacilities(folder: SourceFolder, path: SourcePath): Promise<readonly Facility[]> {
  const { file, bytes } = await folder.open(path)
  const { rows, columns } = parseCsv(bytes, file, FACILITY_COLUMNS, LAYOUT)
  return Array.from({ length: rows }, (_, row) => ({
    siteNumber: columns.SiteNumber[row],
    type: columns.Type[row],
    locationId: plain(columns.LocationID[row]),
    name: columns.FacilityName[row],
    state: columns.State[row],
    use: columns.Use[row],
    status: columns.AirportStatusCode[row],
    lon: degreesOf(columns.longitude[row], file, row),
    lat: degreesOf(columns.latitude[row], file, row),
    operations: {
      commercial: orNull(columns.OperationsCommercial[row]),
      commuter: orNull(columns.OperationsCommuter[row]),
      airTaxi: orNull(columns.OperationsAirTaxi[row]),
      gaLocal: orNull(columns.OperationsGALocal[row]),
      gaItinerant: orNull(columns.OperationsGAItin[row]),
      military: orNull(columns.OperationsMilitary[row]),
    },
  }))
}

/**
 * Reads NfdcRunways: one row per runway, helipads and runways of length 0 included. Throws a `SourceError` like the
 * other.
 */
export async function readRunways(folder: SourceFolder, path: SourcePath): Promise<readonly Runway[]> {
  const { file, bytes } = await folder.open(path)
  const { rows, columns } = parseCsv(bytes, file, RUNWAY_COLUMNS, LAYOUT)
  const position = (lon: string, lat: string, row: number) =>
    lon === '' || lat === '' ? null : { lon: degreesOf(lon, file, row), lat: degreesOf(lat, file, row) }
  return Array.from({ length: rows }, (_, row) => ({
    siteNumber: columns.SiteNumber[row],
    runwayId: plain(columns.RunwayID[row]),
    state: columns.State[row],
    lengthFt: columns.RunwayLength[row],
    widthFt: orNull(columns.RunwayWidth[row]),
    base: {
      id: plain(columns.BaseEndID[row]),
      position: position(columns.baseLongitude[row], columns.baseLatitude[row], row),
      trueAlignment: orNull(columns.BaseEndTrueAlignment[row]),
    },
    reciprocal: {
      id: plain(columns.ReciprocalEndID[row]),
      position: position(columns.reciprocalLongitude[row], columns.reciprocalLatitude[row], row),
      trueAlignment: orNull(columns.ReciprocalEndTrueAlignment[row]),
    },
  }))
}

const FACILITY_COLUMNS = {
  SiteNumber: key,
  Type: key,
  LocationID: key,
  FacilityName: text(),
  State: key,
  Use: text(),
  AirportStatusCode: text(),
  latitude: text({ heading: ['ARPLatitudeS', 'ARPLatitude'], required: true }),
  longitude: text({ heading: ['ARPLongitudeS', 'ARPLongitude'], required: true }),
  OperationsCommercial: movements,
  OperationsCommuter: movements,
  OperationsAirTaxi: movements,
  OperationsGALocal: movements,
  OperationsGAItin: movements,
  OperationsMilitary: movements,
}

const RUNWAY_COLUMNS = {
  SiteNumber: key,
  State: key,
  RunwayID: key,
  // 30,000 ft: twice the longest runway of the country
  RunwayLength: number({ min: 0, max: 30_000, required: true }),
  RunwayWidth: number({ min: 0 }),
  BaseEndID: text(),
  BaseEndTrueAlignment: alignment,
  baseLatitude: text({ heading: ['BaseEndPhysicalLatitudeS', 'BaseEndPhysicalLatitude'] }),
  baseLongitude: text({ heading: ['BaseEndPhysicalLongitudeS', 'BaseEndPhysicalLongitude'] }),
  ReciprocalEndID: text(),
  ReciprocalEndTrueAlignment: alignment,
  reciprocalLatitude: text({ heading: ['ReciprocalEndPhysicalLatitudeS', 'ReciprocalEndPhysicalLatitude'] }),
  reciprocalLongitude: text({ heading: ['ReciprocalEndPhysicalLongitudeS', 'ReciprocalEndPhysicalLongitude'] }),
}

/** `148271.4000N` (seconds of arc) or `41-11-11.4000N` (degrees-minutes-seconds). South and west are negative. */
function degreesOf(written: string, file: string, row: number): number {
  const match = /^(?:(\d{1,3})-(\d{1,2})-)?(\d+(?:\.\d+)?)([NSEW])$/.exec(written)
  const [, degrees = '0', minutes = '0', seconds = '', side = ''] = match ?? []
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  const limit = side === 'N' || side === 'S' ? 90 : 180
  if (!match || size > limit) {
    const expectation = 'seconds such as 148271.4000N or degrees such as 41-11-11.4000N'
    // No row is ever left out of these files, so row 0 of the columns is row 2 of the file.
    throw new SourceError({ file, row: row + 2, found: `the coordinate "${written}"`, expectation })
  }
  return side === 'S' || side === 'W' ? -size : size
}

/** The FAA writes `'` before ids, so that a spreadsheet keeps them as text. */
function plain(id: string): string {
  return id.startsWith("'") ? id.slice(1) : id
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
