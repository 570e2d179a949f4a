import { directionTo, type OtherPlace } from '../../base/geo/direction.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS } from '../../base/geo/distance.ts'

/** Kinds of edges: IDs of the dimensions with zones, `districts`, `zip` and `city`. */
export type EdgeKind =
  | 'fire'
  | 'flood'
  | 'ideological-lean'
  | 'insurance-coverage'
  | 'population-profile'
  | 'districts'
  | 'zip'
  | 'city'

export const edgeKinds: readonly EdgeKind[] = [
  'fire',
  'flood',
  'ideological-lean',
  'insurance-coverage',
  'population-profile',
  'districts',
  'zip',
  'city',
]

/** Maximum distance to an edge in meters. */
export const FARTHEST_EDGE = 50_000
/** Distance in meters within which an explanation reports an edge. */
export const NEAR_EDGE = 200

/** Safety factor, because distances measured on a plane around the place are only accurate to 1%. */
const PLANE = 0.99

/**
 * Returns the nearest raster cell whose answer differs from the place's answer, or null if there is none within the
 * limit. Searches rings of cells outward from the place until no nearer cell is possible.
 *
 * @param perDegree cells per degree
 * @param isOther checks whether the answer at a cell center differs from the place's answer
 * @param limit meters
 */
export function nearestOther(
  lat: number,
  lon: number,
  perDegree: number,
  isOther: (lon: number, lat: number) => boolean,
  limit: number,
): OtherPlace | null {
  const cos = Math.cos(lat * RADIANS)
  const column = Math.floor((lon + 180) * perDegree)
  const row = Math.floor((lat + 90) * perDegree)
  let nearest: { readonly x: number; readonly y: number } | null = null
  let best = limit
  const visit = (x: number, y: number) => {
    const west = x / perDegree - 180
    const south = y / perDegree - 90
    const edgeLon = Math.min(Math.max(lon, west), west + 1 / perDegree)
    const edgeLat = Math.min(Math.max(lat, south), south + 1 / perDegree)
    const meters = Math.hypot((edgeLon - lon) * cos, edgeLat - lat) * METERS_PER_DEGREE
    if (meters * PLANE >= best || !isOther(west + 0.5 / perDegree, south + 0.5 / perDegree)) return
    const exact = metersBetween(lat, lon, edgeLat, edgeLon)
    if (exact > best || (exact === best && nearest !== null)) return
    best = exact
    nearest = { x, y }
  }
  const cell = (cos * METERS_PER_DEGREE) / perDegree
  visit(column, row)
  for (let ring = 1; (ring - 1) * cell * PLANE < best; ring++)
    for (let i = -ring; i <= ring; i++) {
      visit(column + i, row - ring)
      visit(column + i, row + ring)
      if (Math.abs(i) === ring) continue
      visit(column - ring, row + i)
      visit(column + ring, row + i)
    }
  return nearest === null ? null : getPlace(nearest)

  function getPlace({ x, y }: { readonly x: number; readonly y: number }): OtherPlace {
    const to = { lat: (y + 0.5) / perDegree - 90, lon: (x + 0.5) / perDegree - 180 }
    return { meters: best, direction: directionTo(lat, lon, to.lat, to.lon), ...to }
  }
}
