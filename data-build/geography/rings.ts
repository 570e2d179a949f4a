/** Whether a place (degrees) is inside, by the even-odd rule over all rings. */
export function isInside(rings: readonly Float64Array[], lon: number, lat: number): boolean {
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
 * Squared distance of a place from the segment at `at` in flat degrees [lon, lat, lon, lat], in degrees of latitude
 * on a local plane; `cos` is the cosine of the latitude.
 */
export function segmentDistance2(
  segments: ArrayLike<number>,
  at: number,
  lon: number,
  lat: number,
  cos: number,
): number {
  const ax = (segments[at] - lon) * cos
  const ay = segments[at + 1] - lat
  const bx = (segments[at + 2] - segments[at]) * cos
  const by = segments[at + 3] - segments[at + 1]
  const length2 = bx * bx + by * by
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * bx + ay * by) / length2))
  return (ax + t * bx) ** 2 + (ay + t * by) ** 2
}
