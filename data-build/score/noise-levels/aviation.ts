import type { View } from '../../context.ts'
import { arrivalExposure, DEPARTURE_SEL, departureExposure, distanceOfLevel } from './flight-noise.ts'
import type { RunwayDirection } from './runway-ends.ts'

const METRES_PER_DEGREE = 111_195
const SECONDS_PER_DAY = 86_400
/** dB(A), 24 h: beyond the distance where a runway direction alone is quieter than this, it is left out. */
const QUIET = 15
/** Metres from the runway over which flights leave the straight tracks for their routes: all are on them, none is. */
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

/** Metres from the start of the roll within which a runway direction counts. */
function reachOf(direction: RunwayDirection): number {
  const daily = 10 * Math.log10(direction.flights / SECONDS_PER_DAY)
  return Math.min(ROUTES_END, direction.length + distanceOfLevel(DEPARTURE_SEL + daily, QUIET))
}

function addFlights(direction: RunwayDirection, reach: number, view: View, energy: Float64Array): void {
  const { lat, lon } = view
  const { east, north, length } = direction
  const metresPerLon = METRES_PER_DEGREE * Math.cos((direction.lat * Math.PI) / 180)
  const weight = direction.flights / SECONDS_PER_DAY
  for (let i = 0; i < view.size; i++) {
    const y = (lat[i] - direction.lat) * METRES_PER_DEGREE
    const x = (lon[i] - direction.lon) * metresPerLon
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
  const high = reach / METRES_PER_DEGREE
  const wide = high / Math.cos((place.lat * Math.PI) / 180)
  return (
    place.lat + high >= box.south &&
    place.lat - high <= box.north &&
    place.lon + wide >= box.west &&
    place.lon - wide <= box.east
  )
}
