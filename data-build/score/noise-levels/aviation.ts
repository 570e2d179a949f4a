import type { View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import type { AirportOperations, Facility, Runway } from '../../read/faa.ts'

const METERS_PER_DEGREE = 1000 * kmPerDegree
const SECONDS_PER_DAY = 86_400
/** dB(A), 24 h: beyond the distance where a runway direction alone is quieter than this, it is left out. */
const QUIET = 15
/** Meters from the runway over which flights leave the straight tracks for their routes: all are on them, none is. */
const ROUTES_BEGIN = 25_000
const ROUTES_END = 50_000

/** Mean sound energy of flights over 24 hours at each point (10^(L/10), 0 where there is none). */
export function aviationEnergy(directions: readonly RunwayDirection[], view: View): Float64Array {
  const energy = new Float64Array(view.size)
  const box = boxOf(view)
  for (const direction of directions) {
    const reach = reachOf(direction)
    if (touches(box, direction, reach)) addFlights(direction, reach, view, energy)
  }
  return energy
}

/** Meters from the start of the roll within which a runway direction counts. */
function reachOf(direction: RunwayDirection): number {
  const daily = 10 * Math.log10(direction.flights / SECONDS_PER_DAY)
  return Math.min(ROUTES_END, direction.length + distanceOfLevel(DEPARTURE_SEL + daily, QUIET))
}

function addFlights(direction: RunwayDirection, reach: number, view: View, energy: Float64Array): void {
  const { lat, lon } = view
  const { east, north, length } = direction
  const metersPerLon = METERS_PER_DEGREE * Math.cos((direction.lat * Math.PI) / 180)
  const weight = direction.flights / SECONDS_PER_DAY
  for (let i = 0; i < view.size; i++) {
    const y = (lat[i] - direction.lat) * METERS_PER_DEGREE
    const x = (lon[i] - direction.lon) * metersPerLon
    const squared = x * x + y * y
    if (squared > reach * reach) continue
    const along = x * east + y * north
    const aside = x * north - y * east
    const exposure = arrivalExposure(along, aside, length) + departureExposure(along, aside, length)
    energy[i] += weight * onTrack(squared) * exposure
  }
}

/** Share of the flights that are still on their straight tracks. */
function onTrack(squaredDistance: number): number {
  if (squaredDistance <= ROUTES_BEGIN * ROUTES_BEGIN) return 1
  return (ROUTES_END - Math.sqrt(squaredDistance)) / (ROUTES_END - ROUTES_BEGIN)
}

interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

function boxOf(view: View): Box {
  let south = 90
  let north = -90
  let west = 180
  let east = -180
  for (let i = 0; i < view.size; i++) {
    if (view.lat[i] < south) south = view.lat[i]
    if (view.lat[i] > north) north = view.lat[i]
    if (view.lon[i] < west) west = view.lon[i]
    if (view.lon[i] > east) east = view.lon[i]
  }
  return { south, north, west, east }
}

function touches(box: Box, place: { readonly lat: number; readonly lon: number }, reach: number): boolean {
  const high = reach / METERS_PER_DEGREE
  const wide = high / Math.cos((place.lat * Math.PI) / 180)
  return (
    place.lat + high >= box.south &&
    place.lat - high <= box.north &&
    place.lon + wide >= box.west &&
    place.lon - wide <= box.east
  )
}

/** Meters: the distance at which the levels below hold (1,000 ft). */
const REFERENCE_DISTANCE = 305
/** Meters: nearer than this the law below no longer holds. */
const NEAREST = 60
/** Exposure falls by 22 dB per tenfold of distance, so energy goes with r^-2.2. */
const ENERGY_POWER = -2.2
/** Sound exposure levels at the reference distance, dB(A): an airliner's arrival and departure. */
const ARRIVAL_SEL = 86
const DEPARTURE_SEL = 90.5
/** dB: take-off thrust on the ground, fading over the first meters of the climb's track; reverse thrust after landing. */
const TAKE_OFF_ROLL = 6
const ROLL_FADE = 300
const LANDING_ROLL = -2
/** A 3° glide path that crosses the threshold at 15 m (50 ft, FAA Order 8260.3), and a 9 % climb. */
const GLIDE_SLOPE = Math.tan((3 * Math.PI) / 180)
const THRESHOLD_HEIGHT = 15
const TOUCH_DOWN = THRESHOLD_HEIGHT / GLIDE_SLOPE
const CLIMB_SLOPE = 0.09
/** Share of the runway that a departure rolls before it climbs. */
const ROLL_SHARE = 0.6
/** Meters: departures climb no higher. */
const CEILING = 3000
/** Departures fan out: from 1,500 m after lift-off σ grows by 0.1 m per meter. */
const FAN_START = 1500
const FAN_SLOPE = 0.1
const SIDE_TRACK = 1.2
const SIDE_TRACK_WEIGHT = 0.3
const MIDDLE_TRACK_WEIGHT = 0.4
/** SAE AIR 5662: no lateral attenuation above 50°; the ground's share of it is whole from 914 m. */
const STEEPEST = Math.tan((50 * Math.PI) / 180)
const WHOLE_GROUND = 914

const ARRIVAL_ENERGY = 10 ** (ARRIVAL_SEL / 10)
const LANDING_ROLL_ENERGY = 10 ** ((ARRIVAL_SEL + LANDING_ROLL) / 10)
const DEPARTURE_ENERGY = 10 ** (DEPARTURE_SEL / 10)
const TAKE_OFF_ROLL_ENERGY = 10 ** ((DEPARTURE_SEL + TAKE_OFF_ROLL) / 10)

/**
 * Sound exposure of one arrival at a point, as energy (10^(SEL/10)).
 * `along` is meters from the threshold in the direction of landing, `aside` meters from the center line,
 * `length` the runway's, meters.
 */
export function arrivalExposure(along: number, aside: number, length: number): number {
  if (along < TOUCH_DOWN) return ARRIVAL_ENERGY * received((TOUCH_DOWN - along) * GLIDE_SLOPE, Math.abs(aside))
  return LANDING_ROLL_ENERGY * received(0, Math.hypot(Math.max(along - length, 0), aside))
}

/**
 * Sound exposure of one departure at a point, as energy (10^(SEL/10)), over the three tracks it may take.
 * `along` is meters from the start of the roll in the direction of take-off.
 */
export function departureExposure(along: number, aside: number, length: number): number {
  const climbed = along - ROLL_SHARE * length
  if (climbed <= 0) return TAKE_OFF_ROLL_ENERGY * received(0, Math.hypot(Math.min(along, 0), aside))
  const height = Math.min(climbed * CLIMB_SLOPE, CEILING)
  if (climbed < ROLL_FADE) {
    const roll = 10 ** ((TAKE_OFF_ROLL / 10) * (1 - climbed / ROLL_FADE))
    return DEPARTURE_ENERGY * roll * received(height, Math.abs(aside))
  }
  if (climbed <= FAN_START) return DEPARTURE_ENERGY * received(height, Math.abs(aside))
  const shift = SIDE_TRACK * FAN_SLOPE * (climbed - FAN_START)
  const sides = received(height, Math.abs(aside - shift)) + received(height, Math.abs(aside + shift))
  return DEPARTURE_ENERGY * (MIDDLE_TRACK_WEIGHT * received(height, Math.abs(aside)) + SIDE_TRACK_WEIGHT * sides)
}

/** Meters at which a level that holds at the reference distance has fallen to another, without lateral attenuation. */
export function distanceOfLevel(atReference: number, level: number): number {
  return REFERENCE_DISTANCE * 10 ** ((level - atReference) / (10 * ENERGY_POWER))
}

/** SAE AIR 5662: dB lost on the way to the ground `aside` meters from a track `height` meters above it. */
export function lateralAttenuation(height: number, aside: number): number {
  if (height > aside * STEEPEST) return 0
  const elevation = (Math.atan2(height, aside) * 180) / Math.PI
  const ground = aside < WHOLE_GROUND ? 1.089 * (1 - Math.exp(-0.00274 * aside)) : 1
  return ground * (1.137 - 0.0229 * elevation + 9.72 * Math.exp(-0.142 * elevation))
}

/** Share of the energy at the reference distance that reaches the ground `aside` meters from a track. */
function received(height: number, aside: number): number {
  const squared = Math.max(height * height + aside * aside, NEAREST * NEAREST)
  const direct = (ENERGY_POWER / 2) * Math.log(squared / (REFERENCE_DISTANCE * REFERENCE_DISTANCE))
  return Math.exp(direct - (Math.LN10 / 10) * lateralAttenuation(height, aside))
}

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
  /** Meters. */
  readonly length: number
  /** Arrivals per day; there are as many departures. */
  readonly flights: number
}

interface Position {
  readonly lat: number
  readonly lon: number
}

const METERS_PER_FOOT = 0.3048
/** Meters: shorter ones are helipads and ultralight strips. */
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
    const length = runway.lengthFt * METERS_PER_FOOT
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

function endsAround(center: Position, heading: number, length: number): readonly [Position, Position] {
  const radians = (heading * Math.PI) / 180
  const north = ((length / 2) * Math.cos(radians)) / METERS_PER_DEGREE
  const east = ((length / 2) * Math.sin(radians)) / METERS_PER_DEGREE / Math.cos((center.lat * Math.PI) / 180)
  return [
    { lat: center.lat - north, lon: center.lon - east },
    { lat: center.lat + north, lon: center.lon + east },
  ]
}

function direction(airport: string, from: Position, to: Position, flights: number): RunwayDirection {
  const north = (to.lat - from.lat) * METERS_PER_DEGREE
  const east = (to.lon - from.lon) * METERS_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180)
  const length = Math.hypot(north, east)
  return { airport, lat: from.lat, lon: from.lon, east: east / length, north: north / length, length, flights }
}
