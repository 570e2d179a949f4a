import type { Polygon } from 'geojson'
import type { LatLon } from '../engine/engine.ts'

const EARTH_RADIUS = 6_371_008.8 // metres, IUGG mean
const CORNERS = 90

/** A circle of so many metres on the ground. */
export function circle({ lat, lon }: LatLon, metres: number): Polygon {
  const angle = metres / EARTH_RADIUS
  const north = (lat * Math.PI) / 180
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const bearing = (2 * Math.PI * corner) / CORNERS
    const sine = Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing)
    const across = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(north),
      Math.cos(angle) - Math.sin(north) * sine,
    )
    return [lon + (across * 180) / Math.PI, (Math.asin(sine) * 180) / Math.PI]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}
