import type { OtherPlace } from '../../base/geo/direction.ts'
import { directionTo } from '../../base/geo/direction.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS } from '../../base/geo/distance.ts'
import type { Outlines } from './outlines.ts'

/** Distance in degrees past a border at which the other side is tested: 20 cm. */
const BEYOND = 2e-6
/**
 * Offsets in degrees along a border. At a sharp corner the other side is too narrow to hit, so the search moves along
 * the border.
 */
const INWARD = [0, 5e-6, 2e-5, 8e-5, 3.2e-4]
/**
 * Distances are measured on a plane around the place, which is slightly inaccurate. The search distance is divided by
 * this factor, so that this error excludes no border.
 */
const PLANE = 0.99

/**
 * Returns the nearest border point beyond which the areas differ from the place's areas, or null if no such point is
 * within the limit.
 *
 * @param isOther whether the areas of a point differ from the place's areas
 * @param limit meters
 */
export function nearestBorder(
  { coordinates, ringStart }: Outlines,
  lat: number,
  lon: number,
  isOther: (lon: number, lat: number) => boolean,
  limit: number,
): OtherPlace | null {
  const cos = Math.cos(lat * RADIANS)
  let best = limit
  let reach = best / METERS_PER_DEGREE / PLANE
  let nearest: OtherPlace | null = null
  for (let ring = 0; ring + 1 < ringStart.length; ring++)
    for (let at = ringStart[ring] * 2; at + 3 < ringStart[ring + 1] * 2; at += 2) {
      const y1 = coordinates[at + 1] - lat
      const y2 = coordinates[at + 3] - lat
      if ((y1 > reach && y2 > reach) || (y1 < -reach && y2 < -reach)) continue
      const x1 = (coordinates[at] - lon) * cos
      const x2 = (coordinates[at + 2] - lon) * cos
      if ((x1 > reach && x2 > reach) || (x1 < -reach && x2 < -reach)) continue
      const dx = x2 - x1
      const dy = y2 - y1
      const length = dx * dx + dy * dy
      const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
      const inward = part < 0.5 ? 1 : -1
      for (const step of INWARD) {
        const at = step === 0 ? part : part + (inward * step) / Math.sqrt(length)
        if (!(Math.abs(at - part) <= 0.5)) break
        const x = x1 + at * dx
        const y = y1 + at * dy
        if (Math.hypot(x, y) >= reach) break
        const meters = metersBetween(lat, lon, lat + y, lon + x / cos)
        if (meters > limit || (meters >= best && nearest !== null)) break
        const beyond = otherSide(x, y)
        if (beyond === null) continue
        best = meters
        reach = best / METERS_PER_DEGREE / PLANE
        nearest = { meters, direction: directionTo(lat, lon, beyond.lat, beyond.lon), ...beyond }
        break
      }
    }
  return nearest

  /**
   * Returns a point beyond the border, straight ahead or, at a sharp corner, to the side. Returns null if both sides
   * are in the same districts.
   */
  function otherSide(x: number, y: number): { lat: number; lon: number } | null {
    const ahead = Math.atan2(y, x)
    for (let turn = 0; turn < 8; turn++) {
      const angle = ahead + ((turn % 2 === 0 ? turn : -turn - 1) / 8) * Math.PI
      // Round to six decimals, so that the returned point is exactly the point that was tested.
      const to = {
        lat: Math.round((lat + y + BEYOND * Math.sin(angle)) * 1e6) / 1e6,
        lon: Math.round((lon + (x + BEYOND * Math.cos(angle)) / cos) * 1e6) / 1e6,
      }
      if (isOther(to.lon, to.lat)) return to
    }
    return null
  }
}
