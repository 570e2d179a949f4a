import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { type Facility, type Runway, readFacilities, readRunways } from '../../read/faa.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { groupBy } from '../../statistics.ts'
import { assumedArrivals, militaryAirfields } from './military-airfields.ts'

/** One direction of a runway, with its flights. */
export interface RunwayDirection {
  /** FAA location ID, such as `LAX`. */
  readonly airport: string
  /** Start of the roll in degrees. */
  readonly lat: number
  readonly lon: number
  /** Eastward component of the unit vector in the direction of the roll. */
  readonly east: number
  /** Northward component of the same vector. */
  readonly north: number
  /** Length in meters. */
  readonly length: number
  /** Arrivals per day. The number of departures is the same. */
  readonly flights: number
  /** Whether the number of flights is assumed, because military airfields do not report it. */
  readonly assumed: boolean
}

/** Reads the runways whose movements the FAA reports and the military runways without reported movements. */
export async function readRunwayDirections(sources: SourceFolder): Promise<readonly RunwayDirection[]> {
  const facilities = await readFacilities(sources, 'faa/NfdcFacilities.CA_TX_FL.xls.gz')
  const reported = runwayDirections(facilities, await readRunways(sources, 'faa/NfdcRunways.CA_TX_FL.xls.gz'))
  const airports = new Set(reported.map(({ airport }) => airport))
  const { columns } = await readCsv(sources, 'faa/ourairports_runways.CA_TX_FL_bbox.csv.gz', {
    airport_ident: text(),
    length_ft: number({ min: 0 }),
    closed: number({ min: 0 }),
    le_latitude_deg: number({ min: -90, max: 90 }),
    le_longitude_deg: number({ min: -180, max: 180 }),
    he_latitude_deg: number({ min: -90, max: 90 }),
    he_longitude_deg: number({ min: -180, max: 180 }),
  })
  const ends = columns.airport_ident.map((ident, row) => ({
    ident,
    lengthFt: columns.closed[row] === 1 ? 0 : columns.length_ft[row],
    from: { lat: columns.le_latitude_deg[row], lon: columns.le_longitude_deg[row] },
    to: { lat: columns.he_latitude_deg[row], lon: columns.he_longitude_deg[row] },
  }))
  return [...reported, ...militaryDirections(ends.filter(({ ident }) => !airports.has(ident.slice(1))))]
}

/** A runway from OurAirports, with the ICAO code of its airport. */
export interface IcaoRunway {
  readonly ident: string
  readonly lengthFt: number
  readonly from: LatLon
  readonly to: LatLon
}

/**
 * Spreads the movements assumed for military airfields over their long runways, in the same way as for other airports.
 */
export function militaryDirections(runways: readonly IcaoRunway[]): readonly RunwayDirection[] {
  return militaryAirfields.flatMap(({ ident, mission }) => {
    const airportRunways = runways.filter((runway) => runway.ident === ident)
    const longest = Math.max(0, ...airportRunways.map(({ lengthFt }) => lengthFt))
    const used = airportRunways.filter(({ lengthFt }) => lengthFt > 0 && lengthFt >= SHORTEST_SHARE * longest)
    const flights = assumedArrivals(mission) / used.length / 2
    return used.flatMap(({ from, to }) => [
      direction(ident.slice(1), from, to, flights, true),
      direction(ident.slice(1), to, from, flights, true),
    ])
  })
}

const METERS_PER_FOOT = 0.3048
/** Minimum length in meters. Anything shorter is a helipad or an ultralight strip. */
const SHORTEST_RUNWAY = 300
/** Minimum runway length as a share of the airport's longest runway. Shorter runways have little traffic. */
const SHORTEST_SHARE = 0.6

/**
 * Divides each airport's movements equally among the directions of its long runways, half arrivals and half departures.
 * Runways without surveyed ends are centered on the airport's reference point. Runways without a heading (`ALL/WAY`)
 * are skipped.
 */
export function runwayDirections(
  facilities: readonly Facility[],
  runways: readonly Runway[],
): readonly RunwayDirection[] {
  const bySite = groupBy(runways, ({ siteNumber }) => siteNumber)
  const directions: RunwayDirection[] = []
  for (const facility of facilities) {
    // CI and CP mean closed indefinitely and closed permanently. The FAA still lists the last movements of closed
    // airports.
    const movements = facility.status.startsWith('C') ? 0 : airlinerMovements(facility.operations)
    if (movements === 0) continue
    const used = longRunways(bySite.get(facility.siteNumber) ?? [], facility)
    for (const [base, reciprocal] of used) {
      const flights = movements / used.length / 4
      directions.push(
        direction(facility.locationId, base, reciprocal, flights),
        direction(facility.locationId, reciprocal, base, flights),
      )
    }
  }
  return directions
}

/** Returns the movements per day. Each type of movement is weighted by its sound energy relative to an airliner's. */
export function airlinerMovements(year: Facility['operations']): number {
  const small = (year.airTaxi || 0) + (year.commuter || 0)
  const general = 0.05 * (year.gaItinerant || 0) + 0.02 * (year.gaLocal || 0)
  return ((year.commercial || 0) + 0.35 * small + general + 0.7 * (year.military || 0)) / 365
}

/** Returns both ends of each runway that is long enough to have traffic. */
function longRunways(runways: readonly Runway[], facility: Facility): readonly (readonly [LatLon, LatLon])[] {
  const longest = Math.max(0, ...runways.map((runway) => runway.lengthFt))
  const ends: (readonly [LatLon, LatLon])[] = []
  for (const runway of runways) {
    const length = runway.lengthFt * METERS_PER_FOOT
    if (length <= SHORTEST_RUNWAY || runway.lengthFt < SHORTEST_SHARE * longest) continue
    if (runway.base && runway.reciprocal) {
      ends.push([runway.base, runway.reciprocal])
      continue
    }
    const alignment = runway.alignment
    const heading = Number.isNaN(alignment) ? headingOfName(runway.runwayId, facility.lon) : alignment
    if (!Number.isNaN(heading)) ends.push(endsAround(facility, heading, length))
  }
  return ends
}

/**
 * Returns degrees from true north for a runway name such as `09L/27R` (tens of degrees from magnetic north), or NaN for
 * `ALL/WAY`.
 */
function headingOfName(name: string, lon: number): number {
  // Declination in 2019 over the three states: 13° E at 120° W, half a degree less for each degree eastward.
  return Number.parseInt(name, 10) * 10 + 13 - (lon + 120) / 2
}

function endsAround(center: LatLon, heading: number, length: number): readonly [LatLon, LatLon] {
  const radians = (heading * Math.PI) / 180
  const north = ((length / 2) * Math.cos(radians)) / METERS_PER_DEGREE
  const east = ((length / 2) * Math.sin(radians)) / METERS_PER_DEGREE / Math.cos((center.lat * Math.PI) / 180)
  return [
    { lat: center.lat - north, lon: center.lon - east },
    { lat: center.lat + north, lon: center.lon + east },
  ]
}

function direction(airport: string, from: LatLon, to: LatLon, flights: number, assumed = false): RunwayDirection {
  const north = (to.lat - from.lat) * METERS_PER_DEGREE
  const east = (to.lon - from.lon) * METERS_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)
  const length = Math.hypot(north, east)
  return { airport, lat: from.lat, lon: from.lon, east: east / length, north: north / length, length, flights, assumed }
}
