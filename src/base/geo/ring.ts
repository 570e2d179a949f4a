/**
 * Whether a place is inside, by the even-odd rule over all rings: closed, flat [lon, lat, lon, lat, …]. Edges are half
 * open: a place on a western or southern edge is inside, one on an eastern or northern edge is not, so that of areas
 * side by side exactly one has it.
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
 * Twice the area of a closed, flat ring in square units of its coordinates: positive where it runs counter-clockwise.
 */
export function signedArea2(ring: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1])
  return sum
}
