import type { AirportOperations, Facility, Runway } from '../../read/faa.ts'

/** A runway seen from one of its ends: the way aircraft roll, and how many use it so. */
export interface RunwayDirection {
  /** The FAA's location id, e.g. `LAX`. */
  readonly airport: string
  /** Where the roll starts, degrees. */
  readonly lat: number
  readonly lon: number
  /** Unit vector of the roll. */
  readonly east: number
  readonly north: number
  /** Metres. */
  readonly length: number
  /** Arrivals per day; there are as many departures. */
  readonly flights: number
}

interface Position {
  readonly lat: number
  readonly lon: number
}

const METRES_PER_FOOT = 0.3048
const METRES_PER_DEGREE = 111_195
/** Metres: shorter ones are helipads and ultralight strips. */
const SHORTEST_RUNWAY = 300
/** Of the airport's longest runway: shorter ones see little of the traffic. */
const SHORTEST_SHARE = 0.6

/**
 * Spreads each airport's movements equally over its long runways, their two ends, arrivals and departures.
 * Runways without surveyed ends are laid through the reference point; without any heading (`ALL/WAY`) they are left out.
 */
export function runwayDirections(
  facilities: readonly Facility[],
  runways: readonly Runway[],
): readonly RunwayDirection[] {
  const bySite = new Map<string, Runway[]>()
  for (const runway of runways) bySite.set(runway.siteNumber, [...(bySite.get(runway.siteNumber) ?? []), runway])
  const directions: RunwayDirection[] = []
  for (const facility of facilities) {
    // CI and CP: closed indefinitely or permanently, with the movements of their last years.
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

/** Movements per day, each kind weighted by its sound energy against an airliner's. */
export function airlinerMovements(year: AirportOperations): number {
  const commercial = year.commercial ?? 0
  const small = (year.airTaxi ?? 0) + (year.commuter ?? 0)
  const general = 0.05 * (year.gaItinerant ?? 0) + 0.02 * (year.gaLocal ?? 0)
  return (commercial + 0.35 * small + general + 0.7 * (year.military ?? 0)) / 365
}

/** Both ends of the runways that see traffic. */
function longRunways(runways: readonly Runway[], facility: Facility): readonly (readonly [Position, Position])[] {
  const longest = Math.max(0, ...runways.map((runway) => runway.lengthFt))
  const ends: (readonly [Position, Position])[] = []
  for (const runway of runways) {
    const length = runway.lengthFt * METRES_PER_FOOT
    if (length <= SHORTEST_RUNWAY || runway.lengthFt < SHORTEST_SHARE * longest) continue
    if (runway.base.position && runway.reciprocal.position) {
      ends.push([runway.base.position, runway.reciprocal.position])
      continue
    }
    const heading = runway.base.trueAlignment ?? headingOfName(runway.runwayId, facility.lon)
    if (!Number.isNaN(heading)) ends.push(endsAround(facility, heading, length))
  }
  return ends
}

/** Degrees from true north by a name such as `09L/27R` (tens of degrees from magnetic north), NaN for `ALL/WAY`. */
function headingOfName(name: string, lon: number): number {
  // Declination in 2019 over the three states: 13° E at 120° W, half a degree less for each degree eastward.
  return Number.parseInt(name, 10) * 10 + 13 - (lon + 120) / 2
}

function endsAround(centre: Position, heading: number, length: number): readonly [Position, Position] {
  const radians = (heading * Math.PI) / 180
  const north = ((length / 2) * Math.cos(radians)) / METRES_PER_DEGREE
  const east = ((length / 2) * Math.sin(radians)) / METRES_PER_DEGREE / Math.cos((centre.lat * Math.PI) / 180)
  return [
    { lat: centre.lat - north, lon: centre.lon - east },
    { lat: centre.lat + north, lon: centre.lon + east },
  ]
}

function direction(airport: string, from: Position, to: Position, flights: number): RunwayDirection {
  const north = (to.lat - from.lat) * METRES_PER_DEGREE
  const east = (to.lon - from.lon) * METRES_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)
  const length = Math.hypot(north, east)
  return { airport, lat: from.lat, lon: from.lon, east: east / length, north: north / length, length, flights }
}
