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
