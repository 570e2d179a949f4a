import type { Box } from '../../../src/base/geo/box.ts'
import { METERS_PER_DEGREE } from '../../../src/base/geo/distance.ts'
import type { View } from '../../context.ts'
import { boxOfPoints, type LatLon } from '../../geography/center-index.ts'
import { groupBy } from '../../statistics.ts'
import { lateralAttenuation } from './flights.ts'
import type { RunwayDirection } from './runways.ts'

/** Points at which energies are computed. */
export type Points = Pick<View, 'size' | 'lat' | 'lon'>

/** Assumed sound power in dB(A) of an airliner with idling engines, about 74 dB(A) at 100 m. */
const IDLING_POWER = 122
/**
 * Time in days that the engines run while taxiing, for an arrival and its departure together: 23 minutes, the mean of
 * large U.S. airports (BTS).
 */
const TAXIING = 23 / 1440
/**
 * Share of taxiing that is placed at the middle of the runways, where the terminals usually are. The remaining taxiing
 * is placed along the runways.
 */
const APRON_SHARE = 0.5
/** Distance in meters over which each source is spread out. */
const SPREAD = 400
/** Length in meters of the pavement around a source. Beyond it, grass and soil absorb sound. */
const PAVED = 1000
/**
 * Distance in meters beyond which aircraft on the ground are not heard. The noise fades over the second half of this
 * distance.
 */
const REACH = 8000
/** Decibels that air absorbs per meter. */
const AIR = 0.005

/**
 * Adds the mean sound energy of taxiing aircraft over 24 hours at each point. Flight noise contours do not include
 * taxiing.
 */
export function addAprons(directions: readonly RunwayDirection[], points: Points, energy: Float64Array): void {
  const { size, lat, lon } = points
  const box = boxOfPoints(points)
  const near = directions.filter((direction) => touches(box, direction, 2 * REACH))
  for (const source of groundSources(near)) {
    if (!touches(box, source, REACH)) continue
    const east = METERS_PER_DEGREE * Math.cos((source.lat * Math.PI) / 180)
    for (let i = 0; i < size; i++) {
      const y = (lat[i] - source.lat) * METERS_PER_DEGREE
      const x = (lon[i] - source.lon) * east
      if (Math.abs(y) > REACH || Math.abs(x) > REACH) continue
      const distance = Math.hypot(x, y)
      if (distance < REACH) energy[i] += source.power * received(distance)
    }
  }
}

/** Returns the share of a source's power per m² that is received at a distance in meters over open ground. */
function received(distance: number): number {
  const loss = lateralAttenuation(0, Math.max(0, distance - PAVED)) + AIR * distance
  const fade = Math.min(1, 2 - (2 * distance) / REACH)
  return (fade * 10 ** (-loss / 10)) / (2 * Math.PI * (distance * distance + SPREAD * SPREAD))
}

interface GroundSource {
  readonly lat: number
  readonly lon: number
  /** Sound power as energy, averaged over 24 hours. */
  readonly power: number
}

/** Returns, for each airport, the middle of its runways and two points on each runway. */
function groundSources(directions: readonly RunwayDirection[]): readonly GroundSource[] {
  return [...groupBy(directions, ({ airport }) => airport).values()].flatMap((airportDirections) => {
    const arrivals = airportDirections.reduce((sum, { flights }) => sum + flights, 0)
    const power = arrivals * TAXIING * 10 ** (IDLING_POWER / 10)
    const places = airportDirections.map((direction) => {
      const metersPerLon = METERS_PER_DEGREE * Math.cos((direction.lat * Math.PI) / 180)
      // Each direction of a runway adds a point a third of the way along, so a runway gets two points.
      return {
        lat: direction.lat + (direction.north * direction.length) / 3 / METERS_PER_DEGREE,
        lon: direction.lon + (direction.east * direction.length) / 3 / metersPerLon,
      }
    })
    const middle = (of: (place: { lat: number; lon: number }) => number) =>
      places.reduce((sum, place) => sum + of(place), 0) / places.length
    return [
      { lat: middle(({ lat }) => lat), lon: middle(({ lon }) => lon), power: power * APRON_SHARE },
      ...places.map((place) => ({ ...place, power: (power * (1 - APRON_SHARE)) / places.length })),
    ]
  })
}

/** Checks whether a place is within `reach` meters of the box. */
export function touches(box: Box, place: LatLon, reach: number): boolean {
  const high = reach / METERS_PER_DEGREE
  const wide = high / Math.cos((place.lat * Math.PI) / 180)
  return (
    place.lat + high >= box.south &&
    place.lat - high <= box.north &&
    place.lon + wide >= box.west &&
    place.lon - wide <= box.east
  )
}
