/**
 * Checks whether a point is inside the rings by the even-odd rule. Rings are closed and flat: [lon, lat, lon, lat, …].
 * Edges are half open: a point on a western or southern edge is inside, a point on an eastern or northern edge is not.
 * Adjacent areas therefore never share a point.
 */
export function isInside(rings: Iterable<ArrayLike<number>>, lon: number, lat: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const south = ring[i + 1]
      const north = ring[i + 3]
      if (south > lat === north > lat) continue
      if (ring[i] + ((lat - south) / (north - south)) * (ring[i + 2] - ring[i]) > lon) inside = !inside
    }
  }
  return inside
}

/**
 * Returns twice the signed area of a closed, flat ring, in square units of its coordinates. The sign is positive if the
 * ring runs counterclockwise.
 */
export function signedArea2(ring: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1])
  return sum
}
